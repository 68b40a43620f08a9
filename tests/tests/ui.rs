//! Messages of the macro: a handful of cases for its wiring. `bad_definitions` tests positions and
//! pictures.

#[test]
fn faults_are_reported_at_the_macro() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/ui/*.rs");
    cases.pass("tests/ui/accepted/*.rs");
}
