//! Ways between definitions and Rust: from `asl_machine!` to the definition, and from a task to the
//! methods that perform it.

use std::ops::Range;
use std::path::{Path, PathBuf};

use asl_codegen::emit::called_tasks;
use gen_lsp_types as lsp;

use crate::cursor::Cursor;
use crate::document::Document;
use crate::host::Host;
use crate::names::{Symbol, machine_at, symbol_at};
use crate::positions::{Encoding, Text};
use crate::uri;

/// The macro with a definition.
const MACRO: &str = "asl_machine!";

/// True for a file of Rust.
pub(crate) fn is_rust(document: &Document) -> bool {
    document.path.as_deref().and_then(Path::extension).is_some_and(|extension| extension == "rs")
}

/// The definitions that the macros in a file of Rust name, as links.
pub(crate) fn links(document: &Document) -> Vec<lsp::DocumentLink> {
    let link = |(bytes, path): (Range<usize>, PathBuf)| lsp::DocumentLink {
        range: document.range(bytes),
        target: Some(uri::of_path(&path).into()),
        ..lsp::DocumentLink::default()
    };
    named(document).into_iter().map(link).collect()
}

/// The definition that the macro at a position names.
pub(crate) fn definition(document: &Document, position: lsp::Position) -> Option<lsp::Location> {
    let offset = document.offset(position);
    let mut named = named(document).into_iter();
    let (_, path) = named.find(|(bytes, _)| (bytes.start..=bytes.end).contains(&offset))?;
    Some(lsp::Location { uri: uri::of_path(&path).into(), range: lsp::Range::default() })
}

/// The paths in the macros of a file that lead to files. Their places are within the quotation
/// marks.
fn named(document: &Document) -> Vec<(Range<usize>, PathBuf)> {
    let Some(file) = document.path.as_deref().filter(|_| is_rust(document)) else {
        return Vec::new();
    };
    let text = document.text.as_str();
    let found = text.match_indices(MACRO).filter_map(|(at, _)| {
        let behind = text.get(at + MACRO.len()..)?;
        let inner = behind.trim_start().strip_prefix(['(', '{', '['])?.trim_start();
        let path = inner.strip_prefix('"')?;
        let path = path.get(..path.find('"')?)?;
        let start = text.len() - inner.len() + 1;
        let definition = base(file, path)?.join(path);
        definition.is_file().then_some((start..start + path.len(), definition))
    });
    found.collect()
}

/// The folder to which a path is relative: the file's for `./`, else that of the package.
fn base<'p>(file: &'p Path, path: &str) -> Option<&'p Path> {
    let folder = file.parent()?;
    if path.starts_with("./") {
        return Some(folder);
    }
    folder.ancestors().find(|folder| folder.join("Cargo.toml").is_file())
}

/// The methods in Rust that perform the task at a position: of the state whose name, or whose
/// `Resource`, is there. In SM4C it is the name of a function.
pub(crate) fn methods(
    document: &Document,
    position: lsp::Position,
    host: &Host,
    encoding: Encoding,
) -> Option<Vec<lsp::Location>> {
    let path = document.path.as_deref()?;
    let names = methods_at(document, document.offset(position))?;
    let places = names.iter().flat_map(|name| (host.methods)(path, name));
    let location = |place: crate::host::Place| {
        let text = Text::new(std::fs::read_to_string(&place.path).ok()?, encoding);
        Some(lsp::Location {
            uri: uri::of_path(&place.path).into(),
            range: text.range(place.bytes),
        })
    };
    Some(places.filter_map(location).collect())
}

/// The names of the methods for the thing at an offset.
fn methods_at(document: &Document, offset: usize) -> Option<Vec<String>> {
    let analysis = document.analysis()?;
    let tree = analysis.tree.as_ref()?;
    let cursor = Cursor::new(tree, offset);
    let value = cursor.value().as_str().filter(|_| cursor.key.is_none());
    let field = cursor.field().filter(|_| value.is_some());
    let state = match symbol_at(analysis, offset) {
        Some((Symbol::State(id), place, _)) => {
            machine_at(analysis, place.span.start as usize).map(|checked| (checked, Some(id)))
        }
        Some((Symbol::Variable(_) | Symbol::Entry(..), ..)) | None => None,
    };
    let (checked, id) = match (state, field) {
        (Some(found), _) => found,
        (None, Some("Resource" | "functionName" | "subflowName" | "event")) => {
            (analysis.machine()?.1, None)
        }
        (None, _) => return None,
    };
    let machine = checked.machine.as_ref().filter(|_| !checked.is_partial)?;
    let is_it = |task: &asl_codegen::emit::CalledTask<'_>| match id {
        Some(id) => machine.nodes.get(task.node.index()).is_some_and(|node| node.state == id),
        None if task.name.is_empty() => Some(task.resource) == value,
        None => Some(task.name) == value,
    };
    let tasks = called_tasks(machine, &checked.options).into_iter().filter(is_it);
    let mut names: Vec<String> = tasks.map(|task| task.method).collect();
    names.sort_unstable();
    names.dedup();
    Some(names)
}
