//! Places in the arena.

/// A place in the arena.
pub(crate) type FrameId = u32;

pub(crate) const ROOT: FrameId = 0;

/// The root's parent.
pub(crate) const NONE: FrameId = u32::MAX;
