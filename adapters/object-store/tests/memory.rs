//! The crate's own store in memory.
#![expect(clippy::unwrap_used, reason = "tests")]

mod common;

use std::sync::Arc;

use asl_object_store::ObjectStores;
use asl_object_store::object_store::memory::InMemory;

#[tokio::test]
async fn a_store_in_memory_keeps_objects() {
    let storage = ObjectStores::new(|_| Ok(Arc::new(InMemory::new())));
    common::objects(&storage).await;
    let storage = ObjectStores::new(|_| Ok(Arc::new(InMemory::new())));
    common::a_map(&storage).await;
}
