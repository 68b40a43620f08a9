//! Path texts to [`Path`] and [`ReferencePath`]. No recursion here: a path is a list of steps.

use std::ops::Range;

use super::cursor::Cursor;
use super::error::{PathError, PathErrorKind};
use super::filter::filter;
use super::name::{dot_name, quoted};
use super::number::index_or_slice;
use super::{Filter, Path, ReferencePath, ReferenceStep, Root, Segment, Selector};
use crate::span::Span;

/// Most steps of a path: emitted code nests with them, and data that JSON readers accept is not deeper.
pub(super) const MOST_STEPS: usize = 500;

/// Most steps with several hits: each is a loop in the loop of the one before.
const MOST_LOOPS: usize = 32;

/// Most tests in the filters of a path: they all stand in one function, and rustc takes more than its share of time for a large one.
const MOST_TESTS: usize = 100;

/// Most selectors in one bracket.
const MOST_SELECTORS: usize = 500;

/// Largest index of a Reference Path: what Step Functions' own reader takes.
const MOST_INDEX: u32 = i32::MAX.unsigned_abs();

/// A step with its place.
struct Step {
    segment: Segment,
    range: Range<usize>,
    /// What only a Path may hold: an operator's character in a name, blanks between steps.
    loose: Option<PathError>,
}

/// Reads a Path; `span` is its place in the definition.
///
/// ```
/// use asl_codegen::expr::jsonpath::parse;
/// use asl_codegen::span::Span;
///
/// let path = parse("$.orders[*].total", Span::default())?;
/// assert!(!path.is_definite());
/// # Ok::<(), asl_codegen::expr::jsonpath::PathError>(())
/// ```
pub fn parse(text: &str, span: Span) -> Result<Path, PathError> {
    let (root, steps) = steps(text)?;
    let segments = steps.into_iter().map(|step| step.segment).collect();
    Ok(Path { text: text.to_owned(), span, root, segments })
}

/// Reads a Reference Path (seed: "Reference Paths"): a path that names exactly one place.
pub fn parse_reference(text: &str, span: Span) -> Result<ReferencePath, PathError> {
    let (root, steps) = steps(text)?;
    if root != Root::Data {
        return Err(PathError::new(
            PathErrorKind::NotReference,
            0..text.len(),
            "a Reference Path begins at the data, with `$`",
        ));
    }
    let steps = steps.into_iter().map(reference_step).collect::<Result<_, _>>()?;
    Ok(ReferencePath { text: text.to_owned(), span, steps })
}

fn reference_step(step: Step) -> Result<ReferenceStep, PathError> {
    if let Some(error) = step.loose {
        return Err(error);
    }
    let Segment::Child(selectors) = &step.segment else {
        return Err(not_reference(step.range, "`..` can reach several places"));
    };
    match selectors.as_slice() {
        [Selector::Name(name)] => Ok(ReferenceStep::Key(name.clone())),
        [Selector::Index(..0)] => Err(not_reference(step.range, "an index of a Reference Path counts from the front")),
        [Selector::Index(index)] => match u32::try_from(*index) {
            Ok(index) if index <= MOST_INDEX => Ok(ReferenceStep::Index(index)),
            Ok(_) | Err(_) => Err(PathError::syntax(step.range, "the number is too large for an index")),
        },
        _ => Err(not_reference(step.range, "this step can reach several places")),
    }
}

fn operator(range: Range<usize>) -> PathError {
    not_reference(range, "a Reference Path cannot hold this character")
        .help("put a backslash before it, which is `\\\\` in JSON")
}

fn not_reference(range: Range<usize>, message: &str) -> PathError {
    PathError::new(PathErrorKind::NotReference, range, message)
        .help("a Reference Path has names and indexes only, as in `$.orders[0].total`")
}

fn steps(text: &str) -> Result<(Root, Vec<Step>), PathError> {
    // Step Functions takes blanks behind a path (`$$.Execution.Name ` runs there).
    let mut cursor = Cursor::new(text.trim_end_matches(' '));
    let root = root(&mut cursor)?;
    let mut steps = Vec::new();
    let (mut loops, mut tests) = (0, 0);
    while cursor.peek().is_some() {
        let step = step(&mut cursor)?;
        refuse_steps_behind_member_list(&steps)?;
        loops += usize::from(!step.segment.is_definite());
        if steps.len() == MOST_STEPS || loops > MOST_LOOPS {
            return Err(PathError::syntax(step.range, "the path has too many steps")
                .help(format!("at most {MOST_STEPS}, of them {MOST_LOOPS} that can have several hits")));
        }
        tests += step.segment.filter().map_or(0, Filter::tests);
        if tests > MOST_TESTS {
            return Err(PathError::syntax(step.range, "the path has too many tests in its filters")
                .help(format!("at most {MOST_TESTS}")));
        }
        steps.push(step);
    }
    Ok((root, steps))
}

/// `$`, `$$` or `$name`.
fn root(cursor: &mut Cursor<'_>) -> Result<Root, PathError> {
    let text = cursor.rest();
    if !cursor.take("$") {
        return Err(not_a_path(text));
    }
    match cursor.peek() {
        Some('$') => {
            cursor.bump();
            Ok(Root::Context)
        }
        Some(c) if c.is_alphabetic() || c == '_' => {
            cursor.skip_while(|c| c.is_alphanumeric() || c == '_');
            Ok(Root::Variable(cursor.since(1).to_owned()))
        }
        _ => Ok(Root::Data),
    }
}

fn not_a_path(text: &str) -> PathError {
    if text.starts_with("States.") && text.contains('(') {
        let end = text.find('(').unwrap_or(text.len());
        return PathError::unsupported(0..end, "intrinsic functions are");
    }
    let first = text.chars().next().map_or(0, char::len_utf8);
    PathError::syntax(0..first, "a path begins with `$`").help("`$` is the data itself, `$.name` a member of it")
}

/// One step, with the blanks before it.
fn step(cursor: &mut Cursor<'_>) -> Result<Step, PathError> {
    let blanks = cursor.at;
    cursor.skip_blanks();
    let start = cursor.at;
    let mut loose =
        (blanks < start).then(|| not_reference(blanks..start, "a Reference Path has no blanks between steps"));
    let descendant = cursor.take("..");
    let dot = descendant || cursor.take(".");
    let selectors = match cursor.peek() {
        Some('[') => bracket(cursor)?,
        Some('*') if dot => {
            cursor.bump();
            vec![Selector::Wildcard]
        }
        Some(_) if dot => {
            let found = dot_name(cursor, |_| false)?;
            loose = loose.or(found.operator.map(operator));
            vec![Selector::Name(found.name)]
        }
        Some(_) => return Err(no_step(cursor)),
        None if dot => return Err(PathError::syntax(start..cursor.at, "nothing follows the dot")),
        None => return Err(PathError::syntax(blanks..start, "blanks behind the path")),
    };
    let segment = if descendant { Segment::Descendant(selectors) } else { Segment::Child(selectors) };
    Ok(Step { segment, range: start..cursor.at, loose })
}

fn no_step(cursor: &Cursor<'_>) -> PathError {
    PathError::syntax(cursor.here(), "`.` or `[` is expected here")
        .help("a name that holds blanks or other marks is written `['the name']`")
}

/// `[…]`: one selector or several.
fn bracket(cursor: &mut Cursor<'_>) -> Result<Vec<Selector>, PathError> {
    let start = cursor.at;
    cursor.take("[");
    let mut selectors = Vec::new();
    loop {
        cursor.skip_blanks();
        selectors.push(selector(cursor, start)?);
        cursor.skip_blanks();
        if cursor.take("]") {
            break;
        }
        if cursor.peek().is_none() {
            return Err(unclosed(cursor, start));
        }
        if !cursor.take(",") {
            return Err(PathError::syntax(cursor.here(), "`,` or `]` is expected here"));
        }
        if selectors.len() == MOST_SELECTORS {
            return Err(PathError::syntax(start..cursor.at, "too many selectors in one bracket"));
        }
    }
    refuse_mixtures(&selectors, start..cursor.at)?;
    Ok(selectors)
}

fn selector(cursor: &mut Cursor<'_>, start: usize) -> Result<Selector, PathError> {
    match cursor.peek() {
        Some('*') => {
            cursor.bump();
            Ok(Selector::Wildcard)
        }
        Some('\'' | '"') => quoted(cursor).map(Selector::Name),
        Some('0'..='9' | '-' | ':') => index_or_slice(cursor),
        Some('?') => filter(cursor).map(Selector::Filter),
        Some('(') => Err(PathError::unsupported(cursor.here(), "script expressions such as `[(@.length-1)]` are")
            .help("`[-1]` is the last item")),
        Some(']') => Err(PathError::syntax(start..cursor.at + 1, "nothing is selected between the brackets")),
        Some(c) if c.is_alphabetic() || c == '_' => {
            let name = cursor.at;
            cursor.skip_while(|c| c.is_alphanumeric() || matches!(c, '_' | '-'));
            Err(PathError::syntax(name..cursor.at, "a name in brackets needs quotation marks").help("write `['name']`"))
        }
        Some(_) => Err(PathError::syntax(cursor.here(), "a name in quotation marks, an index or `*` is expected here")),
        None => Err(unclosed(cursor, start)),
    }
}

fn unclosed(cursor: &Cursor<'_>, start: usize) -> PathError {
    PathError::syntax(start..cursor.at, "the bracket is not closed").help("add `]`")
}

/// What shares a bracket in RFC 9535 only.
fn refuse_mixtures(selectors: &[Selector], range: Range<usize>) -> Result<(), PathError> {
    let count = |wanted: fn(&Selector) -> bool| selectors.iter().filter(|selector| wanted(selector)).count();
    let names = count(|selector| matches!(selector, Selector::Name(_)));
    if names > 0 && names < selectors.len() {
        return Err(PathError::syntax(range, "names and indexes cannot share a bracket"));
    }
    if selectors.len() > 1 && count(|selector| matches!(selector, Selector::Filter(_))) > 0 {
        return Err(PathError::syntax(range, "a filter cannot share its bracket")
            .help("several tests are one filter, as in `[?(@.a == 1 || @.b == 2)]`"));
    }
    Ok(())
}

/// `['a','b']` makes an object of two members at Step Functions, as the last step only.
fn refuse_steps_behind_member_list(before: &[Step]) -> Result<(), PathError> {
    match before.last() {
        Some(list) if list.segment.is_member_list() => {
            Err(PathError::syntax(list.range.clone(), "multi properties can only be used as path leafs")
                .help("a list of members makes a new object, and is the last step of its path"))
        }
        Some(_) | None => Ok(()),
    }
}
