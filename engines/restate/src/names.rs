//! Names of our services in Restate.

/// The handler that runs something.
pub(crate) const RUN: &str = "run";
/// Maximum length of a service's name.
const LONGEST: usize = 200;

/// The task service of a machine's service.
pub(crate) fn tasks(service: &str) -> String {
    format!("{service}.tasks")
}

/// The service that continues long executions.
pub(crate) fn more(service: &str) -> String {
    format!("{service}.more")
}

/// True if Restate accepts a name for a service and none of our internal services uses it.
pub(crate) fn is_sound(service: &str) -> bool {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "._-".contains(letter);
    let begins = match service.as_bytes() {
        [first, ..] if first.is_ascii_alphabetic() => true,
        [b'_', second, ..] => second.is_ascii_alphanumeric(),
        _ => false,
    };
    let is_ours = [".tasks", ".more"].iter().any(|ending| service.ends_with(ending));
    begins && service.len() <= LONGEST && service.chars().all(is_plain) && !is_ours
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_that_restate_takes() {
        for name in ["order", "Order.v2", "_7", "a-b_c"] {
            assert!(is_sound(name), "{name}");
        }
        for name in
            ["", "_", "7up", "a b", "a/b", "größe", "order.tasks", "order.more", &"x".repeat(201)]
        {
            assert!(!is_sound(name), "{name}");
        }
    }
}
