//! Tests of objects in a folder.

use std::fs;
use std::path::{Path, PathBuf};

use super::*;

/// A folder that is removed after the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("asl-folder-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn storage(&self) -> Folder {
        Folder::new(&self.0).unwrap()
    }

    fn file(&self, path: &str, contents: &[u8]) {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, contents).unwrap();
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// All files below a folder.
fn files(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        if entry.file_type().unwrap().is_dir() {
            found.extend(files(&entry.path()));
        } else {
            found.push(entry.file_name().into_string().unwrap());
        }
    }
    found.sort();
    found
}

async fn read(storage: &impl Storage, name: &ObjectName) -> Result<Vec<u8>, StorageError> {
    let mut reader = storage.read(name).await?;
    let mut bytes = Vec::new();
    while let Some(piece) = reader.next().await? {
        assert!(!piece.is_empty());
        bytes.extend(piece);
    }
    Ok(bytes)
}

async fn keys(
    storage: &impl Storage,
    bucket: &str,
    prefix: &str,
) -> Result<Vec<String>, StorageError> {
    let mut list = storage.list(bucket, prefix).await?;
    let mut keys = Vec::new();
    while let Some(page) = list.next().await? {
        assert!(!page.is_empty() && page.len() <= 1000);
        keys.extend(page.iter().map(|info| info.key.to_string()));
    }
    Ok(keys)
}

#[tokio::test]
async fn an_object_appears_when_it_is_complete() {
    let scratch = Scratch::new("complete");
    let storage = scratch.storage();
    let name = ObjectName::new("results", "map/1/SUCCEEDED_0.json");
    let mut writer = storage.write(&name).await.unwrap();
    let piece = vec![b'x'; 300_000];
    writer.write(piece.clone()).await.unwrap();
    assert_eq!(read(&storage, &name).await.unwrap_err().kind(), StorageErrorKind::NotFound);
    assert_eq!(keys(&storage, "results", "").await, Ok(vec![]));
    writer.write(piece.clone()).await.unwrap();
    writer.finish().await.unwrap();
    assert_eq!(read(&storage, &name).await.unwrap(), [piece.clone(), piece].concat());
    assert_eq!(files(&scratch.0), ["SUCCEEDED_0.json"]);
}

#[tokio::test]
async fn an_abandoned_object_leaves_no_file() {
    let scratch = Scratch::new("abort");
    let storage = scratch.storage();
    scratch.file("b/k", b"old");
    let name = ObjectName::new("b", "k");
    for dropped in [true, false] {
        let mut writer = storage.write(&name).await.unwrap();
        writer.write(b"new".to_vec()).await.unwrap();
        assert_eq!(files(&scratch.0).len(), 2);
        if dropped {
            drop(writer);
        } else {
            writer.abort().await.unwrap();
        }
        assert_eq!(files(&scratch.0), ["k"]);
    }
    assert_eq!(read(&storage, &name).await.unwrap(), b"old");
    let mut writer = storage.write(&name).await.unwrap();
    writer.write(b"new".to_vec()).await.unwrap();
    writer.finish().await.unwrap();
    assert_eq!(read(&storage, &name).await.unwrap(), b"new");
}

#[tokio::test]
async fn the_last_of_several_writers_wins_without_mixing() {
    let scratch = Scratch::new("writers");
    let storage = scratch.storage();
    let name = ObjectName::new("b", "k");
    let mut one = storage.write(&name).await.unwrap();
    let mut other = storage.write(&name).await.unwrap();
    one.write(b"1".to_vec()).await.unwrap();
    other.write(b"2".to_vec()).await.unwrap();
    one.write(b"1".to_vec()).await.unwrap();
    other.finish().await.unwrap();
    assert_eq!(read(&storage, &name).await.unwrap(), b"2");
    one.finish().await.unwrap();
    assert_eq!(read(&storage, &name).await.unwrap(), b"11");
}

#[tokio::test]
async fn no_name_leads_out_of_the_folder() {
    let scratch = Scratch::new("escape");
    scratch.file("secret", b"secret");
    scratch.file("root/b/k", b"k");
    let storage = Folder::new(scratch.0.join("root")).unwrap();
    let outside = scratch.0.join("secret").display().to_string();
    let names = [
        ("b", "../../secret"),
        ("..", "secret"),
        ("b", ""),
        ("", "k"),
        ("b", "."),
        ("b", "./k"),
        ("b", "/k"),
        ("b", "k/"),
        ("b", "a//k"),
        ("b", "k\0"),
        ("b/..", "k"),
        ("b", ".0.asl-part"),
        ("b", &outside),
    ];
    for (bucket, key) in names {
        let name = ObjectName::new(bucket, key);
        let refused = read(&storage, &name).await.unwrap_err();
        assert_eq!(refused.kind(), StorageErrorKind::Denied, "{refused}");
        let refused = storage.write(&name).await.err().unwrap();
        assert_eq!(refused.kind(), StorageErrorKind::Denied, "{refused}");
    }
    assert_eq!(keys(&storage, "..", "").await.unwrap_err().kind(), StorageErrorKind::Denied);
    assert_eq!(keys(&storage, "b", "../").await, Ok(vec![]));
    assert_eq!(files(&scratch.0), ["k", "secret"]);
}

#[cfg(unix)]
#[tokio::test]
async fn symbolic_links_are_not_followed() {
    let scratch = Scratch::new("links");
    scratch.file("outside/secret", b"secret");
    scratch.file("root/b/k", b"k");
    let storage = Folder::new(scratch.0.join("root")).unwrap();
    std::os::unix::fs::symlink(scratch.0.join("outside"), scratch.0.join("root/b/out")).unwrap();
    std::os::unix::fs::symlink(scratch.0.join("outside/secret"), scratch.0.join("root/b/file"))
        .unwrap();
    std::os::unix::fs::symlink(scratch.0.join("outside"), scratch.0.join("root/linked")).unwrap();
    for (bucket, key) in [("b", "out/secret"), ("b", "file"), ("linked", "secret")] {
        let refused = read(&storage, &ObjectName::new(bucket, key)).await.unwrap_err();
        assert_eq!(refused.kind(), StorageErrorKind::Denied, "{refused}");
    }
    for (bucket, key) in [("b", "out/new"), ("linked", "new")] {
        let refused = storage.write(&ObjectName::new(bucket, key)).await.err().unwrap();
        assert_eq!(refused.kind(), StorageErrorKind::Denied, "{refused}");
    }
    // Writing the object replaces the link, and the link's target is unchanged.
    let mut writer = storage.write(&ObjectName::new("b", "file")).await.unwrap();
    writer.write(b"new".to_vec()).await.unwrap();
    writer.finish().await.unwrap();
    assert_eq!(fs::read(scratch.0.join("outside/secret")).unwrap(), b"secret");
    assert_eq!(keys(&storage, "b", "").await, Ok(vec!["file".to_owned(), "k".to_owned()]));
    assert_eq!(keys(&storage, "linked", "").await.unwrap_err().kind(), StorageErrorKind::NotFound);
}

#[tokio::test]
async fn keys_are_listed_in_the_order_of_their_bytes() {
    let scratch = Scratch::new("list");
    for key in ["a/b", "a.b", "a", "b", "a0", "data/2", "data/10", "data-1", "Ж", "data/sub/1"] {
        // `a` is a folder here, so it cannot be a file.
        if key != "a" {
            scratch.file(&format!("bucket/{key}"), b"12");
        }
    }
    let storage = scratch.storage();
    let all = keys(&storage, "bucket", "").await.unwrap();
    let mut sorted = all.clone();
    sorted.sort();
    assert_eq!(all, sorted);
    assert_eq!(all.len(), 9);
    assert_eq!(
        keys(&storage, "bucket", "data").await.unwrap(),
        ["data-1", "data/10", "data/2", "data/sub/1"]
    );
    assert_eq!(
        keys(&storage, "bucket", "data/").await.unwrap(),
        ["data/10", "data/2", "data/sub/1"]
    );
    assert_eq!(keys(&storage, "bucket", "data/s").await.unwrap(), ["data/sub/1"]);
    assert_eq!(keys(&storage, "bucket", "none").await.unwrap(), Vec::<String>::new());
    let missing = keys(&storage, "other", "").await.unwrap_err();
    assert_eq!(
        (missing.kind(), missing.to_string().as_str()),
        (StorageErrorKind::NotFound, "other: there is no such bucket")
    );
    let mut list = storage.list("bucket", "a.b").await.unwrap();
    let info = list.next().await.unwrap().unwrap().remove(0);
    assert_eq!((info.size, info.storage_class.as_str()), (2, "STANDARD"));
    assert!(
        info.modified > 1_600_000_000_000 && info.etag.starts_with('"') && info.etag.ends_with('"'),
        "{info:?}"
    );
}

#[tokio::test]
async fn many_files_are_listed_in_pages() {
    let scratch = Scratch::new("pages");
    for number in 0..1_001 {
        scratch.file(&format!("bucket/{number:04}"), b"");
    }
    let mut list = scratch.storage().list("bucket", "").await.unwrap();
    let mut lengths = Vec::new();
    while let Some(page) = list.next().await.unwrap() {
        lengths.push(page.len());
    }
    assert_eq!(lengths, [1_000, 1]);
}

#[tokio::test]
async fn errors_name_the_missing_object() {
    let scratch = Scratch::new("missing");
    scratch.file("b/file", b"");
    let storage = scratch.storage();
    for key in ["none", "none/none", "file/none"] {
        let missing = read(&storage, &ObjectName::new("b", key)).await.unwrap_err();
        assert_eq!(missing.to_string(), format!("b/{key}: there is no such object"));
    }
    let folder = read(&storage, &ObjectName::new("b", "")).await.unwrap_err();
    assert_eq!(folder.to_string(), "b/: `` cannot be the name of a file or folder");
    assert!(Folder::new(scratch.0.join("none")).is_err());
    assert_eq!(Folder::new(scratch.0.join("b/file")).unwrap_err().reason(), "this is not a folder");
    assert_eq!(read(&storage, &ObjectName::new("b", "file")).await.unwrap(), b"");
}

#[test]
fn it_works_without_a_runtime() {
    let scratch = Scratch::new("plain");
    let storage = scratch.storage();
    let name = ObjectName::new("b", "k");
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    let written = std::pin::pin!(async {
        let mut writer = storage.write(&name).await?;
        writer.write(b"k".to_vec()).await?;
        writer.finish().await?;
        read(&storage, &name).await
    })
    .poll(&mut context);
    assert_eq!(written, std::task::Poll::Ready(Ok(b"k".to_vec())));
}

#[tokio::test]
async fn a_part_of_an_object_is_read_at_its_place() {
    let scratch = Scratch::new("range");
    scratch.file("b/k", b"0123456789");
    let (storage, name) = (scratch.storage(), ObjectName::new("b", "k"));
    for (range, expected) in [
        (ByteRange::At { start: 2, length: 3 }, "234"),
        (ByteRange::At { start: 8, length: 9 }, "89"),
        (ByteRange::At { start: 80, length: 9 }, ""),
        (ByteRange::Last(4), "6789"),
        (ByteRange::Last(90), "0123456789"),
    ] {
        let part = storage.read_range(&name, range).await;
        assert_eq!(part.unwrap(), expected.as_bytes(), "{range:?}");
    }
    let missing = storage.read_range(&ObjectName::new("b", "x"), ByteRange::Last(1)).await;
    assert_eq!(missing.unwrap_err().kind(), StorageErrorKind::NotFound);
    assert!(!storage.has_versions());
}
