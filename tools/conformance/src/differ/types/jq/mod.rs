//! Machines in SM4C: what the compiler finds certain of them and of their expressions in jq happens
//! in each run that comes to it.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "what takes values of some kinds fails for all others"
)]

mod expression;
mod generate;

use std::fs;
use std::path::Path;

use asl_codegen::compile;
use asl_codegen::diagnostics::{Code, Diagnostic};
use asl_codegen::options::Options;
use asl_language::random::{SplitMix64, mix};

use super::super::Outcome;
use super::super::json::Json;
use super::set::Type;
use crate::problem::{Problem, Result};
use expression::{Error, Expression, Seen};
use generate::{Action, Machine, State, function, name};

/// Runs of a machine with a certain fault.
const RUNS: u32 = 60;

/// Counts of a machine's runs at a state.
#[derive(Default)]
struct Shown {
    /// Runs that came to it.
    entered: u32,
    /// Of them those in which something failed or did not fit.
    faulty: u32,
}

/// Compares what is certain of random machines with their runs.
pub(super) fn compare(machines: u32, seed: u64, folder: &Path) -> Result<Outcome> {
    let (mut shown, mut not_reached, mut without, mut wrong) = (0, 0, 0, Vec::new());
    for index in 0..machines {
        let own = mix(seed, u64::from(index) + (1 << 40));
        let machine = Machine::random(&mut SplitMix64::new(own));
        let (text, found) = findings(&machine, folder)?;
        let certain: Vec<&Diagnostic> = found.iter().filter(|it| is_certain(it)).collect();
        without += u32::from(certain.is_empty());
        if certain.is_empty() {
            continue;
        }
        let states = runs(&machine, own);
        for finding in certain {
            let at = state_at(&text, finding.span.start);
            let Some(of) = states.get(at) else { continue };
            match (of.entered, of.faulty) {
                (0, _) => not_reached += 1,
                (entered, faulty) if entered == faulty => shown += 1,
                (entered, faulty) => {
                    let Diagnostic { code, title, label, .. } = finding;
                    wrong.push(format!(
                        "--- seed {own}: {code:?} in {}: {title}: {label:?}: {faulty} of {entered} runs\n{text}\ninput {}\n",
                        name(at),
                        machine.input.schema(),
                    ));
                }
            }
        }
    }
    wrong.sort_by_key(String::len);
    for found in wrong.iter().take(super::super::SHOWN) {
        crate::print::line(found);
    }
    let summary = format!(
        "{machines} machines in SM4C: {shown} certain faults happened in each run that came to them, {not_reached} are in states \
         that no run came to, {without} machines have none; {} wrong",
        wrong.len()
    );
    Ok(Outcome { summary, agreed: wrong.is_empty() })
}

/// True for what happens whenever a state is reached.
fn is_certain(found: &Diagnostic) -> bool {
    matches!(found.code, Code::TypeLacks | Code::TypeMisfit | Code::AlwaysFails)
}

/// Writes a machine and its schemas, and has the compiler check them.
fn findings(machine: &Machine, folder: &Path) -> Result<(String, Vec<Diagnostic>)> {
    let unwritten = |error: std::io::Error| Problem::new(format!("{}: {error}", folder.display()));
    let schemas = folder.join("schemas");
    if schemas.exists() {
        fs::remove_dir_all(&schemas).map_err(unwritten)?;
    }
    fs::create_dir_all(&schemas).map_err(unwritten)?;
    let write = |name: &str, of: &Type| {
        let file = schemas.join(format!("{name}.schema.json"));
        fs::write(file, of.schema().to_string()).map_err(unwritten)
    };
    write("input", &machine.input)?;
    machine.output.iter().try_for_each(|output| write("output", output))?;
    for (at, of) in machine.functions.iter().enumerate() {
        write(&format!("{}.request", function(at)), &of.request)?;
        write(&format!("{}.response", function(at)), &of.response)?;
    }
    let text = machine.definition().to_string();
    let file = folder.join("machine.sm4c.json");
    fs::write(&file, &text).map_err(unwritten)?;
    let options = Options::default().schemas("schemas".to_owned());
    let (_, checked) = compile::check_file(&file, folder, &options);
    let errors = checked.diagnostics.sorted();
    Ok((text, errors))
}

/// The index of the state whose text is at a place of a definition.
fn state_at(definition: &str, place: u32) -> usize {
    let place = usize::try_from(place).unwrap_or(usize::MAX);
    let before =
        definition.get(..place.saturating_add(6).min(definition.len())).unwrap_or_default();
    before.matches("\"name\":\"S").count().saturating_sub(1)
}

/// The counts of each state.
fn runs(machine: &Machine, seed: u64) -> Vec<Shown> {
    let mut all: Vec<Shown> = machine.states.iter().map(|_| Shown::default()).collect();
    for run in 0..RUNS {
        let mut dice = SplitMix64::new(mix(seed, u64::from(run) + 7));
        let global = machine.input.value(&mut dice);
        Run { machine, dice, global, is_faulty: false, is_idle: false }.states(&mut all);
    }
    all
}

/// The value of an expression in a field.
fn value(of: &Expression, data: &Json) -> std::result::Result<Json, Error> {
    of.value(data, Seen { value: &Json::Null, variable: &Json::Null })
}

/// A run.
struct Run<'m> {
    machine: &'m Machine,
    dice: SplitMix64,
    global: Json,
    /// True if something in the state has failed or did not fit.
    is_faulty: bool,
    /// True if a `forEach` had nothing to run its action on.
    is_idle: bool,
}

impl Run<'_> {
    fn states(&mut self, all: &mut [Shown]) {
        let last = self.machine.states.len() - 1;
        let mut at = 0;
        while let Some((state, shown)) = self.machine.states.get(at).zip(all.get_mut(at)) {
            (self.is_faulty, self.is_idle) = (false, false);
            let skips = self.state(state, at == last);
            if let (Ok(_), true, Some(output)) = (&skips, at == last, &self.machine.output) {
                self.is_faulty |= !output.has(&self.global);
            }
            let is_faulty = self.is_faulty || skips.is_err();
            shown.entered += u32::from(is_faulty || !self.is_idle);
            shown.faulty += u32::from(is_faulty);
            match skips {
                Ok(skips) if at < last => at = (at + 1 + usize::from(skips)).min(last),
                Ok(_) | Err(Error) => return,
            }
        }
    }

    /// True if the next state is left out.
    fn state(&mut self, state: &State, is_last: bool) -> std::result::Result<bool, Error> {
        let view = match &state.filter {
            Some(filter) => Some(value(filter, &self.global)?),
            None => None,
        };
        if let Some(action) = &state.action {
            let data = view.clone().unwrap_or_else(|| self.global.clone());
            let result = match (self.action(action, &data), &state.on_error) {
                (Ok(result), _) => result,
                (Err(Error), None) => return Err(Error),
                (Err(Error), Some(handler)) => {
                    self.is_faulty = true;
                    if let Some(merge) = &handler.merge {
                        self.merge(merge, &Json::Object(Vec::new()))?;
                    }
                    Json::Null
                }
            };
            if let Some(handler) = &state.handler {
                self.merge(handler, &result)?;
            }
        }
        let Some(condition) = state.condition.as_ref().filter(|_| !is_last) else {
            return Ok(false);
        };
        let data = view.unwrap_or_else(|| self.global.clone());
        let seen = Seen { value: &Json::Null, variable: &Json::Null };
        Ok(matches!(condition.outputs(&data, seen)?.as_slice(), [Json::Bool(true)]))
    }

    fn merge(&mut self, handler: &Expression, value: &Json) -> std::result::Result<(), Error> {
        let seen = Seen { value, variable: &Json::Null };
        let mut outputs = handler.outputs(&self.global, seen)?;
        if outputs.len() > 1 {
            return Err(Error);
        }
        self.global = outputs.pop().unwrap_or_else(|| self.global.clone());
        Ok(())
    }

    fn action(&mut self, action: &Action, data: &Json) -> std::result::Result<Json, Error> {
        match action {
            Action::Inject(of) => value(of, data),
            Action::Call(at, arguments) => {
                let mut given = Json::Object(Vec::new());
                for (name, of) in arguments {
                    given.set(name, value(of, data)?);
                }
                let machine = self.machine;
                let Some(of) = machine.functions.get(*at) else { return Err(Error) };
                self.is_faulty |= !of.request.has(&given);
                Ok(of.response.value(&mut self.dice))
            }
            Action::All(_, all) => {
                let mut results = Json::Object(Vec::new());
                let mut is_ok = true;
                for (at, action) in all.iter().enumerate() {
                    match self.action(action, data) {
                        Ok(result) => results.set(&at.to_string(), result),
                        Err(Error) => is_ok = false,
                    }
                }
                if is_ok { Ok(results) } else { Err(Error) }
            }
            Action::ForEach(of, action) => {
                let Json::Array(items) = value(of, data)? else { return Err(Error) };
                self.is_idle |= items.is_empty();
                let results = items.iter().map(|item| self.action(action, item));
                Ok(Json::Array(results.collect::<std::result::Result<_, _>>()?))
            }
        }
    }
}
