//! Converts tokens to a tree by the grammar of jq 1.8, with precedence climbing. Every fault is
//! reported, and reading continues after it.
//!
//! The lexer balances brackets, so that a faulty bracket can be skipped and the rest is read.
//! Counters limit the recursion and the height of the tree; each token is visited a limited number
//! of times.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "every other token is a fault, or somebody else's"
)]

mod definition;
mod object;
mod pattern;
mod query;
mod term;

use super::token::{Bracket, Keyword, Sign, Token, TokenKind};
use super::tree::{Kind, Source, Tree};
use super::{Fault, lexer, syntax::Place};
use asl_source::diagnostics::Code;

/// Maximum nesting of the parts of a program.
pub(super) const MAX_HEIGHT: u16 = 256;

/// Maximum depth of calls in the parser: a bracket costs two.
const MAX_DEPTH: u32 = 512;

/// The result of parsing a text.
#[derive(Debug)]
pub(super) struct Parsed<'t> {
    pub(super) source: Source<'t>,
    pub(super) faults: Vec<Fault>,
    /// True if something was skipped that may have defined or bound names: then unknown names say
    /// little.
    pub(super) has_lost_names: bool,
}

/// Reads a program or a module.
pub(super) fn parse(text: &str) -> Parsed<'_> {
    let mut faults = Vec::new();
    let tokens = lexer::tokens(text, &mut faults);
    let before = faults.len();
    let cut = swallowed(&tokens);
    let is_unclosed = faults.iter().any(|fault| fault.code == Code::JqUnclosed);
    let mut parser = Parser {
        tokens,
        at: 0,
        depth: 0,
        faults,
        told_at: None,
        has_lost_names: false,
        is_unclosed,
        has_given_up: false,
    };
    let source = parser.source();
    let mut faults = parser.faults;
    let mut own = faults.split_off(before);
    own.retain(|fault| fault.place.start < cut);
    faults.extend(own);
    Parsed { source, faults, has_lost_names: parser.has_lost_names || cut < u32::MAX }
}

/// The place of a string that is not closed: the text after it means nothing.
fn swallowed(tokens: &[Token<'_>]) -> u32 {
    let is_open = |token: &&Token<'_>| {
        let end = tokens.get(token.partner).map_or(0..0, |end| end.place.clone());
        token.kind == TokenKind::Open(Bracket::Quote) && end.is_empty()
    };
    tokens.iter().find(is_open).map_or(u32::MAX, |token| token.place.start)
}

struct Parser<'t> {
    tokens: Vec<Token<'t>>,
    /// Index of the next token.
    at: usize,
    depth: u32,
    faults: Vec<Fault>,
    /// The token of the last fault; no second fault is reported there.
    told_at: Option<usize>,
    has_lost_names: bool,
    /// True if the lexer has reported something that is not closed.
    is_unclosed: bool,
    /// True if the program is nested too deeply to continue.
    has_given_up: bool,
}

impl<'t> Parser<'t> {
    fn last(&self) -> usize {
        self.tokens.len().saturating_sub(1)
    }

    fn token(&self) -> Option<&Token<'t>> {
        self.tokens.get(self.at)
    }

    fn kind(&self) -> &TokenKind<'t> {
        self.token().map_or(&TokenKind::End, |token| &token.kind)
    }

    /// The kind of the token after the next one.
    fn second(&self) -> &TokenKind<'t> {
        self.tokens.get(self.at + 1).map_or(&TokenKind::End, |token| &token.kind)
    }

    fn place(&self) -> Place {
        self.token().map_or(0..0, |token| token.place.clone())
    }

    fn bump(&mut self) {
        self.at = (self.at + 1).min(self.last());
    }

    fn is_sign(&self, sign: Sign) -> bool {
        *self.kind() == TokenKind::Sign(sign)
    }

    fn is_keyword(&self, keyword: Keyword) -> bool {
        *self.kind() == TokenKind::Keyword(keyword)
    }

    fn is_open(&self, bracket: Bracket) -> bool {
        *self.kind() == TokenKind::Open(bracket)
    }

    fn take_sign(&mut self, sign: Sign) -> bool {
        let found = self.is_sign(sign);
        if found {
            self.bump();
        }
        found
    }

    fn take_keyword(&mut self, keyword: Keyword) -> bool {
        let found = self.is_keyword(keyword);
        if found {
            self.bump();
        }
        found
    }

    /// From a token to the end of the last token that was read.
    fn since(&self, start: usize) -> Place {
        let begin = self.tokens.get(start).map_or(0, |token| token.place.start);
        let end = self
            .at
            .checked_sub(1)
            .and_then(|last| self.tokens.get(last))
            .map_or(begin, |token| token.place.end);
        begin..end.max(begin)
    }

    /// A part that starts at a token. A part that is nested too deeply is reported and left out.
    fn tree(&mut self, kind: Kind<'t>, start: usize) -> Tree<'t> {
        let tree = Tree::new(kind, self.since(start));
        if tree.height <= MAX_HEIGHT {
            return tree;
        }
        self.give_up();
        Tree::wrong(tree.place)
    }

    /// Goes one step deeper, if that is allowed.
    fn deeper(&mut self, read: impl FnOnce(&mut Self) -> Tree<'t>) -> Tree<'t> {
        if self.depth >= MAX_DEPTH {
            self.give_up();
            return Tree::wrong(self.place());
        }
        self.depth += 1;
        let tree = read(self);
        self.depth -= 1;
        tree
    }

    fn give_up(&mut self) {
        if !self.has_given_up {
            let title = "the program is nested too deeply";
            let label = format!("here; {MAX_HEIGHT} levels are allowed");
            let fault = Fault {
                code: Code::JqTooDeep,
                place: self.place(),
                title: title.to_owned(),
                label,
                help: None,
            };
            self.faults.push(fault.help("give parts of it names with `def name: …;`"));
        }
        self.has_given_up = true;
        self.has_lost_names = true;
        self.at = self.last();
    }

    /// Reports a fault at the next token, unless one has been reported there.
    fn tell(
        &mut self,
        code: Code,
        title: impl Into<String>,
        label: impl Into<String>,
        help: Option<&str>,
    ) {
        if self.has_given_up || self.told_at == Some(self.at) {
            return;
        }
        self.told_at = Some(self.at);
        // The inserted end of an unclosed text is not a fault of its own.
        let is_put_in = matches!(self.kind(), TokenKind::Close(_)) && self.place().is_empty();
        // Neither is a part that is missing at the end after something unclosed.
        let is_cut = *self.kind() == TokenKind::End && self.is_unclosed;
        if matches!(self.kind(), TokenKind::Unknown) || is_put_in || is_cut {
            return;
        }
        let fault = Fault {
            code,
            place: self.place(),
            title: title.into(),
            label: label.into(),
            help: help.map(str::to_owned),
        };
        self.faults.push(fault);
    }

    /// Reports that something other than `what` was found.
    fn expected(&mut self, what: &str, help: Option<&str>) {
        let found = self.kind().to_string();
        let help = help.or(match self.kind() {
            TokenKind::Sign(Sign::Alternatives) => {
                Some("`?//` separates patterns, as in `. as [$a] ?// $a | …`; for `?` and then `//` put a space between")
            }
            TokenKind::Sign(Sign::Set) if what.contains("operator") => Some("`==` compares; `=` assigns to a path"),
            _ => None,
        });
        self.tell(Code::JqSyntax, format!("expected {what}, found {found}"), "here", help);
    }

    /// Reads the content of a bracket, and steps past its end whatever the content was.
    /// `closing` says what was wanted before the end.
    fn bracketed<T>(&mut self, closing: &str, read: impl FnOnce(&mut Self) -> T) -> T {
        let end = self.token().map_or(self.at, |token| token.partner);
        self.bump();
        let inner = read(self);
        if self.at < end {
            self.expected(closing, None);
        }
        self.skip_to(end);
        if !self.has_given_up {
            self.bump();
        }
        inner
    }

    /// Steps over tokens.
    fn skip_to(&mut self, index: usize) {
        let skipped = self.tokens.get(self.at..index).unwrap_or_default();
        self.has_lost_names |= skipped.iter().any(|token| loses_names(&token.kind));
        self.at = self.at.max(index).min(self.last());
    }

    /// Steps over one token, or over a bracket and all in it.
    fn skip_one(&mut self) {
        let partner = self.token().map_or(self.at, |token| token.partner);
        self.skip_to(partner.max(self.at) + 1);
    }

    /// Skips tokens of this bracket up to a wanted one. Returns `false` if there is none.
    fn skip_until(&mut self, wanted: impl Fn(&TokenKind<'t>) -> bool) -> bool {
        while !matches!(self.kind(), TokenKind::End | TokenKind::Close(_)) {
            if wanted(self.kind()) {
                return true;
            }
            self.skip_one();
        }
        false
    }
}

/// True if a program without this token may lack a definition or a variable.
fn loses_names(kind: &TokenKind<'_>) -> bool {
    matches!(
        kind,
        TokenKind::Keyword(
            Keyword::Define | Keyword::As | Keyword::Label | Keyword::Import | Keyword::Include,
        ) | TokenKind::Variable(_)
    )
}
