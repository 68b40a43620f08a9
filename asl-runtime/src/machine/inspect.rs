//! What the stages inside a state make of its data, for tests: code compiled with `inspect = true`
//! notes each value, and whoever records takes the notes. Without a recording a note costs a look
//! at a thread's flag; without the option it is not there.
//!
//! A recording belongs to its thread: a state's functions run where the execution is driven, so
//! tests that run side by side do not see each other's notes.

use std::cell::RefCell;

use crate::value::Value;

/// A stage of a state, in the words of AWS's `TestState`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// The input of the state.
    Input,
    /// After `InputPath`.
    AfterInputPath,
    /// After `Parameters`.
    AfterParameters,
    /// The items of a Map, after `ItemsPath`.
    AfterItemsPath,
    /// A result as it came.
    Result,
    /// After `ResultSelector`.
    AfterResultSelector,
    /// After `ResultPath`.
    AfterResultPath,
}

impl Stage {
    /// Its name in `TestState`'s inspection data.
    pub fn name(self) -> &'static str {
        match self {
            Self::Input => "input",
            Self::AfterInputPath => "afterInputPath",
            Self::AfterParameters => "afterParameters",
            Self::AfterItemsPath => "afterItemsPath",
            Self::Result => "result",
            Self::AfterResultSelector => "afterResultSelector",
            Self::AfterResultPath => "afterResultPath",
        }
    }
}

/// Recorded values, in order.
pub(crate) type Notes = Vec<(Stage, Value)>;

thread_local! {
    /// A cell, because the functions of a machine have nothing to write to but their data.
    static NOTES: RefCell<Option<Notes>> = const { RefCell::new(None) };
}

/// Records a value, if this thread is recording.
pub fn note(stage: Stage, value: &Value) {
    NOTES.with_borrow_mut(|notes| {
        if let Some(notes) = notes {
            notes.push((stage, value.clone()));
        }
    });
}

/// Records what is noted on this thread while `work` runs.
#[cfg(any(test, feature = "testing"))]
pub(crate) fn record<T>(work: impl FnOnce() -> T) -> (T, Notes) {
    let before = NOTES.replace(Some(Notes::new()));
    // A recording that a panic leaves behind is thrown away by the next one.
    let made = work();
    (made, NOTES.replace(before).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;

    #[test]
    fn only_what_happens_in_a_recording_is_noted() {
        note(Stage::Input, &json!(0));
        let (((), inner), outer) = record(|| {
            note(Stage::Input, &json!(1));
            record(|| note(Stage::Result, &json!(2)))
        });
        assert_eq!(outer, [(Stage::Input, json!(1))]);
        assert_eq!(inner, [(Stage::Result, json!(2))]);
    }
}
