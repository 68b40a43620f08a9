//! Replays of histories.

use std::fmt;

use crate::machines::{Machines, ServeError};
use crate::shell::{History, Misfit, replay_with};

/// The reason why a history is not replayed.
#[non_exhaustive]
pub enum ReplayError {
    /// The machines cannot be served.
    Machines(ServeError),
    /// A machine does something else than the history says: the text names the task or timer, and
    /// the versions of the machine.
    Different(String),
    /// No machine has made the history, or none of the registered versions.
    Foreign(String),
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Machines(error) => fmt::Display::fmt(error, f),
            Self::Different(why) => write!(f, "the history does not fit the machine: {why}"),
            Self::Foreign(why) => f.write_str(why),
        }
    }
}

asl_runtime::__readable_debug!(ReplayError);

impl std::error::Error for ReplayError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Machines(error) => Some(error),
            Self::Different(_) | Self::Foreign(_) => None,
        }
    }
}

/// Replays a history with machines: fails if a machine would do something else now than it did
/// then. No task runs, and no server is needed. The version that made the history must be among
/// the machines.
///
/// # Errors
/// The history does not fit, or is that of another program.
pub async fn replay(machines: Machines, history: &History) -> Result<(), ReplayError> {
    replay_in(machines, history, false).await
}

/// Replays a history with the version of its machine that is registered last if the version that
/// made it is not registered: would the new version have done the same?
///
/// # Errors
/// As for [`replay`].
pub async fn replay_latest(machines: Machines, history: &History) -> Result<(), ReplayError> {
    replay_in(machines, history, true).await
}

async fn replay_in(
    machines: Machines,
    history: &History,
    any_version: bool,
) -> Result<(), ReplayError> {
    let (directory, options) = machines.into_parts().map_err(ReplayError::Machines)?;
    let replayed = replay_with(&directory, options, history, any_version).await;
    replayed.map_err(|misfit| match misfit {
        Misfit::Different(why) => ReplayError::Different(why),
        Misfit::Foreign(why) => ReplayError::Foreign(why),
    })
}

#[cfg(test)]
mod tests {
    use asl_runtime::machine::Machine;
    use asl_runtime::versions::Version;
    use asl_runtime::{Compiled, asl_machine};

    use super::*;
    use crate::wire::{Choices, FORMAT};

    asl_machine!(
        "../restate/tests/machines/order.asl.json",
        outside = true,
        default_task_timeout = 60
    );
    asl_machine!("tests/machines/changed.asl.json", default_task_timeout = 60);

    /// The history of an order, made by a real server: `ASL_BLESS=1` and the tests on a server make
    /// it again.
    const ORDER: &[u8] = include_bytes!("../tests/histories/order.bin");

    /// The marker of executions that began before there were choices.
    fn marker(hash: u64) -> String {
        crate::wire::marker(hash, Choices::default())
    }

    /// The history with another marker of the same length.
    fn with_marker(marker: &str) -> History {
        let start = format!("asl{FORMAT}-");
        let at = ORDER.windows(start.len()).position(|part| part == start.as_bytes());
        let at = at.expect("a marker");
        let old = ORDER[at..at + marker.len()].to_vec();
        let mut bytes = ORDER.to_vec();
        for at in 0..=bytes.len() - old.len() {
            if bytes[at..].starts_with(&old) {
                bytes[at..at + old.len()].copy_from_slice(marker.as_bytes());
            }
        }
        History::from_bytes(&bytes).expect("a history")
    }

    fn machines(machine: &'static Machine) -> Machines {
        Machines::new().register_as("order", Compiled::without_tasks(machine))
    }

    #[tokio::test]
    async fn a_history_fits_the_machine_that_made_it() {
        let history = with_marker(&marker(order::MACHINE.hash));
        assert!(history.len() > 20 && history.problem().is_none());
        replay(machines(&order::MACHINE), &history).await.expect("it fits");
    }

    #[tokio::test]
    async fn a_machine_that_does_something_else_is_named_with_the_task_and_the_version() {
        let history = with_marker(&marker(order::MACHINE.hash));
        let error = replay(machines(&changed::MACHINE), &history).await.expect_err("it is another");
        assert!(matches!(error, ReplayError::Foreign(_)), "{error}");
        let latest = replay_latest(machines(&changed::MACHINE), &history).await;
        let error = latest.expect_err("it does something else");
        assert!(matches!(error, ReplayError::Different(_)), "{error}");
        let text = error.to_string();
        let versions = format!(
            "the machine last begins task `Hold#0` (machine `order`, version {}; the history is of \
             version {})",
            Version::from(changed::MACHINE.hash),
            Version::from(order::MACHINE.hash)
        );
        for part in ["[TMPRL1100]", "'Reserve#0'", "'Hold#0'", versions.as_str()] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }

    #[tokio::test]
    async fn histories_of_other_versions_and_programs_are_left_alone() {
        let refused = async |marker: &str| {
            let history = with_marker(marker);
            let error = replay(machines(&order::MACHINE), &history).await.expect_err("foreign");
            assert!(matches!(error, ReplayError::Foreign(_)), "{error}");
            error.to_string()
        };
        let start = "an execution of machine `order` cannot go on here: ";
        let other = refused(&marker(7)).await;
        assert!(other.starts_with(&format!("{start}it began with version ")), "{other}");
        let later = refused("asl9-0000000000000007").await;
        let expected = "its history has format 9, this program reads format 1";
        assert!(later.starts_with(&format!("{start}{expected}")), "{later}");
        let foreign = refused("other-program-and-its").await;
        let expected = "its history has no marker of a machine, so another program made it";
        assert_eq!(foreign, format!("{start}{expected}"));
        let types = Machines::new().register_as("count", Compiled::without_tasks(&order::MACHINE));
        let history = with_marker(&marker(order::MACHINE.hash));
        let error = replay(types, &history).await.expect_err("there is no such machine");
        assert!(error.to_string().contains("this worker has none"), "{error}");
    }

    #[test]
    fn histories_are_read_as_temporal_writes_them() {
        let history = with_marker(&marker(7));
        let json = history.to_json();
        let first = "\"eventType\": \"EVENT_TYPE_WORKFLOW_EXECUTION_STARTED\"";
        assert!(json.contains("\"eventId\": \"1\"") && json.contains(first), "{json}");
        assert_eq!(History::from_bytes(json.as_bytes()).as_ref(), Ok(&history));
        let marked = [b"\xef\xbb\xbf", json.as_bytes()].concat();
        assert_eq!(History::from_bytes(&marked).as_ref(), Ok(&history));
        // Later servers write more.
        let more = json.replacen("\"eventId\"", "\"later\": {\"a\": 1}, \"eventId\"", 1);
        assert_eq!(History::from_bytes(more.as_bytes()), Ok(history));
    }

    #[test]
    fn bytes_that_are_no_history_are_refused() {
        let other = br#"{"events": [{"eventId": []}]}"#.as_slice();
        for bytes in [b"".as_slice(), b"nonsense", &ORDER[..ORDER.len() / 2], b"{}", b"{", other] {
            assert!(History::from_bytes(bytes).is_err());
        }
        assert_eq!(with_marker(&marker(7)).to_bytes().len(), ORDER.len());
    }
}
