//! Units of generated code: each is a file of its own, so that all cores share the work and each
//! message of the Rust compiler is about one unit.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::de::DeserializeOwned;

use crate::generated::{GeneratedCrate, Program};
use crate::problem::{Problem, Result};
use crate::report::Difference;

/// The units of a crate.
pub(crate) struct Units {
    folder: &'static str,
    code: Vec<String>,
    /// Units that the Rust compiler refuses, with its messages.
    broken: BTreeMap<usize, String>,
}

/// A unit to run, and the line that the program reads.
pub(crate) type Job = (usize, String);

/// The job of a case, or what is known of it without a run.
pub(crate) type Plan<K = Vec<Difference>> = std::result::Result<Job, K>;

/// The line that the program writes for a job.
pub(crate) type Ran = std::result::Result<String, Stopped>;

/// The reason for which a job has no line.
pub(crate) enum Stopped {
    /// Messages of the Rust compiler about its unit.
    Uncompiled(String),
    /// The end of the messages of the program, which crashed.
    Crashed(String),
}

impl Stopped {
    /// A difference of what ran.
    pub(crate) fn difference(self, what: impl Into<String>) -> Difference {
        match self {
            Self::Uncompiled(said) => Difference::new(what, "emitted code compiles", said),
            Self::Crashed(said) => Difference::new(what, "comes to an end", said),
        }
    }
}

/// The result that a job wrote. If it has none, the difference of what ran.
pub(crate) fn told<T: DeserializeOwned>(
    ran: Ran,
    what: &str,
) -> std::result::Result<T, Vec<Difference>> {
    let line = ran.map_err(|stopped| vec![stopped.difference(what)])?;
    serde_json::from_str(&line)
        .map_err(|error| vec![Difference::new(what, "a result", format!("{error}: {line}"))])
}

/// The lookup of a unit by its number in the crate's program.
pub(crate) struct Lookup {
    /// Code before the list.
    pub(crate) head: &'static str,
    /// Type of the result.
    pub(crate) found: &'static str,
    /// Path of the result in the unit with this number.
    pub(crate) path: fn(usize) -> String,
}

impl Units {
    /// None yet; they will be in this folder.
    pub(crate) fn new(folder: &'static str) -> Self {
        Self { folder, code: Vec::new(), broken: BTreeMap::new() }
    }

    /// Adds a unit, and returns its number.
    pub(crate) fn push(&mut self, code: String) -> usize {
        self.code.push(code);
        self.code.len() - 1
    }

    /// The number of the next unit.
    pub(crate) fn next(&self) -> usize {
        self.code.len()
    }

    /// Returns true if no unit compiles.
    pub(crate) fn is_empty(&self) -> bool {
        self.code.len() == self.broken.len()
    }

    /// Messages of the Rust compiler about a unit, if any.
    pub(crate) fn broken(&self, number: usize) -> Option<&str> {
        self.broken.get(&number).map(String::as_str)
    }

    /// Runs the jobs that are planned, and leaves what is known without a run as it is.
    pub(crate) fn run<K>(
        &self,
        program: Option<Program>,
        plans: Vec<Plan<K>>,
    ) -> Result<Vec<std::result::Result<Ran, K>>> {
        let jobs = plans.iter().flatten();
        let lines = jobs.filter(|(unit, _)| self.broken(*unit).is_none());
        let lines: Vec<&str> = lines.map(|(_, line)| line.as_str()).collect();
        let results = program.map_or_else(|| Ok(Vec::new()), |program| program.run_all(&lines))?;
        let mut results = results.into_iter();
        let mut ran = |unit| match self.broken(unit) {
            Some(said) => Err(Stopped::Uncompiled(said.to_owned())),
            None => {
                let result = results.next().unwrap_or_else(|| Err("no result".to_owned()));
                result.map_err(Stopped::Crashed)
            }
        };
        Ok(plans.into_iter().map(|plan| plan.map(|(unit, _)| ran(unit))).collect())
    }

    /// Leaves out the units of these messages of the Rust compiler. Returns false if none is new.
    pub(crate) fn leave_out(&mut self, messages: &str) -> bool {
        let before = self.broken.len();
        // A message ends with a blank line.
        for message in messages.split("\n\n") {
            if let Some(number) = self.unit_in(message).filter(|number| *number < self.code.len()) {
                self.broken.entry(number).or_insert_with(|| message.to_owned());
            }
        }
        self.broken.len() > before
    }

    /// The unit whose file a message points at.
    fn unit_in(&self, message: &str) -> Option<usize> {
        let (_, place) = message.split_once(&format!("--> src/{}/file_", self.folder))?;
        place.split_once(".rs").and_then(|(number, _)| number.parse().ok())
    }

    /// Writes each unit, and `FOLDER::by_number`.
    pub(crate) fn write(&self, generated: &mut GeneratedCrate, lookup: &Lookup) {
        let (mut modules, mut arms) = (String::new(), String::new());
        for (number, code) in
            self.code.iter().enumerate().filter(|(number, _)| self.broken(*number).is_none())
        {
            generated.file(format!("{}/file_{number}.rs", self.folder), code.as_str());
            let _ = writeln!(modules, "mod file_{number};");
            let _ = writeln!(arms, "        {number} => {},", (lookup.path)(number));
        }
        let Lookup { head, found, .. } = lookup;
        let list = format!(
            "//! The {folder} of all cases.\n\n{head}\n\n{modules}\n\
             /// One by its number.\npub fn by_number(number: usize) -> Option<{found}> {{\n    \
             Some(match number {{\n{arms}        _ => return None,\n    }})\n}}\n",
            folder = self.folder,
        );
        generated.file(format!("{}/mod.rs", self.folder), list);
    }
}

/// Builds a program with the units that `units` finds in `all`. Units whose code does not compile
/// are omitted. Returns `None` if none is left.
pub(crate) fn build<T>(
    all: &mut T,
    units: impl Fn(&mut T) -> &mut Units,
    generate: impl Fn(&T) -> GeneratedCrate,
) -> Result<Option<Program>> {
    while !units(all).is_empty() {
        match generate(all).try_build()? {
            Ok(program) => return Ok(Some(program)),
            Err(messages) if units(all).leave_out(&messages) => {}
            Err(messages) => {
                return Err(Problem::new(format!(
                    "the generated crate does not compile:\n{messages}"
                )));
            }
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_that_rust_refuses_is_left_out_with_its_message() {
        let mut units = Units::new("machines");
        assert_eq!((units.push(String::new()), units.push(String::new())), (0, 1));
        let messages = "error: no\n --> src/machines/file_1.rs:3:4\n\nerror: could not compile";
        assert!(units.leave_out(messages));
        assert_eq!(
            (units.broken(0), units.broken(1)),
            (None, Some("error: no\n --> src/machines/file_1.rs:3:4"))
        );
        assert!(!units.leave_out(messages), "nothing new");
        assert!(!units.leave_out("error: no\n --> src/runner/mod.rs:3:4"));
        assert!(!units.leave_out("error: no\n --> src/machines/file_7.rs:3:4"), "no such unit");
    }

    #[test]
    fn jobs_of_units_that_rust_refuses_do_not_run() {
        let mut units = Units::new("machines");
        units.push(String::new());
        assert!(units.leave_out("error: no\n --> src/machines/file_0.rs:3:4"));
        let results = units.run(None, vec![Ok((0, "{}".to_owned())), Err("known")]).unwrap();
        assert!(matches!(results[..], [Ok(Err(Stopped::Uncompiled(_))), Err("known")]));
    }
}
