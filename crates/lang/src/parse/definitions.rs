//! Definitions: `piece`, `effect`, `trigger`, `pattern`, `action`, `script`.

use crate::ast::{
    ActionDef, Block, BlockRule, CaptureRule, EffectDef, EffectMember, Event, Item, Literal, Name,
    PatternDef, PieceDef, PieceMember, RawBlock, Script, StateField, TriggerDef, TriggerMember, Visual,
    VisualArg,
};
use crate::codes::Code;
use crate::diagnostic::Diagnostic;
use crate::span::Spanned;
use crate::token::TokenKind;
use crate::tree::NodeKind;
use crate::words;

use super::cursor::{Parser, Seen};

impl Parser<'_> {
    /// The word of a definition and its name. Without a name the definition is passed over.
    fn definition_head(&mut self) -> Option<Name> {
        let word = self.nth_text(0);
        self.bump();
        let name = self.name(&format!("the name of the {word}"));
        if name.is_none() {
            self.recover();
            if self.at(TokenKind::LeftBrace) {
                self.skip_bracket();
            }
        }
        name
    }

    /// The members of a definition in braces.
    fn members(&mut self, margin: u32, what: &str, member: &mut dyn FnMut(&mut Self)) {
        if !self.at(TokenKind::LeftBrace) {
            self.expected(Code::Expected, &format!("`{{` and the members of the {what}"));
            self.eat(TokenKind::Colon);
            if !self.at_line_end() && !self.at(TokenKind::LeftBrace) {
                self.recover();
            }
        }
        // Without the brace the members are read as indented lines, so that one slip is reported once.
        self.body(margin, &mut |p| {
            let mark = p.mark();
            member(p);
            p.close(mark, NodeKind::Member);
        });
    }

    /// The key of a member and its colon. Reports unknown keys and passes over their values.
    fn key(&mut self, owner: &str, known: &[&str], items: &mut Vec<Item>) -> Option<Name> {
        if !self.at(TokenKind::Word) {
            let what = format!("a member of the {owner}");
            self.expected(Code::UnknownMember, &what);
            self.recover();
            return None;
        }
        let is_known = known.contains(&self.nth_text(0));
        if !is_known && self.at_item() {
            let token = self.peek();
            let word = self.nth_text(0);
            self.report(
                Diagnostic::new(
                    Code::Misplaced,
                    token.span,
                    format!("`{word}` cannot stand inside a {owner}"),
                )
                .help(format!("put it outside, before or after this {owner}")),
            );
            if self.enter() {
                self.item(items);
                self.leave();
            } else {
                self.recover();
            }
            return None;
        }
        let name = self.bump_name();
        if !is_known {
            let article = if owner.starts_with('e') { "an" } else { "a" };
            let message = format!("{article} {owner} has no member `{}`", name.text);
            self.unknown_word(Code::UnknownMember, &name, message, known);
            self.recover();
            return None;
        }
        self.expect(TokenKind::Colon, &format!("`:` after `{}`", name.text));
        Some(name)
    }

    /// `piece Name { ... }`; items that were wrongly put inside come after it.
    pub(super) fn piece(&mut self) -> Vec<Item> {
        let (mark, start) = (self.mark(), self.peek());
        let Some(name) = self.definition_head() else { return Vec::new() };
        let (mut members, mut misplaced) = (Vec::new(), Vec::new());
        self.members(start.column, "piece", &mut |p| {
            let Some(key) = p.key("piece", &words::PIECE, &mut misplaced) else { return };
            members.extend(p.piece_member(&key));
        });
        self.close(mark, NodeKind::Definition);
        let piece = PieceDef { name, members, span: self.since(start.span) };
        [Item::Piece(piece)].into_iter().chain(misplaced).collect()
    }

    fn piece_member(&mut self, key: &Name) -> Option<PieceMember> {
        Some(match key.text.as_str() {
            "move" => PieceMember::Move(self.pattern()),
            "capture" => PieceMember::Capture(self.capture_rule()?),
            "traits" => {
                PieceMember::Traits(self.bracketed("a list of traits in brackets", |p| p.name("a trait"))?)
            }
            "state" => PieceMember::State(self.state()?),
            "value" => PieceMember::Value(self.int("the value of the piece")?),
            _ => PieceMember::Symbol(self.text_value("a symbol in quotes")?),
        })
    }

    fn capture_rule(&mut self) -> Option<CaptureRule> {
        let start = self.peek().span;
        if self.eat(TokenKind::Equal) {
            if self.at_line_end() || !self.at_word("move") {
                let (span, found) = (self.here(), self.found());
                let problem = Diagnostic::new(
                    Code::BadCapture,
                    span,
                    format!("only `=move` can stand here, found {found} after `=`"),
                );
                let close = self.at(TokenKind::Word) && !self.at_line_end();
                self.report(if close { problem.suggest(span, "move") } else { problem });
                self.recover();
                return None;
            }
            self.bump();
            return Some(CaptureRule::SameAsMove(self.since(start)));
        }
        if self.at_word("none") {
            self.bump();
            return Some(CaptureRule::None(start));
        }
        Some(CaptureRule::Pattern(self.pattern()))
    }

    /// `[a, b, ...]` of anything.
    pub(super) fn bracketed<T>(
        &mut self,
        what: &str,
        mut element: impl FnMut(&mut Self) -> Option<T>,
    ) -> Option<Spanned<Vec<T>>> {
        if !self.at(TokenKind::LeftBracket) {
            self.expected(Code::Expected, what);
            self.recover();
            return None;
        }
        let mark = self.mark();
        let open = self.bump();
        self.free += 1;
        let mut list = Vec::new();
        while !self.at(TokenKind::RightBracket) {
            let before = self.position();
            list.extend(element(self));
            if !self.eat(TokenKind::Comma) || self.position() == before {
                break;
            }
        }
        self.free -= 1;
        self.close_bracket(open);
        self.close(mark, NodeKind::List);
        Some(Spanned::new(list, self.since(open.span)))
    }

    fn state(&mut self) -> Option<Spanned<Vec<StateField>>> {
        if !self.at(TokenKind::LeftBrace) {
            self.expected(Code::Expected, "`{` and the fields of the state");
            self.recover();
            return None;
        }
        let open = self.peek();
        let mut fields = Vec::new();
        self.braces(0, &mut |p| {
            let mark = p.mark();
            let Some(name) = p.field_name() else { return p.recover() };
            p.expect(TokenKind::Colon, &format!("`:` and the first value of `{}`", name.text));
            match p.literal() {
                Some(value) => fields.push(StateField { name, value }),
                None => p.recover(),
            }
            p.close(mark, NodeKind::Member);
        });
        Some(Spanned::new(fields, self.since(open.span)))
    }

    /// The name of a field at the start of a line inside braces.
    fn field_name(&mut self) -> Option<Name> {
        if self.at(TokenKind::Word) {
            return Some(self.bump_name());
        }
        self.expected(Code::Expected, "the name of a field");
        None
    }

    /// A constant; reports anything else.
    fn literal(&mut self) -> Option<Spanned<Literal>> {
        let token = self.peek();
        let value = match token.kind {
            TokenKind::Text => Literal::Text(self.bump_text().value),
            TokenKind::Int | TokenKind::Minus | TokenKind::Decimal => {
                Literal::Int(self.int("the first value of the field")?.value)
            }
            TokenKind::Word => {
                let value = match self.nth_text(0) {
                    "true" => Literal::Bool(true),
                    "false" => Literal::Bool(false),
                    "null" => Literal::Null,
                    word => {
                        let problem = Diagnostic::new(
                            Code::NotAConstant,
                            token.span,
                            format!("`{word}` is no constant"),
                        );
                        self.report(
                            problem.help("a text stands in quotes").fix(token.span, format!("\"{word}\"")),
                        );
                        return None;
                    }
                };
                self.bump();
                value
            }
            _ => {
                self.expected(Code::NotAConstant, "a number, a string, `true`, `false` or `null`");
                return None;
            }
        };
        Some(Spanned::new(value, self.since(token.span)))
    }

    /// `effect name { ... }`
    pub(super) fn effect(&mut self) -> Vec<Item> {
        let (mark, start) = (self.mark(), self.peek());
        let Some(name) = self.definition_head() else { return Vec::new() };
        let (mut members, mut misplaced) = (Vec::new(), Vec::new());
        self.members(start.column, "effect", &mut |p| {
            let Some(key) = p.key("effect", &words::EFFECT, &mut misplaced) else { return };
            members.extend(match key.text.as_str() {
                "blocks" => p.blocks().map(EffectMember::Blocks),
                "visual" => p.visual().map(EffectMember::Visual),
                _ => p.int("how many turns the effect lasts").map(EffectMember::Duration),
            });
        });
        self.close(mark, NodeKind::Definition);
        let effect = EffectDef { name, members, span: self.since(start.span) };
        [Item::Effect(effect)].into_iter().chain(misplaced).collect()
    }

    fn blocks(&mut self) -> Option<Spanned<BlockRule>> {
        const KNOWN: [(&str, BlockRule); 4] = [
            ("none", BlockRule::None),
            ("enemy", BlockRule::Enemy),
            ("friend", BlockRule::Friend),
            ("all", BlockRule::All),
        ];
        let start = self.peek().span;
        let words = if self.at(TokenKind::LeftBracket) {
            self.bracketed("whom the effect blocks", |p| p.name("`none`, `enemy`, `friend` or `all`"))?.node
        } else {
            vec![self.name("`none`, `enemy`, `friend` or `all`")?]
        };
        let mut rule: Option<BlockRule> = None;
        for word in &words {
            match KNOWN.iter().find(|(known, _)| *known == word.text) {
                Some(&(_, found)) => {
                    rule = Some(match (rule, found) {
                        (None, found) => found,
                        (Some(BlockRule::None), other) | (Some(other), BlockRule::None) => other,
                        (Some(one), other) if one == other => one,
                        _ => BlockRule::All,
                    });
                }
                None => {
                    let message = format!("an effect cannot block `{}`", word.text);
                    self.unknown_word(Code::UnknownBlocks, word, message, &KNOWN.map(|(known, _)| known));
                }
            }
        }
        rule.map(|rule| Spanned::new(rule, self.since(start)))
    }

    fn visual(&mut self) -> Option<Visual> {
        let start = self.peek().span;
        let name = match self.peek().kind {
            TokenKind::Text => self.bump_text().value,
            _ => self.name("a colour, as a word or in quotes")?.text,
        };
        let mut args = Vec::new();
        if self.at(TokenKind::LeftParen) && !self.at_line_end() {
            let mark = self.mark();
            let open = self.bump();
            self.free += 1;
            while !self.at(TokenKind::RightParen) {
                let token = self.peek();
                let arg = match token.kind {
                    TokenKind::Word => VisualArg::Word(self.bump_name().text),
                    TokenKind::Text => VisualArg::Word(self.bump_text().value),
                    TokenKind::Int | TokenKind::Decimal => {
                        let digits = self.nth_text(0);
                        self.bump();
                        VisualArg::Number(digits.parse().unwrap_or(0.0))
                    }
                    _ => {
                        self.expected(Code::Expected, "a colour or a number");
                        break;
                    }
                };
                args.push(Spanned::new(arg, token.span));
                if !self.eat(TokenKind::Comma) {
                    break;
                }
            }
            self.free -= 1;
            self.close_bracket(open);
            self.close(mark, NodeKind::Arguments);
        }
        Some(Visual { name, args, span: self.since(start) })
    }

    /// `trigger name { ... }`
    pub(super) fn trigger(&mut self) -> Vec<Item> {
        let (mark, start) = (self.mark(), self.peek());
        let Some(name) = self.definition_head() else { return Vec::new() };
        let (mut members, mut misplaced) = (Vec::new(), Vec::new());
        self.members(start.column, "trigger", &mut |p| {
            if p.at_stray_action() {
                let (span, word) = (p.peek().span, p.nth_text(0));
                let message = format!("`{word}` here is an action of its own, outside of `do`");
                p.report(
                    Diagnostic::new(Code::BracesNeeded, span, message)
                        .help("put all actions between `{` and `}` after `do:`"),
                );
                let action = p.action();
                members.push(TriggerMember::Do(Block { span: action.span, actions: vec![action] }));
                return;
            }
            let Some(key) = p.key("trigger", &words::TRIGGER, &mut misplaced) else { return };
            members.extend(p.trigger_member(&key, start));
        });
        self.close(mark, NodeKind::Definition);
        let trigger = TriggerDef { name, members, span: self.since(start.span) };
        [Item::Trigger(trigger)].into_iter().chain(misplaced).collect()
    }

    /// Whether an action starts where a member should: its word, not followed by a colon.
    fn at_stray_action(&self) -> bool {
        self.at(TokenKind::Word)
            && words::ACTIONS.contains(&self.nth_text(0))
            && self.nth(1).kind != TokenKind::Colon
            && !self.line_ends_before(1)
    }

    fn trigger_member(&mut self, key: &Name, start: Seen) -> Option<TriggerMember> {
        Some(match key.text.as_str() {
            "on" => {
                let word = self.name("an event")?;
                let event = Event::ALL.into_iter().find(|event| event.word() == word.text);
                if event.is_none() {
                    let message = format!("there is no event `{}`", word.text);
                    self.unknown_word(Code::UnknownEvent, &word, message, &Event::ALL.map(Event::word));
                }
                TriggerMember::On(Spanned::new(event, word.span))
            }
            "when" => TriggerMember::When(self.expr()),
            "optional" => {
                let token = self.peek();
                let value = match self.nth_text(0) {
                    "true" => true,
                    "false" => false,
                    _ => {
                        self.expected(Code::Expected, "`true` or `false`");
                        self.recover();
                        return None;
                    }
                };
                self.bump();
                TriggerMember::Optional(Spanned::new(value, token.span))
            }
            "description" => TriggerMember::Description(self.text_value("a text in quotes")?),
            _ => TriggerMember::Do(self.do_block(start.column)),
        })
    }

    /// `pattern Name = ...`
    pub(super) fn pattern_definition(&mut self) -> Vec<Item> {
        let (mark, start) = (self.mark(), self.peek());
        let Some(name) = self.definition_head() else { return Vec::new() };
        if !self.eat(TokenKind::Equal) {
            self.expected(Code::Expected, "`=` and a pattern");
            self.eat(TokenKind::Colon);
        }
        let pattern = self.pattern();
        self.end_of_member();
        self.close(mark, NodeKind::Definition);
        vec![Item::Pattern(PatternDef { name, pattern, span: self.since(start.span) })]
    }

    /// `action name(a, b) { ... }`
    pub(super) fn action_definition(&mut self) -> Vec<Item> {
        let (mark, start) = (self.mark(), self.peek());
        let Some(name) = self.definition_head() else { return Vec::new() };
        let mut params = Vec::new();
        if self.at(TokenKind::LeftParen) {
            let mark = self.mark();
            let open = self.bump();
            self.free += 1;
            while !self.at(TokenKind::RightParen) {
                let Some(param) = self.name("the name of a parameter") else { break };
                params.push(param);
                if !self.eat(TokenKind::Comma) {
                    break;
                }
            }
            self.free -= 1;
            self.close_bracket(open);
            self.close(mark, NodeKind::Arguments);
        } else {
            self.expected(Code::Expected, "`(` and the parameters of the action");
        }
        let body = if self.at(TokenKind::LeftBrace) {
            self.block(start.column)
        } else {
            self.expected(Code::Expected, "`{` and the actions");
            self.recover();
            Block { actions: Vec::new(), span: self.behind() }
        };
        self.close(mark, NodeKind::Definition);
        vec![Item::Action(ActionDef { name, params, body, span: self.since(start.span) })]
    }

    /// `script { ... }`
    pub(super) fn script(&mut self) -> Vec<Item> {
        let (mark, start) = (self.mark(), self.peek());
        self.bump();
        let Some(body) = self.raw_block() else {
            self.expected(Code::Expected, "`{` and the script");
            self.recover();
            return Vec::new();
        };
        self.close(mark, NodeKind::Definition);
        vec![Item::Script(Script { body, span: self.since(start.span) })]
    }

    /// The braces and the text of a raw block, as the lexer cut them out.
    pub(super) fn raw_block(&mut self) -> Option<RawBlock> {
        if !self.at(TokenKind::LeftBrace) {
            return None;
        }
        self.bump();
        let inside = self.behind();
        let raw = if self.at(TokenKind::Raw) {
            let text = self.nth_text(0).to_string();
            RawBlock { text, span: self.bump().span }
        } else {
            RawBlock { text: String::new(), span: inside }
        };
        // The lexer has reported a missing brace.
        self.eat(TokenKind::RightBrace);
        Some(raw)
    }
}
