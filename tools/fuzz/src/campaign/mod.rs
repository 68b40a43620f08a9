//! Runs targets in worker processes, one after the other, and collects what fails.

mod child;
mod shrink;

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use self::child::{Heard, Worker};
use crate::corpus::Corpus;
use crate::failure::{Failure, Kind};
use crate::folders;
use crate::targets::Target;
use crate::worker::Line;

/// Number of different failures after which a target is abandoned.
const MOST_FAILURES: usize = 8;

/// Settings of a run.
#[derive(Debug)]
pub(crate) struct Settings {
    pub(crate) seed: u64,
    /// First case.
    pub(crate) from: u64,
    /// The end of the cases, exclusive.
    pub(crate) to: u64,
    /// Maximum time without an answer of a worker.
    pub(crate) patience: Duration,
    /// Folder for samples of accepted inputs.
    pub(crate) samples: Option<PathBuf>,
}

/// Result of a target.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) cases: u64,
    /// The case after the last one that was started.
    next: u64,
    pub(crate) accepted: u64,
    /// Maximum bytes allocated by a case.
    pub(crate) bytes: u64,
    /// Maximum processor time of a case, in milliseconds.
    pub(crate) millis: u64,
    pub(crate) findings: Vec<Finding>,
}

/// A failure, its case and its files.
#[derive(Debug)]
pub(crate) struct Finding {
    pub(crate) case: u64,
    pub(crate) failure: Failure,
    pub(crate) input: PathBuf,
    /// A smaller input with the same failure, and its length.
    pub(crate) smaller: Option<(PathBuf, usize)>,
}

/// Runs the cases of a target until its time is over.
pub(crate) fn run(
    target: &Target,
    settings: &Settings,
    corpus: &Corpus,
    time: Duration,
) -> io::Result<Tally> {
    let until = Instant::now() + time;
    let mut tally = Tally::default();
    let mut known = BTreeSet::new();
    let mut from = settings.from;
    while from < settings.to && Instant::now() < until && tally.findings.len() < MOST_FAILURES {
        let left = until.saturating_duration_since(Instant::now());
        let failures = watch(target, settings, from, left, &mut tally)?;
        let Some((last, _)) = failures.last() else { break };
        from = tally.next.max(last + 1);
        for (case, failure) in failures {
            if known.insert(failure.key()) {
                let finding = keep(target, settings, corpus, case, failure)?;
                tally.findings.push(finding);
            }
        }
    }
    Ok(tally)
}

/// Runs one worker until it ends, hangs or has failed in too many ways. Returns one case for each
/// kind of failure, in their order; the last one has stopped the worker.
fn watch(
    target: &Target,
    settings: &Settings,
    from: u64,
    left: Duration,
    tally: &mut Tally,
) -> io::Result<Vec<(u64, Failure)>> {
    let mut worker = Worker::start(&arguments(target, settings, from, left))?;
    let mut current = None;
    let mut failures: Vec<(u64, Failure)> = Vec::new();
    loop {
        let (failure, has_stopped) = match worker.next(settings.patience)? {
            Heard::Line(Line::Start(case)) => {
                current = Some(case);
                tally.cases += 1;
                tally.next = case + 1;
                continue;
            }
            Heard::Line(Line::End(accepted, bytes, millis)) => {
                tally.accepted += u64::from(accepted);
                tally.bytes = tally.bytes.max(bytes);
                tally.millis = tally.millis.max(millis);
                continue;
            }
            Heard::Line(Line::Failed(failure)) => (failure, false),
            Heard::Ended { is_well: true, .. } => return Ok(failures),
            Heard::Ended { said, .. } => (Failure::new(Kind::Crash, said.replace('\n', " ")), true),
            Heard::Silent => {
                let message = format!("no end after {:?}", settings.patience);
                (Failure::new(Kind::Hang, message), true)
            }
        };
        let Some(case) = current else {
            return Err(io::Error::other(format!("a worker did not begin: {}", failure.message)));
        };
        let is_known = failures.iter().any(|(_, known)| known.key() == failure.key());
        if has_stopped || !is_known {
            failures.push((case, failure));
        }
        if has_stopped || failures.len() == MOST_FAILURES {
            return Ok(failures);
        }
    }
}

fn arguments(target: &Target, settings: &Settings, from: u64, left: Duration) -> Vec<String> {
    let mut arguments = vec![
        format!("--target={}", target.name),
        format!("--seed={}", settings.seed),
        format!("--from={from}"),
        format!("--to={}", settings.to),
        format!("--milliseconds={}", left.as_millis()),
    ];
    arguments
        .extend(settings.samples.iter().map(|folder| format!("--samples={}", folder.display())));
    arguments
}

/// Writes the input of a failure, and a smaller one if there is one.
fn keep(
    target: &Target,
    settings: &Settings,
    corpus: &Corpus,
    case: u64,
    failure: Failure,
) -> io::Result<Finding> {
    let input = target.input(corpus, settings.seed, case);
    let stem = format!("{}-{}-{case}", target.name, settings.seed);
    let path = folders::findings().join(format!("{stem}.{}", target.extension));
    fs::create_dir_all(folders::findings())?;
    fs::write(&path, &input)?;
    let smaller = shrink::smaller(target, &input, &failure, settings.patience)?;
    let smaller = match smaller {
        Some(bytes) => {
            let path = folders::findings().join(format!("{stem}.small.{}", target.extension));
            fs::write(&path, &bytes)?;
            Some((path, bytes.len()))
        }
        None => None,
    };
    Ok(Finding { case, failure, input: path, smaller })
}

/// Runs the input of a file. Returns how it fails.
pub(crate) fn run_file(
    target: &Target,
    file: &Path,
    patience: Duration,
) -> io::Result<Option<Failure>> {
    let arguments = [format!("--target={}", target.name), format!("--file={}", file.display())];
    let mut worker = Worker::start(&arguments)?;
    loop {
        match worker.next(patience)? {
            Heard::Line(Line::Start(_) | Line::End(..)) => {}
            Heard::Line(Line::Failed(failure)) => return Ok(Some(failure)),
            Heard::Ended { is_well: true, .. } => return Ok(None),
            Heard::Ended { said, .. } => {
                return Ok(Some(Failure::new(Kind::Crash, said.replace('\n', " "))));
            }
            Heard::Silent => {
                return Ok(Some(Failure::new(Kind::Hang, format!("no end after {patience:?}"))));
            }
        }
    }
}
