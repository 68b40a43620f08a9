//! The small form of a run that waits for one operation: half the memory of a run that is driven.
//! The operation is polled in it, and the run is driven again when the operation reports.

use std::task::{Context, Poll};

use crate::task::SharedTasks;
use asl_execution::execution::ParkedExecution;

use super::Drive;
use super::open::Open;
use super::operation::{Operation, Report};

pub(super) struct Parked {
    execution: ParkedExecution,
    tasks: SharedTasks,
    operation: Operation,
}

impl Parked {
    /// Polls for the next report on its operation.
    #[inline]
    pub(super) fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Report> {
        self.operation.poll(cx)
    }

    /// The run after this report.
    #[inline]
    pub(super) fn resume(self, report: Report) -> Drive {
        let Self { execution, tasks, operation } = self;
        let op = execution.operation();
        let operation = (!report.is_end()).then_some(operation);
        let mut drive = Drive::new(execution.into_execution(), tasks);
        drive.take_report(op, report, operation, &mut None);
        drive
    }
}

impl Drive {
    /// Moves a run that waits into the small form, unless it has more than that form contains.
    pub(super) fn park(&mut self) -> Option<Parked> {
        // Nothing in the small form polls the time limit of the machine.
        if self.rare.is_some() || self.run.deadline().is_some() {
            return None;
        }
        let Open::One(op, _) = self.open else { return None };
        let execution = ParkedExecution::new(&mut self.run, op)?;
        let Open::One(_, operation) = std::mem::replace(&mut self.open, Open::Nothing) else {
            unreachable!("one operation is open")
        };
        let tasks = std::mem::replace(&mut self.tasks, SharedTasks::NONE);
        Some(Parked { execution, tasks, operation })
    }
}
