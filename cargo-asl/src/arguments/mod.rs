//! The command line: one file for the arguments of each command.

mod check;
mod clean;
mod compile;
mod completions;
mod diff;
mod expand;
mod explain;
mod fmt;
mod graph;
mod guide;
mod infer;
mod lock;
mod lsp;
mod new;
mod replay;
mod report;
mod run;
mod schema;
mod serve;
mod store;
mod test;

use std::ffi::OsString;

use clap::{Args, Parser, Subcommand};

pub(crate) use check::{CheckArguments, CheckFormat};
pub(crate) use clean::CleanArguments;
pub(crate) use compile::{CompileArguments, DialectName, LanguageName, LimitsName, ProfileName};
pub(crate) use completions::{CompletionsArguments, ManArguments};
pub(crate) use diff::{DiffArguments, DiffFormat};
pub(crate) use expand::ExpandArguments;
pub(crate) use explain::ExplainArguments;
pub(crate) use fmt::FmtArguments;
pub(crate) use graph::{GraphArguments, GraphFormat};
pub(crate) use guide::GuideArguments;
pub(crate) use infer::InferArguments;
pub(crate) use lock::LockArguments;
pub(crate) use lsp::LspArguments;
pub(crate) use new::{NewArguments, NewLanguage};
pub(crate) use replay::ReplayArguments;
pub(crate) use report::ReportArguments;
pub(crate) use run::{CacheArguments, RunArguments, TaskArguments};
pub(crate) use schema::SchemaArguments;
pub(crate) use serve::{ACCESS_KEY, ServeArguments};
pub(crate) use store::{
    ActArguments, ExportArguments, Filters, FormatArguments, ListArguments, MigrateArguments,
    MoveArguments, OneArguments, ShowArguments, StoreArguments, StoreCommand, StoreFormat,
    StoreReportArguments, StoreServeArguments, VersionsArguments,
};
pub(crate) use test::{TestArguments, TestFormat};

use crate::output::{ColourChoice, Settings};

/// Called by cargo as `cargo-asl asl check …`.
#[derive(Debug, Parser)]
#[command(name = "cargo", bin_name = "cargo")]
pub(crate) enum Cargo {
    Asl(Arguments),
}

/// Checks, expands, draws, explains and compares workflow definitions.
#[derive(Debug, Args)]
#[command(version, arg_required_else_help = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Colours in results and messages; by default on terminals, unless `NO_COLOR` or
    /// `CLICOLOR_FORCE` say otherwise.
    #[arg(long = "color", global = true, value_enum, default_value_t, value_name = "WHEN")]
    #[arg(hide_possible_values = true)]
    colour: ColourChoice,
    /// Prints only results and errors: no warnings beside a result, no summaries, no progress.
    #[arg(short, long, global = true)]
    quiet: bool,
}

impl Arguments {
    /// The command line of this process. The word `asl`, which Cargo passes, may be missing.
    pub(crate) fn read() -> Self {
        let mut words: Vec<OsString> = std::env::args_os().collect();
        if words.get(1).is_none_or(|word| word != "asl") {
            words.insert(words.len().min(1), "asl".into());
        }
        let Cargo::Asl(arguments) = Cargo::parse_from(words);
        arguments
    }

    /// The global options.
    pub(crate) fn settings(&self) -> Settings {
        Settings { colour: self.colour, is_quiet: self.quiet }
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Checks definitions. Exit code 0: clean, or warnings only; 1: errors; 2: a file cannot be
    /// read.
    #[command(after_help = CHECK)]
    Check(CheckArguments),
    /// Prints the Rust that a definition compiles to.
    #[command(after_help = EXPAND)]
    Expand(ExpandArguments),
    /// Draws a definition's states and transitions: as a picture (SVG), as an HTML page, or as text
    /// for Mermaid or Graphviz.
    #[command(after_help = GRAPH)]
    Graph(GraphArguments),
    /// Prints one page for models and agents: how to write, check, test and run a definition, with all
    /// codes of findings.
    Guide(GuideArguments),
    /// Explains a code such as ASL0401, an error name such as States.ALL, or the data at the states
    /// of a definition.
    #[command(after_help = EXPLAIN)]
    Explain(ExplainArguments),
    /// Prints what a machine reads of its input and what it gives as its output: as a JSON Schema,
    /// or as types of TypeScript. With `--language` alone: the JSON Schema of all definitions.
    #[command(after_help = SCHEMA)]
    Schema(SchemaArguments),
    /// Writes the JSON Schemas that recorded executions suggest: of input and output, and of what
    /// each task takes and returns. Exit code 0: done; 2: a history cannot be read, or a file is
    /// there already.
    #[command(after_help = INFER)]
    Infer(InferArguments),
    /// Compares two versions: for each state, can executions that wait there continue in the new
    /// version? Exit code 0: in all states; 1: not in all; 2: a file cannot be read or has errors.
    #[command(after_help = DIFF)]
    Diff(DiffArguments),
    /// Writes the versions of the package's machines to `asl.lock`, with which `check` and the macro
    /// compare them from then on. Exit code 0: written, or with `--check` the same; 1: a definition
    /// has errors, or with `--check` differs; 2: a file cannot be read or written.
    #[command(after_help = LOCK)]
    Lock(LockArguments),
    /// Serves an editor over the Language Server Protocol: findings while typing, hover, names and
    /// completion. Editors start it; see docs/guide/editor.md. Exit code 0: the editor has ended it.
    Lsp(LspArguments),
    /// Formats definitions in place, and changes only white space. Exit code 1: a definition has
    /// errors, or with `--check` is not formatted.
    #[command(after_help = FMT)]
    Fmt(FmtArguments),
    /// Makes a project: a definition, its tasks and a test.
    #[command(after_help = NEW)]
    New(NewArguments),
    /// Shows, redrives, cancels and purges the executions of a durable store, which a process may
    /// have open. Exit code 0: done; 1: refused for an execution, or damaged; 2: the store cannot be
    /// reached.
    #[command(after_help = STORE)]
    Store(StoreArguments),
    /// Prints the script that completes command lines of `cargo asl` in a shell.
    #[command(after_help = COMPLETIONS)]
    Completions(CompletionsArguments),
    /// Prints or writes pages of the manual.
    #[command(after_help = MAN)]
    Man(ManArguments),
    /// Compiles a definition and runs it once. Exit code 0: it succeeded; 1: the definition has
    /// errors; 2: it cannot be compiled or run; 3: the execution failed; 130: it was cancelled.
    #[command(after_help = RUN)]
    Run(Box<RunArguments>),
    /// Serves the API of AWS Step Functions on this machine, for development: definitions that
    /// clients create are compiled, and run in processes of their own. Exit code 0: it was ended;
    /// 1: a definition has errors; 2: it cannot serve.
    #[command(after_help = SERVE)]
    Serve(Box<ServeArguments>),
    /// Removes what `run`, `test` and `serve` have compiled. Exit code 0: done; 2: something is in use.
    #[command(after_help = CLEAN)]
    Clean(CleanArguments),
    /// Replays histories of Temporal with definitions, without a server and without running tasks:
    /// would the machine do the same? Exit code 0: all fit; 1: some do not, or a definition has
    /// errors; 2: some cannot be read or replayed.
    #[command(after_help = REPLAY)]
    Replay(Box<ReplayArguments>),
    /// Writes the history of an execution as an HTML page: the graph with the outcome of each state,
    /// a timeline, and all data.
    #[command(after_help = REPORT)]
    Report(ReportArguments),
    /// Runs the cases of `*.asl-test.yaml` files in virtual time. Exit code 0: all passed; 1: a case
    /// failed, or a file has errors; 2: a file cannot be read, or a definition cannot be compiled.
    #[command(after_help = TEST)]
    Test(TestArguments),
}

const CHECK: &str = "\
Examples:
  cargo asl check                             all machines of the package
  cargo asl check machines                    all definitions of a folder
  cargo asl check --deny warnings order.asl.json
  cargo asl check --format sarif machines > findings.sarif
  aws stepfunctions describe-state-machine … | cargo asl check -";

const EXPAND: &str = "\
Examples:
  cargo asl expand machines/order.asl.json
  cargo asl expand --resource Order template.yaml -o order.rs";

const STORE: &str = "\
Examples:
  cargo asl store data list --status failed --ended-since 12h
  cargo asl store data show order:order-7
  cargo asl store data redrive --machine order --error GatewayDown --ended-since 1h --dry-run
  cargo asl store data cancel order:order-7 --with-error Operator.Stop
  cargo asl store data report order:order-7 -o run.html
  cargo asl store data serve --listen 8080 --redact '$.card'";

const GRAPH: &str = "\
Examples:
  cargo asl graph order.asl.json -o order.svg
  cargo asl graph order.asl.json --format html -o -
  cargo asl graph order.asl.json --types -o order.svg
  cargo asl graph - < order.asl.json";

const EXPLAIN: &str = "\
Examples:
  cargo asl explain ASL0401
  cargo asl explain States.ALL
  cargo asl explain order.asl.json
  cargo asl explain order.asl.json --state 'Charge card'
  cargo asl explain order.asl.json --at 12:7";

const SCHEMA: &str = "\
Examples:
  cargo asl schema order.asl.json
  cargo asl schema order.asl.json --input > order.input.schema.json
  cargo asl schema order.asl.json --typescript > order.d.ts
  cargo asl schema --language asl > asl.schema.json       for editors without a server";

const INFER: &str = "\
Examples:
  cargo asl infer runs/*.json
  cargo asl infer runs/*.json --to machines/order.schemas --force
  aws stepfunctions get-execution-history … | cargo asl infer -";

const DIFF: &str = "\
Examples:
  cargo asl diff deployed.asl.json order.asl.json
  git show main:order.asl.json | cargo asl diff - order.asl.json
  cargo asl diff --store data machines/*.json            of a store, before a deploy
  cargo asl diff --store https://states.eu-west-1.amazonaws.com order.asl.json
  cargo asl diff deployed.asl.json order.asl.json --history runs/*.json";

const LOCK: &str = "\
Examples:
  cargo asl lock                              after a release
  cargo asl lock machines/order.asl.json
  cargo asl lock --check                      in continuous integration, of what is released";

const RUN: &str = "\
Examples:
  cargo asl run order.asl.json --input order.json         asks for each result of a task
  cargo asl run order.asl.json --input '{\"total\": 1250}'
  cargo asl run order.asl.json -i order.json --virtual --mock MockConfigFile.json --test-case Paid
  cargo asl run order.asl.json --task 'Charge card=python3 charge.py' --http http://localhost:8080
  cargo asl run order.asl.json -i order.json --until 'Charge card' --watch";

const CLEAN: &str = "\
Examples:
  cargo asl clean
  cargo asl clean --cache target/asl";

const SERVE: &str = "\
Examples:
  cargo asl serve
  cargo asl serve order.asl.json --lambda http://localhost:9001 --store data
  cargo asl serve machines/*.asl.json --mock MockConfigFile.json
  aws stepfunctions list-state-machines --endpoint-url http://127.0.0.1:8083";

const REPORT: &str = "\
Examples:
  cargo asl report history.json --definition order.asl.json -o run.html
  cargo asl report history.json --redact '$.card' -o run.html
  cargo asl report failed.json --compare good.json -o both.html
  aws stepfunctions get-execution-history … | cargo asl report - -o run.html";

const REPLAY: &str = "\
Examples:
  temporal workflow show --workflow-id o-1 --output json > o-1.json
  cargo asl replay histories/*.json                       with the machines of the package
  cargo asl replay o-1.json --definition order.asl.json
  cargo asl replay o-1.json --definition next.asl.json --workflow-type order --any-version";

const TEST: &str = "\
Examples:
  cargo asl test                              all cases below the working directory
  cargo asl test machines --filter declined
  cargo asl test machines --format junit > cases.xml
  cargo asl test --schema > asl-test.schema.json";

const FMT: &str = "\
Examples:
  cargo asl fmt machines
  cargo asl fmt --check machines              in continuous integration
  cargo asl fmt - < order.asl.json";

const NEW: &str = "\
Examples:
  cargo asl new shop
  cargo asl new shop --language jsonata";

const COMPLETIONS: &str = "\
Examples:
  cargo asl completions bash >> ~/.bash_completion
  cargo asl completions zsh > ~/.zfunc/_cargo-asl      (a folder of $fpath)
  cargo asl completions fish > ~/.config/fish/conf.d/cargo-asl.fish";

const MAN: &str = "\
Examples:
  cargo asl man | man -l -
  cargo asl man ~/.local/share/man/man1";

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    #[test]
    fn the_command_line_is_consistent() {
        super::Cargo::command().debug_assert();
    }
}
