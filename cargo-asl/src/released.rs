//! Definitions and the versions before them: that of `asl.lock`, and those in the stores that
//! `asl.toml` names.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::PathBuf;

use asl_codegen::diagnostics::{Code, Diagnostic, Diagnostics, printable};
use asl_codegen::ir::{self, fingerprint};
use asl_codegen::options::Options;
use asl_codegen::source::Sources;
use asl_codegen::versions::{self, Earlier};
use asl_durable::{Fault, Inspection, JournalError, Outlook, StoreError};
use asl_runtime::__engine::SameStates;
use asl_runtime::versions::{Outline, Verdict};

use crate::output::{Outcome, message, remark};
use crate::place::Place;

/// Maximum characters of a name or a reason.
const LONGEST: usize = 1_000;

/// The effect of a change on executions of the version before, in a few words.
pub(crate) fn verdict(before: &Outline, now: &Outline) -> String {
    let comparison = before.compare(now);
    if let Some(change) = comparison.machine.iter().find(|change| change.blocks_migration()) {
        return format!("no execution can move: {change}");
    }
    let stuck = comparison.states.iter().filter(|state| state.verdict == Verdict::Stuck);
    let stuck: Vec<String> =
        stuck.map(|state| format!("`{}`", printable(&state.state, LONGEST))).collect();
    if !stuck.is_empty() {
        return format!("executions that wait in {} cannot move", stuck.join(", "));
    }
    safe_move(before, now).to_owned()
}

/// The effect of a change that all executions can follow.
fn safe_move(before: &Outline, now: &Outline) -> &'static str {
    if SameStates::of(before, now).is_some() {
        "executions move by themselves"
    } else {
        "executions move by themselves, from the snapshots that closing a store leaves"
    }
}

/// The remarks about changes since the release that are safe; others are findings.
pub(crate) fn remarks(
    earlier: &[Earlier],
    machine: &ir::Machine,
    sources: &Sources,
    options: &Options,
) -> Vec<String> {
    if earlier.is_empty() {
        return Vec::new();
    }
    let now = versions::outline(machine, sources, options);
    let safe = earlier.iter().filter(|earlier| earlier.outline.compare(&now).all_can_move());
    safe.map(|earlier| {
        let verdict = safe_move(&earlier.outline, &now);
        let file = printable(&machine.source, LONGEST);
        format!(
            "{file}: changed since version {} of {}: {verdict}\n",
            earlier.version,
            versions::LOCK
        )
    })
    .collect()
}

/// A store that the `asl.toml` of a package names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoreOf {
    /// The directory of the package.
    pub(crate) package: PathBuf,
    /// The store as it is named.
    pub(crate) name: String,
}

/// The stores of packages, to be asked about their executions.
#[derive(Default)]
pub(crate) struct Stores(Vec<Store>);

struct Store {
    package: PathBuf,
    shown: String,
    inspection: Inspection,
    /// The machines for which it was asked.
    asked: BTreeSet<String>,
}

impl Stores {
    /// Opens stores for reading, also while a program has them open.
    pub(crate) fn open(stores: &[StoreOf]) -> (Self, Outcome) {
        let mut outcome = Outcome::Done;
        let mut open = Vec::new();
        for StoreOf { package, name } in stores {
            let place = Place::from(OsString::from(name));
            let shown = printable(&place.shown(), LONGEST);
            let place = match place {
                Place::Directory(name) => Place::Directory(package.join(name)),
                database @ Place::Database(_) => database,
            };
            let inspected = match &place {
                Place::Directory(path) if !path.exists() => None,
                Place::Directory(_) | Place::Database(_) => Some(place.inspect()),
            };
            match inspected {
                None
                | Some(Err(StoreError::Journal(JournalError { fault: Fault::NoStore, .. }))) => {
                    remark(&format!("there is no store `{shown}` to compare with\n"));
                }
                Some(Ok(inspection)) => open.push(Store {
                    package: package.clone(),
                    shown,
                    inspection,
                    asked: BTreeSet::new(),
                }),
                Some(Err(error)) => {
                    let error = printable(&error.to_string(), LONGEST);
                    message(&format!("error: the store `{shown}` cannot be compared: {error}\n"));
                    outcome = Outcome::Failed;
                }
            }
        }
        (Self(open), outcome)
    }

    /// Adds findings of executions that cannot move to a definition.
    pub(crate) fn check(
        &mut self,
        machine: &ir::Machine,
        sources: &Sources,
        options: &Options,
        diagnostics: &mut Diagnostics,
    ) {
        let mut found = Diagnostics::default();
        for store in &mut self.0 {
            if options.package.as_deref() != Some(store.package.as_path()) {
                continue;
            }
            let outline = versions::outline(machine, sources, options);
            store.asked.insert(machine.name.clone());
            if let Some(finding) = store.finding(machine, &outline) {
                found.push(finding);
            }
        }
        found.apply(&options.levels);
        found.iter().for_each(|finding| diagnostics.push(finding.clone()));
    }

    /// Warns of machines with unfinished executions that the packages do not have.
    pub(crate) fn warn_of_others(&self) {
        for store in &self.0 {
            let stored = store.inspection.versions();
            let others: BTreeSet<&str> = stored
                .iter()
                .filter(|stored| stored.unfinished > 0 && !store.asked.contains(&*stored.machine))
                .map(|stored| &*stored.machine)
                .collect();
            for machine in others {
                message(&format!(
                    "warning: the store `{}` has unfinished executions of `{}`, which the package does \
                     not have without errors\n",
                    store.shown,
                    printable(machine, LONGEST)
                ));
            }
        }
    }
}

impl Store {
    fn finding(&self, machine: &ir::Machine, outline: &Outline) -> Option<Diagnostic> {
        let version = fingerprint::of_machine(machine).into();
        let forecasts = self.inspection.forecast(&machine.name, version, outline);
        let mut stuck = forecasts.iter().filter_map(|forecast| match &forecast.outlook {
            Outlook::Moves | Outlook::MovesAfterClose => None,
            Outlook::Stays(why) => Some((forecast, why.clone())),
            Outlook::Unknown(state) => Some((
                forecast,
                format!("`{state}` changed, and its program has not closed the store since"),
            )),
        });
        let (first, why) = stuck.next()?;
        let more = match stuck.count() {
            0 => String::new(),
            count => format!(" and {count} more"),
        };
        let title = format!(
            "the store `{}` would not open: execution `{}`{more} cannot move to this definition",
            self.shown,
            printable(&first.id, LONGEST)
        );
        let help = format!(
            "`cargo asl diff --store {} {}` tells of each execution",
            self.shown,
            printable(&machine.source, LONGEST)
        );
        let place = versions::beginning(machine);
        Some(Diagnostic::new(Code::UnsafeChange, place, title).label(why).help(help))
    }
}
