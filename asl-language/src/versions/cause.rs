//! Causes of transitions as numbers, in outlines that are text.

use crate::transition::Cause;

/// The number of its kind, and its own number.
pub(super) fn number_of(cause: Cause) -> (u8, u32) {
    match cause {
        Cause::Next => (0, 0),
        Cause::Choice(number) => (1, number),
        Cause::Default => (2, 0),
        Cause::Catch(number) => (3, number),
        Cause::Condition(number) => (4, number),
        Cause::NoCondition => (5, 0),
        Cause::Event(number) => (6, number),
        Cause::Timer => (7, 0),
    }
}

/// The cause with these numbers.
pub(super) fn cause_of(kind: u8, number: u32) -> Option<Cause> {
    Some(match kind {
        0 => Cause::Next,
        1 => Cause::Choice(number),
        2 => Cause::Default,
        3 => Cause::Catch(number),
        4 => Cause::Condition(number),
        5 => Cause::NoCondition,
        6 => Cause::Event(number),
        7 => Cause::Timer,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_cause_has_its_number() {
        for (kind, number) in (0..8).flat_map(|kind| [(kind, 0), (kind, 7)]) {
            let cause = cause_of(kind, number).unwrap();
            assert_eq!(cause_of(number_of(cause).0, number_of(cause).1), Some(cause));
        }
        assert_eq!(cause_of(8, 0), None);
    }
}
