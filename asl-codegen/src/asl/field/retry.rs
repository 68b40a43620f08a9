//! Retriers. ASL: "Retrying after error".

use crate::asl::context::Context;
use crate::asl::field::table::Place;
use crate::asl::machine::MAX_SECONDS;
use crate::asl::object::Object;
use crate::diagnostics::{Code, Diagnostic};
use crate::ir::Retrier;
use crate::source::{Json, Node};

/// "Greater than 0 and less than 31622400": 366 days (AWS, "Error handling").
const MAX_DELAY: u32 = 31_622_399;

impl<'a> Context<'a> {
    /// The retriers of a state, in order.
    pub(crate) fn retriers(&mut self, state: &Object<'a>) -> Vec<Retrier> {
        let retriers = self.list(state, "Retry").unwrap_or_default();
        retriers.iter().filter_map(|retrier| self.retrier(retrier, state.state)).collect()
    }

    fn retrier(&mut self, node: &'a Node, state: &'a str) -> Option<Retrier> {
        let object = self.object(node, Place::Retrier, state)?;
        self.check_fields(&object);
        self.comment(&object);
        Some(Retrier {
            errors: self.error_names(&object),
            interval_seconds: self
                .integer(&object, "IntervalSeconds", 1..=MAX_SECONDS)
                .map_or(1, |value| value.value),
            max_attempts: self
                .integer(&object, "MaxAttempts", 0..=MAX_SECONDS)
                .map_or(3, |value| value.value),
            backoff_rate: self.backoff_rate(&object).unwrap_or(2.0),
            max_delay_seconds: self
                .integer(&object, "MaxDelaySeconds", 1..=MAX_DELAY)
                .map(|value| value.value),
            jitter: self.jitter(&object),
            span: node.span,
        })
    }

    /// `JitterStrategy`.
    fn jitter(&mut self, object: &Object<'a>) -> bool {
        let Some(strategy) = self.string(object, "JitterStrategy") else { return false };
        match strategy.text.value.as_str() {
            "FULL" => true,
            "NONE" => false,
            other => {
                self.unknown_word(strategy, "JitterStrategy", other, &["FULL", "NONE"]);
                false
            }
        }
    }

    fn backoff_rate(&mut self, object: &Object<'a>) -> Option<f64> {
        let node = object.get("BackoffRate")?;
        let Json::Number(text) = &node.value else {
            self.wrong_type(node, "`BackoffRate`", "a number");
            return None;
        };
        let rate = self.binary64(node.span, text);
        if rate >= 1.0 {
            return Some(rate);
        }
        self.diagnostics.push(
            Diagnostic::new(Code::OutOfRange, node.span, "`BackoffRate` is out of range")
                .label("1 is the least"),
        );
        None
    }
}
