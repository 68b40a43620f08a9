//! Expressions in states: the names that a state knows, and those that Step Functions refuses.
//!
//! A state has no context item. `$states.input` and its like become variables of their own, so
//! that no object `$states` is made for them. So do often read members of `$states.context`.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "only names are special in states; `parts` lists every kind"
)]

use std::collections::{BTreeSet, HashSet};
use std::mem;

use super::parts::{Role, parts_mut};
use super::resolve::{Meaning, Names, resolve};
use super::tree::{Expression, Kind, Node, Path, Place, Step};
use super::{Edition, Fault, Program, levels, parse, problem};
use asl_source::expression::context_object::Member;

/// The surroundings of an expression in a state.
#[derive(Clone, Copy, Debug)]
pub struct StateEnvironment<'a> {
    /// Names of the variables that the machine assigns in the scopes around the expression, without
    /// `$`. They hide built-ins of the same name.
    pub variables: &'a [&'a str],
    /// The members of `$states` there.
    pub members: StatesMembers,
}

/// The members of `$states` at a place of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StatesMembers {
    /// `input` and `context`.
    Input,
    /// `result`, too: `Output` and `Assign` of Task, Parallel and Map.
    Result,
    /// `errorOutput`, too: `Output` and `Assign` of a catcher.
    ErrorOutput,
}

impl StatesMembers {
    /// Their names.
    pub fn names(self) -> &'static [&'static str] {
        match self {
            Self::Input => &["input", "context"],
            Self::Result => &["input", "context", "result"],
            Self::ErrorOutput => &["input", "context", "errorOutput"],
        }
    }
}

/// The name of the variable that is the whole object `$states`.
pub const STATES: &str = "states";

/// The name of the variable that is a member of `$states`, such as `states.input`.
pub fn states_member(name: &str) -> String {
    format!("{STATES}.{name}")
}

/// The name of the variable that is the context object.
const CONTEXT: &str = "states.context";

/// The name of the variable that is a member of the context object.
fn context_variable(member: Member) -> String {
    format!("{CONTEXT}.{}", member.names().join("."))
}

/// True if this is the name of a value with the context object or a member of it.
pub(super) fn has_context(given: &str) -> bool {
    given == STATES || given == CONTEXT || context_member(given).is_some()
}

/// The names from the context object to the value of a variable that is a part of it.
pub(super) fn names_from_context(given: &str) -> Option<Vec<&str>> {
    let rest = given.strip_prefix(CONTEXT)?;
    if rest.is_empty() {
        return Some(Vec::new());
    }
    rest.strip_prefix('.').map(|names| names.split('.').collect())
}

/// The member of the context object that a program is given by this name.
pub fn context_member(given: &str) -> Option<Member> {
    Member::from_path(given.strip_prefix(CONTEXT)?.strip_prefix('.')?)
}

/// True if a name is that of `$states` or of one of its members.
pub(super) fn is_states(name: &str) -> bool {
    name.strip_prefix(STATES).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// Compiles an expression of a state, in the edition of Step Functions.
///
/// [`Program::given`] are those of the variables, of `states`, of the members of `$states` as
/// `states.input`, and of [members of the context object](context_member), that the expression
/// reads.
pub fn compile_in_state(
    text: &str,
    environment: &StateEnvironment<'_>,
) -> Result<Program, Vec<Fault>> {
    let mut expression = parse(text, Edition::V2_0)?;
    // Step Functions counts `$states.input` as a path.
    let level = levels::measure(&mut expression);
    let members: Vec<String> = environment
        .members
        .names()
        .iter()
        .map(|name| states_member(name))
        .chain(Member::ALL.iter().copied().map(context_variable))
        .collect();
    let known: Vec<&str> = [STATES]
        .into_iter()
        .chain(members.iter().map(String::as_str))
        .chain(environment.variables.iter().copied())
        .collect();
    let names = resolve(&expression, &known);
    let faults = read_states(&mut expression, &names, environment);
    if !faults.is_empty() {
        return Err(faults);
    }
    let given = used(&resolve(&expression, &known), &known);
    Ok(Program { expression, given, level: Some(level) })
}

/// The given names that are used, in the order of their first use.
fn used(names: &Names, known: &[&str]) -> Vec<String> {
    let references = names.references.iter().chain(&names.clones);
    let mut uses: Vec<(u32, usize)> = references
        .filter_map(|(place, reference)| match reference.end {
            Meaning::Given(index) => Some((*place, index)),
            _ => None,
        })
        .collect();
    uses.sort_unstable();
    let mut seen = HashSet::new();
    uses.retain(|(_, index)| seen.insert(*index));
    uses.iter().filter_map(|(_, index)| known.get(*index)).map(|name| (*name).to_owned()).collect()
}

/// Replaces members of `$states` by variables. Returns what Step Functions refuses, one fault for
/// each name, in the order of the text.
fn read_states(
    expression: &mut Expression,
    names: &Names,
    environment: &StateEnvironment<'_>,
) -> Vec<Fault> {
    let StateEnvironment { variables, members } = *environment;
    let (refused, faults) = (BTreeSet::new(), Vec::new());
    let mut reader = Reader { names, variables, members, refused, faults };
    reader.node(&mut expression.body, Context::Absent);
    reader.faults.sort_by_key(|fault| fault.place.start);
    reader.faults
}

/// The context item at a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Context {
    Absent,
    Present,
}

impl Context {
    /// The context of a part of a node in this context. The first step of a path has that of the
    /// path, a function that of the place where it is made, and a transform the transformed object.
    fn of_part(self, role: Role) -> Self {
        match role {
            Role::Operand
            | Role::Callee
            | Role::Applied
            | Role::Branch
            | Role::Statement
            | Role::Key
            | Role::Value { .. }
            | Role::Body
            | Role::Step { is_first: true, .. } => self,
            Role::Step { is_first: false, .. }
            | Role::Filter { .. }
            | Role::SortKey
            | Role::Transform
            | Role::Predicate
            | Role::Group => Self::Present,
        }
    }
}

struct Reader<'n> {
    names: &'n Names,
    variables: &'n [&'n str],
    members: StatesMembers,
    /// The names that have been reported.
    refused: BTreeSet<String>,
    faults: Vec<Fault>,
}

impl Reader<'_> {
    fn node(&mut self, node: &mut Node, context: Context) {
        self.check(node, context);
        if let Kind::Path(path) = &mut node.kind
            && self.is_states(path)
        {
            self.member(path);
            shorten(node);
        }
        for (role, part) in parts_mut(node) {
            self.node(part, context.of_part(role));
        }
    }

    /// Reports a name without a context to be found in.
    fn check(&mut self, node: &Node, context: Context) {
        match &node.kind {
            Kind::Variable(name) if name == "$" => {
                self.refuse_variable("$$", &node.place, &problem::ROOT_IN_STATE);
            }
            Kind::Variable(name) if name.is_empty() && context == Context::Absent => {
                self.refuse_variable("$", &node.place, &problem::TOP_LEVEL);
            }
            Kind::Name(name) if context == Context::Absent => {
                self.refuse(name, &node.place, &problem::TOP_LEVEL);
            }
            _ => {}
        }
    }

    fn refuse(&mut self, name: &str, place: &Place, problem: &problem::Problem) {
        if self.refused.insert(name.to_owned()) {
            let values = [("name", name.to_owned()), ("variable", self.variable_for(name))];
            self.faults.push(problem.with(place.clone(), &values));
        }
    }

    /// The text that an author may mean by a name or by `$`.
    fn variable_for(&self, name: &str) -> String {
        if name == "$" {
            return format!("${STATES}.input");
        }
        let is_variable =
            self.variables.contains(&name) || asl_language::jsonata::find(name).is_some();
        if is_variable { format!("${name}") } else { format!("${STATES}.input.{name}") }
    }

    /// Reports `$` or `$$`, whose place may include predicates.
    fn refuse_variable(&mut self, shown: &str, place: &Place, problem: &problem::Problem) {
        let length = u32::try_from(shown.len()).unwrap_or(u32::MAX);
        let end = place.end.min(place.start.saturating_add(length));
        self.refuse(shown, &(place.start..end), problem);
    }

    /// True if a path begins with the state's `$states` and a name.
    fn is_states(&self, path: &Path) -> bool {
        let [first, second, ..] = path.steps.as_slice() else { return false };
        let reference = self.names.references.get(&first.node.place.start);
        is_plain(first)
            && matches!(&first.node.kind, Kind::Variable(name) if name == STATES)
            && matches!(second.node.kind, Kind::Name(_))
            && reference.is_some_and(|reference| {
                reference.maybe.is_empty() && matches!(reference.end, Meaning::Given(_))
            })
    }

    /// Reads a member of `$states`: the first two steps become one, unless the second one binds
    /// variables.
    fn member(&mut self, path: &mut Path) {
        let [first, second, ..] = path.steps.as_mut_slice() else { return };
        let Kind::Name(name) = &second.node.kind else { return };
        if !self.members.names().contains(&name.as_str()) {
            let place = first.node.place.start..second.node.place.end;
            let field = states_member(name);
            if self.refused.insert(format!("${field}")) {
                let known = self.members.names().join("`, `");
                let values = [("name", field), ("known", format!("`{known}`"))];
                self.faults.push(problem::NO_MEMBER.with(place, &values));
            }
        } else if !second.is_tuple {
            second.node.kind = Kind::Variable(states_member(name));
            second.node.place.start = first.node.place.start;
            path.steps.remove(0);
            member_of_context(path);
        }
    }
}

/// Replaces the steps to a member of the context object by one, if there are such steps.
fn member_of_context(path: &mut Path) {
    let is_context =
        |step: &Step| matches!(&step.node.kind, Kind::Variable(name) if name == CONTEXT);
    let Some((first, rest)) = path.steps.split_first_mut().filter(|(step, _)| is_context(step))
    else {
        return;
    };
    let known = Member::ALL.iter().copied().find(|member| leads_to(rest, *member));
    let Some(member) = known.filter(|_| is_plain(first)) else { return };
    let count = member.names().len();
    if let Some(last) = count.checked_sub(1).and_then(|last| rest.get_mut(last)) {
        last.node.kind = Kind::Variable(context_variable(member));
        last.node.place.start = first.node.place.start;
        path.steps.drain(..count);
    }
}

/// True if the first of these steps are the names of a member, and all but the last one are that
/// alone. The last one may have predicates, but no variables.
fn leads_to(steps: &[Step], member: Member) -> bool {
    let names = member.names();
    let Some((last, before)) = steps.get(..names.len()).and_then(<[Step]>::split_last) else {
        return false;
    };
    before.iter().all(is_plain)
        && !last.is_tuple
        && before
            .iter()
            .chain([last])
            .zip(names)
            .all(|(step, name)| matches!(&step.node.kind, Kind::Name(found) if found == name))
}

/// True if a step is its node alone.
fn is_plain(step: &Step) -> bool {
    step.stages.is_empty()
        && step.node.predicates.is_empty()
        && step.node.group.is_none()
        && !step.node.keeps_array
        && !step.is_tuple
}

/// Replaces a path of one step by its node.
fn shorten(node: &mut Node) {
    let Kind::Path(path) = &mut node.kind else { return };
    if path.keeps_singleton || node.keeps_array || !node.predicates.is_empty() {
        return;
    }
    if let [only] = path.steps.as_mut_slice()
        && is_plain(only)
    {
        node.kind = mem::replace(&mut only.node.kind, Kind::Null);
    }
}
