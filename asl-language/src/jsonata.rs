//! The built-in functions of JSONata 2 and those that Step Functions adds: one record for each,
//! from which the compiler takes its tables and the guide its page.

mod aggregates;
mod arrays;
mod booleans;
mod built_in;
mod dates;
mod higher_order;
#[cfg(feature = "jsonata")]
pub mod number_text;
mod numbers;
mod objects;
#[cfg(feature = "jsonata")]
pub mod picture;
pub mod signature;
mod step_functions;
mod strings;

pub use built_in::{BuiltInId, Representation, ResultShape};

/// A version of the language.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Edition {
    /// The language of jsonata-js 2.0.6, which Step Functions documents.
    #[default]
    V2_0,
    /// The language of jsonata-js 2.2, which has `??` and `?:`.
    V2_2,
}

/// Maximum number of parts of an expression within each other in Step Functions, those of called
/// functions included: measured.
pub const DEEPEST_LEVEL: u16 = 100;

/// A built-in function.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BuiltIn {
    /// The name, without `$`.
    pub name: &'static str,
    /// The id.
    pub id: BuiltInId,
    /// The types of the arguments as jsonata-js declares them, such as `<s-s:s>`. See
    /// [`signature`].
    pub signature: &'static str,
    /// The names of the parameters, as documentation shows them.
    pub parameters: &'static [&'static str],
    /// One line of documentation.
    pub summary: &'static str,
    /// True if jsonata-js does not have it, or not with these arguments.
    pub is_added: bool,
    /// The result.
    pub result: ResultShape,
    /// The type of the result in compiled code.
    pub representation: Representation,
    /// True if a call may be the end of a loop over the items of its first argument.
    pub is_fused: bool,
    examples: [Option<Example>; 2],
}

/// An expression, its input and its result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Example {
    /// The text of the expression.
    pub expression: &'static str,
    /// The input as JSON.
    pub input: &'static str,
    /// The result as JSON. `None`: undefined, or another one in each run.
    pub result: Option<&'static str>,
}

/// Built-ins that belong together.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// The heading of the family.
    pub title: &'static str,
    /// Its built-ins.
    pub built_ins: &'static [BuiltIn],
}

/// All built-ins.
pub static FAMILIES: &[Family] = &[
    Family { title: "Strings", built_ins: strings::BUILT_INS },
    Family { title: "Numbers", built_ins: numbers::BUILT_INS },
    Family { title: "Aggregation", built_ins: aggregates::BUILT_INS },
    Family { title: "Booleans", built_ins: booleans::BUILT_INS },
    Family { title: "Arrays", built_ins: arrays::BUILT_INS },
    Family { title: "Objects", built_ins: objects::BUILT_INS },
    Family { title: "Dates and times", built_ins: dates::BUILT_INS },
    Family { title: "Higher-order functions", built_ins: higher_order::BUILT_INS },
    Family { title: "Functions of Step Functions", built_ins: step_functions::BUILT_INS },
];

/// Returns all built-ins.
pub fn built_ins() -> impl Iterator<Item = &'static BuiltIn> {
    FAMILIES.iter().flat_map(|family| family.built_ins)
}

/// Returns the built-in of this name.
pub const fn find(name: &str) -> Option<&'static BuiltIn> {
    let mut families = FAMILIES;
    while let Some((family, others)) = families.split_first() {
        let mut built_ins = family.built_ins;
        while let Some((built_in, others)) = built_ins.split_first() {
            if is_same(built_in.name.as_bytes(), name.as_bytes()) {
                return Some(built_in);
            }
            built_ins = others;
        }
        families = others;
    }
    None
}

/// Returns the record of a built-in.
pub const fn record(id: BuiltInId) -> &'static BuiltIn {
    let mut families = FAMILIES;
    while let Some((family, others)) = families.split_first() {
        let mut built_ins = family.built_ins;
        while let Some((built_in, rest)) = built_ins.split_first() {
            if built_in.id as u8 == id as u8 {
                return built_in;
            }
            built_ins = rest;
        }
        families = others;
    }
    unreachable!()
}

/// Compares names; `==` is not const.
const fn is_same(mut left: &[u8], mut right: &[u8]) -> bool {
    while let (Some((first, others)), Some((second, rest))) =
        (left.split_first(), right.split_first())
    {
        if *first != *second {
            return false;
        }
        left = others;
        right = rest;
    }
    left.len() == right.len()
}

impl BuiltIn {
    /// True if an argument may be a function, which the built-in calls.
    pub fn takes_functions(&self) -> bool {
        self.signature.contains('f')
    }

    /// True if this number of arguments fits, and the context takes the place of none of them.
    pub fn takes_without_context(&self, arguments: usize) -> bool {
        let Ok(signature) = signature::Signature::read(self.signature) else { return false };
        let parameters = signature.parameters();
        let needed = parameters.iter().filter(|parameter| {
            parameter.takes_context || parameter.times == signature::Times::Once
        });
        (needed.count()..=parameters.len()).contains(&arguments)
    }

    /// The examples.
    pub fn examples(&self) -> impl Iterator<Item = &Example> {
        self.examples.iter().flatten()
    }

    /// Sets the summary, one sentence.
    const fn says(mut self, summary: &'static str) -> Self {
        self.summary = summary;
        self
    }

    /// Adds an example with its result.
    const fn example(
        self,
        expression: &'static str,
        input: &'static str,
        result: &'static str,
    ) -> Self {
        self.with(Example { expression, input, result: Some(result) })
    }

    /// Adds an example whose result is undefined or unknown.
    const fn example_without_result(self, expression: &'static str, input: &'static str) -> Self {
        self.with(Example { expression, input, result: None })
    }

    const fn with(mut self, example: Example) -> Self {
        self.examples = match self.examples {
            [None, _] => [Some(example), None],
            [first, _] => [first, Some(example)],
        };
        self
    }

    /// Notes the result.
    const fn gives(mut self, result: ResultShape) -> Self {
        self.result = result;
        self
    }

    /// Notes the type of the result in compiled code.
    const fn represented(mut self, representation: Representation) -> Self {
        self.representation = representation;
        self
    }

    /// Notes that a call may be the end of a loop.
    const fn fused(mut self) -> Self {
        self.is_fused = true;
        self
    }

    /// Marks a function that Step Functions adds.
    const fn added(mut self) -> Self {
        self.is_added = true;
        self
    }
}

/// A record without its summary and examples.
const fn built_in(
    name: &'static str,
    id: BuiltInId,
    signature: &'static str,
    parameters: &'static [&'static str],
) -> BuiltIn {
    BuiltIn {
        name,
        id,
        signature,
        parameters,
        summary: "",
        is_added: false,
        result: ResultShape::Any,
        representation: Representation::Item,
        is_fused: false,
        examples: [None, None],
    }
}

#[cfg(test)]
mod tests {
    use super::signature::Signature;
    use super::*;

    #[test]
    fn a_name_stands_for_one_built_in() {
        assert!(built_ins().all(|found| record(found.id).name == found.name));
        for names in [
            built_ins().map(|found| found.name).collect::<Vec<_>>(),
            built_ins().map(|found| found.id.function()).collect::<Vec<_>>(),
        ] {
            let (count, mut distinct) = (names.len(), names);
            distinct.sort_unstable();
            distinct.dedup();
            assert_eq!(distinct.len(), count);
        }
    }

    #[test]
    fn every_built_in_is_documented_with_an_example() {
        for built_in in built_ins() {
            let name = built_in.name;
            assert!(built_in.summary.ends_with('.') && built_in.summary.len() <= 80, "{name}");
            assert!(built_in.examples().count() > 0, "{name}");
            let call = format!("${name}");
            let uses = built_in.examples().all(|example| example.expression.contains(&call));
            assert!(uses, "{name}");
        }
    }

    #[test]
    fn signatures_declare_the_parameters_that_are_documented() {
        for built_in in built_ins() {
            let signature = Signature::read(built_in.signature).unwrap();
            let name = built_in.name;
            assert_eq!(signature.parameters().len(), built_in.parameters.len(), "{name}");
        }
    }
}
