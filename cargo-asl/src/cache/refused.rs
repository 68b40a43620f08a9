//! The report if the Rust compiler refuses emitted code, which is a fault of ours: three lines
//! instead of a page of code that the user did not write.

use std::fs;
use std::path::Path;

use asl_codegen::pretty::pretty;
use proc_macro2::TokenStream;

use super::environment::Environment;
use super::runtime::Built;
use super::{Problem, compile};

/// Name of the file that keeps the code, readable.
pub(super) const KEPT: &str = "refused.rs";

/// Returns true if these messages of the Rust compiler are about the code of a file, and not about
/// a linker or a full disk.
pub(super) fn is_about(messages: &str, source: &Path) -> bool {
    messages.contains(&format!("--> {}:", source.display()))
}

/// Keeps the code, and finds the state whose code is refused.
pub(super) fn refusal(
    environment: &Environment,
    runtime: &Built,
    job: &compile::Job<'_>,
) -> Problem {
    let file = job.folder.join(KEPT);
    let tokens = job.program.text.parse::<TokenStream>().ok();
    let code = tokens.and_then(|tokens| pretty(tokens).ok());
    let code = code.unwrap_or_else(|| job.program.text.clone());
    if let Err(error) = fs::write(&file, &code) {
        return Problem::at(&file, &error);
    }
    let messages = compile::check(environment, runtime, &file).unwrap_or_default();
    Problem::new(text(&job.program.shown, &code, &messages, &file))
}

/// The three lines: what, where, and how to report it.
fn text(shown: &str, code: &str, messages: &str, file: &Path) -> String {
    let refused = refused_line(messages, file);
    let (place, said) = match refused {
        Some((line, said)) => (place_of(code, line), said),
        None => (None, "the Rust compiler gives no place"),
    };
    let place = place.unwrap_or_else(|| "outside of the states".to_owned());
    format!(
        "the program of `{shown}` cannot be compiled; this is a fault of `cargo asl`, not of the definition\n  \
         {place}: {said}\n  \
         please report the definition and the code that was made of it: `{}`",
        file.display()
    )
}

/// The first error in short messages of the Rust compiler: its line, and what it says.
fn refused_line<'m>(messages: &'m str, file: &Path) -> Option<(usize, &'m str)> {
    let start = format!("{}:", file.display());
    messages.lines().find_map(|line| {
        let (number, rest) = line.strip_prefix(&start)?.split_once(':')?;
        let said = rest.split_once(": ")?.1;
        said.starts_with("error").then_some((number.parse().ok()?, said))
    })
}

/// The state and the part of it whose code is at a line.
fn place_of(code: &str, line: usize) -> Option<String> {
    let before: Vec<&str> = code.lines().take(line).map(str::trim_start).collect();
    let function = before.iter().rev().find_map(|line| name_of_function(line));
    let state = before.iter().rev().find_map(|line| state_in(line))?;
    let part = function.map_or("", part_of);
    Some(format!("in {state}{part}"))
}

fn name_of_function(line: &str) -> Option<&str> {
    let line = line.strip_prefix("pub(super) ").unwrap_or(line);
    line.strip_prefix("fn ")?.split(['(', '<']).next()
}

/// A state with its place, as functions have it in their documentation: "Task: `Pay`
/// (order.json:4:5).".
fn state_in(line: &str) -> Option<String> {
    let (kind, state) = line.strip_prefix("/// ")?.split_once(": `")?;
    let is_kind = !kind.is_empty() && kind.chars().all(char::is_alphabetic);
    let state = state.strip_suffix(").")?;
    (is_kind && state.contains("` (")).then(|| format!("the {kind} state `{state})"))
}

/// The part of a state that a function computes.
fn part_of(function: &str) -> &'static str {
    let name = function.trim_end_matches(|c: char| c.is_ascii_digit() || c == '_');
    let parts = [
        ("_enter", ", on entry"),
        ("_done", ", in the treatment of its result"),
        ("_caught", ", in a catcher"),
        ("_item", ", in the input of an iteration"),
        ("_handled", ", in an error handler"),
        ("_matches", ", in the condition of an event"),
    ];
    parts.iter().find(|(end, _)| name.ends_with(end)).map_or("", |(_, part)| part)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CODE: &str = "mod machine {\n    /// Task: `Pay` (order.json:4:5).\n    \
        fn pay_enter(data: &Value) -> Next {\n        Ok(Step::Task(data.clone()))\n    }\n\n    \
        fn pay_done(data: &mut Value) -> Next {\n        let raw = data;\n        put(data)\n    }\n\n    \
        fn pay_caught_0(data: &mut Value) -> Next {\n        put(data)\n    }\n}\n";

    fn said(line: usize) -> String {
        let messages = format!(
            "/x/refused.rs:1:1: warning: unused\n/x/refused.rs:{line}:13: error[E0382]: use of moved value: `data`\n"
        );
        text("order.json", CODE, &messages, Path::new("/x/refused.rs"))
    }

    #[test]
    fn three_lines_say_what_where_and_how_to_report() {
        let told = said(9);
        assert_eq!(told.lines().count(), 3);
        assert!(told.contains("the program of `order.json` cannot be compiled"), "{told}");
        let place = "in the Task state `Pay` (order.json:4:5), in the treatment of its result: \
                     error[E0382]: use of moved value: `data`";
        assert!(told.contains(place), "{told}");
        assert!(told.ends_with("`/x/refused.rs`"), "{told}");
        assert!(said(4).contains("(order.json:4:5), on entry: "));
        assert!(said(13).contains("(order.json:4:5), in a catcher: "));
        assert!(said(1).contains("outside of the states: "));
    }

    #[test]
    fn messages_without_a_place_are_told_all_the_same() {
        let told = text("order.json", CODE, "error: no space left", Path::new("/x/refused.rs"));
        assert!(told.contains("the Rust compiler gives no place"), "{told}");
    }

    #[test]
    fn only_messages_about_the_code_are_a_fault_of_the_code() {
        let source = Path::new("/x/main.rs");
        assert!(is_about("error: no\n  --> /x/main.rs:3:4\n", source));
        assert!(!is_about("error: linking with `cc` failed: exit status: 1", source));
    }
}
