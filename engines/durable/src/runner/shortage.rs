//! Commits while the system lacks files or space: the thread tries again until there is room.
//! Meanwhile it starts nothing, and after a moment refuses requests.

use std::mem;
use std::time::{Duration, Instant};

use super::super::disk::Disk;
use super::super::{Action, CallError, StoreError};
use super::{Message, Runner};

/// Pause before the second attempt; it doubles with each.
const PAUSE: Duration = Duration::from_millis(5);
/// Longest pause between attempts.
const LONGEST_PAUSE: Duration = Duration::from_millis(500);
/// Time for which requests wait, before they are refused.
const PATIENCE: Duration = Duration::from_secs(1);

impl<D: Disk> Runner<D> {
    /// Writes everything to disk. The messages that are left, the last of the list first, grow by
    /// those that arrive while it takes several attempts.
    ///
    /// # Errors
    /// The disk failed, or the store is closed before an attempt succeeds.
    pub(super) fn commit(
        &mut self,
        messages: &mut Vec<Message>,
    ) -> Result<Vec<Action>, StoreError> {
        let (mut since, mut pause) = (None, PAUSE);
        loop {
            let error = match self.meter.commit(&mut self.core) {
                Ok(actions) => return Ok(actions),
                Err(error) => error,
            };
            let since = *since.get_or_insert_with(Instant::now);
            if since.elapsed() >= PATIENCE {
                refuse_requests(messages, &error);
            }
            // Requests that arrive in the pause wait for the next attempt.
            if self.core.broken().is_some() || !self.pause(messages, pause) {
                return Err(error);
            }
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    /// Takes messages for this long. Returns false if the store is to be closed now.
    fn pause(&mut self, messages: &mut Vec<Message>, pause: Duration) -> bool {
        let end = Instant::now() + pause;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                let closing = self.closing.as_ref();
                return closing.is_none_or(|(deadline, _)| Instant::now() < *deadline);
            }
            let mut arrived = Vec::new();
            self.inbox.take(&mut arrived, Some(left));
            let mut waiting = Vec::new();
            for message in arrived {
                match message {
                    Message::Close(deadline, answer) => self.closing = Some((deadline, answer)),
                    Message::Stop => return false,
                    Message::Ask(..)
                    | Message::Report(..)
                    | Message::Joined(..)
                    | Message::Rewritten => {
                        waiting.push(message);
                    }
                }
            }
            waiting.reverse();
            waiting.append(messages);
            *messages = waiting;
        }
    }
}

/// Answers the requests with an error. Reports of tasks stay.
fn refuse_requests(messages: &mut Vec<Message>, error: &StoreError) {
    for message in mem::take(messages) {
        if let Message::Ask(_, answer) = message {
            // The caller may have stopped waiting for the answer.
            let _ = answer.send(Err(CallError::Store(error.clone())));
        } else {
            messages.push(message);
        }
    }
}
