//! Typed ids: indexes into the lists of a [`super::Machine`].

/// Declares an id type.
macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// The index in its list.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

ids! {
    /// A [`super::Node`].
    NodeId
    /// A [`super::State`].
    StateId
    /// A [`super::Scope`].
    ScopeId
    /// A [`super::Task`].
    TaskId
}
