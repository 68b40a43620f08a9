//! JSONata 2: its editions, and the signatures of functions.

pub mod signature;

/// A version of the language.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Edition {
    /// The language of jsonata-js 2.0.6, which Step Functions documents.
    #[default]
    V2_0,
    /// The language of jsonata-js 2.2, which has `??` and `?:`.
    V2_2,
}
