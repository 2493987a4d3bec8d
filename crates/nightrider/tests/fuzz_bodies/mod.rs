//! The bodies of the fuzz targets: what must hold whatever the bytes are. The targets in `fuzz/` call them with
//! what the fuzzer finds, the test `fuzz` with bytes from seeds.

use std::sync::OnceLock;

use nightrider::engine::{Game, Rules};
use nightrider::lang::NoLoader;
use nightrider::notation::{Fen, LegalMoves};
use nightrider::{compile_library, compile_source};

/// Bytes as a source of choices; after their end every choice is the first.
struct Choices<'a>(&'a [u8]);

impl Choices<'_> {
    fn next(&mut self) -> usize {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        usize::from(first)
    }

    fn of<T: Copy>(&mut self, options: &[T]) -> T {
        options[self.next() % options.len()]
    }
}

/// Any text can be read and checked; what passes the check compiles and has legal moves or an end.
pub fn parse_and_check(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let compiled = compile_source("fuzz.chesslang", &text, &NoLoader);
    if let Some(variant) = compiled.variant
        && let Ok(rules) = nightrider::rules(variant)
    {
        let game = Game::new(&rules, 1);
        assert!(!game.legal_moves().is_empty() || game.ply() == 0);
    }
}

/// Any text can be read as a FEN; what is accepted plays on and writes back to the same position.
pub fn fen(bytes: &[u8]) {
    static GAMES: OnceLock<Vec<Rules>> = OnceLock::new();
    let games = GAMES.get_or_init(|| {
        let names = ["standard", "chess960", "grand", "courier", "three-check", "racing-kings", "atomic"];
        let variants = names.iter().filter_map(|name| compile_library(name)?.variant);
        variants.filter_map(|variant| nightrider::rules(variant).ok()).collect()
    });
    let Some((&first, rest)) = bytes.split_first() else { return };
    let rules = &games[usize::from(first) % games.len()];
    let Ok(fen) = Fen::parse(rules.variant(), &String::from_utf8_lossy(rest)) else { return };
    let Ok(mut game) = Game::from_setup(rules, &fen.setup(), 1) else { return };
    let text = Fen::of(&game).write(rules.variant());
    let again = Fen::parse(rules.variant(), &text).unwrap_or_else(|fault| panic!("{text}: {fault:?}"));
    let again =
        Game::from_setup(rules, &again.setup(), 1).unwrap_or_else(|fault| panic!("{text}: {fault:?}"));
    assert_eq!(game.legal_moves(), again.legal_moves(), "{text}");
    if let Some(m) = game.legal_moves().first().copied() {
        let before = game.hash();
        game.play(m).expect("a legal move can be played");
        game.undo();
        assert_eq!(game.hash(), before);
    }
}

/// The text of a game drawn from the grammar.
fn random_program(choices: &mut Choices) -> String {
    let pattern = |choices: &mut Choices| {
        let one = |choices: &mut Choices| {
            choices.of(&[
                "step(any)",
                "slide(orthogonal)",
                "leap(2, 1)",
                "hop(any, 1)",
                "slide(diagonal, 2)",
                "step(forward, 2)",
                "step(diagonal) + slide(orthogonal)",
                "leap(1, 1) * 2",
                "anywhere",
                "chessembly { take-move(1, 1) repeat(1); move(0, 1) take(0, 1); shift(1, 0) }",
            ])
        };
        let condition = choices.of(&[
            "",
            " where first_move",
            " where not check",
            " where state.n < 2",
            " where target in zone.hill or enemy",
            " where exists Queen where owner == White",
            " where friend",
        ]);
        format!("{} | {}{condition}", one(choices), one(choices))
    };
    let condition = |choices: &mut Choices| {
        choices.of(&[
            "piece.type == Ogre",
            "any Ogre where state.n > 0",
            "count pieces where owner == player > 6",
            "game.state.g % 3 == 1",
            "distance > 1 or piece.type == Pawn",
            "target has piece and piece.type == Ogre",
        ])
    };
    let action = |choices: &mut Choices| {
        choices.of(&[
            "set piece.state.n += 1",
            "set game.state.g = game.state.g * 3 + 1",
            "create Pawn at random_empty_square",
            "remove pieces in radius(1) from target where not King",
            "transform piece to Ogre",
            "mark origin with mud",
            "mark pieces in line(any) from piece where enemy with mud",
            "move piece to random_empty_square adjacent to piece",
            "unmark target",
            "set piece.owner = opponent",
            "set game.state.g = 7 / (game.state.g - 1)",
            "for v in pieces where enemy and type == Pawn { set v.state.cooldown = 2 }",
        ])
    };
    let mut text = String::from("game: \"Fuzz\"\nboard:\n  zones:\n    hill: [d4-e5]\n");
    let blocks = choices.of(&["none", "enemy", "friend", "all"]);
    text += &format!("effect mud {{ blocks: {blocks}; duration: {} }}\n", 1 + choices.next() % 4);
    let traits =
        choices.of(&["", "traits: [jump]", "traits: [explosive]", "traits: [immune]", "traits: [phase]"]);
    text += &format!(
        "piece Ogre {{ move: {}; capture: {}; {traits}; state: {{ n: 0, cooldown: 0 }}; symbol: \"O\" }}\n",
        pattern(choices),
        pattern(choices)
    );
    text += "piece Pawn { state: { n: 0, cooldown: 0 } }\n";
    for number in 0..choices.next() % 4 {
        let event = choices.of(&["move", "capture", "check", "promotion"]);
        let optional = choices.of(&["true", "false"]);
        text += &format!(
            "trigger t{number} {{ on: {event}; when: {}; optional: {optional}; do: {{ {}; {} }} }}\n",
            condition(choices),
            action(choices),
            action(choices)
        );
    }
    text += "setup:\n  add:\n    White Ogre: [d1, c3]\n    Black Ogre: [d8, c6]\n";
    text
}

/// A game drawn from the grammar plays for a hundred plies, and undoing them all leads back to the start.
/// Says how many plies it had; none if the checker turned the game down.
pub fn random_games(bytes: &[u8]) -> usize {
    let mut choices = Choices(bytes);
    let text = random_program(&mut choices);
    let Some(variant) = compile_source("fuzz.chesslang", &text, &NoLoader).variant else { return 0 };
    let rules = nightrider::rules(variant).expect("what the checker accepts compiles");
    let mut game = Game::new(&rules, 7);
    let start = (game.hash(), game.legal_moves().to_vec());
    for _ in 0..100 {
        let moves = game.legal_moves().to_vec();
        if moves.is_empty() {
            break;
        }
        game.play(moves[choices.next() % moves.len()]).expect("a legal move can be played");
    }
    let (end, played) = (game.hash(), game.history().iter().map(|ply| ply.played).collect::<Vec<_>>());
    while game.undo().is_some() {}
    assert_eq!((game.hash(), game.legal_moves().to_vec()), start, "undoing leads back\n{text}");
    for &m in &played {
        game.play(m).expect("the same moves can be played again");
    }
    assert_eq!(game.hash(), end, "replaying leads to the same position\n{text}");
    played.len()
}

/// Any answers after a move are understood or refused; what is understood is a legal move with that text.
pub fn decisions(bytes: &[u8]) {
    static RULES: OnceLock<Rules> = OnceLock::new();
    let rules = RULES.get_or_init(|| {
        let text = "game: \"Questions\"\neffect glow { visual: \"yellow\" }\n\
            trigger one { on: move; when: piece.type == Knight; optional: true; do: mark origin with glow }\n\
            trigger two { on: capture; optional: true; do: remove piece }\n\
            trigger three { on: move; when: target on rank 4; optional: true; do: mark target with glow }\n";
        let variant = compile_source("questions.chesslang", text, &NoLoader).variant.expect("a checked game");
        nightrider::rules(variant).expect("a game that compiles")
    });
    let mut choices = Choices(bytes);
    let mut game = Game::new(rules, 3);
    for _ in 0..30 {
        let legal = LegalMoves::of(&game);
        if legal.list().is_empty() {
            return;
        }
        let texts = legal.sorted_texts();
        let bare = texts[choices.next() % texts.len()].split('/').next().unwrap_or_default();
        let answers: String =
            (0..choices.next() % 5).map(|_| choices.of(&['y', 'n', 'Y', 'x', '/'])).collect();
        let slash = choices.of(&["/", "", "//", " /"]);
        if let Ok(index) = legal.find(&format!("{bare}{slash}{answers}")) {
            let m = legal.list()[index].mv;
            game.play(m).expect("a listed move can be played");
        }
    }
}
