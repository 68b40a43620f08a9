//! `cargo asl lock`: keeps the released versions of a package's machines in `asl.lock`, with which
//! `cargo asl check` and the macro compare the definitions.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use asl_codegen::diagnostics::{Diagnostics, printable, report};
use asl_codegen::source::Sources;
use asl_codegen::versions::{self, Released};
use asl_runtime::versions::Outline;

use crate::arguments::LockArguments;
use crate::check::{check, counted, told};
use crate::output::{Outcome, Output, message, message_colour, remark};
use crate::package::{self, Machine};
use crate::released::verdict;

/// Maximum characters of a name.
const LONGEST: usize = 1_000;

/// The first line of a file.
const HEAD: &str = "# Released versions of machines, for `cargo asl check` and the macro. Written by \
    `cargo asl lock`.\n";

/// Writes the versions of machines, or compares them with those of the file.
pub(crate) fn run(arguments: &LockArguments, output: &mut Output) -> Outcome {
    let machines = match package::machines(arguments.workspace) {
        Ok(machines) => machines,
        Err(error) => return Outcome::failed(&printable(&error, LONGEST)),
    };
    let outcome = told(&machines, "this machine is left out");
    let list: Vec<&Machine> =
        machines.list.iter().filter(|machine| is_named(machine, &arguments.files)).collect();
    if list.is_empty() && outcome == Outcome::Done {
        return Outcome::failed("no machine of the package is there");
    }
    let (packages, found) = now(&list);
    // A file with some of the machines would hide what happened to the others.
    let outcome = outcome.max(found);
    if outcome != Outcome::Done {
        return outcome;
    }
    let is_all = arguments.files.is_empty();
    packages
        .iter()
        .map(|(package, lines)| {
            if arguments.check {
                compare(package, lines, is_all, output)
            } else {
                write(package, lines, is_all)
            }
        })
        .max()
        .unwrap_or_default()
}

/// The lines of a package, with the outlines that they were made from.
type Lines = BTreeMap<(String, u64), (Released, Outline)>;

/// The versions of machines as they are now, by package.
fn now(machines: &[&Machine]) -> (BTreeMap<PathBuf, Lines>, Outcome) {
    let mut packages = BTreeMap::<PathBuf, Lines>::new();
    let mut outcome = Outcome::Done;
    for machine in machines {
        let Some(package) = machine.options.package.clone() else { continue };
        let mut machine = (*machine).clone();
        // What changed since the last release is what this command accepts.
        machine.options.package = None;
        let (sources, checked) = check(&machine);
        outcome = outcome.max(Outcome::of(&checked.diagnostics));
        let Some(found) = &checked.machine else {
            message(&report(checked.diagnostics, &sources, message_colour()));
            continue;
        };
        let released = versions::released(found, &sources, &machine.options, &package);
        let outline = versions::outline(found, &sources, &machine.options);
        let key = (released.machine.clone(), released.version.hash());
        packages.entry(package).or_default().insert(key, (released, outline));
    }
    (packages, outcome)
}

/// Returns true if a machine is one of those files, or in one of those folders.
fn is_named(machine: &Machine, named: &[PathBuf]) -> bool {
    let real = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let definition = real(&machine.base.join(&machine.definition));
    named.is_empty() || named.iter().any(|path| definition.starts_with(real(path)))
}

fn write(package: &Path, lines: &Lines, is_all: bool) -> Outcome {
    let file = versions::lock(package);
    let mut kept = Vec::new();
    if !is_all {
        match versions::all_released(&file) {
            Ok(released) => kept = released,
            Err(fault) => return refuse(*fault),
        }
    }
    let names: BTreeSet<&str> = lines.keys().map(|(name, _)| name.as_str()).collect();
    kept.retain(|released| !names.contains(released.machine.as_str()));
    let new = lines.values().map(|(released, _)| released);
    let mut text: Vec<String> = kept.iter().chain(new).map(|line| format!("{line}\n")).collect();
    text.sort();
    if let Err(error) = fs::write(&file, HEAD.to_owned() + &text.concat()) {
        message(&format!("error: cannot write {}: {error}\n", file.display()));
        return Outcome::Failed;
    }
    remark(&format!("wrote {}: {}\n", file.display(), counted(text.len(), "version")));
    Outcome::Done
}

/// Lists what differs from the file.
fn compare(package: &Path, lines: &Lines, is_all: bool, output: &mut Output) -> Outcome {
    let file = versions::lock(package);
    let released = match versions::all_released(&file) {
        Ok(released) => released,
        Err(fault) => return refuse(*fault),
    };
    let mut differences = Vec::new();
    for (now, outline) in lines.values() {
        let same = released.iter().filter(|released| released.machine == now.machine);
        let same: Vec<&Released> = same.collect();
        if same.contains(&now) {
            continue;
        }
        let name = printable(&now.shown_machine(), LONGEST);
        if same.is_empty() {
            differences.push(format!("`{name}` is not in the file\n"));
        }
        for before in same {
            let verdict = before.outline().map(|before| verdict(&before, outline));
            let verdict = verdict.unwrap_or_else(|| "its line was changed by hand".to_owned());
            differences
                .push(format!("`{name}` differs from version {}: {verdict}\n", before.version));
        }
    }
    let gone = released
        .iter()
        .filter(|before| is_all && !lines.values().any(|(now, _)| now.machine == before.machine));
    for before in gone {
        let name = printable(&before.shown_machine(), LONGEST);
        differences.push(format!("`{name}` is no machine of the package\n"));
    }
    if differences.is_empty() {
        remark(&format!("{}: {}\n", file.display(), counted(lines.len(), "version")));
        return Outcome::Done;
    }
    output.result(&differences.concat());
    remark(&format!("{} is of another version; `cargo asl lock` writes it\n", file.display()));
    Outcome::Errors
}

fn refuse(fault: asl_codegen::diagnostics::Diagnostic) -> Outcome {
    let mut diagnostics = Diagnostics::default();
    diagnostics.push(fault);
    message(&report(diagnostics, &Sources::default(), message_colour()));
    Outcome::Failed
}
