//! The files of the folder: whose schema each of them is.

use std::collections::{HashMap, HashSet};

use asl_source::diagnostics::{Code, Diagnostic, Diagnostics, printable};
use asl_source::options::{MachineTypes, Options};
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
    /// The nodes whose request has the input of another machine, of which theirs is the schema.
    pub(super) inputs: HashSet<NodeId>,
    /// The nodes whose result has the output of another machine.
    pub(super) outputs: HashSet<NodeId>,
}

/// A file, by the parts of its name.
struct Named<'a> {
    stem: &'a str,
    file: FileId,
}

/// Reads all files of the folders of a machine and those that they refer to.
pub(super) fn read(
    options: &Options,
    tasks: &[CalledTask<'_>],
    (sources, trees): (&mut Sources, &mut Trees),
    diagnostics: &mut Diagnostics,
) -> Folder {
    let mut folder = Folder::default();
    if let Some(reference) = &options.schemas {
        folder.read_own(reference, tasks, (sources, trees), diagnostics);
    }
    for (index, option) in options.machines.iter().enumerate() {
        let MachineTypes::Schemas(reference) = &option.types else { continue };
        let is_border = |name: &str| matches!(stem(name), Some("input" | "output"));
        let started = tasks.iter().filter(|task| task.starts == Some(index));
        for (name, file) in files(reference, is_border, (sources, trees), diagnostics) {
            folder.add_nested(stem(&name) == Some("input"), file, started.clone());
        }
    }
    folder
}

/// Reads the files of a folder.
fn files(
    reference: &str,
    is_wanted: impl Fn(&str) -> bool,
    (sources, trees): (&mut Sources, &mut Trees),
    diagnostics: &mut Diagnostics,
) -> Vec<(String, FileId)> {
    let place = Span::default();
    let files = sources.include_folder(reference, place.file, place, is_wanted, diagnostics);
    let files = files.unwrap_or_else(|fault| {
        diagnostics.push(*fault);
        Vec::new()
    });
    for (_, file) in &files {
        trees.read(*file, sources, diagnostics);
    }
    files
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

    /// Reads the folder of the machine itself.
    fn read_own(
        &mut self,
        reference: &str,
        tasks: &[CalledTask<'_>],
        (sources, trees): (&mut Sources, &mut Trees),
        diagnostics: &mut Diagnostics,
    ) {
        let is_schema = |name: &str| stem(name).is_some();
        // The name of a state goes before that of a method, which several states may call.
        let mut of_states = Self::default();
        for (name, file) in &files(reference, is_schema, (sources, trees), diagnostics) {
            let Some(stem) = stem(name) else { continue };
            let named = Named { stem, file: *file };
            if !self.add(&named, tasks, &mut of_states) && !trees.is_named(*file) {
                report_unknown(name, &named, tasks, diagnostics);
            }
        }
        self.requests.extend(of_states.requests);
        self.responses.extend(of_states.responses);
    }

    /// Adds the schema of the input or the output of another machine, of which tasks start
    /// executions, unless they have schemas of their own.
    fn add_nested<'t>(
        &mut self,
        is_input: bool,
        file: FileId,
        tasks: impl Iterator<Item = &'t CalledTask<'t>>,
    ) {
        let (files, parts) = if is_input {
            (&mut self.requests, &mut self.inputs)
        } else {
            (&mut self.responses, &mut self.outputs)
        };
        for task in tasks {
            // Only `.sync:2` gives the output as data.
            let is_data = is_input || task.resource.ends_with(".sync:2");
            if is_data && !files.contains_key(&task.node) {
                files.insert(task.node, file);
                parts.insert(task.node);
            }
        }
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
