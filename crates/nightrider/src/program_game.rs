//! Chessembly files as games: standard chess with pieces that move by the program.

use std::collections::BTreeSet;

use nightrider_lang::chessembly::compile;
use nightrider_lang::codes::Code;
use nightrider_lang::diagnostic::{Diagnostic, Diagnostics, Severity};
use nightrider_lang::letters::{Wish, give};
use nightrider_lang::span::{SourceId, Sources, Span};
use nightrider_model::program::{NameId, Op, Program};
use nightrider_model::{CapturePatterns, Pattern, PieceId, PieceType, Traits, Variant};

use crate::compile_library;

/// A Chessembly file as a game.
#[derive(Clone, Debug)]
pub struct ProgramGame {
    /// The game; `None` when the program has errors.
    pub variant: Option<Variant>,
    /// What is wrong with the program.
    pub diagnostics: Vec<Diagnostic>,
    /// The text, as number 0.
    pub sources: Sources,
}

/// The name of the piece that moves by a program without gates.
const TEST: &str = "test";

/// Compiles a Chessembly file as a game.
///
/// If its chains are gated by `piece(name)`, each name that is a piece of standard chess replaces the movement
/// of that piece; the other names are pieces that others turn into. Otherwise the program moves a piece
/// `test`, which stands in the place of both Queens. So does a gated `test`, and, in a file that names neither
/// that nor a standard piece, the first piece it names.
///
/// ```
/// use nightrider::compile_program;
/// let game = compile_program("wazir.chessembly", "move(1, 0); move(-1, 0); take-move(0, 1);");
/// let variant = game.variant.unwrap();
/// assert_eq!(variant.pieces.last().unwrap().name, "test");
/// let gated = compile_program("ferz.chessembly", "piece(queen) take-move(1, 1);");
/// assert_eq!(gated.variant.unwrap().pieces.len(), 6);
/// ```
pub fn compile_program(name: &str, text: &str) -> ProgramGame {
    let mut sources = Sources::new();
    sources.add(name, text);
    let mut found = Diagnostics::new();
    let program = compile(text, SourceId(0), 0, &mut found).program;
    refuse_crowds(&program, &mut found);
    let diagnostics = found.finish();
    let errors = diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    let variant = if errors { None } else { game(name, &program) };
    ProgramGame { variant, diagnostics, sources }
}

/// How many pieces a file may bring in, and how many expressions these may have to run through in all.
const MOST_PIECES: usize = 250;
const MOST_EXPRESSIONS: usize = 2_000_000;

/// Reports a file that names more pieces than a game can have.
fn refuse_crowds(program: &Program, found: &mut Diagnostics) {
    let names: BTreeSet<String> = program.names.iter().map(|name| name.to_lowercase()).collect();
    let expressions: usize = program.chains.iter().map(|chain| chain.ops.len()).sum();
    let gated = program.chains.iter().all(|chain| matches!(chain.ops.first(), Some(Op::Piece(_))));
    let copies = if gated { 1 } else { names.len() };
    if names.len() > MOST_PIECES || copies > 1 && expressions.saturating_mul(copies) > MOST_EXPRESSIONS {
        let start = Span::new(SourceId(0), 0, 0);
        let message = format!("the program names {} pieces, which is more than a game can have", names.len());
        found.push(
            Diagnostic::new(Code::ChessemblyTooLarge, start, message)
                .help("name fewer pieces, or let each chain begin with the gate `piece(name)` of its piece"),
        );
    }
}

fn game(name: &str, program: &Program) -> Option<Variant> {
    let mut variant = compile_library("standard")?.variant?;
    variant.name = title(name);
    let queen = variant.piece_named("Queen")?;
    let cast = Cast::of(program, &variant);
    let moves = |name: &str| vec![Pattern::Program(Box::new(program.for_piece(name)))];
    for &piece in &cast.replaced {
        let piece = &mut variant.pieces[piece.index()];
        piece.moves = moves(&piece.name);
        piece.captures = CapturePatterns::SameAsMoves;
    }
    for name in &cast.added {
        variant.pieces.push(PieceType {
            name: (*name).to_owned(),
            letter: String::new(),
            symbol: None,
            value: None,
            moves: moves(name),
            captures: CapturePatterns::SameAsMoves,
            traits: Traits::default(),
            custom_traits: Vec::new(),
            state: Vec::new(),
        });
    }
    give_letters(&mut variant);
    if let Some(in_place) = cast.in_place_of_queens
        && let Some(piece) = variant.piece_named(in_place)
    {
        for placed in variant.setup.pieces.iter_mut().filter(|placed| placed.piece == queen) {
            placed.piece = piece;
        }
    }
    for key in &program.keys {
        if !variant.player_fields.contains(key) {
            variant.player_fields.push(key.clone());
        }
    }
    // Whoever asks about the opponent's state looks after captures in passing himself.
    let asks = program.chains.iter().flat_map(|chain| &chain.ops).any(|op| matches!(op, Op::EnemyState(..)));
    if asks && variant.piece_named("Pawn").is_some_and(|pawn| cast.replaced.contains(&pawn)) {
        variant.rules.en_passant.enabled = false;
    }
    Some(variant)
}

/// The pieces of a program.
struct Cast<'p> {
    /// Standard pieces that move by it.
    replaced: Vec<PieceId>,
    /// Names of new pieces, no duplicates.
    added: Vec<&'p str>,
    in_place_of_queens: Option<&'p str>,
}

impl<'p> Cast<'p> {
    fn of(program: &'p Program, variant: &Variant) -> Cast<'p> {
        let gate = |ops: &[Op]| matches!(ops.first(), Some(Op::Piece(_)));
        let gated = !program.chains.is_empty() && program.chains.iter().all(|chain| gate(&chain.ops));
        let mut cast = Cast { replaced: Vec::new(), added: Vec::new(), in_place_of_queens: None };
        if !gated {
            cast.add(TEST, variant);
        }
        let ops = || program.chains.iter().flat_map(|chain| &chain.ops);
        for op in ops() {
            match *op {
                Op::Piece(name) if gated => cast.name(program.name(name), variant),
                _ => {}
            }
        }
        cast.in_place_of_queens = match cast.added.first() {
            _ if !gated => Some(TEST),
            _ if cast.added.iter().any(|name| name.eq_ignore_ascii_case(TEST)) => Some(TEST),
            Some(first) if cast.replaced.is_empty() => Some(first),
            _ => None,
        };
        for op in ops() {
            let become_type = |name: NameId| program.name(name);
            if let Op::Transition(name) | Op::PlaceMove(name, _) = *op
                && standard(become_type(name), variant).is_none()
            {
                cast.add(become_type(name), variant);
            }
        }
        cast
    }

    /// Takes in a name of a gate.
    fn name(&mut self, name: &'p str, variant: &Variant) {
        match standard(name, variant) {
            Some(piece) if !self.replaced.contains(&piece) => self.replaced.push(piece),
            Some(_) => {}
            None => self.add(name, variant),
        }
    }

    fn add(&mut self, name: &'p str, variant: &Variant) {
        let known = |other: &&str| other.to_lowercase() == name.to_lowercase();
        if standard(name, variant).is_none() && !self.added.iter().any(known) {
            self.added.push(name);
        }
    }
}

/// The standard piece with a name, without regard to case.
fn standard(name: &str, variant: &Variant) -> Option<PieceId> {
    let name = name.to_lowercase();
    let found = variant.pieces.iter().position(|piece| piece.name.to_lowercase() == name);
    found.map(|index| PieceId(index as u16))
}

/// New pieces choose after the standard ones; `test` is T.
fn give_letters(variant: &mut Variant) {
    let wish = |piece: &PieceType| Wish {
        name: piece.name.clone(),
        stated: match piece.letter.chars().next() {
            None if piece.name.eq_ignore_ascii_case(TEST) => Some('T'),
            letter => letter,
        },
        layer: usize::from(piece.letter.is_empty()),
    };
    let wishes: Vec<Wish> = variant.pieces.iter().map(wish).collect();
    for (piece, letter) in variant.pieces.iter_mut().zip(give(&wishes)) {
        piece.letter = letter;
    }
}

/// The title: the name of the file without its folder and ending.
fn title(name: &str) -> String {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    file.strip_suffix(".chessembly").unwrap_or(file).to_owned()
}

#[cfg(test)]
mod tests {
    use nightrider_engine::{Game, Rules};
    use nightrider_notation::LegalMoves;

    use super::*;

    fn rules(text: &str) -> Rules {
        let game = compile_program("file.chessembly", text);
        assert_eq!(game.diagnostics.iter().filter(|d| d.severity == Severity::Error).count(), 0);
        Rules::compile(game.variant.expect("no errors")).expect("a playable game")
    }

    fn cast(text: &str) -> String {
        let rules = rules(text);
        let variant = rules.variant();
        let place = |placed: &nightrider_model::Placement| variant.board.name(placed.square) == "d1";
        let on_d1 = variant.setup.pieces.iter().find(|placed| place(placed)).expect("a piece");
        let moved = |piece: &&PieceType| matches!(piece.moves.first(), Some(Pattern::Program(_)));
        let names = variant.pieces.iter().filter(moved);
        let names: Vec<String> = names.map(|piece| format!("{}:{}", piece.name, piece.letter)).collect();
        format!("{}, d1 {}", names.join(" "), variant.piece(on_d1.piece).name)
    }

    #[test]
    fn crowds_are_refused() {
        let gated: String = (0..2000).map(|n| format!("piece(p{n}) move(1, 0);")).collect();
        let idle = " not".repeat(40);
        let ungated: String = (0..240).map(|n| format!("transition(p{n}) move(1, 0){idle};")).collect();
        for text in [gated, ungated] {
            let game = compile_program("crowd.chessembly", &text);
            assert!(game.variant.is_none());
            assert_eq!(game.diagnostics.len(), 1, "{:?}", game.diagnostics);
            assert!(game.diagnostics[0].message.contains("pieces, which is more than a game can have"));
        }
        let crowd: String = (0..240).map(|n| format!("piece(p{n}) move(1, 0) move(0, 1);")).collect();
        assert!(compile_program("crowd.chessembly", &crowd).variant.is_some());
    }

    #[test]
    fn who_moves_by_the_program() {
        let table = [
            ("move(0, 1);", "test:T, d1 test"),
            ("transition(windmill) move(0, 1);", "test:T windmill:W, d1 test"),
            ("piece(queen) move(0, 1);", "Queen:Q, d1 Queen"),
            ("piece(rook) move(0, 1); piece(dozer) move(0, 1);", "Rook:R dozer:D, d1 Queen"),
            ("piece(test) transition(bee) move(0, 1); piece(bee) move(1, 0);", "test:T bee:E, d1 test"),
            ("piece(windmill-rook) move(0, 1);", "windmill-rook:W, d1 windmill-rook"),
            ("piece(King) move(0, 1); move(1, 0);", "test:T, d1 test"),
            ("", "test:T, d1 test"),
        ];
        for (text, expected) in table {
            assert_eq!(cast(text), expected, "{text}");
        }
    }

    #[test]
    fn the_moves_of_a_test_piece() {
        let rules = rules("take-move(1, 2); take-move(-1, 2); transition(queen) take-move(0, 3);");
        let mut game = Game::new(&rules, 0);
        let texts = |game: &Game, from: &str| -> Vec<String> {
            let legal = LegalMoves::of(game);
            legal
                .sorted_texts()
                .into_iter()
                .filter(|text| text.starts_with(from))
                .map(str::to_owned)
                .collect()
        };
        assert_eq!(texts(&game, "d1"), ["d1c3", "d1d4=Q", "d1e3"]);
        let legal = LegalMoves::of(&game);
        let index = legal.find("d1d4=Q").expect("a legal move");
        game.play(legal.list()[index].mv).expect("a legal move");
        assert_eq!(texts(&game, "d8"), ["d8c6", "d8d5=Q", "d8e6"]);
    }

    #[test]
    fn a_program_with_errors_is_no_game() {
        let game = compile_program("x.chessembly", "mvoe(0, 1);");
        assert!(game.variant.is_none());
        assert_eq!(game.diagnostics.len(), 1);
    }
}
