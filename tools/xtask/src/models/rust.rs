//! Text of Rust code: names, documentation, and the form that rustfmt gives it.

use std::io::Write as _;
use std::process::{Command, Stdio};

use asl_conformance::problem::{Problem, Result};
use asl_conformance::workspace;

use super::File;
use crate::source::GENERATED;

/// The width of the project's code.
const WIDTH: usize = 100;

/// Begins a generated file.
pub(super) fn file(description: &str) -> String {
    format!("{GENERATED}\n\n{}\n", comment("//!", description, 0))
}

/// `someName` or `SomeName` as `some_name`.
pub(super) fn snake(name: &str) -> String {
    let mut snake = String::new();
    for character in name.chars() {
        if character.is_ascii_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.push(character.to_ascii_lowercase());
    }
    snake
}

/// `SomeName` as `SOME_NAME`.
pub(super) fn constant(name: &str) -> String {
    snake(name).to_ascii_uppercase()
}

/// `SOME_NAME` as `SomeName`.
pub(super) fn camel(name: &str) -> String {
    let mut camel = String::new();
    for word in name.split('_') {
        let (first, rest) = word.split_at_checked(1).unwrap_or_default();
        camel.push_str(first);
        camel.push_str(&rest.to_ascii_lowercase());
    }
    camel
}

/// A documentation comment with line breaks.
pub(super) fn docs(text: &str, indent: usize) -> String {
    comment("///", text, indent)
}

fn comment(mark: &str, text: &str, indent: usize) -> String {
    fill(text.split(' '), &format!("{:indent$}{mark} ", ""))
}

/// Items with commas, in lines of the usual width.
pub(super) fn list(names: &[String], indent: usize) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("{name},")).collect();
    fill(names.iter().map(String::as_str), &" ".repeat(indent))
}

/// Lines of words, each with `start`.
fn fill<'w>(words: impl Iterator<Item = &'w str>, start: &str) -> String {
    let mut text = String::new();
    let mut line = start.to_owned();
    for word in words {
        if line == start {
            line.push_str(word);
        } else if line.len() + 1 + word.len() <= WIDTH {
            line.push(' ');
            line.push_str(word);
        } else {
            text.push_str(&line);
            text.push('\n');
            line = format!("{start}{word}");
        }
    }
    text + &line + "\n"
}

/// A number as Rust code: digits in groups of three from five digits on.
pub(super) fn number(digits: &str) -> String {
    let plain = digits.strip_prefix('-').unwrap_or(digits);
    if plain.len() < 5 || plain.contains('.') {
        return digits.to_owned();
    }
    let mut grouped = String::new();
    for (at, digit) in plain.chars().enumerate() {
        if at > 0 && (plain.len() - at).is_multiple_of(3) {
            grouped.push('_');
        }
        grouped.push(digit);
    }
    if digits.len() > plain.len() { format!("-{grouped}") } else { grouped }
}

/// The file in the form that `cargo fmt` gives it.
pub(super) fn format(file: File) -> Result<File> {
    let fault = |fault: String| Problem::new(format!("rustfmt of {}: {fault}", file.path));
    let mut rustfmt = Command::new("rustfmt");
    rustfmt.arg("--config-path").arg(workspace::root());
    rustfmt.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut rustfmt = rustfmt.spawn().map_err(|error| fault(error.to_string()))?;
    if let Some(mut input) = rustfmt.stdin.take() {
        input.write_all(file.text.as_bytes()).map_err(|error| fault(error.to_string()))?;
    }
    let output = rustfmt.wait_with_output().map_err(|error| fault(error.to_string()))?;
    if !output.status.success() {
        return Err(fault(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    Ok(File { path: file.path, text })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_take_the_form_of_their_items() {
        assert_eq!(snake("activityTaskStarted"), "activity_task_started");
        assert_eq!(snake("KmsKeyId"), "kms_key_id");
        assert_eq!(constant("KmsKeyId"), "KMS_KEY_ID");
        assert_eq!(camel("TIMER_ID_UNKNOWN"), "TimerIdUnknown");
    }

    #[test]
    fn comments_and_lists_break_at_the_width_of_the_code() {
        let text = docs("word ".repeat(30).trim_end(), 4);
        assert!(text.lines().all(|line| line.starts_with("    /// word")), "{text}");
        assert_eq!(text.lines().map(str::len).max(), Some(97));
        let names: Vec<String> = vec!["some_name".to_owned(); 20];
        let text = list(&names, 8);
        assert!(text.lines().all(|line| line.starts_with("        some_name,")), "{text}");
        assert!(text.lines().all(|line| line.len() <= WIDTH), "{text}");
    }

    #[test]
    fn long_numbers_have_groups() {
        assert_eq!(["2048", "32768", "1048576"].map(number), ["2048", "32_768", "1_048_576"]);
        assert_eq!(["-2147483648", "0.5"].map(number), ["-2_147_483_648", "0.5"]);
    }
}
