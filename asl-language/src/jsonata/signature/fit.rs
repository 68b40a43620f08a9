//! Types of arguments → the parameters that take them. jsonata-js matches a regular expression
//! against one letter for each argument; the same choices are made here.

use super::{Parameter, Signature, Times, Types};

impl Signature {
    /// Returns the number of arguments that each parameter takes; `None` if they do not fit. An
    /// argument may have any one of its types.
    pub fn counts(&self, types: &[Types]) -> Option<Vec<usize>> {
        counts(self.parameters(), types, End::Whole)
    }

    /// Returns the first argument that no parameter takes, if the arguments do not fit.
    pub fn misfit(&self, types: &[Types]) -> usize {
        let mut good = 0;
        for count in 1..=self.parameters().len() {
            let first = self.parameters().get(..count).unwrap_or_default();
            let Some(counts) = counts(first, types, End::Part) else { break };
            good = counts.iter().sum();
        }
        good
    }
}

/// The end that a match of the parameters must reach.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// That of the arguments.
    Whole,
    /// Any place.
    Part,
}

fn counts(parameters: &[Parameter], types: &[Types], end: End) -> Option<Vec<usize>> {
    if fit_one_by_one(parameters, types) {
        return Some(vec![1; types.len()]);
    }
    let fits = Fits::new(parameters, types, end);
    let mut at = 0;
    let mut counts = Vec::with_capacity(parameters.len());
    for (index, parameter) in parameters.iter().enumerate() {
        let most = types.iter().skip(at).take_while(|found| found.meets(parameter.types)).count();
        let (least, most) = match parameter.times {
            Times::Once => (1, most.min(1)),
            Times::AtMostOnce | Times::RatherNone => (0, most.min(1)),
            Times::Often => (1, most),
        };
        let mut possible = (least..=most).filter(|count| fits.at(index + 1, at + count));
        let lazy = parameter.times == Times::RatherNone;
        let count = if lazy { possible.next() } else { possible.next_back() }?;
        counts.push(count);
        at += count;
    }
    (end == End::Part || at == types.len()).then_some(counts)
}

/// The usual case, in which no choice is made.
fn fit_one_by_one(parameters: &[Parameter], types: &[Types]) -> bool {
    let fits = |(parameter, found): (&Parameter, &Types)| {
        matches!(parameter.times, Times::Once | Times::AtMostOnce) && found.meets(parameter.types)
    };
    parameters.len() == types.len() && parameters.iter().zip(types).all(fits)
}

/// A table that tells if the parameters from one on fit the arguments from one on.
struct Fits {
    table: Vec<bool>,
    width: usize,
}

impl Fits {
    fn new(parameters: &[Parameter], types: &[Types], end: End) -> Self {
        let width = types.len() + 1;
        let mut fits = Self { table: vec![false; width * (parameters.len() + 1)], width };
        for at in 0..width {
            fits.set(parameters.len(), at, end == End::Part || at == types.len());
        }
        for (index, parameter) in parameters.iter().enumerate().rev() {
            for at in (0..width).rev() {
                let takes = types.get(at).is_some_and(|found| found.meets(parameter.types));
                let one = takes && fits.at(index + 1, at + 1);
                let fit = match parameter.times {
                    Times::Once => one,
                    Times::AtMostOnce | Times::RatherNone => one || fits.at(index + 1, at),
                    Times::Often => one || takes && fits.at(index, at + 1),
                };
                fits.set(index, at, fit);
            }
        }
        fits
    }

    fn at(&self, parameter: usize, argument: usize) -> bool {
        argument < self.width
            && self.table.get(parameter * self.width + argument).copied().unwrap_or(false)
    }

    fn set(&mut self, parameter: usize, argument: usize, fit: bool) {
        if let Some(place) = self.table.get_mut(parameter * self.width + argument) {
            *place = fit;
        }
    }
}
