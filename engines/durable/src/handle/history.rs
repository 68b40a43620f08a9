//! Questions for histories.

use asl_runtime::value::{Text, Value};

use super::Durable;
use crate::history::{FirstEvents, HistoryPage, HistoryRange};
use crate::{CallError, Reply, Request};

impl Durable {
    /// Returns the history of an execution in the format of AWS's `GetExecutionHistory`:
    /// `{"events": [..]}`. It is the same each time, byte for byte.
    ///
    /// # Errors
    /// No execution has this id, its inputs were not kept, or the history has more than 100,000
    /// events or 64 MiB ([`CallError::LongHistory`]).
    pub async fn history(&self, id: impl Into<Text>) -> Result<Value, CallError> {
        let Reply::History(history) = self.ask(Request::History(id.into())).await? else {
            unreachable!("each question has its answer")
        };
        Ok(history)
    }

    /// Returns a page of the history of an execution, from either end. A history of any length is
    /// computed without keeping it in memory, on a thread of its own.
    ///
    /// ```
    /// use asl_durable::{CallError, Durable, HistoryRange};
    ///
    /// /// Prints a history, the newest events first.
    /// async fn print(store: &Durable, id: &str) -> Result<(), CallError> {
    ///     let mut range = Some(HistoryRange::default().reverse(true));
    ///     while let Some(wanted) = range {
    ///         let page = store.history_page(id, wanted.clone()).await?;
    ///         page.events.iter().for_each(|event| println!("{event}"));
    ///         range = wanted.continued(&page);
    ///     }
    ///     Ok(())
    /// }
    /// ```
    ///
    /// # Errors
    /// No execution has this id, or its inputs were not kept.
    pub async fn history_page(
        &self,
        id: impl Into<Text>,
        range: HistoryRange,
    ) -> Result<HistoryPage, CallError> {
        let Reply::HistoryPage(page) = self.ask(Request::HistoryPage(id.into(), range)).await?
        else {
            unreachable!("each question has its answer")
        };
        Ok(page)
    }

    /// The first events of an execution as JSON, for reports.
    ///
    /// # Errors
    /// As for [`Durable::history_page`].
    #[doc(hidden)]
    pub async fn first_events(&self, id: impl Into<Text>) -> Result<String, CallError> {
        let (id, mut first) = (id.into(), FirstEvents::new());
        let mut range = Some(HistoryRange::default());
        while let Some(wanted) = range {
            let page = self.history_page(id.clone(), wanted.clone()).await?;
            range = first.add(&wanted, &page);
        }
        Ok(first.into_text())
    }
}
