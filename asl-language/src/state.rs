//! The types of states.

/// The type of a state. History events are named after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the words of the specification")]
pub enum StateKind {
    Pass,
    Task,
    Choice,
    Wait,
    Succeed,
    Fail,
    Parallel,
    Map,
    /// A state of SM4C, which has no type.
    State,
}
