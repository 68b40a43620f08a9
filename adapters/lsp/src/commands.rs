//! Commands of the client (`workspace/executeCommand`): runs, tests, pictures, reports and pages.

use std::path::{Path, PathBuf};

use asl_language::hash::fnv1a;
use lsp_server::ErrorCode;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::analysis::is_test_file;
use crate::document::Document;
use crate::drawing::{Wanted, drawing, machine};
use crate::host::{Job, JobKind};
use crate::refusal::Refused;
use crate::run_options;
use crate::uri;
use crate::workspace::Workspace;

/// Runs a definition once.
pub(crate) const RUN: &str = "asl.run";
/// Runs the cases of a test file, or of the one beside a definition.
pub(crate) const TEST: &str = "asl.test";
/// Draws a machine, and shows the picture.
pub(crate) const GRAPH: &str = "asl.graph";
/// Shows the report of the last run.
pub(crate) const REPORT: &str = "asl.report";
/// The page of a code of findings, or of an error name.
pub(crate) const EXPLAIN: &str = "asl.explain";

/// All commands.
pub(crate) const ALL: [&str; 5] = [RUN, TEST, GRAPH, REPORT, EXPLAIN];

/// The object that is the only argument of a command.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Argument {
    uri: String,
    /// The state machine of a template.
    resource: Option<String>,
    /// The input of a run: any JSON.
    input: Option<Value>,
    case: Option<String>,
    /// A code or an error name.
    code: String,
    /// Further arguments of the command line.
    arguments: Vec<String>,
}

/// The work of a command.
#[derive(Debug)]
pub(crate) enum Asked {
    /// The result at once, and a file that the client shows.
    Done(Value, Option<PathBuf>),
    /// A job.
    Job(Job),
}

/// Reads a command.
pub(crate) fn read(workspace: &mut Workspace, params: &Value) -> Result<Asked, Refused> {
    let invalid = |reason: String| (ErrorCode::InvalidParams, reason);
    let command = params.get("command").and_then(Value::as_str).unwrap_or_default();
    let argument = params.pointer("/arguments/0").cloned().unwrap_or(json!({}));
    let argument = serde_json::from_value::<Argument>(argument);
    let argument = argument.map_err(|error| invalid(error.to_string()))?;
    match command {
        RUN => run(workspace, argument),
        TEST => test(workspace, argument),
        GRAPH => graph(workspace, argument),
        REPORT => report(&argument),
        EXPLAIN => explain(workspace, &argument),
        _ => Err(invalid(format!("there is no command `{command}`"))),
    }
}

fn failed(reason: impl Into<String>) -> Refused {
    (ErrorCode::RequestFailed, reason.into())
}

/// The file of the document; refused if its text, or that of a file that it names, is not saved,
/// since processes read the files.
fn saved(workspace: &Workspace, uri: &str) -> Result<PathBuf, Refused> {
    if workspace.document(uri).is_some_and(|document| document.is_unsaved) {
        return Err(failed("the file has changes that are not saved"));
    }
    if let Some(named) = workspace.unsaved_of(uri) {
        let name = named.rsplit('/').next().unwrap_or(named);
        return Err(failed(format!("`{name}` has changes that are not saved")));
    }
    let path = uri::path_of(uri).filter(|path| path.is_file());
    path.ok_or_else(|| failed("the document has no file"))
}

fn run(workspace: &mut Workspace, argument: Argument) -> Result<Asked, Refused> {
    let path = saved(workspace, &argument.uri)?;
    let mut arguments = options(workspace, &argument);
    let input = match argument.input {
        Some(input) => input.to_string(),
        None => input_of(&path).map_or_else(|| "{}".to_owned(), |file| file.display().to_string()),
    };
    let report = report_of(&path);
    if let Some(folder) = report.parent() {
        std::fs::create_dir_all(folder).map_err(|error| failed(error.to_string()))?;
    }
    let kind = JobKind::Run { input, report };
    arguments.extend(workspace.run_arguments.iter().cloned().chain(argument.arguments));
    Ok(Asked::Job(Job { path, kind, arguments }))
}

/// The options of the machine as arguments, if its document is open.
fn options(workspace: &mut Workspace, argument: &Argument) -> Vec<String> {
    let analysis = workspace.read(&argument.uri).and_then(Document::analysis);
    let Some(analysis) = analysis else { return Vec::new() };
    let wanted = machine(analysis, argument.resource.as_deref());
    wanted
        .or(analysis.machines.first())
        .map_or_else(Vec::new, |it| run_options::arguments(&it.options))
}

fn test(workspace: &Workspace, argument: Argument) -> Result<Asked, Refused> {
    let path = saved(workspace, &argument.uri)?;
    let path = if is_test_file(&path) { Some(path) } else { tests_of(&path) };
    let path = path.ok_or_else(|| failed("there is no test file beside the definition"))?;
    let kind = JobKind::Test { case: argument.case };
    Ok(Asked::Job(Job { path, kind, arguments: argument.arguments }))
}

fn graph(workspace: &mut Workspace, argument: Argument) -> Result<Asked, Refused> {
    let wanted = Wanted { resource: argument.resource, types: false };
    let document = workspace.read(&argument.uri).ok_or_else(|| failed("it is not open"))?;
    let drawn = drawing(document, &wanted);
    let drawn = drawn.ok_or_else(|| failed("there is no machine that can be drawn"))?;
    let file = file_of(&argument.uri, "svg");
    let write = || {
        std::fs::create_dir_all(file.parent().unwrap_or(Path::new("")))?;
        std::fs::write(&file, &drawn.svg)
    };
    write().map_err(|error| failed(format!("the picture cannot be written: {error}")))?;
    Ok(Asked::Done(json!({ "uri": uri::of_path(&file) }), Some(file)))
}

fn report(argument: &Argument) -> Result<Asked, Refused> {
    let path = uri::path_of(&argument.uri).ok_or_else(|| failed("the document has no file"))?;
    let report = report_of(&path);
    if !report.is_file() {
        return Err(failed("this definition was not run yet"));
    }
    Ok(Asked::Done(json!({ "uri": uri::of_path(&report) }), Some(report)))
}

fn explain(workspace: &Workspace, argument: &Argument) -> Result<Asked, Refused> {
    let host = workspace.host();
    let page = (host.code)(&argument.code).or_else(|| (host.error_name)(&argument.code));
    let page = page.ok_or_else(|| failed("there is no such code or error name"))?;
    Ok(Asked::Done(json!({ "markdown": page }), None))
}

/// The report of the last run of a definition.
pub(crate) fn report_of(definition: &Path) -> PathBuf {
    file_of(&uri::of_path(definition), "html")
}

/// A file for a document, in a folder of this user's that outlives the server.
fn file_of(uri: &str, extension: &str) -> PathBuf {
    let folder = std::env::home_dir().map(|home| home.join(".cache"));
    let folder = folder.unwrap_or_else(std::env::temp_dir).join("asl-lsp");
    folder.join(format!("{:016x}.{extension}", fnv1a(uri.as_bytes())))
}

/// The test file beside a definition: `order.asl-test.yaml` for `order.asl.json`.
pub(crate) fn tests_of(definition: &Path) -> Option<PathBuf> {
    beside(definition, &[".asl-test.yaml", ".asl-test.yml", ".asl-test.json"])
}

/// The input beside a definition: `order.input.json`.
fn input_of(definition: &Path) -> Option<PathBuf> {
    beside(definition, &[".input.json"])
}

/// The first file beside another one that has its name up to the first dot and one of the endings.
fn beside(file: &Path, endings: &[&str]) -> Option<PathBuf> {
    let name = file.file_name()?.to_string_lossy();
    let stem = name.split('.').next()?;
    let files = endings.iter().map(|ending| file.with_file_name(format!("{stem}{ending}")));
    files.into_iter().find(|file| file.is_file())
}
