//! The workloads: each is compiled from its definition, and hand-written on two kinds of values.
//!
//! The hand-written versions are natural code without a workflow language: straight async code,
//! `json!`, indexing, `try_join_all`. All versions take their input by value, use inputs that share
//! nothing, and give the same output.

use serde_json::Value as Foreign;

use asl_runtime::Value;

pub mod chain;
pub mod counting;
pub mod large;
pub mod literals;
pub mod map;
pub mod order;
pub mod parallel;
pub mod rows;
pub mod threads;
pub mod wait;

/// The error of the hand-written versions, which does not occur.
#[derive(Debug)]
pub struct Missing(pub &'static str);

/// For machines without tasks.
pub struct NoTasks;

/// An input on our values.
pub fn own(text: &str) -> Value {
    Value::from_json_str(text).unwrap_or_default()
}

/// An input on `serde_json`'s values.
pub fn foreign(text: &str) -> Foreign {
    serde_json::from_str(text).unwrap_or_default()
}

/// A small input, by its text.
pub const SMALL: &str = r#"{"id": 1, "note": "shared by all branches"}"#;

/// A small input on our values.
pub fn own_small() -> Value {
    own(SMALL)
}

/// A small input on `serde_json`'s values.
pub fn foreign_small() -> Foreign {
    foreign(SMALL)
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use asl_runtime::Failure;
    use tokio::runtime::{Builder, Runtime};

    use super::*;

    type Own = Result<Value, Failure>;

    /// Runs all versions on the same input, and compares their outputs.
    fn agree<E: Debug, F: Debug>(
        text: &str,
        compiled: impl AsyncFn(Value) -> Own,
        by_hand: impl AsyncFn(Foreign) -> Result<Foreign, E>,
        by_hand_own: impl AsyncFn(Value) -> Result<Value, F>,
    ) {
        let runtime: Runtime = Builder::new_current_thread().enable_time().build().unwrap();
        let output = runtime.block_on(compiled(own(text))).unwrap();
        let by_hand_own = runtime.block_on(by_hand_own(own(text))).unwrap();
        let by_hand = runtime.block_on(by_hand(foreign(text))).unwrap();
        // Not `assert_eq`: some outputs are long.
        assert!(by_hand_own == output, "on our values: {}", start(&by_hand_own.to_json_string()));
        assert!(
            by_hand == foreign(&output.to_json_string()),
            "on serde_json's: {}",
            start(&by_hand.to_string())
        );
    }

    fn start(text: &str) -> String {
        text.chars().take(200).collect()
    }

    #[test]
    fn all_sides_write_the_same_literals() {
        agree(SMALL, literals::compiled, literals::foreign, literals::own);
    }

    #[test]
    fn all_sides_count_to_the_limit() {
        let text = counting::text();
        agree(&text, counting::compiled, counting::foreign, counting::own);
        agree(&text, counting::compiled, counting::foreign_in_place, counting::own);
        agree(&text, counting::compiled_jsonata, counting::foreign, counting::own);
        assert_eq!(own(&text).get("limit").and_then(Value::as_i64), Some(10_000));
    }

    #[test]
    fn all_sides_complete_the_order() {
        let text = order::text();
        assert!((2_000..2_300).contains(&text.len()), "{} bytes", text.len());
        agree(&text, order::compiled, order::foreign, order::own);
    }

    #[test]
    fn all_sides_give_the_same_branches() {
        agree(SMALL, parallel::compiled, parallel::foreign, parallel::own);
    }

    #[test]
    fn all_sides_give_the_same_items() {
        agree(&map::text(), map::compiled, map::foreign, map::own);
        agree(&map::small_text(), map::unbounded, map::foreign, map::own);
    }

    #[test]
    fn all_sides_write_into_the_document() {
        agree(large::BARE, large::compiled, large::foreign, large::own);
    }
}
