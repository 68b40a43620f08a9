//! Parser of [`Path`] and [`ReferencePath`], without recursion: a path is a list of steps.

use std::ops::Range;

use super::cursor::Cursor;
use super::error::{PathError, PathErrorKind};
use super::logic::Reading;
use super::name::{called_name, dot_name, quoted};
use super::number::index_or_slice;
use super::{Dialect, Path, ReferencePath, ReferenceStep, Root, Segment, Selector, rfc9535};
use asl_source::span::Span;

/// Maximum number of steps: emitted code nests with them, and JSON readers do not accept deeper
/// data.
pub(super) const MOST_STEPS: usize = 500;

/// Maximum number of steps with several hits. Each becomes a loop inside the one before.
pub(super) const MOST_LOOPS: usize = 32;

/// Maximum number of selectors in one bracket.
pub(super) const MOST_SELECTORS: usize = 500;

/// Maximum index of a Reference Path: the limit of Step Functions' own parser.
const MOST_INDEX: u32 = i32::MAX.unsigned_abs();

/// A parsed path.
pub(super) struct Parsed {
    pub(super) root: Root,
    pub(super) steps: Vec<Step>,
    pub(super) doubts: Vec<PathError>,
    /// [`Path::fault`].
    pub(super) fault: Option<String>,
}

/// A step and its span.
pub(super) struct Step {
    pub(super) segment: Segment,
    pub(super) range: Range<usize>,
    /// Syntax that only a Path may have: an operator's character in a name, or blanks between
    /// steps.
    pub(super) loose: Option<PathError>,
}

impl Step {
    /// The fault of blanks before a step of a Reference Path.
    pub(super) fn blanks(range: Range<usize>) -> PathError {
        not_reference(range, "a Reference Path has no blanks between steps")
    }
}

/// Parses a Path of a dialect. `span` is its place in the definition.
pub fn parse_as(dialect: Dialect, text: &str, span: Span) -> Result<Path, PathError> {
    let Parsed { root, steps, doubts, fault } = steps_as(dialect, text)?;
    let segments = match fault {
        None => steps.into_iter().map(|step| step.segment).collect(),
        Some(_) => several_hits(text),
    };
    let is_strict = dialect == Dialect::Aws;
    Ok(Path { text: text.to_owned(), span, root, segments, doubts, fault, is_strict })
}

/// Parses a Reference Path of a dialect (seed: "Reference Paths"): a path that names exactly one place.
pub fn parse_reference_as(
    dialect: Dialect,
    text: &str,
    span: Span,
) -> Result<ReferencePath, PathError> {
    let Parsed { root, steps, .. } = steps_as(dialect, text)?;
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

fn steps_as(dialect: Dialect, text: &str) -> Result<Parsed, PathError> {
    match dialect {
        Dialect::Aws | Dialect::Spec => steps(text, dialect),
        Dialect::Rfc9535 => rfc9535::steps(text),
    }
}

/// Parses a Path in the dialect of AWS. `span` is its place in the definition.
///
/// ```
/// use asl_codegen::expr::jsonpath::parse;
/// use asl_codegen::source::Span;
///
/// let path = parse("$.orders[*].total", Span::default())?;
/// assert!(!path.is_definite());
/// # Ok::<(), asl_codegen::expr::jsonpath::PathError>(())
/// ```
pub fn parse(text: &str, span: Span) -> Result<Path, PathError> {
    parse_as(Dialect::Aws, text, span)
}

/// Parses a Reference Path in the dialect of AWS.
pub fn parse_reference(text: &str, span: Span) -> Result<ReferencePath, PathError> {
    parse_reference_as(Dialect::Aws, text, span)
}

/// The steps of a path that is never evaluated: the array of its hits is all that is known of it.
/// They differ with the text.
fn several_hits(text: &str) -> Vec<Segment> {
    let steps = [Selector::Wildcard, Selector::Name(text.to_owned())];
    steps.into_iter().map(|step| Segment::Child(vec![step])).collect()
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
        [Selector::Index(..0)] => {
            Err(not_reference(step.range, "an index of a Reference Path counts from the front"))
        }
        [Selector::Index(index)] => match u32::try_from(*index) {
            Ok(index) if index <= MOST_INDEX => Ok(ReferenceStep::Index(index)),
            Ok(_) | Err(_) => {
                Err(PathError::syntax(step.range, "the number is too large for an index"))
            }
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

fn steps(text: &str, dialect: Dialect) -> Result<Parsed, PathError> {
    // Step Functions accepts blanks after a path: `$$.Execution.Name ` runs there.
    let mut reading = Reading::new(text.trim_end_matches(' '), dialect);
    let root = root(&mut reading.cursor)?;
    let mut steps = Vec::new();
    let mut fault = None;
    while reading.cursor.peek().is_some() {
        let step = step(&mut reading)?;
        if fault.is_none()
            && let Some(doubt) = steps_behind_member_list(&steps)
        {
            reading.doubts.push(doubt);
            fault = Some(format!("{NO_LEAF}: {}", evaluated(&steps)));
        }
        reading.loops += usize::from(!step.segment.is_definite());
        refuse_too_many(steps.len() + 1, reading.loops, &step.range)?;
        steps.push(step);
    }
    Ok(Parsed { root, steps, doubts: reading.doubts, fault })
}

/// Checks the limits of a path. `range` is its last step.
pub(super) fn refuse_too_many(
    steps: usize,
    loops: usize,
    range: &Range<usize>,
) -> Result<(), PathError> {
    if steps <= MOST_STEPS && loops <= MOST_LOOPS {
        return Ok(());
    }
    Err(PathError::syntax(range.clone(), "the path has too many steps")
        .help(format!("at most {MOST_STEPS}, of them {MOST_LOOPS} that can have several hits")))
}

/// `$`, `$$` or `$name`.
pub(super) fn root(cursor: &mut Cursor<'_>) -> Result<Root, PathError> {
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
    PathError::syntax(0..first, "a path begins with `$`")
        .help("`$` is the data itself, `$.name` a member of it")
}

/// One step, with the blanks before it.
fn step(reading: &mut Reading<'_>) -> Result<Step, PathError> {
    let cursor = &mut reading.cursor;
    let blanks = cursor.at;
    cursor.skip_blanks();
    let start = cursor.at;
    let mut loose = (blanks < start).then(|| Step::blanks(blanks..start));
    let descendant = cursor.take("..");
    let dot = descendant || cursor.take(".");
    let selectors = match cursor.peek() {
        Some('[') => bracket(reading)?,
        Some('*') if dot => {
            cursor.bump();
            vec![Selector::Wildcard]
        }
        Some(_) if dot => {
            let name = cursor.at;
            let found = match dot_name(cursor, |_| false) {
                Err(call)
                    if call.kind == PathErrorKind::RuledOut && reading.dialect == Dialect::Aws =>
                {
                    // Step Functions looks for a member of this name.
                    loose = loose.or(Some(call.clone()));
                    reading.doubts.push(call.into_doubt());
                    called_name(&mut reading.cursor, name)
                }
                found => {
                    let found = found?;
                    loose = loose.or(found.operator.map(operator));
                    found.name
                }
            };
            vec![Selector::Name(found)]
        }
        Some(_) => return Err(no_step(cursor)),
        None if dot => return Err(PathError::syntax(start..cursor.at, "nothing follows the dot")),
        None => return Err(PathError::syntax(blanks..start, "blanks after the path")),
    };
    let segment =
        if descendant { Segment::Descendant(selectors) } else { Segment::Child(selectors) };
    Ok(Step { segment, range: start..reading.cursor.at, loose })
}

fn no_step(cursor: &Cursor<'_>) -> PathError {
    PathError::syntax(cursor.here(), "`.` or `[` is expected here")
        .help("a name that holds blanks or other marks is written `['the name']`")
}

/// `[…]` with one selector or several.
fn bracket(reading: &mut Reading<'_>) -> Result<Vec<Selector>, PathError> {
    let start = reading.cursor.at;
    let selectors = in_brackets(reading, selector)?;
    refuse_mixtures(&selectors, start..reading.cursor.at)?;
    let makes_object = reading.dialect == Dialect::Aws;
    if makes_object && selectors.len() > 1 && matches!(selectors.first(), Some(Selector::Name(_))) {
        let names = selectors.into_iter().filter_map(Selector::into_name);
        return Ok(vec![Selector::Members(names.collect())]);
    }
    Ok(selectors)
}

/// `[…]` with the selectors of the dialect.
pub(super) fn in_brackets<'t>(
    reading: &mut Reading<'t>,
    selector: fn(&mut Reading<'t>, usize) -> Result<Selector, PathError>,
) -> Result<Vec<Selector>, PathError> {
    let start = reading.cursor.at;
    reading.cursor.take("[");
    let mut selectors = Vec::new();
    loop {
        reading.cursor.skip_blanks();
        selectors.push(selector(reading, start)?);
        let cursor = &mut reading.cursor;
        cursor.skip_blanks();
        if cursor.take("]") {
            return Ok(selectors);
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
}

fn selector(reading: &mut Reading<'_>, start: usize) -> Result<Selector, PathError> {
    let cursor = &mut reading.cursor;
    match cursor.peek() {
        Some('?') => reading.filter().map(Selector::Objects),
        Some('(') => from_the_end(cursor),
        Some(_) | None => plain_selector(cursor, start, Dialect::Aws),
    }
}

/// `(@.length-1)`: Jayway's syntax for an index from the end, its only script.
pub(super) fn from_the_end(cursor: &mut Cursor<'_>) -> Result<Selector, PathError> {
    let here = cursor.here();
    let no_script = || {
        PathError::ruled_out(here.clone(), "script expressions other than `[(@.length-1)]` are")
            .help("`[-1]` is the last item")
    };
    if !cursor.take("(@.length-") {
        return Err(no_script());
    }
    let digits = cursor.at;
    cursor.skip_while(|c| c.is_ascii_digit());
    let back: i64 = cursor.since(digits).parse().map_err(|_| no_script())?;
    if back == 0 || !cursor.take(")") {
        return Err(no_script());
    }
    Ok(Selector::Index(-back))
}

/// Refuses filters and scripts of other dialects.
pub(super) fn plain_selector(
    cursor: &mut Cursor<'_>,
    start: usize,
    dialect: Dialect,
) -> Result<Selector, PathError> {
    match cursor.peek() {
        Some('*') => {
            cursor.bump();
            Ok(Selector::Wildcard)
        }
        Some('\'' | '"') => quoted(cursor, dialect).map(Selector::Name),
        Some('0'..='9' | '-' | ':') => index_or_slice(cursor),
        Some(']') => {
            Err(PathError::syntax(start..cursor.at + 1, "nothing is selected between the brackets"))
        }
        Some(c) if c.is_alphabetic() || c == '_' => {
            let name = cursor.at;
            cursor.skip_while(|c| c.is_alphanumeric() || matches!(c, '_' | '-'));
            Err(PathError::syntax(name..cursor.at, "a name in brackets needs quotation marks")
                .help("write `['name']`"))
        }
        Some(_) => Err(PathError::syntax(
            cursor.here(),
            "a name in quotation marks, an index or `*` is expected here",
        )),
        None => Err(unclosed(cursor, start)),
    }
}

fn unclosed(cursor: &Cursor<'_>, start: usize) -> PathError {
    PathError::syntax(start..cursor.at, "the bracket is not closed").help("add `]`")
}

/// Refuses selectors that share a bracket in RFC 9535 only.
fn refuse_mixtures(selectors: &[Selector], range: Range<usize>) -> Result<(), PathError> {
    let count = |wanted: fn(&Selector) -> bool| {
        selectors.iter().filter(|selector| wanted(selector)).count()
    };
    let names = count(|selector| matches!(selector, Selector::Name(_)));
    if names > 0 && names < selectors.len() {
        return Err(PathError::syntax(range, "names and indexes cannot share a bracket"));
    }
    if selectors.len() > 1 && count(|selector| matches!(selector, Selector::Objects(_))) > 0 {
        return Err(PathError::syntax(range, "a filter cannot share its bracket")
            .help("several tests are one filter, as in `[?(@.a == 1 || @.b == 2)]`"));
    }
    Ok(())
}

/// The message of the library behind Step Functions.
const NO_LEAF: &str = "Multi properties can only be used as path leafs";

/// The warning of `['a','b']` before the last step: Step Functions accepts it and fails.
fn steps_behind_member_list(before: &[Step]) -> Option<PathError> {
    let list = before.last().filter(|list| list.segment.members().is_some())?;
    let message = "a list of members is not the last step";
    Some(
        PathError::new(PathErrorKind::Unevaluable, list.range.clone(), message)
            .help("it makes a new object, and nothing can follow it; Step Functions fails here"),
    )
}

/// Steps in the form in which the library behind Step Functions quotes them.
fn evaluated(steps: &[Step]) -> String {
    let shown = steps.iter().map(|step| match step.segment.selectors() {
        [Selector::Name(name)] => format!("['{name}']"),
        [Selector::Index(index)] => format!("[{index}]"),
        [Selector::Members(names)] => {
            let names: Vec<_> = names.iter().map(|name| format!("'{name}'")).collect();
            format!("[{}]", names.join(", "))
        }
        _ => "[*]".to_owned(),
    });
    std::iter::once("$".to_owned()).chain(shown).collect()
}
