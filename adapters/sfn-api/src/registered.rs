//! Programs whose machines are compiled: a client's definition is one of these, or it is refused.

use std::collections::BTreeSet;

use asl_codegen::options::Options;
use asl_codegen::versions::outline;
use asl_runtime::machine::{Cause, Machine, Profile};
use asl_runtime::value::{Text, Value};
use asl_runtime::versions::{Comparison, NodeOutline, Outline};
use asl_testing::runner::StateTest;

use crate::backend::Definition;
use crate::definition;
use crate::fault::Fault;
use crate::machine_type::MachineType;

/// The machine that was compiled from a client's definition. The definition is valid.
pub(crate) fn find(
    machines: &[&'static Machine],
    name: &str,
    kind: MachineType,
    text: Text,
) -> Result<Definition, Fault> {
    let named = machines.iter().rev().filter(|machine| machine.name == name);
    let mut different = None;
    for machine in named {
        let comparison = compare(machine, kind, &text)?;
        match comparison {
            None => {
                return Ok(Definition { name: name.into(), version: machine.version(), text });
            }
            Some(comparison) => {
                different.get_or_insert(comparison);
            }
        }
    }
    Err(match different {
        Some(comparison) => Fault::new(
            "ConflictException",
            format!(
                "this program has another machine `{name}`; compile the definition into it, or use \
                 `cargo asl serve`, which compiles definitions. The difference:\n{comparison}"
            ),
        ),
        None => Fault::new("ValidationException", unknown(machines, name)),
    })
}

/// The differences between a compiled machine and a definition; `None` if there are none.
fn compare(
    machine: &'static Machine,
    kind: MachineType,
    text: &str,
) -> Result<Option<Comparison>, Fault> {
    let options: Options =
        definition::options(kind).profile(machine.profile).limits(machine.limits);
    let read = definition::read(text, &options);
    let Some(sent) = read.checked.machine else {
        let profile = match machine.profile {
            Profile::Spec => "spec",
            Profile::Aws => "aws",
        };
        return Err(Fault::new(
            "InvalidDefinition",
            format!(
                "Invalid State Machine Definition: it has errors with `profile = {profile}`, \
                     with which this program compiled `{}`",
                machine.name
            ),
        ));
    };
    let (compiled, sent) = (Outline::new(machine), outline(&sent, &read.sources, &options));
    let comparison = compiled.compare(&sent);
    let is_same = comparison.is_same() && starts(&compiled) == starts(&sent);
    Ok((!is_same).then_some(comparison))
}

/// Names of the first states of the machine and of all branches and bodies, by the state that
/// contains them. Numbers of nodes depend on the order of the states, which clients change.
fn starts(outline: &Outline) -> BTreeSet<(&str, Vec<&str>)> {
    let name = |node: u32| {
        let node = usize::try_from(node).ok().and_then(|at| outline.nodes.get(at));
        node.map_or("", |node| node.state.as_str())
    };
    let inner = outline.nodes.iter().map(|node| {
        let starts = node.work.starts().iter();
        (node.state.as_str(), starts.map(|start| name(*start)).collect())
    });
    inner.chain([("", vec![name(outline.start)])]).collect()
}

fn unknown(machines: &[&'static Machine], name: &str) -> String {
    let mut known: Vec<_> = machines.iter().map(|machine| machine.name).collect();
    known.dedup();
    format!(
        "this program has no machine `{name}`, only [{}]; compile the definition into it, or use \
         `cargo asl serve`, which compiles definitions",
        known.join(", ")
    )
}

/// Tests a state of the machine that has the same state, under its name or another one.
pub(crate) fn test(
    machines: &[&'static Machine],
    definition: &str,
    test: StateTest,
) -> Result<Value, Fault> {
    // Most programs compile all machines with the same options.
    let mut read = Vec::new();
    for machine in machines.iter().rev() {
        let options = (machine.profile, machine.limits);
        let known = read.iter().position(|(known, _)| *known == options);
        let at = known.unwrap_or_else(|| {
            read.push((options, read_outline(definition, machine, &test)));
            read.len() - 1
        });
        let Some((_, Some(sent))) = read.get(at) else { continue };
        let Some(wanted) = sent.nodes.iter().find(|node| node.state == test.state.as_str()) else {
            continue;
        };
        let compiled = Outline::new(*machine);
        let same = |node: &&NodeOutline| is_same_state((node, &compiled), (wanted, sent));
        let named = compiled.nodes.iter().filter(same).find(|node| node.state == wanted.state);
        if let Some(node) = named.or_else(|| compiled.nodes.iter().find(same)) {
            let test = StateTest { state: node.state.as_str().into(), ..test };
            return test.run(machine).map_err(|mistake| Fault::new("ValidationException", mistake));
        }
    }
    Err(Fault::new(
        "ValidationException",
        "no compiled machine of this program has this state; compile it, or use `cargo asl serve`",
    ))
}

/// The outline of a definition, with the options of a compiled machine; `None` if it has errors.
fn read_outline(definition: &str, machine: &Machine, test: &StateTest) -> Option<Outline> {
    let options = definition::options(MachineType::Standard).variables(test.variable_names());
    let options = options.profile(machine.profile).limits(machine.limits);
    let read = definition::read(definition, &options);
    read.checked.machine.map(|sent| outline(&sent, &read.sources, &options))
}

/// Returns true if two states of two machines do the same.
fn is_same_state(
    (node, machine): (&NodeOutline, &Outline),
    (other, of): (&NodeOutline, &Outline),
) -> bool {
    node.state_kind == other.state_kind
        && node.print == other.print
        && node.retry == other.retry
        && node.catch == other.catch
        && exits(node, machine) == exits(other, of)
}

/// The transitions of a state with the names of their targets.
fn exits<'o>(node: &NodeOutline, machine: &'o Outline) -> Vec<(Cause, Option<&'o str>)> {
    let name = |node: u32| {
        let node = usize::try_from(node).ok().and_then(|at| machine.nodes.get(at));
        node.map(|node| node.state.as_str())
    };
    node.exits.iter().map(|(cause, to)| (*cause, to.and_then(name))).collect()
}
