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

#[test]
fn a_change_since_the_release_is_a_warning_of_the_build() {
    let directory = env::temp_dir().join(format!("asl-builder-{}", std::process::id()));
    fs::create_dir_all(&directory).unwrap();
    let definition = |resource: &str| {
        format!(
            r#"{{ "StartAt": "A", "States": {{ "A": {{ "Type": "Task", "Resource": "{resource}", "End": true }} }} }}"#
        )
    };
    let file = directory.join("order.asl.json");
    let build = |builder: Builder| {
        builder.build_in(&directory, &directory).unwrap();
        fs::read_to_string(directory.join("order.rs")).unwrap()
    };
    let builder = || Builder::new("order.asl.json");
    fs::write(&file, definition("task:old")).unwrap();
    let (sources, checked) =
        compile::check_file(Path::new("order.asl.json"), &directory, &Options::default());
    let released =
        versions::released(&checked.machine.unwrap(), &sources, &Options::default(), &directory);
    fs::write(versions::lock(&directory), format!("{released}\n")).unwrap();
    assert!(!build(builder()).contains("ASL2401"));
    fs::write(&file, definition("task:new")).unwrap();
    let code = build(builder());
    assert!(code.contains("struct ASL2401;") && !code.contains("compile_error"), "{code}");
    assert!(code.contains("that wait in `A` cannot move to this definition"), "{code}");
    assert!(build(builder().deny("ASL2401")).contains("compile_error"));
    assert!(!build(builder().allow("ASL2401")).contains("ASL2401"));
    fs::remove_dir_all(&directory).unwrap();
}
