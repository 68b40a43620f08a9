//! Letters that match whatever their case, as the flag `i` has it without the flag `u`.

use asl_language::js_regex::Class;

/// The character that stands for all that differ only in their case: the one in upper case, if it
/// is a single one. A character beyond ASCII never stands for one of ASCII.
pub(super) fn canonical(character: char) -> char {
    if character.is_ascii() {
        return character.to_ascii_uppercase();
    }
    let mut upper = character.to_uppercase();
    match (upper.next(), upper.next()) {
        (Some(upper), None) if !upper.is_ascii() => upper,
        _ => character,
    }
}

/// True if a class has this character, or has one that differs only in its case, where the flag
/// says so.
pub(super) fn has(class: &Class, character: char, ignore_case: bool) -> bool {
    let is_listed = class.lists(character) || ignore_case && lists_other_case(class, character);
    is_listed != class.negated
}

fn lists_other_case(class: &Class, character: char) -> bool {
    let upper = canonical(character);
    class.lists(upper)
        || lower(upper).is_some_and(|lower| canonical(lower) == upper && class.lists(lower))
}

fn lower(character: char) -> Option<char> {
    let mut lower = character.to_lowercase();
    lower.next().filter(|_| lower.next().is_none())
}
