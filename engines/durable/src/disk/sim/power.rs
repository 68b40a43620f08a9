//! The contents of a disk after a loss of power.

use std::sync::Arc;

use super::{Contents, Edit, Names, Random, State, overwrite};

/// Bytes that a disk writes atomically.
const SECTOR: usize = 512;

/// Share of the unsynced changes that survives.
#[derive(Clone, Copy)]
enum Left {
    Nothing,
    All,
    /// Each part survives or not.
    Some,
    /// Nearly all parts survive.
    Most,
    /// Any bytes of each part survive.
    Torn,
}

impl Left {
    fn draw(random: &mut Random) -> Self {
        match random.below(8) {
            0 => Self::Nothing,
            1 => Self::All,
            2 | 3 => Self::Some,
            4 | 5 => Self::Most,
            _ => Self::Torn,
        }
    }

    fn keeps(self, random: &mut Random) -> bool {
        match self {
            Self::Nothing => false,
            Self::All => true,
            Self::Some | Self::Torn => random.coin(),
            Self::Most => random.below(8) != 0,
        }
    }
}

/// The disk after the power returns.
pub(super) fn lost(state: &State, mut random: Random) -> State {
    let mut names = state.safe_names.clone();
    let left = Left::draw(&mut random);
    for change in &state.unsynced {
        if left.keeps(&mut random) {
            change.apply(&mut names);
        }
    }
    let mut files = Vec::with_capacity(names.len());
    let names: Names = names
        .iter()
        .filter_map(|(name, number)| {
            let now = self::left(state.files.get(*number)?, Random::new(random.next()));
            files.push(Contents { safe: now.clone(), now, unsynced: Vec::new() });
            Some((Arc::clone(name), files.len() - 1))
        })
        .collect();
    State {
        files,
        safe_names: names.clone(),
        names,
        space: state.space,
        random,
        ..State::default()
    }
}

/// A file after the power returns.
pub(super) fn left(contents: &Contents, mut random: Random) -> Vec<u8> {
    let mut bytes = contents.safe.clone();
    if contents.unsynced.is_empty() {
        return bytes;
    }
    let left = Left::draw(&mut random);
    for edit in &contents.unsynced {
        match edit {
            Edit::Write(offset, written) => write(&mut bytes, *offset, written, left, &mut random),
            Edit::Truncate(_) if left.keeps(&mut random) => edit.apply(&mut bytes),
            Edit::Truncate(_) => {}
        }
    }
    resize(&mut bytes, contents, left, &mut random);
    bytes
}

/// Resizes the contents. Size and contents are stored apart: bytes may have been written beyond the
/// end, and bytes before the end may be lost.
fn resize(bytes: &mut Vec<u8>, contents: &Contents, left: Left, random: &mut Random) {
    let (before, after) = (contents.safe.len(), contents.now.len());
    if after <= before {
        return;
    }
    match left {
        Left::Nothing if random.coin() => {}
        Left::All => {}
        Left::Nothing | Left::Some | Left::Most | Left::Torn => match random.below(4) {
            0 => bytes.resize(after, 0),
            1 => bytes.resize(before + random.below(after - before + 1), 0),
            _ => {}
        },
    }
}

fn write(bytes: &mut Vec<u8>, offset: usize, written: &[u8], left: Left, random: &mut Random) {
    let mut done = 0;
    while done < written.len() {
        let start = offset + done;
        let length = (SECTOR - start % SECTOR).min(written.len() - done);
        let Some(sector) = written.get(done..done + length) else { return };
        if left.keeps(random) {
            overwrite(bytes, start, torn(sector, left, random));
        }
        done += length;
    }
}

/// A sector, or the bytes of it that were written.
fn torn<'a>(sector: &'a [u8], left: Left, random: &mut Random) -> &'a [u8] {
    match left {
        Left::Torn if random.coin() => sector.get(..random.below(sector.len())).unwrap_or_default(),
        Left::Nothing | Left::All | Left::Some | Left::Most | Left::Torn => sector,
    }
}
