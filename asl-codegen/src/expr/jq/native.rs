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
pub const NATIVES: &[Native] = &[Native { name: "length", arity: 0, rust: "length" }];

/// The function of this name and arity.
pub fn find(name: &str, arity: usize) -> Option<&'static Native> {
    NATIVES.iter().find(|native| native.name == name && native.arity == arity)
}
