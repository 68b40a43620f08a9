//! The executions of one page of the list.

use std::time::SystemTime;

use asl_durable::Summary;
use asl_runtime::value::Text;

use crate::filter::Filter;
use crate::problem::Problem;
use crate::store::Store;

/// Executions on a page.
pub(crate) const ON_A_PAGE: usize = 50;

/// Executions in a part. A part is what one request reads: it is sorted by time and divided into
/// pages. Parts follow each other in the order of ids, the only one that stores have.
pub(crate) const IN_A_PART: usize = 10_000;

/// One page of the list.
#[derive(Debug)]
pub(crate) struct Found {
    /// The executions of the page, the newest first.
    pub(crate) executions: Vec<Summary>,
    /// Number of executions in the part.
    pub(crate) count: usize,
    /// Number of the page within the part.
    pub(crate) page: usize,
    /// Id after which the next part begins.
    pub(crate) next_part: Option<Text>,
}

impl Found {
    /// Number of pages in the part, at least one.
    pub(crate) fn pages(&self) -> usize {
        self.count.div_ceil(ON_A_PAGE).max(1)
    }

    /// Position of the first execution in the part, from 0.
    pub(crate) fn first(&self) -> usize {
        self.page * ON_A_PAGE
    }
}

/// Finds the executions of a page.
pub(crate) async fn search(store: &dyn Store, filter: &Filter) -> Result<Found, Problem> {
    let page = store.list(filter.list(SystemTime::now(), IN_A_PART)?).await?;
    let mut all = page.executions;
    let count = all.len();
    let last_page = count.div_ceil(ON_A_PAGE).saturating_sub(1);
    let number = filter.page.min(last_page);
    all.sort_unstable_by(|a, b| b.started.cmp(&a.started).then_with(|| a.id.cmp(&b.id)));
    let executions = all.into_iter().skip(number * ON_A_PAGE).take(ON_A_PAGE).collect();
    Ok(Found { executions, count, page: number, next_part: page.next })
}
