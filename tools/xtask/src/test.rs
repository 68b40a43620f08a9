//! `cargo xtask test`: runs every test, and prints a summary that also lists what was not run and
//! why.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use asl_browser::program;
use asl_servers::emulator::Emulator;

use asl_conformance::cases::{Cases, Dialect, Edition, Profile};
use asl_conformance::suite::{self, Suite};
use asl_conformance::{differ, print, process, sweep, workspace};

use crate::{clients, crash, fuzz, package, restate, seed};

/// Options of the command.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Fewer random cases in long suites
    #[arg(long)]
    quick: bool,
    /// Only the parts whose names contain this
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Seed of the random cases; by default it is taken from the commit
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// The folder with the conformance suites
    #[arg(long, value_name = "DIR", default_value = "../shared/conformance")]
    conformance: PathBuf,
}

/// Number of mutated texts on which our JSON reader is compared with `serde_json`.
const JSON_CASES: u32 = 1_000_000;
/// The number in the quick run.
const JSON_CASES_QUICK: u32 = 20_000;

/// Number of random machines that are compared with the reference interpreter, of inputs for each,
/// and of JSONata expressions.
const MACHINES: (u32, u32, u32) = (400, 12, 600);
/// The numbers in the quick run.
const MACHINES_QUICK: (u32, u32, u32) = (40, 10, 100);

/// Equal parts of the sweep, of which the quick run takes one: about two minutes on two cores.
const SWEEP_PARTS_QUICK: u64 = 60;

/// Time for mutated inputs, in seconds.
const FUZZ_SECONDS: u32 = 60;
/// The time in the quick run.
const FUZZ_SECONDS_QUICK: u32 = 8;

/// Number of recorded executions of which the quick run does one through the API.
const API_SAMPLE: usize = 25;

/// Our own cases: the name of each suite and its folder.
const OWN: [(&str, &str, Suite); 4] = [
    ("conformance asl (own)", "tests/asl", Suite::Asl),
    ("conformance jq (own)", "tests/jq", Suite::Jq),
    ("conformance jsonata (own)", "tests/jsonata", Suite::Jsonata),
    ("conformance sm4c (own)", "tests/sm4c", Suite::Sm4c),
];

/// For each suite its name, its folder inside the conformance folder, and the syntax of its paths.
const SUITES: [(&str, &str, Suite, Dialect); 12] = [
    ("conformance asl", "asl", Suite::Asl, Dialect::Aws),
    ("conformance asl (extra)", "asl-extra", Suite::Asl, Dialect::Aws),
    ("conformance asl (measured)", "asl-measured", Suite::Asl, Dialect::Aws),
    ("conformance reports", "reports", Suite::Reports, Dialect::Aws),
    ("conformance validate", "asl", Suite::Validate, Dialect::Aws),
    ("conformance validate (extra)", "asl-extra", Suite::Validate, Dialect::Aws),
    ("conformance validate (measured)", "asl-measured", Suite::Validate, Dialect::Aws),
    ("conformance jsonpath", "jsonpath", Suite::Jsonpath, Dialect::Rfc9535),
    ("conformance jsonpath (aws)", "jsonpath", Suite::Jsonpath, Dialect::Aws),
    ("conformance jq", "jq", Suite::Jq, Dialect::Aws),
    ("conformance jsonata", "jsonata", Suite::Jsonata, Dialect::Aws),
    ("conformance sm4c", "sm4c", Suite::Sm4c, Dialect::Aws),
];

/// A part of the test run.
struct Part {
    name: &'static str,
    outcome: Outcome,
    took: Duration,
}

enum Outcome {
    Passed(String),
    Failed(String),
    Skipped(String),
}

/// Runs all parts, even after a failure.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let seed = arguments.seed.unwrap_or_else(seed::of_commit);
    print::line(&seed_line(seed));
    let wanted = |name: &str| arguments.only.as_deref().is_none_or(|only| name.contains(only));
    let part = |name, run: &dyn Fn() -> Outcome| wanted(name).then(|| timed(name, run));
    let ours = [
        part("workspace", &|| workspace_tests(arguments, seed)),
        part("differ", &|| random_machines(arguments, seed)),
        part("sweep", &|| pairings(arguments, seed)),
        part("crash", &|| crashes(seed)),
        part("fuzz", &|| changed_inputs(arguments, seed)),
        part("adapters against moto", &|| moto_tests(arguments)),
        part("restate", &|| restate_tests(arguments)),
        part("api", &client_tests),
        part("api, own executions", &|| {
            executions_through_api(&workspace::root().join("tests/asl"), 1)
        }),
        part("api, recorded executions", &|| recorded_through_api(arguments)),
        part("api, open polls", &|| open_polls(arguments)),
        part("browser", &browser_tests),
        part("package", &packages),
    ];
    let own = OWN.iter().map(|(name, folder, suite)| {
        part(name, &|| conformance_suite(&workspace::root().join(folder), *suite, Dialect::Aws))
    });
    let suites = SUITES.iter().map(|(name, folder, suite, dialect)| {
        part(name, &|| found_suite(arguments, folder, *suite, *dialect))
    });
    let parts: Vec<Part> = ours.into_iter().chain(own).chain(suites).flatten().collect();
    for part in &parts {
        print::line(&summary_line(part));
    }
    print::line(&seed_line(seed));
    let failed = parts.iter().any(|part| matches!(part.outcome, Outcome::Failed(_)));
    print::line(if failed { "FAILED" } else { "all tests passed" });
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// The seed, and the command that runs the same random cases again.
fn seed_line(seed: u64) -> String {
    format!("seed of the random cases: {seed}; the same ones again: cargo xtask test --seed {seed}")
}

fn timed(name: &'static str, part: impl FnOnce() -> Outcome) -> Part {
    let from = Instant::now();
    let outcome = part();
    Part { name, outcome, took: from.elapsed() }
}

fn summary_line(part: &Part) -> String {
    let (word, detail) = match &part.outcome {
        Outcome::Passed(detail) => ("passed", detail),
        Outcome::Failed(detail) => ("FAILED", detail),
        Outcome::Skipped(detail) => ("skipped", detail),
    };
    format!("{word:7} {:28} {:>4} s  {detail}", part.name, part.took.as_secs())
}

/// Unit, integration and documentation tests.
fn workspace_tests(arguments: &Arguments, seed: u64) -> Outcome {
    let cases = if arguments.quick { JSON_CASES_QUICK } else { JSON_CASES };
    let mut cargo = process::workspace_cargo("test");
    cargo.arg("--no-fail-fast").env("ASL_JSON_CASES", cases.to_string());
    cargo.env("ASL_SEED", seed.to_string());
    // The pages are a part of their own, which installs Chromium before. Without their package the
    // features would be others, and the other parts would build most of the workspace again.
    cargo.env(program::VARIABLE, "");
    match process::announced(&mut cargo) {
        Ok(status) if status.success() => {
            Outcome::Passed(format!("with {cases} mutated JSON texts"))
        }
        Ok(status) => Outcome::Failed(status.to_string()),
        Err(problem) => Outcome::Failed(problem.to_string()),
    }
}

/// The crash tests of the durable engine, which print a line for each of their parts.
fn crashes(seed: u64) -> Outcome {
    match crash::run(&crash::Arguments::quick(seed)) {
        Ok(code) if code == ExitCode::SUCCESS => {
            Outcome::Passed("the quick run, see above".to_owned())
        }
        Ok(_) => Outcome::Failed("see above".to_owned()),
        Err(problem) => Outcome::Failed(problem.to_string()),
    }
}

/// Mutated inputs for everything that reads input; the test prints a line for each of its targets.
fn changed_inputs(arguments: &Arguments, seed: u64) -> Outcome {
    let seconds = if arguments.quick { FUZZ_SECONDS_QUICK } else { FUZZ_SECONDS };
    match fuzz::run(&fuzz::Arguments::seconds(seconds, seed)) {
        Ok(code) if code == ExitCode::SUCCESS => {
            Outcome::Passed(format!("{seconds} seconds, see above"))
        }
        Ok(_) => Outcome::Failed("see above".to_owned()),
        Err(problem) => Outcome::Failed(problem.to_string()),
    }
}

/// The crates that use AWS, against an emulating server.
fn moto_tests(arguments: &Arguments) -> Outcome {
    if arguments.quick {
        return Outcome::Skipped("left out of the quick run".to_owned());
    }
    let moto = match Emulator::moto() {
        Ok(moto) => moto,
        Err(problem) => return Outcome::Skipped(format!("moto cannot be had: {problem}")),
    };
    let mut cargo = process::workspace_cargo("test");
    cargo.args(["--test", "moto"]).env("ASL_MOTO", moto.address());
    match process::announced(&mut cargo) {
        Ok(status) if status.success() => Outcome::Passed("S3, Lambda and SWF".to_owned()),
        Ok(status) => Outcome::Failed(status.to_string()),
        Err(problem) => Outcome::Failed(problem.to_string()),
    }
}

/// The packages for users, and what is built from them.
fn packages() -> Outcome {
    match package::run(&package::Arguments::quick()) {
        Ok(code) if code == ExitCode::SUCCESS => {
            Outcome::Passed("the command line and an application were built from them".to_owned())
        }
        Ok(_) => Outcome::Failed("see above".to_owned()),
        Err(problem) => Outcome::Failed(problem.to_string()),
    }
}

/// Machines on a real Restate server; both are killed.
fn restate_tests(arguments: &Arguments) -> Outcome {
    match restate::tests(arguments.quick) {
        Ok(status) if status.success() => {
            Outcome::Passed(format!("on server {}", asl_servers::restate::VERSION))
        }
        Ok(status) => Outcome::Failed(status.to_string()),
        Err(problem) => Outcome::Skipped(format!("a Restate server cannot be had: {problem}")),
    }
}

/// The Step Functions API with boto3, the AWS CLI, the SDK for JavaScript and Terraform.
fn client_tests() -> Outcome {
    match clients::tests() {
        Ok((status, clients)) if status.success() => Outcome::Passed(clients),
        Ok((status, _)) => Outcome::Failed(status.to_string()),
        Err(problem) => Outcome::Skipped(format!("the clients cannot be had: {problem}")),
    }
}

/// The recorded executions, or a sample of them in the quick run, through the API.
fn recorded_through_api(arguments: &Arguments) -> Outcome {
    let dir = arguments.conformance.join("asl");
    let found = workspace::root().join(&dir);
    if !found.exists() {
        return Outcome::Skipped(format!("no cases at {}", dir.display()));
    }
    executions_through_api(&found, if arguments.quick { API_SAMPLE } else { 1 })
}

/// One of `every` executions of a folder, through the API with boto3.
fn executions_through_api(dir: &Path, every: usize) -> Outcome {
    match asl_servers::clients::python() {
        Ok(_) => run_suite(Suite::AslApi, &Cases { every, ..cases(dir, Dialect::Aws) }),
        Err(problem) => Outcome::Skipped(format!("boto3 cannot be had: {problem}")),
    }
}

/// Memory of the API's server with 10,000 open long polls.
fn open_polls(arguments: &Arguments) -> Outcome {
    if arguments.quick {
        return Outcome::Skipped("left out of the quick run".to_owned());
    }
    let mut cargo = process::cargo(&["run", "--quiet", "--release", "-p", "asl-load", "--"]);
    match process::announced(cargo.arg("polls")) {
        Ok(status) if status.success() => Outcome::Passed("see above".to_owned()),
        Ok(status) => Outcome::Failed(status.to_string()),
        Err(problem) => Outcome::Failed(problem.to_string()),
    }
}

/// The pages in Chromium.
fn browser_tests() -> Outcome {
    let program = match program::installed() {
        Ok(program) => program,
        Err(problem) => return Outcome::Skipped(format!("no Chromium, because {problem}")),
    };
    let mut cargo = process::workspace_cargo("test");
    cargo.args(["--test", "chromium"]).env(program::VARIABLE, &program);
    match process::announced(&mut cargo) {
        Ok(status) if status.success() => Outcome::Passed(format!("in {}", program.display())),
        Ok(status) => Outcome::Failed(status.to_string()),
        Err(problem) => Outcome::Failed(problem.to_string()),
    }
}

/// Random machines and expressions in comparison with the reference interpreters.
fn random_machines(arguments: &Arguments, seed: u64) -> Outcome {
    let (machines, inputs, expressions) = if arguments.quick { MACHINES_QUICK } else { MACHINES };
    match differ::compare(&differ::Arguments { machines, inputs, seed, expressions }) {
        Ok(outcome) if outcome.agreed => Outcome::Passed(outcome.summary),
        Ok(outcome) => Outcome::Failed(outcome.summary),
        Err(problem) => Outcome::Failed(problem.to_string()),
    }
}

/// Every place with every form of expression; in the quick run a part of them.
fn pairings(arguments: &Arguments, seed: u64) -> Outcome {
    let part =
        arguments.quick.then(|| format!("{}/{SWEEP_PARTS_QUICK}", seed % SWEEP_PARTS_QUICK + 1));
    let taken = part.as_ref().map_or_else(String::new, |part| format!("--part {part}: "));
    match sweep::sweep(&sweep::Arguments { part, only: None }) {
        Ok(outcome) if outcome.is_clean => Outcome::Passed(format!("{taken}{}", outcome.summary)),
        Ok(outcome) => Outcome::Failed(format!("{taken}{}", outcome.summary)),
        Err(problem) => Outcome::Failed(problem.to_string()),
    }
}

/// A suite whose cases are outside of the workspace, if they exist.
fn found_suite(arguments: &Arguments, folder: &str, suite: Suite, dialect: Dialect) -> Outcome {
    let has_its_own_machines = folder == "asl-measured" && suite == Suite::Asl;
    let is_long = matches!(suite, Suite::Jq | Suite::Jsonata | Suite::Sm4c | Suite::Reports);
    if arguments.quick && (is_long || has_its_own_machines) {
        return Outcome::Skipped("left out of the quick run, which has our own cases".to_owned());
    }
    let dir = arguments.conformance.join(folder);
    let found = workspace::root().join(&dir);
    if !found.exists() {
        return Outcome::Skipped(format!("no cases at {}", dir.display()));
    }
    conformance_suite(&found, suite, dialect)
}

fn conformance_suite(dir: &Path, suite: Suite, dialect: Dialect) -> Outcome {
    run_suite(suite, &cases(dir, dialect))
}

fn cases(dir: &Path, dialect: Dialect) -> Cases {
    Cases {
        dir: dir.to_owned(),
        only: None,
        profile: Profile::Aws,
        dialect,
        edition: Edition::default(),
        every: 1,
    }
}

fn run_suite(suite: Suite, cases: &Cases) -> Outcome {
    match suite::run_cases(suite, cases) {
        Ok(report) => {
            report.print();
            let summary = report.summary();
            if report.succeeded() { Outcome::Passed(summary) } else { Outcome::Failed(summary) }
        }
        Err(problem) => Outcome::Failed(problem.to_string()),
    }
}
