//! The reply that the replies of all shards make.

use asl_durable::shard::{Reply, Request, merge_pages, merge_versions};
use asl_durable::{CallError, Compacted, Migrated};

use crate::inbox::elsewhere;

/// Maximum number of values that do not fit their types, as in one shard.
const MOST_UNFIT: usize = 1_000;

/// One reply of those of all shards.
pub(crate) fn merge(request: &Request, replies: Vec<Reply>) -> Result<Reply, CallError> {
    if let Request::List(list) = request {
        let mut pages = Vec::new();
        for reply in replies {
            let Reply::Page(page) = reply else { return Err(different()) };
            pages.push(page);
        }
        return Ok(Reply::Page(merge_pages(pages, list)));
    }
    let mut merged: Option<Reply> = None;
    for reply in replies {
        merged = Some(match (merged, reply) {
            (None, reply) => reply,
            (Some(Reply::Purged(one)), Reply::Purged(other)) => Reply::Purged(one + other),
            (Some(Reply::Compacted(one)), Reply::Compacted(other)) => Reply::Compacted(Compacted {
                before: one.before.saturating_add(other.before),
                after: one.after.saturating_add(other.after),
            }),
            (Some(Reply::Migrated(mut one)), Reply::Migrated(Migrated { moved, stayed })) => {
                one.moved += moved;
                one.stayed.extend(stayed);
                Reply::Migrated(one)
            }
            (Some(Reply::Unfit(mut one)), Reply::Unfit(other)) => {
                one.extend(other);
                one.truncate(MOST_UNFIT);
                Reply::Unfit(one)
            }
            (Some(Reply::Versions(one)), Reply::Versions(other)) => {
                Reply::Versions(merge_versions(one, other))
            }
            (Some(_), _) => return Err(different()),
        });
    }
    merged.ok_or_else(|| elsewhere("the store has no shards"))
}

fn different() -> CallError {
    elsewhere("the shards gave replies of different kinds")
}
