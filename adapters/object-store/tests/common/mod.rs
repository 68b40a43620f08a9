//! Tests that every store must pass.

use std::sync::Arc;

use asl_object_store::ObjectStores;
use asl_runtime::json;
use asl_runtime::storage::items::{
    ChildExecution, ChildStatus, ItemReader, ItemSource, ResultFolder, ResultGroup, ResultTarget,
};
use asl_runtime::storage::{ByteRange, ObjectName, Storage, StorageError, StorageErrorKind};
use asl_runtime::value::Value;

async fn write(
    storage: &ObjectStores,
    name: &ObjectName,
    pieces: &[&[u8]],
) -> Result<(), StorageError> {
    let mut writer = storage.write(name).await?;
    for piece in pieces {
        writer.write(piece.to_vec()).await?;
        assert_eq!(
            storage.read(name).await.err().map(|error| error.kind()),
            Some(StorageErrorKind::NotFound)
        );
    }
    writer.finish().await
}

async fn read(storage: &ObjectStores, name: &ObjectName) -> Result<Vec<u8>, StorageError> {
    let mut reader = storage.read(name).await?;
    let mut bytes = Vec::new();
    while let Some(piece) = reader.next().await? {
        assert!(!piece.is_empty());
        bytes.extend(piece);
    }
    Ok(bytes)
}

async fn keys(storage: &ObjectStores, prefix: &str) -> Vec<String> {
    let mut list = storage.list("bucket", prefix).await.unwrap();
    let mut keys = Vec::new();
    while let Some(page) = list.next().await.unwrap() {
        keys.extend(page.into_iter().map(|info| info.key.to_string()));
    }
    keys.sort();
    keys
}

/// Objects of all sizes, lists, and missing objects. The bucket is empty.
pub(crate) async fn objects(storage: &ObjectStores) {
    let small = ObjectName::new("bucket", "in/small");
    write(storage, &small, &[b"one", b"", b"two"]).await.unwrap();
    assert_eq!(read(storage, &small).await.unwrap(), b"onetwo");
    for (range, expected) in [
        (ByteRange::At { start: 2, length: 3 }, "etw"),
        (ByteRange::At { start: 4, length: 90 }, "wo"),
        (ByteRange::At { start: 4, length: 0 }, ""),
        (ByteRange::Last(3), "two"),
        (ByteRange::Last(90), "onetwo"),
    ] {
        let part = storage.read_range(&small, range).await.unwrap();
        assert_eq!(part, expected.as_bytes(), "{range:?}");
    }
    let large = ObjectName::new("bucket", "in/large");
    let pieces = [vec![b'a'; 20 << 20], vec![b'b'; 1 << 20], vec![b'c'; 16 << 20]];
    write(storage, &large, &pieces.each_ref().map(Vec::as_slice)).await.unwrap();
    assert!(read(storage, &large).await.unwrap() == pieces.concat());
    let empty = ObjectName::new("bucket", "in-empty");
    write(storage, &empty, &[]).await.unwrap();
    assert_eq!(read(storage, &empty).await.unwrap(), b"");
    assert_eq!(keys(storage, "").await, ["in-empty", "in/large", "in/small"]);
    assert_eq!(keys(storage, "in").await, ["in-empty", "in/large", "in/small"]);
    assert_eq!(keys(storage, "in/").await, ["in/large", "in/small"]);
    assert_eq!(keys(storage, "in/s").await, ["in/small"]);
    let mut list = storage.list("bucket", "in/large").await.unwrap();
    let info = list.next().await.unwrap().unwrap().remove(0);
    assert!(
        info.size == 37 << 20 && info.modified > 1_600_000_000_000 && !info.etag.is_empty(),
        "{info:?}"
    );

    for (key, length) in [("gone", 1), ("gone-large", 17 << 20)] {
        let mut writer = storage.write(&ObjectName::new("bucket", key)).await.unwrap();
        writer.write(vec![b'x'; length]).await.unwrap();
        writer.abort().await.unwrap();
    }
    assert_eq!(keys(storage, "gone").await, [""; 0]);
    let missing = read(storage, &ObjectName::new("bucket", "none")).await.unwrap_err();
    assert_eq!((missing.kind(), missing.place()), (StorageErrorKind::NotFound, "bucket/none"));
    let outside = read(storage, &ObjectName::new("bucket", "../x")).await.unwrap_err();
    assert_eq!(outside.kind(), StorageErrorKind::Denied, "{outside}");
}

/// Reads a table and writes results.
pub(crate) async fn a_map(storage: &ObjectStores) {
    let rows = (0..50_000).map(|row| format!("{row},name {row}\n")).collect::<Vec<_>>().concat();
    write(storage, &ObjectName::new("bucket", "rows.csv"), &[b"id,name\n", rows.as_bytes()])
        .await
        .unwrap();
    let config = json!({"InputType": "CSV", "CSVHeaderLocation": "FIRST_ROW"});
    let parameters = json!({"Bucket": "bucket", "Key": "rows.csv"});
    let source =
        ItemSource::from_fields("arn:aws:states:::s3:getObject", &parameters, &config, None)
            .unwrap();
    let mut items = ItemReader::open(Arc::new(storage.clone()), source).await.unwrap();
    let (mut count, mut last) = (0, Value::Null);
    while let Some(mut batch) = items.next(1_000).await.unwrap() {
        count += batch.items.len();
        last = batch.items.pop().unwrap();
    }
    assert_eq!((count, last), (50_000, json!({"id": "49999", "name": "name 49999"})));

    let target =
        ResultTarget::from_fields(&json!({"Bucket": "bucket", "Prefix": "out"}), &Value::Null)
            .unwrap();
    let folder = ResultFolder::new(Arc::new(storage.clone()), target, "arn", "run");
    let child = ChildExecution {
        execution_arn: "arn:1".into(),
        name: "1".into(),
        state_machine_arn: "arn:machine".into(),
        status: ChildStatus::Succeeded,
        input: json!(1),
        output: json!({"a": 1}),
        error: None,
        cause: None,
        start: "2026-11-21T05:00:00.000Z".into(),
        stop: "2026-11-21T05:00:01.000Z".into(),
    };
    let file = folder.write_results(ResultGroup::Succeeded, 0, &[child]).await.unwrap();
    let result = folder.write_manifest(&[file]).await.unwrap();
    assert_eq!(result.at(["ResultWriterDetails", "Key"]), Some(&json!("out/run/manifest.json")));
    assert_eq!(keys(storage, "out/").await, ["out/run/SUCCEEDED_0.json", "out/run/manifest.json"]);
}
