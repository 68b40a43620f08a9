//! Tests of the front-end: refused definitions with the places of their faults, and graphs.

mod faults;
mod graphs;
mod readings;
mod seed;

use crate::compile;
use crate::ir::{self, Exit, Input, Join, Limit, NodeKind, Place, Source, Target};
use asl_source::diagnostics::{Code, Diagnostic};
use asl_source::options::Options;
use asl_source::source::Sources;

/// A machine with some states and, before them, other attributes.
fn definition(others: &str, states: &str) -> String {
    let comma = if others.is_empty() { "" } else { ", " };
    format!(r#"{{"name": "m", "version": "1", {others}{comma}"states": [{states}]}}"#)
}

/// A machine whose one state has an enter action.
fn with_action(action: &str) -> String {
    definition(
        r#""events": [{"name": "E"}], "functions": [{"name": "f", "operation": "o"}, {"name": "x", "type": "expression", "operation": ".a"}],
        "retries": [{"name": "r", "maxAttempts": 1}]"#,
        &format!(r#"{{"name": "A", "start": true, "enterAction": {action}}}"#),
    )
}

fn findings(text: &str) -> Vec<Diagnostic> {
    compile::check(&mut Sources::from_text("test.sm4c.json", text), &Options::default())
        .diagnostics
        .sorted()
}

fn codes(text: &str) -> Vec<Code> {
    findings(text).iter().map(|finding| finding.code).collect()
}

/// Codes with the text that they point at.
fn marked(text: &str) -> Vec<(Code, &str)> {
    findings(text)
        .into_iter()
        .map(|finding| {
            (finding.code, &text[finding.span.start as usize..finding.span.end as usize])
        })
        .collect()
}

fn machine(text: &str) -> ir::Machine {
    machine_with(text, &Options::default())
}

fn machine_with(text: &str, options: &Options) -> ir::Machine {
    let checked = compile::check(&mut Sources::from_text("test.sm4c.json", text), options);
    checked.machine.unwrap_or_else(|| panic!("{:#?}", checked.diagnostics))
}

/// The graph in one line for each node, states by name: what it does, and where it leads.
fn graph(text: &str) -> Vec<String> {
    let machine = machine(text);
    machine
        .nodes
        .iter()
        .enumerate()
        .map(|(index, node)| format!("{index} {}", shown(&machine, node)))
        .collect()
}

fn shown(machine: &ir::Machine, node: &ir::Node) -> String {
    let to = |target: &Target| target.node.map_or("?".to_owned(), |id| id.0.to_string());
    let exit = |exit: &Exit| match exit {
        Exit::Next(target) => format!("-> {}", to(target)),
        Exit::End => "-> end".to_owned(),
        Exit::Leave => "-> noted".to_owned(),
    };
    let result = |output: &ir::Output, to: &Exit| format!("{} {}", place(&output.place), exit(to));
    let scope =
        |id: &ir::ScopeId| machine.scopes[id.index()].start.node.map_or(0, |id| id.0).to_string();
    let kind = node.action.as_ref().map_or("", |action| action.kind.word());
    match &node.kind {
        NodeKind::Eval(eval) => {
            let note = eval
                .leave_for
                .as_ref()
                .map(|target| format!(" for {}", to(target)))
                .unwrap_or_default();
            let from = input(&eval.input);
            format!("eval {kind}{from}{}{note}", result(&eval.output, &eval.exit))
        }
        NodeKind::Invoke(invoke) => {
            let from = input(&invoke.input);
            format!("invoke {kind}{from}{}", result(&invoke.output, &invoke.exit))
        }
        NodeKind::Fork(fork) => {
            let branches: Vec<_> = fork.branches.iter().map(scope).collect();
            let join = format!("{:?} {} [{}]", fork.join, fork.window, branches.join(" "));
            let from = input(&fork.input);
            format!("fork {kind} {join}{from}{}", result(&fork.output, &fork.exit))
        }
        NodeKind::ForEach(each) => {
            let result = result(&each.output, &each.exit);
            format!("each {:?} {}{result}", each.window, scope(&each.body))
        }
        NodeKind::Branch(branch) => {
            let rules: Vec<_> = branch.rules.iter().map(|rule| to(&rule.target)).collect();
            format!(
                "branch {} else {}",
                rules.join(" "),
                branch.default.as_ref().map_or("?".to_owned(), to)
            )
        }
        NodeKind::Await(wait) => {
            let ways: Vec<_> = wait.transitions.iter().map(|way| to(&way.target)).collect();
            let timeout =
                wait.timeout.as_ref().map(|(millis, target)| format!(" {millis} {}", to(target)));
            format!("await {}{}", ways.join(" "), timeout.unwrap_or_default())
        }
        NodeKind::End(_) => "end".to_owned(),
        NodeKind::Fail(_) => "fail".to_owned(),
    }
}

fn input(input: &Input) -> &'static str {
    match &input.template {
        Some(ir::Expr::Jq(query)) if query.source == Source::Global => " of global",
        Some(ir::Expr::Jq(_)) => " of data",
        Some(ir::Expr::Object(_)) => " of several",
        Some(_) => " of nothing",
        None => "",
    }
}

fn place(place: &Place) -> &'static str {
    match place {
        Place::Whole => "",
        Place::Discard => " dropped",
        Place::At(_) => " put",
        Place::Merge(_) => " merged",
    }
}

/// Join and window of the first node.
fn fork_of(machine: &ir::Machine) -> (Join, u32) {
    if let NodeKind::Fork(fork) = &machine.nodes[0].kind {
        return (fork.join, fork.window);
    }
    let NodeKind::ForEach(each) = &machine.nodes[0].kind else { panic!("no children") };
    let Limit::Fixed(window) = each.window else { panic!("a window from the data") };
    (each.join, window)
}
