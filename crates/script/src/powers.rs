//! What a script can do, read off its text.
//!
//! The rules treat a game differently if its scripts can change the board. That must be known for certain before any
//! script runs, so a function that changes something works only if the text of some script names it. Reaching it
//! by a name put together at run time is refused with a message that says so.

use nightrider_engine::script::ScriptProfile;
use nightrider_model::{Event, Script};

use crate::scan::{Kind, Token, tokens};

/// What the scripts of a game can do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Powers {
    pub board: bool,
    pub state: bool,
    pub results: bool,
    pub end_turn: bool,
    pub extra_moves: bool,
    pub history: bool,
}

const BOARD: &[&str] = &["movePiece", "removePiece", "createPiece", "transform", "cancel"];
const RESULTS: &[&str] = &["declareWinner", "declareDraw"];
const HISTORY: &[&str] = &["moveHistory", "lastMove"];

impl Powers {
    /// The powers that the text of scripts names, comments left aside.
    pub fn of(scripts: &[Script]) -> Powers {
        let tokens: Vec<Token> = scripts.iter().flat_map(|script| tokens(&script.source)).collect();
        let named = |words: &[&str]| {
            tokens.iter().any(|token| match token.kind {
                Kind::Word => words.contains(&token.text),
                Kind::Text => words.iter().any(|word| token.text.contains(word)),
                Kind::Number | Kind::Regex | Kind::Punctuation => false,
            })
        };
        Powers {
            board: named(BOARD) || assigns(&tokens, &["owner", "type"]),
            state: named(&["state"]),
            results: named(RESULTS),
            end_turn: named(&["endTurn"]),
            extra_moves: named(&["allowExtraMove"]),
            history: named(HISTORY),
        }
    }

    /// What the rules want to know of a script with these powers and handlers.
    pub fn profile(self, handlers: Vec<Event>) -> ScriptProfile {
        let own_turns = self.end_turn && handlers.contains(&Event::Move);
        let mut profile = ScriptProfile::new(handlers);
        profile.own_turns = own_turns;
        profile.changes_board = self.board;
        profile.changes_state = self.state;
        profile.declares_results = self.results;
        profile.reads_history = self.history;
        profile
    }
}

/// Whether the text assigns to a property with one of these names: `.owner = x`.
fn assigns(tokens: &[Token], names: &[&str]) -> bool {
    tokens.windows(3).any(|three| {
        three[0].text == "."
            && names.contains(&three[1].text)
            && matches!(three[2].text, "=" | "??=" | "||=" | "&&=")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(source: &str) -> Powers {
        Powers::of(&[Script { source: source.to_string(), file: String::new(), line: 1, column: 1 }])
    }

    #[test]
    fn words_give_powers() {
        assert_eq!(of("game.on('move', () => {})"), Powers::default());
        assert!(of("board.movePiece(a, b)").board);
        assert!(of("piece.owner = 'White'").board);
        assert!(of("piece . type= 'Queen'").board);
        assert!(!of("if (piece.owner == 'White' && piece.type === 'Queen') { let type = 3 }").board);
        assert!(of("game.state.x = 1").state);
        assert!(of("game['lastMove']").history);
        assert_eq!(of("// board.movePiece, game.state\n1"), Powers::default());
        assert!(of("game.endTurn()").end_turn);
    }

    #[test]
    fn own_turns_need_a_move_handler_and_end_turn() {
        assert!(of("game.endTurn()").profile(vec![Event::Move]).own_turns);
        assert!(!of("game.endTurn()").profile(vec![Event::Capture]).own_turns);
        assert!(!of("game.allowExtraMove(p)").profile(vec![Event::Move]).own_turns);
    }
}
