//! The records of one execution. Each record points to the one before it.

use std::ops::ControlFlow;

use super::journal::{Fault, JournalError, Position};
use super::record::{Kind, Owned, read_bundle};

/// Location of an execution's records.
#[derive(Clone, Copy, Debug)]
pub(super) struct Whereabouts {
    pub(super) number: u64,
    pub(super) last: Position,
    /// The last record that a compaction merged from older ones.
    pub(super) base: Option<Position>,
}

/// Records of an execution, oldest first.
pub(super) struct Chain {
    pub(super) records: Vec<Owned>,
    /// True unless a compaction dropped records.
    pub(super) is_complete: bool,
}

/// Reason why a chain cannot be followed.
pub(super) enum Broken {
    Journal(JournalError),
    Unreadable(&'static str),
}

/// Follows the records backwards to one that `is_enough`, or to the start.
pub(super) fn follow(
    at: Whereabouts,
    read: impl Fn(Position) -> Result<Vec<u8>, JournalError>,
    is_enough: impl Fn(Kind) -> bool,
) -> Result<Chain, Broken> {
    let mut chain = Chain { records: Vec::new(), is_complete: true };
    walk(at, read, |_, parts| {
        chain.is_complete &= parts.is_complete;
        for part in parts.records.into_iter().rev() {
            let is_last = is_enough(part.record().kind);
            chain.records.push(part);
            if is_last {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    })?;
    chain.records.reverse();
    Ok(chain)
}

/// Finds the first record of an execution, without keeping the others in memory. Returns true with
/// it unless a compaction dropped records.
pub(super) fn first(
    at: Whereabouts,
    read: impl Fn(Position) -> Result<Vec<u8>, JournalError>,
) -> Result<(Option<Owned>, bool), Broken> {
    let (mut first, mut is_complete) = (None, true);
    walk(at, read, |_, parts| {
        is_complete &= parts.is_complete;
        first = parts.records.into_iter().next().or(first.take());
        ControlFlow::Continue(())
    })?;
    Ok((first, is_complete))
}

/// The record with these bytes.
pub(super) fn record_of(bytes: Vec<u8>) -> Result<Owned, Broken> {
    Owned::new(bytes).ok_or(Broken::Unreadable("a record has no head"))
}

/// The records at one position: those of a bundle, or one.
pub(super) struct Parts {
    pub(super) records: Vec<Owned>,
    /// True unless a compaction dropped records before them.
    pub(super) is_complete: bool,
}

/// Splits the bytes of a position into records.
pub(super) fn parts(owned: Owned) -> Result<Parts, Broken> {
    if owned.record().kind != Kind::Bundle {
        return Ok(Parts { records: vec![owned], is_complete: true });
    }
    let bundle =
        read_bundle(owned.record().body).ok_or(Broken::Unreadable("a bundle is cut off"))?;
    let part = |bytes: &[u8]| {
        Owned::new(bytes.to_vec()).ok_or(Broken::Unreadable("a record in a bundle has no head"))
    };
    let records = bundle.records.into_iter().map(part).collect::<Result<_, _>>()?;
    Ok(Parts { records, is_complete: bundle.is_complete })
}

/// Visits the positions of an execution from the last to the first.
pub(super) fn walk(
    at: Whereabouts,
    read: impl Fn(Position) -> Result<Vec<u8>, JournalError>,
    mut visit: impl FnMut(Position, Parts) -> ControlFlow<()>,
) -> Result<(), Broken> {
    let (mut next, mut base) = (Some(at.last), at.base);
    while let Some(position) = next {
        let bytes = match read(position) {
            // A compaction has merged it with others.
            Err(error) if matches!(error.fault, Fault::Gone(_)) && base.is_some() => {
                next = base.take();
                continue;
            }
            read => read.map_err(Broken::Journal)?,
        };
        let owned = record_of(bytes)?;
        let record = owned.record();
        if record.number != at.number {
            return Err(Broken::Unreadable(
                "a record of another execution is where its own should be",
            ));
        }
        next = record.previous;
        if record.kind == Kind::Bundle {
            // The records before it are in bundles, too.
            base = None;
        }
        if visit(position, parts(owned)?).is_break() {
            break;
        }
    }
    Ok(())
}
