//! The macros that compile machines and jq programs, or include compiled ones.

/// Compiles a definition to a module with the machine, named after the file.
///
/// ```
/// use asl_runtime::asl_machine;
///
/// asl_machine!("doc/greet.asl.json"); // -> mod greet; the path begins at the package's root
///
/// asl_machine! {
///     pub(crate) "doc/greet.asl.json",
///     name = salute,
///     tasks = { greet: fn(String) -> String },
///     default_task_timeout = 600,
///     deny = [warnings],
/// }
///
/// assert_eq!((greet::MACHINE.name, salute::MACHINE.name), ("greet", "salute"));
/// ```
///
#[doc = include_str!("../doc/options.md")]
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
/// [`to_value`](asl_value::value::to_value)), and are converted once. A faulty program is a compile
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

/// In place of `compile_error!` where this crate has the feature that emitted code needs.
#[doc(hidden)]
#[macro_export]
macro_rules! __asl_has_feature {
    ($message:literal) => {};
}

/// Implements what the states of every machine have: their list, which is given, and their names.
#[doc(hidden)]
#[macro_export]
macro_rules! __asl_state_methods {
    ($state:ident of $machine:ident: $all:tt) => {
        impl $state {
            /// In the order of the definition.
            pub const ALL: &'static [Self] = &$all;

            /// Its name in the definition.
            pub fn name(self) -> &'static str {
                $crate::__private::state_name(&$machine, self.node())
            }

            /// Its row in the transition table.
            pub const fn node(self) -> $crate::__private::NodeId {
                $crate::__private::NodeId(self as u32)
            }
        }

        impl $crate::__private::Debug for $state {
            fn fmt(
                &self,
                f: &mut $crate::__private::Formatter<'_>,
            ) -> $crate::__private::FmtResult {
                f.write_str(self.name())
            }
        }
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

/// Defines the method that adds an observer to a struct of options. Takes more documentation of it.
#[doc(hidden)]
#[macro_export]
macro_rules! __observer {
    ($($more:literal)?) => {
        /// Adds an observer.
        $(#[doc = $more])?
        #[must_use]
        pub fn observer(
            self,
            observer: impl ::std::convert::Into<$crate::history::ObserverHandle>,
        ) -> Self {
            let joined = $crate::history::ObserverHandle::join(self.observer, observer.into());
            Self { observer: ::std::option::Option::Some(joined), ..self }
        }
    };
}

/// The methods of the errors of a machine. Its texts are those of the failure.
#[doc(hidden)]
#[macro_export]
macro_rules! __asl_error_methods {
    ($error:ident: $($variant:ident = $name:literal,)*) => {
        impl $error {
            /// The failure: its cause, its status and its place in the definition.
            pub fn failure(&self) -> &$crate::__private::Failure {
                match self {
                    $(Self::$variant(failure) |)* Self::Other(failure) => failure,
                }
            }

            /// The failure itself.
            pub fn into_failure(self) -> $crate::__private::Failure {
                match self {
                    $(Self::$variant(failure) |)* Self::Other(failure) => failure,
                }
            }
        }

        impl $crate::__private::From<$crate::__private::Failure> for $error {
            fn from(failure: $crate::__private::Failure) -> Self {
                match failure.error() {
                    $($crate::__private::Some($name) => Self::$variant(failure),)*
                    _ => Self::Other(failure),
                }
            }
        }

        impl $crate::__private::Debug for $error {
            fn fmt(
                &self,
                f: &mut $crate::__private::Formatter<'_>,
            ) -> $crate::__private::FmtResult {
                $crate::__private::Debug::fmt(self.failure(), f)
            }
        }

        impl $crate::__private::Display for $error {
            fn fmt(
                &self,
                f: &mut $crate::__private::Formatter<'_>,
            ) -> $crate::__private::FmtResult {
                $crate::__private::Display::fmt(self.failure(), f)
            }
        }

        impl $crate::__private::StdError for $error {
            fn source(
                &self,
            ) -> $crate::__private::Option<&(dyn $crate::__private::StdError + 'static)> {
                $crate::__private::StdError::source(self.failure())
            }
        }
    };
}
