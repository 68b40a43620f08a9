//! Tests and benchmarks on a real Temporal server, which pip installs into `target/`. It is only a
//! tool of these, never a part of what we publish.

use std::fs;
use std::process::{Command, ExitCode, ExitStatus};

use asl_conformance::problem::{Problem, Result};
use asl_conformance::{print, process, workspace};

/// Runs the tests. A fault of the tool is the reason why they cannot be run.
pub(crate) fn tests(is_quick: bool) -> Result<ExitStatus> {
    let program =
        asl_servers::temporal::installed().map_err(|problem| Problem::new(problem.to_string()))?;
    let mut cargo = process::workspace_cargo("test");
    cargo.args(["--test", "temporal"]).env("ASL_TEMPORAL_SERVER", program);
    if is_quick {
        cargo.env("ASL_TEMPORAL_QUICK", "1");
    } else {
        cargo.args(["--test", "replay"]).env("ASL_REPLAY", "1");
    }
    process::announced(&mut cargo)
}

/// The package of the bench, which is outside of the workspace.
const BENCH: &str = "tools/bench/temporal/Cargo.toml";

/// Measures a worker beside one of Temporal's SDK; with `--builds` their first builds.
pub(crate) fn bench(arguments: &[String]) -> Result<ExitCode> {
    let target = workspace::target().join("release/bench/temporal");
    if arguments.first().is_some_and(|first| first == "--builds") {
        return first_builds();
    }
    let build = ["build", "--quiet", "--release", "--bins", "--manifest-path", BENCH];
    let built = process::status(process::cargo(&build).arg("--target-dir").arg(&target))?;
    if !built.success() {
        return Ok(ExitCode::FAILURE);
    }
    let program = target.join("release/asl-bench-temporal");
    let done = process::status(Command::new(program).args(arguments))?;
    Ok(if done.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Builds each worker from nothing, as `cargo build` does without options, and prints the seconds of
/// the processor.
fn first_builds() -> Result<ExitCode> {
    let target = workspace::target().join("release/bench/temporal-first");
    let remove = || match fs::remove_dir_all(&target) {
        Err(error) if target.exists() => {
            Err(Problem::new(format!("{}: {error}", target.display())))
        }
        Ok(()) | Err(_) => Ok(()),
    };
    for (program, name) in [("sdk", "temporalio-sdk"), ("asl", "asl-temporal")] {
        remove()?;
        let mut build = process::cargo(&["build", "--quiet", "--no-default-features"]);
        build.args(["--features", program, "--bin", program, "--manifest-path", BENCH]);
        // A script may set these to save space.
        build.env_remove("CARGO_INCREMENTAL").env_remove("CARGO_PROFILE_DEV_DEBUG");
        let before = children_cpu()?;
        process::output(build.arg("--target-dir").arg(&target))?;
        let seconds = children_cpu()? - before;
        print::line(&format!("first build of a worker with {name}: {seconds:.0} CPU seconds"));
    }
    remove()?;
    Ok(ExitCode::SUCCESS)
}

/// The seconds of the processor of all processes that have ended below this one.
fn children_cpu() -> Result<f64> {
    let text = fs::read_to_string("/proc/self/stat")
        .map_err(|error| Problem::new(format!("/proc/self/stat: {error}")))?;
    let fields = text.rsplit(") ").next().unwrap_or_default().split(' ').skip(13).take(2);
    // In hundredths of a second.
    Ok(fields.filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0)
}
