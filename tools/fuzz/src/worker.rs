//! The process that runs cases. It says on standard output which case begins and how each ended, so
//! that its parent knows the case even if the process dies of it.

use std::fs;
use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::bounds::{self, Cost, Excess, Meter};
use crate::corpus::Corpus;
use crate::failure::{Failure, Kind};
use crate::targets::{self, Target, Verdict};

/// Every so many accepted inputs one is kept as a sample.
const SAMPLE_EVERY: u64 = 3;
/// Longest sample, in bytes.
const LONGEST_SAMPLE: usize = 8_000;

/// Cases to run.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[arg(long)]
    target: String,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The first case
    #[arg(long, default_value_t = 0)]
    from: u64,
    /// The first case that is not run
    #[arg(long, default_value_t = u64::MAX)]
    to: u64,
    /// The time to stop
    #[arg(long, default_value_t = u64::MAX)]
    milliseconds: u64,
    /// Runs the input in this file instead
    #[arg(long)]
    file: Option<PathBuf>,
    /// Folder for samples of accepted inputs
    #[arg(long)]
    samples: Option<PathBuf>,
}

/// A line of a worker.
#[derive(Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
pub(crate) enum Line {
    /// The corpus is read and the case begins.
    Start(u64),
    /// The case has ended: accepted or not, bytes allocated, milliseconds.
    End(bool, u64, u64),
    Failed(Failure),
}

/// Message of the last panic, with its place.
static PANIC: Mutex<Option<String>> = Mutex::new(None);

/// Runs the cases.
pub(crate) fn run(arguments: Arguments) -> ExitCode {
    let Some(target) = targets::find(&arguments.target) else { return ExitCode::FAILURE };
    panic::set_hook(Box::new(|info| {
        *PANIC.lock().unwrap_or_else(PoisonError::into_inner) = Some(info.to_string());
    }));
    bounds::limit_memory();
    let thread = std::thread::Builder::new().stack_size(target.stack);
    let done = thread.spawn(move || work(target, &arguments)).map(std::thread::JoinHandle::join);
    match done {
        Ok(Ok(Ok(()))) => ExitCode::SUCCESS,
        Ok(Ok(Err(error))) | Err(error) => {
            let _ = writeln!(io::stderr(), "{error}");
            ExitCode::FAILURE
        }
        // A panic outside of a check: of a mutation, that is.
        Ok(Err(_)) => {
            let message = PANIC.lock().unwrap_or_else(PoisonError::into_inner).take();
            let _ = writeln!(io::stderr(), "{}", message.unwrap_or_default());
            ExitCode::FAILURE
        }
    }
}

fn work(target: &Target, arguments: &Arguments) -> io::Result<()> {
    if let Some(file) = &arguments.file {
        let input = fs::read(file)?;
        say(&Line::Start(0))?;
        return say(&one(target, &input)).map(drop);
    }
    let corpus = Corpus::read()?;
    let until = Instant::now().checked_add(Duration::from_millis(arguments.milliseconds));
    let mut accepted = 0;
    for case in arguments.from..arguments.to {
        if until.is_some_and(|until| Instant::now() >= until) {
            break;
        }
        say(&Line::Start(case))?;
        let input = target.input(&corpus, arguments.seed, case);
        let line = one(target, &input);
        say(&line)?;
        if matches!(line, Line::End(true, ..)) {
            accepted += 1;
            if let Some(folder) =
                arguments.samples.as_deref().filter(|_| accepted % SAMPLE_EVERY == 1)
            {
                keep(folder, target, case, &input)?;
            }
        }
    }
    Ok(())
}

/// Runs one case.
fn one(target: &Target, input: &[u8]) -> Line {
    let meter = Meter::start();
    let checked = panic::catch_unwind(AssertUnwindSafe(|| (target.check)(input)));
    let cost = meter.cost();
    match checked {
        Err(_) => {
            let message = PANIC.lock().unwrap_or_else(PoisonError::into_inner).take();
            Line::Failed(Failure::new(Kind::Panic, message.unwrap_or_default()))
        }
        Ok(Err(wrong)) => Line::Failed(Failure::new(Kind::Wrong, wrong)),
        Ok(Ok(verdict)) => {
            // A panic on another thread, such as that of a server.
            let message = PANIC.lock().unwrap_or_else(PoisonError::into_inner).take();
            message.map_or_else(
                || end(target, verdict, cost, input.len()),
                |message| Line::Failed(Failure::new(Kind::Panic, message)),
            )
        }
    }
}

fn end(target: &Target, verdict: Verdict, cost: Cost, length: usize) -> Line {
    match cost.excess(&target.bounds, length) {
        Some((Excess::Memory, message)) => Line::Failed(Failure::new(Kind::Memory, message)),
        Some((Excess::Time, message)) => Line::Failed(Failure::new(Kind::Slow, message)),
        None => {
            let millis = u64::try_from(cost.time.as_millis()).unwrap_or(u64::MAX);
            Line::End(verdict == Verdict::Accepted, cost.bytes, millis)
        }
    }
}

fn keep(folder: &Path, target: &Target, case: u64, input: &[u8]) -> io::Result<()> {
    if input.len() > LONGEST_SAMPLE {
        return Ok(());
    }
    fs::create_dir_all(folder)?;
    fs::write(folder.join(format!("{}-{case}.{}", target.name, target.extension)), input)
}

fn say(line: &Line) -> io::Result<()> {
    let mut out = io::stdout().lock();
    serde_json::to_writer(&mut out, line)?;
    out.write_all(b"\n")?;
    out.flush()
}
