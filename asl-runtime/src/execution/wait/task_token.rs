//! Task tokens, and numbers derived from the seed that do not reveal it.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::data::intrinsics::encode::hexadecimal;
use crate::error::TaskError;
use crate::execution::OpKey;

use crate::value::{Text, Value};

/// What somebody reports with the token of a task.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Report {
    /// It is done (`SendTaskSuccess`).
    #[serde(rename = "d")]
    Done(Value),
    /// It has failed (`SendTaskFailure`).
    #[serde(rename = "f")]
    Failed(TaskError),
    /// It is still at work (`SendTaskHeartbeat`).
    #[serde(rename = "b")]
    Heartbeat,
}

/// What became of a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reported {
    /// The operation has ended with it: whatever the engine has open for it is to be dropped.
    Ended(OpKey),
    /// It is kept until the service has answered.
    Early(OpKey),
    /// A sign of life: the time since the last heartbeat counts from now on.
    Alive(OpKey),
}

/// Why a report cannot be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenError {
    /// It is no token of this execution.
    Unknown,
    /// Nobody waits for this task any more: it has been reported on, has timed out, or was cut off.
    Closed,
}

impl fmt::Display for TokenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unknown => "this is no task token of the execution",
            Self::Closed => "nobody waits for this task any more",
        })
    }
}

impl std::error::Error for TokenError {}

/// The token of an operation: its number, so that it is found again, behind what makes it unique
/// and in front of what nobody can guess who does not know the seed.
pub(crate) fn token(id: &str, seed: u64, serial: u64) -> Text {
    let secret = digest(&[b"token", &seed.to_be_bytes(), &serial.to_be_bytes(), id.as_bytes()]);
    Text::new(format!("{id}.{serial}.{}", hexadecimal(&secret)))
}

/// Half of a SHA-256: who sees it learns nothing of what it was made of.
pub(crate) fn digest(parts: &[&[u8]]) -> Vec<u8> {
    let mut state = Sha256::new();
    for part in parts {
        state.update(part);
    }
    state.finalize().iter().copied().take(16).collect()
}

/// A number made of a seed that does not tell the seed: what is made of it may be shown to anybody.
pub(crate) fn veiled(purpose: &[u8], seed: u64) -> u64 {
    number_of(&digest(&[purpose, &seed.to_be_bytes()]))
}

/// A number that a secret and a name always give. Neither the secret nor the number of another name
/// follows from it.
pub fn keyed_number(secret: &[u8], name: &[u8]) -> u64 {
    let length = secret.len().to_be_bytes();
    number_of(&digest(&[b"keyed number", &length, secret, name]))
}

fn number_of(digest: &[u8]) -> u64 {
    digest.iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::{keyed_number, veiled};
    use asl_language::random::scramble;

    #[test]
    fn what_is_made_of_a_seed_does_not_tell_it() {
        for seed in [0, 1, 7, u64::MAX] {
            let number = veiled(b"chance", seed);
            assert_eq!(number, veiled(b"chance", seed));
            // All that can be undone.
            assert!(![seed, scramble(seed), veiled(b"map run", seed)].contains(&number), "{seed}");
        }
        assert_ne!(veiled(b"chance", 0), veiled(b"chance", 1));
    }

    #[test]
    fn keyed_numbers_differ_by_secret_and_by_name() {
        assert_eq!(keyed_number(b"secret", b"name"), keyed_number(b"secret", b"name"));
        let others: [(&[u8], &[u8]); 4] =
            [(b"secrets", b"name"), (b"secretn", b"ame"), (b"secret", b"nam"), (b"", b"")];
        for (secret, name) in others {
            assert_ne!(keyed_number(secret, name), keyed_number(b"secret", b"name"));
        }
    }
}
