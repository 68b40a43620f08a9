//! `cargo asl store DIR migrate`: writes what unfinished executions hold whose program was killed.
//! Then the next program needs no code of their version to move them. Programs of versions work on
//! directories, so those of a database are copied.

use std::path::Path;
use std::process::Command;

use asl_codegen::compile;
use asl_codegen::diagnostics::{Colour, report};
use asl_codegen::ir::{self, fingerprint};
use asl_codegen::options::{Limits, Options, Profile};
use asl_codegen::source::{SourceError, Sources};
use asl_durable::program;
use asl_durable::{Inspection, StoredVersion};

use crate::arguments::MigrateArguments;
use crate::cache::{Engine, Progress};
use crate::execution;
use crate::output::{Outcome, Output};
use crate::run::open_cache;

use super::offline::Offline;
use super::{Place, fail, refuse, versions};

pub(super) fn run(
    place: &Place,
    store: Inspection,
    arguments: &MigrateArguments,
    output: &mut Output,
) -> Outcome {
    let mut versions = versions::selected(&store, arguments.version.as_deref());
    versions.retain(|stored| stored.unfinished > 0);
    // It has the files open.
    drop(store);
    if versions.is_empty() {
        output.result("no version has unfinished executions\n");
        return Outcome::Done;
    }
    // The compiler takes long, so that is found out before.
    if let Err(error) = Offline::open(place, "stop it first, with time to close the store") {
        return fail(&error);
    }
    let mut outcome = Outcome::Done;
    for stored in versions {
        let (machine, version) = (&stored.machine, stored.version);
        match leave(place, &stored, arguments) {
            Ok((written, without)) => {
                output.result(&format!(
                    "`{machine}` in version {version}: {written} of {} executions written\n",
                    stored.unfinished
                ));
                if without > 0 {
                    outcome = outcome.max(refuse(&format!("{without} are too large")));
                }
            }
            Err(problem) => {
                outcome =
                    outcome.max(fail(&format!("`{machine}` in version {version}: {problem}")));
            }
        }
    }
    outcome
}

/// Compiles a version, and lets it write what its executions hold. Returns how many it has written,
/// and how many it could not.
fn leave(
    place: &Place,
    stored: &StoredVersion,
    arguments: &MigrateArguments,
) -> Result<(usize, usize), String> {
    let Some(outline) = &stored.outline else {
        return Err("an earlier release has written it, without its definition".to_owned());
    };
    if stored.definition.is_empty() {
        return Err(
            "the store does not have its text: start the program before, and let it close \
                    the store"
                .to_owned(),
        );
    }
    let profile = if outline.is_aws { Profile::Aws } else { Profile::Spec };
    let limits = if outline.has_quotas { Limits::Aws } else { Limits::None };
    let options = arguments.compile.options_as_aws().profile(profile).limits(limits);
    let (machine, sources) = checked(stored, &options)?;
    let hash = fingerprint::of_machine(&machine);
    if hash != stored.version.hash() {
        return Err(format!(
            "this compiler makes version {} of its text: give the options with which it was \
             compiled, or use the release that has compiled it",
            asl_durable::Version::from(hash)
        ));
    }
    let program = execution::program(&machine, &sources, &options, Engine::Durable);
    let executable = open_cache(&arguments.cache, Engine::Durable)
        .and_then(|cache| cache.executable(&program, &Progress::new()))
        .map_err(|problem| problem.to_string())?;
    let left = place.in_directories(|directory| leave_in(&executable, directory))?;
    Ok(left.into_iter().fold((0, 0), |sum, left| (sum.0 + left.0, sum.1 + left.1)))
}

/// Lets the program of a version write what the executions of a directory hold.
fn leave_in(executable: &Path, directory: &Path) -> Result<(usize, usize), String> {
    let mut written = 0;
    loop {
        // A process writes at most 256 MiB.
        let left = program::leave_snapshots(&mut Command::new(executable), directory)?;
        written += left.snapshots;
        if left.snapshots == 0 || left.without_snapshot == 0 {
            return Ok((written, left.without_snapshot));
        }
    }
}

/// The machine of a version.
fn checked(stored: &StoredVersion, options: &Options) -> Result<(ir::Machine, Sources), String> {
    let shown = format!("{}.asl.json", stored.machine);
    let findings = |diagnostics, sources: &Sources| {
        let found = report(diagnostics, sources, Colour::Never);
        format!("its text does not compile with this release:\n{found}")
    };
    let mut sources = Sources::from_reader(&shown, stored.definition.as_bytes())
        .map_err(|SourceError { sources, diagnostics }| findings(diagnostics, &sources))?;
    let checked = compile::check(&mut sources, options);
    match checked.machine {
        Some(machine) => {
            let name = stored.machine.to_string();
            Ok((ir::Machine { name, ..machine }, sources))
        }
        None => Err(findings(checked.diagnostics, &sources)),
    }
}
