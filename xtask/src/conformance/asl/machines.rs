//! Definitions compiled to the modules of the generated crate, each distinct definition once.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use asl_codegen::compile;
use asl_codegen::diagnostics::{Code, Severity};
use asl_codegen::options::{Options, Profile};
use asl_codegen::pretty::pretty;
use asl_codegen::source::Sources;

use crate::conformance::generated::GeneratedCrate;
use crate::conformance::report::Difference;

/// Machines in one source file: enough files to use every core, few enough to stay readable.
const PER_FILE: usize = 16;

/// What became of a definition.
#[derive(Clone, Debug)]
pub(crate) enum Compiled {
    /// The machine with this number.
    Machine(usize),
    /// It needs parts of the language that the compiler does not have yet: these.
    NotYet(String),
    /// The compiler refuses it, although AWS ran it.
    Refused(Vec<Difference>),
}

/// The machines of all cases.
pub(crate) struct Machines {
    profile: Profile,
    by_definition: BTreeMap<String, Compiled>,
    code: Vec<String>,
}

impl Machines {
    /// No machines yet.
    pub(crate) fn new(profile: Profile) -> Self {
        Self { profile, by_definition: BTreeMap::new(), code: Vec::new() }
    }

    /// Compiles a definition, unless that has been done before.
    pub(crate) fn add(&mut self, definition: &str) -> Compiled {
        if let Some(known) = self.by_definition.get(definition) {
            return known.clone();
        }
        let compiled = self.compile(definition);
        self.by_definition.insert(definition.to_owned(), compiled.clone());
        compiled
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.code.len()
    }

    fn compile(&mut self, definition: &str) -> Compiled {
        let number = self.code.len();
        let options = self.options(number);
        let sources = Sources::from_text("definition.asl.json", definition);
        let checked = compile::check(&sources, &options);
        let (mut not_yet, mut refused) = (BTreeSet::new(), Vec::new());
        for found in checked.diagnostics.sorted() {
            if found.code == Code::NotSupportedYet {
                not_yet.insert(feature(&found.title).to_owned());
            } else if found.code.severity() == Severity::Error {
                let text = format!("{} at byte {}: {}", found.code.id(), found.span.start, found.title);
                refused.push(Difference::new("definition", "accepted, as AWS did", text));
            }
        }
        match checked.machine {
            _ if !refused.is_empty() => Compiled::Refused(refused),
            _ if !not_yet.is_empty() => Compiled::NotYet(Vec::from_iter(not_yet).join("; ")),
            Some(machine) => {
                let tokens = compile::emit(&machine, &sources, &options);
                // Whoever looks for the fault in a case reads this code.
                let code = pretty(tokens.clone()).unwrap_or_else(|_| tokens.to_string());
                self.code.push(code);
                Compiled::Machine(number)
            }
            None => {
                Compiled::Refused(vec![Difference::new("definition", "accepted, as AWS did", "no machine, no error")])
            }
        }
    }

    fn options(&self, number: usize) -> Options {
        Options {
            name: Some(format!("machine_{number}")),
            visibility: "pub".parse().unwrap_or_default(),
            profile: self.profile,
            // Only whole machines are run.
            state_functions: false,
            run: false,
            ..Options::default()
        }
    }

    /// Writes the machines and the list of them, `machines::ALL`, by number.
    pub(crate) fn write(&self, generated: &mut GeneratedCrate) {
        let mut list = String::from("//! The machines of all cases.\n\nuse asl_runtime::machine::Machine;\n\n");
        for (file, code) in self.code.chunks(PER_FILE).enumerate() {
            generated.file(format!("machines_{file}.rs"), code.join("\n\n"));
            let _ = writeln!(list, "#[path = \"machines_{file}.rs\"]\nmod machines_{file};");
        }
        list.push_str("\npub static ALL: &[&Machine] = &[\n");
        for number in 0..self.len() {
            let _ = writeln!(list, "    &machines_{}::machine_{number}::MACHINE,", number / PER_FILE);
        }
        list.push_str("];\n");
        generated.file("machines.rs", list);
    }
}

/// What is not supported, without the field in which it was found, so that equal reasons are counted together.
fn feature(title: &str) -> &str {
    match title.split_once("`: ") {
        Some((field, feature)) if field.starts_with('`') => feature,
        _ => title,
    }
}
