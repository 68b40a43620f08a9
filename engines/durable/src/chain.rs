//! The records of one execution, found by following each to the one before.

use super::journal::{Fault, JournalError, Position};
use super::record::{Kind, Owned, read_bundle};

/// The place of an execution's records.
#[derive(Clone, Copy)]
pub(super) struct Whereabouts {
    pub(super) number: u64,
    pub(super) last: Position,
    /// The last one that compaction has made of those before.
    pub(super) base: Option<Position>,
}

/// The records of an execution, the oldest first.
pub(super) struct Chain {
    pub(super) records: Vec<Owned>,
    /// True if nothing was left out by a compaction.
    pub(super) is_complete: bool,
}

/// The reason why a chain cannot be followed.
pub(super) enum Broken {
    Journal(JournalError),
    Unreadable(&'static str),
}

/// Follows the records back to one that `is_enough`, or to the start.
pub(super) fn follow(
    at: Whereabouts,
    read: impl Fn(Position) -> Result<Vec<u8>, JournalError>,
    is_enough: impl Fn(Kind) -> bool,
) -> Result<Chain, Broken> {
    let mut chain = Chain { records: Vec::new(), is_complete: true };
    let (mut next, mut base) = (Some(at.last), at.base);
    'back: while let Some(position) = next {
        let bytes = match read(position) {
            // Compaction has put it together with others.
            Err(error) if matches!(error.fault, Fault::Gone(_)) && base.is_some() => {
                next = base.take();
                continue;
            }
            read => read.map_err(Broken::Journal)?,
        };
        let owned = Owned::new(bytes).ok_or(Broken::Unreadable("a record has no head"))?;
        let record = owned.record();
        if record.number != at.number {
            return Err(Broken::Unreadable(
                "a record of another execution stands in the place of its own",
            ));
        }
        next = record.previous;
        if record.kind != Kind::Bundle {
            let is_last = is_enough(record.kind);
            chain.records.push(owned);
            if is_last {
                break;
            }
            continue;
        }
        // Those before it are bundles, too.
        base = None;
        let bundle = read_bundle(record.body).ok_or(Broken::Unreadable("a bundle is cut off"))?;
        chain.is_complete &= bundle.is_complete;
        for part in bundle.records.into_iter().rev() {
            let part = Owned::new(part.to_vec())
                .ok_or(Broken::Unreadable("a record in a bundle has no head"))?;
            let is_last = is_enough(part.record().kind);
            chain.records.push(part);
            if is_last {
                break 'back;
            }
        }
    }
    chain.records.reverse();
    Ok(chain)
}
