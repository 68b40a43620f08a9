//! The fingerprints of nodes, by which two versions of a machine are compared.

/// Hashes over the parts of a node's definition, with names instead of numbers. Nodes of two
/// versions are alike in each part whose hash is equal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Fingerprint {
    /// The node's work, and the event that completes it.
    pub call: u64,
    /// The input of that work.
    pub input: u64,
    /// Its time-outs and other limits.
    pub limits: u64,
    /// The processing of its result, and the transitions.
    pub output: u64,
    /// Retriers, catchers and error handlers.
    pub errors: u64,
}
