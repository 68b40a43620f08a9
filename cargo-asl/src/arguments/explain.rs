//! Arguments of `cargo asl explain`.

use clap::Args;

use super::CompileArguments;

#[derive(Debug, Args)]
pub(crate) struct ExplainArguments {
    /// A code of a finding, in upper or lower case; or a definition file, of which the shape of the
    /// data at each stage of each state is shown. `-` is standard input.
    pub(crate) what: String,
    /// Prints the plan of an expression instead: what is one loop, and why something is none. It is
    /// in JSONata, or in jq as `${ .. }`.
    #[arg(long, conflicts_with = "state")]
    pub(crate) expression: bool,
    /// Shows this state only.
    #[arg(long, value_name = "NAME")]
    pub(crate) state: Option<String>,
    /// Shows the data at this place of the definition only: before and after the field there.
    #[arg(long, value_name = "LINE:COLUMN", value_parser = position, conflicts_with_all = ["state", "expression"])]
    pub(crate) at: Option<(u32, u32)>,
    #[command(flatten)]
    pub(crate) compile: CompileArguments,
}

/// Reads `12:7`; the column may be left out.
fn position(text: &str) -> Result<(u32, u32), String> {
    let (line, column) = text.split_once(':').unwrap_or((text, "1"));
    let number = |text: &str| text.parse::<u32>().ok().filter(|number| *number > 0);
    match (number(line), number(column)) {
        (Some(line), Some(column)) => Ok((line, column)),
        _ => Err("a place is `LINE:COLUMN`, both counted from 1, such as `12:7`".to_owned()),
    }
}
