//! The measuring processes in several builds, because the layout of the code alone changes figures.

use std::path::Path;

use asl_bench::figures::Figures;

use crate::problem::{Problem, Result};
use crate::process;
use crate::report::Build;

/// Name, codegen units, link-time optimisation. The first one has the defaults.
const VARIANTS: [(&str, &str, &str); 3] = [
    ("release", "16", "false"),
    ("one codegen unit", "1", "false"),
    ("one codegen unit, thin LTO", "1", "thin"),
];

/// Builds and runs the first few variants.
pub(crate) fn measure(builds: u8) -> Result<Vec<Build>> {
    VARIANTS
        .iter()
        .take(builds.into())
        .enumerate()
        .map(|(number, variant)| build(number, *variant))
        .collect()
}

fn build(number: usize, (name, units, lto): (&str, &str, &str)) -> Result<Build> {
    let target = process::scratch()?.join(format!("build-{number}"));
    let mut cargo = process::cargo(&[
        "build",
        "--release",
        "--quiet",
        "-p",
        "asl-bench",
        "--bin",
        "speed",
        "--bin",
        "heap",
    ]);
    cargo
        .arg("--target-dir")
        .arg(&target)
        .current_dir(process::workspace())
        .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", units)
        .env("CARGO_PROFILE_RELEASE_LTO", lto);
    process::run(&mut cargo)?;
    let speed = figures(&target.join("release/speed"))?;
    let heap = figures(&target.join("release/heap"))?;
    Ok(Build { name: name.to_owned(), speed, heap })
}

fn figures(program: &Path) -> Result<Figures> {
    let printed = process::run(&mut std::process::Command::new(program))?;
    serde_json::from_slice(&printed).map_err(|error| Problem::new(program.display(), error))
}
