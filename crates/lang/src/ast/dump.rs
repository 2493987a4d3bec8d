//! The syntax tree as text: one line per member or action, expressions in prefix form, no spans.
//!
//! For tests and for people who want to see how a text was read. Two texts with the same dump mean the same.

use std::fmt::Write as _;

use super::{
    Action, ActionKind, AtomKind, Block, BlockRule, BoardMember, CaptureRule, EffectMember, EndMember, Expr,
    ExprKind, File, Item, Leg, Literal, Name, NamedCondition, Pattern, PieceMember, PieceSet, Place,
    Placement, Region, RemoveEntry, ReplaceEntry, Rule, RuleValue, SetupMember, Side, SquareItem, Target,
    TriggerMember, VisualArg, Which,
};
use crate::span::Spanned;

/// The whole file as text.
pub fn dump(file: &File) -> String {
    let mut out = Dump { text: String::new(), depth: 0 };
    for item in &file.items {
        out.item(item);
    }
    out.text
}

struct Dump {
    text: String,
    depth: usize,
}

impl Dump {
    fn line(&mut self, text: impl AsRef<str>) {
        let _ = writeln!(self.text, "{}{}", "  ".repeat(self.depth), text.as_ref());
    }

    fn inside(&mut self, head: impl AsRef<str>, body: impl FnOnce(&mut Self)) {
        self.line(head);
        self.depth += 1;
        body(self);
        self.depth -= 1;
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Game(name) => self.line(format!("game {:?}", name.value)),
            Item::Extends(extends) => self.line(match &extends.base {
                Some(base) => format!("extends {:?}", base.value),
                None => "extends none".to_string(),
            }),
            Item::Import(import) => self.line(format!("import {:?}", import.path.value)),
            Item::Board(board) => {
                self.inside("board", |d| board.members.iter().for_each(|m| d.board_member(m)))
            }
            Item::Setup(setup) => {
                self.inside("setup", |d| setup.members.iter().for_each(|m| d.setup_member(m)))
            }
            Item::Ends(ends) => {
                self.inside(ends.kind.word(), |d| ends.members.iter().for_each(|m| d.end_member(m)))
            }
            Item::Rules(rules) => {
                self.inside("rules", |d| rules.entries.iter().for_each(|rule| d.rule(rule)))
            }
            Item::Piece(piece) => self.inside(format!("piece {}", piece.name.text), |d| {
                piece.members.iter().for_each(|m| d.piece_member(m));
            }),
            Item::Effect(effect) => self.inside(format!("effect {}", effect.name.text), |d| {
                effect.members.iter().for_each(|m| d.effect_member(m));
            }),
            Item::Trigger(trigger) => self.inside(format!("trigger {}", trigger.name.text), |d| {
                trigger.members.iter().for_each(|m| d.trigger_member(m));
            }),
            Item::Pattern(def) => self.line(format!("pattern {} = {}", def.name.text, pattern(&def.pattern))),
            Item::Action(def) => {
                self.inside(format!("action {}({})", def.name.text, names(&def.params)), |d| {
                    d.block(&def.body)
                });
            }
            Item::Script(script) => self.line(format!("script {:?}", script.body.text)),
        }
    }

    fn board_member(&mut self, member: &BoardMember) {
        match member {
            BoardMember::Size(size) => self.line(format!("size {}x{}", size.files.value, size.ranks.value)),
            BoardMember::Zones(zones) => {
                for zone in zones {
                    self.line(format!("zone {} {}", zone.name.text, squares(&zone.squares)));
                }
            }
            BoardMember::Holes(holes) => self.line(format!("holes {}", squares(holes))),
        }
    }

    fn setup_member(&mut self, member: &SetupMember) {
        match member {
            SetupMember::Whole { side, placements, .. } => {
                self.inside(format!("whole {}", color(*side)), |d| d.placements(placements));
            }
            SetupMember::Add(placements) => self.inside("add", |d| d.placements(placements)),
            SetupMember::Replace(entries) => self.inside("replace", |d| {
                for entry in entries {
                    match entry {
                        ReplaceEntry::Type { side, from, to, .. } => {
                            let side = side.map_or(String::new(), |side| format!("{} ", color(side)));
                            d.line(format!("{side}{} -> {}", from.text, to.text));
                        }
                        ReplaceEntry::Squares(placement) => d.placements(std::slice::from_ref(placement)),
                    }
                }
            }),
            SetupMember::Remove(entries) => self.inside("remove", |d| {
                for entry in entries {
                    match entry {
                        RemoveEntry::Squares(item) => d.line(square(item)),
                        RemoveEntry::Pieces { side, piece, .. } => {
                            let side = side.map_or(String::new(), |side| format!("{} ", color(side)));
                            d.line(format!("{side}{}", piece.text));
                        }
                    }
                }
            }),
            SetupMember::Shuffle(shuffle) => self.inside("shuffle", |d| {
                if let Some(number) = shuffle.number {
                    d.line(format!("number {}", number.value));
                }
                for line in &shuffle.lines {
                    d.line(format!("{} on {}", names(&line.pieces), squares(&line.squares)));
                }
            }),
        }
    }

    fn placements(&mut self, placements: &[Placement]) {
        for placement in placements {
            self.line(format!(
                "{} {} {}",
                color(placement.side),
                placement.piece.text,
                squares(&placement.squares)
            ));
        }
    }

    fn end_member(&mut self, member: &EndMember) {
        match member {
            EndMember::Add(conditions) => conditions.iter().for_each(|c| self.condition("add", c)),
            EndMember::Replace(conditions) => conditions.iter().for_each(|c| self.condition("replace", c)),
            EndMember::Remove(list) => self.line(format!("remove {}", names(list))),
        }
    }

    fn condition(&mut self, word: &str, condition: &NamedCondition) {
        let name = condition.name.as_ref().map_or("_", |name| name.text.as_str());
        let only = condition.only_for.map_or(String::new(), |side| format!(" for {}", color(side)));
        self.line(format!("{word} {name}: {}{only}", expr(&condition.condition)));
    }

    fn rule(&mut self, rule: &Rule) {
        match &rule.value.node {
            RuleValue::Block(entries) => {
                self.inside(&rule.key.text, |d| entries.iter().for_each(|entry| d.rule(entry)));
            }
            value => self.line(format!("{} = {}", rule.key.text, rule_value(value))),
        }
    }

    fn piece_member(&mut self, member: &PieceMember) {
        self.line(match member {
            PieceMember::Move(moves) => format!("move {}", pattern(moves)),
            PieceMember::Capture(CaptureRule::Pattern(captures)) => format!("capture {}", pattern(captures)),
            PieceMember::Capture(CaptureRule::SameAsMove(_)) => "capture = move".to_string(),
            PieceMember::Capture(CaptureRule::None(_)) => "capture none".to_string(),
            PieceMember::Traits(list) => format!("traits {}", names(&list.node)),
            PieceMember::State(fields) => {
                let shown: Vec<String> = fields
                    .node
                    .iter()
                    .map(|field| format!("{} = {}", field.name.text, literal(&field.value.node)))
                    .collect();
                format!("state {}", shown.join(", "))
            }
            PieceMember::Value(value) => format!("value {}", value.value),
            PieceMember::Symbol(symbol) => format!("symbol {:?}", symbol.value),
        });
    }

    fn effect_member(&mut self, member: &EffectMember) {
        self.line(match member {
            EffectMember::Blocks(rule) => {
                let word = match rule.node {
                    BlockRule::None => "none",
                    BlockRule::Enemy => "enemy",
                    BlockRule::Friend => "friend",
                    BlockRule::All => "all",
                };
                format!("blocks {word}")
            }
            EffectMember::Visual(visual) => {
                let args = visual.args.iter().map(|arg| match &arg.node {
                    VisualArg::Word(word) => format!(" {word:?}"),
                    VisualArg::Number(number) => format!(" {number}"),
                });
                format!("visual {:?}{}", visual.name, args.collect::<String>())
            }
            EffectMember::Duration(turns) => format!("duration {}", turns.value),
        });
    }

    fn trigger_member(&mut self, member: &TriggerMember) {
        match member {
            TriggerMember::On(event) => {
                self.line(format!("on {}", event.node.map_or("?", super::Event::word)));
            }
            TriggerMember::When(condition) => self.line(format!("when {}", expr(condition))),
            TriggerMember::Optional(optional) => self.line(format!("optional {}", optional.node)),
            TriggerMember::Description(text) => self.line(format!("description {:?}", text.value)),
            TriggerMember::Do(block) => self.inside("do", |d| d.block(block)),
        }
    }

    fn block(&mut self, block: &Block) {
        block.actions.iter().for_each(|action| self.action(action));
    }

    fn action(&mut self, action: &Action) {
        match &action.kind {
            ActionKind::If { condition, then, otherwise } => {
                self.inside(format!("if {}", expr(condition)), |d| d.block(then));
                if let Some(otherwise) = otherwise {
                    self.inside("else", |d| d.block(otherwise));
                }
            }
            ActionKind::For { variable, over, body } => {
                self.inside(format!("for {} in {}", variable.text, target(over)), |d| d.block(body));
            }
            kind => self.line(simple_action(kind)),
        }
    }
}

fn simple_action(kind: &ActionKind) -> String {
    match kind {
        ActionKind::Set { place, op, value } => {
            format!("set {} {} {}", expr(place), op.node.sign(), expr(value))
        }
        ActionKind::Create { piece, at, owner } => {
            let owner = owner.as_ref().map_or(String::new(), |owner| format!(" for {}", expr(owner)));
            format!("create {} at {}{owner}", expr(piece), expr(at))
        }
        ActionKind::Remove(what) => format!("remove {}", target(what)),
        ActionKind::Transform { piece, into } => format!("transform {} to {}", expr(piece), expr(into)),
        ActionKind::Move { piece, to } => format!("move {} to {}", expr(piece), expr(to)),
        ActionKind::Mark { target: what, effect } => format!("mark {} with {}", target(what), effect.text),
        ActionKind::Unmark { target: what, effect } => {
            let effect = effect.as_ref().map_or(String::new(), |effect| format!(" with {}", effect.text));
            format!("unmark {}{effect}", target(what))
        }
        ActionKind::Win(player) => format!("win {}", expr(player)),
        ActionKind::Lose(player) => format!("lose {}", expr(player)),
        ActionKind::Draw { reason } => {
            let reason = reason.as_ref().map_or(String::new(), |reason| format!(" {:?}", reason.value));
            format!("draw{reason}")
        }
        ActionKind::Cancel => "cancel".to_string(),
        ActionKind::Let { name, value } => format!("let {} = {}", name.text, expr(value)),
        ActionKind::Call { function, args } => format!("call {}({})", function.text, exprs(args, ", ")),
        ActionKind::If { .. } | ActionKind::For { .. } => String::new(),
        ActionKind::Error => "error".to_string(),
    }
}

/// A pattern in prefix form: `(| a b where c)` for every arm.
pub fn pattern(pattern: &Pattern) -> String {
    let arms = pattern.arms.iter().map(|arm| {
        let alternatives: Vec<String> = arm
            .alternatives
            .iter()
            .map(|sequence| {
                let legs: Vec<String> = sequence.legs.iter().map(leg).collect();
                if let [only] = legs.as_slice() { only.clone() } else { format!("(+ {})", legs.join(" ")) }
            })
            .collect();
        let guard = arm.guard.as_ref().map_or(String::new(), |guard| format!(" where {}", expr(guard)));
        match alternatives.as_slice() {
            [only] if guard.is_empty() => only.clone(),
            list => format!("(| {}{guard})", list.join(" ")),
        }
    });
    arms.collect::<Vec<String>>().join(" / ")
}

fn leg(leg: &Leg) -> String {
    let ways = |word: &str, direction: &Spanned<Option<super::Direction>>, number: Option<super::Int>| {
        let number = number.map_or(String::new(), |number| format!(" {}", number.value));
        format!("({word} {}{number})", direction.node.map_or("?", super::Direction::word))
    };
    let atom = match &leg.atom.kind {
        AtomKind::Step { direction, distance } => ways("step", direction, *distance),
        AtomKind::Slide { direction, max } => ways("slide", direction, *max),
        AtomKind::Hop { direction, max } => ways("hop", direction, *max),
        AtomKind::Leap { a, b } => format!("(leap {} {})", a.value, b.value),
        AtomKind::Castle => "castle".to_string(),
        AtomKind::Promote => "promote".to_string(),
        AtomKind::Anywhere => "anywhere".to_string(),
        AtomKind::Named(name) => format!("'{}", name.text),
        AtomKind::OfPiece { piece, which: Which::Move } => format!("'{}.move", piece.text),
        AtomKind::OfPiece { piece, which: Which::Capture } => format!("'{}.capture", piece.text),
        AtomKind::Chessembly(program) => format!("(chessembly {:?})", program.text),
        AtomKind::Group(inner) => format!("[{}]", pattern(inner)),
        AtomKind::Error => "error".to_string(),
    };
    leg.times.map_or(atom.clone(), |times| format!("(* {atom} {})", times.value))
}

/// An expression in prefix form.
pub fn expr(e: &Expr) -> String {
    let about = |word: &str, negated: bool, subject: &Option<Box<Expr>>, of: String| {
        let word = if negated { format!("not-{word}") } else { word.to_string() };
        let subject = subject.as_ref().map_or("_".to_string(), |subject| expr(subject));
        format!("({word} {subject} {of})")
    };
    match &e.kind {
        ExprKind::Int(n) => n.to_string(),
        ExprKind::Text(text) => format!("{text:?}"),
        ExprKind::Bool(b) => b.to_string(),
        ExprKind::Null => "null".to_string(),
        ExprKind::Name(word) => word.clone(),
        ExprKind::Field { of, field } => format!("{}.{}", expr(of), field.text),
        ExprKind::Call { function, args } => format!("{}({})", function.text, exprs(args, ", ")),
        ExprKind::Method { of, method, args } => {
            format!("{}.{}({})", expr(of), method.text, exprs(args, ", "))
        }
        ExprKind::Array(list) => format!("[{}]", exprs(list, ", ")),
        ExprKind::Object(fields) => {
            let fields: Vec<String> =
                fields.iter().map(|(name, value)| format!("{}: {}", name.text, expr(value))).collect();
            format!("{{{}}}", fields.join(", "))
        }
        ExprKind::Paren(inner) => format!("(paren {})", expr(inner)),
        ExprKind::Negate(inner) => format!("(neg {})", expr(inner)),
        ExprKind::Binary { op, left, right } => {
            format!("({} {} {})", op.node.sign(), expr(left), expr(right))
        }
        ExprKind::Compare { op, left, right } => {
            format!("({} {} {})", op.node.sign(), expr(left), expr(right))
        }
        ExprKind::Not(inner) => format!("(not {})", expr(inner)),
        ExprKind::And(list) => format!("(and {})", exprs(list, " ")),
        ExprKind::Or(list) => format!("(or {})", exprs(list, " ")),
        ExprKind::In { subject, negated, place } => {
            let place = match place {
                Place::Zone(zone) => format!("zone.{}", zone.text),
                Place::Value(value) => expr(value),
            };
            about("in", *negated, subject, place)
        }
        ExprKind::OnRank { subject, negated, own, rank } => {
            about(if *own { "on-own-rank" } else { "on-rank" }, *negated, subject, expr(rank))
        }
        ExprKind::OnFile { subject, negated, file } => about("on-file", *negated, subject, expr(file)),
        ExprKind::Has { subject, what } => format!("(has {} {})", expr(subject), what.text),
        ExprKind::AdjacentTo { subject, negated, to } => about("adjacent", *negated, subject, expr(to)),
        ExprKind::Captured(of) => format!("(captured {})", expr(of)),
        ExprKind::Count(set) => format!("(count {})", piece_set(set)),
        ExprKind::Exists(set) => format!("(exists {})", piece_set(set)),
        ExprKind::Any(set) => format!("(any {})", piece_set(set)),
        ExprKind::All(set) => format!("(all {})", piece_set(set)),
        ExprKind::Pieces(set) => format!("(set {})", piece_set(set)),
        ExprKind::RandomEmptySquare { adjacent_to } => match adjacent_to {
            Some(to) => format!("(random-empty {})", expr(to)),
            None => "(random-empty)".to_string(),
        },
        ExprKind::EmptyAdjacent { to } => format!("(empty-adjacent {})", expr(to)),
        ExprKind::Rank(rank) => format!("(rank {})", rank.value),
        ExprKind::File(file) => format!("(file {})", file.text),
        ExprKind::Error => "error".to_string(),
    }
}

fn exprs(list: &[Expr], between: &str) -> String {
    list.iter().map(expr).collect::<Vec<String>>().join(between)
}

fn piece_set(set: &PieceSet) -> String {
    let mut out = set.owner.as_ref().map_or(String::new(), |owner| format!("{}.", owner.text));
    out.push_str(&set.kind.text);
    for region in &set.regions {
        out.push_str(&match region {
            Region::Radius { radius, from } => format!(" radius {} from {}", expr(radius), expr(from)),
            Region::Line { direction, from } => {
                format!(" line {} from {}", direction.node.map_or("?", super::Direction::word), expr(from))
            }
            Region::Zone(zone) => format!(" zone.{}", zone.text),
            Region::AdjacentTo(to) => format!(" adjacent {}", expr(to)),
        });
    }
    if let Some(filter) = &set.filter {
        let _ = write!(out, " where {}", expr(filter));
    }
    out
}

fn target(target: &Target) -> String {
    match target {
        Target::One(one) => expr(one),
        Target::Set(set) => format!("(set {})", piece_set(set)),
    }
}

fn rule_value(value: &RuleValue) -> String {
    match value {
        RuleValue::Bool(b) => b.to_string(),
        RuleValue::Int(n) => n.to_string(),
        RuleValue::Text(text) => format!("{text:?}"),
        RuleValue::Word(word) => word.clone(),
        RuleValue::List(list) => {
            let list: Vec<String> = list.iter().map(|value| rule_value(&value.node)).collect();
            format!("[{}]", list.join(", "))
        }
        RuleValue::Block(_) => "{...}".to_string(),
        RuleValue::Error => "error".to_string(),
    }
}

fn literal(literal: &Literal) -> String {
    match literal {
        Literal::Int(n) => n.to_string(),
        Literal::Bool(b) => b.to_string(),
        Literal::Text(text) => format!("{text:?}"),
        Literal::Null => "null".to_string(),
    }
}

fn names(list: &[Name]) -> String {
    list.iter().map(|name| name.text.as_str()).collect::<Vec<&str>>().join(", ")
}

fn squares(list: &[SquareItem]) -> String {
    format!("[{}]", list.iter().map(square).collect::<Vec<String>>().join(" "))
}

fn square(item: &SquareItem) -> String {
    let to = item.to.as_ref().map_or(String::new(), |to| format!("-{}", to.text));
    format!("{}{to}", item.from.text)
}

fn color(side: Side) -> &'static str {
    if side.white { "White" } else { "Black" }
}
