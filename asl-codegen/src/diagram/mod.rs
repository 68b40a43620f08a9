//! Diagrams of flow graphs: the states of a machine with their transitions, as pictures and as text
//! for other tools.
//!
//! Names in a definition are data. Each format escapes them for its own syntax and refers to states
//! by number, so no name can end a label, begin a directive or collide with a keyword.

mod action;
mod condition;
mod dot;
mod drawing;
mod html;
mod layout;
mod mermaid;
mod notes;
mod places;
mod sm4c;
mod svg;
mod transitions;
#[cfg(feature = "types")]
mod types;

#[cfg(test)]
mod tests;

pub use dot::dot;
pub use html::html;
pub use mermaid::mermaid;
pub use places::{paths, places};
pub use svg::svg;
pub(crate) use transitions::transitions;

#[cfg(feature = "types")]
use crate::ir::Machine;

/// A format of pictures.
#[cfg(feature = "types")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// See [`svg`].
    Svg,
    /// See [`html`].
    Html,
    /// See [`mermaid`].
    Mermaid,
    /// See [`dot`].
    Dot,
}

/// The machine as a picture whose lines have what is known of the data on the way: the shape, as
/// [`shown`](crate::types::shown), after the label of the transition. Long ones are cut. Lines of
/// catchers, and those of a Choice with outputs of its rules, have none.
///
/// ```
/// use asl_codegen::{compile, diagram, options::Options, source::Sources};
///
/// let text = r#"{"StartAt": "Pay", "States": {"Pay": {"Type": "Pass", "Result": 12, "End": true}}}"#;
/// let checked = compile::check(&mut Sources::from_text("pay.asl.json", text), &Options::default());
/// let machine = checked.machine.expect("no errors");
/// let picture = diagram::typed(&machine, diagram::Format::Dot);
/// assert!(picture.contains(r#"s0 -> stop0 [label="number"];"#));
/// ```
#[cfg(feature = "types")]
pub fn typed(machine: &Machine, format: Format) -> String {
    let mut drawing = drawing::drawing(machine);
    types::add(machine, &mut drawing.edges);
    match format {
        Format::Svg => svg::of(&drawing),
        Format::Html => html::of(machine, &svg::of(&drawing)),
        Format::Mermaid => mermaid::of(&drawing),
        Format::Dot => dot::of(&drawing),
    }
}
