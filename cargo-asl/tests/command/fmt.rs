//! `cargo asl fmt`: files, folders, standard input and `--check`.

use std::fs;
use std::io::Write as _;
use std::process::Stdio;

use crate::directory::{Directory, Run};

const UGLY: &str = "{\"StartAt\":\"A\",\n\"States\":{\n\"A\":{\"Type\":\"Succeed\"}}}";
const PRETTY: &str =
    "{\n  \"StartAt\": \"A\",\n  \"States\": {\n    \"A\": { \"Type\": \"Succeed\" }\n  }\n}\n";

#[test]
fn files_and_folders_are_formatted_in_place() {
    let directory = Directory::new("fmt");
    directory.write("a.asl.json", UGLY);
    directory.write("b.asl.yaml", "StartAt: A   # Why.  \n\n\nStates:\n  A: { Type: Succeed }");
    let run = directory.run(&["fmt", "--check", "."]);
    assert_eq!((run.code, run.result.as_str()), (1, "a.asl.json\nb.asl.yaml\n"), "{run:?}");
    assert_eq!(run.messages, "2 of 2 files are not formatted\n");
    let read = |name: &str| fs::read_to_string(directory.0.join(name)).expect("a file");
    assert_eq!(read("a.asl.json"), UGLY, "--check changes nothing");
    let run = directory.run(&["fmt", "."]);
    assert_eq!((run.code, run.messages.as_str()), (0, "2 of 2 files were changed\n"));
    assert_eq!(read("a.asl.json"), PRETTY);
    assert_eq!(read("b.asl.yaml"), "StartAt: A   # Why.\n\nStates:\n  A: { Type: Succeed }\n");
    let run = directory.run(&["fmt", "--check", "."]);
    assert_eq!((run.code, run.result.as_str()), (0, ""));
    assert_eq!(fs::read_dir(&directory.0).expect("a folder").count(), 5, "no temporary files");
}

#[test]
fn standard_input_is_formatted_to_standard_output() {
    let directory = Directory::new("fmt-stdin");
    let piped = |arguments: &[&str]| {
        let mut command = directory.command(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("it runs");
        child.stdin.take().expect("a pipe").write_all(UGLY.as_bytes()).expect("written");
        Run::of(child.wait_with_output().expect("it ends"))
    };
    let run = piped(&["fmt", "-"]);
    assert_eq!((run.code, run.result.as_str()), (0, PRETTY));
    let run = piped(&["fmt", "--check", "-"]);
    assert_eq!((run.code, run.result.as_str()), (1, "<stdin>\n"));
}

#[test]
fn files_with_faults_are_left_as_they_are() {
    let directory = Directory::new("fmt-faults");
    for (name, text, code) in [
        ("comma.json", "{\"a\": 1,}", "ASL0101"),
        ("twice.json", "{\"a\": 1, \"a\": 2}", "ASL0102"),
        ("open.yaml", "a: [1", "ASL0107"),
    ] {
        directory.write(name, text);
        let run = directory.run(&["fmt", name]);
        assert!(run.code == 1 && run.messages.contains(code), "{run:?}");
        assert_eq!(fs::read_to_string(directory.0.join(name)).expect("a file"), text);
    }
    assert_eq!(directory.run(&["fmt", "none.json"]).code, 2);
}
