//! The tables of a shard in memory, as a server of PostgreSQL has them: connections are lost before
//! or after a statement, statements arrive late, other processes take the shard, and space ends.
//! Every statement has the conditions that those of `asl-postgres` have.

use std::collections::BTreeMap;
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use asl_durable::shard::ExecutionRow;
use asl_language::random::SplitMix64;
use asl_postgres::testing::{Bytes, Change, Failure, Held, Tables};
use asl_value::encoding::hexadecimal;

use crate::log::log;

/// The only shard.
pub(crate) const SHARD: i32 = 3;
/// Number of attempts until a call fails.
const ATTEMPTS: u32 = 3;

/// The end of an attempt of a statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fate {
    /// The connection is lost before the statement arrives; it may arrive later.
    LostBefore,
    /// The connection is lost with the answer.
    LostAfter,
    /// As the first one, and the process ends.
    DiesBefore,
    /// As the second one, and the process ends.
    DiesAfter,
    /// Another process takes the shard before.
    Taken,
    /// The server has no space.
    Full,
}

impl Fate {
    pub(crate) const ALL: [Self; 6] = [
        Self::LostBefore,
        Self::LostAfter,
        Self::DiesBefore,
        Self::DiesAfter,
        Self::Taken,
        Self::Full,
    ];
}

/// A statement that changes something, with the process that has sent it.
#[derive(Clone)]
enum Statement {
    Change(u64, Held, Change),
    Write(u64, Bytes),
}

/// The answer to a statement: the number of changed rows.
type Answer = Result<i64, Failure>;

/// The tables of the server, and what happens to calls.
pub(crate) struct State {
    owner: u64,
    epoch: i64,
    /// Names of files.
    files: BTreeMap<i64, String>,
    /// Batches by file and position, with their epochs.
    batches: BTreeMap<(i64, i64), (i64, Vec<u8>)>,
    pub(crate) rows: BTreeMap<String, ExecutionRow>,
    /// Statements that may still arrive.
    late: Vec<Statement>,
    dice: SplitMix64,
    /// Number of statements since the process has the shard, and what happens to some of them.
    pub(crate) calls: u64,
    fates: BTreeMap<u64, Fate>,
    is_dead: bool,
    /// True if the process has met a fate that it cannot overcome: errors are expected.
    pub(crate) is_hit: bool,
    /// True if the server loses batches that it has confirmed.
    pub(crate) forgets: bool,
    pub(crate) counts: Counts,
}

/// Counts of events.
#[derive(Clone, Copy, Default)]
pub(crate) struct Counts {
    /// Fates that were met.
    pub(crate) met: u64,
    pub(crate) lost: u64,
    pub(crate) late: u64,
    pub(crate) refused: u64,
}

impl Counts {
    pub(crate) fn add(&mut self, other: Self) {
        self.met += other.met;
        self.lost += other.lost;
        self.late += other.late;
        self.refused += other.refused;
    }
}

/// The server. Processes share it.
#[derive(Clone)]
pub(crate) struct Server(Arc<Mutex<State>>);

/// The connection of a process.
pub(crate) struct Connection {
    server: Server,
    process: u64,
}

impl Connection {
    /// The process that it is of.
    pub(crate) fn process(&self) -> u64 {
        self.process
    }
}

impl Server {
    pub(crate) fn new(seed: u64) -> Self {
        let dice = SplitMix64::new(seed);
        Self(Arc::new(Mutex::new(State {
            owner: 0,
            epoch: 0,
            files: BTreeMap::new(),
            batches: BTreeMap::new(),
            rows: BTreeMap::new(),
            late: Vec::new(),
            dice,
            calls: 0,
            fates: BTreeMap::new(),
            is_dead: false,
            is_hit: false,
            forgets: false,
            counts: Counts::default(),
        })))
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives the shard to a process, whose statements of these numbers have fates.
    pub(crate) fn take(&self, fates: BTreeMap<u64, Fate>) -> (Connection, Held) {
        let mut state = self.state();
        state.take();
        (state.calls, state.fates) = (0, fates);
        (state.is_dead, state.is_hit) = (false, false);
        let held = Held { shard: SHARD, epoch: state.epoch };
        (Connection { server: self.clone(), process: state.owner }, held)
    }

    /// All files, batches, and rows of executions, as texts.
    pub(crate) fn tables(&self) -> [Vec<String>; 3] {
        let state = self.state();
        let files = state.files.iter().map(|(file, name)| format!("{file}|{name}"));
        let batches = state.batches.iter().map(|((file, position), (epoch, bytes))| {
            format!("{file}|{position}|{epoch}|{}", hexadecimal(bytes))
        });
        [files.collect(), batches.collect(), state.rows.values().map(text_of).collect()]
    }

    /// Returns true if this text is in a batch.
    pub(crate) fn holds(&self, text: &str) -> bool {
        let text = text.as_bytes();
        let state = self.state();
        state.batches.values().any(|(_, bytes)| bytes.windows(text.len()).any(|it| it == text))
    }

    /// The first position without a batch that has batches behind it.
    pub(crate) fn gap(&self) -> Option<(i64, i64)> {
        let state = self.state();
        let mut last = (0, 0);
        for ((file, position), (_, bytes)) in &state.batches {
            let expected = if last.0 == *file { last.1 } else { 0 };
            if *position != expected {
                return Some((*file, expected));
            }
            last = (*file, position + length(bytes));
        }
        None
    }
}

impl State {
    /// Another process has the shard, or the same one under another number.
    fn take(&mut self) {
        self.epoch += 1;
        if !self.dice.percent(20) {
            self.owner = self.dice.next_u64();
        }
        if self.forgets && self.dice.percent(50) {
            self.forget();
        }
    }

    /// Loses the batch that was written last.
    fn forget(&mut self) {
        let newest = self.files.iter().filter(|(_, name)| name.strip_suffix(".log").is_some());
        let Some((file, _)) = newest.max_by_key(|(_, name)| name.as_str()) else { return };
        let last = self.batches.range((*file, 1)..=(*file, i64::MAX)).next_back();
        if let Some(key) = last.map(|(key, _)| *key) {
            self.batches.remove(&key);
        }
    }

    /// Statements arrive that were taken for lost.
    fn deliver(&mut self) {
        while !self.late.is_empty() && self.dice.percent(30) {
            let at = usize::try_from(self.dice.below(self.late.len() as u64)).unwrap_or(0);
            let statement = self.late.swap_remove(at);
            self.counts.late += 1;
            // Nobody waits for the answer.
            drop(self.execute(&statement));
        }
    }

    fn execute(&mut self, statement: &Statement) -> Answer {
        let (process, held) = match statement {
            Statement::Change(process, held, _) => (*process, *held),
            Statement::Write(process, bytes) => (*process, bytes.held),
        };
        if (process, held.epoch, held.shard) != (self.owner, self.epoch, SHARD) {
            self.counts.refused += 1;
            return Err(Failure::Fenced);
        }
        match statement {
            Statement::Change(_, _, change) => self.change(change),
            Statement::Write(_, bytes) => self.write(bytes),
        }
    }

    fn change(&mut self, change: &Change) -> Answer {
        let number =
            |name: &str| self.files.iter().find(|(_, other)| *other == name).map(|(file, _)| *file);
        let conflict = || Err(Failure::Refused("the name or the number exists".to_owned()));
        match change {
            Change::Create(file, name) => match number(name) {
                Some(other) => Ok(i64::from(other == *file)),
                None if self.files.contains_key(file) => conflict(),
                None => {
                    self.files.insert(*file, name.clone());
                    Ok(1)
                }
            },
            Change::Rename(file, _) if !self.files.contains_key(file) => Ok(0),
            Change::Rename(file, name) if number(name).is_some_and(|it| it != *file) => conflict(),
            Change::Rename(file, name) => {
                self.files.insert(*file, name.clone());
                Ok(1)
            }
            Change::Remove(file) => Ok(i64::from(self.files.remove(file).is_some())),
            Change::Erase(_) | Change::Sweep => {
                let (files, before) = (&self.files, self.batches.len());
                let only = if let Change::Erase(file) = change { Some(*file) } else { None };
                self.batches.retain(|(file, _), _| {
                    files.contains_key(file) || only.is_some_and(|only| only != *file)
                });
                Ok(i64::try_from(before - self.batches.len()).unwrap_or(i64::MAX))
            }
        }
    }

    fn write(&mut self, bytes: &Bytes) -> Answer {
        let Bytes { held, file, position, records, rows } = bytes;
        let before = self.batches.range((*file, i64::MIN)..(*file, *position)).next_back();
        let end = before.map_or(0, |((_, position), (_, bytes))| position + length(bytes));
        if !self.files.contains_key(file) || end != *position {
            self.counts.refused += 1;
            return Err(Failure::Lost);
        }
        if let Some((epoch, known)) = self.batches.get_mut(&(*file, *position)) {
            if known != records {
                return Err(Failure::Lost);
            }
            *epoch = held.epoch;
            return Ok(1);
        }
        self.batches.insert((*file, *position), (held.epoch, records.clone()));
        for row in rows {
            match row {
                ExecutionRow::Present { id, .. } => {
                    self.rows.insert(id.to_string(), row.clone());
                }
                ExecutionRow::Gone { id } => drop(self.rows.remove(id.as_str())),
            }
        }
        Ok(1)
    }

    /// Counts a call, and says what happens to it.
    fn begin(&mut self) -> Result<Option<Fate>, Failure> {
        if self.is_dead {
            return Err(Failure::Away("the process has ended".to_owned()));
        }
        self.deliver();
        let fate = self.fates.remove(&self.calls);
        self.calls += 1;
        self.counts.met += u64::from(fate.is_some());
        if fate == Some(Fate::Taken) {
            self.is_hit = true;
            self.take();
        }
        if self.forgets && self.dice.percent(2) {
            self.is_hit = true;
            self.forget();
        }
        Ok(fate)
    }

    /// Makes a call until it has an answer.
    fn persist(&mut self, statement: &Statement) -> Answer {
        for attempt in 0..ATTEMPTS {
            let fate = self.begin()?;
            if let Some(fate) = fate {
                log(|| format!("call {}: {fate:?}", self.calls - 1));
            }
            match fate {
                None | Some(Fate::Taken) => return self.execute(statement),
                // The connection counts as lost if an attempt before may have had an effect.
                Some(Fate::Full) if attempt == 0 => {
                    self.is_hit = true;
                    return Err(Failure::Full("full".to_owned()));
                }
                Some(Fate::Full) => {}
                Some(Fate::LostBefore | Fate::DiesBefore) => self.late.push(statement.clone()),
                Some(Fate::LostAfter | Fate::DiesAfter) => {
                    drop(self.execute(statement));
                    // The server may have received an attempt before as well.
                    if self.dice.percent(30) {
                        self.late.push(statement.clone());
                    }
                }
            }
            self.counts.lost += 1;
            self.is_dead = matches!(fate, Some(Fate::DiesBefore | Fate::DiesAfter));
            if self.is_dead {
                break;
            }
            if self.dice.percent(50) {
                // The next attempt is lost as well: the process may give up.
                self.fates.insert(self.calls, Fate::LostBefore);
            }
        }
        self.is_hit = true;
        Err(Failure::Away("it does not answer".to_owned()))
    }

    /// Begins a call that changes nothing.
    fn look(&mut self) -> Result<(), Failure> {
        match self.begin()? {
            None | Some(Fate::Taken | Fate::Full) => Ok(()),
            Some(fate) => {
                self.is_hit = true;
                self.is_dead = matches!(fate, Fate::DiesBefore | Fate::DiesAfter);
                Err(Failure::Away("it does not answer".to_owned()))
            }
        }
    }
}

fn length(bytes: &[u8]) -> i64 {
    i64::try_from(bytes.len()).unwrap_or(i64::MAX)
}

impl Tables for Connection {
    fn name(&self) -> &'static str {
        "simulated"
    }

    fn names(&self, _: i32) -> Result<Vec<String>, Failure> {
        let mut state = self.server.state();
        state.look()?;
        Ok(state.files.values().cloned().collect())
    }

    fn find(&self, _: i32, name: &str) -> Result<Option<i64>, Failure> {
        let mut state = self.server.state();
        state.look()?;
        Ok(state.files.iter().find(|(_, other)| *other == name).map(|(file, _)| *file))
    }

    fn end(&self, _: i32, file: i64) -> Result<i64, Failure> {
        let mut state = self.server.state();
        state.look()?;
        let last = state.batches.range((file, i64::MIN)..=(file, i64::MAX)).next_back();
        Ok(last.map_or(0, |((_, position), (_, bytes))| position + length(bytes)))
    }

    fn read(
        &self,
        _: i32,
        file: i64,
        (from, to): (i64, i64),
    ) -> Result<Vec<(i64, Vec<u8>)>, Failure> {
        let mut state = self.server.state();
        state.look()?;
        let first = state.batches.range((file, i64::MIN)..=(file, from)).next_back();
        let first = first.map_or((file, 0), |(key, _)| *key);
        let part = |((_, position), (_, bytes)): (&(i64, i64), &(i64, Vec<u8>))| {
            let index = |at: i64| usize::try_from(at - position).unwrap_or(0).min(bytes.len());
            (*position, bytes.get(index(from)..index(to)).unwrap_or_default().to_vec())
        };
        Ok(state.batches.range(first..(file, to)).map(part).collect())
    }

    fn change(&self, held: Held, change: Change) -> Result<i64, Failure> {
        self.server.state().persist(&Statement::Change(self.process, held, change))
    }

    fn post(&self, held: Held, change: Change) {
        let mut state = self.server.state();
        if !state.is_dead {
            state.late.push(Statement::Change(self.process, held, change));
        }
    }

    fn write(&self, mut bytes: Bytes) -> Result<(), (Failure, Vec<ExecutionRow>)> {
        let written = self.server.state().persist(&Statement::Write(self.process, bytes.clone()));
        written.map(drop).map_err(|failure| (failure, mem::take(&mut bytes.rows)))
    }
}

/// A row as the query of the real server gives it.
fn text_of(row: &ExecutionRow) -> String {
    let ExecutionRow::Present {
        id,
        machine,
        version,
        state,
        started,
        stopped,
        wakes,
        error,
        label,
        redrives,
    } = row
    else {
        return "gone".to_owned();
    };
    let time = |time: &Option<u64>| time.map_or("-1".to_owned(), |time| time.to_string());
    let (stopped, wakes) = (time(stopped), time(wakes));
    let error = error.as_deref().unwrap_or("-");
    format!(
        "{id}|{machine}|{version}|{state}|{started}|{stopped}|{wakes}|{error}|{label}|{redrives}"
    )
}
