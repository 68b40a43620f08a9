//! `cargo asl check` without paths: the machines of packages with their own options.

use std::fs;

use crate::directory::{CLEAN, Directory, ERROR, Run, WARNING};

const USE: &str =
    r#"{ "StartAt": "A", "States": { "A": { "Type": "Task", "Resource": "${F}", "End": true } } }"#;

/// A directory with these files besides the definitions, which are under `machines` too.
fn package(test: &str, files: &[(&str, &str)]) -> Directory {
    let directory = Directory::new(test);
    let definitions = [
        ("machines/clean.json", CLEAN),
        ("machines/warning.json", WARNING),
        ("machines/error.json", ERROR),
        ("machines/use.json", USE),
    ];
    for (name, content) in definitions.iter().chain(files) {
        let path = directory.0.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, content).expect("written");
    }
    directory
}

fn codes(run: &Run) -> Vec<(String, String)> {
    let text = |value: &serde_json::Value| value.as_str().expect("a text").to_owned();
    run.json().iter().map(|found| (text(&found["code"]), text(&found["file"]))).collect()
}

fn found(code: &str, file: &str) -> (String, String) {
    (code.to_owned(), file.to_owned())
}

const MANIFEST: &str = "[package]\nname = \"order\"\nversion = \"0.1.0\"\nedition = \"2024\"\n";

#[test]
fn all_uses_of_the_macro_are_checked_with_their_options() {
    let directory = package(
        "macros",
        &[
            ("Cargo.toml", MANIFEST),
            (
                "src/main.rs",
                "mod a;\nmod b { mod c; }\n#[path = \"other/d.rs\"] mod d;\n\
             fn main() { asl_runtime::asl_machine!(\"machines/clean.json\"); }\n",
            ),
            ("src/a.rs", "mod inner;\n"),
            (
                "src/a/inner.rs",
                "asl_machine! { pub \"machines/warning.json\", deny = [warnings] }\n",
            ),
            (
                "src/b/c/mod.rs",
                "asl_machine!(\"./own.json\", substitute = { \"F\": \"task:f\" });\n",
            ),
            ("src/b/c/own.json", USE),
            (
                "src/other/d.rs",
                "asl_machine!(\"machines/use.json\",\n\
             substitute = { \"F\": \"task:f\", \"G\": \"\" });\n",
            ),
            ("src/unused.rs", "asl_machine!(\"machines/none.json\");\n"),
            ("tests/it.rs", "#[test]\nfn t() { asl_machine!(\"machines/error.json\"); }\n"),
        ],
    );
    let run = directory.run(&["check", "--format", "json"]);
    assert_eq!(run.code, 1, "{run:?}");
    let codes = codes(&run);
    assert!(codes.contains(&found("ASL0906", "machines/warning.json")), "{codes:?}");
    assert!(codes.contains(&found("ASL0401", "machines/error.json")), "{codes:?}");
    // The second substitution is not used.
    assert!(codes.iter().any(|(_, file)| file == "machines/use.json"), "{codes:?}");
    assert!(codes.iter().all(|(_, file)| !file.contains("own.json")), "{codes:?}");
    let denied = run.json();
    let denied = denied.iter().find(|found| found["code"] == "ASL0906").expect("found above");
    assert_eq!(denied["severity"], "error");
    let run = directory.run(&["check"]);
    assert!(run.messages.contains("checked 5 machines: "), "{run:?}");
    // Levels can be added, other options cannot.
    let run = directory.run(&["check", "--format", "json", "--allow", "ASL0906"]);
    assert!(run.code == 1 && !run.result.contains("ASL0906"), "{run:?}");
    let run = directory.run(&["check", "--profile", "spec"]);
    assert!(run.code == 2 && run.messages.contains("only `--allow`"), "{run:?}");
}

#[test]
fn faults_in_arguments_are_shown_with_their_places() {
    let directory = package(
        "arguments",
        &[
            ("Cargo.toml", MANIFEST),
            (
                "src/lib.rs",
                "asl_machine!(\"machines/clean.json\",\n    profle = spec);\n\nmod broken;\n",
            ),
            ("src/broken.rs", "fn f( {}\n"),
        ],
    );
    let run = directory.run(&["check"]);
    assert_eq!(run.code, 2, "{run:?}");
    let expected = "error: src/lib.rs:2:5: there is no option `profle`; did you mean `profile`?\n";
    assert!(run.messages.contains(expected), "{run:?}");
    assert!(run.messages.contains("error: src/broken.rs:1:"), "{run:?}");
}

#[test]
fn builders_with_literals_are_checked_and_others_are_named() {
    let script = r#"
use asl_codegen::{Builder, options::Profile};
fn main() {
    Builder::new("machines/error.json").name("wrong").profile(Profile::Spec).build().unwrap();
    asl_codegen::Builder::new("machines/use.json").substitute("F", "task:f").build()?;
    Builder::new("machines/warning.json").expression_steps(10).deny("ASL0906").build().unwrap();
    for name in ["a", "b"] {
        Builder::new(format!("machines/{name}.json")).build().unwrap();
    }
    Builder::new("machines/clean.json").name(NAME).build().unwrap();
    let builder = Builder::new("machines/clean.json");
    Builder::new("machines/clean.json").name("not a name").build().unwrap();
    other::Builder::new().build();
}
"#;
    let lib = ("src/lib.rs", "");
    let directory = package("builders", &[("Cargo.toml", MANIFEST), ("build.rs", script), lib]);
    let run = directory.run(&["check", "--format", "json"]);
    assert_eq!(run.code, 2, "{run:?}");
    let codes = codes(&run);
    assert!(codes.contains(&found("ASL0401", "machines/error.json")), "{codes:?}");
    assert!(codes.contains(&found("ASL0906", "machines/warning.json")), "{codes:?}");
    assert!(codes.iter().all(|(_, file)| file != "machines/use.json"), "{codes:?}");
    for message in [
        "warning: build.rs:8:9: the path of the definition is no literal; this machine is not",
        "warning: build.rs:10:41: the arguments of `name` are no literals",
        "warning: build.rs:11:19: the calls of this builder are not one expression",
        "error: build.rs:12:5: `not a name` cannot be the name of a module",
    ] {
        assert!(run.messages.contains(message), "{message}: {run:?}");
    }
    assert_eq!(run.messages.lines().count(), 4, "{run:?}");
}

#[test]
fn a_file_lists_machines_that_no_source_uses() {
    let directory = package(
        "listed",
        &[(
            "asl.toml",
            "[[machine]]\npath = \"machines/use.json\"\nsubstitute = { F = \"task:f\" }\n\n\
         [[machine]]\npath = \"machines/warning.json\"\nlimits = \"aws\"\ndeny = [\"ASL0906\"]\n\n\
         [[machine]]\npath = \"more\"\nsubstitute = { F = \"task:f\" }\n",
        )],
    );
    fs::create_dir(directory.0.join("more")).expect("a folder");
    directory.write("more/a.asl.json", USE);
    directory.write("more/b.asl.json", CLEAN);
    let run = directory.run(&["check", "--format", "json"]);
    assert_eq!(run.code, 1, "{run:?}");
    assert_eq!(codes(&run), [found("ASL0906", "machines/warning.json")]);
    // A machine that a source uses has the options of the source.
    directory.write("Cargo.toml", MANIFEST);
    fs::create_dir(directory.0.join("src")).expect("a folder");
    directory.write("src/lib.rs", "asl_machine!(\"machines/warning.json\", allow = [warnings]);");
    let run = directory.run(&["check"]);
    let expected = "checked 4 machines: no findings\n";
    assert_eq!((run.code, run.messages.as_str()), (0, expected), "{run:?}");
}

#[test]
fn mistakes_in_the_list_are_shown_with_their_places() {
    for (text, message) in [
        ("[[machine]]\npth = \"a\"\n", "asl.toml:2:1: unknown field `pth`, expected one of `path`"),
        ("[[machine]]\nprofile = \"aws\"\n", "asl.toml:1:1: missing field `path`"),
        (
            "[[machine]]\npath = \"a\"\nprofile = \"azure\"\n",
            "asl.toml:3:11: unknown variant `azure`",
        ),
        (
            "[[machine]]\npath = \"a\"\nallow = [\"ASL0401\"]\n",
            "asl.toml:3:10: ASL0401 is an error",
        ),
        ("[[machine]\n", "asl.toml:1:11: "),
        ("[machines]\n", "asl.toml:1:2: unknown field `machines`"),
    ] {
        let directory = package("mistakes", &[("asl.toml", text)]);
        let run = directory.run(&["check"]);
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.messages.contains(&format!("error: {message}")), "{message}: {run:?}");
    }
}

#[test]
fn packages_of_a_workspace_are_checked_alone_or_together() {
    let member = |name: &str| format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\n");
    let directory = package(
        "workspace",
        &[
            (
                "Cargo.toml",
                "[workspace]\nmembers = [\"one\", \"two\"]\ndefault-members = [\"one\"]\n\
             resolver = \"3\"\n",
            ),
            ("one/Cargo.toml", &member("one")),
            ("one/src/lib.rs", "asl_machine!(\"../machines/clean.json\", outside = true);"),
            ("two/Cargo.toml", &member("two")),
            ("two/src/lib.rs", "asl_machine!(\"../machines/error.json\", outside = true);"),
        ],
    );
    let run_in = |folder: &str, arguments: &[&str]| {
        let mut command = directory.command(arguments);
        Run::of(command.current_dir(directory.0.join(folder)).output().expect("it runs"))
    };
    assert!(run_in(".", &["check"]).messages.contains("checked 1 machine: no findings"));
    assert_eq!(run_in(".", &["check", "--workspace"]).code, 1);
    assert_eq!(run_in("one/src", &["check"]).code, 0);
    assert_eq!(run_in("two", &["check"]).code, 1);
}

#[test]
fn without_machines_the_message_says_where_they_were_searched() {
    let lib = ("src/lib.rs", "");
    let directory = package("none", &[("Cargo.toml", MANIFEST), lib]);
    let run = directory.run(&["check"]);
    assert_eq!(run.code, 2, "{run:?}");
    assert!(run.messages.contains("error: no machine is found in "), "{run:?}");
    assert!(run.messages.contains("name files or folders"), "{run:?}");
    // Outside of packages, Cargo says that there is none.
    fs::remove_file(directory.0.join("Cargo.toml")).expect("removed");
    let run = directory.run(&["check"]);
    assert!(run.code == 2 && run.messages.contains("could not find `Cargo.toml`"), "{run:?}");
}
