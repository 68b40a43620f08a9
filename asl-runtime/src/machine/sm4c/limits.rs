//! Limits of expressions.

/// Limits of each expression of a machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExpressionLimits {
    /// Steps: calls, turns of loops, outputs, and the work of built-ins.
    pub steps: u64,
    /// Bytes of data that are made.
    pub bytes: u64,
}

impl ExpressionLimits {
    /// The limits of a machine whose author gives none.
    pub const USUAL: Self = Self { steps: 1_000_000, bytes: 64 << 20 };
}

impl Default for ExpressionLimits {
    fn default() -> Self {
        Self::USUAL
    }
}
