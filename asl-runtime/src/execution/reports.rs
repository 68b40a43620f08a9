//! What is heard of a task besides its answer: that a worker has begun it, that a service has taken
//! the job, heartbeats, and reports with its token. Reports may come from anybody at any time; they
//! are checked here.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::data::intrinsics::encode::hexadecimal;
use crate::error::{TaskError, bounded, names};
use crate::history::{Details, EventType};
use crate::machine::{Effect, ExecutionContext, Form, Kind, TaskRow};
use crate::value::{Text, Value};

use super::command::{Limits, Outcome};
use super::frames::{Frame, FrameId, Ongoing, Waiting};
use super::{Execution, OpKey};

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
pub(super) fn digest(parts: &[&[u8]]) -> Vec<u8> {
    let mut state = Sha256::new();
    for part in parts {
        state.update(part);
    }
    state.finalize().iter().copied().take(16).collect()
}

/// A number made of a seed that does not tell the seed: what is made of it may be shown to anybody.
pub(super) fn veiled(purpose: &[u8], seed: u64) -> u64 {
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

impl Ongoing {
    fn new(form: Form, now: u64) -> Self {
        Self {
            since: now,
            beat: now,
            is_started: form != Form::Activity,
            is_submitted: false,
            early: None,
        }
    }
}

impl Execution {
    /// The task token of an operation: the same after a restore.
    pub fn token_of(&self, op: OpKey) -> Text {
        self.task_token(op.serial)
    }

    /// The open operation that a token stands for.
    pub fn by_token(&self, token: &str) -> Result<OpKey, TokenError> {
        let serial = token
            .rsplit('.')
            .nth(1)
            .and_then(|serial| serial.parse().ok())
            .ok_or(TokenError::Unknown)?;
        if serial > self.state.serial || self.task_token(serial) != token {
            return Err(TokenError::Unknown);
        }
        let is_open =
            |frame: &Frame| matches!(frame.waiting, Waiting::Ongoing(open, _) if open == serial);
        let mut frames = self.state.frames.ids();
        let frame = frames.find(|id| self.state.frames.frame(*id).is_some_and(is_open));
        frame.map(|frame| OpKey { serial, frame }).ok_or(TokenError::Closed)
    }

    /// Takes what somebody reports with a token. A result that comes before the service has
    /// answered is kept until then.
    pub fn report_by_token(
        &mut self,
        token: &str,
        report: Report,
        now: u64,
    ) -> Result<Reported, TokenError> {
        if self.is_over(now) {
            return Err(if self.by_token(token) == Err(TokenError::Unknown) {
                TokenError::Unknown
            } else {
                TokenError::Closed
            });
        }
        let op = self.by_token(token)?;
        self.report_on(op, report, now)
    }

    /// The same with the operation that the token stands for ([`Execution::by_token`]).
    pub fn report_on(
        &mut self,
        op: OpKey,
        report: Report,
        now: u64,
    ) -> Result<Reported, TokenError> {
        if self.is_over(now) {
            return Err(TokenError::Closed);
        }
        let now = self.now;
        let Some((form, ongoing)) = self.ongoing(op) else { return Err(TokenError::Closed) };
        if ongoing.early.is_some() {
            return Err(TokenError::Closed);
        }
        // One that is kept must fit into a snapshot.
        let result = match report.sound() {
            Report::Done(output) => Ok(output),
            Report::Failed(error) => Err(error),
            Report::Heartbeat => {
                ongoing.beat = now;
                return Ok(Reported::Alive(op));
            }
        };
        if form == Form::Token && !ongoing.is_submitted {
            ongoing.early = Some(result);
            return Ok(Reported::Early(op));
        }
        self.complete(op, Outcome::from(result), now);
        Ok(Reported::Ended(op))
    }

    /// Somebody has begun to work on an activity: its limits count from now on. False: nobody waits
    /// for it any more. Other tasks count as started from the beginning.
    pub fn started(&mut self, op: OpKey, worker: Option<Text>, now: u64) -> bool {
        if self.is_over(now) || !self.is_open(op) {
            return false;
        }
        let now = self.now;
        let Some((_, ongoing)) = self.ongoing(op) else { return true };
        if !ongoing.is_started {
            (ongoing.since, ongoing.beat) = (now, now);
            self.follow(op.frame, |run, frame| run.report_started(frame, worker));
        }
        true
    }

    /// The service has taken the job of a `.sync` or `.waitForTaskToken` task, with this answer.
    /// False: nobody waits for the task any more, maybe because a result that came early has ended
    /// it now.
    pub fn submitted(&mut self, op: OpKey, answer: &Value, now: u64) -> bool {
        if self.is_over(now) || !self.is_open(op) {
            return false;
        }
        let now = self.now;
        let Some((_, ongoing)) = self.ongoing(op) else { return true };
        if ongoing.is_submitted {
            return true;
        }
        if let Err(cause) = bounded(answer) {
            self.complete(op, Outcome::Failed(TaskError::new(names::TASK_FAILED, cause)), now);
            return false;
        }
        ongoing.is_submitted = true;
        let early = ongoing.early.take();
        self.follow(op.frame, |run, frame| run.report_submitted(frame, answer));
        match early {
            None => true,
            Some(result) => {
                self.complete(op, Outcome::from(result), now);
                false
            }
        }
    }

    /// What is known of a task that more than its answer is to be heard of.
    fn ongoing(&mut self, op: OpKey) -> Option<(Form, &mut Ongoing)> {
        let form = self.task(self.state.frames.frame(op.frame)?)?.form;
        match &mut self.state.frames.frame_mut(op.frame)?.waiting {
            Waiting::Ongoing(serial, ongoing) if *serial == op.serial => Some((form, ongoing)),
            Waiting::Ongoing(..)
            | Waiting::Fuel
            | Waiting::Task(_)
            | Waiting::Timer(..)
            | Waiting::Backoff(..)
            | Waiting::Event(..)
            | Waiting::Children(_) => None,
        }
    }

    /// An event of a frame that goes on waiting.
    fn follow(&mut self, id: FrameId, report: impl FnOnce(&mut Self, &mut Frame)) {
        let Some(mut frame) = self.state.frames.take(id) else { return };
        report(self, &mut frame);
        self.state.frames.put(&mut Some(id), frame);
    }

    pub(super) fn report_started(&mut self, frame: &mut Frame, worker: Option<Text>) {
        if let Waiting::Ongoing(_, ongoing) = &mut frame.waiting {
            ongoing.is_started = true;
        }
        if self.counted_only(frame, 1) {
            return;
        }
        let integration = self.resource(frame).integration;
        self.report_in(frame, EventType::Started(integration), |_| Details {
            worker_name: worker,
            ..Details::default()
        });
    }

    /// The row of the task that a frame stands on.
    pub(super) fn task(&self, frame: &Frame) -> Option<&'static TaskRow> {
        if let Kind::Invoke(Effect::Task(task)) = &self.node(frame).kind {
            Some(task)
        } else {
            None
        }
    }

    /// What a frame waits for whose task is about to be started. When a limited one began must be
    /// known after a restore.
    pub(super) fn begin_task(&self, task: &TaskRow, serial: u64, is_limited: bool) -> Waiting {
        if task.form.is_answer() && !is_limited {
            return Waiting::Task(serial);
        }
        Waiting::Ongoing(serial, Box::new(Ongoing::new(task.form, self.now)))
    }

    /// What is left of a task's limits.
    pub(super) fn limits(
        &self,
        frame: &Frame,
        timeout: u64,
        heartbeat_seconds: Option<u32>,
    ) -> Limits {
        let (since, beat) = if let Waiting::Ongoing(_, ongoing) = &frame.waiting
            && ongoing.is_started
        {
            (ongoing.since, ongoing.beat)
        } else {
            (self.now, self.now)
        };
        let spent = self.now.saturating_sub(since);
        Limits {
            timeout: timeout.saturating_sub(spent),
            silence: heartbeat_seconds.map(|seconds| u64::from(seconds) * 1000),
            silent_for: self.now.saturating_sub(beat),
        }
    }
}

impl From<Result<Value, TaskError>> for Outcome {
    fn from(result: Result<Value, TaskError>) -> Self {
        result.map_or_else(Self::Failed, Self::Done)
    }
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
