//! `conformance asl-api DIR`: the executions of `DIR/executions/*.jsonl` run in a durable store
//! behind the Step Functions API, in real time, and boto3 starts them, waits for their ends and
//! reads their histories. The comparison is that of `conformance asl`; only delays and durations
//! are not compared, which are those of virtual time. The calls of `TestState` are made as well.

mod driver;
#[cfg(test)]
mod serve;
#[cfg(test)]
#[expect(dead_code, reason = "the generated program calls it; here it is only checked")]
mod server;
mod test_state;

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use super::case::Case;
use super::machines::Machines;
use super::observed::Observed;
#[cfg(test)]
use super::runner;
use super::{compare, plan, read};
use crate::cases::Cases;
use crate::generated::{GeneratedCrate, Program};
use crate::problem::{Problem, Result};
use crate::report::{Difference, Report};
use crate::units::{self, Stopped};
use crate::{print, process, workspace};

/// Maximum seconds of virtual time of a case, because it takes the same real time.
const LONGEST_SECONDS: u64 = 10;

/// A case to run.
struct Job {
    case: Case,
    /// Number of its machine.
    machine: usize,
    /// The line for the programs.
    line: String,
}

/// Runs the cases of a folder, or each so many-th of them.
pub(crate) fn run(cases: &Cases) -> Result<Report> {
    let python = python()?;
    let mut report = Report::new("asl through the API");
    let mut machines = Machines::new(cases.profile.into()).with_quotas();
    let mut jobs = Vec::new();
    for case in read(cases, &mut report)?.into_iter().step_by(cases.every.max(1)) {
        if let Some(job) = job(case, &mut machines, &mut report) {
            jobs.push(job);
        }
    }
    let Some(program) = machines.build(generate)? else { return Ok(report) };
    jobs.retain(|job| match machines.broken(job.machine) {
        Some(said) => {
            let difference = Difference::new("emitted code", "compiles", said);
            report.compared(job.case.id.clone(), vec![difference]);
            false
        }
        None => true,
    });
    for jobs in groups(short_enough(jobs, &program, &mut report)?) {
        let results = through_api(&jobs, &program, &python)?;
        for (job, observed) in jobs.into_iter().zip(results) {
            let case = without_times(job.case);
            report.compared(case.id.clone(), compare::differences(&case, &observed));
        }
    }
    test_state::run(cases, &python, &mut report)?;
    Ok(report)
}

/// The jobs of each server. Those that read objects have one of their own: the recordings give the
/// same names to the objects of different cases.
fn groups(jobs: Vec<Job>) -> Vec<Vec<Job>> {
    let (alone, together): (Vec<_>, Vec<_>) =
        jobs.into_iter().partition(|job| !job.case.objects.is_empty());
    let alone = alone.into_iter().map(|job| vec![job]);
    std::iter::once(together).filter(|jobs| !jobs.is_empty()).chain(alone).collect()
}

/// The reason why a case has its recorded result in virtual time only.
fn needs_virtual_time(case: &Case) -> Option<&'static str> {
    let limits = case.tasks.values().flatten().filter(|call| call.times_out).count();
    if limits > 1 {
        return Some("several time limits end at the same moment, in any order");
    }
    let cause = case.expected.cause.as_ref().map(Value::to_string).unwrap_or_default();
    let is_timestamp = case.definition.contains("\"TimestampPath\"");
    (is_timestamp && cause.contains("delay is too long"))
        .then_some("its limit counts from the time of the recording")
}

/// Programs of the Python with boto3: those that a variable names, or those that pip installs.
fn python() -> Result<PathBuf> {
    if let Some(folder) = std::env::var_os("ASL_SFN_PYTHON") {
        return Ok(PathBuf::from(folder).join("python"));
    }
    let python = asl_servers::clients::python();
    python
        .map(|python| python.program("python"))
        .map_err(|problem| Problem::new(format!("boto3 cannot be had: {problem}")))
}

/// The job of a case. A case that cannot run is in the report.
fn job(case: Case, machines: &mut Machines, report: &mut Report) -> Option<Job> {
    match plan(&case, machines) {
        Err(known) => known.report(case.id, report),
        Ok(_) if let Some(reason) = needs_virtual_time(&case) => {
            report.skip(case.id, reason);
        }
        // Express executions have no history, and a machine has one type.
        Ok(_) if case.is_express => {
            report.skip(case.id, "Express executions have no history in the API");
        }
        Ok((machine, line)) => return Some(Job { case, machine, line }),
    }
    None
}

/// The cases that take little time, as known from their runs in virtual time.
fn short_enough(jobs: Vec<Job>, program: &Program, report: &mut Report) -> Result<Vec<Job>> {
    let lines: Vec<_> = jobs.iter().map(|job| job.line.as_str()).collect();
    let results = program.run_all(&lines)?;
    let mut kept = Vec::new();
    for (job, result) in jobs.into_iter().zip(results) {
        let result = result.map_err(Stopped::Crashed);
        match units::told::<Observed>(result, "run") {
            Ok(observed) if observed.status == "RUNNING" => kept.push(job),
            Ok(observed) if observed.duration_ms <= LONGEST_SECONDS * 1000 => kept.push(job),
            Ok(_) => report.skip(job.case.id, "it takes longer than ten seconds"),
            Err(differences) => report.compared(job.case.id, differences),
        }
    }
    Ok(kept)
}

/// Serves the jobs' machines, and lets boto3 run the jobs.
fn through_api(jobs: &[Job], program: &Program, python: &Path) -> Result<Vec<Observed>> {
    let folder = program.folder().join("api");
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| Problem::at(&folder, &error))?;
    }
    fs::create_dir_all(&folder).map_err(|error| Problem::at(&folder, &error))?;
    let file = |name: &str| folder.join(name);
    let (tasks, requests) = (file("jobs.jsonl"), file("requests.jsonl"));
    let lines = |line: &dyn Fn(usize, &Job) -> String| {
        jobs.iter().enumerate().map(|(number, job)| line(number, job) + "\n").collect::<String>()
    };
    write(&tasks, &lines(&|_, job| job.line.clone()))?;
    write(&requests, &lines(&|number, job| request(number, job).to_string()))?;
    let server = Server::start(program, &[&tasks, &file("calls.jsonl"), &file("store")])?;
    print::error(&format!("{} executions through {}", jobs.len(), server.url));
    let results = answers(server, &folder, python, driver::SCRIPT)?;
    driver::observed(jobs.len(), &results, &file("calls.jsonl"))
}

/// Runs a script of boto3 on the requests of a folder, and stops the server. Returns the results.
fn answers(mut server: Server, folder: &Path, python: &Path, script: &str) -> Result<String> {
    let file = |name: &str| folder.join(name);
    write(&file("driver.py"), script)?;
    let mut driver = Command::new(python);
    driver.args([file("driver.py"), file("requests.jsonl"), file("results.jsonl")]);
    process::quiet(driver.env("ENDPOINT", &server.url))?
        .map_err(|said| Problem::new(format!("the client of boto3:\n{said}")))?;
    server.stop()?;
    workspace::read(&file("results.jsonl"))
}

/// The request of the client for a job.
fn request(number: usize, job: &Job) -> Value {
    json!({
        "name": name(number),
        "machine": format!("machine_{}", job.machine),
        "input": job.case.input,
        "runs": job.case.expected.status == "RUNNING",
    })
}

/// The name of the execution of a job.
fn name(number: usize) -> String {
    format!("case-{number}")
}

fn write(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).map_err(|error| Problem::at(path, &error))
}

/// The case without expectations on time.
fn without_times(case: Case) -> Case {
    Case { expected_delays: None, expected_duration: None, ..case }
}

/// The generated program, serving.
struct Server {
    process: Child,
    url: String,
}

impl Server {
    fn start(program: &Program, arguments: &[&Path]) -> Result<Self> {
        let mut command = Command::new(program.path());
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let spawned = command.spawn();
        let mut process = spawned.map_err(|error| {
            Problem::new(format!("cannot run {}: {error}", process::shown(&command)))
        })?;
        let mut url = String::new();
        if let Some(output) = process.stdout.take() {
            // It prints its address when it is ready, and nothing if it fails.
            let _ = BufReader::new(output).read_line(&mut url);
        }
        let server = Self { process, url: url.trim().to_owned() };
        if server.url.is_empty() {
            return Err(Problem::new("the server of the machines did not start"));
        }
        Ok(server)
    }

    /// Ends the server: it runs until its standard input is closed.
    fn stop(&mut self) -> Result<()> {
        drop(self.process.stdin.take());
        let done = self.process.wait();
        let done = done.map_err(|error| Problem::new(format!("the server: {error}")))?;
        if done.success() {
            return Ok(());
        }
        Err(Problem::new(format!("the server of the machines ended: {done}")))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A crate of a program that serves machines.
fn served(name: &'static str) -> GeneratedCrate {
    let mut generated = GeneratedCrate::with_libraries(name);
    generated.file("serve.rs", include_str!("serve.rs"));
    generated
}

fn generate(machines: &Machines) -> GeneratedCrate {
    let mut generated = served("conformance-asl-api");
    generated.file("main.rs", include_str!("main.txt"));
    generated.file("jobs.rs", include_str!("../../jobs.rs"));
    generated.file("runner/mod.rs", include_str!("../runner/mod.rs"));
    generated.file("runner/script.rs", include_str!("../runner/script.rs"));
    generated.file("server.rs", include_str!("server.rs"));
    machines.write(&mut generated);
    generated
}
