//! The places of states in their definition.

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
