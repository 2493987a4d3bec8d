//! From the shape of a text to a program: words looked up, arguments read, targets resolved.

use std::collections::BTreeMap;
use std::ops::Range;

use nightrider_model::Player;
use nightrider_model::program::{Chain, KeyId, NameId, Offset, Op, OpIndex, Program, REGISTERS};

use super::syntax::{self, ItemKind, Malformed};
use super::words::{Parameter, Word};
use super::{lints, word_names};
use crate::codes::Code;
use crate::diagnostic::{Diagnostic, Diagnostics, Severity};
use crate::span::{SourceId, Span};
use crate::suggest::nearest;

/// A program together with the places its expressions were written at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    /// The program. It is sound: [`Program::verify`] finds nothing.
    pub program: Program,
    /// For each chain, the place of each expression. The `}` that a text left out is at the `;`.
    pub spans: Vec<Vec<Span>>,
}

/// Compiles the text of a program.
///
/// `offset` is where the text begins in `source`: 0 for a file, and the place behind the `{` for a
/// `chessembly { }` block. What is wrong is added to `diagnostics`; the program comes out in any case, with
/// an `end` in place of every expression that could not be understood.
///
/// ```
/// use nightrider_lang::{chessembly, diagnostic::Diagnostics, span::SourceId};
/// let mut found = Diagnostics::new();
/// let listing = chessembly::compile("take-move(1, 0) repeat(1);", SourceId(0), 0, &mut found);
/// assert_eq!(listing.program.chains[0].ops.len(), 2);
/// assert!(found.is_empty());
/// ```
pub fn compile(text: &str, source: SourceId, offset: u32, diagnostics: &mut Diagnostics) -> Listing {
    let (names, keys) = (Table::default(), Table::default());
    let mut lowering = Lowering { text, source, offset, diagnostics, names, keys, understood: true };
    let mut listing = Listing::default();
    let mut understood = Vec::new();
    for chain in syntax::parse(text) {
        lowering.comments(&chain);
        lowering.glued(&chain);
        lowering.understood = true;
        let (ops, spans) = lowering.chain(&chain);
        if !ops.is_empty() {
            listing.program.chains.push(Chain { ops });
            listing.spans.push(spans);
            understood.push(lowering.understood);
        }
    }
    listing.program.names = lowering.names.words;
    listing.program.keys = lowering.keys.words;
    lints::check(&listing, &understood, diagnostics);
    listing
}

struct Lowering<'a> {
    text: &'a str,
    source: SourceId,
    offset: u32,
    diagnostics: &'a mut Diagnostics,
    names: Table,
    keys: Table,
    /// Whether no error was found in the chain at hand.
    understood: bool,
}

/// Words by number, each once.
#[derive(Default)]
struct Table {
    words: Vec<String>,
    numbers: BTreeMap<String, u16>,
}

impl Table {
    /// The number of a word; `None` if there are too many.
    fn number(&mut self, word: &str) -> Option<u16> {
        if let Some(&number) = self.numbers.get(word) {
            return Some(number);
        }
        let number = u16::try_from(self.words.len()).ok()?;
        self.numbers.insert(word.to_owned(), number);
        self.words.push(word.to_owned());
        Some(number)
    }
}

/// An expression that waits for its target.
struct Jump {
    op: usize,
    to: JumpTo,
}

enum JumpTo {
    /// So many expressions back.
    Back(i32),
    Label(i32),
}

impl Lowering<'_> {
    fn span(&self, range: &Range<usize>) -> Span {
        let at = |offset: usize| self.offset.saturating_add(u32::try_from(offset).unwrap_or(u32::MAX));
        Span::new(self.source, at(range.start), at(range.end))
    }

    /// Adds a diagnostic at a place. It is only made if it will be kept: a text can have very many.
    fn report(&mut self, code: Code, span: Span, make: impl FnOnce(Diagnostic) -> Diagnostic) {
        self.understood &= code.severity() != Severity::Error;
        let diagnostic = Diagnostic::new(code, span, "");
        let room = self.diagnostics.len() < Diagnostics::LIMIT;
        self.diagnostics.push(if room { make(diagnostic) } else { diagnostic });
    }

    fn chain(&mut self, chain: &syntax::Chain) -> (Vec<Op>, Vec<Span>) {
        let mut ops: Vec<Op> = Vec::with_capacity(chain.items.len());
        let mut spans: Vec<Span> = Vec::with_capacity(chain.items.len());
        let mut open: Vec<usize> = Vec::new();
        // Each `do` that waits for its `while`, with the number of blocks around it.
        let mut loops: Vec<(usize, usize)> = Vec::new();
        let mut labels: BTreeMap<i32, usize> = BTreeMap::new();
        let mut jumps: Vec<Jump> = Vec::new();
        for item in &chain.items {
            let at = ops.len();
            let span = self.span(&item.range);
            let op = match &item.kind {
                ItemKind::Comment => continue,
                ItemKind::Open => {
                    open.push(at);
                    Op::Open(OpIndex(0))
                }
                ItemKind::Close => match open.pop() {
                    Some(begin) => {
                        ops[begin] = Op::Open(OpIndex(at as u32));
                        while let Some((at, _)) = loops.pop_if(|&mut (_, depth)| depth > open.len()) {
                            self.do_without_while(spans[at]);
                        }
                        Op::Close
                    }
                    None => {
                        self.report(Code::ChessemblyStrayBrace, span, |mut d| {
                            d.message = "this `}` closes no block".into();
                            d.help("remove it, or put the `{` it belongs to before it in the same chain")
                        });
                        Op::End
                    }
                },
                ItemKind::Malformed(malformed) => {
                    self.malformed(*malformed, &item.range);
                    Op::End
                }
                ItemKind::Expression { name, arguments } => match self.expression(name, arguments, span) {
                    None => Op::End,
                    Some(Lowered::Op(op)) => {
                        if op == Op::Do {
                            loops.push((at, open.len()));
                        }
                        op
                    }
                    Some(Lowered::While) => match loops.pop_if(|&mut (_, depth)| depth == open.len()) {
                        Some((begin, _)) => Op::While(OpIndex(begin as u32)),
                        None => {
                            self.report(Code::ChessemblyWhileWithoutDo, span, |mut d| {
                                d.message = "this `while` has no `do` before it in the same block".into();
                                d.help("put a `do` where the loop begins; without it nothing happens here")
                            });
                            Op::Label
                        }
                    },
                    Some(Lowered::Label(number)) => {
                        if let Some(&first) = labels.get(&number) {
                            let first = spans[first];
                            self.report(Code::ChessemblyDuplicateLabel, span, |mut d| {
                                d.message = format!(
                                    "a second `label({number})` in this chain: jumps go to the first"
                                );
                                d.label(first, "the first").help("give one of them another number")
                            });
                        } else {
                            labels.insert(number, at);
                        }
                        Op::Label
                    }
                    Some(Lowered::Repeat(n)) => {
                        jumps.push(Jump { op: at, to: JumpTo::Back(n) });
                        Op::Repeat(OpIndex(0))
                    }
                    Some(Lowered::Jump(op, number)) => {
                        jumps.push(Jump { op: at, to: JumpTo::Label(number) });
                        op
                    }
                },
            };
            ops.push(op);
            spans.push(span);
        }
        for (at, _) in loops {
            self.do_without_while(spans[at]);
        }
        let end = self.span(&chain.end);
        for &begin in &open {
            self.report(Code::ChessemblyUnclosedBlock, spans[begin], |mut d| {
                d.message = "this block is not closed before the chain ends".into();
                d.label(end, "the chain ends here").help("add a `}` where the block ends")
            });
        }
        while let Some(begin) = open.pop() {
            ops[begin] = Op::Open(OpIndex(ops.len() as u32));
            ops.push(Op::Close);
            spans.push(end);
        }
        self.parts(&mut ops, &spans);
        self.jumps(&mut ops, &spans, &labels, jumps);
        (ops, spans)
    }

    fn do_without_while(&mut self, span: Span) {
        self.report(Code::ChessemblyDoWithoutWhile, span, |mut d| {
            d.message = "this `do` has no `while` after it in the same block, so nothing is repeated".into();
            d.help("add a `while` where the loop ends, or remove the `do`")
        });
    }

    /// Every `+` and `|` needs a block behind it.
    fn parts(&mut self, ops: &mut [Op], spans: &[Span]) {
        for at in 0..ops.len() {
            if matches!(ops[at], Op::Also(_)) && !matches!(ops.get(at + 1), Some(Op::Open(_))) {
                let sign = spans[at];
                let word = self.slice(sign).to_owned();
                self.report(Code::ChessemblyPartWithoutBlock, sign, |mut d| {
                    d.message = format!("`{word}` needs a block behind it");
                    d.help(format!(
                        "write `{word} {{ ... }}`, with the further parts of the move in the block"
                    ))
                });
                ops[at] = Op::End;
            }
        }
    }

    fn slice(&self, span: Span) -> &str {
        let at = |offset: u32| offset.saturating_sub(self.offset) as usize;
        self.text.get(at(span.start)..at(span.end)).unwrap_or("")
    }

    fn jumps(&mut self, ops: &mut [Op], spans: &[Span], labels: &BTreeMap<i32, usize>, jumps: Vec<Jump>) {
        // Targets are judged by the blocks, which are complete by now and do not change any more.
        let chain = Chain { ops: ops.to_vec() };
        let blocks = if jumps.is_empty() { Vec::new() } else { chain.blocks() };
        for Jump { op: at, to } in jumps {
            let span = spans[at];
            let target = match to {
                JumpTo::Back(n) => match usize::try_from(n).ok().filter(|n| (1..=at).contains(n)) {
                    Some(n) => at - n,
                    None => {
                        self.report(Code::ChessemblyRepeat, span, |mut d| {
                            d.message = match (n, at) {
                                (..1, _) => format!("`repeat({n})` must go back at least one expression"),
                                (_, 0) => format!("`repeat({n})` has no expression before it to go back to"),
                                (_, 1) => format!("`repeat({n})` goes back too far: only 1 expression stands before it"),
                                _ => format!("`repeat({n})` goes back too far: only {at} expressions stand before it"),
                            };
                            d.help("count the expressions of this chain before it; braces, `do`, `while` and labels count too")
                        });
                        ops[at] = Op::End;
                        continue;
                    }
                },
                JumpTo::Label(number) => match labels.get(&number) {
                    Some(&target) => target,
                    None => {
                        let word = if matches!(ops[at], Op::Jmp(_)) { "jmp" } else { "jne" };
                        self.report(Code::ChessemblyMissingLabel, span, |mut d| {
                            d.message =
                                format!("`{word}({number})` jumps to a label that is not in this chain");
                            let known: Vec<String> =
                                labels.keys().take(8).map(|number| format!("`label({number})`")).collect();
                            d.help(match known.as_slice() {
                                [] => format!("add `label({number})` where the chain should go on"),
                                _ => format!("add `label({number})`; this chain has {}", known.join(", ")),
                            })
                        });
                        ops[at] = Op::End;
                        continue;
                    }
                },
            };
            let target_index = OpIndex(target as u32);
            if !chain.reaches(target_index, at, &blocks) {
                let word = self.slice(span).to_owned();
                self.report(Code::ChessemblyJumpIntoBlock, span, |mut d| {
                    d.message = format!("`{word}` leads into a block");
                    d.label(spans[target], "to here").help(
                        "a block is only entered at its `{`: move the target before the block or behind it",
                    )
                });
                ops[at] = Op::End;
                continue;
            }
            ops[at] = match ops[at] {
                Op::Repeat(_) => Op::Repeat(target_index),
                Op::Jmp(_) => Op::Jmp(target_index),
                _ => Op::Jne(target_index),
            };
        }
    }

    fn expression(&mut self, name: &Range<usize>, arguments: &[Range<usize>], span: Span) -> Option<Lowered> {
        let text = self.text;
        let written = &text[name.clone()];
        let Some(word) = Word::of_name(written) else {
            self.unknown(written, self.span(name), name.start);
            return None;
        };
        let parameters = word.parameters();
        if arguments.is_empty() && word.may_be_bare() {
            return Some(Lowered::Op(if word == Word::Transition {
                Op::NoTransition
            } else {
                Op::DropState
            }));
        }
        if arguments.len() != parameters.len() {
            self.report(Code::ChessemblyArgumentCount, span, |mut d| {
                let count = |n: usize| match n {
                    0 => "no arguments".to_owned(),
                    1 => "1 argument".to_owned(),
                    n => format!("{n} arguments"),
                };
                let given = match arguments.len() {
                    0 => "none".to_owned(),
                    n => n.to_string(),
                };
                d.message = format!("`{written}` takes {}, not {given}", count(parameters.len()));
                d.help(format!("write `{}`", word.form(written)))
            });
            return None;
        }
        let mut read = Arguments::default();
        for (parameter, range) in parameters.iter().zip(arguments) {
            self.argument(written, word, *parameter, range, &mut read)?;
        }
        self.build(word, written, &read, span)
    }

    fn unknown(&mut self, written: &str, span: Span, at: usize) {
        // No one reads lines that are longer, and to look at all of one for each of its words takes for ever.
        let mut before = self.text.as_bytes()[..at].iter().rev().take(1000);
        let length = before.position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(at.min(1000));
        let line = self.text.get(at - length..at).unwrap_or_default();
        let behind_comment = line.split_once('#').is_some_and(|(_, comment)| comment.contains(';'));
        self.report(Code::ChessemblyUnknownWord, span, |mut d| {
            d.message = format!("there is no expression `{written}`");
            match nearest(written, word_names()) {
                _ if behind_comment => d.help(
                    "the comment before it ended at its first `;`: write another sign there, or begin a new comment with `#`",
                ),
                Some(word) if word.eq_ignore_ascii_case(written) => {
                    d.suggest(span, word).help(format!("names are case-sensitive: write `{word}`"))
                }
                Some(word) => d.suggest(span, word),
                None => d.help("the reference lists all expressions; a comment begins with `#` and ends at the first `;`"),
            }
        });
    }

    fn argument(
        &mut self,
        written: &str,
        word: Word,
        parameter: Parameter,
        range: &Range<usize>,
        read: &mut Arguments,
    ) -> Option<()> {
        let text = self.text;
        let argument = &text[range.clone()];
        let span = self.span(range);
        let form = || word.form(written);
        match parameter {
            Parameter::Number(_) => match argument.parse() {
                Ok(number) => {
                    read.numbers[read.count] = number;
                    read.count += 1;
                    return Some(());
                }
                Err(_) => self.report(Code::ChessemblyArgument, span, |mut d| {
                    let digits = argument.trim_start_matches(['+', '-']);
                    let too_large = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
                    d.message = if too_large {
                        format!("the number `{argument}` is too large")
                    } else {
                        format!("`{argument}` is not a whole number")
                    };
                    d.help(format!("in `{}` it must be a number such as 2 or -1", form()))
                }),
            },
            Parameter::Name(_) => {
                let is_key = matches!(word, Word::IfState | Word::EnemyState | Word::SetState);
                let table = if is_key { &mut self.keys } else { &mut self.names };
                let is_name = argument.starts_with(|c: char| c.is_alphabetic() || c == '_')
                    && argument.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-');
                if !is_name {
                    self.report(Code::ChessemblyArgument, span, |mut d| {
                        let what = if is_key { "a state key" } else { "a piece" };
                        d.message = format!("`{argument}` cannot be the name of {what}");
                        d.help(format!("in `{}` the name begins with a letter and goes on with letters, digits, `_` and `-`", form()))
                    });
                } else if let Some(number) = table.number(argument) {
                    read.name = number;
                    return Some(());
                } else {
                    self.report(Code::ChessemblyTooLarge, span, |mut d| {
                        d.message = format!("`{argument}` is one name too many: a program can use 65536");
                        d.help("split the program")
                    });
                }
            }
            Parameter::Colour => {
                read.player = match argument {
                    "white" => Some(Player::White),
                    "black" => Some(Player::Black),
                    _ => None,
                };
                if read.player.is_some() {
                    return Some(());
                }
                self.report(Code::ChessemblyArgument, span, |mut d| {
                    d.message = format!("`{argument}` is not a colour");
                    match nearest(argument, ["white", "black"]) {
                        Some(colour) => d.suggest(span, colour),
                        None => d.help("write `white` or `black`"),
                    }
                });
            }
        }
        None
    }

    fn build(&mut self, word: Word, written: &str, read: &Arguments, span: Span) -> Option<Lowered> {
        let [n, m] = read.numbers;
        let offset = || Offset { dx: near(n), dy: near(m) };
        let name = NameId(read.name);
        let key = KeyId(read.name);
        let op = match word {
            Word::Plain(op) => op,
            Word::Go(movement) => Op::Go(movement, offset()),
            Word::Look(look) => Op::Look(look, offset()),
            Word::Bit(bit) => Op::Bit(bit, self.register(written, n, "bit", span)?),
            Word::PlaceMove => Op::PlaceMove(name, offset()),
            Word::Repeat => return Some(Lowered::Repeat(n)),
            Word::While => return Some(Lowered::While),
            Word::Label => return Some(Lowered::Label(n)),
            Word::Jmp => return Some(Lowered::Jump(Op::Jmp(OpIndex(0)), n)),
            Word::Jne => return Some(Lowered::Jump(Op::Jne(OpIndex(0)), n)),
            Word::PieceOn => Op::PieceOn(name, offset()),
            Word::ColorOn => Op::ColorOn(read.player?, offset()),
            Word::Piece => Op::Piece(name),
            Word::Color => Op::Color(read.player?),
            Word::IfState => Op::IfState(key, n),
            Word::EnemyState => Op::EnemyState(key, n),
            Word::Anchor => Op::Anchor(offset()),
            Word::Absolute => Op::Absolute(offset()),
            Word::AbsoluteX => Op::AbsoluteX(near(n)),
            Word::AbsoluteY => Op::AbsoluteY(near(n)),
            Word::WriteAnchor => Op::WriteAnchor(self.register(written, n, "anchor", span)?),
            Word::ReadAnchor => Op::ReadAnchor(self.register(written, n, "anchor", span)?),
            Word::Transition => Op::Transition(name),
            Word::SetState => Op::SetState(key, n),
        };
        Some(Lowered::Op(op))
    }

    fn register(&mut self, written: &str, n: i32, what: &str, span: Span) -> Option<u8> {
        let register = u8::try_from(n).ok().filter(|&n| n < REGISTERS);
        if register.is_none() {
            self.report(Code::ChessemblyRegister, span, |mut d| {
                d.message = format!("`{written}({n})`: there is no {what} {n}");
                d.help(format!("a chain has 16 {what}s, numbered 0 to 15"))
            });
        }
        register
    }

    fn malformed(&mut self, malformed: Malformed, range: &Range<usize>) {
        let text = self.text;
        let written = first_line(&text[range.clone()]);
        let span = self.span(range);
        let name = &written[..written.find('(').unwrap_or(written.len())];
        let (message, help) = match malformed {
            Malformed::Unclosed => {
                (format!("the parenthesis in `{written}` is never closed"), "add the `)`".to_owned())
            }
            Malformed::Apart => (
                format!("a blank stands between `{}` and its parenthesis", name.trim_end()),
                format!("write `{}(` in one", name.trim_end()),
            ),
            Malformed::Commas => (
                format!("the arguments of `{name}` cannot be told apart"),
                "put exactly one comma between two arguments".to_owned(),
            ),
            Malformed::Stray => (
                format!("`{written}` belongs to no expression"),
                "write `name(argument, ...)`, or remove it".to_owned(),
            ),
        };
        self.report(Code::ChessemblyMalformed, span, |mut d| {
            d.message = message;
            d.help(help)
        });
    }

    /// Expressions want white space between them.
    fn glued(&mut self, chain: &syntax::Chain) {
        for pair in chain.items.windows(2) {
            let [first, second] = pair else { continue };
            let sides = matches!(first.kind, ItemKind::Expression { .. })
                && matches!(second.kind, ItemKind::Expression { .. });
            if sides && first.range.end == second.range.start {
                let span = self.span(&second.range);
                self.report(Code::ChessemblyMissingBlank, span, |mut d| {
                    d.message = "a blank is missing before this expression".into();
                    d.help("expressions are separated by white space")
                        .fix(Span::at(span.source, span.start), " ")
                });
            }
        }
    }

    /// A `;` ends the chain even at the end of a comment, which surprises when more follows on the line.
    fn comments(&mut self, chain: &syntax::Chain) {
        let [.., before, last] = chain.items.as_slice() else { return };
        if !matches!(last.kind, ItemKind::Comment) || matches!(before.kind, ItemKind::Comment) {
            return;
        }
        let rest = &self.text[chain.end.end..];
        let rest = &rest[..rest.find(['\n', '\r']).unwrap_or(rest.len())];
        let same_line = !self.text[last.range.end..chain.end.start].contains(['\n', '\r']);
        if same_line && !rest.trim().is_empty() {
            let span = self.span(&chain.end);
            self.report(Code::ChessemblyCommentEndsChain, span, |mut d| {
                d.message = "this `;` ends the comment and the chain before it as well".into();
                d.help("if the chain should go on, end the comment with the line instead")
            });
        }
    }
}

/// What an expression is before its target is known.
enum Lowered {
    Op(Op),
    While,
    Label(i32),
    Repeat(i32),
    Jump(Op, i32),
}

/// The arguments of one expression; at most two of them are numbers, at most one a name.
#[derive(Default)]
struct Arguments {
    numbers: [i32; 2],
    count: usize,
    name: u16,
    player: Option<Player>,
}

/// Pulls a number in to the range of offsets; outside of it is off any board.
fn near(n: i32) -> i16 {
    n.clamp(i16::MIN.into(), i16::MAX.into()) as i16
}

/// The beginning of a text, short enough for a message.
fn first_line(text: &str) -> &str {
    let line = text.lines().next().unwrap_or("");
    line.char_indices().nth(40).map_or(line, |(at, _)| &line[..at])
}
