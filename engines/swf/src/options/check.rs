//! Checks of texts against the limits of Amazon SWF.

use crate::limits::{LONGEST_NAME, is_forbidden, units};

use super::OptionError;

/// An id, or the name of a list.
pub(crate) fn check_id(place: &str, id: &str) -> Result<(), OptionError> {
    check_filled(place, id)?;
    check_length(place, id, LONGEST_NAME)?;
    if id == "arn" {
        return Err(OptionError::new(place, "Amazon SWF keeps the word `arn` for itself"));
    }
    match id.chars().find(|letter| is_forbidden(*letter)) {
        Some(letter) => {
            let problem = format!(
                "`{}` has `{}`, which Amazon SWF forbids",
                id.escape_debug(),
                letter.escape_debug()
            );
            Err(OptionError::new(place, problem))
        }
        None => Ok(()),
    }
}

pub(crate) fn check_filled(place: &str, text: &str) -> Result<(), OptionError> {
    if text.is_empty() { Err(OptionError::new(place, "it is empty")) } else { Ok(()) }
}

pub(crate) fn check_length(place: &str, text: &str, longest: usize) -> Result<(), OptionError> {
    let length = units(text);
    if length > longest {
        let problem = format!("it has {length} characters; Amazon SWF takes {longest}");
        return Err(OptionError::new(place, problem));
    }
    Ok(())
}
