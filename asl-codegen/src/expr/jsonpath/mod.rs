//! JSONPath as the States Language uses it: read at compile time, emitted as direct descents.

mod syntax;

pub use syntax::{Path, ReferencePath, ReferenceStep, Segment, Selector};
