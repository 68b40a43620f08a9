//! The places of states in their definition.

use super::drawing::{DrawnScope, Point, drawing};
use crate::ir;
use asl_source::source::Sources;

/// The places of a machine's states by name, as reports of runs show them: `("Pay",
/// "pay.asl.json:1:31")`.
///
/// ```
/// use asl_codegen::{compile, diagram, options::Options, source::Sources};
///
/// let text = r#"{"StartAt": "Pay", "States": {"Pay": {"Type": "Succeed"}}}"#;
/// let mut sources = Sources::from_text("pay.asl.json", text);
/// let checked = compile::check(&mut sources, &Options::default());
/// let machine = checked.machine.expect("no errors");
/// assert_eq!(
///     diagram::places(&machine, &sources),
///     [("Pay".to_owned(), "pay.asl.json:1:31".to_owned())]
/// );
/// ```
pub fn places(machine: &ir::Machine, sources: &Sources) -> Vec<(String, String)> {
    let place = |state: &ir::State| {
        let position = sources.position(state.name.span);
        let place = format!("{}:{}:{}", machine.source, position.line, position.column);
        (state.name.value.clone(), place)
    };
    machine.states.iter().map(place).collect()
}

/// The states of a machine with their paths in its picture, which are in `data-path` of their
/// elements.
///
/// ```
/// use asl_codegen::{compile, diagram, options::Options, source::Sources};
///
/// let text = r#"{"StartAt": "Pay", "States": {"Pay": {"Type": "Succeed"}}}"#;
/// let mut sources = Sources::from_text("pay.asl.json", text);
/// let machine = compile::check(&mut sources, &Options::default()).machine.expect("no errors");
/// let [(id, path)] = &diagram::paths(&machine)[..] else { panic!("one state") };
/// assert_eq!((machine.states[id.index()].name.value.as_str(), path.as_str()), ("Pay", "Pay"));
/// ```
pub fn paths(machine: &ir::Machine) -> Vec<(ir::StateId, String)> {
    let drawing = drawing(machine);
    let mut paths = Vec::new();
    let mut open: Vec<&DrawnScope> = vec![&drawing.root];
    while let Some(scope) = open.pop() {
        for state in &scope.states {
            if let Point::State(id) = state.point {
                paths.push((id, state.path.clone()));
            }
            open.extend(&state.scopes);
        }
    }
    paths
}
