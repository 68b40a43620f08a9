//! Tests of the builder.

use super::*;

#[test]
fn options_that_make_no_sense_are_refused() {
    let fault =
        |builder: Builder| builder.build_in(Path::new(""), Path::new("")).unwrap_err().to_string();
    let builder = || Builder::new("order.asl.json");
    assert_eq!(fault(builder().default_task_timeout(0)), "a time-out must be at least one second");
    assert_eq!(fault(builder().name("a b")), "`a b` cannot be the name of a module");
    assert_eq!(fault(builder().method("task:pay", "1")), "`1` cannot be the name of a method");
    assert_eq!(
        fault(builder().deny("W9999")),
        "there is no code `W9999`; a code looks like `ASL0507`"
    );
    assert_eq!(fault(builder().input("a(")), "`a(` is not a type of Rust");
}
