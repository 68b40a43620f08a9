//! `differ --types`: what the compiler finds when it holds random machines against random types,
//! compared with runs of the reference interpreter. A certain fault happens for some value, and a
//! machine without a finding never fails.

mod generate;
mod jq;
mod set;
#[cfg(test)]
mod tests;

use std::fs;
use std::path::Path;

use asl_codegen::compile;
use asl_codegen::diagnostics::{Code, Diagnostic};
use asl_codegen::options::{Options, Profile};
use asl_language::random::{SplitMix64, mix};

use super::generate::START;
use super::job::Job;
use super::json::{Json, number, object, text};
use super::reference::{self, End, Event, Trace};
use super::{Outcome, SHOWN};
use crate::print;
use crate::problem::{Problem, Result};
use crate::workspace;
use generate::{Generator, Machine};
use set::Type;

/// Runs of a machine without a finding.
const RUNS: u32 = 24;

/// Runs that come to a certain fault, if none of them shows it.
const MOST_REACHED: u32 = 100;

/// Runs of a machine with a certain fault, at most.
const MOST_RUNS: u32 = 10_000;

/// The same, if none comes to the fault.
const MOST_MISSES: u32 = 600;

/// The results for the machines.
#[derive(Default)]
struct Tally {
    /// Machines without a finding, all of whose runs succeeded.
    fits: u32,
    /// Certain faults that a run showed.
    shown: u32,
    /// Certain faults in states that no run came to, or that another fault hides.
    not_reached: u32,
    /// Machines with no certain fault, but one that some types may have.
    likely: u32,
    /// Machines without a finding whose data is not all followed.
    maps: u32,
    /// Machines with a fault of another kind.
    others: u32,
    /// Number of runs.
    runs: u64,
    wrong: Vec<String>,
}

/// Compares what is found in random machines with their runs.
pub(super) fn compare(machines: u32, seed: u64) -> Result<Outcome> {
    let folder = workspace::target().join("differ-types");
    let mut tally = Tally::default();
    for index in 0..machines {
        let own = mix(seed, index.into());
        let machine = Generator::new(own).machine();
        let found = findings(&machine, &folder)?;
        tally.add(&machine, &found, own);
    }
    tally.wrong.sort_by_key(String::len);
    let all = folder.join("wrong.txt");
    workspace::write(&all, &tally.wrong.join("\n"))?;
    for wrong in tally.wrong.iter().take(SHOWN) {
        print::line(wrong);
    }
    let Tally { fits, shown, not_reached, likely, maps, others, runs, wrong } = tally;
    let summary = format!(
        "{machines} machines, {runs} runs: {fits} fit and never failed, {shown} certain faults happened, {not_reached} are in \
         states that no run came to, or hidden by others, {likely} machines have likely ones only, {maps} have data that is not followed, {others} others; {} wrong, all in {}",
        wrong.len(),
        all.display(),
    );
    let in_sm4c = jq::compare(machines, seed, &folder)?;
    let summary = format!("{summary}\n{}", in_sm4c.summary);
    Ok(Outcome { summary, agreed: wrong.is_empty() && in_sm4c.agreed })
}

/// The findings of the compiler, and the text of the definition.
struct Findings {
    text: String,
    all: Vec<Diagnostic>,
}

/// Writes a machine and its schemas, and has the compiler check them.
fn findings(machine: &Machine, folder: &Path) -> Result<Findings> {
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
    for task in &machine.tasks {
        write(&format!("{}.response", task.method), &task.response)?;
        let mut request = task.request.iter();
        request.try_for_each(|it| write(&format!("{}.request", task.method), it))?;
    }
    let text = machine.definition.to_string();
    let file = folder.join("machine.asl.json");
    fs::write(&file, &text).map_err(unwritten)?;
    let options = Options::default().schemas("schemas".to_owned());
    let (_, checked) = compile::check_file(&file, folder, &options);
    Ok(Findings { text, all: checked.diagnostics.sorted() })
}

impl Tally {
    fn add(&mut self, machine: &Machine, found: &Findings, seed: u64) {
        let is_of_types = |it: &Diagnostic| {
            matches!(
                it.code,
                Code::TypeLacks | Code::TypeMisfit | Code::TypeMayLack | Code::TypeMayMisfit
            )
        };
        let is_certain = |it: &&Diagnostic| matches!(it.code, Code::TypeLacks | Code::TypeMisfit);
        if !found.all.iter().all(is_of_types) {
            self.others += 1;
            return;
        }
        if found.all.is_empty() && machine.has_unknown_data() {
            self.maps += 1;
            return;
        }
        if found.all.is_empty() {
            let failed = (0..RUNS).find_map(|run| {
                self.runs += 1;
                failure(machine, &job(machine, seed, run))
            });
            match failed {
                Some(failed) => self.wrong(machine, seed, &format!("no finding, but {failed}")),
                None => self.fits += 1,
            }
            return;
        }
        let certain: Vec<&Diagnostic> = found.all.iter().filter(is_certain).collect();
        self.likely += u32::from(certain.is_empty());
        let is_only = certain.len() == 1;
        for finding in certain {
            self.certain(machine, (finding, is_only), &found.text, seed);
        }
    }

    /// Looks for a run that shows a certain fault.
    fn certain(
        &mut self,
        machine: &Machine,
        (finding, is_only): (&Diagnostic, bool),
        definition: &str,
        seed: u64,
    ) {
        let state = state_at(definition, finding.span.start);
        let (mut reached, mut run) = (0, 0);
        while reached < MOST_REACHED && run < if reached == 0 { MOST_MISSES } else { MOST_RUNS } {
            let job = job(machine, seed, run);
            let has_errors = has_errors(run);
            run += 1;
            self.runs += 1;
            let Some((end, trace)) = reference::run(&machine.definition, &job, Profile::Aws) else {
                continue;
            };
            if trace.entered.iter().all(|event| event.state != state) {
                continue;
            }
            reached += 1;
            if shows(machine, &state, &end, &trace, has_errors) {
                self.shown += 1;
                return;
            }
        }
        // Behind another fault only some values are left.
        if reached > 0 && is_only {
            let Diagnostic { code, title, label, .. } = finding;
            let label = label.as_deref().unwrap_or_default();
            self.wrong(
                machine,
                seed,
                &format!("{code:?} in {state} never happens: {title}: {label}"),
            );
        } else {
            self.not_reached += 1;
        }
    }

    fn wrong(&mut self, machine: &Machine, seed: u64, what: &str) {
        let schema = |of: &Option<Type>| of.as_ref().map_or(Json::Null, Type::schema);
        let tasks = machine.tasks.iter().map(|task| {
            let response = task.response.schema();
            format!("{} takes {}\n   gives {response}\n", task.state, schema(&task.request))
        });
        let tasks: String = tasks.collect();
        self.wrong.push(format!(
            "--- seed {seed}: {what}\n{}\ninput {}\noutput {}\n{tasks}",
            machine.definition,
            machine.input.schema(),
            schema(&machine.output),
        ));
    }
}

/// True for every second run: tasks may fail in it.
fn has_errors(run: u32) -> bool {
    run % 2 == 1
}

/// A run with random values of the types.
fn job(machine: &Machine, seed: u64, run: u32) -> Job {
    let mut dice = SplitMix64::new(mix(seed, run.into()));
    let input = machine.input.value(&mut dice);
    let acts_of = machine.tasks.iter().map(|task| {
        let mut acts: Vec<Json> = (0..3)
            .map(|_| object([("answer", text(task.response.value(&mut dice).to_string()))]))
            .collect();
        if task.fails && has_errors(run) {
            acts.push(object([("fail", Json::Array(vec![text("Refused"), text("no")]))]));
        }
        let does = |does| object([("after", number(1)), ("does", does)]);
        (task.state.clone(), acts.into_iter().map(does).collect())
    });
    let acts_of = acts_of.collect();
    Job { start: START, seed: dice.next_u64() >> 12, input, acts: Vec::new(), acts_of }
}

/// The failure of a run, or what did not fit in it. Numbers may be beyond the bounds of a type, and
/// texts others than those of an enum: that is no finding, since schemas often leave these out.
fn failure(machine: &Machine, job: &Job) -> Option<String> {
    let (end, trace) = reference::run(&machine.definition, job, Profile::Aws)?;
    let input = &job.input;
    match &end {
        Err(fault) => {
            let state = trace.entered.last().map_or("", |event| event.state.as_str());
            let what = format!("`{state}` fails with {} for the input {input}", fault.error);
            return Some(format!("{what}, answers {:?}", job.acts_of));
        }
        Ok((output, _)) if !machine.takes_output(output, Type::has_but_for_bounds) => {
            return Some(format!("the output is {output} for the input {input}"));
        }
        Ok(_) => {}
    }
    let takes = |event: &&Event| machine.takes(event, Type::has_but_for_bounds);
    let Event { state, input: given, .. } = trace.started.iter().find(|event| !takes(event))?;
    Some(format!("`{state}` gives {given} for the input {input}"))
}

/// True if a run shows a fault of a state: the state fails, or what it gives does not fit. A
/// comparison with a value of another type never holds.
fn shows(machine: &Machine, state: &str, end: &End, trace: &Trace, has_errors: bool) -> bool {
    // A catcher may take the failure.
    if (end.is_err() || !has_errors) && !trace.left.contains(state) {
        return true;
    }
    let own = |event: &&Event| event.state == state;
    if trace.started.iter().filter(own).any(|event| !machine.takes(event, Type::has)) {
        return true;
    }
    let states = machine.definition.get("States");
    let find = |name: &str| states.and_then(|states| states.get(name));
    let outer: Vec<_> = trace.entered.iter().filter(|event| find(&event.state).is_some()).collect();
    let is_last = outer.last().is_some_and(|event| event.state == state);
    if let (Ok((output, _)), true) = (end, is_last) {
        return !machine.takes_output(output, Type::has);
    }
    let Some(choice) = found(&machine.definition, state).filter(|it| it.is("Choice")) else {
        return false;
    };
    let to_rule = choice.items_at("Choices").first().and_then(|rule| rule.text_at("Next"));
    let entered = trace.entered.iter();
    let mut after = entered.skip_while(|event| event.state != state).skip(1);
    let next = after.next().map(|event| event.state.as_str());
    next != to_rule || choice.text_at("Default") == to_rule
}

/// A state of a machine or of a scope within it.
fn found<'a>(scope: &'a Json, name: &str) -> Option<&'a Json> {
    let Some(Json::Object(states)) = scope.get("States") else { return None };
    let inner = states
        .iter()
        .flat_map(|(_, state)| state.items_at("Branches").iter().chain(state.get("ItemProcessor")));
    let own = states.iter().find(|(own, _)| own == name).map(|(_, state)| state);
    own.or_else(|| inner.into_iter().find_map(|scope| found(scope, name)))
}

/// The state whose text is at a place of a definition.
fn state_at(definition: &str, place: u32) -> String {
    let place = usize::try_from(place).unwrap_or(usize::MAX);
    let starts = definition.match_indices("\"S");
    let names = starts.filter_map(|(at, _)| {
        let name = definition.get(at + 1..)?.split_once("\":{")?.0;
        let is_name = name.get(1..)?.bytes().all(|byte| byte.is_ascii_digit());
        (at <= place + 1 && is_name).then_some(name)
    });
    names.last().unwrap_or_default().to_owned()
}
