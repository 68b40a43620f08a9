//! Pages of histories.

use asl_runtime::value::{Text, Value};

use super::{CallError, Durable, Reply, Request};

/// Events of a page by default, and the maximum.
const PAGE: usize = 1_000;

/// The part of a history that a page shows.
///
/// ```
/// use asl_durable::HistoryRange;
///
/// let newest = HistoryRange::default().reverse(true).limit(10);
/// let older = newest.clone().after(4_991);
/// assert_eq!(older.after, Some(4_991));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "program", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct HistoryRange {
    /// The newest events first.
    pub reverse: bool,
    /// Only events after the one with this number, in the order of the page: [`HistoryPage::next`].
    pub after: Option<u64>,
    /// Maximum number of events. 0, the default, is 1,000, which is also the maximum.
    pub limit: usize,
}

impl HistoryRange {
    asl_runtime::__setters! {
        reverse: bool,
        after: u64 => Some,
        limit: usize,
    }

    pub(super) fn page_size(&self) -> usize {
        if self.limit == 0 { PAGE } else { self.limit.min(PAGE) }
    }

    /// The range of the page after this one.
    #[must_use]
    pub fn continued(&self, page: &HistoryPage) -> Option<Self> {
        Some(Self { after: Some(page.next?), ..self.clone() })
    }
}

/// The first events of a history as text, for reports.
#[doc(hidden)]
#[derive(Debug)]
pub struct FirstEvents {
    text: String,
    count: usize,
}

impl FirstEvents {
    /// Events that a report shows: as many as an execution may have at AWS.
    const MOST: usize = 25_000;
    /// Bytes of a report's events.
    const BYTES: usize = 64 << 20;

    /// No events yet.
    #[must_use]
    pub fn new() -> Self {
        Self { text: "{\"events\":[".to_owned(), count: 0 }
    }

    /// Adds a page that continues in this range. Returns the range of the next page, if more events
    /// are wanted.
    pub fn add(&mut self, range: &HistoryRange, page: &HistoryPage) -> Option<HistoryRange> {
        for event in &page.events {
            if self.count > 0 {
                self.text.push(',');
            }
            self.text.push_str(&event.to_json_string());
            self.count += 1;
        }
        let Some(next) = range.continued(page) else {
            self.text.push_str("]}");
            return None;
        };
        (self.count < Self::MOST && self.text.len() < Self::BYTES).then_some(next)
    }

    /// The history as JSON. If it is longer, the text ends in the middle, which a report mentions.
    #[must_use]
    pub fn into_text(self) -> String {
        self.text
    }
}

impl Default for FirstEvents {
    fn default() -> Self {
        Self::new()
    }
}

/// A part of a history.
#[derive(Clone, PartialEq, Debug, Default)]
#[cfg_attr(feature = "program", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct HistoryPage {
    /// The events in the format of AWS's `GetExecutionHistory`. A page that is large, or far inside
    /// a long history, can have fewer than its limit, even none.
    pub events: Vec<Value>,
    /// [`HistoryRange::after`] of the next page; `None` if there are no more events.
    pub next: Option<u64>,
}

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
