//! Completions in the shells zsh and fish, where `cargo xtask test` has them.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::directory::Directory;

/// The shell of a variable, unless the variable is not set: then the reason is printed.
#[expect(clippy::print_stderr, reason = "a test that is skipped says why")]
fn shell(variable: &str) -> Option<Command> {
    let program = std::env::var_os(variable);
    if program.is_none() {
        eprintln!("skipped: {variable} is not set; `cargo xtask test --only shells` sets it");
    }
    program.map(Command::new)
}

/// The lines that a command prints.
fn lines(command: &mut Command) -> Vec<String> {
    let output = command.output().expect("it runs");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}

#[test]
fn zsh_completes_commands_options_and_values_behind_cargo() {
    let Some(mut zsh) = shell("ASL_ZSH") else { return };
    let directory = Directory::new("zsh");
    let script = directory.run(&["completions", "zsh"]).result;
    fs::write(directory.0.join("_cargo-asl"), script).expect("written");
    let root = lines(Command::new("rustc").args(["--print", "sysroot"])).concat();
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/command/complete.zsh");
    zsh.arg("-f").arg(program).arg(&directory.0);
    zsh.arg(Path::new(&root).join("share/zsh/site-functions"));
    zsh.args(["cargo-asl gra", "cargo asl gra", "cargo +stable asl expl"]);
    zsh.args(["cargo asl check --color al", "cargo asl graph --outp", "cargo build --rele"]);
    let words = ["cargo-asl graph", "cargo asl graph", "cargo +stable asl explain"];
    let more =
        ["cargo asl check --color always", "cargo asl graph --output=", "cargo build --release"];
    let found = lines(&mut zsh);
    let found: Vec<&str> = found.iter().map(|line| line.trim_end()).collect();
    assert_eq!(found, [words, more].concat());
}

#[test]
fn fish_completes_commands_options_and_values_behind_cargo() {
    let Some(mut fish) = shell("ASL_FISH") else { return };
    let directory = Directory::new("fish");
    let script = directory.run(&["completions", "fish"]).result;
    let asked = ["cargo-asl gr", "cargo asl gr", "cargo +stable asl expl"];
    let more =
        ["cargo asl check --color al", "cargo asl graph --out", "cargo asl check --format s"];
    let asked = [asked, more].concat();
    let asked: Vec<String> = asked.iter().map(|line| format!("complete -C '{line}'")).collect();
    let asked = asked.join("\n");
    let found = lines(fish.args(["--no-config", "-c"]).arg(format!("{script}\n{asked}")));
    let names: Vec<&str> = found.iter().filter_map(|line| line.split('\t').next()).collect();
    assert_eq!(names, ["graph", "graph", "explain", "always", "--output", "sarif"]);
}
