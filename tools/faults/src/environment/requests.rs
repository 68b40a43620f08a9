//! Requests of clients, and the checks of their answers.

use asl_durable::CallError;
use asl_durable::testing::Reply;
use asl_runtime::execution::TokenError;
use asl_runtime::{Failure, Value};

use crate::log::log;

use super::{Client, Deed, Environment, Life, Stage, fault};

/// The subject of a request.
#[derive(Clone, Copy)]
pub(super) enum Asked {
    Start(usize),
    Wait(usize),
    Act,
    Redrive(usize),
    Move(usize),
    Report,
    History(usize),
    /// The state, which is true if it is running.
    State(usize),
    Compact,
    Purge(usize),
    /// An execution that was purged.
    Gone(usize),
}

impl<S: Stage> Environment<'_, S> {
    pub(super) fn answer(&mut self, ticket: u64, reply: Result<Reply, CallError>) -> Life<()> {
        log(|| format!("{} ticket {ticket}: {:?}", self.now, reply.as_ref().map(drop)));
        let Some(asked) = self.asked.remove(&ticket) else {
            return fault(format!("ticket {ticket} is answered twice"));
        };
        if let Err(CallError::Store(error)) = reply {
            return self.store(Err(error));
        }
        match (asked, reply) {
            (Asked::Start(client), Ok(Reply::Started(_))) => {
                self.client(client).is_started = true;
                Ok(())
            }
            (Asked::Wait(client), Ok(Reply::Ended(result))) => self.ended(client, result),
            // Requests that come too late get an error.
            (Asked::Act | Asked::Report, Ok(_) | Err(CallError::Ended { .. }))
            | (Asked::Act, Err(CallError::Event(_)))
            | (Asked::Report, Err(CallError::Token(TokenError::Closed)))
            // It has succeeded, or its failure cannot be resumed.
            | (
                Asked::Move(_),
                Err(CallError::Ended { .. } | CallError::MoveTo { .. } | CallError::Redrive { .. }),
            )
            | (Asked::Compact, Ok(_))
            | (Asked::Gone(_), Err(CallError::UnknownExecution { .. })) => Ok(()),
            (Asked::Purge(client), Ok(_) | Err(CallError::UnknownExecution { .. })) => {
                self.client(client).is_purged = true;
                Ok(())
            }
            (Asked::Redrive(client), Ok(_)) => {
                self.client(client).result = None;
                Ok(())
            }
            (Asked::Move(client), Ok(_)) => {
                self.is_resumed = self.client(client).result.take().is_some();
                Ok(())
            }
            (Asked::History(client), Ok(Reply::History(history))) => {
                self.client(client).history = Some(history.to_json_string());
                Ok(())
            }
            (Asked::State(client), Ok(Reply::Description(description))) => {
                self.client(client).goes_on = !description.summary.state.is_over();
                Ok(())
            }
            (asked, Ok(reply)) => fault(format!("{} is answered {reply:?}", self.name(asked))),
            (asked, Err(error)) => fault(format!("{} is answered: {error}", self.name(asked))),
        }
    }

    fn name(&self, asked: Asked) -> String {
        match asked {
            Asked::Start(client) => format!("the start of {}", self.id(client)),
            Asked::Wait(client) => format!("waiting for {}", self.id(client)),
            Asked::Act => "an event or a cancellation".to_owned(),
            Asked::Redrive(client) => format!("redriving {}", self.id(client)),
            Asked::Move(client) => format!("moving {}", self.id(client)),
            Asked::Report => "a report".to_owned(),
            Asked::State(client) => format!("the state of {}", self.id(client)),
            Asked::History(client) => format!("the history of {}", self.id(client)),
            Asked::Compact => "compaction".to_owned(),
            Asked::Purge(client) => format!("purging {}", self.id(client)),
            Asked::Gone(client) => format!("{}, which was purged,", self.id(client)),
        }
    }

    pub(super) fn client(&mut self, client: usize) -> &mut Client {
        self.clients
            .get_mut(client)
            .unwrap_or_else(|| unreachable!("clients are as many as executions"))
    }

    fn ended(&mut self, client: usize, result: Result<Value, Failure>) -> Life<()> {
        let id = self.id(client);
        match &self.client(client).result {
            Some(before) if *before == result => return fault(format!("{id} ends twice")),
            Some(before) => {
                return fault(format!("{id} ends with {before:?}, then with {result:?}"));
            }
            None => {}
        }
        let is_failure = result.is_err();
        let client_here = self.client(client);
        client_here.result = Some(result);
        client_here.redrives += 1;
        if is_failure && client_here.redrives == 1 && self.plan.redrives(&id) {
            self.deeds.insert((self.now + 100, id, 99), Deed::Redrive(client));
        }
        Ok(())
    }
}
