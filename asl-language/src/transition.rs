//! The causes of transitions.

use std::fmt;

/// The cause of a transition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// `Next`, or `End`.
    Next,
    /// The n-th choice rule, from 0.
    Choice(u32),
    /// `Default`.
    Default,
    /// The n-th catcher, from 0.
    Catch(u32),
    /// SM4C: the n-th transition of its state with a `condition`, from 0.
    Condition(u32),
    /// SM4C: none of these conditions holds. The state waits for events or time, or fails.
    NoCondition,
    /// SM4C: the n-th transition of its state with `eventGroups`, from 0.
    Event(u32),
    /// SM4C: the transition of its state with a `timeout`.
    Timer,
}

impl fmt::Display for Cause {
    /// Numbers are printed from 1: `choice 1` is the first rule.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (word, number) = match *self {
            Self::Next => return f.write_str("next"),
            Self::Default => return f.write_str("default"),
            Self::NoCondition => return f.write_str("no condition"),
            Self::Timer => return f.write_str("timer"),
            Self::Choice(number) => ("choice", number),
            Self::Catch(number) => ("catcher", number),
            Self::Condition(number) => ("condition", number),
            Self::Event(number) => ("event", number),
        };
        write!(f, "{word} {}", u64::from(number) + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::Cause;

    #[test]
    fn numbers_are_printed_from_1() {
        assert_eq!(Cause::Choice(0).to_string(), "choice 1");
        assert_eq!(Cause::Catch(u32::MAX).to_string(), "catcher 4294967296");
        assert_eq!(Cause::NoCondition.to_string(), "no condition");
    }
}
