//! Limits of expressions.

/// Limits of each expression in a machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExpressionLimits {
    /// Steps: calls, iterations of loops, outputs, and the work of built-ins.
    pub steps: u64,
    /// Bytes of created data.
    pub bytes: u64,
}

impl ExpressionLimits {
    /// The default limits.
    pub const USUAL: Self = Self { steps: 1_000_000, bytes: 64 << 20 };
}

impl Default for ExpressionLimits {
    fn default() -> Self {
        Self::USUAL
    }
}
