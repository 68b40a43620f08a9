//! `{..}`: keys, values, and the short forms of both.

use super::Parser;
use super::term::plain_string;
use crate::token::{Bracket, Sign, TokenKind};
use crate::tree::{Entry, Kind, Operator, Tree};
use asl_source::diagnostics::Code;

/// A key without a value.
enum Short<'t> {
    /// Nothing: there must be a value.
    None,
    /// This value.
    Value(Box<Tree<'t>>),
    /// This value, whatever follows.
    Whole(Box<Tree<'t>>),
    /// The input's member for each output of the key.
    Member,
}

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
            if !matches!(
                self.kind(),
                TokenKind::Sign(Sign::Comma) | TokenKind::Close(_) | TokenKind::End
            ) {
                self.expected("an operator, `,` or `}`", None);
                self.skip_until(|kind| *kind == TokenKind::Sign(Sign::Comma));
            }
            self.take_sign(Sign::Comma);
        }
        entries
    }

    /// One entry; `None`: a fault has been reported.
    fn entry(&mut self) -> Option<Entry<'t>> {
        let (key, short) = self.key()?;
        match short {
            Short::Value(value) if !self.is_sign(Sign::Colon) => Some(Entry::Pair(key, *value)),
            Short::Member if !self.is_sign(Sign::Colon) => Some(Entry::Member(key)),
            Short::Whole(value) => Some(Entry::Pair(key, *value)),
            Short::Value(_) | Short::Member | Short::None => {
                if !self.take_sign(Sign::Colon) {
                    self.expected("`:` and the value", None);
                    return None;
                }
                Some(Entry::Pair(key, self.entry_value()))
            }
        }
    }

    /// A key, and its meaning without a value.
    fn key(&mut self) -> Option<(Tree<'t>, Short<'t>)> {
        let place = self.place();
        match *self.kind() {
            TokenKind::Name(name) => Some(self.named_key(name)),
            TokenKind::Keyword(word) => Some(self.named_key(word.text())),
            TokenKind::Location => {
                self.bump();
                let key = Tree::new(plain_string("__loc__"), place.clone());
                Some((key, Short::Whole(Box::new(Tree::new(Kind::Location, place)))))
            }
            TokenKind::Variable(name) => {
                self.bump();
                let variable = Tree::new(Kind::Variable(name), place.clone());
                if self.is_sign(Sign::Colon) {
                    return Some((variable, Short::None));
                }
                Some((Tree::new(plain_string(name), place), Short::Whole(Box::new(variable))))
            }
            TokenKind::Format(_) | TokenKind::Open(Bracket::Quote) => {
                Some((self.string(), Short::Member))
            }
            TokenKind::Open(Bracket::Round) => {
                Some((self.bracketed("an operator or `)`", Self::query), Short::None))
            }
            _ => {
                self.bad_key();
                None
            }
        }
    }

    /// The key that a word is, and its value if it has none: the input's member of that
    /// name.
    fn named_key(&mut self, name: &'t str) -> (Tree<'t>, Short<'t>) {
        let place = self.place();
        self.bump();
        let key = Tree::new(plain_string(name), place.clone());
        let identity = Tree::new(Kind::Identity, place.clone());
        let member = Tree::new(Kind::Index(Box::new(identity), Box::new(key.clone())), place);
        (key, Short::Value(Box::new(member)))
    }

    /// Without commas: they separate entries.
    fn entry_value(&mut self) -> Tree<'t> {
        let start = self.at;
        let first = self.expression();
        if self.is_sign(Sign::Pipe) { self.piped(first, start) } else { first }
    }

    fn piped(&mut self, first: Tree<'t>, start: usize) -> Tree<'t> {
        let mut stages = vec![first];
        while self.take_sign(Sign::Pipe) {
            stages.push(self.expression());
        }
        self.chain(Operator::Pipe, stages, start)
    }

    fn bad_key(&mut self) {
        let found = self.kind().to_string();
        let help = match self.kind() {
            TokenKind::Number(text) => format!("write \"{text}\""),
            TokenKind::Field(name) => {
                format!("write `{name}` for the member, or `(.{name})` for its value as key")
            }
            TokenKind::Sign(Sign::Comma) => "remove the comma".to_owned(),
            _ => "put parentheses around the key: `{(…): …}`".to_owned(),
        };
        self.tell(
            Code::JqObjectKey,
            format!("an object key cannot be {found}"),
            "a key is wanted here",
            Some(&help),
        );
    }
}
