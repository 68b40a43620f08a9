//! Filters of both dialects: `?a && !(b || c)` becomes a [`Filter`]. Precedence is that of RFC
//! 9535: `!`, then `&&`, then `||`.
//!
//! The dialect's own file reads the operands.

use std::ops::Range;

use super::cursor::Cursor;
use super::error::PathError;
use super::{Constant, Dialect, Filter, Function, Operand, Operator, Query, filter, rfc9535};

/// Maximum nesting depth of parentheses in a filter, including filters in its paths.
const MOST_DEPTH: usize = 32;

/// Maximum number of tests in the filters of a path. They are in one emitted function, and rustc's
/// time grows faster than the size of a function.
const MOST_TESTS: usize = 100;

/// The parser's state: the position and counts for the limits.
pub(super) struct Reading<'t> {
    pub(super) cursor: Cursor<'t>,
    pub(super) dialect: Dialect,
    /// Number of steps with several hits, those of paths in filters included.
    pub(super) loops: usize,
    /// Number of comparisons and existence tests.
    tests: usize,
    /// Number of open parentheses, filters and functions.
    depth: usize,
    pub(super) doubts: Vec<PathError>,
}

/// An operand, or a test by itself.
pub(super) enum Term {
    Query(Query),
    Constant(Constant),
    Function(Function),
    /// A function with a logical result.
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

    /// Reads a filter to the end of its bracket. The next character is `?`.
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

    /// Enters a nested level. An error marks the text that began the level.
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

    /// A test, a negation, or an expression in parentheses, with the blanks around it.
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

    /// A comparison, or a test by itself.
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

    /// The comparison operator at the position, if any.
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
    /// The operand as a test by itself.
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

    /// The operand of a comparison.
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
    /// The text of the operand.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Length(_) => "length",
            Self::Count(_) => "count",
            Self::Value(_) => "value",
        }
    }
}

/// A single filter, or the combination of several.
fn one_or(mut filters: Vec<Filter>, several: impl Fn(Vec<Filter>) -> Filter) -> Filter {
    match filters.pop() {
        Some(only) if filters.is_empty() => only,
        last => {
            filters.extend(last);
            several(filters)
        }
    }
}
