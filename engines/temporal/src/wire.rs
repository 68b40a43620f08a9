//! The data formats in histories. Later versions of this crate read them: any change requires
//! another [`FORMAT`].

use std::collections::{BTreeMap, VecDeque};

use serde::{Deserialize, Serialize};

use asl_runtime::Value;
use asl_runtime::value::Text;

/// Version of these formats, and of the order of the driver's effects.
pub(crate) const FORMAT: u32 = 1;

/// The header of an activity with the data of its task.
pub(crate) const HEADER: &str = "asl-task";
/// The workflow type of tasks that nothing waits for.
pub(crate) const DETACHED: &str = "asl.detached";
/// The member of a payload's metadata that marks a [`Chunk`].
pub(crate) const CHUNK: &str = "asl-chunk";
/// The activity type of a read of items for a distributed Map.
pub(crate) const READ: &str = "asl.read";
/// The activity type of a write of its results.
pub(crate) const WRITE: &str = "asl.write";
/// The signal with an event.
pub(crate) const EVENT: &str = "event";
/// The signal with a report of a task.
pub(crate) const REPORT: &str = "report";
/// The search attribute with the error of a failed execution.
pub(crate) const ERROR_ATTRIBUTE: &str = "AslError";
/// The query with the execution's data.
pub(crate) const STATE: &str = "state";
/// The query with the data for a redrive: the [`Chunk`], its snapshot and its redrive.
pub(crate) const REDRIVE: &str = "redrive";
/// The refusal of that query by a worker that drops the run, and replays it for the next one.
pub(crate) const ASK_AGAIN: &str = "the worker has not replayed this run: ask again";

/// Data of a task beside its input, in the header of its activity.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct TaskHeader {
    /// The name of the machine.
    pub(crate) machine: Text,
    /// The hash of the machine: a worker with this version runs its task.
    pub(crate) hash: u64,
    pub(crate) resource: Text,
    /// Id of the execution.
    pub(crate) id: Text,
    /// Name of the execution.
    pub(crate) name: Text,
    pub(crate) token: Text,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) credentials: Option<Value>,
    /// True if the worker sends heartbeats for the task, to show that it has not lost it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) is_alive: bool,
    /// The name of the operation, if it is too long for the id of an activity.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) operation: Option<Text>,
}

/// A task that nothing waits for, in the header of its workflow.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct DetachedTask {
    pub(crate) operation: String,
    pub(crate) method: Text,
    pub(crate) header: TaskHeader,
}

/// The data with which another run continues an execution. The snapshot is an argument of its own.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Chunk {
    pub(crate) format: u32,
    pub(crate) hash: u64,
    #[serde(default)]
    pub(crate) choices: Choices,
    pub(crate) clock: u64,
    /// Ends of the time-outs of open operations.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) until: BTreeMap<String, u64>,
    /// Size of recent answers of tasks, in bytes.
    #[serde(default)]
    pub(crate) answer: usize,
    /// Reasons why messages were not accepted.
    #[serde(default, skip_serializing_if = "VecDeque::is_empty")]
    pub(crate) refused: VecDeque<String>,
    /// The text of a [`Snapshot`](asl_runtime::execution::Snapshot).
    #[serde(skip)]
    pub(crate) snapshot: String,
    /// The text of the [`Input`](asl_runtime::execution::Input) that redrives the snapshot, or empty.
    #[serde(skip)]
    pub(crate) redrive: String,
}

/// The format of a [`Chunk`], whatever else is in it.
#[derive(Deserialize)]
pub(crate) struct ChunkFormat {
    pub(crate) format: u32,
}

/// The choices with which an execution began. They stay the same, whatever the options of later
/// workers are, since other choices give other commands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Choices {
    /// True if a failure is written to the memo.
    pub(crate) has_memo: bool,
    /// True if the error of a failure is written to a search attribute.
    pub(crate) has_attribute: bool,
    /// Time-out in milliseconds up to which tasks are local activities; 0 for none.
    pub(crate) local: u64,
}

/// A marker of an execution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Marker {
    pub(crate) format: u32,
    pub(crate) choices: Choices,
    pub(crate) hash: u64,
}

/// The name of the marker that records the version of an execution and its choices. It is also the
/// value of the search attribute `TemporalChangeVersion`.
pub(crate) fn marker(hash: u64, choices: Choices) -> String {
    let memo = if choices.has_memo { "m" } else { "" };
    let attribute = if choices.has_attribute { "a" } else { "" };
    let local = if choices.local == 0 { String::new() } else { format!("l{}", choices.local) };
    format!("asl{FORMAT}{memo}{attribute}{local}-{hash:016x}")
}

/// Reads the name of a marker.
pub(crate) fn read_marker(name: &str) -> Option<Marker> {
    let (head, hash) = name.strip_prefix("asl")?.split_once('-')?;
    let hash = u64::from_str_radix(hash, 16).ok().filter(|_| hash.len() == 16)?;
    let letters = head.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let format = head.strip_suffix(letters)?.parse().ok()?;
    let (has_memo, letters) =
        letters.strip_prefix('m').map_or((false, letters), |rest| (true, rest));
    let (has_attribute, letters) =
        letters.strip_prefix('a').map_or((false, letters), |rest| (true, rest));
    let local = match letters.strip_prefix('l') {
        Some(millis) => millis.parse().ok()?,
        None if letters.is_empty() => 0,
        None => return None,
    };
    Some(Marker { format, choices: Choices { has_memo, has_attribute, local }, hash })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_have_the_format_the_choices_and_the_hash() {
        for (has_memo, has_attribute, local) in
            [(false, false, 0), (true, false, 0), (true, true, 5_000), (false, true, 1)]
        {
            let choices = Choices { has_memo, has_attribute, local };
            let read = read_marker(&marker(7, choices));
            assert_eq!(read, Some(Marker { format: FORMAT, choices, hash: 7 }));
        }
        for other in ["", "asl1", "asl1-7", "asl-0000000000000007", "asl1x-0000000000000007"] {
            assert_eq!(read_marker(other), None, "{other}");
        }
    }
}
