//! A machine of 1,000 states with types of six members at all borders, with and without shapes.

use std::fmt::Write as _;

use super::definition::{Definition, definition};
use super::scratch::{Command, Scratch};
use crate::problem::Result;
use crate::report::{Cost, Typed};

const STATES: u32 = 1_000;

/// Checks of each machine, of which the best count.
const CHECKS: usize = 3;

/// The members of what a machine and its tasks give: all of them are always there.
const GIVEN: &str =
    "n: u32, s: String, lines: Vec<Line>, note: Option<String>, paid: bool, total: u64";

/// The members of what they take: a value may lack all but one.
const TAKEN: &str = "n: u32, #[serde(default)] s: String, #[serde(default)] lines: Vec<Line>, \
    note: Option<String>, #[serde(default)] paid: bool, place: Option<u64>";

/// Measures them in turns.
pub(super) fn measure() -> Result<Vec<Typed>> {
    let mut all = Vec::new();
    for state_functions in [true, false] {
        let [with, without] = [true, false].map(|shapes| scratch(state_functions, shapes));
        let (with, without) = (with?, without?);
        let (mut shapes, mut types) = (with.cost(Command::Check)?, without.cost(Command::Check)?);
        for _ in 1..CHECKS {
            shapes = best(shapes, again(&with)?);
            types = best(types, again(&without)?);
        }
        all.push(Typed { state_functions, shapes, types });
    }
    Ok(all)
}

fn again(scratch: &Scratch) -> Result<Cost> {
    scratch.forget()?;
    scratch.cost(Command::Check)
}

fn best(one: Cost, other: Cost) -> Cost {
    if other.seconds < one.seconds { other } else { one }
}

fn scratch(state_functions: bool, shapes: bool) -> Result<Scratch> {
    let Definition { text, tasks } = definition(STATES, 0);
    let [functions, kind] =
        [if state_functions { "with" } else { "without" }, if shapes { "shapes" } else { "types" }];
    let name = format!("{kind}_{STATES}_{functions}");
    let tasks: Vec<_> = tasks.iter().map(String::as_str).collect();
    Scratch::typed(name, &text, &program(&tasks, state_functions, shapes))
}

/// A program with a type for what each task takes, and one for what it gives.
fn program(tasks: &[&str], state_functions: bool, shapes: bool) -> String {
    let (mut types, mut rows, mut methods) = (String::new(), String::new(), String::new());
    let derives = if shapes { ", asl_runtime::Shape" } else { "" };
    let mut add = |name: &str, members: &str| {
        let _ = writeln!(
            types,
            "#[derive(Clone, Debug, serde::Serialize, serde::Deserialize{derives})]\n\
             struct {name} {{ {members} }}"
        );
    };
    add("Line", "sku: String, count: u8, note: Option<String>");
    add("Order", GIVEN);
    add("Done", TAKEN);
    for task in tasks {
        let name = task.to_uppercase();
        add(&format!("{name}In"), TAKEN);
        add(&format!("{name}Out"), GIVEN);
        let _ = write!(rows, "{task}: fn({name}In) -> {name}Out, ");
        let _ = writeln!(
            methods,
            "async fn {task}(&self, _: &TaskContext, input: {name}In) -> Result<{name}Out, TaskError> {{ \
             let {name}In {{ n, s, lines, note, paid, place }} = input; \
             Ok({name}Out {{ n, s, lines, note, paid, total: place.unwrap_or(1) }}) }}"
        );
    }
    format!(
        "#![allow(dead_code)]\nuse asl_runtime::{{TaskContext, TaskError, asl_machine}};\n\n{types}\n\
         asl_machine! {{ \"machine.asl.json\", name = machine, state_functions = {state_functions}, \
         input = Order, output = Done, tasks = {{ {rows} }} }}\n\n\
         struct Shop;\n\nimpl machine::Tasks for Shop {{\n{methods}}}\n\n\
         fn main() {{\n    let order = Order {{ n: 0, s: \"x\".into(), lines: vec![], note: None, paid: true, total: 1 }};\n    \
         let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();\n    \
         println!(\"{{:?}}\", runtime.block_on(machine::run(Shop, order)));\n}}\n"
    )
}
