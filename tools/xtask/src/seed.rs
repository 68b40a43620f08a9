//! The seed of the random cases of a test run.

use std::process::Command;

use asl_conformance::{process, workspace};

/// Hexadecimal digits of a commit's id that make a seed: few enough to be typed.
const DIGITS: usize = 6;

/// The seed of sources that are in no repository.
const WITHOUT_COMMIT: u64 = 1;

/// A number from the id of the commit that is checked out. So each commit meets other random cases
/// than the one before, and two runs of a commit meet the same.
pub(crate) fn of_commit() -> u64 {
    let mut git = Command::new("git");
    git.args(["rev-parse", "HEAD"]).current_dir(workspace::root());
    process::output(&mut git).ok().and_then(|id| from_id(&id)).unwrap_or(WITHOUT_COMMIT)
}

/// The first digits of an id as a number.
fn from_id(id: &str) -> Option<u64> {
    u64::from_str_radix(id.get(..DIGITS)?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::from_id;

    #[test]
    fn a_seed_is_the_first_digits_of_a_commit() {
        assert_eq!(from_id("00012c08056362aa\n"), Some(0x1_2c));
        assert_eq!(from_id("fatal: no repository"), None);
        assert_eq!(from_id(""), None);
    }
}
