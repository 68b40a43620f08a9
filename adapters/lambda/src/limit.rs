//! A limit on the length of responses, because the SDK itself reads without one.

use std::error::Error;

use aws_sdk_lambda::config::interceptors::BeforeDeserializationInterceptorContextMut;
use aws_sdk_lambda::config::{ConfigBag, Intercept, RuntimeComponents};
use aws_sdk_lambda::error::BoxError;
use aws_sdk_lambda::primitives::SdkBody;
use bytes::Bytes;
use http_body_util::{BodyExt as _, LengthLimitError, Limited};

/// Maximum length of a response in bytes: Lambda's quota for synchronous calls.
pub(crate) const LONGEST_ANSWER: usize = 6_291_556;

/// Maximum nesting depth of brackets in an error of the service.
const DEEPEST_ERROR: usize = 64;

/// Ends a response at the maximum length, and drops the text of errors that nest too deep.
#[derive(Debug)]
pub(crate) struct LongestAnswer;

impl Intercept for LongestAnswer {
    fn name(&self) -> &'static str {
        "LongestAnswer"
    }

    fn modify_before_deserialization(
        &self,
        context: &mut BeforeDeserializationInterceptorContextMut<'_>,
        _components: &RuntimeComponents,
        _cfg: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let response = context.response_mut();
        let is_read_by_us = response.status().is_success();
        let body = response.body_mut();
        let whole = std::mem::replace(body, SdkBody::taken());
        let whole = Limited::new(whole, LONGEST_ANSWER);
        if is_read_by_us {
            *body = SdkBody::from_body_1_x(whole);
            return Ok(());
        }
        let mut nesting = Nesting::default();
        *body = SdkBody::from_body_1_x(whole.map_frame(move |frame| {
            // Truncated text is not JSON, so the error has only the status.
            frame.map_data(|bytes| if nesting.is_too_deep(&bytes) { Bytes::new() } else { bytes })
        }));
        Ok(())
    }
}

/// Nesting depth of a JSON text that arrives in pieces. The SDK reads the text of errors by
/// unlimited recursion: 100,000 brackets overflow the stack.
#[derive(Default)]
struct Nesting {
    depth: usize,
    is_string: bool,
    is_escaped: bool,
}

impl Nesting {
    /// Adds a piece of the text. Once the text is too deep, it stays too deep.
    fn is_too_deep(&mut self, bytes: &[u8]) -> bool {
        for byte in bytes {
            if self.depth > DEEPEST_ERROR {
                break;
            }
            match byte {
                b'"' if !self.is_escaped => self.is_string = !self.is_string,
                b'[' | b'{' if !self.is_string => self.depth = self.depth.saturating_add(1),
                b']' | b'}' if !self.is_string => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
            self.is_escaped = self.is_string && *byte == b'\\' && !self.is_escaped;
        }
        self.depth > DEEPEST_ERROR
    }
}

/// Returns true if the response exceeded the limit.
pub(crate) fn was_exceeded(error: &(dyn Error + 'static)) -> bool {
    let mut next = Some(error);
    while let Some(error) = next {
        if error.is::<LengthLimitError>() {
            return true;
        }
        next = error.source();
    }
    false
}
