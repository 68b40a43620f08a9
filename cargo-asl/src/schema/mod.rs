//! `cargo asl schema`: what a machine reads of its input, and what it gives as its output; and the
//! languages themselves.

mod json_schema;
mod language;
mod typescript;

use asl_codegen::ir::Machine;
use asl_codegen::options::Language;
use asl_codegen::types::{Interface, Values};

pub(crate) use json_schema::{Document, document};

use crate::arguments::SchemaArguments;
use crate::definition;
use crate::output::{Outcome, Output};

/// A named set of values.
pub(crate) struct Named<'a> {
    /// `Input`, `Output`.
    pub(crate) name: &'static str,
    /// A sentence about them.
    pub(crate) comment: &'static str,
    /// The values.
    pub(crate) values: &'a Values,
}

const INPUT: &str = "What the machine reads of its input. Without a required member each execution \
                     fails. The types are those that the states use where they read a value.";
const OUTPUT: &str = "What the machine gives when it succeeds.";

/// Prints the schema of a definition without errors, or of a language.
pub(crate) fn run(arguments: &SchemaArguments, output: &mut Output) -> Outcome {
    let Some(file) = &arguments.file else {
        let language = arguments.compile.language.map_or(Language::Asl, Into::into);
        // This program reads both languages.
        output.result(&language::text(language).unwrap_or_default());
        return Outcome::Done;
    };
    let options = arguments.compile.options_as_aws();
    let machine = match definition::checked(file, &options) {
        Ok((machine, _)) => machine,
        Err(outcome) => return outcome,
    };
    if machine.sm4c.is_some() {
        return Outcome::failed("there are schemas only of definitions in ASL");
    }
    output.result(&text(&machine, arguments));
    Outcome::Done
}

fn text(machine: &Machine, arguments: &SchemaArguments) -> String {
    let interface = Interface::of(machine);
    let mut sides = Vec::new();
    if !arguments.output {
        sides.push(Named { name: "Input", comment: INPUT, values: &interface.input });
    }
    if !arguments.input {
        sides.push(Named { name: "Output", comment: OUTPUT, values: &interface.output });
    }
    if arguments.typescript {
        return typescript::declarations(&machine.name, &sides);
    }
    let document = match sides.as_slice() {
        [one] => document(&machine.name, one),
        several => json_schema::several(&machine.name, several),
    };
    document.text()
}
