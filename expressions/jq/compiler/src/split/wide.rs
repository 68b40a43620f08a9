//! Splits filters with many parts in a row into halves: objects, strings with values in them,
//! conditions.

use super::Splitter;
use crate::syntax::{Arithmetic, Assignment, Filter, Kind, Pattern, Place, VariableId};

/// Entries of an object, and filters in a string.
const WIDEST: usize = 128;

/// Those of them that may be generators.
const MOST_GENERATORS: usize = 24;

/// Branches of an `if`.
const MOST_BRANCHES: usize = 16;

impl Splitter {
    /// Cuts a filter with too many parts side by side.
    #[expect(clippy::wildcard_enum_match_arm, reason = "three kinds have many parts side by side")]
    pub(super) fn narrow(&mut self, filter: &mut Filter) {
        let place = filter.place.clone();
        match &mut filter.kind {
            Kind::Object(entries)
                if is_wide(entries.len(), entries.iter().flat_map(|(key, value)| [key, value])) =>
            {
                let behind = entries.split_off(entries.len() / 2);
                let before = Kind::Object(std::mem::take(entries));
                // The first entry is the outermost loop.
                filter.kind = self.joined([before, Kind::Object(behind)], [0, 1], &place);
            }
            Kind::Interpolated { format, pieces, filters }
                if is_wide(filters.len(), filters.iter()) =>
            {
                let middle = filters.len() / 2;
                let right = (pieces.split_off(middle + 1), filters.split_off(middle));
                let mut pieces_of_right = vec![String::new()];
                pieces_of_right.extend(right.0);
                let left = Kind::Interpolated {
                    format: *format,
                    pieces: std::mem::take(pieces),
                    filters: std::mem::take(filters),
                };
                let right = Kind::Interpolated {
                    format: *format,
                    pieces: pieces_of_right,
                    filters: right.1,
                };
                // The last filter is the outermost loop.
                filter.kind = self.joined([left, right], [1, 0], &place);
            }
            Kind::If(branches, otherwise) => {
                while branches.len() > MOST_BRANCHES {
                    let last = branches.split_off(branches.len() - MOST_BRANCHES);
                    let mut rest =
                        Filter { kind: Kind::If(last, otherwise.take()), place: place.clone() };
                    self.filter(&mut rest);
                    self.lift(&mut rest);
                    *otherwise = Some(Box::new(rest));
                }
            }
            _ => {}
        }
    }

    /// The sum of two filters that are computed apart. `order` says which of them is the outer
    /// loop.
    fn joined(&mut self, sides: [Kind; 2], order: [usize; 2], place: &Place) -> Kind {
        let at = |kind| Filter { kind, place: place.clone() };
        let names = ["left", "right"].map(|name| self.variable(name));
        let [left, right] = names.map(|name| Box::new(at(Kind::Variable(name))));
        let mut sides = sides.map(|side| Some(at(side)));
        let mut joined = at(Kind::Arithmetic(Arithmetic::Add, left, right));
        for side in order.into_iter().rev() {
            let (Some(name), Some(mut source)) =
                (names.get(side), sides.get_mut(side).and_then(Option::take))
            else {
                continue;
            };
            self.filter(&mut source);
            self.lift(&mut source);
            joined = at(Kind::Bind {
                source: Box::new(source),
                patterns: vec![Pattern::Variable(*name)],
                body: Box::new(joined),
            });
        }
        joined.kind
    }

    fn variable(&mut self, name: &str) -> VariableId {
        let id = VariableId(u32::try_from(self.variables.len()).unwrap_or(u32::MAX));
        self.variables.push(name.to_owned());
        id
    }
}

/// Returns true if a filter has too many parts in a row: too many in all, or too many generators.
fn is_wide<'f>(count: usize, parts: impl Iterator<Item = &'f Filter>) -> bool {
    count > WIDEST
        || count > MOST_GENERATORS && parts.filter(|part| may_loop(part)).count() > MOST_GENERATORS
}

/// True if a filter may have more or fewer outputs than one, judged by its kind alone.
fn may_loop(filter: &Filter) -> bool {
    if let Kind::Field(inner, _) | Kind::Negate(inner) = &filter.kind {
        return may_loop(inner);
    }
    if let Kind::Arithmetic(_, left, right) | Kind::Compare(_, left, right) = &filter.kind {
        return may_loop(left) || may_loop(right);
    }
    !matches!(
        filter.kind,
        Kind::Identity
            | Kind::Literal(_)
            | Kind::Format(_)
            | Kind::Variable(_)
            | Kind::Array(_)
            | Kind::Break(_)
            | Kind::Assign(Assignment::Update, ..)
    )
}
