//! Pipes, commas and the operators between terms; and bindings, which cover everything after them.

use super::Parser;
use crate::syntax::{Arithmetic, Assignment, Comparison};
use crate::token::{Keyword, Sign, TokenKind};
use crate::tree::{Kind, Name, Operator, Tree};

/// More parts than this between `|` or `,` make a balanced tree, which means the same and is not as
/// high.
const LONG_CHAIN: usize = 16;

/// The associativity of an operator.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Association {
    Left,
    /// `a == b == c` is no program.
    None,
}

impl<'t> Parser<'t> {
    /// Anything: `a | b, c`, with definitions, bindings and labels that cover all that follows them.
    pub(super) fn query(&mut self) -> Tree<'t> {
        self.deeper(Self::pipeline)
    }

    fn pipeline(&mut self) -> Tree<'t> {
        let start = self.at;
        let first = self.list();
        if !self.is_sign(Sign::Pipe) {
            return first;
        }
        let mut stages = vec![first];
        while self.take_sign(Sign::Pipe) {
            stages.push(self.list());
        }
        self.chain(Operator::Pipe, stages, start)
    }

    /// A filter between pipes.
    fn list(&mut self) -> Tree<'t> {
        let start = self.at;
        let first = self.part();
        if !self.is_sign(Sign::Comma) {
            return first;
        }
        let mut parts = vec![first];
        while self.take_sign(Sign::Comma) {
            parts.push(self.part());
        }
        self.chain(Operator::Comma, parts, start)
    }

    /// A filter between pipes and commas; a binding reads all that follows it.
    fn part(&mut self) -> Tree<'t> {
        match self.kind() {
            TokenKind::Keyword(Keyword::Define) => self.defined(),
            TokenKind::Keyword(Keyword::Label) => self.label(),
            _ => {
                let start = self.at;
                let source = self.expression();
                if self.take_keyword(Keyword::As) { self.binding(source, start) } else { source }
            }
        }
    }

    /// Definitions, and what sees them.
    fn defined(&mut self) -> Tree<'t> {
        let start = self.at;
        let definitions = self.definitions();
        let body = Box::new(self.query());
        self.tree(Kind::Define(definitions, body), start)
    }

    /// After `source as`.
    fn binding(&mut self, source: Tree<'t>, start: usize) -> Tree<'t> {
        let patterns = self.patterns();
        if !self.is_sign(Sign::Pipe) {
            self.expected("`|` and what sees the variables", None);
            self.skip_until(|kind| *kind == TokenKind::Sign(Sign::Pipe));
        }
        if !self.take_sign(Sign::Pipe) {
            return Tree::wrong(self.since(start));
        }
        let body = Box::new(self.query());
        self.tree(Kind::Bind(Box::new(source), patterns, body), start)
    }

    /// `label $name | …`
    fn label(&mut self) -> Tree<'t> {
        let start = self.at;
        self.bump();
        let TokenKind::Variable(text) = *self.kind() else {
            self.expected("a label's name, such as `$out`", None);
            return Tree::wrong(self.since(start));
        };
        let name = Name { text, place: self.place() };
        self.bump();
        if !self.take_sign(Sign::Pipe) {
            self.expected("`|` and what may `break` out of the label", None);
            return Tree::wrong(self.since(start));
        }
        let body = self.query();
        self.tree(Kind::Label(name, Box::new(body)), start)
    }

    /// Operators between terms: `a // b`, which binds least and to the right, and all others. No
    /// pipe, no comma.
    pub(super) fn expression(&mut self) -> Tree<'t> {
        let start = self.at;
        let first = self.operation(1);
        if self.is_sign(Sign::Alternative) { self.alternatives(first, start) } else { first }
    }

    fn alternatives(&mut self, first: Tree<'t>, start: usize) -> Tree<'t> {
        let mut operands = vec![(start, first)];
        while self.take_sign(Sign::Alternative) {
            operands.push((self.at, self.operation(1)));
        }
        let Some((_, mut tree)) = operands.pop() else { return Tree::wrong(self.since(start)) };
        while let Some((at, left)) = operands.pop() {
            tree =
                self.tree(Kind::Binary(Operator::Alternative, Box::new(left), Box::new(tree)), at);
        }
        tree
    }

    /// Operators that bind at least so much.
    fn operation(&mut self, least: u8) -> Tree<'t> {
        let start = self.at;
        let first = self.term();
        if operator(self.kind()).is_some() { self.operators(first, start, least) } else { first }
    }

    fn operators(&mut self, mut left: Tree<'t>, start: usize, least: u8) -> Tree<'t> {
        let mut no_more_of = None;
        while let Some((operator, level, association)) =
            operator(self.kind()).filter(|(_, level, _)| *level >= least)
        {
            if no_more_of == Some(level) {
                self.expected(
                    "another operator",
                    Some("put parentheses around the part that is meant first"),
                );
            }
            self.bump();
            let right = self.operation(level + 1);
            left = self.tree(Kind::Binary(operator, Box::new(left), Box::new(right)), start);
            no_more_of = (association == Association::None).then_some(level);
        }
        left
    }

    /// `a | b | c` as jq nests it, or balanced if it is long.
    pub(super) fn chain(
        &mut self,
        operator: Operator,
        mut parts: Vec<Tree<'t>>,
        start: usize,
    ) -> Tree<'t> {
        if parts.len() > LONG_CHAIN {
            let behind = parts.split_off(parts.len() / 2);
            let (left, right) =
                (self.chain(operator, parts, start), self.chain(operator, behind, start));
            return self.tree(Kind::Binary(operator, Box::new(left), Box::new(right)), start);
        }
        let join = |parser: &mut Self, left: Tree<'t>, right: Tree<'t>| {
            let place = left.place.start..right.place.end.max(left.place.start);
            let mut tree =
                parser.tree(Kind::Binary(operator, Box::new(left), Box::new(right)), start);
            tree.place = place;
            tree
        };
        let mut rest = parts.into_iter();
        let joined = if operator == Operator::Comma {
            let first = rest.next();
            first.map(|first| rest.fold(first, |left, right| join(self, left, right)))
        } else {
            let last = rest.next_back();
            last.map(|last| rest.rfold(last, |right, left| join(self, left, right)))
        };
        joined.unwrap_or_else(|| Tree::wrong(self.since(start)))
    }
}

/// An operator between terms, how much it binds, and how it associates.
fn operator(kind: &TokenKind<'_>) -> Option<(Operator, u8, Association)> {
    let found = match kind {
        TokenKind::Keyword(Keyword::Or) => (Operator::Or, 2, Association::Left),
        TokenKind::Keyword(Keyword::And) => (Operator::And, 3, Association::Left),
        TokenKind::Sign(sign) => {
            if let Some(assignment) = assignment(*sign) {
                (Operator::Assign(assignment), 1, Association::None)
            } else if let Some(comparison) = comparison(*sign) {
                (Operator::Compare(comparison), 4, Association::None)
            } else {
                let (arithmetic, level) = arithmetic(*sign)?;
                (Operator::Arithmetic(arithmetic), level, Association::Left)
            }
        }
        _ => return None,
    };
    Some(found)
}

fn assignment(sign: Sign) -> Option<Assignment> {
    Some(match sign {
        Sign::Set => Assignment::Set,
        Sign::Update => Assignment::Update,
        Sign::SetAlternative => Assignment::Alternative,
        Sign::SetPlus => Assignment::Arithmetic(Arithmetic::Add),
        Sign::SetMinus => Assignment::Arithmetic(Arithmetic::Subtract),
        Sign::SetTimes => Assignment::Arithmetic(Arithmetic::Multiply),
        Sign::SetDivide => Assignment::Arithmetic(Arithmetic::Divide),
        Sign::SetModulo => Assignment::Arithmetic(Arithmetic::Modulo),
        _ => return None,
    })
}

fn comparison(sign: Sign) -> Option<Comparison> {
    Some(match sign {
        Sign::Equal => Comparison::Equal,
        Sign::NotEqual => Comparison::NotEqual,
        Sign::Less => Comparison::Less,
        Sign::LessOrEqual => Comparison::LessOrEqual,
        Sign::Greater => Comparison::Greater,
        Sign::GreaterOrEqual => Comparison::GreaterOrEqual,
        _ => return None,
    })
}

fn arithmetic(sign: Sign) -> Option<(Arithmetic, u8)> {
    Some(match sign {
        Sign::Plus => (Arithmetic::Add, 5),
        Sign::Minus => (Arithmetic::Subtract, 5),
        Sign::Times => (Arithmetic::Multiply, 6),
        Sign::Divide => (Arithmetic::Divide, 6),
        Sign::Modulo => (Arithmetic::Modulo, 6),
        _ => return None,
    })
}
