//! The lines in which a file of the repository differs from the text that it must have.

use std::collections::HashSet;

/// The file's name, then each line that only one of both texts has.
pub(crate) fn show(file: &str, found: &str, expected: &str) -> String {
    let mut text = vec![format!("{file}:")];
    for (mark, from, other) in [('-', found, expected), ('+', expected, found)] {
        let others: HashSet<&str> = other.lines().collect();
        let own = from.lines().filter(|line| !others.contains(line));
        text.extend(own.map(|line| format!("  {mark}{line}")));
    }
    if text.len() == 1 {
        text.push("  the order of the lines, or the number of equal ones".to_owned());
    }
    text.join("\n")
}
