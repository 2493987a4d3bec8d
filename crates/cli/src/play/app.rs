//! The state of the terminal board and how it changes. Drawing reads it and changes nothing.

use nightrider::engine::{Attempt, Game};
use nightrider::model::{Player, Square};
use nightrider::notation::drawing::Glyphs;
use nightrider::notation::words::why_not;
use nightrider::notation::{find_san, san};
use ratatui::layout::{Position, Rect};

use super::choice::{Next, Question, QuestionKind, narrow};
use super::dialog::{help_lines, option_at};
use super::input::Input;
use super::layout::Layout;
use super::log::most_scrolled;
use super::opponent::choose;
use super::palette::Palette;
use super::table::Table;

/// Who makes a player's moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Seat {
    /// Someone at the keyboard.
    Human,
    /// The program.
    Ai,
}

/// What the program is started with.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Who plays White and Black.
    pub seats: [Seat; 2],
    /// How well the program plays, 1 to 10.
    pub level: u8,
    /// How pieces are shown.
    pub glyphs: Glyphs,
    /// Colours or none.
    pub palette: Palette,
}

/// What lies over the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Overlay {
    /// The keys and what they do, scrolled down by so many lines.
    Help(usize),
    /// What happened in the game, scrolled back from its end by so many lines.
    Log(usize),
    /// The end of the game.
    Result,
    /// A question about the move being made.
    Question(Question),
    /// Whether to leave a game that is not over.
    Leave,
}

/// Whether the program goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// It does.
    Continue,
    /// The player has left.
    Leave,
}

/// What the last input led to, in a line below the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// For information.
    Note(String),
    /// Something was refused.
    Alert(String),
}

/// The terminal board.
pub struct App {
    table: Table,
    options: Options,
    /// The square under the cursor.
    pub cursor: Square,
    /// The square of the piece taken up.
    pub selected: Option<Square>,
    /// What lies over the board.
    pub overlay: Option<Overlay>,
    /// A move being typed.
    pub entry: Option<String>,
    /// A line about the last input.
    pub message: Option<Message>,
    /// The squares of a move that the program proposes.
    pub hint: Option<(Square, Square)>,
    /// Whether Black is at the bottom.
    pub flipped: bool,
    /// How far the list of moves is scrolled back.
    pub scrolled: usize,
    /// Whether the program's moves wait, in a game of the program against itself.
    pub paused: bool,
    screen: Rect,
}

impl App {
    /// A board for a game.
    pub fn new(game: Game, options: Options) -> App {
        let flipped = options.seats == [Seat::Ai, Seat::Human];
        let mut app = App {
            table: Table::new(game),
            options,
            cursor: Square(0),
            selected: None,
            overlay: None,
            entry: None,
            message: None,
            hint: None,
            flipped,
            scrolled: 0,
            paused: false,
            screen: Rect::default(),
        };
        app.cursor = app.first_cursor();
        app.announce();
        app
    }

    /// A royal piece of the player to move, else any own piece, else the first square.
    fn first_cursor(&self) -> Square {
        let game = self.table.game();
        let own = || game.pieces().into_iter().filter(|view| view.owner == game.turn());
        let royal = own().find(|view| self.table.variant().piece(view.piece).traits.royal);
        royal.or_else(|| own().next()).map_or(Square(0), |view| view.square)
    }

    /// The game on the table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// What the program was started with.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Tells the size of the screen, which mouse clicks depend on.
    pub fn resize(&mut self, screen: Rect) {
        self.screen = screen;
    }

    /// Where things are on the screen.
    pub fn layout(&self) -> Layout {
        Layout::new(self.screen, &self.table.variant().board, self.flipped, self.cursor)
    }

    /// Whether the program is to make the next move.
    pub fn is_programs_turn(&self) -> bool {
        self.table.game().result().is_none()
            && self.options.seats[self.table.game().turn().index()] == Seat::Ai
            && self.overlay.is_none()
            && !self.paused
    }

    /// Whether nobody sits at the keyboard.
    pub fn is_demonstration(&self) -> bool {
        self.options.seats == [Seat::Ai; 2]
    }

    /// Lets the program make its move.
    pub fn play_programs_move(&mut self) {
        if let Some(index) = choose(self.table.legal_moves(), self.options.level) {
            self.play(index);
        }
    }

    /// Does what the player wants.
    pub fn update(&mut self, input: Input) -> Flow {
        if input == Input::Quit {
            return Flow::Leave;
        }
        match self.overlay.take() {
            Some(overlay) => self.update_overlay(overlay, input),
            None if self.entry.is_some() => {
                self.update_entry(input);
                Flow::Continue
            }
            None => self.update_board(input),
        }
    }

    fn update_overlay(&mut self, overlay: Overlay, input: Input) -> Flow {
        match overlay {
            Overlay::Question(question) => self.answer(question, input),
            Overlay::Leave => match input {
                Input::Accept | Input::Type('y' | 'Y' | 'q') => return Flow::Leave,
                Input::Step(..) | Input::Release(_) | Input::Scroll(_) => {
                    self.overlay = Some(Overlay::Leave);
                }
                _ => {}
            },
            Overlay::Help(scrolled) if matches!(input, Input::Step(..) | Input::Scroll(_)) => {
                let (Input::Step(_, lines) | Input::Scroll(lines)) = input else { return Flow::Continue };
                let most = help_lines().saturating_sub(1);
                let scrolled = (scrolled as i32 + i32::from(lines)).clamp(0, most as i32);
                self.overlay = Some(Overlay::Help(scrolled as usize));
            }
            Overlay::Log(back) => self.update_log(back, input),
            // Any other key closes these; the mouse button coming up does not.
            Overlay::Help(_) | Overlay::Result => match input {
                Input::Scroll(_) | Input::Release(_) => self.overlay = Some(overlay),
                Input::Type('q') => return self.leave(),
                Input::Type('u') | Input::Erase => self.undo(),
                Input::Type('w') => self.overlay = Some(Overlay::Log(0)),
                _ => {}
            },
        }
        Flow::Continue
    }

    fn update_log(&mut self, back: usize, input: Input) {
        let lines = match input {
            Input::Step(_, down) => down,
            Input::Scroll(lines) if lines.abs() > 1 => {
                lines.signum() * (self.screen.height.saturating_sub(4).max(1) as i16)
            }
            Input::Scroll(lines) => lines,
            Input::Release(_) => 0,
            // Any other key closes it.
            _ => return,
        };
        let most = most_scrolled(&self.table, self.screen);
        let back = (back as i64 - i64::from(lines)).clamp(0, most as i64);
        self.overlay = Some(Overlay::Log(back as usize));
    }

    fn answer(&mut self, mut question: Question, input: Input) {
        let last = question.options.len() - 1;
        let decided = match (question.kind, input) {
            (QuestionKind::Trigger, Input::Cancel) => Some(1),
            (_, Input::Cancel | Input::Erase) => {
                self.note("The move was not made.");
                return;
            }
            (_, Input::Accept) => Some(question.picked),
            (_, Input::Step(right, down)) => {
                let step = i32::from(right) + i32::from(down);
                let picked = question.picked as i32 + step.signum();
                question.picked = picked.clamp(0, last as i32) as usize;
                None
            }
            (_, Input::Next) => {
                question.picked = (question.picked + 1) % question.options.len();
                None
            }
            (_, Input::Type(key)) => {
                let key = key.to_ascii_lowercase();
                question.options.iter().position(|option| option.key == Some(key))
            }
            (_, Input::Press(point)) => option_at(&question, self.screen, point),
            _ => None,
        };
        match decided {
            Some(option) => self.decide(&question.options[option].moves.clone()),
            None => self.overlay = Some(Overlay::Question(question)),
        }
    }

    fn update_entry(&mut self, input: Input) {
        let Some(mut text) = self.entry.take() else { return };
        match input {
            Input::Cancel => return,
            Input::Accept => {
                self.enter(&text);
                return;
            }
            Input::Type(character) if text.chars().count() < 24 => text.push(character),
            Input::Erase if text.is_empty() => return,
            Input::Erase => {
                text.pop();
            }
            Input::Next => {
                if let [only] = self.completions(&text).as_slice() {
                    text.clone_from(only);
                }
            }
            Input::Press(point) => {
                self.press(point);
                return;
            }
            _ => {}
        }
        self.entry = Some(text);
    }

    /// The legal moves whose text begins with what is typed.
    pub fn completions(&self, typed: &str) -> Vec<String> {
        let texts = self.table.legal_moves().sorted_texts();
        texts.into_iter().filter(|text| text.starts_with(typed)).map(str::to_owned).collect()
    }

    /// Plays a typed move: a move text, or SAN.
    fn enter(&mut self, text: &str) {
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        let legal = self.table.legal_moves();
        // Decisions that the text leaves open are asked for, as they are on the board.
        if !text.contains('/') {
            let decisions = self.decisions_of(text);
            if decisions.len() > 1 {
                self.decide(&decisions);
                return;
            }
        }
        let found = legal.find(text);
        match found.or_else(|error| find_san(self.table.game(), legal, text).ok_or(error)) {
            Ok(index) => self.play(index),
            Err(error) => self.alert(format!("{}.", error.problem())),
        }
    }

    /// The legal moves that differ from a text only in what it leaves open: promotion and answers.
    fn decisions_of(&self, text: &str) -> Vec<usize> {
        let same = |legal: &str| {
            let before = legal.split(['/', '=']).next().unwrap_or(legal);
            let before_answers = legal.split('/').next().unwrap_or(legal);
            before == text || before_answers == text
        };
        let list = self.table.legal();
        (0..list.len()).filter(|index| same(&list[*index].text)).collect()
    }

    fn update_board(&mut self, input: Input) -> Flow {
        // The button coming up belongs to the press before it, whose message stays.
        if !matches!(input, Input::Release(_)) {
            self.message = None;
        }
        match input {
            Input::Step(right, down) => {
                if let Some(square) = self.layout().board.neighbour(self.cursor, right, down) {
                    self.cursor = square;
                }
            }
            Input::Accept if self.is_demonstration() => self.paused = !self.paused,
            Input::Accept => self.activate(self.cursor),
            Input::Cancel => {
                self.selected = None;
                self.hint = None;
            }
            Input::Erase => self.undo(),
            Input::Next => self.next_piece(),
            Input::Scroll(lines) => self.scroll(lines),
            Input::Press(point) => self.press(point),
            Input::Release(point) => self.release(point),
            Input::Help => self.overlay = Some(Overlay::Help(0)),
            Input::Quit => return Flow::Leave,
            Input::Type(character) => return self.command(character),
        }
        Flow::Continue
    }

    fn command(&mut self, character: char) -> Flow {
        match character {
            '?' => self.overlay = Some(Overlay::Help(0)),
            'w' => self.overlay = Some(Overlay::Log(0)),
            'u' => self.undo(),
            'r' => self.redo(),
            'v' => self.flipped = !self.flipped,
            't' => self.give_hint(),
            's' => {
                self.options.glyphs = match self.options.glyphs {
                    Glyphs::Ascii if self.options.palette == Palette::Plain => Glyphs::Unicode,
                    Glyphs::Ascii => Glyphs::Coloured,
                    _ => Glyphs::Ascii,
                };
            }
            'q' => return self.leave(),
            ':' => self.entry = Some(String::new()),
            // The first letter of a square or of a piece starts a typed move.
            'a'..='p' | 'A'..='Z' => self.entry = Some(character.to_string()),
            _ => {}
        }
        Flow::Continue
    }

    fn leave(&mut self) -> Flow {
        if self.table.game().result().is_some() || self.table.record().is_empty() {
            return Flow::Leave;
        }
        self.overlay = Some(Overlay::Leave);
        Flow::Continue
    }

    fn press(&mut self, point: Position) {
        if let Some(square) = self.layout().board.square_at(point) {
            self.cursor = square;
            self.activate(square);
        }
    }

    /// A piece that is dragged to a target is put down there.
    fn release(&mut self, point: Position) {
        let Some(square) = self.layout().board.square_at(point) else { return };
        let Some(selected) = self.selected else { return };
        if square != selected && self.targets().iter().any(|(aim, _)| *aim == square) {
            self.cursor = square;
            self.activate(square);
        }
    }

    /// The squares that the piece taken up can be put on, with the moves they stand for.
    pub fn targets(&self) -> Vec<(Square, usize)> {
        self.selected.map_or(Vec::new(), |square| self.table.moves_from(square))
    }

    /// Takes up the piece on a square, or puts the piece taken up down there.
    fn activate(&mut self, square: Square) {
        if self.table.game().result().is_some() {
            self.overlay = Some(Overlay::Result);
            return;
        }
        if self.options.seats[self.table.game().turn().index()] == Seat::Ai {
            self.alert("It is the program's turn.");
            return;
        }
        let candidates: Vec<usize> =
            self.targets().into_iter().filter(|(aim, _)| *aim == square).map(|(_, index)| index).collect();
        if !candidates.is_empty() {
            self.decide(&candidates);
            return;
        }
        if self.selected == Some(square) {
            self.selected = None;
            return;
        }
        let selected = self.selected.take();
        let name = self.table.variant().board.name(square);
        match self.table.game().piece_at(square) {
            Some(view) if view.owner == self.table.game().turn() => {
                if self.table.moves_from(square).is_empty() {
                    let piece = &self.table.variant().piece(view.piece).name;
                    let check = if self.table.game().in_check() { ": the check must be met" } else { "" };
                    self.alert(format!("The {piece} on {name} has no legal move{check}."));
                } else {
                    self.selected = Some(square);
                }
            }
            other => match (selected, other) {
                (Some(from), _) => self.alert(self.refusal(from, square)),
                (None, Some(view)) => self.alert(format!("The piece on {name} is {}'s.", view.owner.name())),
                (None, None) => {}
            },
        }
    }

    /// Why a piece cannot be put down on a square.
    fn refusal(&self, from: Square, to: Square) -> String {
        let attempt = Attempt { from, to, promotion: None };
        match self.table.game().why_not(attempt) {
            Some(why) => format!("Not legal: {}.", why_not(self.table.game(), attempt, &why)),
            None => "That move is not legal.".to_owned(),
        }
    }

    /// Plays one of the candidates, after asking what has to be asked.
    fn decide(&mut self, candidates: &[usize]) {
        let legal = self.table.legal_moves();
        match narrow(self.table.variant(), legal, candidates) {
            Some(Next::Play(index)) => self.play(index),
            Some(Next::Ask(question)) => self.overlay = Some(Overlay::Question(question)),
            None => {}
        }
    }

    fn play(&mut self, index: usize) {
        let Some(legal) = self.table.legal().get(index) else { return };
        self.cursor = legal.to;
        self.table.play(index);
        self.selected = None;
        self.hint = None;
        self.scrolled = 0;
        self.message = None;
        self.announce();
    }

    /// Shows the end of the game, if it has come.
    fn announce(&mut self) {
        if self.table.game().result().is_some() {
            self.overlay = Some(Overlay::Result);
        }
    }

    /// Takes back a move; against the program, its answer too.
    fn undo(&mut self) {
        if !self.table.undo() {
            self.alert("There is no move to take back.");
            return;
        }
        let one_sided = self.options.seats[0] != self.options.seats[1];
        while one_sided && self.options.seats[self.table.game().turn().index()] == Seat::Ai {
            if !self.table.undo() {
                break;
            }
        }
        self.after_travel();
    }

    fn redo(&mut self) {
        if !self.table.redo() {
            self.alert("There is no move to play again.");
            return;
        }
        let one_sided = self.options.seats[0] != self.options.seats[1];
        while one_sided && self.options.seats[self.table.game().turn().index()] == Seat::Ai {
            if !self.table.redo() {
                break;
            }
        }
        self.after_travel();
        self.announce();
    }

    fn after_travel(&mut self) {
        self.paused = self.is_demonstration();
        self.selected = None;
        self.hint = None;
        self.scrolled = 0;
        self.message = None;
    }

    /// Moves the cursor to the next own piece that can move.
    fn next_piece(&mut self) {
        let mut squares: Vec<Square> = self.table.legal().iter().map(|legal| legal.from).collect();
        squares.sort_unstable();
        let next = squares.iter().find(|square| **square > self.cursor).or(squares.first());
        if let Some(square) = next {
            self.cursor = *square;
        }
    }

    fn scroll(&mut self, lines: i16) {
        let back = self.scrolled as i32 - i32::from(lines);
        self.scrolled = back.clamp(0, self.table.record().len() as i32) as usize;
    }

    fn give_hint(&mut self) {
        let legal = self.table.legal_moves();
        match choose(legal, 10) {
            Some(index) => {
                let text = san(self.table.game(), legal, index);
                let mv = &legal.list()[index];
                let aim =
                    if mv.to == mv.from { mv.captures.first().copied().unwrap_or(mv.to) } else { mv.to };
                self.hint = Some((mv.from, aim));
                self.note(format!("Hint: {text}"));
            }
            None => self.note("There is no legal move."),
        }
    }

    fn note(&mut self, text: impl Into<String>) {
        self.message = Some(Message::Note(text.into()));
    }

    fn alert(&mut self, text: impl Into<String>) {
        self.message = Some(Message::Alert(text.into()));
    }
}

/// The player's name with what plays it, such as `White (ai)`.
pub fn player_label(options: &Options, player: Player) -> String {
    match options.seats[player.index()] {
        Seat::Human => player.name().to_owned(),
        Seat::Ai => format!("{} (ai, level {})", player.name(), options.level),
    }
}
