//! A cursor over tokens, and faults that point at a token. It is hand-written, because `syn` would
//! double the cost of the macro.

use std::iter::Peekable;

use proc_macro2::{
    Delimiter, Group, Ident, Literal, Spacing, Span, TokenStream, TokenTree, token_stream,
};
use quote::quote_spanned;

use super::literal;

/// A fault in the arguments of the macro, with its place.
#[derive(Debug)]
pub struct Fault {
    span: Span,
    message: String,
}

impl Fault {
    /// A fault at a token.
    pub fn new(span: Span, message: impl Into<String>) -> Self {
        Self { span, message: message.into() }
    }

    /// The place of the token.
    pub fn span(&self) -> Span {
        self.span
    }

    /// The description, in the words of the user.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The fault as an item.
    pub fn into_error(self) -> TokenStream {
        let message = self.message;
        quote_spanned!(self.span=> ::core::compile_error!(#message);)
    }

    /// The fault as an expression.
    pub fn into_expression(self) -> TokenStream {
        let message = self.message;
        quote_spanned!(self.span=> ::core::compile_error!(#message))
    }
}

/// The remaining tokens, and the place of the last one.
#[derive(Debug)]
pub struct Parser {
    tokens: Peekable<token_stream::IntoIter>,
    last: Span,
}

impl Parser {
    /// A cursor before the first token. `place` is that of faults if there are no tokens.
    pub fn new(tokens: TokenStream, place: Span) -> Self {
        Self { tokens: tokens.into_iter().peekable(), last: place }
    }

    /// A cursor before the first token of a group.
    pub fn of(group: &Group) -> Self {
        Self::new(group.stream(), group.span_close())
    }

    /// True behind the last token.
    pub fn is_done(&mut self) -> bool {
        self.tokens.peek().is_none()
    }

    pub(super) fn peek(&mut self) -> Option<&TokenTree> {
        self.tokens.peek()
    }

    /// The next token, without the groups that a `macro_rules` parameter leaves around it.
    pub(super) fn next(&mut self) -> Option<TokenTree> {
        let token = self.tokens.next()?;
        self.last = token.span();
        let TokenTree::Group(group) = &token else { return Some(token) };
        if group.delimiter() != Delimiter::None {
            return Some(token);
        }
        let mut inner = group.stream().into_iter();
        match (inner.next(), inner.next()) {
            (Some(only), None) => Some(only),
            _ => Some(token),
        }
    }

    /// A fault at the next token, or after the last one.
    pub(super) fn expected(&mut self, what: &str) -> Fault {
        match self.tokens.peek() {
            Some(token) => Fault::new(token.span(), format!("expected {what}, found `{token}`")),
            None => Fault::new(self.last, format!("expected {what} after this")),
        }
    }

    pub(super) fn is_mark(&mut self, mark: char) -> bool {
        matches!(self.peek(), Some(TokenTree::Punct(punct)) if punct.as_char() == mark)
    }

    /// Consumes a punctuation mark if it is the next token.
    pub fn take_mark(&mut self, mark: char) -> bool {
        let found = self.is_mark(mark);
        if found {
            self.next();
        }
        found
    }

    /// Consumes a punctuation mark, which must be the next token.
    pub fn mark(&mut self, mark: char) -> Result<(), Fault> {
        if self.take_mark(mark) { Ok(()) } else { Err(self.expected(&format!("`{mark}`"))) }
    }

    /// Consumes an identifier; `what` is the description of it in a fault.
    pub fn name(&mut self, what: &str) -> Result<Ident, Fault> {
        if !matches!(self.peek(), Some(TokenTree::Ident(_))) {
            return Err(self.expected(what));
        }
        match self.next() {
            Some(TokenTree::Ident(name)) => Ok(name),
            _ => unreachable!("peeked above"),
        }
    }

    /// Consumes a string; returns it with its place.
    pub fn string(&mut self, what: &str) -> Result<(String, Span), Fault> {
        let found = self.literal(what)?;
        match literal::string(&found.to_string()) {
            Some(text) => Ok((text, found.span())),
            None => Err(Fault::new(found.span(), format!("expected {what}, found `{found}`"))),
        }
    }

    /// A whole number.
    pub(super) fn number(&mut self, what: &str) -> Result<u32, Fault> {
        let found = self.literal(what)?;
        let digits = found.to_string().replace('_', "");
        digits
            .trim_end_matches("u32")
            .parse()
            .map_err(|_| Fault::new(found.span(), format!("expected {what}, found `{found}`")))
    }

    pub(super) fn count(&mut self, what: &str) -> Result<u64, Fault> {
        let found = self.literal(what)?;
        let digits = found.to_string().replace('_', "");
        digits
            .trim_end_matches("u64")
            .parse()
            .map_err(|_| Fault::new(found.span(), format!("expected {what}, found `{found}`")))
    }

    fn literal(&mut self, what: &str) -> Result<Literal, Fault> {
        let is_literal = match self.peek() {
            Some(TokenTree::Literal(_)) => true,
            Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::None,
            _ => false,
        };
        if !is_literal {
            return Err(self.expected(what));
        }
        match self.next() {
            Some(TokenTree::Literal(found)) => Ok(found),
            _ => Err(Fault::new(self.last, format!("expected {what}"))),
        }
    }

    /// Consumes a group in parentheses, brackets or braces.
    pub fn group(&mut self, delimiter: Delimiter, what: &str) -> Result<Group, Fault> {
        if !matches!(self.peek(), Some(TokenTree::Group(group)) if group.delimiter() == delimiter) {
            return Err(self.expected(what));
        }
        match self.next() {
            Some(TokenTree::Group(group)) => Ok(group),
            _ => unreachable!("peeked above"),
        }
    }

    /// The tokens of a type or a path, up to a comma that is not between `<` and `>`.
    pub fn rust_type(&mut self, what: &str) -> Result<TokenStream, Fault> {
        let mut tokens = Vec::new();
        let mut open = 0_u32;
        let mut arrow = false;
        while let Some(token) = self.peek() {
            if let TokenTree::Punct(mark) = token {
                match mark.as_char() {
                    ',' if open == 0 => break,
                    '<' => open += 1,
                    '>' if !arrow => open = open.saturating_sub(1),
                    _ => {}
                }
                // `->` does not close a bracket.
                arrow = mark.as_char() == '-' && mark.spacing() == Spacing::Joint;
            }
            tokens.extend(self.tokens.next());
        }
        match tokens.last() {
            Some(last) => self.last = last.span(),
            None => return Err(self.expected(what)),
        }
        Ok(tokens.into_iter().collect())
    }

    /// The tokens of an expression, up to a comma.
    pub fn expression(&mut self) -> Result<TokenStream, Fault> {
        let mut tokens = Vec::new();
        while !self.is_done() && !self.is_mark(',') {
            tokens.extend(self.tokens.next());
        }
        match tokens.last() {
            Some(last) => self.last = last.span(),
            None => return Err(self.expected("an expression")),
        }
        Ok(tokens.into_iter().collect())
    }

    /// Entries separated by commas, with an optional comma at the end.
    pub fn list(
        &mut self,
        mut entry: impl FnMut(&mut Self) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        while !self.is_done() {
            entry(self)?;
            if !self.is_done() {
                self.mark(',')?;
            }
        }
        Ok(())
    }
}
