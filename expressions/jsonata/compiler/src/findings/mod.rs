//! Everything that is known about an expression before it runs: what fails whenever it is
//! evaluated, and what probably is not meant.
//!
//! `walk` visits the parts, `call`, `operator`, `path`, `picture` and `value` check them, and
//! `problem` has the texts. `depth` is about the levels that Step Functions counts.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "most kinds have nothing to check; `parts` lists every kind"
)]

mod call;
mod depth;
mod lambda;
mod operator;
mod path;
mod picture;
mod problem;
mod site;
mod truth;
mod value;
mod walk;

pub use depth::too_deep;

use std::collections::{HashMap, HashSet};

use asl_language::jsonata;
use asl_language::jsonata::signature::Types;

use super::problem::Problem;
use super::resolve::{Meaning, Names, Reference, VariableId, resolve};
use super::shape::{Shape, Shapes};
use super::tree::{Expression, Kind, Node, Place};
use super::{Fault, Program};
use asl_source::diagnostics::{Code, Severity, nearest};
use lambda::{KnownLambda, find_lambdas};
use site::{Context, Reach, Site};

/// Maximum number of findings in an expression. Few are shown.
const MOST_FINDINGS: usize = 100;

/// Maximum number of searches for a name to suggest: each of them looks at every name.
const MOST_SUGGESTIONS: usize = 50;

/// Maximum number of bytes of text whose shapes are inferred. Parts within parts count again.
const MOST_BYTES: u32 = 4 << 20;

/// The findings in an expression before it runs, in the order of its text.
///
/// An error is certain to happen in every run. [`Code::AlwaysFails`] is one that happens whenever
/// its part is evaluated, such as a branch of a condition. Other warnings are no failures.
pub fn findings(program: &Program) -> Vec<Fault> {
    let given: Vec<&str> = program.given.iter().map(String::as_str).collect();
    let names = resolve(&program.expression, &given);
    let shapes = Shapes::new(&program.expression, &names);
    let body = &program.expression.body;
    let mut findings = Findings {
        expression: &program.expression,
        given: &given,
        names: &names,
        shapes: &shapes,
        lambdas: find_lambdas(body, &names),
        unknown: HashSet::new(),
        suggestions: 0,
        bytes_left: MOST_BYTES,
        faults: Vec::new(),
    };
    findings.node(body, Site { reach: Reach::Certain, context: Context::Input });
    findings.result(body);
    findings.faults.sort_by_key(|fault| (fault.place.start, fault.place.end));
    findings.faults
}

impl Fault {
    /// True if a run fails whenever it evaluates the part of the expression.
    pub fn is_failure(&self) -> bool {
        self.code.severity() == Severity::Error || self.code == Code::AlwaysFails
    }

    /// True for a call of `$eval`, which Step Functions accepts and fails.
    pub fn calls_eval(&self) -> bool {
        self.title == problem::EVAL.title
    }

    /// The same fault as a warning: for definitions that Step Functions accepts.
    #[must_use]
    pub fn into_warning(self) -> Self {
        match self.code.severity() {
            Severity::Error => Self { code: Code::AlwaysFails, ..self },
            Severity::Warning => self,
        }
    }
}

/// The state while an expression is checked.
struct Findings<'p> {
    expression: &'p Expression,
    given: &'p [&'p str],
    names: &'p Names,
    shapes: &'p Shapes<'p>,
    /// The functions that variables are which are bound once.
    lambdas: HashMap<VariableId, KnownLambda<'p>>,
    /// The places of unknown variables that have been reported.
    unknown: HashSet<u32>,
    suggestions: usize,
    /// The bytes of text whose shapes may still be inferred.
    bytes_left: u32,
    faults: Vec<Fault>,
}

impl<'p> Findings<'p> {
    fn push(&mut self, fault: Fault) {
        if self.faults.len() < MOST_FINDINGS {
            self.faults.push(fault);
        }
    }

    /// Reports what is not meant.
    fn doubt(&mut self, problem: &Problem, place: &Place, values: &[(&str, String)]) {
        self.push(problem.with(place.clone(), values));
    }

    /// Reports what fails whenever it is evaluated.
    fn fails(&mut self, problem: &Problem, place: &Place, values: &[(&str, String)], site: Site) {
        let fault = problem.with(place.clone(), values);
        self.push(match site.reach {
            Reach::Certain => fault,
            Reach::Maybe => fault.into_warning(),
        });
    }

    /// The types that a node's value may have.
    fn types(&mut self, node: &Node) -> Types {
        self.shape(node).types
    }

    /// The shape of a node's value, which takes as long as the node's text.
    fn shape(&mut self, node: &Node) -> Shape {
        if self.spend(node) { self.shapes.of(node) } else { Shape::ANY }
    }

    /// The same before the predicates and the group of the node.
    fn shape_of_kind(&mut self, node: &Node) -> Shape {
        if self.spend(node) { self.shapes.of_kind(node) } else { Shape::ANY }
    }

    /// True if the shape of a node may be inferred.
    fn spend(&mut self, node: &Node) -> bool {
        let length = node.place.end.saturating_sub(node.place.start);
        let left = self.bytes_left.checked_sub(length);
        self.bytes_left = left.unwrap_or(0);
        left.is_some()
    }

    /// The meaning of a name, if the node is one without predicates.
    fn reference(&self, node: &Node) -> Option<&'p Reference> {
        if !matches!(node.kind, Kind::Variable(_)) || !is_plain(node) {
            return None;
        }
        self.names.references.get(&node.place.start)
    }

    /// The name of a variable that does not exist.
    fn unknown_name<'n>(&self, node: &'n Node) -> Option<&'n str> {
        let Kind::Variable(name) = &node.kind else { return None };
        let reference = self.names.references.get(&node.place.start)?;
        let is_unknown = reference.maybe.is_empty() && reference.end == Meaning::Undefined;
        is_unknown.then_some(name)
    }

    /// The text of the label for an unknown name: one that may be meant.
    fn did_you_mean(&mut self, name: &str, otherwise: &str) -> String {
        self.suggestions += 1;
        let found = if self.suggestions > MOST_SUGGESTIONS { None } else { self.nearest(name) };
        found.map_or_else(|| otherwise.to_owned(), |found| format!("did you mean `${found}`?"))
    }

    fn nearest(&self, name: &str) -> Option<&'p str> {
        let bound = self.names.variables.iter().map(|variable| variable.name.as_str());
        let tuples = self.names.tuples.values().flat_map(HashMap::keys).map(String::as_str);
        let known = bound.chain(tuples.filter(|name| !name.starts_with('%')));
        let given = self.given.iter().copied();
        nearest(name, known.chain(given).chain(jsonata::built_ins().map(|known| known.name)))
    }

    /// Checks the result of the expression, if nothing else is wrong with it.
    fn result(&mut self, body: &Node) {
        if !self.faults.is_empty() {
            return;
        }
        let types = self.types(body);
        if types == Types::FUNCTION {
            let site = Site { reach: Reach::Certain, context: Context::Input };
            self.fails(&problem::FUNCTION_RESULT, &body.place, &[], site);
        } else if types == Types::MISSING {
            self.doubt(&problem::UNDEFINED_RESULT, &body.place, &[]);
        }
    }
}

/// True if a node has neither predicates nor a group.
fn is_plain(node: &Node) -> bool {
    node.predicates.is_empty() && node.group.is_none()
}

/// A set of types in words, such as `a number or undefined`.
fn in_words(types: Types) -> String {
    const WORDS: [(Types, &str); 8] = [
        (Types::STRING, "a string"),
        (Types::NUMBER, "a number"),
        (Types::BOOLEAN, "a boolean"),
        (Types::NULL, "`null`"),
        (Types::OBJECT, "an object"),
        (Types::ARRAY, "an array"),
        (Types::FUNCTION, "a function"),
        (Types::MISSING, "undefined"),
    ];
    let words = WORDS.iter().filter(|(of, _)| types.meets(*of)).map(|(_, word)| *word);
    words.collect::<Vec<_>>().join(" or ")
}
