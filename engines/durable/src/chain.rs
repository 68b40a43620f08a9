//! The records of one execution. Each record points to the one before it.

use super::journal::{Fault, JournalError, Position};
use super::record::{Kind, Owned, read_bundle};

/// Location of an execution's records.
#[derive(Clone, Copy)]
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
    let (mut next, mut base) = (Some(at.last), at.base);
    'back: while let Some(position) = next {
        let bytes = match read(position) {
            // A compaction has merged it with others.
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
                "a record of another execution is where its own should be",
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
        // The records before it are in bundles, too.
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
