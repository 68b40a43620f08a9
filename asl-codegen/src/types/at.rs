//! The shapes of the data at a place of a definition.

use crate::check::flow::{Borders, Flow, Shape, Stages};
use crate::ir::{Machine, StateId};
use asl_source::diagnostics::Diagnostics;
use asl_source::source::{Node, Sources, parse_definition};
use asl_source::span::{FileId, Span};

/// A place in a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub file: FileId,
    /// The offset of a byte in its text.
    pub offset: u32,
}

/// The shapes of the data at a place of a definition.
#[derive(Clone, Debug, PartialEq)]
pub struct TypesAt {
    /// The innermost state around the place.
    pub state: StateId,
    /// The stage of the state's data that the place describes, by the name of its field;
    /// [`TypesAt::WHOLE`] for places that describe none.
    pub stage: &'static str,
    /// The data before the stage: of the whole state, its input. Nothing, if no data ever reach the
    /// state.
    pub before: Shape,
    /// The data after the stage: of the whole state, its output.
    pub after: Shape,
}

impl TypesAt {
    /// The stage of places that are about the whole state.
    pub const WHOLE: &'static str = "State";
}

/// The shapes of the data at a place of a definition, for an editor. `None` if the place is in no
/// state. Values of which nothing else is known are shown as the place that they come from; see
/// [`shown`](super::shown).
///
/// ```
/// use asl_codegen::{compile, options::Options, source::Sources, types};
///
/// let text = r#"{"StartAt": "Add", "States": {
///     "Add": {"Type": "Pass", "Result": 12, "ResultPath": "$.total", "End": true}}}"#;
/// let mut sources = Sources::from_text("pay.asl.json", text);
/// let machine = compile::check(&mut sources, &Options::default()).machine.expect("no errors");
/// let offset = text.find("$.total").expect("it is there") as u32;
/// let place = types::Place { file: machine.states[0].name.span.file, offset };
/// let found = types::types_at(&machine, &sources, place).expect("it is in a state");
/// assert_eq!(found.stage, "ResultPath");
/// assert_eq!(types::shown(&machine, &found.before), "number");
/// let after = r#"{ "total": number, … of the input }"#;
/// assert_eq!(types::shown(&machine, &found.after), after);
/// ```
pub fn types_at(machine: &Machine, sources: &Sources, place: Place) -> Option<TypesAt> {
    // The machine was made from the text, so its faults are known.
    let tree = parse_definition(sources, place.file, &mut Diagnostics::default())?;
    let (state, field) = find(machine, &tree, place)?;
    let found = machine.states.get(state.index())?;
    let flow = Flow::new(machine, &[], borders(machine));
    let stages = flow.stages(machine, found.entry).unwrap_or_default();
    let (stage, before, after) = stages.around(field);
    Some(TypesAt { state, stage, before, after })
}

/// The shapes of the data at each state, stage by stage. `None` if no data ever reach it.
pub fn types_of(machine: &Machine) -> Vec<Option<Stages>> {
    let flow = Flow::new(machine, &[], borders(machine));
    machine.states.iter().map(|state| flow.stages(machine, state.entry)).collect()
}

/// The places of all data about which AWS's models know nothing.
fn borders(machine: &Machine) -> Borders {
    #[cfg(feature = "aws-models")]
    return Borders::all(machine).with_services(machine);
    #[cfg(not(feature = "aws-models"))]
    Borders::all(machine)
}

/// The innermost state around a place, and its field there.
fn find<'t>(machine: &Machine, tree: &'t Node, place: Place) -> Option<(StateId, Option<&'t str>)> {
    let mut found = None;
    let mut inner = Some(tree);
    while let Some(node) = inner {
        inner = node.as_array().and_then(|items| items.iter().find(|item| holds(item.span, place)));
        let member = node.as_object().and_then(|members| {
            let whole = |key: Span, value: Span| Span { end: value.end.max(key.end), ..key };
            members.iter().find(|member| holds(whole(member.key.span, member.value.span), place))
        });
        let Some(member) = member else { continue };
        inner = Some(&member.value);
        let key = member.key.span;
        // States are in the order of the definition.
        let state = machine.states.binary_search_by_key(&(key.file, key.start), |state| {
            (state.name.span.file, state.name.span.start)
        });
        match (state, &mut found) {
            (Ok(index), _) => found = Some((StateId(u32::try_from(index).ok()?), None)),
            (Err(_), Some((_, field @ None))) => *field = Some(member.key.value.as_str()),
            (Err(_), _) => {}
        }
    }
    found
}

fn holds(span: Span, place: Place) -> bool {
    span.file == place.file && (span.start..span.end).contains(&place.offset)
}

impl Stages {
    /// The data after the last stage before an index. What a state assigns is no stage between
    /// others.
    pub(crate) fn before(&self, end: usize) -> Option<&Shape> {
        let mut before = self.list.iter().take(end).rev();
        before.find(|(name, _)| *name != "Assign").map(|(_, shape)| shape)
    }

    /// The name of the stage that a field describes, with the data before and after it.
    fn around(&self, field: Option<&str>) -> (&'static str, Shape, Shape) {
        let stage = field.and_then(|field| self.list.iter().position(|(name, _)| *name == field));
        let shape = |shape: Option<&Shape>| shape.cloned().unwrap_or_else(Shape::never);
        match stage.filter(|at| *at > 0).and_then(|at| Some((at, self.list.get(at)?))) {
            Some((at, (name, after))) => (name, shape(self.before(at)), after.clone()),
            None => {
                let first = self.list.first().map(|(_, shape)| shape);
                (TypesAt::WHOLE, shape(first), shape(self.before(usize::MAX)))
            }
        }
    }
}
