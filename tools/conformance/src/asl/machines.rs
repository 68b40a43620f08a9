//! Compiles definitions to the modules of the generated crate, each distinct definition once.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use asl_codegen::compile;
use asl_codegen::diagnostics::{Code, Levels, Severity};
use asl_codegen::options::{Language, Limits, Options, Profile};
use asl_codegen::pretty::pretty;
use asl_codegen::source::Sources;

use crate::generated::{GeneratedCrate, Program};
use crate::problem::Result;
use crate::report::Difference;
use crate::units::{self, Lookup, Units};

/// The result of compiling a definition.
#[derive(Clone, Debug)]
pub(crate) enum Compiled {
    /// The machine with this number.
    Machine(usize),
    /// The compiler refuses it, although AWS ran it.
    Refused(Vec<Difference>),
}

/// The reason for a definition on which the compiler panics.
pub(crate) const PANICS: &str = "the compiler panics";

/// The machines of all cases.
pub(crate) struct Machines {
    profile: Profile,
    limits: Limits,
    language: Language,
    inspect: bool,
    state_functions: bool,
    /// True if machines with states that always fail are accepted.
    failing: bool,
    by_definition: BTreeMap<String, Compiled>,
    pub(crate) units: Units,
}

impl Machines {
    /// No machines yet.
    pub(crate) fn new(profile: Profile) -> Self {
        let (by_definition, units) = (BTreeMap::new(), Units::new("machines"));
        Self {
            profile,
            limits: Limits::None,
            language: Language::Asl,
            inspect: false,
            state_functions: false,
            failing: false,
            by_definition,
            units,
        }
    }

    /// Their definitions are in SM4C.
    pub(crate) fn sm4c() -> Self {
        Self { language: Language::Sm4c, ..Self::new(Profile::Spec) }
    }

    /// Applies AWS's quotas, which all recordings have.
    pub(crate) fn with_quotas(self) -> Self {
        Self { limits: Limits::Aws, ..self }
    }

    /// Accepts machines with states that always fail, to compare their earlier states too.
    pub(crate) fn with_failing(self) -> Self {
        Self { failing: true, ..self }
    }

    /// Compiles machines whose stages can be inspected.
    pub(crate) fn inspected(self) -> Self {
        Self { inspect: true, ..self }
    }

    /// Also emits the functions that run single states.
    pub(crate) fn with_state_functions(self) -> Self {
        Self { state_functions: true, ..self }
    }

    /// Compiles a definition, unless it was compiled before.
    pub(crate) fn add(&mut self, definition: &str) -> Compiled {
        if let Some(known) = self.by_definition.get(definition) {
            return known.clone();
        }
        // A bug of the compiler must fail only the cases of one definition.
        let compiled =
            catch_unwind(AssertUnwindSafe(|| self.compile(definition))).unwrap_or_else(|_| {
                Compiled::Refused(vec![Difference::new("definition", "compiled", PANICS)])
            });
        self.by_definition.insert(definition.to_owned(), compiled.clone());
        compiled
    }

    /// Returns true if the compiler accepts a definition. `None`: it panics.
    pub(crate) fn accepts(&self, definition: &str) -> Option<bool> {
        let check = || {
            let mut sources = Sources::from_text("definition.asl.json", definition);
            let checked = compile::check(&mut sources, &self.options(0));
            !checked.diagnostics.sorted().iter().any(|found| self.is_fault(found.code))
        };
        catch_unwind(AssertUnwindSafe(check)).ok()
    }

    /// Messages of the Rust compiler about a machine's code, if any.
    pub(crate) fn broken(&self, number: usize) -> Option<&str> {
        self.units.broken(number)
    }

    fn compile(&mut self, definition: &str) -> Compiled {
        let number = self.units.next();
        let options = self.options(number);
        let mut sources = Sources::from_text("definition.asl.json", definition);
        let checked = compile::check(&mut sources, &options);
        let mut refused = Vec::new();
        for found in checked.diagnostics.sorted() {
            if self.is_fault(found.code) {
                let text =
                    format!("{} at byte {}: {}", found.code.id(), found.span.start, found.title);
                refused.push(Difference::new("definition", "accepted, as AWS did", text));
            }
        }
        match checked.machine.or(checked.outline.filter(|_| self.failing)) {
            _ if !refused.is_empty() => Compiled::Refused(refused),
            Some(machine) => {
                let tokens = compile::emit(&machine, &sources, &options);
                // Pretty-print the code, for those who look for the fault of a case.
                let code = pretty(tokens.clone()).unwrap_or_else(|_| tokens.to_string());
                Compiled::Machine(self.units.push(code))
            }
            None => Compiled::Refused(vec![Difference::new(
                "definition",
                "accepted, as AWS did",
                "no machine, no error",
            )]),
        }
    }

    fn is_fault(&self, code: Code) -> bool {
        code.severity() == Severity::Error && !(self.failing && is_of_data(code))
    }

    fn options(&self, number: usize) -> Options {
        Options::default()
            .levels(Levels::default().as_aws())
            .name(format!("machine_{number}"))
            .visibility("pub".parse().unwrap_or_default())
            .profile(self.profile)
            .limits(self.limits)
            .language(self.language)
            // Conformance suites run whole machines only.
            .state_functions(self.state_functions)
            .run(false)
            .inspect(self.inspect)
    }

    /// Writes each machine, and `machines::by_number`.
    pub(crate) fn write(&self, generated: &mut GeneratedCrate) {
        let lookup = Lookup {
            head: "use asl_runtime::machine::Machine;",
            found: "&'static Machine",
            path: |number| format!("&file_{number}::machine_{number}::MACHINE"),
        };
        self.units.write(generated, &lookup);
    }

    /// Builds a program with the machines. Machines whose code does not compile are omitted.
    pub(crate) fn build(
        &mut self,
        generate: impl Fn(&Self) -> GeneratedCrate,
    ) -> Result<Option<Program>> {
        units::build(self, |machines| &mut machines.units, generate)
    }
}

/// Returns true if a finding is that a state always fails.
fn is_of_data(code: Code) -> bool {
    matches!(code, Code::NeverFound | Code::NeverFits | Code::NeverAnArray | Code::NeverThisType)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PASS: &str = r#"{"StartAt": "P", "States": {"P": {"Type": "Pass", "End": true}}}"#;

    #[test]
    fn equal_definitions_share_a_machine() {
        let mut machines = Machines::new(Profile::Aws);
        assert!(matches!(machines.add(PASS), Compiled::Machine(0)));
        assert!(matches!(machines.add(&PASS.replace("\"P\"", "\"Q\"")), Compiled::Machine(1)));
        assert!(matches!(machines.add(PASS), Compiled::Machine(0)));
    }

    #[test]
    fn a_refused_definition_has_failed() {
        let mut machines = Machines::new(Profile::Aws);
        let refused = machines.add(&PASS.replace("\"Pass\"", "\"Pause\""));
        assert!(
            matches!(&refused, Compiled::Refused(found) if found[0].actual.starts_with("ASL0506")),
            "{refused:?}"
        );
        assert!(machines.units.is_empty());
    }
}
