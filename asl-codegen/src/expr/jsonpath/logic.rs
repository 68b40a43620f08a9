//! Filters of both dialects: `?a && !(b || c)` to [`Filter`]. Precedence is RFC 9535's: `!`, then
//! `&&`, then `||`.
//!
//! What stands between the operators is read by the dialect's own file.

use std::ops::Range;

use super::cursor::Cursor;
use super::error::PathError;
use super::{Constant, Dialect, Filter, Function, Operand, Operator, Query, filter, rfc9535};

/// Deepest parentheses in a filter, filters in its paths included.
const MOST_DEPTH: usize = 32;

/// Most tests in the filters of a path: they all stand in one function, and rustc takes more than
/// its share of time for a large one.
const MOST_TESTS: usize = 100;

/// A path as it is read: where, and what it has had so far.
pub(super) struct Reading<'t> {
    pub(super) cursor: Cursor<'t>,
    pub(super) dialect: Dialect,
    /// Steps with several hits, those of paths in filters included.
    pub(super) loops: usize,
    /// Comparisons and existence tests.
    tests: usize,
    /// How many parentheses, filters and functions are open.
    depth: usize,
    pub(super) doubts: Vec<PathError>,
}

/// What stands on one side of an operator, or alone.
pub(super) enum Term {
    Query(Query),
    Constant(Constant),
    Function(Function),
    /// A function that holds or does not hold.
    Test(Filter),
}

impl<'t> Reading<'t> {
    pub(super) fn new(text: &'t str, dialect: Dialect) -> Self {
        Self {
            cursor: Cursor::new(text),
            dialect,
            loops: 0,
            tests: 0,
            depth: 0,
            doubts: Vec::new(),
        }
    }

    /// The filter that begins here, up to the end of its bracket; the next character is `?`.
    pub(super) fn filter(&mut self) -> Result<Filter, PathError> {
        let start = self.cursor.at;
        self.cursor.take("?");
        self.enter(start)?;
        let filter = self.any()?;
        self.leave();
        match self.cursor.peek() {
            Some(']' | ',') | None => Ok(filter),
            Some(_) => {
                Err(PathError::syntax(self.cursor.here(), "`&&`, `||` or `]` is expected here"))
            }
        }
    }

    /// Goes one level deeper; what began there is to blame if that is too deep.
    pub(super) fn enter(&mut self, start: usize) -> Result<(), PathError> {
        self.depth += 1;
        // The filter itself is one level.
        if self.depth > MOST_DEPTH + 1 {
            return Err(PathError::syntax(
                start..self.cursor.at,
                "too many parentheses in one another",
            )
            .help(format!("at most {MOST_DEPTH}")));
        }
        Ok(())
    }

    pub(super) fn leave(&mut self) {
        self.depth -= 1;
    }

    /// `a || b`
    fn any(&mut self) -> Result<Filter, PathError> {
        let first = self.all()?;
        let mut all = vec![first];
        while self.cursor.take("||") {
            all.push(self.all()?);
        }
        Ok(one_or(all, Filter::Or))
    }

    /// `a && b`
    fn all(&mut self) -> Result<Filter, PathError> {
        let first = self.one()?;
        let mut all = vec![first];
        while self.cursor.take("&&") {
            all.push(self.one()?);
        }
        Ok(one_or(all, Filter::And))
    }

    /// A test, an opposite, or what stands in parentheses; with the blanks around it.
    fn one(&mut self) -> Result<Filter, PathError> {
        self.cursor.skip_blanks();
        let start = self.cursor.at;
        if !self.cursor.take("!") {
            return if self.cursor.peek() == Some('(') { self.parentheses() } else { self.test() };
        }
        self.cursor.skip_blanks();
        if self.cursor.peek() == Some('(') {
            return Ok(Filter::Not(Box::new(self.parentheses()?)));
        }
        let test = self.test()?;
        if matches!(test, Filter::Compare { .. }) {
            return Err(PathError::syntax(
                start..start + 1,
                "`!` before a comparison needs parentheses",
            )
            .help("write `!(@.a == 1)`, or `@.a != 1`"));
        }
        Ok(Filter::Not(Box::new(test)))
    }

    fn parentheses(&mut self) -> Result<Filter, PathError> {
        let start = self.cursor.at;
        self.cursor.take("(");
        self.enter(start)?;
        let inner = self.any()?;
        if !self.cursor.take(")") {
            return Err(PathError::syntax(
                self.cursor.here(),
                "`&&`, `||` or `)` is expected here",
            ));
        }
        self.leave();
        self.cursor.skip_blanks();
        Ok(inner)
    }

    /// A comparison, or something that holds or does not hold by itself.
    fn test(&mut self) -> Result<Filter, PathError> {
        let start = self.cursor.at;
        let left = self.term()?;
        let range = start..self.cursor.at;
        self.tests += 1;
        if self.tests > MOST_TESTS {
            return Err(PathError::syntax(range, "the path has too many tests in its filters")
                .help(format!("at most {MOST_TESTS}")));
        }
        self.cursor.skip_blanks();
        let Some(operator) = self.operator()? else { return left.alone(range) };
        self.cursor.skip_blanks();
        let start = self.cursor.at;
        let right = self.term()?;
        let (left, right) = (left.compared(range)?, right.compared(start..self.cursor.at)?);
        self.cursor.skip_blanks();
        Ok(Filter::Compare { left, operator, right })
    }

    fn term(&mut self) -> Result<Term, PathError> {
        match self.dialect {
            Dialect::Aws | Dialect::Spec => filter::term(self),
            Dialect::Rfc9535 => rfc9535::term(self),
        }
    }

    /// The comparison that stands here, if any does.
    fn operator(&mut self) -> Result<Option<Operator>, PathError> {
        if self.dialect != Dialect::Rfc9535 {
            filter::refuse_operator(&mut self.cursor)?;
        }
        let operators = [
            ("==", Operator::Equal),
            ("!=", Operator::NotEqual),
            ("<=", Operator::LessOrEqual),
            (">=", Operator::GreaterOrEqual),
            ("<", Operator::Less),
            (">", Operator::Greater),
        ];
        if let Some((_, operator)) = operators.into_iter().find(|(text, _)| self.cursor.take(text))
        {
            return Ok(Some(operator));
        }
        match self.cursor.peek() {
            Some('=') => {
                Err(PathError::syntax(self.cursor.here(), "`=` is no comparison")
                    .help("write `==`"))
            }
            Some(_) | None => Ok(None),
        }
    }
}

impl Term {
    /// As a test of its own.
    fn alone(self, range: Range<usize>) -> Result<Filter, PathError> {
        match self {
            Self::Query(query) => Ok(Filter::Exists(query)),
            Self::Test(test) => Ok(test),
            Self::Constant(_) => Err(PathError::syntax(range, "a value alone is no test")
                .help("compare it with a member, as in `@.a == 1`")),
            Self::Function(function) => {
                let name = function.name();
                Err(PathError::syntax(range, format!("`{name}()` alone is no test"))
                    .help(format!("compare its result, as in `{name}(@.a) == 1`")))
            }
        }
    }

    /// As one side of a comparison.
    pub(super) fn compared(self, range: Range<usize>) -> Result<Operand, PathError> {
        match self {
            Self::Query(query) if query.is_definite() => Ok(Operand::Place(query)),
            Self::Query(_) => Err(PathError::syntax(range, "a path that can reach several places is no value")
                .help("names and indexes only, as in `@.items[0].price`, or `value(@.*)` for the only one of several")),
            Self::Constant(constant) => Ok(Operand::Constant(constant)),
            Self::Function(function) => Ok(Operand::Function(Box::new(function))),
            Self::Test(_) => Err(PathError::syntax(range, "a test is no value")
                .help("`match()` and `search()` hold or do not hold, and are compared with nothing")),
        }
    }
}

impl Function {
    /// As it is written.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Length(_) => "length",
            Self::Count(_) => "count",
            Self::Value(_) => "value",
        }
    }
}

/// The only one, or several together.
fn one_or(mut filters: Vec<Filter>, several: impl Fn(Vec<Filter>) -> Filter) -> Filter {
    match filters.pop() {
        Some(only) if filters.is_empty() => only,
        last => {
            filters.extend(last);
            several(filters)
        }
    }
}
