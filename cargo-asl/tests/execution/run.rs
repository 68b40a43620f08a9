//! `cargo asl run`.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;

use super::{call, call_with, command};

/// Commands that perform both tasks.
const TASKS: [&str; 4] = [
    "--task",
    r#"Charge=printf '{"receipt": "%s-%s"}' "$ASL_STATE" "$ASL_ATTEMPT""#,
    "--task",
    "Ship=cat",
];

fn run<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let start = ["run", "order.asl.json", "--virtual", "--input", "-"];
    start.into_iter().chain(TASKS).chain(more.iter().copied()).collect()
}

#[test]
fn commands_perform_tasks_and_waits_take_no_time() {
    let (code, output, errors) = call_with(&run(&[]), r#"{"id": 1.0}"#);
    assert_eq!(errors, "virtual time: 3600 s");
    let expected = "{\n  \"id\": 1.0,\n  \"payment\": {\n    \"receipt\": \"Charge-0\"\n  }\n}\n";
    assert_eq!((code, output.as_str()), (0, expected));
}

#[test]
fn a_run_stops_at_a_state_and_prints_its_input() {
    let (code, output, errors) = call_with(&run(&["--until", "Rest"]), "{}");
    let expected = "{\n  \"payment\": {\n    \"receipt\": \"Charge-0\"\n  }\n}\n";
    assert_eq!((code, output.as_str(), errors.as_str()), (0, expected, ""));
    let (code, _, errors) = call_with(&run(&["--until", "rest"]), "{}");
    let expected = "error: there is no state `rest`; the states are `Charge`, `Rest`, `Ship`";
    assert_eq!((code, errors.as_str()), (2, expected));
}

#[test]
fn failures_have_error_cause_and_place() {
    let failing = |command: &str| {
        let charge = format!("Charge={command}");
        let line = ["run", "order.asl.json", "--task", &charge, "--task", "Ship=cat", "--virtual"];
        let (code, output, errors) = call(&line);
        assert_eq!((code, output.as_str()), (3, ""));
        errors
    };
    assert_eq!(
        failing(r#"echo '{"error": "Declined", "cause": "no money"}'; exit 1"#),
        "failed: Declined in Charge (order.asl.json:4:5): no money"
    );
    assert_eq!(
        failing("echo broken >&2; exit 7"),
        "failed: ExitCode.7 in Charge (order.asl.json:4:5): broken"
    );
    let errors = failing("echo tea");
    assert!(errors.contains("Command.Failed") && errors.contains("is not JSON"), "{errors}");
}

#[test]
fn tasks_without_a_source_are_named_before_the_run() {
    let (code, _, errors) = call(&["run", "order.asl.json", "--task", "Ship=cat"]);
    assert_eq!(code, 2);
    assert!(errors.starts_with("error: nothing performs these tasks; add `--mock`"), "{errors}");
    let last = "  order.asl.json:4:5: `Charge` (charge, arn:aws:states:::lambda:invoke)";
    assert_eq!(errors.lines().skip(1).collect::<Vec<_>>(), [last]);
    let (code, _, errors) = call(&["run", "order.asl.json", "--task", "Shipp=cat"]);
    assert_eq!(code, 2);
    let first = "error: no task has the state, method or Resource `Shipp`; the tasks are:";
    assert_eq!(errors.lines().next(), Some(first));
}

#[test]
fn histories_have_the_form_of_aws() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("history.json");
    let shown = file.display().to_string();
    let (code, ..) = call_with(&run(&["--history", &shown]), "{}");
    assert_eq!(code, 0);
    let history = fs::read_to_string(&file).expect("it was written");
    let history: serde_json::Value = serde_json::from_str(&history).expect("JSON");
    let events = history["events"].as_array().expect("a list");
    assert_eq!(events[0]["type"], "ExecutionStarted");
    assert_eq!(events.last().expect("an event")["type"], "ExecutionSucceeded");
}

#[test]
fn findings_stop_the_run() {
    let text = r#"{"StartAt": "A", "States": {"A": {"Type": "Pass", "Next": "B"}}}"#;
    let (code, output, errors) = call_with(&["run", "-"], text);
    assert_eq!((code, output.as_str()), (1, ""));
    assert!(errors.contains("ASL0401"), "{errors}");
}

/// A definition that needs nothing runs in real time on the in-process engine.
#[test]
fn definitions_in_jsonata_run_in_real_time() {
    let text = r#"{"QueryLanguage": "JSONata", "StartAt": "A", "States": {
        "A": {"Type": "Pass", "Output": "{% $sum([1, 2, 4]) %}", "End": true}}}"#;
    assert_eq!(call_with(&["run", "-"], text), (0, "7\n".to_owned(), String::new()));
}

/// As in a shell, where a file for a small input is a nuisance.
#[test]
fn an_input_is_a_file_or_json_itself() {
    let text = r#"{"QueryLanguage": "JSONata", "StartAt": "A", "States": {
        "A": {"Type": "Pass", "Output": "{% $states.input.x + 1 %}", "End": true}}}"#;
    let run = |input: &str| call_with(&["run", "-", "--input", input], text);
    assert_eq!(run(r#"{"x": 6}"#), (0, "7\n".to_owned(), String::new()));
    let (code, _, messages) = run("{x: 6}");
    assert!(code == 2 && messages.contains("the input `--input`: "), "{messages}");
    let (code, _, messages) = run("inputt.json");
    assert!(code == 2 && messages.contains("the input is a file, JSON such as"), "{messages}");
}

/// Building a program takes longer than reading this.
#[test]
fn tasks_without_a_source_are_named_before_anything_is_built() {
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("no-cache");
    let cache = cache.to_str().expect("UTF-8");
    let (code, _, messages) = call(&["run", "order.asl.json", "--cache", cache]);
    assert_eq!(code, 2, "{messages}");
    assert!(messages.contains("nothing performs these tasks"), "{messages}");
    assert!(!Path::new(cache).exists(), "nothing is built");
}

#[test]
fn all_definitions_share_one_runtime_and_it_can_be_removed() {
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("clean-cache");
    let key = cache.join("0123456789abcdef/programs/one");
    fs::create_dir_all(&key).expect("a folder");
    fs::write(key.join("main.rs"), "fn main() {}").expect("a file");
    let folder = cache.to_str().expect("UTF-8");
    let (code, _, messages) = call(&["clean", "--cache", folder]);
    assert_eq!(code, 0, "{messages}");
    assert!(messages.starts_with("removed 1 runtime, 1 program, 1 kB from "), "{messages}");
    assert!(!cache.exists());
    // Folders of other versions of this command may be left in the cache of these tests.
    let shared = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("asl-cache");
    let runtimes = || {
        let folders = fs::read_dir(&shared).expect("it is there").flatten();
        folders.filter(|folder| folder.path().join("runtime.json").is_file()).count()
    };
    let plain = r#"{"StartAt": "A", "States": {"A": {"Type": "Succeed"}}}"#;
    let jsonata = r#"{"QueryLanguage": "JSONata", "StartAt": "A", "States": {
        "A": {"Type": "Succeed", "Output": "{% 1 %}"}}}"#;
    let sm4c = r#"{"name": "A", "version": "1.0", "states": [{"name": "A", "start": true}]}"#;
    assert_eq!(call_with(&["run", "-"], plain).0, 0);
    let before = runtimes();
    for text in [jsonata, sm4c] {
        let (code, _, messages) = call_with(&["run", "-"], text);
        assert_eq!(code, 0, "{messages}");
    }
    assert_eq!(runtimes(), before);
}

#[test]
fn a_change_of_the_definition_starts_the_run_again() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("watch");
    fs::create_dir_all(&folder).expect("a folder");
    let definition = folder.join("watched.asl.json");
    let write = |start: &str| {
        let text = format!(
            r#"{{"StartAt": "{start}", "States": {{"Rest": {{"Type": "Wait", "Seconds": 1}}}}}}"#
        );
        fs::write(&definition, text).expect("a file");
    };
    write("Before");
    let file = definition.to_str().expect("UTF-8");
    let mut child = command(&["run", file, "--watch"]).spawn().expect("it starts");
    let stderr = BufReader::new(child.stderr.take().expect("a pipe"));
    let mut lines = stderr.lines().map(|line| line.expect("UTF-8"));
    let mut find = |text: &str| lines.find(|line| line.contains(text)).is_some();
    assert!(find("no state is called `Before`"));
    assert!(find("waiting for changes"));
    write("Afterwards");
    assert!(find("no state is called `Afterwards`"));
    child.kill().expect("it runs");
    child.wait().expect("it ends");
}

/// A Rust compiler that finds a fault in the code of programs: it spoils them before it compiles.
#[cfg(unix)]
const SPOILER: &str = "#!/bin/sh
for file; do
    case \"$file\" in
    */programs/*.rs) sed 's/Step *:: *End/Stop::End/' \"$file\" > \"$file.new\" && mv \"$file.new\" \"$file\" ;;
    esac
done
exec rustc \"$@\"
";

#[cfg(unix)]
#[test]
fn code_that_rust_refuses_is_three_lines_and_a_file() {
    use std::os::unix::fs::PermissionsExt as _;

    let compiler = Path::new(env!("CARGO_TARGET_TMPDIR")).join("spoiler");
    fs::write(&compiler, SPOILER).expect("it is written");
    fs::set_permissions(&compiler, fs::Permissions::from_mode(0o755)).expect("it can be run");
    // A name that no other test compiles.
    let definition =
        r#"{"StartAt": "Only", "States": {"Only": {"Type": "Succeed", "Comment": "spoiled"}}}"#;
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("spoiled.asl.json");
    fs::write(&file, definition).expect("it is written");
    let file = file.to_str().expect("UTF-8");
    let output =
        command(&["run", file, "--virtual"]).env("RUSTC", &compiler).output().expect("it starts");
    let (code, _, errors) = super::parts(&output);
    assert_ne!(code, 0);
    let lines: Vec<&str> = errors.lines().collect();
    assert_eq!(lines.len(), 3, "{errors}");
    assert!(lines[0].contains("this is a fault of `cargo asl`, not of the definition"), "{errors}");
    assert!(lines[1].contains("in the Succeed state `Only` ("), "{errors}");
    assert!(lines[1].contains("on entry: error"), "{errors}");
    let kept = lines[2].split('`').nth(1).expect("a path");
    assert!(fs::read_to_string(kept).is_ok_and(|code| code.contains("fn only_enter")), "{kept}");
}
