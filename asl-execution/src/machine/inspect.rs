//! Records the values of a state's stages for tests. Code compiled with `inspect = true` notes each
//! value. Without a recording a note only checks a flag of the thread; without the option there are
//! no notes.
//!
//! A recording belongs to its thread. A state's functions run on the thread that drives the
//! execution, so concurrent tests do not see each other's notes.

use std::cell::RefCell;

use asl_value::value::Value;

/// A stage of a state, by the names of AWS's `TestState`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// The input of the state.
    Input,
    /// After `InputPath`.
    AfterInputPath,
    /// After `Parameters`.
    AfterParameters,
    /// After `Arguments`, in JSONata.
    AfterArguments,
    /// The items of a Map, after `ItemsPath`.
    AfterItemsPath,
    /// The unchanged result.
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
            Self::AfterArguments => "afterArguments",
            Self::AfterItemsPath => "afterItemsPath",
            Self::Result => "result",
            Self::AfterResultSelector => "afterResultSelector",
            Self::AfterResultPath => "afterResultPath",
        }
    }
}

/// Recorded values, in order.
pub type Notes = Vec<(Stage, Value)>;

thread_local! {
    /// A cell, because the functions of a machine can only write to their data.
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

/// Records the notes of this thread while `work` runs.
pub fn record<T>(work: impl FnOnce() -> T) -> (T, Notes) {
    let before = NOTES.replace(Some(Notes::new()));
    // If a panic leaves a recording behind, the next one drops it.
    let made = work();
    (made, NOTES.replace(before).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use asl_value::json;

    #[test]
    fn only_notes_during_a_recording_are_kept() {
        note(Stage::Input, &json!(0));
        let (((), inner), outer) = record(|| {
            note(Stage::Input, &json!(1));
            record(|| note(Stage::Result, &json!(2)))
        });
        assert_eq!(outer, [(Stage::Input, json!(1))]);
        assert_eq!(inner, [(Stage::Result, json!(2))]);
    }
}
