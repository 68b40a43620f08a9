//! `events`, `functions` and `retries`: in the definition, or in files of their own that it names.

use crate::read::object::report_type;
use crate::sm4c::Object;
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics, printable};
use asl_source::source::{self, Json, Node, Sources};
use asl_source::span::FileId;

/// Longest URI that a message shows.
const LONGEST: usize = 200;

/// The sections that may be files.
const SECTIONS: [&str; 3] = ["events", "functions", "retries"];

/// The trees of sections that are files.
#[derive(Debug, Default)]
pub(super) struct Sections {
    files: Vec<(&'static str, Node)>,
    unread: Vec<&'static str>,
}

impl Sections {
    /// Reads the files that a machine names. `given`: what is read in place of some URIs.
    pub(super) fn read(
        machine: &Object<'_>,
        given: &[(String, String)],
        sources: &mut Sources,
        diagnostics: &mut Diagnostics,
    ) -> Self {
        let mut sections = Self::default();
        for name in SECTIONS {
            let Some(node) = machine.get(name) else { continue };
            match &node.value {
                Json::Array(_) | Json::Null => {}
                Json::String(text) => {
                    let file =
                        given.iter().find(|(uri, _)| *uri == text.value).map(|(_, file)| file);
                    let tree = match sources.include(
                        file.unwrap_or(&text.value),
                        FileId(0),
                        node.span,
                    ) {
                        Ok(file) => source::parse(sources, file, diagnostics),
                        Err(fault) if file.is_none() && is_remote(&text.value) => {
                            diagnostics.push(fault.help(format!(
                                "or keep the URI, and say where the file is: `sections = {{ \"{}\": \"file\" }}`",
                                printable(&text.value, LONGEST)
                            )));
                            None
                        }
                        Err(fault) => {
                            diagnostics.push(*fault);
                            None
                        }
                    };
                    match tree.filter(|tree| is_section(tree, name, diagnostics)) {
                        Some(tree) => sections.files.push((name, tree)),
                        None => sections.unread.push(name),
                    }
                }
                Json::Bool(_) | Json::Number(_) | Json::Object(_) => {
                    report_type(
                        node,
                        &format!("`{name}`"),
                        "an array, or the path of a file",
                        diagnostics,
                    );
                    sections.unread.push(name);
                }
            }
        }
        sections
    }

    /// True for a section that could not be read.
    pub(super) fn is_unread(&self, name: &str) -> bool {
        self.unread.contains(&name)
    }

    /// The entries of a section, wherever it is.
    pub(super) fn entries<'a>(&'a self, machine: &Object<'a>, name: &'static str) -> &'a [Node] {
        if let Some(entries) = machine.get(name).and_then(Node::as_array) {
            return entries;
        }
        let file = self.files.iter().find(|(section, _)| *section == name).map(|(_, tree)| tree);
        let entries = file
            .and_then(|tree| tree.as_array().or_else(|| tree.get(name).and_then(Node::as_array)));
        entries.unwrap_or_default()
    }
}

/// True for a URI of something in the network.
fn is_remote(uri: &str) -> bool {
    let scheme = uri.split_once(':').map_or("", |(scheme, _)| scheme);
    ["http", "https"].iter().any(|remote| remote.eq_ignore_ascii_case(scheme))
}

/// True for a file with the section: an array, or an object with the array.
fn is_section(tree: &Node, name: &str, diagnostics: &mut Diagnostics) -> bool {
    let is_section = tree.as_array().is_some()
        || tree.get(name).is_some_and(|entries| entries.as_array().is_some());
    if !is_section {
        let place = tree.get(name).unwrap_or(tree);
        diagnostics.push(
            Diagnostic::new(Code::WrongType, place.span, format!("this file has no `{name}`"))
                .label(format!("this is {}", place.kind()))
                .help(format!("write the {name} as an array, or as `{{ \"{name}\": [ … ] }}`")),
        );
    }
    is_section
}
