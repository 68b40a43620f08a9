//! The command line.

use std::path::PathBuf;

use asl_codegen::options::{Dialect, Language, Limits, Options, Profile};
use clap::{Args, Parser, Subcommand, ValueEnum};

/// As cargo calls us: `cargo-asl asl check …`.
#[derive(Debug, Parser)]
#[command(name = "cargo", bin_name = "cargo")]
pub(crate) enum Cargo {
    /// Checks, expands, draws, explains and compares workflow definitions.
    Asl(Arguments),
}

#[derive(Debug, Args)]
#[command(version, arg_required_else_help = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Checks definitions. Exit code 0: clean, or warnings only; 1: errors; 2: a file cannot be
    /// read.
    Check(CheckArguments),
    /// Prints the Rust that a definition compiles to.
    Expand(ExpandArguments),
    /// Draws a definition's states and transitions, as text for Mermaid or Graphviz.
    Graph(GraphArguments),
    /// Explains a code such as E0401, or what is known of the data at a state.
    Explain(ExplainArguments),
    /// Says of each state whether executions that wait there can go on in a new version, and why
    /// not. Exit code 0: from all states; 1: not from all; 2: a file cannot be read or has errors.
    Diff(DiffArguments),
}

#[derive(Debug, Args)]
pub(crate) struct CheckArguments {
    /// Definition files, and directories: all `*.asl.json`, `*.sm4c.json` and their YAML forms in
    /// and below them.
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Format of findings.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: CheckFormat,
    #[command(flatten)]
    pub(crate) compile: CompileArguments,
}

/// What the compiler is asked for; with several files each gets the substitutions that it uses.
#[derive(Debug, Args)]
pub(crate) struct CompileArguments {
    /// The authority where the specification and AWS differ.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) profile: ProfileName,
    /// The quotas that executions are held to.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) limits: LimitsName,
    /// The machine is to be an Express machine, which has fewer ways to call tasks.
    #[arg(long)]
    pub(crate) express: bool,
    /// How the definition's paths are written.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) jsonpath: DialectName,
    /// What definitions are written in; default: what they look like.
    #[arg(long, value_enum)]
    pub(crate) language: Option<LanguageName>,
    /// In SM4C, calls are waited for where the definition does not say it.
    #[arg(long)]
    pub(crate) default_wait: bool,
    /// In SM4C, reads a file, relative to the definition, in place of a section that is named by a
    /// URI; may be given several times.
    #[arg(long, value_name = "URI=FILE", value_parser = uri_and_file)]
    pub(crate) section: Vec<(String, String)>,
    /// In SM4C, steps that each expression may take.
    #[arg(long, value_name = "COUNT")]
    pub(crate) expression_steps: Option<u64>,
    /// In SM4C, bytes of data that each expression may make.
    #[arg(long, value_name = "COUNT")]
    pub(crate) expression_bytes: Option<u64>,
    /// Replaces `${NAME}` in the strings of the definition; may be given several times.
    #[arg(long, value_name = "NAME=VALUE", value_parser = name_and_value)]
    pub(crate) substitute: Vec<(String, String)>,
}

#[derive(Debug, Args)]
pub(crate) struct ExpandArguments {
    /// The definition file.
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) compile: CompileArguments,
}

#[derive(Debug, Args)]
pub(crate) struct GraphArguments {
    /// The definition file.
    pub(crate) file: PathBuf,
    /// Which tool's text.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: GraphFormat,
    #[command(flatten)]
    pub(crate) compile: CompileArguments,
}

#[derive(Debug, Args)]
pub(crate) struct DiffArguments {
    /// The definition that executions run.
    pub(crate) old: PathBuf,
    /// The one that they are to go on in.
    pub(crate) new: PathBuf,
    /// Format of the comparison.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: CheckFormat,
    #[command(flatten)]
    pub(crate) compile: CompileArguments,
}

#[derive(Debug, Args)]
pub(crate) struct ExplainArguments {
    /// A code of a finding, upper and lower case are the same; with `--state` a definition file.
    pub(crate) what: String,
    /// Shows what the data are like before and behind each stage of this state.
    #[arg(long, value_name = "NAME")]
    pub(crate) state: Option<String>,
    #[command(flatten)]
    pub(crate) compile: CompileArguments,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum CheckFormat {
    /// Pictures, for people.
    #[default]
    Human,
    /// JSON.
    Json,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum GraphFormat {
    /// A Mermaid flowchart.
    #[default]
    Mermaid,
    /// A Graphviz graph.
    Dot,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProfileName {
    /// The 2016 text to the letter, then today's specification.
    Spec,
    /// The behaviour that AWS was recorded to have.
    #[default]
    Aws,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum LimitsName {
    /// No quotas.
    #[default]
    None,
    /// Those of AWS: 256 KiB for data, 25,000 history events.
    Aws,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum DialectName {
    /// As Step Functions has it.
    #[default]
    Aws,
    /// RFC 9535.
    Rfc9535,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LanguageName {
    /// The Amazon States Language.
    Asl,
    /// State Machines For Cloud.
    Sm4c,
}

impl CompileArguments {
    /// The compiler's options.
    pub(crate) fn options(&self) -> Options {
        let profile = match self.profile {
            ProfileName::Spec => Profile::Spec,
            ProfileName::Aws => Profile::Aws,
        };
        let limits = match self.limits {
            LimitsName::None => Limits::None,
            LimitsName::Aws => Limits::Aws,
        };
        let jsonpath = match self.jsonpath {
            DialectName::Aws => Dialect::Aws,
            DialectName::Rfc9535 => Dialect::Rfc9535,
        };
        let language = self.language.map(|language| match language {
            LanguageName::Asl => Language::Asl,
            LanguageName::Sm4c => Language::Sm4c,
        });
        Options {
            profile,
            limits,
            express: self.express,
            jsonpath,
            language,
            default_wait: self.default_wait,
            sections: self.section.clone(),
            expression_steps: self.expression_steps,
            expression_bytes: self.expression_bytes,
            substitute: self.substitute.clone(),
            ..Options::default()
        }
    }
}

fn name_and_value(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err("write it as NAME=VALUE".to_owned()),
    }
}

/// A URI may have a `=` in it.
fn uri_and_file(text: &str) -> Result<(String, String), String> {
    match text.rsplit_once('=') {
        Some((uri, file)) if !uri.is_empty() && !file.is_empty() => {
            Ok((uri.to_owned(), file.to_owned()))
        }
        _ => Err("write it as URI=FILE".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    #[test]
    fn the_command_line_is_consistent() {
        super::Cargo::command().debug_assert();
    }
}
