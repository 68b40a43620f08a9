//! The macros that compile machines and jq programs, or include compiled ones.

/// Compiles a definition to a module with the machine, named after the file.
///
/// ```ignore
/// asl_machine!("machines/order.asl.json");            // -> mod order
///
/// asl_machine! {
///     pub "machines/order.asl.json",                  // pub mod; a path from the package's root, see below
///     name = checkout,                                // the module's name; default: that of the file
///     input = Order, output = Confirmation,           // types (serde), resolved where the macro is called
///     tasks = {
///         charge_card: fn(ChargeRequest) -> Receipt,  // types of a task
///         "ShipFunction" => ship,                     // name of its method; the task by what it calls,
///         "Send mail" => mail: fn(Letter) -> Value,   // by its state, by its Resource or by its method
///     },
///     methods = resources,                            // one for each Resource; default: for what is called
///     errors = [PaymentError],                        // types of errors with Error Names of their own (`NamedError`)
///     substitute = { "TableName": "orders" },         // ${TableName} in strings; unused or missing ones are errors
///     substitute_file = "values.json",                // more of them in a file beside the definition
///     resource = "OrderMachine",                      // a state machine of a template (CloudFormation, SAM, CDK)
///     default_task_timeout = 600,                     // seconds, for tasks without TimeoutSeconds
///     profile = spec,                                 // aws (default) or spec
///     limits = aws,                                   // AWS's quotas for data and histories; default: none
///     jsonpath = rfc9535,                             // aws (default) or rfc9535 (patterns need that feature)
///     typed_functions = true,                         // SM4C: functions have the types of their documents
///     documents = required,                           // SM4C: documents of functions must exist
///     state_functions = false,                        // omits the functions of single states
///     inspect = true,                                 // records the stages of states for tests (`testing::test_state`)
///     format = sm4c,                                  // asl or sm4c; recognised by default
///     default_wait = true,                            // SM4C: wait for calls if the definition does not specify it
///     sections = { "https://…": "file" },           // SM4C: files in place of sections that are named by URIs
///     expression_steps = 5_000_000,                   // SM4C: steps of each expression; default 1,000,000
///     expression_bytes = 268_435_456,                 // SM4C: bytes that each expression creates; default 64 MiB
///     outside = true,                                 // the file may be outside of this package
///     allow = [ASL0906],                              // warnings that are not shown; `warnings`: all of them
///     deny = [warnings],                              // warnings that are errors; `warn` exempts codes from both
///     runtime = ::asl_runtime,                        // path of this crate; the macro sets it itself
/// }
/// ```
///
/// A relative path begins at the root of the package, `CARGO_MANIFEST_DIR`. A path that begins with
/// `./` is relative to the directory of the file that calls the macro. Files that a definition
/// names, such as the sections of SM4C and the documents of functions, are relative to the
/// directory of the definition. All must be inside the package, unless `outside = true`.
///
/// Each fault of a definition is a compile error, whose first line has the file, line and column;
/// findings that may be intended are warnings. `#![deny(warnings)]` leaves them warnings: the option
/// `deny` makes errors of them, and `allow` hides them, as `Builder` and `cargo asl` do. When the file changes, the program is rebuilt.
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
/// `name = expression` any value; both must implement `Into<Value>` (other types convert with
/// [`to_value`](crate::value::to_value)), and are converted once. A faulty program is a compile
/// error that shows the place of the fault:
///
/// ```compile_fail
/// asl_runtime::jq!(".items | map(.price) | ad"); // there is no function `ad`; did you mean `add`?
/// ```
///
/// The language is jq 1.8 without the functions that access the process's environment: see
/// `docs/guide/jq.md`.
#[cfg(all(feature = "jq", feature = "macros"))]
#[macro_export]
macro_rules! jq {
    ($($arguments:tt)*) => {
        $crate::__private::jq_of! { (@ $crate) $($arguments)* }
    };
}

/// Reports that `jq!` is switched off.
#[cfg(all(feature = "macros", not(feature = "jq")))]
#[macro_export]
macro_rules! jq {
    ($($arguments:tt)*) => {
        $crate::__private::compile_error!("`jq!` needs the feature `jq` of asl-runtime")
    };
}

/// Compiles a JSONata program: a [`jsonata::Program`](crate::jsonata::Program) with a method to run
/// it.
///
/// ```
/// use asl_runtime::{json, jsonata};
///
/// let rate = 1.1;
/// let prices = jsonata!("items.(price * $rate + $fee)", rate, fee = 2);
/// let order = json!({"items": [{"price": 10}, {"price": 20}]});
/// assert_eq!(prices.run(&order)?, Some(json!([13, 24])));
/// # Ok::<(), jsonata::Error>(())
/// ```
///
/// Variables are given by name, as to [`jq!`](crate::jq!): `name` takes the Rust variable of the same
/// name, `name = expression` any value. A program that is wrong is a compile error which shows the
/// place in it:
///
/// ```compile_fail
/// asl_runtime::jsonata!("items[price > 3"); // `]` is missing at the end
/// ```
///
/// The language is JSONata 2.2 without `$eval`, and with the functions that Step Functions adds:
/// see `docs/guide/jsonata.md`.
#[cfg(all(feature = "jsonata", feature = "macros"))]
#[macro_export]
macro_rules! jsonata {
    ($($arguments:tt)*) => {
        $crate::__private::jsonata_of! { (@ $crate) $($arguments)* }
    };
}

/// Says that `jsonata!` is switched off.
#[cfg(all(feature = "macros", not(feature = "jsonata")))]
#[macro_export]
macro_rules! jsonata {
    ($($arguments:tt)*) => {
        $crate::__private::compile_error!("`jsonata!` needs the feature `jsonata` of asl-runtime")
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

/// Passes the compiler the path of this crate, and whether it can run machines.
#[cfg(all(feature = "macros", feature = "tokio"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __asl_machine_for {
    ($($arguments:tt)*) => {
        $crate::__private::asl_machine_of! { (@ $crate, true) $($arguments)* }
    };
}

/// Passes the compiler the path of this crate.
#[cfg(all(feature = "macros", not(feature = "tokio")))]
#[doc(hidden)]
#[macro_export]
macro_rules! __asl_machine_for {
    ($($arguments:tt)*) => {
        $crate::__private::asl_machine_of! { (@ $crate, false) $($arguments)* }
    };
}

/// Used in place of a compiled path's patterns: expands to nothing, because patterns are available.
#[cfg(feature = "rfc9535")]
#[doc(hidden)]
#[macro_export]
macro_rules! __asl_needs_patterns {
    () => {};
}

/// Used in place of a compiled path's patterns: reports that patterns are not available.
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

/// Implements the trait of a machine's tasks for `Arc<T>` and `&T`: each method calls that of `T`.
#[doc(hidden)]
#[macro_export]
macro_rules! __asl_shared_tasks {
    (@for $shared:ty, $of_trait:ident: $($method:ident($input:ty) -> $output:ty;)*) => {
        impl<T: $of_trait> $of_trait for $shared {
            $(
                fn $method(
                    &self,
                    cx: &$crate::__private::TaskContext,
                    input: $input,
                ) -> impl $crate::__private::Future<
                    Output = $crate::__private::Result<$output, $crate::__private::TaskError>,
                > + $crate::__private::Send {
                    <T as $of_trait>::$method(self, cx, input)
                }
            )*
        }
    };
    ($of_trait:ident: $($methods:tt)*) => {
        $crate::__asl_shared_tasks! { @for $crate::__private::Arc<T>, $of_trait: $($methods)* }
        $crate::__asl_shared_tasks! { @for &'static T, $of_trait: $($methods)* }
    };
}

/// Checks that another machine has the methods that a machine takes from it by `tasks_from`.
#[doc(hidden)]
#[macro_export]
macro_rules! __asl_tasks_from {
    (
        $module:literal, $other:literal, $table:path:
        $($method:literal $form:ident $resource:literal;)*
    ) => {
        $(
            const _: () = {
                ::std::assert!(
                    $crate::__private::has_task(&$table, $method),
                    ::std::concat!(
                        "`", $module, "` calls the task `", $method, "`, which `", $other,
                        "` does not have: implement it in `", $module,
                        "::Tasks`, and add it to `own_tasks = [", $method, "]`"
                    )
                );
                ::std::assert!(
                    $crate::__private::calls_alike(
                        &$table,
                        $method,
                        $crate::__private::Form::$form,
                        $resource
                    ),
                    ::std::concat!(
                        "the task `", $method, "` of `", $module, "` is `", $resource,
                        "`, which is called in another way than the task `", $method, "` of `",
                        $other, "`: implement it in `", $module,
                        "::Tasks`, and add it to `own_tasks = [", $method, "]`"
                    )
                );
            };
        )*
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
