//! The longest answer that is read: the SDK itself reads all that comes.

use std::error::Error;

use aws_sdk_lambda::config::interceptors::BeforeDeserializationInterceptorContextMut;
use aws_sdk_lambda::config::{ConfigBag, Intercept, RuntimeComponents};
use aws_sdk_lambda::error::BoxError;
use aws_sdk_lambda::primitives::SdkBody;
use bytes::Bytes;
use http_body_util::{BodyExt as _, LengthLimitError, Limited};

/// Bytes of the longest answer: Lambda's quota for one that is waited for.
pub(crate) const LONGEST_ANSWER: usize = 6_291_556;

/// Brackets in each other in the text of an error of the service.
const DEEPEST_ERROR: usize = 64;

/// Reads no more of an answer than that, and no error that is nested too deep.
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
            // Cut off, it is no JSON, and the error has the status alone.
            frame.map_data(|bytes| if nesting.is_too_deep(&bytes) { Bytes::new() } else { bytes })
        }));
        Ok(())
    }
}

/// The depth of the brackets of a JSON text, as far as it was seen. The SDK reads the text of
/// errors by recursion without a limit: 100,000 brackets overflow the stack.
#[derive(Default)]
struct Nesting {
    depth: usize,
    is_string: bool,
    is_escaped: bool,
}

impl Nesting {
    /// Looks at more of the text; once it was too deep, all that follows is.
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

/// True if an error is that of a longer answer.
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
