//! The entries of a list of objects as items.

use crate::storage::ObjectInfo;
use asl_value::value::Value;

/// An item with the fields that AWS passes on from `listObjectsV2`.
#[inline]
pub(super) fn item(info: ObjectInfo) -> Value {
    let seconds = i64::try_from(info.modified / 1_000).unwrap_or(i64::MAX);
    Value::object([
        ("Etag", Value::String(info.etag)),
        ("Key", Value::String(info.key)),
        ("LastModified", Value::Int(seconds)),
        ("Size", Value::of_count(info.size)),
        ("StorageClass", Value::String(info.storage_class)),
    ])
}
