//! `$error`, `$assert`.

use crate::jsonata::{Cx, Fault, Item, Outcome};

/// `$error`
pub fn error(_: &Cx, message: &Item) -> Outcome {
    Err(Fault::new("D3137").message(words(message, "$error() function evaluated")))
}

/// `$assert`
pub fn assert(_: &Cx, condition: &Item, message: &Item) -> Outcome {
    if condition.as_bool() == Some(true) {
        return Ok(Item::Undefined);
    }
    Err(Fault::new("D3141").message(words(message, "$assert() statement failed")))
}

/// The message, unless it is missing or empty.
fn words<'m>(message: &'m Item, otherwise: &'m str) -> &'m str {
    message.as_str().filter(|message| !message.is_empty()).unwrap_or(otherwise)
}
