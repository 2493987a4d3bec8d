//! Constant conditions: which can never hold, and which always do, whatever the position.
//!
//! A condition is taken apart into alternatives of atoms that all must hold; an alternative is impossible when
//! its atoms contradict each other or what is known of counters, distances and piece types. Conditions with
//! more alternatives than [`MOST_TERMS`] are taken to be possible.

use nightrider_model::{
    BinaryOp, Builtin, EventVar, Expr, FieldId, Occupancy, PieceId, Quantifier, UnaryOp, Value,
};

/// What the place of a condition says about the game.
pub(crate) struct Facts<'f> {
    /// The board's longer side less one: no distance is greater.
    pub farthest: i64,
    /// Number of squares.
    pub squares: i64,
    /// Files and ranks.
    pub size: (i64, i64),
    /// The types the mover can have here; `None` means any.
    pub movers: Option<Vec<PieceId>>,
    /// The types a captured piece can have here; `None` means any.
    pub captured: Option<Vec<PieceId>>,
    /// How far a piece of each type can go in one move, by type.
    pub reach: &'f [i64],
    /// Whether the target can be empty.
    pub empty_target: bool,
    /// The constant value of a state field of the mover, if nothing in the game ever sets it.
    pub constant_state: &'f dyn Fn(FieldId) -> Option<Value>,
    /// Whether there is ever a piece of a type.
    pub present: &'f dyn Fn(PieceId) -> bool,
    /// Whether there is ever a royal piece.
    pub royals: bool,
}

/// Conditions that fall into more alternatives are not looked into.
const MOST_TERMS: usize = 64;

/// Whether the condition can never hold.
pub(crate) fn never(condition: &Expr, facts: &Facts<'_>) -> bool {
    terms(condition, true).is_some_and(|terms| terms.iter().all(|term| impossible(term, facts)))
}

/// Whether the condition always holds.
pub(crate) fn always(condition: &Expr, facts: &Facts<'_>) -> bool {
    terms(condition, false).is_some_and(|terms| terms.iter().all(|term| impossible(term, facts)))
}

/// An atom with the truth value it must have.
type Literal<'e> = (&'e Expr, bool);

/// The alternatives under which a condition has a truth value; `None` if there are too many.
fn terms(expr: &Expr, holds: bool) -> Option<Vec<Vec<Literal<'_>>>> {
    match expr {
        Expr::Unary(UnaryOp::Not, inner) => terms(inner, !holds),
        Expr::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right) => {
            let (left, right) = (terms(left, holds)?, terms(right, holds)?);
            if (*op == BinaryOp::And) != holds {
                let all: Vec<_> = left.into_iter().chain(right).collect();
                return (all.len() <= MOST_TERMS).then_some(all);
            }
            if left.len() * right.len() > MOST_TERMS {
                return None;
            }
            let mut all = Vec::new();
            for a in &left {
                all.extend(right.iter().map(|b| a.iter().chain(b).copied().collect()));
            }
            Some(all)
        }
        atom => Some(vec![vec![(atom, holds)]]),
    }
}

/// Whether atoms contradict each other.
fn impossible(term: &[Literal<'_>], facts: &Facts<'_>) -> bool {
    let mut known = Known { movers: facts.movers.clone(), ..Known::default() };
    // Types first, those that are named before those that are ruled out: how far the mover can go depends
    // on them.
    let mut types = term.iter().chain(term);
    types.any(|literal| !known.types(*literal, facts))
        || term.iter().any(|literal| !known.admits(*literal, facts))
}

/// What the atoms of an alternative say so far.
#[derive(Default)]
struct Known<'e> {
    movers: Option<Vec<PieceId>>,
    types: Vec<(&'e Expr, Vec<PieceId>)>,
    numbers: Vec<(&'e Expr, Range)>,
    truths: Vec<Literal<'e>>,
    values: Vec<(&'e Expr, &'e Expr)>,
    /// Whether the target can be empty, hold a friend, hold an enemy.
    target: Option<[bool; 3]>,
}

/// The numbers something can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Range {
    least: i64,
    most: i64,
}

const ANY: Range = Range { least: i64::MIN, most: i64::MAX };

impl<'e> Known<'e> {
    /// Takes in an atom about a type; `false` if no type is left.
    fn types(&mut self, (atom, holds): Literal<'e>, facts: &Facts<'_>) -> bool {
        let Expr::Binary(op @ (BinaryOp::Equal | BinaryOp::NotEqual), left, right) = atom else {
            return true;
        };
        let (of, piece) = match (&**left, &**right) {
            (Expr::TypeOf(of), Expr::Type(piece)) | (Expr::Type(piece), Expr::TypeOf(of)) => (&**of, *piece),
            _ => return true,
        };
        let is = (*op == BinaryOp::Equal) == holds;
        let fits = |types: &mut Vec<PieceId>| {
            types.retain(|other| (*other == piece) == is);
            !types.is_empty()
        };
        match of {
            Expr::Event(EventVar::Piece) => match &mut self.movers {
                Some(movers) => fits(movers),
                None if is => {
                    self.movers = Some(vec![piece]);
                    true
                }
                None => true,
            },
            _ => {
                if let Some((_, types)) = self.types.iter_mut().find(|(known, _)| *known == of) {
                    return fits(types);
                }
                let mut types = match of {
                    Expr::Event(EventVar::Captured) => facts.captured.clone(),
                    _ => None,
                };
                match &mut types {
                    Some(types) => {
                        if !fits(types) {
                            return false;
                        }
                    }
                    None if is => types = Some(vec![piece]),
                    None => return true,
                }
                self.types.extend(types.map(|types| (of, types)));
                true
            }
        }
    }

    /// Takes in an atom; `false` if it cannot hold with what is known.
    fn admits(&mut self, (atom, holds): Literal<'e>, facts: &Facts<'_>) -> bool {
        match atom {
            Expr::Bool(value) => *value == holds,
            Expr::Target(occupancy) => self.target(*occupancy, holds, facts),
            Expr::OnRank(_, rank) | Expr::OnFile(_, rank) | Expr::OnOwnRank(_, rank, _) => {
                let most = if matches!(atom, Expr::OnFile(..)) { facts.size.0 } else { facts.size.1 };
                match **rank {
                    Expr::Int(rank) if !(1..=most).contains(&rank) => !holds,
                    _ => self.truth(atom, holds),
                }
            }
            Expr::Captured(_, piece) if !(facts.present)(*piece) => !holds,
            Expr::Checkmated(_) | Expr::InCheck(_) if !facts.royals => !holds,
            Expr::PieceState(of, field) if **of == Expr::Event(EventVar::Piece) => {
                match (facts.constant_state)(*field) {
                    Some(Value::Bool(value)) => value == holds,
                    _ => self.truth(atom, holds),
                }
            }
            Expr::Binary(op, left, right) => self.compare(*op, left, right, holds, facts),
            _ => self.truth(atom, holds),
        }
    }

    fn truth(&mut self, atom: &'e Expr, holds: bool) -> bool {
        // What a random square or a script yields differs from one asking to the next.
        if self.truths.iter().any(|(known, value)| *known == atom && *value != holds) {
            return varies(atom);
        }
        self.truths.push((atom, holds));
        true
    }

    fn target(&mut self, occupancy: Occupancy, holds: bool, facts: &Facts<'_>) -> bool {
        let target = self.target.get_or_insert([facts.empty_target, true, true]);
        let of = match occupancy {
            Occupancy::Empty => [true, false, false],
            Occupancy::Friend => [false, true, false],
            Occupancy::Enemy => [false, false, true],
            Occupancy::Occupied => [false, true, true],
        };
        for (can, of) in target.iter_mut().zip(of) {
            *can &= of == holds;
        }
        target.contains(&true)
    }

    fn compare(
        &mut self,
        op: BinaryOp,
        left: &'e Expr,
        right: &'e Expr,
        holds: bool,
        facts: &Facts<'_>,
    ) -> bool {
        let Some(op) = with_truth(op, holds) else { return true };
        if varies(left) || varies(right) {
            return true;
        }
        let (mut a, mut b) = (self.range(left, facts), self.range(right, facts));
        // What is said to be a number is one; what is said not to be may be anything else.
        if holds {
            a = a.or((b.is_some() && is_open(left)).then_some(ANY));
            b = b.or((a.is_some() && is_open(right)).then_some(ANY));
        }
        if let (Some(a), Some(b)) = (a, b) {
            if !can_hold(op, a, b) {
                return false;
            }
            // What is compared with a constant is narrowed to what passes.
            if b.least == b.most {
                return self.narrow(left, a, op, b.least);
            }
            if a.least == a.most {
                return self.narrow(right, b, turned(op), a.least);
            }
            return true;
        }
        let (of, constant) = match (is_constant(left), is_constant(right)) {
            (true, true) => return (left == right) == (op == BinaryOp::Equal),
            (false, true) => (left, right),
            (true, false) => (right, left),
            (false, false) => return true,
        };
        if op != BinaryOp::Equal {
            return !self.values.iter().any(|(known, value)| *known == of && *value == constant);
        }
        if self.values.iter().any(|(known, value)| *known == of && *value != constant) {
            return false;
        }
        self.values.push((of, constant));
        true
    }

    fn narrow(&mut self, of: &'e Expr, range: Range, op: BinaryOp, value: i64) -> bool {
        let mut range =
            self.numbers.iter().find(|(known, _)| *known == of).map_or(range, |(_, range)| *range);
        match op {
            BinaryOp::Equal => {
                range.least = range.least.max(value);
                range.most = range.most.min(value);
            }
            BinaryOp::Less => range.most = range.most.min(value.saturating_sub(1)),
            BinaryOp::LessEqual => range.most = range.most.min(value),
            BinaryOp::Greater => range.least = range.least.max(value.saturating_add(1)),
            BinaryOp::GreaterEqual => range.least = range.least.max(value),
            _ => {}
        }
        match self.numbers.iter_mut().find(|(known, _)| *known == of) {
            Some((_, known)) => *known = range,
            None => self.numbers.push((of, range)),
        }
        range.least <= range.most
    }

    /// The numbers an expression can yield, `None` if it need not be a number.
    fn range(&self, expr: &Expr, facts: &Facts<'_>) -> Option<Range> {
        let from = |least| Some(Range { least, most: i64::MAX });
        Some(match expr {
            Expr::Int(value) => Range { least: *value, most: *value },
            Expr::Counter(..) | Expr::HalfmoveClock | Expr::ValueOf(_) => return from(0),
            Expr::PositionCount | Expr::Event(EventVar::TurnNumber) => return from(1),
            Expr::Quantified(Quantifier::Count, _) => Range { least: 0, most: facts.squares },
            Expr::RankOf(_) => Range { least: 0, most: facts.size.1 - 1 },
            Expr::FileOf(_) => Range { least: 0, most: facts.size.0 - 1 },
            Expr::Event(EventVar::Distance) => Range { least: 0, most: self.reach(facts) },
            Expr::Call(Builtin::Distance, args) => match args[..] {
                [Expr::Event(EventVar::Origin), Expr::Event(EventVar::Target)]
                | [Expr::Event(EventVar::Target), Expr::Event(EventVar::Origin)] => {
                    Range { least: 0, most: self.reach(facts) }
                }
                _ => Range { least: 0, most: facts.farthest },
            },
            Expr::Call(Builtin::Abs, _) => return from(0),
            Expr::Unary(UnaryOp::Negate, inner) => {
                let range = self.range(inner, facts)?;
                Range { least: range.most.saturating_neg(), most: range.least.saturating_neg() }
            }
            Expr::Binary(op, left, right) => {
                let (a, b) = (self.range(left, facts)?, self.range(right, facts)?);
                match op {
                    BinaryOp::Add => {
                        Range { least: a.least.saturating_add(b.least), most: a.most.saturating_add(b.most) }
                    }
                    BinaryOp::Subtract => {
                        Range { least: a.least.saturating_sub(b.most), most: a.most.saturating_sub(b.least) }
                    }
                    BinaryOp::Multiply if a.least >= 0 && b.least >= 0 => {
                        Range { least: a.least.saturating_mul(b.least), most: a.most.saturating_mul(b.most) }
                    }
                    BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::Remainder => ANY,
                    _ => return None,
                }
            }
            Expr::PieceState(of, field) if **of == Expr::Event(EventVar::Piece) => {
                match (facts.constant_state)(*field) {
                    Some(Value::Int(value)) => Range { least: value, most: value },
                    _ => return None,
                }
            }
            _ => return None,
        })
    }

    /// How far the mover can go.
    fn reach(&self, facts: &Facts<'_>) -> i64 {
        match &self.movers {
            None => facts.farthest,
            Some(movers) => {
                let reach =
                    |piece: &PieceId| facts.reach.get(piece.index()).copied().unwrap_or(facts.farthest);
                movers.iter().map(reach).max().unwrap_or(0).min(facts.farthest)
            }
        }
    }
}

/// Whether asking the same twice can yield two answers.
fn varies(expr: &Expr) -> bool {
    expr.mentions(|part| matches!(part, Expr::ScriptCall(..) | Expr::Call(Builtin::RandomEmptySquare, _)))
}

/// The comparison that holds when the given one has a truth value; `None` if it is none.
fn with_truth(op: BinaryOp, holds: bool) -> Option<BinaryOp> {
    use BinaryOp::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
    let opposite = match op {
        Equal => NotEqual,
        NotEqual => Equal,
        Less => GreaterEqual,
        LessEqual => Greater,
        Greater => LessEqual,
        GreaterEqual => Less,
        _ => return None,
    };
    Some(if holds { op } else { opposite })
}

fn turned(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Less => BinaryOp::Greater,
        BinaryOp::LessEqual => BinaryOp::GreaterEqual,
        BinaryOp::Greater => BinaryOp::Less,
        BinaryOp::GreaterEqual => BinaryOp::LessEqual,
        same => same,
    }
}

fn can_hold(op: BinaryOp, a: Range, b: Range) -> bool {
    match op {
        BinaryOp::Equal => a.least <= b.most && b.least <= a.most,
        BinaryOp::NotEqual => !(a.least == a.most && a == b),
        BinaryOp::Less => a.least < b.most,
        BinaryOp::LessEqual => a.least <= b.most,
        BinaryOp::Greater => a.most > b.least,
        BinaryOp::GreaterEqual => a.most >= b.least,
        _ => true,
    }
}

/// Whether an expression reads something of which nothing is known.
fn is_open(expr: &Expr) -> bool {
    matches!(expr, Expr::GameState(_) | Expr::PlayerState(..) | Expr::PieceState(..) | Expr::Local(_))
}

fn is_constant(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::Null | Expr::Bool(_) | Expr::Str(_) | Expr::Player(_) | Expr::Type(_) | Expr::Square(_)
    )
}
