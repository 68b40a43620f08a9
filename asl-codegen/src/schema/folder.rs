//! The files of the folder: whose schema each of them is.

use std::collections::HashMap;

use asl_source::diagnostics::{Code, Diagnostic, Diagnostics, printable};
use asl_source::source::Sources;
use asl_source::span::{FileId, Span};

use super::trees::Trees;
use crate::emit::CalledTask;
use crate::ir::NodeId;

/// The ends of the names of files with schemas of a machine.
const ENDS: [&str; 3] = [".schema.json", ".schema.yaml", ".schema.yml"];

/// The files with the schemas of a machine.
#[derive(Debug, Default)]
pub(super) struct Folder {
    /// That of the machine's input.
    pub(super) input: Option<FileId>,
    /// That of its output.
    pub(super) output: Option<FileId>,
    /// Those of what tasks take, by node.
    pub(super) requests: HashMap<NodeId, FileId>,
    /// Those of what tasks return, by node.
    pub(super) responses: HashMap<NodeId, FileId>,
}

/// A file, by the parts of its name.
struct Named<'a> {
    stem: &'a str,
    file: FileId,
}

/// Reads all files of the folder and those that they refer to.
pub(super) fn read(
    reference: &str,
    tasks: &[CalledTask<'_>],
    (sources, trees): (&mut Sources, &mut Trees),
    diagnostics: &mut Diagnostics,
) -> Folder {
    let is_schema = |name: &str| stem(name).is_some();
    let place = Span::default();
    let files = sources.include_folder(reference, place.file, place, is_schema, diagnostics);
    let files = match files {
        Ok(files) => files,
        Err(fault) => {
            diagnostics.push(*fault);
            return Folder::default();
        }
    };
    for (_, file) in &files {
        trees.read(*file, sources, diagnostics);
    }
    let mut folder = Folder::default();
    // The name of a state goes before that of a method, which several states may call.
    let mut of_states = Folder::default();
    for (name, file) in &files {
        let Some(stem) = stem(name) else { continue };
        let named = Named { stem, file: *file };
        if !folder.add(&named, tasks, &mut of_states) && !trees.is_named(*file) {
            report_unknown(name, &named, tasks, diagnostics);
        }
    }
    folder.requests.extend(of_states.requests);
    folder.responses.extend(of_states.responses);
    folder
}

/// The name of a file without its end.
fn stem(name: &str) -> Option<&str> {
    ENDS.iter().find_map(|end| name.strip_suffix(end)).filter(|stem| !stem.is_empty())
}

impl Folder {
    /// All files, each once.
    pub(super) fn files(&self) -> Vec<FileId> {
        let of_tasks = self.requests.values().chain(self.responses.values());
        let mut files: Vec<FileId> =
            self.input.iter().chain(&self.output).chain(of_tasks).copied().collect();
        files.sort_unstable();
        files.dedup();
        files
    }

    /// Adds a file. Returns false if it belongs to nothing.
    fn add(&mut self, named: &Named<'_>, tasks: &[CalledTask<'_>], of_states: &mut Self) -> bool {
        match named.stem {
            "input" => self.input = Some(named.file),
            "output" => self.output = Some(named.file),
            _ => {
                let Some((name, end)) = named.stem.rsplit_once('.') else { return false };
                let mut is_known = false;
                for task in tasks {
                    let is_state = task.state == name;
                    if !is_state && task.method != name {
                        continue;
                    }
                    let of = if is_state { &mut *of_states } else { &mut *self };
                    let files = match end {
                        "request" => &mut of.requests,
                        "response" => &mut of.responses,
                        _ => return false,
                    };
                    files.insert(task.node, named.file);
                    is_known = true;
                }
                return is_known;
            }
        }
        true
    }
}

/// Reports a file that belongs to nothing.
fn report_unknown(
    name: &str,
    named: &Named<'_>,
    tasks: &[CalledTask<'_>],
    diagnostics: &mut Diagnostics,
) {
    let ends = ["request", "response"];
    let names = tasks.iter().flat_map(|task| [task.method.as_str(), task.state]);
    let known = names.flat_map(|name| ends.map(|end| format!("{name}.{end}")));
    let known: Vec<String> = known.chain(["input".to_owned(), "output".to_owned()]).collect();
    let near = diagnostics.nearest(named.stem, known.iter().map(String::as_str));
    let end = name.get(named.stem.len()..).unwrap_or_default();
    let near = near.map(|near| format!("{near}{end}"));
    let title = format!("the schema `{}` belongs to nothing of this machine", printable(name, 200));
    let place = Span { file: named.file, start: 0, end: 0 };
    diagnostics.push(
        Diagnostic::new(Code::UnknownSchema, place, title)
            .did_you_mean(near.as_deref(), "no task or state is called so, and no schema refers to it")
            .help("a file is called `input`, `output`, `TASK.request` or `TASK.response`, and then `.schema.json`; TASK is a method or a state"),
    );
}
