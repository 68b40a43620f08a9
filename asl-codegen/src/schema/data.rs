//! Data of tests that do not fit the schemas of a machine.

use asl_language::shape::{Fit, Misfit, Values};
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics};
use asl_source::options::Options;
use asl_source::source::{Node, Sources};
use asl_source::span::FileId;
use bumpalo::Bump;

use super::constants::exact;
use super::findings::{misfit_label, name_of};
use super::folder::{self, Folder};
use super::references::References;
use super::sets_of;
use super::trees::Trees;
use crate::emit::{CalledTask, called_tasks};
use crate::ir::Machine;

/// A value of a test.
#[derive(Clone, Copy, Debug)]
pub struct Data<'n> {
    /// The side at which it enters or leaves the machine.
    pub side: Side<'n>,
    /// The value.
    pub value: &'n Node,
}

/// A side of a machine at which it takes or gives values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side<'n> {
    /// The input of an execution.
    Input,
    /// Its output.
    Output,
    /// An answer of the task of a state, of a method or of a `Resource`: all of it, or the payload of
    /// a function.
    Answer {
        /// The name of one of these.
        task: &'n str,
        /// True for the payload.
        is_payload: bool,
    },
}

impl Side<'_> {
    fn noun(self) -> &'static str {
        match self {
            Self::Input => "the input",
            Self::Output => "the output",
            Self::Answer { .. } => "the answer",
        }
    }
}

/// The data that do not fit the machine's schemas, as findings at their places. Without the option
/// `schemas` there are none. `sources` are the files of the definition.
pub fn misfits(
    machine: &Machine,
    options: &Options,
    sources: &mut Sources,
    data: &[Data<'_>],
) -> Vec<Diagnostic> {
    if options.schema_folders().next().is_none() {
        return Vec::new();
    }
    let tasks = called_tasks(machine, options);
    // The faults of schemas are findings about the definition.
    let (mut trees, mut known) = (Trees::default(), Diagnostics::default());
    let folder = folder::read(options, &tasks, (sources, &mut trees), &mut known);
    let references = References::new(&trees);
    let arena = Bump::new();
    let sets = sets_of(&folder, &trees, &references, &arena, &mut known);
    let mut found = Vec::new();
    for Data { side, value } in data {
        for (file, value) in wanted(*side, value, &folder, &tasks) {
            let Some(set) = sets.get(&file) else { continue };
            let given = exact(&arena, value);
            found.extend(misfit(*side, value, (given, set), name_of(sources, file)));
        }
    }
    found
}

/// The schemas of a value, each with the part of it that has the schema.
fn wanted<'n>(
    side: Side<'_>,
    value: &'n Node,
    folder: &Folder,
    tasks: &[CalledTask<'_>],
) -> Vec<(FileId, &'n Node)> {
    let (task, is_payload) = match side {
        Side::Input => return folder.input.map(|file| (file, value)).into_iter().collect(),
        Side::Output => return folder.output.map(|file| (file, value)).into_iter().collect(),
        Side::Answer { task, is_payload } => (task, is_payload),
    };
    let is_named = |called: &&CalledTask<'_>| {
        [called.state, called.method.as_str(), called.resource].contains(&task)
    };
    let mut all = Vec::new();
    for called in tasks.iter().filter(is_named) {
        let file = folder.responses.get(&called.node).copied();
        let part = if folder.outputs.contains(&called.node) {
            value.get("Output")
        } else if called.has_envelope && !is_payload {
            value.get("Payload")
        } else {
            Some(value)
        };
        all.extend(file.zip(part).filter(|(file, _)| all.iter().all(|(other, _)| other != file)));
    }
    all
}

fn misfit(
    side: Side<'_>,
    value: &Node,
    (given, wanted): (&Values<'_>, &Values<'_>),
    file: &str,
) -> Option<Diagnostic> {
    let misfit = Misfit::of(given, wanted);
    let title = format!("{} does not fit its schema", side.noun());
    // One value fits or does not: what sets do not know is no fault.
    matches!(misfit.fit, Fit::Never).then(|| {
        Diagnostic::new(Code::TypeMisfit, value.span, title).label(misfit_label(&misfit, file))
    })
}
