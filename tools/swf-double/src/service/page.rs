//! Pages of a history.

use asl_swf::model::{Event, History, WorkflowExecution};
use asl_swf::service::GetWorkflowExecutionHistory;

use super::run::RunKey;
use super::{Service, check};
use crate::fault::{Fault, Outcome};

/// The position of the next page of a history.
#[derive(Clone)]
pub(super) struct Page {
    pub(super) run: RunKey,
    /// Number of events before it.
    pub(super) first: usize,
    /// Number of events in all; later ones are not included.
    pub(super) length: usize,
    /// Number of events that were returned.
    pub(super) offset: usize,
    pub(super) reverse: bool,
    /// The decision task of the history; `None` for a request for the history itself.
    pub(super) task_token: Option<String>,
}

impl Service {
    /// A page of a history.
    pub(crate) fn get_workflow_execution_history(
        &mut self,
        request: &GetWorkflowExecutionHistory,
    ) -> Outcome<History> {
        check::page_size(request.maximum_page_size)?;
        self.known_domain(&request.domain)?;
        let page = match request.next_page_token.as_deref() {
            Some(token) => self.next_page(token)?,
            None => self.first_page(&request.domain, &request.execution, request.reverse_order)?,
        };
        if page.task_token.is_some() {
            return Err(Fault::validation("the page token is one of PollForDecisionTask"));
        }
        let (events, next_page_token) = self.turn(page, request.maximum_page_size);
        Ok(History { events, next_page_token })
    }

    fn first_page(
        &self,
        domain: &str,
        execution: &WorkflowExecution,
        reverse: bool,
    ) -> Outcome<Page> {
        let position =
            self.runs.iter().position(|run| run.domain == domain && run.execution == *execution);
        let run = RunKey(
            position.ok_or_else(|| Fault::unknown(format!("Unknown execution: {execution:?}")))?,
        );
        Ok(Page {
            run,
            first: 0,
            length: self.run(run).history.len(),
            offset: 0,
            reverse,
            task_token: None,
        })
    }

    /// The position of a page token. It may be requested again, because an answer may have been
    /// lost.
    pub(super) fn next_page(&self, token: &str) -> Outcome<Page> {
        self.pages.get(token).cloned().ok_or_else(|| Fault::validation("Invalid token"))
    }

    /// The events of this page, and the token of the next one.
    pub(super) fn turn(&mut self, page: Page, size: Option<u32>) -> (Vec<Event>, Option<String>) {
        let most = self.options.limits.page;
        let size = size.filter(|size| *size > 0).map_or(most, |size| size.min(most));
        let size = usize::try_from(size).unwrap_or(usize::MAX);
        let events = self.run(page.run).history.iter().take(page.length).skip(page.first);
        let events: Vec<Event> = if page.reverse {
            events.rev().skip(page.offset).take(size).cloned().collect()
        } else {
            events.skip(page.offset).take(size).cloned().collect()
        };
        let offset = page.offset + events.len();
        if offset + page.first >= page.length {
            return (events, None);
        }
        let token = self.unique("page-");
        self.pages.insert(token.clone(), Page { offset, ..page });
        (events, Some(token))
    }
}
