//! JSONata 2, compiled: text → tokens → `tree::Expression` → Rust.

mod diagnostics;
mod emit;
mod findings;
mod levels;
mod lexer;
mod outcomes;
mod parser;
mod parts;
mod plan;
mod problem;
mod process;
mod raw;
mod reads;
mod resolve;
mod result;
mod shape;
mod state;
mod token;
mod tree;

#[cfg(test)]
mod tests;

pub use diagnostics::diagnose;
pub use emit::{FieldProgram, emit_field};
pub use emit::{emit_call, emit_module};
pub use findings::{findings, too_deep};
pub use state::{
    STATES, StateEnvironment, StatesMembers, compile_in_state, context_member, states_member,
};

use std::collections::HashSet;
use std::ops::Range;

pub use asl_language::jsonata::Edition;

use asl_language::jsonata::BuiltInId;
use asl_source::diagnostics::Code;
use asl_source::expression::finding::place;
use tree::Kind;

/// Something wrong in an expression.
#[derive(Clone, PartialEq, Debug)]
pub struct Fault {
    /// The fault's code.
    pub code: Code,
    /// The place, in bytes of the expression's text.
    pub place: Range<u32>,
    /// The fault, in the author's words.
    pub title: String,
    /// The label of the place.
    pub label: String,
    /// A way to repair it.
    pub help: Option<String>,
    /// The code and the message of jsonata-js, of which Step Functions shows the message, such as
    /// `S0202` and `Expected "]", got ","`. If only Step Functions refuses the expression: its code
    /// and message. `None`: both accept it.
    pub reference: Option<(&'static str, String)>,
}

/// A compiled expression.
#[derive(Clone, PartialEq, Debug)]
pub struct Program {
    expression: tree::Expression,
    given: Vec<String>,
    /// The deepest level that is certainly evaluated, if levels are counted.
    level: Option<u16>,
}

/// A variable that an expression reads and does not bind. It is none of the built-ins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FreeVariable {
    /// Its name without `$`.
    pub name: String,
    /// The place of its name and `$`, in bytes of the expression's text.
    pub place: Range<u32>,
    /// True if the expression only tests there whether it has a value: `$exists($name)`.
    pub is_tested: bool,
}

impl Program {
    /// The text of the program.
    pub fn text(&self) -> &str {
        &self.expression.text
    }

    /// The names of the values that a run is given, in the order of its arguments.
    pub fn given(&self) -> impl Iterator<Item = &str> {
        self.given.iter().map(String::as_str)
    }

    /// The plan of a run, a node in each line: which loops are one, which values are numbers of
    /// Rust, and why a call of a built-in or a path is no loop.
    pub fn plan(&self) -> String {
        if self.level.is_some() {
            plan::plan_field(self).to_string()
        } else {
            plan::plan(self).to_string()
        }
    }

    /// The number of parts within each other that are certainly evaluated, as Step Functions counts
    /// them: an expression of a state fails there if they are more than
    /// [`DEEPEST_LEVEL`](asl_language::jsonata::DEEPEST_LEVEL).
    pub fn level(&self) -> Option<u16> {
        self.level
    }

    /// True if a run may draw random numbers.
    pub fn is_random(&self) -> bool {
        self.names().is_random()
    }

    /// True if two runs over the same input and variables may differ: the expression reads the
    /// context object, the time, or random numbers.
    pub fn reads_more_than_data(&self) -> bool {
        let names = self.names();
        names.is_random() || names.is_timed() || self.given().any(state::has_context)
    }

    fn names(&self) -> resolve::Names {
        let given: Vec<&str> = self.given().collect();
        resolve::resolve(&self.expression, &given)
    }

    /// The variables that the expression reads and does not bind, but `$states`, in the order of
    /// its text: those that a run is given, and those that have no value.
    pub fn free_variables(&self) -> Vec<FreeVariable> {
        let names = self.names();
        let mut tested = HashSet::new();
        parts::visit(&self.expression.body, &mut |node| {
            if let Kind::Call(call) = &node.kind
                && names.built_in(&call.callee).is_some_and(|callee| callee.id == BuiltInId::Exists)
            {
                tested.extend(call.arguments.iter().map(|argument| argument.place.start));
            }
        });
        let free = names.free.into_iter().map(|(_, free)| {
            let is_tested = tested.contains(&free.place.start);
            FreeVariable { is_tested, ..free }
        });
        free.filter(|free| !state::is_states(&free.name)).collect()
    }
}

/// The surroundings of an expression.
#[derive(Clone, Copy, Debug, Default)]
pub struct Environment<'a> {
    /// The version of the language.
    pub edition: Edition,
    /// Names of the variables that a run is given, without `$`.
    pub variables: &'a [&'a str],
}

/// Maximum nesting of the parts of an expression.
const MAX_HEIGHT: u16 = 256;

/// Compiles an expression. The first fault is the one that jsonata-js reports.
pub fn compile(text: &str, environment: &Environment<'_>) -> Result<Program, Vec<Fault>> {
    let expression = parse(text, environment.edition)?;
    let given = environment.variables.iter().map(|name| (*name).to_owned()).collect();
    Ok(Program { expression, given, level: None })
}

/// Returns what is wrong with the text of an expression.
pub fn check(text: &str, environment: &Environment<'_>) -> Vec<Fault> {
    parse(text, environment.edition).err().unwrap_or_default()
}

/// Reads an expression. The first fault is the one that jsonata-js reports.
fn parse(text: &str, edition: Edition) -> Result<tree::Expression, Vec<Fault>> {
    let (raw, mut faults) = parser::parse(text, edition);
    let expression = raw.map(|raw| process::process(text, raw, &mut faults));
    match expression {
        Some(expression) if faults.is_empty() => Ok(expression),
        _ => Err(faults),
    }
}
