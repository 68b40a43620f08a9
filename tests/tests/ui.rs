//! How the macro reports: the wiring, with a handful of cases. Positions and pictures are pinned by
//! `bad_definitions`.

#[test]
fn faults_are_reported_where_the_macro_stands() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
