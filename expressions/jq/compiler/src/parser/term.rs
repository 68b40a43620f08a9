//! Terms: the operands of operators, with their suffixes (`.name`, `[..]`, `?`).

use super::Parser;
use crate::Fault;
use crate::token::{Bracket, Keyword, Sign, TokenKind};
use crate::tree::{Kind, LoopTree, Name, Operator, PatternTree, StringTree, Tree};
use asl_source::diagnostics::Code;

impl<'t> Parser<'t> {
    pub(super) fn term(&mut self) -> Tree<'t> {
        self.deeper(Self::signed)
    }

    /// A term with its prefixes and suffixes.
    fn signed(&mut self) -> Tree<'t> {
        let start = self.at;
        match self.kind() {
            TokenKind::Sign(Sign::Minus) => self.negated(),
            TokenKind::Keyword(Keyword::Try) => self.tried(),
            _ => {
                let target = self.primary();
                if self.has_suffix() { self.suffixes(target, start) } else { target }
            }
        }
    }

    fn negated(&mut self) -> Tree<'t> {
        let start = self.at;
        self.bump();
        let operand = Box::new(self.term());
        self.tree(Kind::Negate(operand), start)
    }

    /// `try body catch handler`
    fn tried(&mut self) -> Tree<'t> {
        let start = self.at;
        self.bump();
        let body = Box::new(self.term());
        let handler =
            if self.take_keyword(Keyword::Catch) { Some(Box::new(self.term())) } else { None };
        self.tree(Kind::Try(body, handler), start)
    }

    // Here and above, what calls itself keeps little on the stack: hence the small functions.
    fn primary(&mut self) -> Tree<'t> {
        match self.kind() {
            TokenKind::Open(Bracket::Round) => self.bracketed("an operator or `)`", Self::query),
            TokenKind::Open(Bracket::Square) => self.array(),
            TokenKind::Open(Bracket::Curly) => self.object(),
            TokenKind::Open(Bracket::Quote) => self.string(),
            TokenKind::Format(_) if *self.second() == TokenKind::Open(Bracket::Quote) => {
                self.string()
            }
            TokenKind::Sign(Sign::Dot) => self.dot(),
            TokenKind::Name(_) => self.call(),
            TokenKind::Keyword(Keyword::If) => self.condition(),
            TokenKind::Keyword(Keyword::Reduce | Keyword::Foreach) => self.fold(),
            TokenKind::Keyword(Keyword::Break) => self.leave(),
            TokenKind::Keyword(Keyword::Define | Keyword::Label) => self.misplaced(),
            _ => self.leaf(),
        }
    }

    /// A term of one token.
    fn leaf(&mut self) -> Tree<'t> {
        let start = self.at;
        let kind = match *self.kind() {
            TokenKind::Number(text) => Kind::Number(text),
            TokenKind::Variable(name) => Kind::Variable(name),
            TokenKind::Location => Kind::Location,
            TokenKind::Sign(Sign::Recurse) => Kind::Recurse,
            TokenKind::Format(name) => Kind::Format(name),
            TokenKind::Field(name) => {
                let key = Tree::new(plain_string(name), self.place());
                let identity = Tree::new(Kind::Identity, self.place());
                Kind::Index(Box::new(identity), Box::new(key))
            }
            _ => {
                self.expected("an expression", None);
                return Tree::wrong(self.place());
            }
        };
        self.bump();
        self.tree(kind, start)
    }

    /// `[..]`
    fn array(&mut self) -> Tree<'t> {
        let start = self.at;
        let is_empty = *self.second() == TokenKind::Close(Bracket::Square);
        let items = self.bracketed("an operator or `]`", |parser| {
            (!is_empty).then(|| Box::new(parser.query()))
        });
        self.tree(Kind::Array(items), start)
    }

    /// `.`, and `."name"`.
    fn dot(&mut self) -> Tree<'t> {
        let start = self.at;
        self.bump();
        let identity = Tree::new(Kind::Identity, self.since(start));
        match *self.kind() {
            TokenKind::Open(Bracket::Quote) => self.named(identity, start),
            TokenKind::Format(_) if *self.second() == TokenKind::Open(Bracket::Quote) => {
                self.named(identity, start)
            }
            TokenKind::Name(name) => {
                let help = format!("write `.{name}` without a space, or `.[\"{name}\"]`");
                self.expected("an operator", Some(&help));
                self.bump();
                Tree::wrong(self.since(start))
            }
            _ => identity,
        }
    }

    /// `target."name"`, after the dot.
    fn named(&mut self, target: Tree<'t>, start: usize) -> Tree<'t> {
        let key = self.string();
        self.tree(Kind::Index(Box::new(target), Box::new(key)), start)
    }

    /// True if something follows that may belong to the term before.
    fn has_suffix(&self) -> bool {
        matches!(
            self.kind(),
            TokenKind::Field(_)
                | TokenKind::Sign(Sign::Question | Sign::Dot)
                | TokenKind::Open(Bracket::Square)
        )
    }

    /// The suffixes of a term.
    fn suffixes(&mut self, mut target: Tree<'t>, start: usize) -> Tree<'t> {
        // Whether the last part of the target is a step that was taken here: then `?` is only about
        // that one.
        let mut is_step = false;
        loop {
            let was_step = std::mem::replace(&mut is_step, true);
            let kind = match *self.kind() {
                TokenKind::Field(name) => {
                    let key = Tree::new(plain_string(name), self.place());
                    self.bump();
                    Kind::Index(Box::new(target), Box::new(key))
                }
                TokenKind::Sign(Sign::Question) => {
                    self.bump();
                    is_step = false;
                    if was_step { optional_step(target) } else { Kind::Try(Box::new(target), None) }
                }
                TokenKind::Open(Bracket::Square) => self.index(target, true),
                TokenKind::Sign(Sign::Dot) => match *self.second() {
                    TokenKind::Open(Bracket::Square) => {
                        self.bump();
                        self.index(target, false)
                    }
                    TokenKind::Open(Bracket::Quote) | TokenKind::Format(_) => {
                        self.bump();
                        target = self.named(target, start);
                        continue;
                    }
                    _ => return target,
                },
                _ => return target,
            };
            target = self.tree(kind, start);
        }
    }

    /// `[]`, `[index]`, `[from:to]`.
    fn index(&mut self, target: Tree<'t>, may_slice: bool) -> Kind<'t> {
        if *self.second() == TokenKind::Close(Bracket::Square) {
            self.bump();
            self.bump();
            return Kind::Iterate(Box::new(target));
        }
        self.bracketed("an operator, `:` or `]`", |parser| {
            let from =
                if parser.is_sign(Sign::Colon) { None } else { Some(Box::new(parser.query())) };
            if !parser.is_sign(Sign::Colon) {
                return from.map_or(Kind::Wrong, |index| Kind::Index(Box::new(target), index));
            }
            if !may_slice {
                parser.expected(
                    "an operator or `]`",
                    Some("a slice is written without the dot: `.name[1:2]`"),
                );
            }
            parser.bump();
            let is_open_end = from.is_some() && *parser.kind() == TokenKind::Close(Bracket::Square);
            let to = if is_open_end { None } else { Some(Box::new(parser.query())) };
            Kind::Slice(Box::new(target), from, to)
        })
    }

    /// A string, and the format before it.
    pub(super) fn string(&mut self) -> Tree<'t> {
        let start = self.at;
        let format = match *self.kind() {
            TokenKind::Format(text) => {
                let place = self.place();
                self.bump();
                Some(Name { text, place })
            }
            _ => None,
        };
        if !self.is_open(Bracket::Quote) {
            self.expected("a string", None);
            return Tree::wrong(self.since(start));
        }
        let (pieces, filters) = self.bracketed("the end of the string", Self::string_parts);
        self.tree(Kind::String(StringTree { format, pieces, filters }), start)
    }

    fn string_parts(&mut self) -> (Vec<String>, Vec<Tree<'t>>) {
        let (mut pieces, mut filters, mut piece) = (Vec::new(), Vec::new(), String::new());
        loop {
            match self.kind() {
                TokenKind::Text(text) => {
                    piece.push_str(text);
                    self.bump();
                }
                TokenKind::Open(Bracket::Interpolation) => {
                    pieces.push(std::mem::take(&mut piece));
                    filters.push(self.bracketed("an operator or `)`", Self::query));
                }
                _ => {
                    pieces.push(piece);
                    return (pieces, filters);
                }
            }
        }
    }

    /// `name`, `name(argument; ..)`
    fn call(&mut self) -> Tree<'t> {
        let start = self.at;
        let TokenKind::Name(text) = *self.kind() else { return Tree::wrong(self.place()) };
        let name = Name { text, place: self.place() };
        self.bump();
        let arguments = if self.is_open(Bracket::Round) {
            self.bracketed("an operator, `;` or `)`", Self::arguments)
        } else {
            Vec::new()
        };
        self.tree(Kind::Call(name, arguments), start)
    }

    fn arguments(&mut self) -> Vec<Tree<'t>> {
        let mut arguments = vec![self.query()];
        while self.take_sign(Sign::Semicolon) {
            arguments.push(self.query());
        }
        arguments
    }

    /// `if .. then .. elif .. then .. else .. end`
    fn condition(&mut self) -> Tree<'t> {
        let start = self.at;
        self.bump();
        let (mut branches, mut otherwise) = (Vec::new(), None);
        loop {
            let condition = self.query();
            if !self.is_keyword(Keyword::Then) {
                self.expected("an operator or `then`", None);
                self.skip_in_condition();
            }
            let then = if self.take_keyword(Keyword::Then) {
                self.query()
            } else {
                Tree::wrong(self.place())
            };
            branches.push((condition, then));
            if !self.is_branch_end() {
                self.unfinished(start, "an operator, `elif`, `else` or `end`");
            }
            if !self.take_keyword(Keyword::Elif) {
                break;
            }
        }
        if self.take_keyword(Keyword::Else) {
            otherwise = Some(Box::new(self.query()));
            if !self.is_keyword(Keyword::End) {
                self.unfinished(start, "an operator or `end`");
            }
        }
        if !self.take_keyword(Keyword::End) {
            self.unfinished(start, "`end`");
        }
        self.tree(Kind::If(branches, otherwise), start)
    }

    fn is_branch_end(&self) -> bool {
        [Keyword::Elif, Keyword::Else, Keyword::End].iter().any(|keyword| self.is_keyword(*keyword))
    }

    /// Reports that an `if` is continued wrongly, and steps to the next keyword of it; if it
    /// never does, its `end` is what is missing.
    fn unfinished(&mut self, start: usize, what: &str) {
        let at = self.at;
        if !matches!(self.kind(), TokenKind::Sign(Sign::Semicolon)) {
            self.skip_in_condition();
        }
        let goes_on = self.at;
        if matches!(self.kind(), TokenKind::Keyword(_)) {
            self.at = at;
            self.expected(what, None);
            self.at = goes_on;
        } else if !self.has_given_up && self.told_at != Some(goes_on) {
            self.told_at = Some(goes_on);
            let place = self.tokens.get(start).map_or(0..0, |token| token.place.clone());
            let title = "an `if` is not closed: there is no `end`".to_owned();
            let fault = Fault {
                code: Code::JqUnclosed,
                place,
                title,
                label: "begins here".to_owned(),
                help: None,
            };
            self.faults.push(fault.help("add `end`"));
        }
    }

    /// Steps to the next `then`, `elif`, `else` or `end` of this `if`.
    fn skip_in_condition(&mut self) {
        let mut inner = 0_u32;
        while !matches!(self.kind(), TokenKind::End | TokenKind::Close(_)) {
            match self.kind() {
                TokenKind::Keyword(Keyword::If) => inner += 1,
                TokenKind::Keyword(Keyword::End) if inner > 0 => inner -= 1,
                TokenKind::Keyword(
                    Keyword::Then | Keyword::Elif | Keyword::Else | Keyword::End,
                ) if inner == 0 => {
                    return;
                }
                _ => {}
            }
            self.skip_one();
        }
    }

    /// `reduce source as $x (init; update)`, `foreach source as $x (init; update; extract)`
    fn fold(&mut self) -> Tree<'t> {
        let start = self.at;
        let is_reduce = self.is_keyword(Keyword::Reduce);
        self.bump();
        let source = self.expression();
        if !self.take_keyword(Keyword::As) {
            self.expected(
                "an operator or `as`",
                Some("write `reduce .[] as $item (0; . + $item)`; several values need parentheses"),
            );
            if !self.skip_until(|kind| *kind == TokenKind::Keyword(Keyword::As)) {
                return Tree::wrong(self.since(start));
            }
            self.bump();
        }
        let patterns = self.patterns();
        if !self.is_open(Bracket::Round) {
            self.expected("`(first state; next state)`", None);
            return Tree::wrong(self.since(start));
        }
        let closing = if is_reduce {
            "an operator, `;` or `)`: `reduce` has two parts"
        } else {
            "an operator, `;` or `)`"
        };
        let parts = self.bracketed(closing, |parser| {
            let init = parser.query();
            if !parser.take_sign(Sign::Semicolon) {
                parser.expected("an operator or `;` and the next state", None);
                return None;
            }
            let update = parser.query();
            let extract =
                (!is_reduce && parser.take_sign(Sign::Semicolon)).then(|| Box::new(parser.query()));
            Some((init, update, extract))
        });
        let Some((init, update, extract)) = parts else { return Tree::wrong(self.since(start)) };
        let each = Box::new(LoopTree { source, patterns, init, update });
        self.tree(if is_reduce { Kind::Reduce(each) } else { Kind::Foreach(each, extract) }, start)
    }

    /// `break $name`
    fn leave(&mut self) -> Tree<'t> {
        let start = self.at;
        self.bump();
        let TokenKind::Variable(name) = *self.kind() else {
            self.expected("the label to break to, such as `$out`", None);
            return Tree::wrong(self.since(start));
        };
        self.bump();
        self.tree(Kind::Break(name), start)
    }

    /// `def` or `label` after an operator: read as if it were in parentheses.
    fn misplaced(&mut self) -> Tree<'t> {
        self.expected("an expression", Some("put parentheses around it"));
        self.query()
    }
}

/// A string that is written without quotation marks.
pub(super) fn plain_string<'t>(text: &str) -> Kind<'t> {
    Kind::String(StringTree { format: None, pieces: vec![text.to_owned()], filters: Vec::new() })
}

/// `target[index]?` and its like: jq forgives the step alone, not what its target or its index fail
/// with.
fn optional_step<'t>(target: Tree<'t>) -> Kind<'t> {
    let place = target.place.clone();
    let new = |kind: Kind<'t>| Box::new(Tree::new(kind, place.clone()));
    let identity = || new(Kind::Identity);
    let mut keys = Vec::new();
    // Keys are computed outside of `try`, before the target is.
    let mut key = |key: Box<Tree<'t>>| {
        if key.is_constant() {
            return key;
        }
        let name = if keys.is_empty() { "key?" } else { "end?" };
        keys.push((name, key));
        new(Kind::Variable(name))
    };
    let (target, step) = match target.kind {
        Kind::Index(target, index) => (target, Kind::Index(identity(), key(index))),
        Kind::Slice(target, from, to) => {
            let (from, to) = (from.map(&mut key), to.map(&mut key));
            (target, Kind::Slice(identity(), from, to))
        }
        Kind::Iterate(target) => (target, Kind::Iterate(identity())),
        other => return Kind::Try(new(other), None),
    };
    let step = Kind::Try(new(step), None);
    let piped = match target.kind {
        Kind::Identity => step,
        _ => Kind::Binary(Operator::Pipe, target, new(step)),
    };
    keys.into_iter().rev().fold(piped, |body, (name, key)| {
        let pattern = PatternTree::Variable(Name { text: name, place: place.clone() });
        Kind::Bind(key, vec![pattern], new(body))
    })
}
