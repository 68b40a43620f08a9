//! Histories are computed on threads of their own, because a long one takes its time.

use std::mem;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;

use asl_runtime::__engine::lock;

use super::super::core::{Core, HistorySource};
use super::super::disk::Disk;
use super::super::{Request, StoreError};
use super::Answer;

/// Number of histories that are computed at a time.
const THREADS: usize = 2;

/// A request for a history, and what it is computed from.
type Job<D> = (Request, HistorySource<D>, Answer);

/// The requests for histories.
pub(super) struct Histories<D: Disk> {
    /// Requests that begin after the next commit: a history has what is on disk.
    waiting: Vec<(Request, Answer)>,
    /// The way to the threads, once there are any. They end when this is dropped.
    jobs: Option<Sender<Job<D>>>,
}

impl<D: Disk> Default for Histories<D> {
    fn default() -> Self {
        Self { waiting: Vec::new(), jobs: None }
    }
}

impl<D: Disk + 'static> Histories<D> {
    /// Adds a request.
    pub(super) fn add(&mut self, request: Request, answer: Answer) {
        self.waiting.push((request, answer));
    }

    /// Begins with the requests, after a commit.
    pub(super) fn begin(&mut self, core: &Core<D>) {
        for (request, answer) in mem::take(&mut self.waiting) {
            let (Request::History(id) | Request::HistoryPage(id, _) | Request::MapRuns(id)) =
                &request
            else {
                unreachable!("the thread of the store passes only these on")
            };
            let source = HistorySource::of(core, id);
            let begun = source.and_then(|source| Ok((self.jobs()?, source)));
            match begun {
                // A thread takes it, because none of them ends before this.
                Ok((jobs, source)) => drop(jobs.send((request, source, answer))),
                // The caller may have stopped waiting for the answer.
                Err(error) => drop(answer.send(Err(error))),
            }
        }
    }

    /// The answers to requests that have not begun.
    pub(super) fn into_waiting(self) -> impl Iterator<Item = Answer> {
        self.waiting.into_iter().map(|(_, answer)| answer)
    }

    fn jobs(&mut self) -> Result<&Sender<Job<D>>, StoreError> {
        if self.jobs.is_none() {
            let (sender, receiver) = channel();
            let receiver = Arc::new(Mutex::new(receiver));
            for _ in 0..THREADS {
                let receiver = Arc::clone(&receiver);
                let builder = thread::Builder::new().name("asl-durable-history".into());
                let spawned = builder.spawn(move || work(&receiver));
                spawned.map_err(|error| StoreError::NoThread(error.to_string()))?;
            }
            self.jobs = Some(sender);
        }
        let Some(jobs) = &self.jobs else { unreachable!("they were just made") };
        Ok(jobs)
    }
}

fn work<D: Disk>(jobs: &Mutex<Receiver<Job<D>>>) {
    loop {
        let job = lock(jobs).recv();
        let Ok((request, source, answer)) = job else { return };
        if !answer.is_closed() {
            // The caller may have stopped waiting for the answer.
            let _ = answer.send(source.answer(&request));
        }
    }
}
