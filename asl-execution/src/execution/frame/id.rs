//! Places in the arena.

/// A place in the arena.
pub(in crate::execution) type FrameId = u32;

pub(in crate::execution) const ROOT: FrameId = 0;

/// The root's parent.
pub(in crate::execution) const NONE: FrameId = u32::MAX;
