//! `differ`: random machines, compiled and run in virtual time, must behave like a naive reference
//! interpreter, under both profiles. Each runs once straight through, and once saved and restored
//! after every step.

mod choice;
mod compare;
mod flow;
mod generate;
pub(crate) mod job;
pub(crate) mod json;
pub(crate) mod jsonata;
mod path;
mod reference;
mod surroundings;
#[cfg(test)]
mod tests;
mod types;
mod variant;

use std::collections::BTreeSet;
use std::process::ExitCode;

use crate::asl::machines::{Compiled, Machines};
use crate::generated::{GeneratedCrate, Program};
use crate::print;
use crate::problem::{Problem, Result};
use asl_codegen::options::Profile;
use asl_language::random::SplitMix64;
use generate::Generator;
use job::Job;
use json::Json;
use reference::{End, Trace};

/// Options of the comparison.
#[derive(clap::Args)]
pub struct Arguments {
    /// Number of machines
    #[arg(long, default_value_t = 400)]
    pub machines: u32,
    /// Number of inputs for each machine
    #[arg(long, default_value_t = 12)]
    pub inputs: u32,
    /// Seed of the machines
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Number of JSONata expressions
    #[arg(long, default_value_t = 600)]
    pub expressions: u32,
    /// Number of machines with types
    #[arg(long, default_value_t = 2_000)]
    pub types: u32,
}

/// Percentage of machines of which another version is compiled, too.
const VARIANTS: u64 = 30;

/// Maximum number of printed disagreements.
const SHOWN: usize = 3;

/// The result.
pub struct Outcome {
    /// The summary.
    pub summary: String,
    /// True if all runs agreed.
    pub agreed: bool,
}

/// A run to compare.
struct Planned {
    machine: usize,
    /// The version to which its executions move.
    next: Option<usize>,
    definition: Json,
    job: Job,
    end: End,
    trace: Trace,
}

/// A run that differs.
struct Disagreement<'a> {
    planned: &'a Planned,
    what: String,
    told: String,
}

#[derive(Default)]
struct Plan {
    runs: Vec<Planned>,
    refused: Vec<String>,
    /// Claims of the compiler about data that a run disproves.
    untrue: Vec<String>,
    /// Machines with states that always fail.
    failing: u32,
    /// Number of machines that cannot end, and of runs that are too long.
    left_out: u32,
}

/// The command.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let outcome = compare(arguments)?;
    print::line(&outcome.summary);
    Ok(if outcome.agreed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Compares machines under both profiles, then expressions and what is found about types, as many as
/// are asked for, and prints the smallest disagreements.
pub fn compare(arguments: &Arguments) -> Result<Outcome> {
    let Arguments { machines, inputs, seed, expressions, types } = *arguments;
    let mut outcomes = Vec::new();
    if machines > 0 {
        outcomes.push(("profile spec", compare_profile(arguments, Profile::Spec)?));
        outcomes.push(("profile aws", compare_profile(arguments, Profile::Aws)?));
    }
    if expressions > 0 {
        outcomes.push(("JSONata", jsonata::compare(expressions, inputs, seed)?));
    }
    if types > 0 {
        outcomes.push(("types", types::compare(types, seed)?));
    }
    let lines: Vec<_> =
        outcomes.iter().map(|(part, outcome)| format!("{part}: {}", outcome.summary)).collect();
    let agreed = outcomes.iter().all(|(_, outcome)| outcome.agreed);
    Ok(Outcome { summary: lines.join("\n"), agreed })
}

fn compare_profile(arguments: &Arguments, profile: Profile) -> Result<Outcome> {
    let mut machines = Machines::new(profile).with_failing();
    let plan = plan(arguments, profile, &mut machines);
    let program = crate_of("differ-machines", &machines).build()?;
    let mut moves = Moves::default();
    let disagreements = differences(&program, &plan.runs, &mut moves)?;
    for refused in plan.refused.iter().take(SHOWN).chain(plan.untrue.iter().take(SHOWN)) {
        print::line(refused);
    }
    let mut smallest: Vec<_> = disagreements.iter().collect();
    smallest
        .sort_by_key(|found| found.planned.definition.nodes() + found.planned.trace.entered.len());
    for found in smallest.into_iter().take(SHOWN) {
        print::line(&shown(found));
    }
    let open = plan.runs.iter().filter(|run| run.trace.ambiguous).count();
    let states: usize = plan.runs.iter().map(|run| run.trace.entered.len()).sum();
    let succeeded = plan.runs.iter().filter(|run| run.end.is_ok()).count();
    let summary = format!(
        "{} runs of {} machines ({states} states entered, {succeeded} succeed, {open} with an open order, {} left out); {} \
         differ, {} machines refused, {} have states that always fail, {} times the data were not as foretold; \
         {} pairs of versions: {} of {} steps can move, {} are the same until then",
        plan.runs.len(),
        arguments.machines,
        plan.left_out,
        disagreements.len(),
        plan.refused.len(),
        plan.failing,
        plan.untrue.len(),
        moves.pairs.len(),
        moves.moved,
        moves.steps,
        moves.proved,
    );
    Ok(Outcome {
        summary,
        agreed: disagreements.is_empty() && plan.refused.is_empty() && plan.untrue.is_empty(),
    })
}

fn plan(arguments: &Arguments, profile: Profile, machines: &mut Machines) -> Plan {
    let mut generator = Generator::new(arguments.seed);
    let mut plan = Plan::default();
    let mut dice = SplitMix64::new(arguments.seed ^ 0x6d6f_7665);
    let mut known = Vec::new();
    for _ in 0..arguments.machines {
        let definition = generator.machine();
        let machine = match machines.add(&definition.to_string()) {
            Compiled::Machine(machine) => machine,
            Compiled::Refused(why) if why.iter().all(|why| why.actual.starts_with("ASL0407")) => {
                plan.left_out += 1;
                continue;
            }
            Compiled::Refused(why) => {
                let why: Vec<_> = why.iter().map(|why| why.actual.as_str()).collect();
                plan.refused.push(format!("refused: {}\n{definition}", why.join("; ")));
                continue;
            }
        };
        let variant = if dice.percent(VARIANTS) {
            let variant = variant::variant(&definition, &mut dice);
            match machines.add(&variant.to_string()) {
                Compiled::Machine(variant) => Some(variant),
                // A change may leave a state without effect, which some checks refuse.
                Compiled::Refused(_) => None,
            }
        } else {
            None
        };
        known.push(machine);
        let jobs: Vec<_> = (0..arguments.inputs).map(|_| generator.job()).collect();
        plan.hold(&definition, &jobs, profile);
        for job in jobs {
            match reference::run(&definition, &job, profile) {
                Some((end, trace)) => {
                    // Any other machine is another version, too, although a bad one.
                    let next = variant.filter(|_| dice.percent(70));
                    let next = next.or_else(|| Some(*dice.pick(&known)));
                    plan.runs.push(Planned {
                        machine,
                        next,
                        definition: definition.clone(),
                        job,
                        end,
                        trace,
                    });
                }
                None => plan.left_out += 1,
            }
        }
    }
    plan
}

impl Plan {
    /// Checks the compiler's claims about data against the runs.
    fn hold(&mut self, definition: &Json, jobs: &[Job], profile: Profile) {
        let Some(claims) = flow::Claims::of(&definition.to_string(), profile) else { return };
        self.failing += u32::from(claims.failing() > 0);
        for job in jobs {
            let Some((end, trace)) = reference::run(definition, job, profile) else { continue };
            if let Some(untrue) = claims.untrue(job, &end, &trace) {
                self.untrue.push(format!("untrue: {untrue}\n{definition}\ninput {}", job.input));
            }
        }
    }
}

/// Number of steps after which executions were moved, of those at which they could be, and of those
/// at which nothing differed until then.
#[derive(Default)]
struct Moves {
    pairs: BTreeSet<(usize, usize)>,
    steps: f64,
    moved: f64,
    proved: f64,
}

impl Moves {
    /// Counts the moves of a run. Returns what was wrong.
    fn add(&mut self, planned: &Planned, told: &Json) -> Option<String> {
        let next = planned.next?;
        self.pairs.insert((planned.machine, next));
        self.pairs.insert((next, planned.machine));
        let mut wrong = None;
        for moves in told.items_at("moves") {
            let count = |name| moves.number_at(name).unwrap_or_default();
            self.steps += count("steps");
            self.moved += count("moved");
            self.proved += count("proved");
            wrong = wrong.or_else(|| moves.text_at("wrong").map(str::to_owned));
        }
        wrong
    }
}

fn differences<'a>(
    program: &Program,
    runs: &'a [Planned],
    moves: &mut Moves,
) -> Result<Vec<Disagreement<'a>>> {
    let lines: Vec<_> = runs.iter().map(|run| run.job.line(run.machine, run.next)).collect();
    let done = program.run(&(lines.join("\n") + "\n"))?;
    let mut found = Vec::new();
    for (planned, line) in runs.iter().zip(&done.lines) {
        let told: Json =
            serde_json::from_str(line).map_err(|error| Problem::new(format!("{error}: {line}")))?;
        if let Some(wrong) = moves.add(planned, &told) {
            let what = format!("moved to machine {:?}: {wrong}", planned.next);
            found.push(Disagreement { planned, what, told: String::new() });
        }
        for way in ["straight", "restored"] {
            let run = told.get(way).unwrap_or(&Json::Null);
            if let Some(what) =
                compare::difference(&planned.definition, &planned.end, &planned.trace, run)
            {
                found.push(Disagreement {
                    planned,
                    what: format!("{way}: {what}"),
                    told: compare::told_run(run),
                });
                break;
            }
        }
    }
    if let Some(planned) = runs.get(done.lines.len()) {
        let told = done.crash.unwrap_or_else(|| "the program ended without a result".to_owned());
        found.push(Disagreement { planned, what: "crashed".to_owned(), told });
    }
    Ok(found)
}

fn shown(found: &Disagreement<'_>) -> String {
    let Planned { machine, definition, job, end, trace, next: _ } = found.planned;
    let value: serde_json::Value =
        serde_json::from_str(&definition.to_string()).unwrap_or_default();
    format!(
        "--- machine {machine}: {}\n{value:#}\ninput {}\ntasks {}\nreference:\n{}run:\n{}",
        found.what,
        job.input,
        Json::Array(job.acts.clone()),
        compare::told(end, trace),
        found.told,
    )
}

/// The difference of a machine's run from that of the reference interpreter, if that can tell.
pub(crate) fn unlike_reference(
    definition: &Json,
    job: &Job,
    profile: Profile,
    run: &Json,
) -> Option<String> {
    let (end, trace) = reference::run(definition, job, profile)?;
    let what = compare::difference(definition, &end, &trace, run)?;
    let (expected, told) = (compare::told(&end, &trace), compare::told_run(run));
    Some(format!("{what}\nreference:\n{expected}run:\n{told}"))
}

/// The crate of machines that run in virtual time, called `name`.
pub(crate) fn crate_of(name: &'static str, machines: &Machines) -> GeneratedCrate {
    let mut generated = GeneratedCrate::new(name, GeneratedCrate::LANGUAGES);
    generated.main("Runs random machines.", &["machines", "runner"]);
    generated.file("runner/mod.rs", include_str!("runner/mod.rs"));
    generated.file("runner/moves.rs", include_str!("runner/moves.rs"));
    machines.write(&mut generated);
    generated
}
