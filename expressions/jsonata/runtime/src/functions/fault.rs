//! `$error`, `$assert`.

use crate::{Cx, Fault, Item, Outcome, View};

/// `$error`
pub fn error(_: &Cx, message: View<'_>) -> Outcome {
    Err(Fault::new("D3137").message(words(message, "$error() function evaluated")))
}

/// `$assert`
pub fn assert(_: &Cx, condition: View<'_>, message: View<'_>) -> Outcome {
    if condition.as_bool() == Some(true) {
        return Ok(Item::Undefined);
    }
    Err(Fault::new("D3141").message(words(message, "$assert() statement failed")))
}

/// The message, unless it is missing or empty.
fn words<'m>(message: View<'m>, otherwise: &'m str) -> &'m str {
    message.as_str().filter(|message| !message.is_empty()).unwrap_or(otherwise)
}
