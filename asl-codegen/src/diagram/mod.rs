//! Pictures of the flow graph.
