//! `cargo asl graph`: the machine as a picture, a page, or text for drawing tools.

use std::path::Path;

use asl_codegen::diagnostics::printable;
use asl_codegen::diagram;
use asl_codegen::ir::Machine;

use crate::arguments::{GraphArguments, GraphFormat};
use crate::definition;
use crate::output::{Outcome, Output, message};

/// Prints or writes the drawing of a definition without errors.
pub(crate) fn run(arguments: &GraphArguments, output: &mut Output) -> Outcome {
    let Some(format) = format(arguments) else { return Outcome::Failed };
    let machine = match definition::checked(&arguments.file, &arguments.compile.options_as_aws()) {
        Ok((machine, _)) => machine,
        Err(outcome) => return outcome,
    };
    let drawn =
        if arguments.types { typed(&machine, of(format)) } else { Ok(draw(&machine, format)) };
    match drawn {
        Ok(drawn) => output.write(arguments.output.as_deref(), &drawn),
        Err(problem) => Outcome::failed(&problem),
    }
}

/// The machine with what is known of the data on its lines.
pub(crate) fn typed(machine: &Machine, format: diagram::Format) -> Result<String, String> {
    if machine.sm4c.is_some() {
        return Err("the types of data are known only for definitions in ASL".to_owned());
    }
    Ok(diagram::typed(machine, format))
}

fn of(format: GraphFormat) -> diagram::Format {
    match format {
        GraphFormat::Svg => diagram::Format::Svg,
        GraphFormat::Html => diagram::Format::Html,
        GraphFormat::Mermaid => diagram::Format::Mermaid,
        GraphFormat::Dot => diagram::Format::Dot,
    }
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
        message(&unknown_format(file, extension.unwrap_or_default()));
    }
    format
}

/// Formats of pictures made of dots. A renderer costs too much for what every converter of SVG does:
/// resvg with text has 60 crates, which take 54 CPU seconds to build, and the fonts of the system.
const DOTS: [&str; 8] = ["avif", "bmp", "gif", "jpeg", "jpg", "pdf", "png", "webp"];

fn unknown_format(file: &Path, extension: &str) -> String {
    let shown = printable(&file.display().to_string(), 400);
    let extension = extension.to_ascii_lowercase();
    if !DOTS.contains(&extension.as_str()) {
        return format!(
            "error: the name `{shown}` does not tell the format; add `--format svg` or another one\n"
        );
    }
    let svg = file.with_extension("svg");
    let svg = printable(&svg.display().to_string(), 400);
    format!(
        "error: `cargo asl graph` makes no {}; it makes SVG, and HTML with the picture in it\n\
         help: write it to `{svg}` and convert that, with `rsvg-convert -f {} {svg} -o {shown}`, \
         `inkscape {svg} -o {shown}` or a browser\n",
        extension.to_ascii_uppercase(),
        if extension == "pdf" { "pdf" } else { "png" },
    )
}
