//! `nightrider show GAME`: the rules in words, with diagrams of the pieces' moves.

use std::io::Write;

use nightrider::engine::{Game, Rules};
use nightrider::model::{
    Blocks, Compass, Condition, PieceId, PieceType, Player, PromotionRegion, Series, Square, Variant,
};
use nightrider::notation::drawing::{Diagram, Glyphs, Side, board, reach};
use nightrider::notation::words;

use crate::failure::Failure;
use crate::moves::square;
use crate::source;
use crate::terminal::{Style, stdout_style};

/// Explain a game's rules in words, with diagrams of how the pieces move
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  nightrider show capablanca
  nightrider show my-game.chesslang --piece Amazon --at d4
  nightrider show my-piece.chessembly --piece test --facts")]
pub struct Arguments {
    /// A file, the name of a built-in game, or - for standard input
    game: String,
    /// Only this piece, by its name or letter
    #[arg(long, value_name = "P")]
    piece: Option<String>,
    /// Where the piece stands in the diagrams; the middle of the board by default
    #[arg(long, value_name = "SQ")]
    at: Option<String>,
    /// Also tell what pieces and their programs were compiled to, and how legal moves are found
    #[arg(long)]
    facts: bool,
    /// Draw with letters only
    #[arg(long)]
    ascii: bool,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<(), Failure> {
    let rules = source::load(&arguments.game)?;
    let variant = rules.variant();
    let at = arguments.at.as_deref().map(|name| square(&variant.board, name)).transpose()?;
    let glyphs = if arguments.ascii { Glyphs::Ascii } else { Glyphs::Unicode };
    let shower = Shower { rules: &rules, variant, at, glyphs, facts: arguments.facts, style: stdout_style() };
    match &arguments.piece {
        Some(name) => shower.piece(out, named(variant, name)?),
        None => shower.everything(out),
    }
}

/// The piece type that a user means.
fn named(variant: &Variant, name: &str) -> Result<PieceId, Failure> {
    let wanted = name.to_lowercase();
    let is_named =
        |piece: &PieceType| piece.name.to_lowercase() == wanted || piece.letter.to_lowercase() == wanted;
    let found = variant.pieces.iter().position(is_named);
    found.map(|index| PieceId(index as u16)).ok_or_else(|| {
        let names: Vec<&str> = variant.pieces.iter().map(|piece| piece.name.as_str()).collect();
        let shown: String = name.chars().take(40).flat_map(char::escape_debug).collect();
        Failure::Input(format!(
            "{} has no piece `{shown}`; its pieces are {}",
            variant.name,
            names.join(", ")
        ))
    })
}

struct Shower<'a> {
    rules: &'a Rules,
    variant: &'a Variant,
    at: Option<Square>,
    glyphs: Glyphs,
    facts: bool,
    style: Style,
}

type Written = Result<(), Failure>;

impl Shower<'_> {
    fn everything(&self, out: &mut dyn Write) -> Written {
        let Style { strong, plain, .. } = self.style;
        let size = &self.variant.board;
        writeln!(out, "{strong}{}{plain}", self.variant.name)?;
        writeln!(out, "\nA board of {} files and {} ranks.", size.width, size.height)?;
        write!(out, "\n{}", board(&Game::new(self.rules, 0), Side::White, self.glyphs))?;
        self.board(out)?;
        self.title(out, "Pieces")?;
        for index in 0..self.variant.pieces.len() {
            if index > 0 {
                writeln!(out)?;
            }
            self.piece(out, PieceId(index as u16))?;
        }
        self.rules(out)?;
        self.effects(out)?;
        self.triggers(out)?;
        self.ends(out)?;
        if self.facts {
            self.game_facts(out)?;
        }
        Ok(())
    }

    /// How legal moves are found, and which triggers have a say in it.
    fn game_facts(&self, out: &mut dyn Write) -> Written {
        self.title(out, "How moves are found")?;
        writeln!(out, "  {}", self.rules.judging())?;
        for doubt in self.rules.doubts() {
            writeln!(out, "  {doubt}")?;
        }
        let game = Game::new(self.rules, 0);
        let (tried, legal) = (game.moves_in_doubt().len(), game.legal_moves().len());
        writeln!(out, "  at the start {tried} moves are tried, and {legal} are legal")?;
        for fact in self.rules.game_facts() {
            writeln!(out, "  {fact}")?;
        }
        let facts = self.rules.trigger_facts();
        if !facts.is_empty() {
            self.title(out, "What triggers can do to what is legal")?;
        }
        for fact in facts {
            for line in words::trigger_fact(self.variant, &fact) {
                writeln!(out, "  {line}")?;
            }
        }
        Ok(())
    }

    fn title(&self, out: &mut dyn Write, title: &str) -> Written {
        let Style { strong, plain, .. } = self.style;
        writeln!(out, "\n{strong}{title}{plain}\n")?;
        Ok(())
    }

    fn board(&self, out: &mut dyn Write) -> Written {
        let names = |squares: &[Square]| {
            squares.iter().map(|square| self.variant.board.name(*square)).collect::<Vec<_>>().join(" ")
        };
        let board = &self.variant.board;
        if !board.holes.is_empty() {
            writeln!(out, "\nSquares that do not exist: {}", names(&board.holes))?;
        }
        if !board.zones.is_empty() {
            self.title(out, "Zones")?;
        }
        for zone in &board.zones {
            writeln!(out, "  {}: {}", zone.name, names(&zone.squares))?;
        }
        Ok(())
    }

    fn piece(&self, out: &mut dyn Write, id: PieceId) -> Written {
        let Style { strong, plain, .. } = self.style;
        let piece = self.variant.piece(id);
        let mut head = format!("{strong}{}{plain} ({})", piece.name, piece.letter);
        let traits = self.traits(piece);
        if !traits.is_empty() {
            head.push_str(&format!(": {}", traits.join(", ")));
        }
        writeln!(out, "{head}")?;
        let moves = words::moves(self.variant, piece);
        let captures = words::captures(self.variant, piece);
        let verb = if captures.is_none() { "moves and captures" } else { "moves" };
        sentences(out, verb, &moves)?;
        if let Some(captures) = captures {
            sentences(out, "captures", &captures)?;
        }
        if let Some(value) = piece.value {
            writeln!(out, "  value: {}", f64::from(value) / 100.0)?;
        }
        for default in &piece.state {
            let name = self.variant.piece_fields.get(default.field.index()).map_or("?", String::as_str);
            let value = serde_json::to_string(&default.value).unwrap_or_default();
            writeln!(out, "  state {name}: {value} at first")?;
        }
        if self.facts {
            for fact in self.rules.piece_facts(id) {
                writeln!(out, "  compiled: {}", words::piece_fact(self.variant, &fact))?;
            }
            self.chain_facts(out, id)?;
        }
        self.diagram(out, id)
    }

    /// What became of the chains of the piece's programs.
    fn chain_facts(&self, out: &mut dyn Write, id: PieceId) -> Written {
        for fact in self.rules.chain_facts(id) {
            let program =
                if fact.program > 1 { format!("program {}, ", fact.program) } else { String::new() };
            writeln!(out, "  {program}chain {}: {fact}", fact.chain)?;
        }
        Ok(())
    }

    fn traits(&self, piece: &PieceType) -> Vec<String> {
        let built_in = [
            (piece.traits.royal, "royal (its loss loses the game)"),
            (piece.traits.jump, "jumps"),
            (piece.traits.phase, "slides through pieces, never captures"),
            (piece.traits.promote, "promotes"),
            (piece.traits.immune, "cannot be captured"),
            (piece.traits.explosive, "explodes when captured"),
            (piece.traits.castle, "castles with the king"),
        ];
        let mut traits: Vec<String> =
            built_in.iter().filter(|(has, _)| *has).map(|(_, words)| (*words).to_owned()).collect();
        let custom = piece.custom_traits.iter();
        traits.extend(custom.filter_map(|id| self.variant.custom_traits.get(id.index()).cloned()));
        traits
    }

    /// The piece's moves and captures on an otherwise empty board. A piece that hops gets a second diagram with
    /// pieces to hop over.
    fn diagram(&self, out: &mut dyn Write, id: PieceId) -> Written {
        let board = &self.variant.board;
        let at = self.at.unwrap_or_else(|| middle(self.variant));
        let alone = reach(self.rules, id, at, &[], self.glyphs);
        let reaches = |diagram: &Diagram| {
            !(diagram.moves.is_empty() && diagram.captures.is_empty() && diagram.first_moves.is_empty())
        };
        if reaches(&alone) {
            writeln!(out, "\n{}\n  {}", alone.draw(board, self.glyphs), alone.legend())?;
        } else {
            writeln!(out, "  (alone on the board it reaches nothing from {})", board.name(at))?;
        }
        let over = reach(self.rules, id, at, &self.hurdles(at), self.glyphs);
        let differs = over.moves.iter().any(|square| !alone.moves.contains(square))
            || over.captures.iter().any(|square| !alone.captures.contains(square));
        if differs {
            let drawing = over.draw(board, self.glyphs);
            writeln!(out, "\n  with pieces to jump over:\n\n{drawing}\n  {}", over.legend())?;
        }
        Ok(())
    }

    /// Pieces two squares away in all directions, as far as the board goes.
    fn hurdles(&self, at: Square) -> Vec<(PieceId, Square)> {
        let board = &self.variant.board;
        let types = || (0..self.variant.pieces.len()).map(|index| PieceId(index as u16));
        let plain = types().find(|id| self.variant.piece(*id).traits.promote);
        let common = plain.or_else(|| types().find(|id| !self.variant.piece(*id).traits.royal));
        let Some(hurdle) = common else { return Vec::new() };
        let steps = Compass::ALL.map(Compass::offset);
        let squares = steps.iter().filter_map(|(dx, dy)| board.offset(at, 2 * dx, 2 * dy));
        squares.filter(|square| !board.is_hole(*square)).map(|square| (hurdle, square)).collect()
    }

    fn rules(&self, out: &mut dyn Write) -> Written {
        let rules = &self.variant.rules;
        let mut lines = Vec::new();
        let castles = self.variant.pieces.iter().any(|piece| piece.traits.castle);
        if !rules.castling.enabled && castles {
            lines.push("There is no castling.".to_owned());
        }
        if let Some([left, right]) = rules.castling.king_to.filter(|_| rules.castling.enabled) {
            let file = |file: u8| (b'a' + file) as char;
            lines.push(format!("Castling takes the king to file {} or {}.", file(left), file(right)));
        }
        if self.variant.pieces.iter().any(|piece| piece.traits.promote) {
            lines.extend(self.promotion());
            if rules.en_passant.enabled {
                lines.push("Double steps can be taken en passant.".to_owned());
            }
        }
        let check = &rules.check;
        lines.push(if check.must_escape {
            "Royal pieces may not be left in check.".to_owned()
        } else {
            "Royal pieces may be left in check and captured.".to_owned()
        });
        if check.cannot_give {
            lines.push("Moves that give check are illegal.".to_owned());
        }
        if check.touching_royals_shield {
            lines.push("Royal pieces that stand side by side cannot be attacked.".to_owned());
        }
        if rules.capture.mandatory {
            lines.push("A player who can capture must.".to_owned());
        }
        if rules.turn.moves != Series::ONE {
            lines.push(match rules.turn.moves {
                Series::Progressive => "Each turn has one move more than the one before.".to_owned(),
                Series::Fixed { white, black } => {
                    format!("A turn has {white} moves for White and {black} for Black.")
                }
            });
        }
        self.title(out, "Rules")?;
        for line in lines {
            writeln!(out, "  {line}")?;
        }
        Ok(())
    }

    fn promotion(&self) -> Vec<String> {
        let promotion = &self.variant.rules.promotion;
        let one = |player: Player| {
            let names: Vec<String> =
                promotion.pieces[player].iter().map(|id| self.variant.piece(*id).name.clone()).collect();
            let place = match promotion.region[player] {
                PromotionRegion::Rank(rank) => format!("on rank {rank} of its own side"),
                PromotionRegion::Zone(zone) => format!("in zone {}", self.variant.board.zone(zone).name),
            };
            if names.is_empty() {
                "to nothing".to_owned()
            } else {
                format!("{place} to {}", names.join(", "))
            }
        };
        let may = if promotion.optional { "may be made" } else { "happens" };
        let (white, black) = (one(Player::White), one(Player::Black));
        let mut lines = if white == black {
            vec![format!("Promotion {may} {white}.")]
        } else {
            vec![format!("White's promotion {may} {white}."), format!("Black's promotion {may} {black}.")]
        };
        if promotion.only_lost {
            lines.push("Only pieces that were lost can be promoted to.".to_owned());
        }
        lines
    }

    fn effects(&self, out: &mut dyn Write) -> Written {
        if self.variant.effects.is_empty() {
            return Ok(());
        }
        self.title(out, "Effects")?;
        for effect in &self.variant.effects {
            let blocks = match effect.blocks {
                Blocks::None => "blocks nobody",
                Blocks::Enemy => "blocks the enemies of whoever laid it",
                Blocks::Friend => "blocks the friends of whoever laid it",
                Blocks::All => "blocks everybody",
            };
            let lasts = match effect.duration {
                None => String::new(),
                Some(1) => ", lasts for 1 turn".to_owned(),
                Some(turns) => format!(", lasts for {turns} turns"),
            };
            writeln!(out, "  {}: {blocks}{lasts}", effect.name)?;
        }
        Ok(())
    }

    fn triggers(&self, out: &mut dyn Write) -> Written {
        if !self.variant.triggers.is_empty() {
            self.title(out, "Triggers")?;
        }
        for trigger in &self.variant.triggers {
            let words = words::trigger(self.variant, trigger);
            let each = words.each.map_or(String::new(), |each| format!(", for each of {each}"));
            let when = words.when.map_or(String::new(), |when| format!(", when {when}"));
            let optional = if trigger.optional { ", if the player wants it" } else { "" };
            writeln!(out, "  {}: at {}{each}{when}{optional}", trigger.name, trigger.event.name())?;
            if let Some(description) = &trigger.description {
                writeln!(out, "    \"{description}\"")?;
            }
            for line in words.does {
                writeln!(out, "    {line}")?;
            }
        }
        if !self.variant.scripts.is_empty() {
            writeln!(out, "\n  The game has a script, which may change anything.")?;
        }
        Ok(())
    }

    fn ends(&self, out: &mut dyn Write) -> Written {
        for (title, conditions) in [("Victory", &self.variant.victory), ("Draw", &self.variant.draw)] {
            if conditions.is_empty() {
                continue;
            }
            self.title(out, title)?;
            for condition in conditions {
                writeln!(out, "  {}", self.end(condition))?;
            }
        }
        if self.variant.pieces.iter().any(|piece| piece.traits.royal) {
            writeln!(out, "\nA player who loses a royal piece has lost.")?;
        }
        Ok(())
    }

    fn end(&self, condition: &Condition) -> String {
        let text = words::end(self.variant, condition);
        let for_whom = condition.only_for.map_or(String::new(), |player| format!(" (for {})", player.name()));
        format!("{}: {text}{for_whom}", condition.name)
    }
}

/// `verb: sentence`, one line for each alternative.
fn sentences(out: &mut dyn Write, verb: &str, sentences: &[String]) -> Written {
    match sentences {
        [] => writeln!(out, "  never {verb}")?,
        [one] => writeln!(out, "  {verb}: {one}")?,
        several => {
            writeln!(out, "  {verb}:")?;
            for sentence in several {
                writeln!(out, "  - {sentence}")?;
            }
        }
    }
    Ok(())
}

/// The square nearest to the middle of the board that exists, a little to White's side and the left.
fn middle(variant: &Variant) -> Square {
    let board = &variant.board;
    let (file, rank) = (i32::from(board.width - 1) / 2, i32::from(board.height - 1) / 2);
    let exists = board.squares().filter(|square| !board.is_hole(*square));
    let far = |square: &Square| {
        let dx = i32::from(board.file(*square)) - file;
        let dy = i32::from(board.rank(*square)) - rank;
        dx * dx + dy * dy
    };
    exists.min_by_key(far).unwrap_or(Square(0))
}
