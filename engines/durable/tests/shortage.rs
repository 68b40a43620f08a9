//! A store in a process that may not open more files. It is the only test of its program, because
//! the limit is that of the process.
#![cfg(unix)]

mod steps;

use std::time::Duration;

use asl_durable::{CallError, Durable, Options, StoreError};
use asl_runtime::json;
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use steps::{Steps, two_steps};
use tokio::time::timeout;

#[tokio::test]
async fn a_store_without_file_descriptors_continues_by_itself() {
    let name = format!("asl-shortage-tests-{}", std::process::id());
    let directory = std::env::temp_dir().join(name);
    // Each commit needs a new file.
    let options = Options::default().segment_bytes(1).socket(false);
    let store = Durable::open(&directory, [two_steps::machine(Steps)], options).await.unwrap();
    store.start("two_steps", "before", json!({})).await.unwrap();
    store.wait("two_steps:before").await.unwrap().unwrap();

    let (limit, hard) = getrlimit(Resource::RLIMIT_NOFILE).unwrap();
    setrlimit(Resource::RLIMIT_NOFILE, 0, hard).unwrap();
    let mut refused = None;
    for number in 0..8 {
        let start = store.start("two_steps", format!("during-{number}"), json!({}));
        // A start that is not refused waits until there is room.
        if let Ok(Err(error)) = timeout(Duration::from_secs(3), start).await {
            refused = Some(error);
            break;
        }
    }
    setrlimit(Resource::RLIMIT_NOFILE, limit, hard).unwrap();

    let Some(CallError::Store(StoreError::Journal(error))) = refused else {
        panic!("a start is refused: {refused:?}")
    };
    assert!(error.is_shortage() && error.to_string().starts_with("too many files"), "{error}");
    store.start("two_steps", "after", json!({"n": 1})).await.unwrap();
    assert_eq!(store.wait("two_steps:after").await.unwrap(), Ok(json!({"n": 1})));
    // What was accepted meanwhile has ended too.
    store.wait("two_steps:during-0").await.unwrap().unwrap();
    store.close(Duration::from_secs(10)).await.unwrap();
    std::fs::remove_dir_all(directory).unwrap();
}
