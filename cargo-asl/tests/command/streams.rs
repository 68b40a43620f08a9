//! Results, messages and pipes, and `cargo asl expand`.

use std::io::Read as _;
use std::process::Stdio;

use crate::directory::{Directory, Run};

#[test]
fn expand_prints_rust_and_only_rust() {
    let directory = Directory::new("expand");
    let run = directory.run(&["expand", "clean.json"]);
    assert_eq!((run.code, run.messages.as_str()), (0, ""));
    assert!(
        run.result.contains("mod clean {") && run.result.contains("fn charge_card"),
        "{}",
        run.result
    );
    let run = directory.run(&["expand", "error.json"]);
    assert_eq!((run.code, run.result.as_str()), (1, ""));
    assert!(run.messages.contains("error[ASL0401]"), "{}", run.messages);
    assert_eq!(directory.run(&["expand", "none.json"]).code, 2);
}

#[test]
fn a_closed_pipe_is_not_a_fault() {
    let directory = Directory::new("pipe");
    let states: Vec<String> = (0..2_000)
        .map(|n| format!("\"S{n}\": {{ \"Type\": \"Pass\", \"Next\": \"S{}\" }}", n + 1))
        .collect();
    let text = format!(
        "{{ \"StartAt\": \"S0\", \"States\": {{ {}, \"S2000\": {{ \"Type\": \"Succeed\" }} }} }}",
        states.join(", ")
    );
    directory.write("long.json", text);
    let mut command = directory.command(&["expand", "long.json"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    let mut first = [0];
    let mut stdout = child.stdout.take().expect("a pipe");
    stdout.read_exact(&mut first).expect("a byte");
    drop(stdout);
    let run = Run::of(child.wait_with_output().expect("it ends"));
    assert_eq!((run.code, run.messages.as_str()), (0, ""));
}

#[test]
fn without_a_command_the_help_is_shown() {
    let directory = Directory::new("help");
    let run = directory.run(&[]);
    assert_eq!(run.code, 2);
    assert!(
        run.messages.contains("explain") && run.messages.contains("expand"),
        "{}",
        run.messages
    );
}
