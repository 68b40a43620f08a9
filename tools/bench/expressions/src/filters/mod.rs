//! The measured programs; `build.rs` compiles them too.

pub(crate) mod jq;
pub(crate) mod jsonata;

/// A program and the approach of its hand-written counterpart.
pub(crate) struct Filter {
    /// Its name in the tables.
    pub(crate) name: &'static str,
    /// The program.
    pub(crate) program: &'static str,
    /// True if hand-written code does in one pass what the program does in several, and a compiler
    /// is not asked to: then it is faster not only because of its language.
    pub(crate) is_fused: bool,
    /// True if it changes its input: then it is also measured on owned inputs.
    pub(crate) is_update: bool,
    /// The family, for which there may be limits.
    pub(crate) family: Family,
    /// The source of its data.
    pub(crate) given: Given,
    /// True if it is also measured on large documents.
    pub(crate) is_on_large: bool,
}

/// The family of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Family {
    Plain,
    Aggregate,
    Lambda,
    Regex,
    Sort,
}

/// The source of a program's data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Given {
    /// The document is the input.
    Input,
    /// The document is in `$states.input`, and there is no input.
    States,
}

/// A program that is measured on documents of each size.
const fn filter(name: &'static str, program: &'static str) -> Filter {
    Filter {
        name,
        program,
        is_fused: false,
        is_update: false,
        family: Family::Plain,
        given: Given::Input,
        is_on_large: true,
    }
}

const fn fused(name: &'static str, program: &'static str) -> Filter {
    Filter { is_fused: true, ..filter(name, program) }
}
