//! The limits of Temporal, which ends a run or refuses its commands beyond them.

use asl_runtime::execution::keyed_number;
use asl_runtime::value::Text;
use asl_runtime::{Failure, Value};

use crate::codec::CodecHandle;

/// Maximum size of the snapshot for another run, in bytes. Temporal accepts payloads of 2 MiB. A
/// larger execution stays in its run.
pub(super) const LARGEST_SNAPSHOT: usize = 1_900_000;

/// Length of a history from which on no new operation starts, so that the open ones end and the
/// execution continues in another run. Temporal ends runs of more than 51,200 events or 50 MiB.
pub(super) const LONGEST: Length = Length { events: 16_384, bytes: 16 << 20 };

/// Maximum number of tasks and other machines that run at once. Temporal refuses more than 2,000 of
/// either, cancelled ones that have not ended included.
pub(super) const MOST_CALLS: usize = 1_000;

/// Maximum number of timers that run in Temporal. Each is two events of a history or more.
pub(super) const MOST_TIMERS: usize = 1_000;

/// Bytes of a history that the answers of open tasks may fill after [`LONGEST`].
const ROOM: usize = 32 << 20;

/// Part of the limit up to which a payload is not encoded to know its size: no codec adds so much.
const SMALL: usize = 16;

/// Maximum length of an id in bytes that is not shortened. Temporal accepts 1,000.
const LONGEST_ID: usize = 400;

/// Length of the end of a longer id that is kept, in bytes.
const KEPT_END: usize = 300;

/// The length of a history.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Length {
    pub(crate) events: u32,
    /// Bytes, or zero if Temporal does not tell.
    pub(crate) bytes: u64,
}

impl Length {
    /// True if it has as many events or more bytes than the other one.
    pub(super) fn reaches(self, other: Self) -> bool {
        self.events >= other.events || self.bytes > other.bytes
    }

    pub(super) fn doubled(self) -> Self {
        Self { events: self.events.saturating_mul(2), bytes: self.bytes.saturating_mul(2) }
    }
}

/// An id that Temporal accepts: the head of a long one is replaced by a hash of all of it.
pub(crate) fn bounded_id(id: String) -> Text {
    if id.len() <= LONGEST_ID {
        return Text::new(id);
    }
    let number = |what: &[u8]| keyed_number(id.as_bytes(), what);
    let least = id.len().saturating_sub(KEPT_END);
    let start = (least..id.len()).find(|at| id.is_char_boundary(*at));
    let end = start.and_then(|start| id.get(start..)).unwrap_or_default();
    Text::new(format!("{:016x}{:016x}~{end}", number(b"id"), number(b"id too")))
}

/// The limit of payloads, as Temporal counts them: after their encoding.
#[derive(Clone, Debug)]
pub(crate) struct Limit {
    /// Bytes.
    pub(crate) largest: usize,
    pub(crate) codec: Option<CodecHandle>,
}

impl Limit {
    /// Bytes of a value as a payload; `None` if it is beyond the limit.
    pub(crate) fn size(&self, value: &Value) -> Option<usize> {
        let plain = value.json_len(self.largest)?;
        self.size_of(plain, || value.to_json_string())
    }

    /// Bytes of a text of this length as a payload; `None` if it is beyond the limit.
    pub(super) fn size_of(&self, plain: usize, text: impl FnOnce() -> String) -> Option<usize> {
        let size = match &self.codec {
            // Why a codec fails is reported when the payload is sent.
            Some(CodecHandle(codec)) if plain > self.largest / SMALL => {
                codec.encode(text().into_bytes()).map_or(plain, |encoded| encoded.len())
            }
            Some(_) | None => plain,
        };
        (size <= self.largest).then_some(size)
    }

    /// True if a value is within the limit.
    pub(crate) fn fits(&self, value: &Value) -> bool {
        self.size(value).is_some()
    }
}

/// The sizes of answers so far, by which the number of open tasks is bounded: all of their answers
/// must fit the rest of a history.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Answers {
    /// The largest of the recent ones, in bytes.
    pub(super) recent: usize,
}

impl Answers {
    /// Counts an answer of this size.
    pub(super) fn add(&mut self, size: usize) {
        self.recent = size.max(self.recent.saturating_sub(self.recent / 8));
    }

    /// Maximum number of tasks and other machines that run at once.
    pub(super) fn most_calls(self) -> usize {
        ROOM.checked_div(self.recent).unwrap_or(MOST_CALLS).clamp(1, MOST_CALLS)
    }
}

/// The failure of data beyond the limit of a payload.
pub(crate) fn beyond(what: &str, largest: usize) -> Failure {
    let cause = format!("{what} of more than {largest} bytes, which is what goes through Temporal");
    Failure::new("States.DataLimitExceeded", cause)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_ids_are_shortened_and_still_differ() {
        let long = |head: &str| bounded_id(format!("{head}{}.Ship#1~2", "é".repeat(500)));
        let (first, second) = (long("a"), long("b"));
        assert!(first.len() < LONGEST_ID && first.ends_with("é.Ship#1~2"), "{first}");
        assert_eq!((&first, first != second), (&long("a"), true));
        assert_eq!(bounded_id("o-1/r.Ship#1".to_owned()), "o-1/r.Ship#1");
    }

    #[test]
    fn a_history_is_long_by_events_or_by_bytes() {
        let length = |events, bytes| Length { events, bytes };
        assert!(length(16_384, 0).reaches(LONGEST) && length(9, 17 << 20).reaches(LONGEST));
        assert!(!length(16_383, 16 << 20).reaches(LONGEST));
        let (least, of_no_bytes) = (length(5_000, 9).doubled(), length(5_000, 0).doubled());
        assert!(!length(9_999, 18).reaches(least) && length(10_000, 18).reaches(least));
        assert!(!length(9_999, 0).reaches(of_no_bytes));
    }
}
