//! `{..}`: keys, values, and the short forms of both.

use super::Parser;
use super::term::plain_string;
use crate::diagnostics::Code;
use crate::expr::jq::token::{Bracket, Sign, TokenKind};
use crate::expr::jq::tree::{Entry, Kind, Operator, Tree};

impl<'t> Parser<'t> {
    pub(super) fn object(&mut self) -> Tree<'t> {
        let start = self.at;
        let entries = self.bracketed("`,` or `}`", Self::entries);
        self.tree(Kind::Object(entries), start)
    }

    fn entries(&mut self) -> Vec<Entry<'t>> {
        let mut entries = Vec::new();
        while !matches!(self.kind(), TokenKind::Close(_) | TokenKind::End) {
            entries.extend(self.entry());
            if !matches!(self.kind(), TokenKind::Sign(Sign::Comma) | TokenKind::Close(_) | TokenKind::End) {
                self.expected("an operator, `,` or `}`", None);
                self.skip_until(|kind| *kind == TokenKind::Sign(Sign::Comma));
            }
            self.take_sign(Sign::Comma);
        }
        entries
    }

    /// One entry; `None`: a fault has been told.
    fn entry(&mut self) -> Option<Entry<'t>> {
        let place = self.place();
        let (key, short) = match *self.kind() {
            TokenKind::Name(name) => self.named_key(name),
            TokenKind::Keyword(word) => self.named_key(word.text()),
            TokenKind::Location => {
                self.bump();
                let key = Tree::new(plain_string("__loc__"), place.clone());
                return Some(Entry::Pair(key, Tree::new(Kind::Location, place)));
            }
            TokenKind::Variable(name) => {
                self.bump();
                let variable = Tree::new(Kind::Variable(name), place.clone());
                if self.is_sign(Sign::Colon) {
                    return Some(self.pair(variable));
                }
                (Tree::new(plain_string(name), place), variable)
            }
            TokenKind::Format(_) | TokenKind::Open(Bracket::Quote) => {
                let key = self.string();
                if self.is_sign(Sign::Colon) {
                    return Some(self.pair(key));
                }
                return Some(Entry::Member(key));
            }
            TokenKind::Open(Bracket::Round) => {
                let key = self.bracketed("an operator or `)`", Self::query);
                if !self.is_sign(Sign::Colon) {
                    self.expected("`:` and the value", None);
                    return None;
                }
                return Some(self.pair(key));
            }
            _ => {
                self.bad_key();
                return None;
            }
        };
        Some(if self.is_sign(Sign::Colon) { self.pair(key) } else { Entry::Pair(key, short) })
    }

    /// The key that a word stands for, and its value if it has none: the input's member of that name.
    fn named_key(&mut self, name: &'t str) -> (Tree<'t>, Tree<'t>) {
        let place = self.place();
        self.bump();
        let key = Tree::new(plain_string(name), place.clone());
        let identity = Tree::new(Kind::Identity, place.clone());
        let member = Tree::new(Kind::Index(Box::new(identity), Box::new(key.clone())), place);
        (key, member)
    }

    fn pair(&mut self, key: Tree<'t>) -> Entry<'t> {
        self.take_sign(Sign::Colon);
        Entry::Pair(key, self.entry_value())
    }

    /// Without commas: they separate entries.
    fn entry_value(&mut self) -> Tree<'t> {
        let start = self.at;
        let mut stages = vec![self.expression()];
        while self.take_sign(Sign::Pipe) {
            stages.push(self.expression());
        }
        self.chain(Operator::Pipe, stages, start)
    }

    fn bad_key(&mut self) {
        let found = self.kind().to_string();
        let help = match self.kind() {
            TokenKind::Number(text) => format!("write \"{text}\""),
            TokenKind::Field(name) => format!("write `{name}` for the member, or `(.{name})` for its value as key"),
            TokenKind::Sign(Sign::Comma) => "remove the comma".to_owned(),
            _ => "put parentheses around the key: `{(…): …}`".to_owned(),
        };
        self.tell(Code::JqObjectKey, format!("an object key cannot be {found}"), "a key is wanted here", Some(&help));
    }
}
