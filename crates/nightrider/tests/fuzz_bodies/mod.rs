//! The bodies of the fuzz targets: what must hold whatever the bytes are. The targets in `fuzz/` call them with
//! what the fuzzer finds, the test `fuzz` with bytes from seeds.

use std::sync::OnceLock;

use nightrider::chessembly::Sheet;
use nightrider::engine::{Entry, Game, LogEntry, Move, Rules, Setup};
use nightrider::lang::NoLoader;
use nightrider::lang::chessembly::format;
use nightrider::model::{Pattern, Variant};
use nightrider::notation::{Fen, LegalMoves, read_bare_board};
use nightrider::record::Record;
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

/// A game drawn from the grammar plays for a hundred plies by the laws of play: nothing goes wrong but arithmetic, the
/// hash is the one worked out from nothing, both ways to find the legal moves agree, what is saved is loaded again, and
/// undoing everything leads back to the start. Says how many plies it had; none if the checker turned the game down.
pub fn random_games(bytes: &[u8]) -> usize {
    let mut choices = Choices(bytes);
    let text = random_program(&mut choices);
    let Some(variant) = compile_source("fuzz.chesslang", &text, &NoLoader).variant else { return 0 };
    let rules = nightrider::rules(variant).expect("what the checker accepts compiles");
    let mut record = Record::new(Game::new(&rules, 7));
    let start = (record.game().hash(), record.game().legal_moves().to_vec());
    for ply in 0..100 {
        let legal = LegalMoves::of(record.game());
        if legal.list().is_empty() {
            break;
        }
        if (ply + text.len()).is_multiple_of(5) {
            laws_of_the_moment(&rules, &record, &text);
        }
        record.play_legal(&legal, choices.next() % legal.list().len());
        let played = record.game().history().last().expect("a legal move can be played");
        for entry in &played.events {
            let LogEntry::Fault { message, .. } = entry else { continue };
            // The grammar divides by what may be 0, and multiplies without end.
            let is_arithmetic = message.contains("division by zero") || message.contains("outgrew 64 bits");
            assert!(is_arithmetic, "{message} after {ply} plies\n{text}");
        }
    }
    laws_of_the_moment(&rules, &record, &text);
    let mut game = record.into_game();
    let (end, played) = (game.hash(), game.history().iter().map(|ply| ply.played).collect::<Vec<_>>());
    while game.undo().is_some() {}
    assert_eq!((game.hash(), game.legal_moves().to_vec()), start, "undoing leads back\n{text}");
    for &m in &played {
        game.play(m).expect("the same moves can be played again");
    }
    assert_eq!(game.hash(), end, "replaying leads to the same position\n{text}");
    played.len()
}

/// What must hold of a game at any moment.
fn laws_of_the_moment(rules: &Rules, record: &Record, text: &str) {
    let game = record.game();
    let after = || format!("after {} plies of\n{text}", game.ply());
    let sorted = |mut moves: Vec<Move>| {
        moves.sort_unstable();
        moves
    };
    let (found, tried) = (sorted(game.legal_moves().to_vec()), sorted(game.legal_moves_by_trial()));
    assert_eq!(found, tried, "found and tried {}", after());
    let setup = game.setup();
    let fresh = Game::from_setup(rules, &setup, 0).unwrap_or_else(|fault| panic!("{fault} {}", after()));
    assert_eq!(fresh.hash(), game.hash(), "the hash from nothing {}", after());
    let saved = serde_json::to_string(&record.saved()).expect("a record is JSON");
    let loaded = Record::load(rules, &saved, 0).unwrap_or_else(|fault| panic!("{fault} {}", after()));
    assert_eq!(loaded.game().hash(), game.hash(), "the hash loaded {}", after());
    assert_eq!(loaded.game().legal_moves(), game.legal_moves(), "the moves loaded {}", after());
    assert!(loaded.game().setup() == setup, "the set-up loaded {}", after());
    let again = serde_json::to_string(&loaded.saved()).expect("a record is JSON");
    assert_eq!(again, saved, "saved again {}", after());
}

/// Games with optional triggers, each of another kind.
const QUESTIONS: &[&str] = &[
    include_str!("../../../../examples/trapper.chesslang"),
    include_str!("../../../../examples/sanseong.chesslang"),
    // Several questions about one move, one of them about what another has done.
    "game: \"Questions\"\neffect glow { visual: \"yellow\" }\n\
        trigger one { on: move; when: piece.type == Knight; optional: true; do: mark origin with glow }\n\
        trigger two { on: capture; optional: true; do: remove piece }\n\
        trigger three { on: move; when: target on rank 4; optional: true; do: mark target with glow }\n\
        trigger four { on: capture; optional: true; do: set game.state.taken += 1 }\n\
        trigger five { on: move; when: game.state.taken > 0; optional: true; do: set game.state.taken -= 1 }\n",
    // Answers that take the move back or make it illegal, and a question when a pawn promotes.
    "game: \"Second Thoughts\"\n\
        trigger regret { on: capture; when: not (captured has royal); optional: true; do: cancel }\n\
        trigger blast { on: capture; when: piece.type != Pawn; optional: true; \
        do: remove pieces in radius(1) from target where not King }\n\
        trigger crown { on: promotion; optional: true; do: transform piece to Knight }\n",
    // Questions after the move is judged, at the turn of either player.
    "game: \"Late Questions\"\n\
        trigger toll { on: turn_end; when: game.state.tolls < 3; optional: true; do: set game.state.tolls += 1 }\n\
        trigger gift { on: turn_start; when: any Knight where owner == player; optional: true; \
        do: set player.state.gifts += 1 }\n\
        trigger alarm { on: check; optional: true; do: set game.state.alarms += 1 }\n",
];

/// Each decision is found by its text and by its answers in full, and no text answers a question that is not asked. Any
/// answers after a move are understood or refused; what is understood is a legal move. Says how many moves with
/// questions were looked at.
pub fn decisions(bytes: &[u8]) -> usize {
    static GAMES: OnceLock<Vec<Rules>> = OnceLock::new();
    let games = GAMES.get_or_init(|| {
        let compile = |text: &&str| {
            let variant =
                compile_source("questions.chesslang", text, &NoLoader).variant.expect("a checked game");
            nightrider::rules(variant).expect("a game that compiles")
        };
        QUESTIONS.iter().map(compile).collect()
    });
    let mut choices = Choices(bytes);
    let mut game = Game::new(&games[choices.next() % games.len()], 3);
    let mut asked = 0;
    for _ in 0..30 {
        let legal = LegalMoves::of(&game);
        if legal.list().is_empty() {
            break;
        }
        let questions = legal.list().iter().position(|found| !found.answers.is_empty());
        for index in [choices.next() % legal.list().len(), questions.unwrap_or(0)] {
            asked += usize::from(!legal.list()[index].answers.is_empty());
            decision(&legal, index);
        }
        let texts = legal.sorted_texts();
        let bare = texts[choices.next() % texts.len()].split('/').next().unwrap_or_default();
        let answers: String =
            (0..choices.next() % 5).map(|_| choices.of(&['y', 'n', 'Y', 'x', '/'])).collect();
        let slash = choices.of(&["/", "", "//", " /"]);
        // A move may be legal with a yes alone.
        let index = legal.find(&format!("{bare}{slash}{answers}")).or_else(|_| legal.find(bare));
        let index = index.unwrap_or(choices.next() % texts.len());
        game.play(legal.list()[index].mv).expect("a listed move can be played");
    }
    asked
}

/// The texts of one decision.
fn decision(legal: &LegalMoves, index: usize) {
    let found = &legal.list()[index];
    let title = &legal.game().rules().variant().name;
    let at = |text: &str| format!("{text} in {title} after {} plies", legal.game().ply());
    let find = |text: &str| legal.find(text).ok();
    assert_eq!(find(&found.text), Some(index), "{}", at(&found.text));
    let bare = found.text.split('/').next().unwrap_or_default();
    let mut full = format!("{bare}/");
    full.extend(found.answers.iter().map(|yes| if *yes { 'y' } else { 'n' }));
    assert_eq!(legal.questions(index).len(), found.answers.len(), "{}", at(&full));
    if !found.answers.is_empty() {
        assert_eq!(find(&full), Some(index), "{}", at(&full));
    }
    // An answer to a question that is not asked.
    for more in ["y", "n", "yn"] {
        let text = format!("{full}{more}");
        assert_eq!(find(&text), None, "{}", at(&text));
    }
}

/// The words from which programs are drawn, more or less as likely as they are useful.
const EXPRESSIONS: [&str; 64] = [
    "move(0, 1)",
    "take(1, 1)",
    "take-move(1, 0)",
    "take-move(1, 1)",
    "take-move(1, 1) repeat(1)",
    "take-move(-1, 0) repeat(1)",
    "take-move(2, 1) repeat(1)",
    "move(0, 1) repeat(1)",
    "catch(0, 2)",
    "catch(-1, 1) repeat(1)",
    "jump(1, 0)",
    "take(1, 0) jump(1, 0)",
    "take(0, 1) jump(0, 1) repeat(1)",
    "shift(0, 1)",
    "shift(-2, 0)",
    "place-move(knight, -1, 0)",
    "do",
    "while",
    "do take-move(1, 1) while",
    "do peek(0, 1) while",
    "do move(-1, 1) while",
    "{",
    "{",
    "}",
    "}",
    "{ take-move(1, 0) repeat(1) }",
    "{ take-move(0, -1) }",
    "repeat(1)",
    "repeat(2)",
    "repeat(5)",
    "label(1)",
    "label(2)",
    "jmp(1)",
    "jne(1)",
    "jne(2)",
    "not",
    "true",
    "false",
    "end",
    "read(3)",
    "write(3)",
    "read-and(3)",
    "read-or(0)",
    "read-xor(3)",
    "peek(0, 0)",
    "peek(1, 0)",
    "observe(0, 1)",
    "enemy(1, 1)",
    "friendly(-1, 0)",
    "piece-on(pawn, 0, 1)",
    "color-on(black, 1, 0)",
    "bound(0, 2)",
    "edge(1, 1)",
    "corner(1, 1)",
    "edge-right(1, 1)",
    "edge-top(0, 1)",
    "danger(1, 0)",
    "check",
    "piece(queen)",
    "color(white)",
    "if-state(k, 1)",
    "enemy-state(k, 1)",
    "transition(rook)",
    "set-state(k, 1)",
];

/// A program drawn from the language, or, now and then, from anything.
fn random_chessembly(choices: &mut Choices) -> String {
    let mut text = String::new();
    for _ in 0..choices.next() % 40 {
        text += match choices.next() % 32 {
            0 => ";\n",
            1 => choices.of(&["+ {", "| {", "anchor(1, 0)", "absolute(0, 0)", "absolute-y(2)", "transition"]),
            2 => {
                choices.of(&["write-anchor(1)", "read-anchor(1)", "set-state", "set-state(k, 2)", "# note\n"])
            }
            3 => choices.of(&[
                "mvoe(1, 0)",
                "take(1",
                "repeat(0)",
                "read(16)",
                "jmp(9)",
                ")",
                "말(1)",
                "\u{0}",
            ]),
            _ => choices.of(&EXPRESSIONS),
        };
        text.push(' ');
    }
    text
}

/// A board with a king and a queen for each side and others thrown in, as a FEN.
fn random_board(choices: &mut Choices) -> String {
    let mut squares = ['1'; 64];
    for piece in ['K', 'k', 'Q', 'q'] {
        let mut at = choices.next() % 64;
        while squares[at] != '1' {
            at = (at + 1) % 64;
        }
        squares[at] = piece;
    }
    for square in &mut squares {
        if *square == '1' && choices.next().is_multiple_of(3) {
            *square = choices.of(&['P', 'p', 'N', 'n', 'R', 'b', 'Q', 'q']);
        }
    }
    let rank = |rank: &[char]| {
        let runs = rank.chunk_by(|a, b| a == b && *a == '1');
        runs.map(|run| if run[0] == '1' { run.len().to_string() } else { run[0].into() }).collect::<String>()
    };
    squares.chunks(8).map(rank).collect::<Vec<_>>().join("/")
}

/// Any text is a program that can be checked, written down again and run, within its budget. What a game makes
/// of it (tables, rays, paths) offers the same as running it, ply for ply. Says how many plies were compared.
pub fn programs(bytes: &[u8]) -> usize {
    static STANDARD: OnceLock<Variant> = OnceLock::new();
    let standard = STANDARD.get_or_init(|| {
        compile_library("standard").and_then(|compiled| compiled.variant).expect("it compiles")
    });
    let mut choices = Choices(bytes);
    let drawn = choices.next() % 8 != 0;
    let board = random_board(&mut choices);
    let text = if drawn {
        random_chessembly(&mut choices)
    } else {
        String::from_utf8_lossy(std::mem::take(&mut choices.0)).into_owned()
    };
    let sheet = Sheet::new("fuzz", &text);
    let program = sheet.program();
    let formatted = format(&text);
    assert_eq!(format(&formatted), formatted, "formatting twice changes nothing more\n{text}");
    assert_eq!(Sheet::new("fuzz", &formatted).program(), program, "formatting keeps the program\n{text}");
    let bare = read_bare_board(&board).expect("a board of 64 squares");
    for square in bare.board().squares().filter(|&square| bare.piece(square).is_some()) {
        let found = sheet.evaluate(&bare, square).expect("the square is not empty");
        assert!(found.steps <= 10_000 * program.chains.len() as u64, "{} steps\n{text}", found.steps);
    }
    let mut variant = standard.clone();
    variant.player_fields.extend(program.keys.iter().cloned());
    let queen = variant.piece_named("Queen").expect("standard chess has queens");
    variant.pieces[queen.index()].moves = vec![Pattern::Program(Box::new(program.clone()))];
    let turn = choices.of(&["w", "b"]);
    let Ok(fen) = Fen::parse(&variant, &format!("{board} {turn} - - 0 1")) else { return 0 };
    let setup = Setup { entry: Entry::GoesOn, ..fen.setup() };
    let [compiled, run] = [Rules::compile, Rules::compile_running_programs].map(|compile| {
        let rules = compile(variant.clone()).expect("a game with any program compiles");
        Game::from_setup(&rules, &setup, 0)
    });
    let (Ok(mut compiled), Ok(mut run)) = (compiled, run) else { return 0 };
    for ply in 0..12 {
        let sorted = |game: &Game| {
            let mut moves = game.legal_moves().to_vec();
            moves.sort_unstable();
            moves
        };
        let moves = sorted(&compiled);
        assert_eq!(moves, sorted(&run), "{board} {turn} after {ply} plies\n{text}");
        if moves.is_empty() {
            return ply;
        }
        let m = moves[choices.next() % moves.len()];
        compiled.play(m).expect("a legal move can be played");
        run.play(m).expect("a legal move can be played");
        assert_eq!(compiled.hash(), run.hash(), "{board} {turn} after {ply} plies\n{text}");
    }
    12
}
