//! `retries`: how often and how soon an action is tried again. Spec section 3.3.

use super::object::{Object, Read};
use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{Jitter, RetryPolicy};
use crate::sm4c::context::Context;
use crate::source::Json;

impl<'a> Context<'a> {
    /// All retry policies, in order.
    pub(super) fn policies(&mut self) -> Vec<RetryPolicy> {
        let outline = self.outline;
        (0..)
            .zip(&outline.policies.objects)
            .map(|(index, object)| self.policy(index, object))
            .collect()
    }

    fn policy(&mut self, index: u32, object: &Object<'a>) -> RetryPolicy {
        self.required(object, "maxAttempts");
        let policy = RetryPolicy {
            name: self.outline.policies.name(index),
            max_attempts: self
                .integer(object, "maxAttempts", 0..=u32::MAX)
                .map_or(0, |attempts| attempts.value),
            delay_millis: self.timespan(object, "delay"),
            max_delay_millis: self.timespan(object, "maxDelay"),
            increment_millis: self.timespan(object, "increment"),
            multiplier: self.amount(object, "multiplier"),
            jitter: self.jitter(object),
        };
        self.idle_growth(object);
        policy
    }

    /// A fraction of the delay, or a timespan.
    fn jitter(&mut self, object: &Object<'a>) -> Option<Jitter> {
        let node = object.get("jitter")?;
        match node.value {
            Json::Number(_) => self.amount(object, "jitter").map(Jitter::Fraction),
            Json::String(_) => self.as_timespan(node, "jitter").map(Jitter::Millis),
            Json::Null | Json::Bool(_) | Json::Array(_) | Json::Object(_) => {
                self.wrong_type(node, "`jitter`", "a fraction of the delay, or a timespan");
                None
            }
        }
    }

    /// Reports what a policy says without effect.
    fn idle_growth(&mut self, object: &Object<'a>) {
        if !object.has("delay") {
            let without = ["maxDelay", "increment", "multiplier", "jitter"]
                .into_iter()
                .find_map(|name| object.member(name));
            if let Some(member) = without {
                self.diagnostics.push(
                    Diagnostic::new(
                        Code::IgnoredAttribute,
                        member.key.span,
                        format!("`{}` has no effect", member.key.value),
                    )
                    .label("without `delay` retries are made at once")
                    .help("add `\"delay\": \"PT1S\"`"),
                );
            }
        } else if let (Some(_), Some(multiplier)) =
            (object.get("increment"), object.member("multiplier"))
        {
            self.diagnostics.push(
                Diagnostic::new(
                    Code::IgnoredAttribute,
                    multiplier.key.span,
                    "`multiplier` has no effect",
                )
                .label("`increment` decides how delays grow")
                .help("remove one of the two"),
            );
        }
    }
}
