//! The global options, standard input, suggestions, completions and pages of the manual.

use std::fs;
use std::io::Write as _;
use std::process::{Command, Stdio};

use crate::directory::{CLEAN, Directory, ERROR, Run};

/// Runs the command with a text as standard input.
fn piped(directory: &Directory, arguments: &[&str], text: &[u8]) -> Run {
    let mut command = directory.command(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it runs");
    // A text that is refused is not read to its end.
    let _ = child.stdin.take().expect("a pipe").write_all(text);
    Run::of(child.wait_with_output().expect("it ends"))
}

#[test]
fn definitions_are_read_from_standard_input() {
    let directory = Directory::new("stdin");
    let run = piped(&directory, &["check", "-"], ERROR.as_bytes());
    assert!(run.code == 1 && run.result.contains("\n --> <stdin>:1:62\n"), "{run:?}");
    let run = piped(&directory, &["check", "-", "warning.json"], CLEAN.as_bytes());
    assert!(run.code == 0 && run.messages.contains("checked 2 files"), "{run:?}");
    // YAML is recognized, and SM4C.
    let yaml = "# A comment.\nStartAt: A\nStates:\n  A: { Type: Pass, Next: B }\n";
    let run = piped(&directory, &["check", "-"], yaml.as_bytes());
    assert!(run.code == 1 && run.result.contains("<stdin>:4:26"), "{run:?}");
    let sm4c = "name: A\nversion: '1'\nstates: [{ name: A, start: true }, { name: A }]\n";
    let run = piped(&directory, &["check", "-"], sm4c.as_bytes());
    assert!(run.code == 1 && run.result.contains("<stdin>:3:"), "{run:?}");
    let run = piped(&directory, &["expand", "-"], CLEAN.as_bytes());
    assert!(run.code == 0 && run.result.contains("fn charge_card"), "{run:?}");
    let run = piped(&directory, &["graph", "-", "-o", "-"], CLEAN.as_bytes());
    assert!(run.code == 0 && run.result.starts_with("flowchart TD"), "{run:?}");
    let run = piped(&directory, &["explain", "-", "--state", "Charge card"], CLEAN.as_bytes());
    assert!(run.code == 0 && run.result.contains("Input"), "{run:?}");
    let run = piped(&directory, &["diff", "-", "clean.json"], CLEAN.as_bytes());
    assert_eq!(run.code, 0, "{run:?}");
    let run = piped(&directory, &["diff", "-", "-"], CLEAN.as_bytes());
    assert!(run.code == 2 && run.messages.contains("only one"), "{run:?}");
}

#[test]
fn faults_of_standard_input_are_findings() {
    let directory = Directory::new("stdin-faults");
    let run = piped(&directory, &["check", "-"], b"{\n\"\xe9\": 1}");
    assert!(run.code == 1 && run.result.contains("ASL0103"), "{run:?}");
    let run = piped(&directory, &["check", "-"], &vec![b' '; 1024 * 1024 + 10]);
    assert!(run.result.contains("more than 1048576 bytes"), "{run:?}");
    let run = piped(&directory, &["check", "-"], b"");
    assert!(run.code == 1 && run.result.contains("ASL0101"), "{run:?}");
    // There is no directory in which a file that the definition names could be.
    let text = br#"{ "name": "A", "version": "1", "events": "events.json", "states": [{ "name": "A", "start": true }] }"#;
    let run = piped(&directory, &["check", "-"], text);
    assert!(run.code == 1 && run.result.contains("this definition is no file"), "{run:?}");
}

#[test]
fn a_result_can_be_written_to_a_file_or_to_standard_output() {
    let directory = Directory::new("output");
    let printed = directory.run(&["expand", "clean.json"]);
    assert_eq!(directory.run(&["expand", "clean.json", "-o", "-"]).result, printed.result);
    let run = directory.run(&["expand", "clean.json", "-o", "clean.rs"]);
    assert_eq!((run.code, run.result.as_str()), (0, ""));
    assert_eq!(fs::read_to_string(directory.0.join("clean.rs")).expect("a file"), printed.result);
}

#[test]
fn colour_follows_the_option_and_the_environment() {
    let directory = Directory::new("colour");
    let is_coloured = |option: &[&str], environment: &[(&str, &str)]| {
        let mut command = directory.command(&[option, &["check", "error.json"]].concat());
        for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
            command.env_remove(name);
        }
        command.envs(environment.iter().copied());
        Run::of(command.output().expect("it runs")).result.contains("\u{1b}[")
    };
    assert!(!is_coloured(&[], &[]), "a pipe is no terminal");
    assert!(is_coloured(&["--color", "always"], &[]));
    assert!(is_coloured(&["--color=always"], &[("NO_COLOR", "1")]));
    assert!(is_coloured(&[], &[("CLICOLOR_FORCE", "1")]));
    assert!(!is_coloured(&[], &[("CLICOLOR_FORCE", "0")]));
    assert!(!is_coloured(&[], &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]));
    assert!(is_coloured(&[], &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "")]));
    assert!(!is_coloured(&["--color", "never"], &[("CLICOLOR_FORCE", "1")]));
    // Global options may follow the command.
    let run = directory.run(&["check", "error.json", "--color", "always"]);
    assert!(run.result.contains("\u{1b}["), "{run:?}");
}

#[test]
fn quiet_leaves_only_results_and_errors() {
    let directory = Directory::new("quiet");
    let run = directory.run(&["check", "-q", "warning.json"]);
    assert_eq!((run.code, run.messages.as_str()), (0, ""));
    assert!(run.result.contains("ASL0906"), "findings are the result of check: {run:?}");
    assert!(directory.run(&["graph", "warning.json"]).messages.contains("ASL0906"));
    let run = directory.run(&["--quiet", "graph", "warning.json"]);
    assert!(run.messages.is_empty() && run.result.starts_with("flowchart"), "{run:?}");
    let run = directory.run(&["graph", "--quiet", "error.json"]);
    assert!(run.code == 1 && run.messages.contains("ASL0401"), "{run:?}");
    assert!(directory.run(&["-q", "explain", "E9999"]).messages.contains("there is no code"));
}

#[test]
fn mistyped_commands_and_options_have_suggestions() {
    let directory = Directory::new("mistyped");
    for (arguments, suggestion) in [
        (&["chek", "clean.json"][..], "'check'"),
        (&["check", "--formt", "json", "clean.json"], "'--format'"),
        (&["check", "--format", "jsno", "clean.json"], "'json'"),
        (&["explain", "ASL041"], "did you mean ASL0401?"),
    ] {
        let run = directory.run(arguments);
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.messages.contains(suggestion), "{run:?}");
    }
}

#[test]
fn the_version_and_the_help_with_examples_are_printed() {
    let directory = Directory::new("version");
    for option in ["--version", "-V"] {
        let run = directory.run(&[option]);
        assert_eq!(run.result, format!("cargo-asl {}\n", env!("CARGO_PKG_VERSION")));
    }
    for command in ["check", "expand", "graph", "explain", "diff", "completions", "man"] {
        let help = directory.run(&[command, "--help"]).result;
        assert!(help.contains(&format!("Usage: cargo asl {command}")), "{help}");
        assert!(help.contains(&format!("Examples:\n  cargo asl {command}")), "{help}");
    }
    // Cargo passes the word `asl`; without Cargo it may be missing.
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-asl"));
    let run = Run::of(command.args(["explain", "ASL0401"]).output().expect("it runs"));
    assert!(run.result.starts_with("# ASL0401"), "{run:?}");
}

/// The words that bash offers for the last of some words.
fn completed(script: &str, words: &[&str]) -> Vec<String> {
    let quoted: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
    let [.., before, last] = words else { panic!("two words at least") };
    let program = format!(
        "_earlier() {{ COMPREPLY=(earlier); }}\ncomplete -F _earlier cargo\n{script}\n\
         COMP_WORDS=({})\nCOMP_CWORD={}\n_cargo_asl_of_cargo cargo '{last}' '{before}'\n\
         printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        quoted.join(" "),
        words.len() - 1,
    );
    let output = Command::new("bash").args(["--norc", "-c", &program]).output().expect("bash");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("text").lines().map(str::to_owned).collect()
}

#[test]
fn bash_completes_commands_options_and_values_behind_cargo() {
    let directory = Directory::new("bash");
    let script = directory.run(&["completions", "bash"]).result;
    assert_eq!(completed(&script, &["cargo", "asl", "gr"]), ["graph"]);
    assert_eq!(completed(&script, &["cargo", "+stable", "asl", "expl"]), ["explain"]);
    assert_eq!(completed(&script, &["cargo", "asl", "graph", "--out"]), ["--output"]);
    assert_eq!(completed(&script, &["cargo", "asl", "check", "--color", "al"]), ["always"]);
    let formats = completed(&script, &["cargo", "asl", "check", "--format", ""]);
    assert_eq!(formats, ["human", "json", "sarif", "github"]);
    // Other commands of Cargo keep the completion that they had.
    assert_eq!(completed(&script, &["cargo", "build", "--rel"]), ["earlier"]);
}

#[test]
fn other_shells_have_scripts() {
    let directory = Directory::new("shells");
    for (shell, part) in [
        ("zsh", "#compdef cargo-asl\n"),
        ("zsh", "_cargo-asl() {"),
        ("fish", "complete -c cargo -n '__fish_seen_subcommand_from asl'"),
        ("fish", "complete -c cargo-asl "),
        ("powershell", "-CommandName 'cargo-asl'"),
        ("elvish", "completion:arg-completer[cargo-asl]"),
    ] {
        let run = directory.run(&["completions", shell]);
        assert!(run.code == 0 && run.result.contains(part), "{shell}: {}", run.result);
    }
    assert_eq!(directory.run(&["completions", "cmd"]).code, 2);
}

#[test]
fn the_manual_has_a_page_for_each_command() {
    let directory = Directory::new("manual");
    let page = directory.run(&["man"]).result;
    assert!(page.contains(".TH cargo-asl 1") && page.contains("cargo\\-asl\\-check(1)"), "{page}");
    assert_eq!(directory.run(&["man", "pages/man1"]).code, 0);
    let read = |name: &str| fs::read_to_string(directory.0.join("pages/man1").join(name));
    assert_eq!(read("cargo-asl.1").expect("a page"), page);
    let check = read("cargo-asl-check.1").expect("a page");
    assert!(check.contains("\\fBcargo asl check\\fR") && check.contains("Examples:"), "{check}");
    let run = directory.run(&["man", "clean.json"]);
    assert!(run.code == 2 && run.messages.contains("cannot write"), "{run:?}");
}
