//! The options that say whose behaviour a machine follows.

/// The authority that decides where the specification and AWS differ: `docs/guide/profiles.md`
/// lists every difference.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Profile {
    /// The 2016 text to the letter, then today's specification.
    Spec,
    /// The behaviour that AWS was recorded to have, without its quotas.
    #[default]
    Aws,
}

/// The quotas that executions are held to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Limits {
    /// None but those of the runtime itself.
    #[default]
    None,
    /// Those of AWS: 256 KiB of data per state, 25,000 history events.
    Aws,
}
