//! Task tokens, and numbers derived from the seed that do not reveal it.

use std::fmt;

use hmac_sha256::Hash;
use serde::{Deserialize, Serialize};

use crate::execution::OpKey;
use asl_value::encoding::hexadecimal;
use asl_value::error::TaskError;
use asl_value::value::{Text, Value};

/// A report with the token of a task.
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

/// The effect of a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reported {
    /// It has ended the operation; the engine must drop what it has open for it.
    Ended(OpKey),
    /// It is kept until the service has answered.
    Early(OpKey),
    /// It was a heartbeat: the time since the last one starts again.
    Alive(OpKey),
}

/// The reason for which a report was refused.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum TokenError {
    /// It is no token of this execution.
    Unknown,
    /// The execution no longer waits for the task: it was completed, timed out, or was cut off.
    Closed,
    /// The output does not have the type that the machine's user gave to the answers of the task,
    /// for this reason. The execution still waits.
    WrongAnswer(Text),
}

impl fmt::Display for TokenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unknown => "this is no task token of the execution",
            Self::Closed => "no execution waits for this task any more",
            Self::WrongAnswer(why) => why,
        })
    }
}

asl_language::__readable_error!(TokenError);

/// The token of an operation: the execution's id, the operation's number, and a secret that cannot
/// be guessed without the seed.
pub fn token(id: &str, seed: u64, serial: u64) -> Text {
    let secret = digest(&[b"token", &seed.to_be_bytes(), &serial.to_be_bytes(), id.as_bytes()]);
    Text::new(format!("{id}.{serial}.{}", hexadecimal(&secret)))
}

/// Half of a SHA-256, which does not reveal its parts.
pub(in crate::execution) fn digest(parts: &[&[u8]]) -> Vec<u8> {
    let mut state = Hash::new();
    for part in parts {
        state.update(part);
    }
    state.finalize().iter().copied().take(16).collect()
}

/// A number derived from the seed that does not reveal it, so it may be visible.
pub(in crate::execution) fn veiled(purpose: &[u8], seed: u64) -> u64 {
    number_of(&digest(&[purpose, &seed.to_be_bytes()]))
}

/// A number derived from a secret and a name. It reveals neither the secret nor the numbers of
/// other names.
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
