//! The project's own tasks: `cargo xtask test`, `soak`, `conformance`, `differ`, `sweep`, `crash`,
//! `fuzz`, `bench`, `api`, `house`, `licences`, `models`, `rooms`, `minimal-versions`,
//! `mutate-sources`, `package`, `pictures`, `vscode`.

mod accepted;
mod api;
mod bench;
mod clients;
mod crash;
mod difference;
mod fuzz;
mod house;
mod licences;
mod minimal_versions;
mod models;
mod mutate_sources;
mod package;
mod pictures;
mod postgres;
mod restate;
mod rooms;
mod seed;
mod source;
mod temporal;
mod test;
mod vscode;

use std::process::ExitCode;

use asl_conformance::problem::Problem;
use asl_conformance::{differ, print, suite, sweep};
use clap::{Parser, Subcommand};

/// The subcommands.
#[derive(Parser)]
#[command(name = "cargo xtask", about = "The project's own tasks")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Runs all tests: the workspace's, its documentation's and the conformance suites whose data
    /// is found
    Test(test::Arguments),
    /// Runs the tests with random cases for hours, the whole sweep among them
    Soak(test::soak::Arguments),
    /// Runs one conformance suite over a folder of cases
    Conformance(suite::Arguments),
    /// Compares random machines with a reference interpreter
    Differ(differ::Arguments),
    /// Pairs every place that takes data with every form of expression, and every construct of jq
    /// and JSONata with every other one: all that is accepted must compile without a warning, and
    /// run as the reference interpreters do
    Sweep(sweep::Arguments),
    /// Crashes the durable engine in every known way, and damages its journal
    Crash(crash::Arguments),
    /// Feeds mutated inputs to everything that reads input, and builds a sample of the accepted
    /// ones
    #[command(disable_help_flag = true)]
    Fuzz(fuzz::Arguments),
    /// Builds and runs the benchmarks; all arguments are passed on
    #[command(disable_help_flag = true)]
    Bench(bench::Arguments),
    /// Checks the licence of every package we build with against deny.toml
    Licences,
    /// Compares the public API of each package for users with its text under docs/internals/api
    Api(api::Arguments),
    /// Prints sizes and wording of the library code beside their limits
    ///
    /// Library code is the `src` folders of the packages that users depend on or install. Tests,
    /// tools and examples do not count, nor do unit tests within these files (`#[cfg(test)]`, and
    /// files and folders called `tests`). Generated files, whose first line says so, do not count
    /// as lines of library code, and their runs do not count as repeated.
    ///
    /// Files count with comments and blank lines; functions count from `fn` to the closing brace,
    /// without blank lines and comments. A repeated run has at least six lines of code that are
    /// equal to earlier ones; imports, comments and blank lines are skipped. Wording is checked in
    /// comments.
    ///
    /// A figure beyond its limit fails, unless tools/xtask/house.txt accepts it: an entry has the
    /// figure that is accepted, which must not grow, and the reason.
    House(house::Arguments),
    /// Generates the types of Amazon SWF's model and the tables of Step Functions' API
    ///
    /// They come from the service models in botocore, of which tools/xtask/models has extracts.
    Models(models::Arguments),
    /// Checks that the top-level modules of each package import each other in no circle
    Rooms(rooms::Arguments),
    /// Checks that the packages for users build with the oldest versions that their manifests allow
    MinimalVersions(minimal_versions::Arguments),
    /// Breaks requirements of the source documents one by one, in a copy of the tree, and checks
    /// that the tests named for them fail
    MutateSources(mutate_sources::Arguments),
    /// Packages what is for users, and builds the command line and an application from the packages
    Package(package::Arguments),
    /// Makes screenshots of the pages of the command line and of the console, in headless Chromium
    Pictures(pictures::Arguments),
    /// Builds and packages the extension for Visual Studio Code with npm, in target/vscode
    Vscode(vscode::Arguments),
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Test(arguments) => Ok(test::run(&arguments)),
        Command::Soak(arguments) => Ok(test::soak::run(&arguments)),
        Command::Conformance(arguments) => suite::run(&arguments),
        Command::Differ(arguments) => differ::run(&arguments),
        Command::Sweep(arguments) => sweep::run(&arguments),
        Command::Crash(arguments) => crash::run(&arguments),
        Command::Fuzz(arguments) => fuzz::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Licences => licences::run(),
        Command::Api(arguments) => api::run(&arguments),
        Command::House(arguments) => house::run(&arguments),
        Command::Models(arguments) => models::run(&arguments),
        Command::Rooms(arguments) => rooms::run(&arguments),
        Command::MinimalVersions(arguments) => minimal_versions::run(&arguments),
        Command::MutateSources(arguments) => mutate_sources::run(&arguments),
        Command::Package(arguments) => package::run(&arguments),
        Command::Pictures(arguments) => pictures::run(&arguments),
        Command::Vscode(arguments) => vscode::run(&arguments),
    };
    done.unwrap_or_else(|problem: Problem| {
        print::error(&format!("xtask: {problem}"));
        ExitCode::from(2)
    })
}
