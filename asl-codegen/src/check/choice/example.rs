//! Examples of data that no rule of a Choice matches: guessed from the cells that the rules leave
//! open, then evaluated against every rule.

use std::cmp::Ordering;
use std::fmt;

use super::formula::{Atom, Formula, Test, Variables};
use super::ranges::{Free, Ranges};
use super::variable::{FALSE, MISSING, Moment, NULL, OTHER, TRUE, Variable, VariableId, is_in};
use crate::expr::jsonpath::{Path, Root, Segment, Selector};
use crate::ir::{self, Comparable, Order};

/// Maximum number of values that are tried for each path, and of their combinations.
const VALUES: usize = 6;
const TRIES: usize = 48;

/// A representative of all values in its cell.
#[derive(Clone, Debug, PartialEq)]
enum Sample {
    Missing,
    Null,
    Boolean(bool),
    Number(f64),
    Text(String),
    /// A timestamp, described by its position relative to one in the definition.
    Time(Moment, String),
    /// An array or object.
    Other,
}

/// A combination of values that no rule matches.
#[derive(Debug)]
pub(super) struct Example(Vec<(String, Sample)>);

impl fmt::Display for Example {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (path, sample)) in self.0.iter().take(3).enumerate() {
            f.write_str(if index == 0 { "when " } else { " and " })?;
            match sample {
                Sample::Missing => write!(f, "there is no `{path}`")?,
                Sample::Null => write!(f, "`{path}` is `null`")?,
                Sample::Boolean(value) => write!(f, "`{path}` is `{value}`")?,
                Sample::Number(number) => write!(f, "`{path}` is `{number}`")?,
                Sample::Text(text) => write!(f, "`{path}` is `{text:?}`")?,
                Sample::Time(_, text) => write!(f, "`{path}` is {text}")?,
                Sample::Other => write!(f, "`{path}` is an object")?,
            }
        }
        Ok(())
    }
}

/// Finds a combination that no rule matches, of values of the types that the rules compare with.
pub(super) fn unmatched(
    formulas: &[Formula<'_>],
    variables: &Variables<'_>,
    free: &[Free],
) -> Option<Example> {
    if formulas.is_empty() || !are_independent(variables) || formulas.iter().any(is_opaque) {
        return None;
    }
    let mut kinds = vec![Kinds::default(); variables.iter().count()];
    for formula in formulas {
        Kinds::read(formula, &mut kinds);
    }
    let samples: Vec<_> = variables
        .paths
        .iter()
        .map(|(id, path)| {
            (*id, path.text.clone(), samples(*id, variables, kinds.get(id.0 as usize), free))
        })
        .collect();
    if samples.iter().any(|(_, _, samples)| samples.is_empty()) {
        return None;
    }
    for attempt in 0..TRIES {
        let chosen: Vec<(VariableId, &str, &Sample)> = samples
            .iter()
            .enumerate()
            .filter_map(|(place, (id, path, samples))| {
                let index = choose(attempt, place, samples.len());
                Some((*id, path.as_str(), samples.get(index)?))
            })
            .collect();
        let mut values = vec![&Sample::Missing; kinds.len()];
        for (id, _, sample) in &chosen {
            if let Some(value) = values.get_mut(id.0 as usize) {
                *value = sample;
            }
        }
        if formulas.iter().all(|formula| holds(formula, &values) == Some(false)) {
            return Some(Example(
                chosen
                    .into_iter()
                    .map(|(_, path, sample)| (path.to_owned(), sample.clone()))
                    .collect(),
            ));
        }
    }
    None
}

/// Index of the sample of a path that an attempt uses: each sample alone first, then mixtures.
fn choose(attempt: usize, place: usize, samples: usize) -> usize {
    if attempt < VALUES {
        return attempt % samples;
    }
    // Neighbouring paths get different ones.
    (attempt.wrapping_mul(7).wrapping_add(place.wrapping_mul(attempt | 1).wrapping_mul(5))
        >> (attempt & 1))
        % samples
}

/// True if every combination of values exists: the paths are names below `$`, and no path leads
/// through another.
fn are_independent(variables: &Variables<'_>) -> bool {
    let mut names = Vec::new();
    for (_, path) in &variables.paths {
        let Some(steps) = plain_names(path) else { return false };
        names.push(steps);
    }
    names.sort_unstable();
    names.windows(2).all(|pair| match pair {
        [first, second] => !second.starts_with(first),
        _ => true,
    })
}

fn plain_names(path: &Path) -> Option<Vec<&str>> {
    let name = |segment| match Segment::only(segment) {
        Some(Selector::Name(name)) => Some(name.as_str()),
        _ => None,
    };
    (path.root == Root::Data).then(|| path.segments.iter().map(name).collect())?
}

/// True if a part of the formula cannot be evaluated.
fn is_opaque(formula: &Formula<'_>) -> bool {
    match formula {
        Formula::And(inner) | Formula::Or(inner) => inner.iter().any(is_opaque),
        Formula::Not(inner) => is_opaque(inner),
        Formula::Atom(atom) => {
            atom.value.is_none()
                || matches!(atom.test, Test::Opaque(_) | Test::Place(_, _, _, None))
        }
        Formula::Unknown => true,
    }
}

/// The kinds of values that a path is compared with.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "a set of kinds")]
struct Kinds {
    missing: bool,
    null: bool,
    boolean: bool,
    number: bool,
    text: bool,
    time: bool,
    /// The variable of the instant, if any.
    instant: Option<VariableId>,
    /// True if a rule tests for a kind: values of other kinds are expected then, too.
    tested: bool,
}

impl Kinds {
    fn read(formula: &Formula<'_>, kinds: &mut [Self]) {
        match formula {
            Formula::And(inner) | Formula::Or(inner) => {
                for inner in inner {
                    Self::read(inner, kinds);
                }
            }
            Formula::Not(inner) => Self::read(inner, kinds),
            Formula::Atom(atom) => Self::atom(atom, kinds),
            Formula::Unknown => {}
        }
    }

    fn atom(atom: &Atom<'_>, kinds: &mut [Self]) {
        let of = |id: Option<VariableId>, kinds: &mut [Self], set: &dyn Fn(&mut Self)| {
            if let Some(kinds) = id.and_then(|id| kinds.get_mut(id.0 as usize)) {
                set(kinds);
            }
        };
        of(atom.value, kinds, &|kinds| match atom.test {
            Test::Text(..) | Test::Matches(..) => kinds.text = true,
            Test::Number(..) => kinds.number = true,
            Test::Boolean(_) => kinds.boolean = true,
            Test::Time(id, ..) => {
                kinds.time = true;
                kinds.instant = Some(id);
            }
            Test::Is(test, id, _) => kinds.is(test, id),
            Test::Place(_, what, ..) => kinds.compared(what),
            Test::Opaque(_) => {}
        });
        if let Test::Place(_, what, _, other) = atom.test {
            of(other, kinds, &|kinds| kinds.compared(what));
        }
    }

    fn is(&mut self, test: ir::Test, instant: Option<VariableId>) {
        self.tested = true;
        match test {
            ir::Test::Present => self.missing = true,
            ir::Test::Null => self.null = true,
            ir::Test::Numeric => self.number = true,
            ir::Test::String => self.text = true,
            ir::Test::Boolean => self.boolean = true,
            ir::Test::Timestamp => {
                self.time = true;
                self.instant = instant;
            }
        }
    }

    fn compared(&mut self, what: Comparable) {
        match what {
            Comparable::String => self.text = true,
            Comparable::Numeric => self.number = true,
            Comparable::Boolean => self.boolean = true,
            Comparable::Timestamp => self.time = true,
        }
    }

    /// The cells of these kinds. If a rule tests for only one kind, an object represents the
    /// others.
    fn cells(&self, variable: &Variable) -> Ranges {
        let kinds = [self.missing, self.null, self.boolean, self.number, self.text, self.time];
        let lonely = self.tested && kinds.iter().filter(|kind| **kind).count() == 1;
        let simple = [(self.missing, MISSING), (self.null, NULL), (lonely, OTHER)];
        let simple =
            simple.into_iter().filter(|(wanted, _)| *wanted).map(|(_, cell)| cell..cell + 1);
        let booleans = self.boolean.then_some(FALSE..TRUE + 1);
        let numbers = self.number.then(|| variable.numbers());
        let texts = self.text.then(|| variable.texts());
        Ranges::from_ranges(simple.chain(booleans).chain(numbers).chain(texts).collect())
    }
}

/// Values of a path that no rule takes, of the kinds that rules compare it with.
fn samples(
    id: VariableId,
    variables: &Variables<'_>,
    kinds: Option<&Kinds>,
    free: &[Free],
) -> Vec<Sample> {
    let (Some(kinds), Some(open)) = (kinds, free.get(id.0 as usize)) else { return Vec::new() };
    let variable = variables.get(id);
    let open = open.cells();
    let wanted = kinds.cells(variable).intersection(&open);
    let mut samples: Vec<_> =
        ends(&wanted).into_iter().filter_map(|cell| sample(cell, variable)).collect();
    // The definition does not say which of its texts are timestamps.
    if !kinds.time || kinds.text || open.intersection(&Ranges::range(variable.texts())).is_empty() {
        return samples;
    }
    match kinds.instant {
        Some(time) => {
            let times = Ranges::range(variables.get(time).times());
            let times =
                free.get(time.0 as usize).map(Free::cells).unwrap_or_default().intersection(&times);
            samples.extend(
                ends(&times).into_iter().filter_map(|cell| instant(cell, variables.get(time))),
            );
        }
        None => samples
            .extend([0, 1].map(|seconds| Sample::Time((seconds, 0), "a timestamp".to_owned()))),
    }
    samples
}

/// The first and last cells of a set.
fn ends(cells: &Ranges) -> Vec<u32> {
    let mut ends: Vec<u32> = cells.iter().take(VALUES / 2).map(|range| range.start).collect();
    let mut ranges: Vec<_> = cells.iter().collect();
    ranges.reverse();
    ends.extend(ranges.into_iter().take(VALUES / 2).map(|range| range.end - 1));
    ends.sort_unstable();
    ends.dedup();
    ends
}

/// A value in a cell. `None` if the cell is empty, or if no value of it has a short name.
fn sample(cell: u32, variable: &Variable) -> Option<Sample> {
    match cell {
        MISSING => return Some(Sample::Missing),
        NULL => return Some(Sample::Null),
        FALSE => return Some(Sample::Boolean(false)),
        TRUE => return Some(Sample::Boolean(true)),
        OTHER => return Some(Sample::Other),
        _ => {}
    }
    let Variable::Value { numbers, texts } = variable else { return None };
    if variable.numbers().contains(&cell) {
        return number((cell - variable.numbers().start) as usize, numbers).map(Sample::Number);
    }
    text((cell - variable.texts().start) as usize, texts).map(Sample::Text)
}

/// The constants around a section: the one before, the section's own if it is a point, the one
/// after.
fn around<T>(section: usize, constants: &[T]) -> (Option<&T>, Option<&T>, Option<&T>) {
    let behind = constants.get(section / 2);
    if section % 2 == 1 {
        return (None, behind, None);
    }
    (section.checked_sub(1).and_then(|before| constants.get(before / 2)), None, behind)
}

fn number(section: usize, numbers: &[f64]) -> Option<f64> {
    let number = match around(section, numbers) {
        (_, Some(number), _) => *number,
        (Some(before), None, Some(behind)) => {
            let middle = before / 2.0 + behind / 2.0;
            let whole = middle.floor();
            return [whole, middle].into_iter().find(|number| number > before && number < behind);
        }
        (Some(before), None, None) => before.floor() + 1.0,
        (None, None, Some(behind)) => behind.ceil() - 1.0,
        (None, None, None) => 0.0,
    };
    number.is_finite().then_some(number)
}

fn text(section: usize, texts: &[String]) -> Option<String> {
    let (before, itself, behind) = around(section, texts);
    if let Some(text) = itself {
        return Some(text.clone());
    }
    let base = before.map_or("", String::as_str);
    let tries = [format!("{base}?"), format!("{base}!"), format!("{base}\u{1}"), base.to_owned()];
    let fits = |text: &String| {
        before.is_none_or(|before| text > before) && behind.is_none_or(|behind| text < behind)
    };
    tries.into_iter().find(fits)
}

fn instant(cell: u32, variable: &Variable) -> Option<Sample> {
    let Variable::Time(moments) = variable else { return None };
    let section = (cell - variable.times().start) as usize;
    match around(section, moments) {
        (_, Some(moment), _) => {
            Some(Sample::Time(*moment, "one of the timestamps here".to_owned()))
        }
        (Some((seconds, _)), None, None) => {
            Some(Sample::Time((seconds + 1, 0), "a later timestamp".to_owned()))
        }
        (None, None, Some((seconds, _))) => {
            Some(Sample::Time((seconds - 1, 0), "an earlier timestamp".to_owned()))
        }
        (Some((before, _)), None, Some((behind, _))) => (behind - before > 1).then(|| {
            Sample::Time((before + 1, 0), "a timestamp between those of the rules".to_owned())
        }),
        (None, None, None) => Some(Sample::Time((0, 0), "a timestamp".to_owned())),
    }
}

/// The value of a condition. `None` if it fails the state.
fn holds(formula: &Formula<'_>, values: &[&Sample]) -> Option<bool> {
    match formula {
        Formula::And(inner) => {
            for inner in inner {
                if !holds(inner, values)? {
                    return Some(false);
                }
            }
            Some(true)
        }
        Formula::Or(inner) => {
            for inner in inner {
                if holds(inner, values)? {
                    return Some(true);
                }
            }
            Some(false)
        }
        Formula::Not(inner) => holds(inner, values).map(|holds| !holds),
        Formula::Atom(atom) => compares(atom, values),
        Formula::Unknown => None,
    }
}

fn compares(atom: &Atom<'_>, values: &[&Sample]) -> Option<bool> {
    let value = *values.get(atom.value?.0 as usize)?;
    let found = match (atom.test, value) {
        (Test::Is(ir::Test::Present, _, expected), found) => {
            return Some((*found != Sample::Missing) == expected);
        }
        // It is unknown if a string that is compared as a string is a timestamp too.
        (_, Sample::Missing)
        | (Test::Opaque(_), _)
        | (Test::Text(..) | Test::Matches(..), Sample::Time(..))
        | (Test::Time(..), Sample::Text(_)) => return None,
        (Test::Boolean(wanted), found) => return Some(*found == Sample::Boolean(wanted)),
        (Test::Is(test, _, expected), found) => return is(test, found).map(|is| is == expected),
        (Test::Matches(_, pieces), Sample::Text(text)) => return Some(matches(text, pieces)),
        (Test::Place(_, what, order, other), found) => {
            let other = *values.get(other?.0 as usize)?;
            return (*other != Sample::Missing).then(|| are(what, order, found, other))?;
        }
        (Test::Text(order, text), Sample::Text(found)) => Some((order, found.as_str().cmp(text))),
        (Test::Number(order, number), Sample::Number(found)) => {
            Some((order, found.partial_cmp(&number).unwrap_or(Ordering::Less)))
        }
        (Test::Time(_, order, moment), Sample::Time(found, _)) => Some((order, found.cmp(&moment))),
        (Test::Text(..) | Test::Number(..) | Test::Time(..) | Test::Matches(..), _) => None,
    };
    Some(found.is_some_and(|(order, found)| is_in(order, found)))
}

fn is(test: ir::Test, sample: &Sample) -> Option<bool> {
    match (test, sample) {
        (ir::Test::Timestamp, Sample::Text(_)) => None,
        (ir::Test::Timestamp, found) => Some(matches!(found, Sample::Time(..))),
        (ir::Test::Present, found) => Some(*found != Sample::Missing),
        (ir::Test::Null, found) => Some(*found == Sample::Null),
        (ir::Test::Numeric, found) => Some(matches!(found, Sample::Number(_))),
        (ir::Test::String, found) => Some(matches!(found, Sample::Text(_) | Sample::Time(..))),
        (ir::Test::Boolean, found) => Some(matches!(found, Sample::Boolean(_))),
    }
}

/// Compares the values of two paths.
fn are(what: Comparable, order: Order, one: &Sample, other: &Sample) -> Option<bool> {
    let found = match (what, one, other) {
        (Comparable::Numeric, Sample::Number(one), Sample::Number(other)) => one.partial_cmp(other),
        (Comparable::Boolean, Sample::Boolean(one), Sample::Boolean(other)) => Some(one.cmp(other)),
        (Comparable::String, Sample::Text(one), Sample::Text(other)) => Some(one.cmp(other)),
        (Comparable::Timestamp, Sample::Time(one, _), Sample::Time(other, _)) => {
            Some(one.cmp(other))
        }
        (
            Comparable::String | Comparable::Timestamp,
            Sample::Time(..) | Sample::Text(_),
            Sample::Time(..) | Sample::Text(_),
        ) => return None,
        _ => None,
    };
    Some(found.is_some_and(|found| is_in(order, found)))
}

/// `StringMatches`: the pieces in this order, the first at the beginning, the last at the end.
fn matches(text: &str, pieces: &[String]) -> bool {
    let Some((first, rest)) = pieces.split_first() else { return false };
    let Some((last, middle)) = rest.split_last() else { return text == first };
    let inner = text.strip_prefix(first.as_str()).and_then(|text| text.strip_suffix(last.as_str()));
    let Some(mut left) = inner else { return false };
    for piece in middle {
        let Some((_, behind)) = left.split_once(piece.as_str()) else { return false };
        left = behind;
    }
    true
}
