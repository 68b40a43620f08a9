//! The functions of the run-time library: jq's built-ins that take values and give one value or fail.

/// A function of the run-time library. In emitted code it is `jq::native::RUST(cx, input, argument, ..) -> Result<Value, Exit>`, its
/// arguments `&Value`; arguments that give several values call it for each combination, the last argument being the outermost loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Native {
    /// jq's name of it.
    pub name: &'static str,
    /// How many arguments.
    pub arity: usize,
    /// Its name in `asl_runtime::jq::native`.
    pub rust: &'static str,
}

/// Every one.
pub const NATIVES: &[Native] = &[
    // access.rs
    native("has", 1, "has"),
    native("keys", 0, "keys"),
    native("keys_unsorted", 0, "keys_unsorted"),
    native("length", 0, "length"),
    // indices.rs
    native("_strindices", 1, "text_indices"),
    native("index", 1, "index"),
    native("indices", 1, "indices"),
    native("rindex", 1, "rindex"),
    // paths/
    native("delpaths", 1, "delpaths"),
    native("getpath", 1, "getpath"),
    native("setpath", 2, "setpath"),
];

const fn native(name: &'static str, arity: usize, rust: &'static str) -> Native {
    Native { name, arity, rust }
}

/// The function of this name and arity.
pub fn find(name: &str, arity: usize) -> Option<&'static Native> {
    NATIVES.iter().find(|native| native.name == name && native.arity == arity)
}
