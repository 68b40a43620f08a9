//! The two ways a machine gets into a program.

/// Compiles a definition: a module with the machine, named after the file.
///
/// ```ignore
/// asl_machine!("machines/order.asl.json");            // -> mod order
///
/// asl_machine! {
///     pub "machines/order.asl.json",                  // pub mod; a path from the package's root, see below
///     name = checkout,                                // the module's name; default: the file's stem
///     input = Order, output = Confirmation,           // typed ends (serde), as they are called here
///     tasks = {
///         charge_card: fn(ChargeRequest) -> Receipt,  // types of a task, by its method's name or its resource
///         "arn:aws:lambda:…:function:Ship": send,     // another name for a method
///         "arn:aws:lambda:…:function:Mail": mail: fn(Letter) -> Value,
///     },
///     substitute = { "TableName": "orders" },         // ${TableName} in strings; unused or missing ones are errors
///     default_task_timeout = 600,                     // seconds, for tasks without TimeoutSeconds
///     profile = spec,                                 // aws (default) or spec, where the two differ
///     limits = aws,                                   // AWS's quotas for data and histories; default: none
///     jsonpath = rfc9535,                             // aws (default) or rfc9535: how paths are written; patterns need that feature
///     typed_functions = true,                         // SM4C: functions have the types of their documents
///     documents = required,                           // SM4C: documents that functions name must be there
///     state_functions = false,                        // leaves out each state as a function of its own
///     inspect = true,                                 // notes what each stage of a state makes, for tests (`testing::test_state`)
///     format = sm4c,                                  // asl or sm4c; recognised by default
///     default_wait = true,                            // SM4C: calls are waited for where the definition does not say it
///     sections = { "https://…": "file" },           // SM4C: files in place of sections that are named by URIs
///     expression_steps = 5_000_000,                   // SM4C: steps of each expression; default 1,000,000
///     expression_bytes = 268_435_456,                 // SM4C: bytes that each expression makes; default 64 MiB
///     outside = true,                                 // the file may lie outside of this package
///     runtime = ::asl_runtime,                        // this crate; needed by nobody who calls the macro through it
/// }
/// ```
///
/// A relative path begins at the root of the package, `CARGO_MANIFEST_DIR`. A path that begins with
/// `./` is relative to the directory of the file that calls the macro. Files that a definition
/// names, as the sections of SM4C and the documents of functions, are relative to the directory of
/// the definition. All must lie within the package, unless `outside = true`.
///
/// A faulty definition is a compile error for each fault, with its place in the file; doubts are
/// warnings. When the file changes, the program is built again.
#[cfg(feature = "macros")]
#[macro_export]
macro_rules! asl_machine {
    ($($arguments:tt)*) => {
        $crate::__private::asl_machine_for! { $($arguments)* }
    };
}

/// Compiles a jq program: a [`jq::Program`](crate::jq::Program) with methods to run it.
///
/// ```
/// use asl_runtime::{jq, json};
///
/// let rate = 1.1;
/// let prices = jq!(".items[] | .price * $rate + $fee", rate, fee = 2);
/// assert_eq!(prices.all(&json!({"items": [{"price": 10}, {"price": 20}]}))?, [json!(13), json!(24)]);
/// # Ok::<(), jq::Error>(())
/// ```
///
/// Variables are given by name: `name` takes the Rust variable of the same name,
/// `name = expression` any value; both are anything that [`Value`](crate::Value) can be made from
/// (`Into<Value>`; other types by [`to_value`](crate::value::to_value)), and are converted once. A
/// program that is wrong is a compile error which shows the place in it:
///
/// ```compile_fail
/// asl_runtime::jq!(".items | map(.price) | ad"); // there is no function `ad`; did you mean `add`?
/// ```
///
/// The language is jq 1.8 without what reads the process's world: see `docs/guide/jq.md`.
#[cfg(all(feature = "jq", feature = "macros"))]
#[macro_export]
macro_rules! jq {
    ($($arguments:tt)*) => {
        $crate::__private::jq_of! { (@ $crate) $($arguments)* }
    };
}

/// Says that `jq!` is switched off.
#[cfg(all(feature = "macros", not(feature = "jq")))]
#[macro_export]
macro_rules! jq {
    ($($arguments:tt)*) => {
        $crate::__private::compile_error!("`jq!` needs the feature `jq` of asl-runtime")
    };
}

/// Includes a machine that `asl_codegen::Builder` compiled in the build script, by its module's
/// name.
///
/// ```ignore
/// asl_runtime::include_machine!("order");             // -> mod order
/// ```
#[macro_export]
macro_rules! include_machine {
    ($name:literal) => {
        $crate::__private::include!($crate::__private::concat!(
            $crate::__private::env!("OUT_DIR"),
            "/",
            $name,
            ".rs"
        ));
    };
}

/// Tells the compiler about this crate: what it is called where it is used, and whether it can run
/// machines.
#[cfg(all(feature = "macros", feature = "tokio"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __asl_machine_for {
    ($($arguments:tt)*) => {
        $crate::__private::asl_machine_of! { (@ $crate, true) $($arguments)* }
    };
}

/// Tells the compiler about this crate.
#[cfg(all(feature = "macros", not(feature = "tokio")))]
#[doc(hidden)]
#[macro_export]
macro_rules! __asl_machine_for {
    ($($arguments:tt)*) => {
        $crate::__private::asl_machine_of! { (@ $crate, false) $($arguments)* }
    };
}

/// Stands where a compiled path has patterns: nothing, as they are there.
#[cfg(feature = "rfc9535")]
#[doc(hidden)]
#[macro_export]
macro_rules! __asl_needs_patterns {
    () => {};
}

/// Stands where a compiled path has patterns, and tells that they are not there.
#[cfg(not(feature = "rfc9535"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __asl_needs_patterns {
    () => {
        $crate::__private::compile_error!(
            "`match()` and `search()` in paths need the feature `rfc9535` of asl-runtime"
        );
    };
}

/// Defines setters in the `impl` block of an options struct, one for each listed field. The type is
/// that of the argument, which is converted to the field's type.
#[doc(hidden)]
#[macro_export]
macro_rules! __setters {
    ($($(#[$attribute:meta])* $field:ident: $argument:ty,)*) => {
        $(
            #[doc = ::std::concat!("Sets `", ::std::stringify!($field), "`.")]
            $(#[$attribute])*
            #[must_use]
            pub fn $field(self, $field: $argument) -> Self {
                Self { $field: $field.into(), ..self }
            }
        )*
    };
}
