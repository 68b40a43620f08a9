//! Random use of a journal on a disk that fails at random. Committed records must be there
//! afterwards, in order, and at most the whole interrupted commit in addition.

use super::{Records, open, segments};
use crate::disk::sim::{DiskFault, Random, SimDisk};
use crate::journal::{Compaction, Fault, Journal, JournalError, Position};

/// Expected contents of the journal.
#[derive(Default)]
struct Model {
    /// Possible committed contents: an interrupted compaction may or may not have finished.
    committed: Vec<Records>,
    /// Records of the unacknowledged commit, if there is one.
    pending: Records,
    compaction: Option<Shortened>,
    next: u64,
}

/// A compaction in progress.
struct Shortened {
    compaction: Compaction<SimDisk>,
    /// For each list in `committed`, the number of records that the compaction replaces.
    covers: Vec<usize>,
    kept: Records,
}

impl Model {
    fn is(&self, found: &Records) -> bool {
        self.committed.iter().any(|committed| {
            *found == *committed
                || (!self.pending.is_empty()
                    && *found == [&committed[..], &self.pending[..]].concat())
        })
    }
}

/// One run of a journal: from opening to a fault or to the maximum number of steps.
fn live(
    disk: &SimDisk,
    model: &mut Model,
    dice: &mut Random,
    size: u64,
) -> Result<(), JournalError> {
    let (mut journal, found) = open(disk.clone(), segments(size))?;
    assert!(
        model.is(&found),
        "found {found:?}, committed {:?}, pending {:?}",
        model.committed,
        model.pending
    );
    for (position, payload) in &found {
        assert_eq!(journal.read(*position)?, *payload);
    }
    *model = Model { committed: vec![found], next: model.next, ..Model::default() };
    for _ in 0..dice.below(40) {
        act(&mut journal, model, dice)?;
    }
    Ok(())
}

fn act(
    journal: &mut Journal<SimDisk>,
    model: &mut Model,
    dice: &mut Random,
) -> Result<(), JournalError> {
    match dice.below(16) {
        0..8 => append(journal, model, dice),
        8..12 => commit(journal, model),
        12..14 => begin_or_go_on(journal, model, dice),
        14 => finish(journal, model),
        _ => read_any(journal, model, dice),
    }
}

fn append(
    journal: &mut Journal<SimDisk>,
    model: &mut Model,
    dice: &mut Random,
) -> Result<(), JournalError> {
    let length = if dice.below(8) == 0 { dice.below(3_000) } else { dice.below(60) };
    let payload = [&model.next.to_le_bytes()[..], &vec![dice.byte(); length]].concat();
    model.next += 1;
    let position = journal.append(&payload)?;
    model.pending.push((position, payload));
    Ok(())
}

fn commit(journal: &mut Journal<SimDisk>, model: &mut Model) -> Result<(), JournalError> {
    // Without files or space nothing has changed.
    while let Err(error) = journal.commit() {
        if journal.has_failed() {
            return Err(error);
        }
    }
    acknowledge(model);
    Ok(())
}

fn acknowledge(model: &mut Model) {
    let pending = std::mem::take(&mut model.pending);
    model.committed.iter_mut().for_each(|committed| committed.extend_from_slice(&pending));
}

fn begin_or_go_on(
    journal: &mut Journal<SimDisk>,
    model: &mut Model,
    dice: &mut Random,
) -> Result<(), JournalError> {
    if model.compaction.is_none() || dice.below(8) == 0 {
        model.compaction = None;
        let compaction = journal.begin_compaction()?;
        acknowledge(model);
        let covers = model.committed.iter().map(Vec::len).collect();
        model.compaction = Some(Shortened { compaction, covers, kept: Vec::new() });
    }
    let Some(shortened) = &mut model.compaction else { return Ok(()) };
    for _ in 0..dice.below(10) {
        // Some of the old records, or another one.
        let old = model.committed[0].get(dice.below(50)).filter(|_| shortened.covers[0] > 50);
        let payload = match old {
            Some((position, payload)) => {
                assert_eq!(shortened.compaction.read(*position)?, *payload);
                payload.clone()
            }
            None => vec![dice.byte(); dice.below(500)],
        };
        let position = shortened.compaction.write(&payload)?;
        shortened.kept.push((position, payload));
    }
    if dice.below(4) == 0 {
        shortened.compaction.sync()?;
    }
    Ok(())
}

fn finish(journal: &mut Journal<SimDisk>, model: &mut Model) -> Result<(), JournalError> {
    let Some(Shortened { compaction, covers, kept }) = model.compaction.take() else {
        return Ok(());
    };
    let before = model.committed.clone();
    for (committed, covered) in model.committed.iter_mut().zip(covers) {
        committed.splice(..covered, kept.iter().cloned());
    }
    let finished = journal.finish_compaction(compaction);
    match finished {
        Ok(()) => {
            let gone = before[0].iter().find(|record| !model.committed[0].contains(record));
            if let Some((position, _)) = gone {
                assert_eq!(journal.read(*position).unwrap_err().fault, Fault::Gone(*position));
            }
        }
        Err(_) => {
            model.committed.extend(before);
            model.committed.dedup();
        }
    }
    finished
}

fn read_any(
    journal: &Journal<SimDisk>,
    model: &Model,
    dice: &mut Random,
) -> Result<(), JournalError> {
    let all: Vec<&(Position, Vec<u8>)> = model.committed[0].iter().chain(&model.pending).collect();
    if let (1, Some((position, payload))) = (model.committed.len(), all.get(dice.below(60))) {
        assert_eq!(journal.read(*position)?, *payload);
    }
    Ok(())
}

/// Several runs in sequence, each with a fault at its end.
fn story(seed: u64) -> u64 {
    let mut dice = Random::new(seed);
    let mut disk = SimDisk::new(seed);
    let mut model = Model { committed: vec![Records::new()], ..Model::default() };
    let mut crashes = 0;
    let size = dice.pick(&[1, 300, 3_000, 100_000]);
    for _ in 0..6 {
        let faults = [DiskFault::Failed, DiskFault::NoSpace, DiskFault::NoFiles, DiskFault::Short];
        let fault = faults[dice.below(4)];
        match dice.below(4) {
            0 => disk.fail_at(dice.next() % 60, fault),
            1 => disk.stop_at(dice.next() % 6),
            2 => disk.stop_at(dice.next() % 60),
            _ => {}
        }
        let lived = live(&disk, &mut model, &mut dice, size);
        model.compaction = None;
        if let Err(error) = lived {
            assert!(!matches!(error.fault, Fault::Damaged { .. }), "seed {seed}: {error}");
        }
        disk = if dice.below(3) == 0 { disk.kill() } else { disk.crash(dice.next()) };
        crashes += 1;
    }
    // The last run has no fault.
    if let Err(error) = live(&disk.kill(), &mut model, &mut Random::new(1), size) {
        panic!("seed {seed}: {error}");
    }
    crashes
}

#[test]
fn committed_records_survive_all_faults() {
    let crashes: u64 = (0..1_500).map(story).sum();
    assert_eq!(crashes, 9_000);
}
