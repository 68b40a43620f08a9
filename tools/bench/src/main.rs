//! `cargo xtask bench`: builds and starts the measuring processes, prints the table, and checks the
//! targets.

mod against;
mod arguments;
mod builds;
mod compile;
mod expressions;
mod observing;
mod peers;
mod problem;
mod process;
mod report;
mod saved;
mod table;
mod targets;
mod wrapper;

use std::env;
use std::process::ExitCode;

use clap::Parser;

use arguments::{Arguments, Part};
use problem::Result;
use report::Report;

fn main() -> ExitCode {
    if let Some(file) = env::var_os(wrapper::FILE) {
        return wrapper::run(&file);
    }
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            print(&format!("error: {problem}\n"));
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<()> {
    // Before minutes of work.
    let before = arguments.against.as_deref().map(saved::read).transpose()?;
    let mut report = Report::default();
    if arguments.measures(Part::Run) {
        report.builds = builds::measure(arguments.builds)?;
        print(&table::speed(&report.builds));
    }
    if arguments.measures(Part::Compile) {
        report.compile = Some(compile::measure(&arguments.states)?);
        print(&report.compile.as_ref().map(table::compile).unwrap_or_default());
    }
    if arguments.peers {
        report.peers = Some(peers::measure()?);
        print(&report.peers.as_ref().map(table::peers).unwrap_or_default());
    }
    if arguments.expressions {
        let expressions = expressions::measure()?;
        print(&expressions.text());
        report.expressions = Some(expressions);
    }
    if arguments.observing {
        print(&observing::measure()?);
    }
    report.targets = targets::of(&report);
    print(&table::targets(&report.targets));
    if let Some(file) = &arguments.json {
        let file = saved::write(&report, file)?;
        print(&format!("\nall figures: {}\n", file.display()));
    }
    if let Some(before) = before {
        print(&against::text(&against::changes(&before, &report)));
    }
    Ok(())
}

#[expect(clippy::print_stdout, reason = "this is the program's output")]
fn print(text: &str) {
    print!("{text}");
}
