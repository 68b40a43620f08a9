//! What an answer to a decision task consists of, in its order: markers, what is cancelled, what is
//! begun, and the end.

use asl_runtime::error::Status;
use asl_runtime::value::Text;

use super::marker::Mark;
use super::operation::{Cancel, OperationIndex, Role, Work};
use super::replay::Replay;

/// About how many bytes of decisions are sent at a time: the service takes a megabyte.
const MOST_BYTES: u64 = 900_000;

/// One decision.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Planned {
    /// A marker.
    Marker(Mark),
    /// Something that is open is cancelled.
    Cancel(OperationIndex),
    /// Something is begun.
    Start(OperationIndex),
    /// The run ends.
    Close(Closing),
}

/// How a run ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Closing {
    Complete,
    Fail,
    Cancel,
    Continue,
}

impl Replay<'_> {
    /// What is to be sent now; `continues`: a new run goes on from here, and what was asked for is
    /// for that to begin with.
    pub(super) fn plan(&mut self, continues: bool) -> Vec<Planned> {
        let mut plan: Vec<Planned> = self.marked.take().into_iter().map(Planned::Marker).collect();
        for id in self.operations.take_cancels() {
            self.operations.set_cancel(id, Cancel::Sent);
            plan.push(Planned::Cancel(id));
        }
        let closing = if continues { Some(Closing::Continue) } else { self.closing() };
        match closing {
            Some(closing) => plan.push(Planned::Close(closing)),
            None => self.plan_starts(&mut plan),
        }
        plan
    }

    /// What does not fit into one answer is sent with the next, which a timer of no time brings
    /// about at once.
    fn plan_starts(&mut self, plan: &mut Vec<Planned>) {
        let mut bytes = 0_u64;
        while let Some(size) = self.operations.next_size() {
            bytes = bytes.saturating_add(size);
            if bytes > MOST_BYTES && bytes != size {
                let rest = self.operations.add(
                    "Rest",
                    Text::new_static("Rest"),
                    Role::Rest,
                    Work::Timer(0),
                );
                self.operations.mark_decided(rest);
                plan.push(Planned::Start(rest));
                return;
            }
            let Some(id) = self.operations.next() else { return };
            self.work += 1;
            if let Role::Detached(op) = self.operations.get(id).role {
                self.run.acknowledge(op);
            }
            plan.push(Planned::Start(id));
        }
    }

    /// How the run ends, if it does. Calls that nobody waits for would be lost with it: they end
    /// before.
    pub(super) fn closing(&self) -> Option<Closing> {
        let result = self.result()?;
        if self.operations.detached() > 0 && !self.cancelled {
            return None;
        }
        Some(match result {
            Ok(_) => Closing::Complete,
            Err(failure) if failure.status() == Status::Aborted && self.cancelled => {
                Closing::Cancel
            }
            Err(_) => Closing::Fail,
        })
    }
}
