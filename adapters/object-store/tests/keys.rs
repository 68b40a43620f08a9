//! Keys that would lead out of the bucket.

use std::sync::Arc;

use asl_object_store::ObjectStores;
use asl_object_store::object_store::memory::InMemory;
use asl_runtime::storage::{ObjectName, Storage, StorageErrorKind};

#[tokio::test]
async fn keys_do_not_lead_out_of_their_bucket() {
    let storage = ObjectStores::new(|_| Ok(Arc::new(InMemory::new())));
    for key in ["../x", "a/../x", "a/..", "..", "./x", "a/./x"] {
        let name = ObjectName::new("bucket", key);
        let refused = storage.read(&name).await.err().unwrap();
        assert_eq!(refused.kind(), StorageErrorKind::Denied, "{key}: {refused}");
        let refused = storage.write(&name).await.err().unwrap();
        assert_eq!(refused.kind(), StorageErrorKind::Denied, "{key}: {refused}");
        let refused = storage.list("bucket", &format!("{key}/")).await.err().unwrap();
        assert_eq!(refused.kind(), StorageErrorKind::Denied, "{key}: {refused}");
    }
    // These are ordinary names.
    for key in ["%2e%2e/x", "...", "a\u{202e}b", "a b", "ж", "~", "a%2fb", "#?"] {
        let name = ObjectName::new("bucket", key);
        let mut writer = storage.write(&name).await.unwrap();
        writer.write(b"x".to_vec()).await.unwrap();
        writer.finish().await.unwrap();
        let mut reader = storage.read(&name).await.unwrap();
        assert_eq!(reader.next().await.unwrap(), Some(b"x".to_vec()), "{key}");
    }
}
