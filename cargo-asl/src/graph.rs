//! `cargo asl graph`: the machine as a picture, a page, or text for drawing tools.

use std::path::Path;

use asl_codegen::diagram;
use asl_codegen::ir::Machine;

use crate::arguments::{GraphArguments, GraphFormat};
use crate::definition;
use crate::output::{Outcome, Output, message};

/// Prints or writes the drawing of a definition without errors.
pub(crate) fn run(arguments: &GraphArguments, output: &mut Output) -> Outcome {
    let Some(format) = format(arguments) else { return Outcome::Failed };
    let machine = match definition::checked(&arguments.file, &arguments.compile.options()) {
        Ok((machine, _)) => machine,
        Err(outcome) => return outcome,
    };
    output.write(arguments.output.as_deref(), &draw(&machine, format))
}

fn draw(machine: &Machine, format: GraphFormat) -> String {
    match format {
        GraphFormat::Svg => diagram::svg(machine),
        GraphFormat::Html => diagram::html(machine),
        GraphFormat::Mermaid => diagram::mermaid(machine),
        GraphFormat::Dot => diagram::dot(machine),
    }
}

/// The format that is asked for, or that the name of the output file stands for.
fn format(arguments: &GraphArguments) -> Option<GraphFormat> {
    if let Some(format) = arguments.format {
        return Some(format);
    }
    let file = arguments.output.as_deref().filter(|file| *file != Path::new("-"));
    let Some(file) = file else { return Some(GraphFormat::default()) };
    let extension = file.extension().and_then(|extension| extension.to_str());
    let format = match extension.unwrap_or_default() {
        "svg" => Some(GraphFormat::Svg),
        "html" | "htm" => Some(GraphFormat::Html),
        "mmd" | "mermaid" => Some(GraphFormat::Mermaid),
        "dot" | "gv" => Some(GraphFormat::Dot),
        _ => None,
    };
    if format.is_none() {
        message(&format!(
            "error: the name `{}` does not tell the format; add `--format svg` or another one\n",
            file.display()
        ));
    }
    format
}
