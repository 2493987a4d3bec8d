//! The terminal board from the outside: keys go in, screens come out.

use expect_test::{Expect, expect};
use nightrider::engine::{Game, Rules};
use nightrider::lang::NoLoader;
use nightrider::model::Square;
use nightrider::notation::Fen;
use nightrider::notation::drawing::Glyphs;
use nightrider::{compile_library, compile_source};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::layout::{Position, Rect};

use super::app::{App, Flow, Options, Overlay, Seat};
use super::input::Input;
use super::palette::Palette;
use super::view;

const TRAPPER: &str = r#"
game: "Trapper Chess"
effect trap { blocks: enemy; visual: "red" }
piece Trapper { move: step(any); state: { traps: 0 } }
trigger place_trap {
  on: move
  when: piece.type == Trapper and piece.state.traps < 3
  optional: true
  description: "Leave a trap behind?"
  do: { mark origin with trap; set piece.state.traps += 1 }
}
setup:
  add:
    White Trapper: [d4]
"#;

fn rules_of(text: &str) -> Rules {
    let compiled = compile_source("test.chesslang", text, &NoLoader);
    Rules::compile(compiled.variant.expect("no errors")).expect("can be played")
}

fn standard() -> Rules {
    let compiled = compile_library("standard").expect("in the library");
    Rules::compile(compiled.variant.expect("no errors")).expect("can be played")
}

fn at(rules: &Rules, fen: &str) -> Game {
    let fen = Fen::parse(rules.variant(), fen).unwrap_or_else(|error| panic!("{error}"));
    Game::from_setup(rules, &fen.setup(), 0).unwrap_or_else(|error| panic!("{error:?}"))
}

/// A terminal with the program in it.
struct Tester {
    app: App,
    terminal: Terminal<TestBackend>,
}

impl Tester {
    fn new(game: Game, seats: [Seat; 2], columns: u16, rows: u16) -> Tester {
        let options = Options { seats, level: 10, glyphs: Glyphs::Ascii, palette: Palette::Plain };
        let terminal = Terminal::new(TestBackend::new(columns, rows)).expect("a terminal in memory");
        let mut tester = Tester { app: App::new(game, options), terminal };
        tester.draw();
        tester
    }

    /// For two people, on a screen of 60 by 14.
    fn of(game: Game) -> Tester {
        Tester::new(game, [Seat::Human; 2], 60, 14)
    }

    fn draw(&mut self) -> String {
        let app = &mut self.app;
        self.terminal
            .draw(|frame| {
                app.resize(frame.area());
                view::draw(frame, app);
            })
            .expect("memory does not fail");
        let buffer = self.terminal.backend().buffer();
        let Rect { width, height, .. } = buffer.area;
        let line = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        (0..height).map(|y| line(y).trim_end().to_owned() + "\n").collect()
    }

    /// Presses keys: letters as they are, others by the names in angle brackets.
    fn keys(&mut self, keys: &str) -> Flow {
        let mut flow = Flow::Continue;
        let mut rest = keys;
        while let Some(first) = rest.chars().next() {
            let (input, length) = match rest.find('>').filter(|_| first == '<') {
                Some(end) => (named(&rest[1..end]), end + 1),
                None => (Input::Type(first), first.len_utf8()),
            };
            self.draw();
            flow = self.app.update(input);
            rest = &rest[length..];
        }
        flow
    }

    #[track_caller]
    fn shows(&mut self, screen: Expect) {
        screen.assert_eq(&self.draw());
    }

    #[track_caller]
    fn status_is(&mut self, text: &str) {
        let screen = self.draw();
        let joined = screen.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(joined.contains(text), "`{text}` is not on the screen:\n{screen}");
    }

    fn record(&self) -> String {
        let texts: Vec<&str> = self.app.table().record().iter().map(|played| played.text.as_str()).collect();
        texts.join(" ")
    }

    fn click(&mut self, square: &str) {
        let square = self.square(square);
        let cell = self.app.layout().board.cell_of(square).expect("on the screen");
        self.app.update(Input::Press(Position::new(cell.x, cell.y)));
        self.app.update(Input::Release(Position::new(cell.x, cell.y)));
    }

    fn square(&self, name: &str) -> Square {
        self.app.table().variant().board.parse(name).expect("a square")
    }
}

fn named(key: &str) -> Input {
    match key {
        "up" => Input::Step(0, -1),
        "down" => Input::Step(0, 1),
        "left" => Input::Step(-1, 0),
        "right" => Input::Step(1, 0),
        "enter" => Input::Accept,
        "esc" => Input::Cancel,
        "back" => Input::Erase,
        "tab" => Input::Next,
        "help" => Input::Help,
        "quit" => Input::Quit,
        "page-up" => Input::Scroll(-5),
        "page-down" => Input::Scroll(5),
        other => panic!("no such key: {other}"),
    }
}

#[test]
fn a_move_by_cursor_keys() {
    let mut tester = Tester::of(Game::new(&standard(), 0));
    tester.keys("<up><enter>");
    tester.shows(expect![[r#"
        8  r  n  b  q  k  b  n  r   Standard Chess
        7  p  p  p  p  p  p  p  p     Black
        6  .  .  .  .  .  .  .  .   > White
        5  .  .  .  .  .  .  .  .
        4  .  .  .  .  o  .  .  .
        3  .  .  .  .  o  .  .  .
        2  P  P  P  P [P] P  P  P
        1  R  N  B  Q  K  B  N  R
           a  b  c  d  e  f  g  h


        White to move

        Enter move  Tab next  u undo  r redo  t tip  w log  v turn
    "#]]);
    tester.keys("<up><up><enter>");
    assert_eq!(tester.record(), "e4");
    tester.shows(expect![[r#"
        8  r  n  b  q  k  b  n  r   Standard Chess
        7  p  p  p  p  p  p  p  p   > Black
        6  .  .  .  .  .  .  .  .     White
        5  .  .  .  .  .  .  .  .
        4  .  .  .  . [P] .  .  .     1. e4
        3  .  .  .  .  .  .  .  .
        2  P  P  P  P  .  P  P  P
        1  R  N  B  Q  K  B  N  R
           a  b  c  d  e  f  g  h


        Black to move

        Enter move  Tab next  u undo  r redo  t tip  w log  v turn
    "#]]);
}

#[test]
fn moves_by_typing() {
    let mut tester = Tester::of(Game::new(&standard(), 0));
    tester.keys("e2e4<enter>e7e5<enter>Nf3<enter>:b8c6<enter>");
    assert_eq!(tester.record(), "e4 e5 Nf3 Nc6");
    tester.keys("f1b");
    tester.status_is("move: f1b f1b5");
    tester.keys("<tab><enter>");
    assert_eq!(tester.record(), "e4 e5 Nf3 Nc6 Bb5");
    tester.keys("a7a6<back>5<esc>");
    assert_eq!(tester.record(), "e4 e5 Nf3 Nc6 Bb5");
}

#[test]
fn illegal_moves_are_refused_with_the_reason() {
    let mut tester = Tester::of(Game::new(&standard(), 0));
    tester.keys("e2e5<enter>");
    tester.status_is("the Pawn on e2 does not move like that");
    tester.keys("<enter>");
    tester.status_is("The King on e1 has no legal move.");
    tester.click("d1");
    tester.click("d2");
    tester.click("e7");
    tester.status_is("Not legal: the Pawn on d2 does not move like that.");
    tester.click("e7");
    tester.status_is("The piece on e7 is Black's.");
    assert_eq!(tester.record(), "");
}

#[test]
fn moves_by_mouse() {
    let mut tester = Tester::of(Game::new(&standard(), 0));
    tester.click("e2");
    tester.click("e4");
    // A piece may be dragged, too.
    let cell = |tester: &Tester, name: &str| {
        let square = tester.square(name);
        tester.app.layout().board.cell_of(square).expect("on the screen").as_position()
    };
    tester.draw();
    let (from, to) = (cell(&tester, "e7"), cell(&tester, "e5"));
    tester.app.update(Input::Press(from));
    tester.app.update(Input::Release(to));
    assert_eq!(tester.record(), "e4 e5");
    // Taken up and put back.
    tester.click("g1");
    tester.click("g1");
    assert_eq!(tester.app.selected, None);
}

#[test]
fn a_promotion_is_picked() {
    let rules = standard();
    let game = || at(&rules, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    let mut tester = Tester::of(game());
    tester.keys("a7a8<enter>");
    tester.shows(expect![[r#"
        8  .  .  .  .  k  .  .  .   Standard Chess
        7  P  .  .  .  .  .  .  .     Black
        6  .  .  .  .  .  .  .  .   > White
        5  .  .  .  .  .  .╭ Promotion ─────────╮
        4  .  .  .  .  .  .│ Become what?       │
        3  .  .  .  .  .  .│  q  Q  Queen       │
        2  .  .  .  .  .  .│  r  R  Rook        │
        1  .  .  .  . [K] .│  b  B  Bishop      │
           a  b  c  d  e  f│  n  N  Knight      │
                           ╰────────────────────╯

        White to move

        Enter move  Tab next  u undo  r redo  t tip  w log  v turn
    "#]]);
    tester.keys("n");
    assert_eq!(tester.record(), "a8=N");
    tester.keys("u");
    tester.click("a7");
    tester.click("a8");
    tester.keys("<down><enter>");
    assert_eq!(tester.record(), "a8=R+");
    tester.keys("u");
    tester.click("a7");
    tester.click("a8");
    tester.keys("<esc>");
    assert_eq!(tester.record(), "", "no move was made");
}

#[test]
fn an_optional_trigger_asks() {
    let rules = rules_of(TRAPPER);
    let mut tester = Tester::of(Game::new(&rules, 0));
    tester.click("d4");
    tester.click("d5");
    tester.shows(expect![[r#"
        8  r  n  b  q  k  b  n  r   Trapper Chess
        7  p  p  p  p  p  p  p  p     Black
        6  .  .  .  .  .  .  .  .   > White
        5  .  .  o [o] o  .  .  .
        4  .  .  o  T  o  ╭ Your choice ─────────╮
        3  .  .  o  o  o  │ Leave a trap behind? │
        2  P  P  P  P  P  │  y  Yes              │
        1  R  N  B  Q  K  │  n  No               │
           a  b  c  d  e  ╰──────────────────────╯


        White to move

        Enter move  Tab next  u undo  r redo  t tip  w log  v turn
    "#]]);
    tester.keys("y");
    assert_eq!(tester.record(), "Td5/y");
    tester.shows(expect![[r#"
        8  r  n  b  q  k  b  n  r   Trapper Chess
        7  p  p  p  p  p  p  p  p   > Black
        6  .  .  .  .  .  .  .  .     White
        5  .  .  . [T] .  .  .  .
        4  .  .  .  .t .  .  .  .     1. Td5/y
        3  .  .  .  .  .  .  .  .
        2  P  P  P  P  P  P  P  P
        1  R  N  B  Q  K  B  N  R   place_trap
           a  b  c  d  e  f  g  h     mark d4 with trap
                                      set White Trapper on d5
                                      state.traps = 1
        Black to move

        Enter move  Tab next  u undo  r redo  t tip  w log  v turn
    "#]]);
    tester.keys("a7a6<enter>");
    for (keys, record) in [("<esc>", "Td5/y a6 Te5"), ("<enter>", "Td5/y a6 Te5/y"), ("n", "Td5/y a6 Te5")] {
        tester.click("d5");
        tester.click("e5");
        tester.keys(keys);
        assert_eq!(tester.record(), record);
        tester.keys("u");
    }
    // A typed move is asked about as well, unless it says.
    tester.keys("d5e5<enter>n");
    assert_eq!(tester.record(), "Td5/y a6 Te5");
    tester.keys("ud5e5/y<enter>");
    assert_eq!(tester.record(), "Td5/y a6 Te5/y");
}

#[test]
fn moves_are_taken_back_and_played_again() {
    let mut tester = Tester::of(Game::new(&standard(), 0));
    tester.keys("e2e4<enter>e7e5<enter>uu");
    assert_eq!(tester.record(), "");
    tester.keys("u");
    tester.status_is("There is no move to take back.");
    tester.keys("rr");
    assert_eq!(tester.record(), "e4 e5");
    tester.keys("r");
    tester.status_is("There is no move to play again.");
    tester.keys("<back>d7d5<enter>r");
    assert_eq!(tester.record(), "e4 d5", "a new move forgets what was taken back");
}

#[test]
fn the_result_is_announced_with_its_reason() {
    let mut tester = Tester::of(Game::new(&standard(), 0));
    tester.keys("f2f3<enter>e7e5<enter>g2g4<enter>d8h4<enter>");
    tester.shows(expect![[r#"
        8  r  n  b  .  k  b  n  r   Standard Chess
        7  p  p  p  p  .  p  p  p     Black
        6  .  .  .  .  .  .  .  .     White
        5  .  .  .  .  p  .  .  .
        4  ╭ Game over ────────────────────────────────────────╮
        3  │ Black wins                                        │
        2  │ checkmate                                         │
        1  │                                                   │
           │ u take back   w log   q leave   any key the board │
           ╰───────────────────────────────────────────────────╯

        Black wins: checkmate

        Enter move  Tab next  u undo  r redo  t tip  w log  v turn
    "#]]);
    // Nothing can be played on; the announcement can be put away and comes back.
    tester.keys("<enter>a2a3<enter>");
    assert_eq!(tester.record(), "f3 e5 g4 Qh4#");
    tester.keys("<esc><enter>");
    assert_eq!(tester.app.overlay, Some(Overlay::Result));
    tester.keys("u");
    assert_eq!(tester.record(), "f3 e5 g4");
}

#[test]
fn the_program_answers_and_takes_back_its_answer() {
    let mut tester = Tester::new(Game::new(&standard(), 0), [Seat::Human, Seat::Ai], 60, 14);
    assert!(!tester.app.is_programs_turn());
    tester.keys("e2e4<enter>");
    assert!(tester.app.is_programs_turn());
    tester.keys("<enter>");
    tester.status_is("It is the program's turn.");
    tester.app.play_programs_move();
    assert_eq!(tester.app.table().record().len(), 2);
    tester.keys("u");
    assert_eq!(tester.record(), "");
    assert!(!tester.app.is_programs_turn());
}

#[test]
fn the_program_takes_what_hangs_and_mates_in_one() {
    let rules = standard();
    let best = |fen: &str| {
        let mut tester = Tester::new(at(&rules, fen), [Seat::Ai; 2], 60, 14);
        tester.app.play_programs_move();
        tester.record()
    };
    assert_eq!(best("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"), "Ra8#");
    assert_eq!(best("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1"), "exd5");
    // The queen does not take a pawn that is defended.
    assert!(!best("4k3/2p5/3p4/8/8/8/3Q4/4K3 w - - 0 1").starts_with("Qxd6"));
}

#[test]
fn commands_turn_show_and_leave() {
    let mut tester = Tester::of(Game::new(&standard(), 0));
    tester.keys("v");
    assert!(tester.app.flipped);
    tester.keys("t");
    tester.status_is("Hint: ");
    assert!(tester.app.hint.is_some());
    tester.keys("<help>");
    tester.shows(expect![[r#"
        1  ╭ Keys ──────────────────────────────────────────────╮
        2  │ arrows, mouse move the cursor                      │
        3  │ Enter, Space  take up a piece, put it down         │
        4  │ Tab           next piece that can move             │
        5  │ Escape        put the piece back                   │
        6  │ e2e4, Nf3     type a move; Enter plays it          │
        7  │ :             type a move of any form              │
        8  │ u, Backspace  take a move back                     │
           │ r             play it again                        │
           │ t             a tip for your move                  │
           │ v             turn the board round                 │
        Whi│ s             symbols or letters                   │
           │ w             what happened, ply by ply            │
        Ent╰────────────────────────────────────────────────────╯n
    "#]]);
    tester.keys("<esc>");
    assert_eq!(tester.keys("q"), Flow::Leave, "nothing was played yet");
    tester.keys("e2e4<enter>");
    assert_eq!(tester.keys("q"), Flow::Continue);
    tester.status_is("Leave this game?");
    assert_eq!(tester.keys("n"), Flow::Continue);
    assert_eq!(tester.keys("qy"), Flow::Leave);
    assert_eq!(tester.keys("<quit>"), Flow::Leave);
}

#[test]
fn every_size_of_screen_can_be_drawn_in_every_state() {
    let rules = rules_of(TRAPPER);
    let states = ["", "<up><up><enter>", "e2e", "<help>", "d4d5<enter>", "d4d5<enter>y", "e2e4<enter>q", "t"];
    for keys in states {
        let mut tester = Tester::of(Game::new(&rules, 0));
        tester.keys(keys);
        for (columns, rows) in [(1, 1), (2, 9), (20, 5), (9, 3), (40, 12), (80, 24), (200, 60), (500, 4)] {
            tester.terminal = Terminal::new(TestBackend::new(columns, rows)).expect("a terminal in memory");
            tester.draw();
        }
    }
}

#[test]
fn a_small_screen_shows_the_board_around_the_cursor() {
    let mut tester = Tester::new(Game::new(&standard(), 0), [Seat::Human; 2], 20, 5);
    tester.shows(expect![[r#"
        3 . . . . . . . .
        2 P P P P P P P P
        1 R N B Q K B N R
          a b c d e f g h
        White to move
    "#]]);
    tester.keys("<up><up><up><up><up>");
    tester.shows(expect![[r#"
        7 p p p p p p p p
        6 . . . . . . . .
        5 . . . . . . . .
          a b c d e f g h
        White to move
    "#]]);
}

#[test]
fn any_sequence_of_keys_leaves_a_legal_game() {
    let keys: Vec<Input> = ["up", "down", "left", "right", "enter", "enter", "enter", "esc", "tab", "back"]
        .iter()
        .map(|name| named(name))
        .chain("urvts?:yn1e".chars().map(Input::Type))
        .collect();
    for (seed, text) in [(1u64, TRAPPER), (2, "game: \"Plain\"\nboard:\n  size: 8x8\n"), (3, TRAPPER)] {
        let rules = rules_of(text);
        let mut tester = Tester::of(Game::new(&rules, 0));
        let mut random = seed;
        for _ in 0..600 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let input = keys[(random >> 33) as usize % keys.len()];
            if tester.app.update(input) == Flow::Leave {
                break;
            }
            tester.draw();
        }
        // Replaying the record's moves on a fresh game gives the same position: all were legal.
        let game = tester.app.table().game();
        let mut again = Game::new(&rules, 0);
        for ply in game.history() {
            again.play(ply.played).expect("legal");
        }
        assert_eq!(again.hash(), game.hash());
    }
}

#[test]
fn the_account_tells_every_ply() {
    let rules = rules_of(TRAPPER);
    let mut tester = Tester::of(Game::new(&rules, 0));
    tester.keys("d4d5/y<enter>a7a6<enter>d5e5<enter><esc>a6a5<enter>w");
    tester.shows(expect![[r#"
        ╭ What happened ───────────────────────────────────────────╮
        │   event move (White, Trapper, d4 to d5)                  │
        │   place_trap: mark d4 with trap; set White Trapper on d5 │
        │     state.traps = 1                                      │
        │ 1... a6                                                  │
        │   event move (Black, Pawn, a7 to a6)                     │
        │   place_trap: does not fire, its condition does not hold │
        │ 2. Te5                                                   │
        │   event move (White, Trapper, d5 to e5)                  │
        │   place_trap: declined                                   │
        │ 2... a5                                                  │
        │   event move (Black, Pawn, a6 to a5)                     │
        │   place_trap: does not fire, its condition does not hold │
        ╰ lines 3 to 14 of 14, arrows and Page Up, Down ───────────╯
    "#]]);
    // Scrolled no further than there is something.
    tester.keys("<up><up>");
    tester.shows(expect![[r#"
        ╭ What happened ───────────────────────────────────────────╮
        │ The start                                                │
        │ 1. Td5/y                                                 │
        │   event move (White, Trapper, d4 to d5)                  │
        │   place_trap: mark d4 with trap; set White Trapper on d5 │
        │     state.traps = 1                                      │
        │ 1... a6                                                  │
        │   event move (Black, Pawn, a7 to a6)                     │
        │   place_trap: does not fire, its condition does not hold │
        │ 2. Te5                                                   │
        │   event move (White, Trapper, d5 to e5)                  │
        │   place_trap: declined                                   │
        │ 2... a5                                                  │
        ╰ lines 1 to 12 of 14, arrows and Page Up, Down ───────────╯
    "#]]);
    for _ in 0..40 {
        tester.keys("<page-up>");
    }
    let top = tester.draw();
    assert!(top.contains("The start"), "{top}");
    tester.keys("<page-down><down><esc>");
    assert_eq!(tester.app.overlay, None);
}
