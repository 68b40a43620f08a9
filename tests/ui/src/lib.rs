//! Messages of the macro: a handful of cases for its wiring. Positions and pictures are tested by
//! `tests/tests/compiler/bad_definitions.rs`.
//!
//! `cases/types` has seeded faults between definitions and Rust types, which only rustc finds; each
//! file has many, and `types_that_fit.rs` and `types_that_may_fit.rs` in `cases/accepted` have the opposite.
//!
//! This is a package of its own, because trybuild builds everything that its package depends on.

#[cfg(test)]
mod tests {
    #![allow(clippy::expect_used, reason = "whatever cannot be set up fails the test")]

    use std::env;
    use std::process::Command;

    /// The variable from which cargo reads the flags of rustc first.
    const FLAGS: &str = "CARGO_ENCODED_RUSTFLAGS";

    /// trybuild has a flag of rustc only in its second build, which would make all dependencies
    /// twice. So this test runs itself again, with the flags of that build set before.
    #[test]
    fn faults_are_reported_at_the_macro() {
        if env::var_os(FLAGS).is_some() {
            let cases = trybuild::TestCases::new();
            cases.compile_fail("cases/*.rs");
            cases.compile_fail("cases/types/*.rs");
            cases.pass("cases/accepted/*.rs");
            return;
        }
        let flags = ["--cfg", "trybuild", "--verbose", "-A", "dead_code", "--diagnostic-width=140"];
        let program = env::current_exe().expect("the program has a path");
        let again = Command::new(program)
            .args(["--exact", "tests::faults_are_reported_at_the_macro", "--nocapture"])
            .env(FLAGS, flags.join("\x1f"))
            .status()
            .expect("it can be run");
        assert!(again.success(), "the messages above are others");
    }
}
