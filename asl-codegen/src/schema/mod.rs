//! JSON Schemas of the machine's input and output and of its tasks, as sets of JSON values: the
//! compiler asks them what rustc asks the shapes of Rust types.
//!
//! - `folder`: whose schema each file is.
//! - `trees`, `references`: the files, and the references between their parts.
//! - `reader`, `types`, `constants`, `containers`: schemas as sets of values.
//! - `circles`: schemas that lead to themselves.
//! - `given`: what the data flow knows, as sets.
//! - `place`, `findings`: what does not fit, with its place in the schema.
//! - `data`: data of tests that do not fit.

mod circles;
mod constants;
mod containers;
mod data;
mod findings;
mod folder;
mod given;
mod place;
mod reader;
mod references;
mod trees;
mod types;

#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};

use asl_language::shape::Values;
use asl_source::diagnostics::Diagnostics;
use asl_source::options::Options;
use asl_source::source::Sources;
use asl_source::span::FileId;
use bumpalo::Bump;

use crate::check::flow::{Answer, Borders, Flow, Needs, Origin};
use crate::emit::CalledTask;
use crate::ir::{Machine, NodeId};
pub use data::{Data, Side, misfits};
use findings::Schemas;
use folder::Folder;
use given::Sets;
use references::References;
use trees::Trees;

/// Reads the schemas of the folders, and checks the machine against them.
pub(crate) fn check(
    machine: &Machine,
    options: &Options,
    tasks: &[CalledTask<'_>],
    sources: &mut Sources,
    diagnostics: &mut Diagnostics,
) {
    let mut trees = Trees::default();
    let folder = folder::read(options, tasks, (sources, &mut trees), diagnostics);
    let references = References::new(&trees);
    let arena = Bump::new();
    let sets = sets_of(&folder, &trees, &references, &arena, diagnostics);
    if diagnostics.has_errors() {
        return;
    }
    let of = |file: Option<FileId>| file.and_then(|file| sets.get(&file).copied());
    let responses = folder.responses.iter().map(|(node, file)| (Origin::Result(*node), *file));
    let origins = folder.input.map(|file| (Origin::Input, file)).into_iter().chain(responses);
    let origins = origins.filter_map(|(origin, file)| Some((origin, of(Some(file))?)));
    let schemas = Schemas {
        folder: &folder,
        trees: &trees,
        references: &references,
        sources,
        sets: Sets { arena: &arena, origins: origins.collect() },
        output: of(folder.output),
        requests: tasks.iter().map(|it| of(folder.requests.get(&it.node).copied())).collect(),
    };
    let flow = Flow::new(machine, &[], borders(machine, &schemas, tasks));
    let needs = Needs::of(machine, &flow);
    schemas.report(&needs, tasks, diagnostics);
}

/// The values of the schemas of a folder, by their files.
fn sets_of<'a>(
    folder: &Folder,
    trees: &'a Trees,
    references: &References<'a>,
    arena: &'a Bump,
    diagnostics: &mut Diagnostics,
) -> HashMap<FileId, &'a Values<'a>> {
    let files: Vec<FileId> =
        folder.files().into_iter().filter(|file| trees.root(*file).is_some()).collect();
    let roots: Vec<_> = files.iter().filter_map(|file| trees.root(*file)).collect();
    let sets = reader::read(&roots, references, arena, diagnostics);
    files.into_iter().zip(sets).collect()
}

/// The borders with schemas.
fn borders(machine: &Machine, schemas: &Schemas<'_, '_>, tasks: &[CalledTask<'_>]) -> Borders {
    let has = |origin| schemas.sets.origins.contains_key(&origin);
    // The result of a state that waits for its token is what is reported, without a response around.
    let reported = machine.invocations().filter(|call| call.task.form.is_report());
    let reported: HashSet<NodeId> = reported.map(|call| call.node).collect();
    let mut results = vec![Answer::Untyped; machine.nodes.len()];
    for task in tasks.iter().filter(|task| has(Origin::Result(task.node))) {
        if let Some(answer) = results.get_mut(task.node.index()) {
            let has_envelope = task.has_envelope && !reported.contains(&task.node);
            *answer = match (has_envelope, schemas.folder.outputs.contains(&task.node)) {
                (_, true) => Answer::Output,
                (true, false) => Answer::Payload,
                (false, false) => Answer::Whole,
            };
        }
    }
    Borders::new(has(Origin::Input), results)
}
