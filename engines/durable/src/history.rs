//! Pages of histories.

use asl_runtime::value::Value;

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
#[cfg_attr(feature = "messages", derive(serde::Serialize, serde::Deserialize))]
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
#[cfg_attr(feature = "messages", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct HistoryPage {
    /// The events in the format of AWS's `GetExecutionHistory`. A page that is large, or far inside
    /// a long history, can have fewer than its limit, even none.
    pub events: Vec<Value>,
    /// [`HistoryRange::after`] of the next page; `None` if there are no more events.
    pub next: Option<u64>,
}
