//! The built-ins of jq 1.8: one record for each, from which the compiler takes its tables and the
//! guide its page.

mod arrays;
mod control;
mod dates;
mod math;
mod objects;
mod paths;
mod regex;
mod sql;
mod streams;
mod text;
mod types;
mod world;

use crate::shape::Kinds;

/// A built-in function of jq.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BuiltIn {
    /// Name and parameters, such as `limit($count; f)`. A parameter with `$` is a value that is
    /// computed before the call; any other one is a filter.
    pub signature: &'static str,
    /// The way it is implemented.
    pub made: Made,
    /// The id of a built-in for which the compiler has code of its own.
    pub id: Option<BuiltInId>,
    /// True if it reads more inputs than the first.
    pub reads_inputs: bool,
    /// One line of documentation; empty for helpers, whose names begin with `_`.
    pub summary: &'static str,
    examples: [Option<Example>; 2],
}

/// The way a built-in is implemented.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Made {
    /// The compiler emits code of its own for it.
    Special(Special),
    /// A function of `asl_runtime::jq::native`: values in, one value out, or an error.
    Native(Native),
    /// The body of a definition in jq.
    Jq(&'static str),
    /// A constant of the compiled program.
    Constant(Constant),
    /// Refused by the compiler, since its output would depend on where the program runs.
    Refused {
        /// The reason, as a verb phrase about the built-in.
        does: &'static str,
        /// A replacement.
        help: &'static str,
    },
}

/// A function of the runtime that implements a built-in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Native {
    /// Its name in Rust.
    pub function: &'static str,
    /// The id of a built-in for which the compiler has code of its own.
    pub id: Option<BuiltInId>,
    /// False if it makes no numbers but counts and places, so neither NaN nor an infinity.
    pub computes: bool,
    /// True if it gives its input back where there is nothing to do.
    pub passes_input: bool,
    /// The kinds of inputs that it takes; any other one is an error. [`Kinds::NONE`]: not known.
    pub takes: Kinds,
    /// The kinds of its outputs. [`Kinds::NONE`]: not known.
    pub gives: Kinds,
}

impl Native {
    const fn new(function: &'static str) -> Self {
        let (takes, gives) = (Kinds::NONE, Kinds::NONE);
        Self { function, id: None, computes: false, passes_input: false, takes, gives }
    }

    /// True for the built-in of this id.
    pub fn is(&self, id: BuiltInId) -> bool {
        self.id == Some(id)
    }
}

/// The built-ins that the compiler knows apart from others, each because it has code of its own for
/// some calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names are those of the built-ins")]
pub enum BuiltInId {
    All,
    Any,
    DeletePaths,
    FromEntries,
    GetPath,
    GroupBy,
    Gsub,
    Has,
    Join,
    Length,
    Match,
    MatchImpl,
    MaxBy,
    MinBy,
    SetPath,
    SortBy,
    Sub,
    SubText,
    Sum,
    Test,
    ToEntries,
    TypeName,
    UniqueBy,
}

/// A built-in that the compiler emits itself, because it takes filters, has any number of outputs,
/// or is faster so.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Special {
    /// `del(f)`
    Delete,
    /// `empty`
    Empty,
    /// `error`
    Error,
    /// `first(f)`
    First,
    /// `isempty(f)`
    IsEmpty,
    /// `last(f)`
    Last,
    /// `limit($count; f)`
    Limit,
    /// `not`
    Not,
    /// `path(f)`
    Path,
    /// `range($from; $to)`
    Range,
    /// `range($to)`
    RangeTo,
    /// `recurse`
    Recurse,
    /// `tostream`
    ToStream,
}

/// A built-in whose value is known to the compiler.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Constant {
    /// `null`
    Null,
    /// `0`
    Zero,
    /// `true`
    True,
    /// The names of all built-ins, with their numbers of parameters.
    BuiltIns,
}

/// A program, its input and its outputs, all JSON but the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Example {
    /// The text of the program.
    pub program: &'static str,
    /// The input.
    pub input: &'static str,
    /// The outputs in their order.
    pub outputs: &'static [&'static str],
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
    Family { title: "Types and conversions", built_ins: types::BUILT_INS },
    Family { title: "Arrays", built_ins: arrays::BUILT_INS },
    Family { title: "Objects", built_ins: objects::BUILT_INS },
    Family { title: "Text", built_ins: text::BUILT_INS },
    Family { title: "Regular expressions", built_ins: regex::BUILT_INS },
    Family { title: "Control", built_ins: control::BUILT_INS },
    Family { title: "Paths", built_ins: paths::BUILT_INS },
    Family { title: "Streams", built_ins: streams::BUILT_INS },
    Family { title: "Mathematics", built_ins: math::BUILT_INS },
    Family { title: "Dates", built_ins: dates::BUILT_INS },
    Family { title: "SQL", built_ins: sql::BUILT_INS },
    Family { title: "The program's surroundings", built_ins: world::BUILT_INS },
];

/// Returns all built-ins, helpers included.
pub fn built_ins() -> impl Iterator<Item = &'static BuiltIn> {
    FAMILIES.iter().flat_map(|family| family.built_ins)
}

/// Returns the function of the runtime that has this id.
pub fn function(id: BuiltInId) -> Option<Native> {
    built_ins().find_map(|built_in| {
        if let Made::Native(native) = built_in.made {
            native.is(id).then_some(native)
        } else {
            None
        }
    })
}

/// Returns the built-in of this name that takes so many arguments.
pub fn find(name: &str, arity: usize) -> Option<&'static BuiltIn> {
    let mut named = built_ins().filter(|built_in| built_in.signature.starts_with(name));
    named.find(|built_in| built_in.name() == name && built_in.arity() == arity)
}

impl BuiltIn {
    /// The name.
    pub fn name(&self) -> &'static str {
        self.signature.split_once('(').map_or(self.signature, |(name, _)| name)
    }

    /// The names of the parameters.
    pub fn parameters(&self) -> impl Iterator<Item = &'static str> {
        let list = self.signature.split_once('(').map(|(_, list)| list.trim_end_matches(')'));
        list.into_iter().flat_map(|list| list.split("; "))
    }

    /// The number of parameters.
    pub fn arity(&self) -> usize {
        self.parameters().count()
    }

    /// True if only other built-ins call it.
    pub fn is_helper(&self) -> bool {
        self.signature.starts_with('_')
    }

    /// The examples.
    pub fn examples(&self) -> impl Iterator<Item = &Example> {
        self.examples.iter().flatten()
    }

    const fn new(signature: &'static str, made: Made, summary: &'static str) -> Self {
        Self { signature, made, id: None, reads_inputs: false, summary, examples: [None, None] }
    }

    /// Adds an example.
    const fn example(
        mut self,
        program: &'static str,
        input: &'static str,
        outputs: &'static [&'static str],
    ) -> Self {
        let example = Some(Example { program, input, outputs });
        self.examples = match self.examples {
            [None, _] => [example, None],
            [first, _] => [first, example],
        };
        self
    }

    /// Names a built-in for which the compiler has code of its own.
    const fn id(mut self, id: BuiltInId) -> Self {
        self.id = Some(id);
        if let Made::Native(native) = self.made {
            self.made = Made::Native(Native { id: self.id, ..native });
        }
        self
    }

    /// Marks a function that gives its input back where there is nothing to do.
    const fn passing(mut self) -> Self {
        if let Made::Native(native) = self.made {
            self.made = Made::Native(Native { passes_input: true, ..native });
        }
        self
    }

    /// Adds the kinds of its inputs and of its outputs.
    const fn of(mut self, takes: Kinds, gives: Kinds) -> Self {
        if let Made::Native(native) = self.made {
            self.made = Made::Native(Native { takes, gives, ..native });
        }
        self
    }

    /// Marks a built-in that reads more inputs than the first.
    const fn reads_inputs(mut self) -> Self {
        self.reads_inputs = true;
        self
    }
}

/// A special form of the compiler.
const fn special(signature: &'static str, special: Special, summary: &'static str) -> BuiltIn {
    BuiltIn::new(signature, Made::Special(special), summary)
}

/// A function of the runtime.
const fn native(signature: &'static str, function: &'static str, summary: &'static str) -> BuiltIn {
    let native = Native { computes: true, ..Native::new(function) };
    BuiltIn::new(signature, Made::Native(native), summary)
}

/// A function of the runtime that makes no numbers but counts and places.
const fn finite(signature: &'static str, function: &'static str, summary: &'static str) -> BuiltIn {
    let native = Native::new(function);
    BuiltIn::new(signature, Made::Native(native), summary)
}

/// A definition in jq.
const fn jq(signature: &'static str, body: &'static str, summary: &'static str) -> BuiltIn {
    BuiltIn::new(signature, Made::Jq(body), summary)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_and_an_arity_stand_for_one_built_in() {
        let mut all: Vec<_> = built_ins().map(|found| (found.name(), found.arity())).collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }

    #[test]
    fn every_built_in_that_programs_call_is_documented_with_an_example() {
        for built_in in built_ins().filter(|built_in| !built_in.is_helper()) {
            let name = built_in.signature;
            assert!(built_in.summary.ends_with('.') && built_in.summary.len() <= 80, "{name}");
            let is_refused = matches!(built_in.made, Made::Refused { .. });
            assert_eq!(built_in.examples().count() == 0, is_refused, "{name}");
        }
    }

    #[test]
    fn signatures_are_taken_apart() {
        let limit = find("limit", 2).unwrap();
        assert_eq!(limit.parameters().collect::<Vec<_>>(), ["$count", "f"]);
        assert_eq!(find("empty", 0).unwrap().arity(), 0);
        assert!(find("limit", 1).is_none());
    }
}
