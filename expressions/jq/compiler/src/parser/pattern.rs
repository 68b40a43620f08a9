//! Patterns of bindings: `$x`, `[$a, $b]`, `{a: $x, $b, "c": $c, (expression): $d}`, and
//! alternatives with `?//`.

use super::MAX_DEPTH;
use super::Parser;
use super::Tree;
use super::term::plain_string;
use crate::token::{Bracket, Keyword, Sign, TokenKind};
use crate::tree::{MemberPattern, Name, PatternTree};
use asl_source::diagnostics::Code;

impl<'t> Parser<'t> {
    /// One pattern, or alternatives.
    pub(super) fn patterns(&mut self) -> Vec<PatternTree<'t>> {
        let mut patterns = vec![self.pattern()];
        while self.take_sign(Sign::Alternatives) {
            patterns.push(self.pattern());
        }
        patterns
    }

    fn pattern(&mut self) -> PatternTree<'t> {
        // Patterns nest by themselves, without terms between.
        if self.depth >= MAX_DEPTH {
            self.give_up();
            return PatternTree::Wrong;
        }
        self.depth += 1;
        let pattern = match *self.kind() {
            TokenKind::Variable(text) => {
                let name = Name { text, place: self.place() };
                self.bump();
                PatternTree::Variable(name)
            }
            TokenKind::Open(Bracket::Square) => {
                PatternTree::Array(self.bracketed("`,` or `]`", Self::item_patterns))
            }
            TokenKind::Open(Bracket::Curly) => {
                PatternTree::Object(self.bracketed("`,` or `}`", Self::member_patterns))
            }
            _ => {
                self.expected(
                    "a variable such as `$item`, or a pattern such as `[$a, $b]` or `{name: $n}`",
                    None,
                );
                PatternTree::Wrong
            }
        };
        self.depth -= 1;
        pattern
    }

    fn item_patterns(&mut self) -> Vec<PatternTree<'t>> {
        let mut items = vec![self.pattern()];
        while self.take_sign(Sign::Comma) {
            items.push(self.pattern());
        }
        items
    }

    fn member_patterns(&mut self) -> Vec<MemberPattern<'t>> {
        let mut members = Vec::new();
        loop {
            members.extend(self.member_pattern());
            if !self.take_sign(Sign::Comma) {
                return members;
            }
        }
    }

    fn member_pattern(&mut self) -> Option<MemberPattern<'t>> {
        let place = self.place();
        let (key, variable) = match *self.kind() {
            TokenKind::Variable(text) => {
                self.bump();
                (Tree::new(plain_string(text), place.clone()), Some(Name { text, place }))
            }
            TokenKind::Name(text) => {
                self.bump();
                (Tree::new(plain_string(text), place), None)
            }
            TokenKind::Keyword(word) if word != Keyword::Location => {
                self.bump();
                (Tree::new(plain_string(word.text()), place), None)
            }
            TokenKind::Format(_) | TokenKind::Open(Bracket::Quote) => (self.string(), None),
            TokenKind::Open(Bracket::Round) => {
                (self.bracketed("an operator or `)`", Self::query), None)
            }
            _ => {
                let found = self.kind().to_string();
                let title = format!("a key of a pattern cannot be {found}");
                let help = "write `{name: $variable}`, `{$name}` or `{(expression): $variable}`";
                self.tell(Code::JqObjectKey, title, "a key is wanted here", Some(help));
                return None;
            }
        };
        if self.take_sign(Sign::Colon) {
            return Some(MemberPattern { key, variable, pattern: Some(self.pattern()) });
        }
        if variable.is_none() {
            self.expected("`:` and a pattern", Some("`{$name}` binds the member of the same name"));
            return None;
        }
        Some(MemberPattern { key, variable, pattern: None })
    }
}
