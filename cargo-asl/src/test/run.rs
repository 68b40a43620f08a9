//! Compiles the definitions of test files and runs their cases, several at a time.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use asl_codegen::source::Position;
use asl_testing::runner::{Begin, Clock};

use super::case::Case;
use super::expect;
use super::file::TestFile;
use super::script::ScriptedTasks;
use crate::arguments::CacheArguments;
use crate::cache::{Engine, Progress};
use crate::execution::{self, Cancel, Execution};
use crate::run::open_cache;
use crate::tasks::Aws;

/// The result of a case.
pub(super) struct CaseResult {
    /// Index of the test file.
    pub(super) at: usize,
    /// The test file.
    pub(super) file: String,
    /// Place of the case.
    pub(super) place: Position,
    pub(super) name: String,
    /// The expectations that were not met; empty for a case that passed.
    pub(super) failures: Vec<String>,
    pub(super) time: Duration,
    /// The execution; `None` if it could not begin or has no end.
    pub(super) execution: Option<Execution>,
}

impl CaseResult {
    pub(super) fn has_passed(&self) -> bool {
        self.failures.is_empty()
    }
}

/// Runs all cases. AWS performs the calls of its services that a case does not answer, if it is given.
///
/// # Errors
/// The reason why a definition cannot be compiled.
pub(super) fn run(
    files: &[TestFile],
    cache: &CacheArguments,
    aws: Option<&Aws>,
    cancel: &Cancel,
) -> Result<Vec<CaseResult>, String> {
    let executables = build(files, cache)?;
    let cases: Vec<(usize, &TestFile, &Path, &Case)> = files
        .iter()
        .zip(&executables)
        .enumerate()
        .flat_map(|(at, (file, executable))| {
            file.cases.iter().map(move |case| (at, file, executable.as_path(), case))
        })
        .collect();
    Ok(in_parallel(&cases, |(at, file, executable, case)| CaseResult {
        at: *at,
        ..run_case(file, executable, case, aws, cancel)
    }))
}

/// Compiles the definitions. All share the runtime.
fn build(files: &[TestFile], arguments: &CacheArguments) -> Result<Vec<PathBuf>, String> {
    let cache = open_cache(arguments, Engine::InProcess).map_err(|problem| problem.to_string())?;
    let progress = Progress::new();
    let executables = in_parallel(files, |file| {
        cache.executable(&file.program, &progress).map_err(|problem| problem.to_string())
    });
    executables.into_iter().collect()
}

/// Applies a function to each item on as many threads as there are processors. The results have
/// the order of the items.
fn in_parallel<T: Sync, R: Send>(items: &[T], apply: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get).min(items.len());
    let (next, results) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let at = next.fetch_add(1, Ordering::Relaxed)
                    && let Some(item) = items.get(at)
                {
                    let result = apply(item);
                    results.lock().unwrap_or_else(PoisonError::into_inner).insert(at, result);
                }
            });
        }
    });
    results.into_inner().unwrap_or_else(PoisonError::into_inner).into_values().collect()
}

fn run_case(
    file: &TestFile,
    executable: &Path,
    case: &Case,
    aws: Option<&Aws>,
    cancel: &Cancel,
) -> CaseResult {
    let from = Instant::now();
    let executed = if cancel.is_cancelled() {
        Err("it did not run: cancelled".to_owned())
    } else {
        begin(file, case).and_then(|begin| {
            let mut aws = aws.cloned();
            aws.iter_mut().for_each(Aws::for_one_run);
            let tasks = Arc::new(ScriptedTasks::new(&case.tasks, aws));
            execution::execute(executable, begin, &tasks, cancel)
        })
    };
    let (failures, execution) = match executed {
        Ok(execution) => (expect::failures(&case.expect, &execution), Some(execution)),
        Err(problem) => (vec![problem], None),
    };
    CaseResult {
        at: 0,
        file: file.shown().to_owned(),
        place: file.sources.position(case.span),
        name: case.name.clone(),
        failures,
        time: from.elapsed(),
        execution,
    }
}

fn begin(file: &TestFile, case: &Case) -> Result<Begin, String> {
    let mock = file.mocks.as_ref().zip(case.mock.as_ref()).map(|(mocks, name)| {
        let mocks = mocks.to_str().ok_or("the name of the mock file is not UTF-8")?;
        Ok::<_, String>((mocks.to_owned(), Some(name.clone())))
    });
    Ok(Begin {
        input: case.input.clone(),
        clock: Clock::Virtual,
        mock: mock.transpose()?,
        events: case.events.clone(),
        has_history: true,
        ..Begin::default()
    })
}
