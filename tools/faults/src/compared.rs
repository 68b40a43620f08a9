//! Compares the simulated tables with those of a real server: the same random statements, of owners
//! and of processes that have lost the shard, have the same answers and leave the same rows.

use std::collections::BTreeMap;

use asl_durable::shard::ExecutionRow;
use asl_durable::{State, Version};
use asl_language::random::SplitMix64;
use asl_postgres::testing::{Bytes, Change, Failure, Held, RealTables, Tables};
use asl_postgres::tokio_postgres::types::FromSqlOwned;
use asl_postgres::tokio_postgres::{Client, NoTls, connect};
use tokio::runtime::{Builder, Runtime};

use crate::part::Fault;
use crate::server::{Connection, SHARD, Server};

/// Processes of the real server that have the shard in turns.
const PROCESSES: usize = 3;
/// Statements between two comparisons of all rows.
const EVERY: u64 = 5;
/// All rows: the files, the batches, and the executions.
const FILES: &str =
    "select concat_ws('|', file, name) from asl_file where shard = $1 order by file";
const BATCHES: &str = "select concat_ws('|', file, position, epoch, encode(records, 'hex')) \
     from asl_batch where shard = $1 order by file, position";
const ROWS: &str = "select concat_ws('|', id, machine, version, status, \
         round(extract(epoch from started) * 1000)::int8, \
         coalesce(round(extract(epoch from stopped) * 1000)::int8, -1), \
         coalesce(round(extract(epoch from wakes) * 1000)::int8, -1), \
         coalesce(error, '-'), label, redrives) \
     from asl_execution where shard = $1 order by id";
/// Removes what an earlier run has left.
const EMPTY: &str = "delete from asl_execution; delete from asl_batch; delete from asl_file";
const TAKE: &str = "update asl_shard set owner = $2, epoch = $3, \
     lease_until = now() + interval '1 hour' where shard = $1";

/// Both servers, and those who have or had the shard.
struct Pair {
    dice: SplitMix64,
    simulated: Server,
    real: Vec<RealTables>,
    runtime: Runtime,
    sql: Client,
    /// The simulated connections with the indexes of the real ones, the newest last.
    owners: Vec<(Connection, usize, Held)>,
}

/// Makes so many random statements in the store at this address, whose shards nobody has.
///
/// # Errors
/// An answer or a row differs, or the server cannot be reached.
pub fn run(url: &str, seed: u64, statements: u64) -> Result<String, Fault> {
    let fault = |what: String| Fault::new(what, seed);
    let mut pair = Pair::begin(url, seed).map_err(fault)?;
    let mut answers: BTreeMap<&str, u64> = BTreeMap::new();
    for number in 0..statements {
        if number == 0 || pair.dice.percent(8) {
            pair.take().map_err(fault)?;
        }
        let (what, [simulated, real]) = pair.ask();
        if simulated != real {
            let text = format!("statement {number}, {what}: simulated {simulated}, real {real}");
            return Err(fault(text));
        }
        let kinds = ["Fenced", "Lost", "Refused"];
        let kind = kinds.into_iter().find(|kind| real == *kind).unwrap_or("answered");
        *answers.entry(kind).or_default() += 1;
        if number % EVERY == 0 || number + 1 == statements {
            pair.compare().map_err(|what| fault(format!("after statement {number}: {what}")))?;
        }
    }
    Ok(format!("{statements} statements: {answers:?}"))
}

impl Pair {
    fn begin(url: &str, seed: u64) -> Result<Self, String> {
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.map_err(|error| error.to_string())?;
        let (sql, connection) =
            runtime.block_on(connect(url, NoTls)).map_err(|error| error.to_string())?;
        drop(runtime.spawn(connection));
        runtime.block_on(sql.batch_execute(EMPTY)).map_err(|error| error.to_string())?;
        let real = (0..PROCESSES).map(|_| RealTables::connect(url));
        let real = real.collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string())?;
        let mut dice = SplitMix64::new(seed);
        let simulated = Server::new(dice.next_u64());
        Ok(Self { dice, simulated, real, runtime, sql, owners: Vec::new() })
    }

    /// The shard goes to a process, or to the same one under another number.
    fn take(&mut self) -> Result<(), String> {
        let before = self.owners.last().map(|(owner, index, _)| (owner.process(), *index));
        let (owner, held) = self.simulated.take(BTreeMap::new());
        let index = match before {
            Some((process, index)) if process == owner.process() => index,
            Some((_, index)) => (index + 1) % PROCESSES,
            None => 0,
        };
        let process = self.real.get(index).map_or("", RealTables::process);
        let taken = async { self.sql.execute(TAKE, &[&held.shard, &process, &held.epoch]).await };
        self.runtime.block_on(taken).map_err(|error| error.to_string())?;
        self.owners.push((owner, index, held));
        Ok(())
    }

    /// Makes a statement on both. Returns what it is, and both answers.
    fn ask(&mut self) -> (String, [String; 2]) {
        let back = if self.dice.percent(85) { 0 } else { self.dice.index(self.owners.len()) };
        let at = self.owners.len() - 1 - back;
        let file = i64::try_from(self.dice.between(1, 6)).unwrap_or(1);
        let statement = self.dice.below(10);
        let name = (*self.dice.pick(&["1.log", "2.log", "2.log.new"])).to_owned();
        let position = self.position(file);
        let from = i64::try_from(self.dice.below(40)).unwrap_or(0);
        let to = from + i64::try_from(self.dice.below(40)).unwrap_or(0);
        let Some((simulated, index, held)) = self.owners.get(at) else {
            unreachable!("the index is that of an owner")
        };
        let held = *held;
        let bytes = (statement < 4).then(|| bytes(&mut self.dice, held, file, position));
        let change = match self.dice.below(6) {
            0 | 1 => Change::Create(file, name.clone()),
            2 => Change::Rename(file, name.clone()),
            3 => Change::Remove(file),
            4 => Change::Erase(file),
            _ => Change::Sweep,
        };
        let Some(real) = self.real.get(*index) else { unreachable!("it has an index") };
        let both: [&dyn Tables; 2] = [simulated, real.tables()];
        let what = format!("{statement} {held:?} file {file} {change:?} {bytes:?} {from}..{to}");
        let answers = both.map(|tables| match statement {
            0..4 => {
                let Some(bytes) = &bytes else { unreachable!("it was made") };
                answer(tables.write(bytes.clone()).map_err(|(failure, _)| failure))
            }
            4..7 => answer(tables.change(held, change.clone())),
            7 => answer(tables.names(SHARD).map(|mut names| {
                names.sort();
                names
            })),
            8 => {
                answer(tables.find(SHARD, &name).and_then(|it| Ok((it, tables.end(SHARD, file)?))))
            }
            _ => answer(tables.read(SHARD, file, (from, to))),
        });
        (what, answers)
    }

    /// The end of a file, or another position.
    fn position(&mut self, file: i64) -> i64 {
        let end = self.owners.last().and_then(|(owner, ..)| owner.end(SHARD, file).ok());
        let end = end.unwrap_or(0);
        match self.dice.below(10) {
            0 => i64::try_from(self.dice.below(30)).unwrap_or(0),
            1 => (end - 4).max(0),
            _ => end,
        }
    }

    /// Compares all rows.
    fn compare(&self) -> Result<(), String> {
        for (sql, simulated) in [FILES, BATCHES, ROWS].into_iter().zip(self.simulated.tables()) {
            let real: Vec<String> = self.column(sql)?;
            if real != simulated {
                return Err(format!("{sql}: simulated {simulated:#?}, real {real:#?}"));
            }
        }
        Ok(())
    }

    fn column<T: FromSqlOwned>(&self, sql: &str) -> Result<Vec<T>, String> {
        let rows = self.runtime.block_on(self.sql.query(sql, &[&SHARD]));
        Ok(rows.map_err(|error| error.to_string())?.iter().map(|row| row.get(0)).collect())
    }
}

/// An answer without the words of failures.
fn answer<T: std::fmt::Debug>(answer: Result<T, Failure>) -> String {
    match answer {
        Ok(answer) => format!("{answer:?}"),
        Err(Failure::Fenced) => "Fenced".to_owned(),
        Err(Failure::Lost) => "Lost".to_owned(),
        Err(Failure::Refused(_)) => "Refused".to_owned(),
        Err(failure @ (Failure::Away(_) | Failure::Full(_))) => format!("{failure:?}"),
    }
}

/// A batch of some bytes, which are often those of another one, with rows of few executions.
fn bytes(dice: &mut SplitMix64, held: Held, file: i64, position: i64) -> Bytes {
    let records = vec![*dice.pick(b"ab"); *dice.pick(&[1, 4, 4, 9])];
    let count = dice.below(4);
    let rows = (0..count).map(|_| row(dice)).collect();
    Bytes { held, file, position, records, rows }
}

fn row(dice: &mut SplitMix64) -> ExecutionRow {
    let id = (*dice.pick(&["m:1", "m:2", "m:3"])).into();
    if dice.percent(25) {
        return ExecutionRow::Gone { id };
    }
    let is_over = dice.percent(50);
    ExecutionRow::Present {
        id,
        machine: "m".into(),
        version: Version::from(dice.below(3)),
        state: if is_over { State::Failed } else { State::Running },
        started: dice.below(1_000_000),
        stopped: is_over.then(|| dice.below(1_000_000)),
        wakes: (!is_over).then(|| dice.below(1_000_000)),
        error: is_over.then(|| "Broken".into()),
        label: (*dice.pick(&["", "blue"])).into(),
        redrives: u32::try_from(dice.below(3)).unwrap_or(0),
    }
}
