//! Memory for commands that an engine keeps from one execution to the next.

use std::mem;

use crate::execution::Execution;
use crate::execution::command::{Command, Pending};

/// Maximum number of further commands whose memory is kept.
const KEPT: usize = 16;

/// Memory for commands that an engine lends to the execution that it works on: making it for each
/// input takes longer than filling it.
#[doc(hidden)]
#[derive(Default)]
pub struct SpareCommands(Option<Box<Pending>>);

impl SpareCommands {
    /// Lends this memory to an execution for the commands of its next input, unless it has a queue.
    #[inline]
    pub fn lend(&mut self, run: &mut Execution) {
        if run.commands.queue.is_none() {
            mem::swap(&mut run.commands.queue, &mut self.0);
        }
    }

    /// As [`Execution::next_command`]. After the last command, the execution returns the memory, or
    /// frees it if it is large or there is spare memory.
    #[inline]
    pub fn next_command(&mut self, run: &mut Execution) -> Option<Command> {
        let command = run.take_command();
        if command.is_none() {
            let empty = run.commands.queue.take().filter(|queue| queue.rest.capacity() <= KEPT);
            self.0 = self.0.take().or(empty);
        }
        command
    }
}
