//! Distributed Maps that read items from files and write their results to files.

use std::fs;
use std::path::{Path, PathBuf};

use asl_runtime::{Value, json};

use crate::runs::{replays, told};
use crate::shop::Shop;
use crate::world::World;

/// The folder of the worker's storage, beside its notes.
pub(crate) fn objects(notes: &Path) -> PathBuf {
    let folder = notes.with_file_name("objects");
    fs::create_dir_all(folder.join("rows")).expect("it can be made");
    folder
}

pub(crate) async fn maps_read_and_write_files(world: &mut World) {
    let client = world.client().await;
    let shop = Shop::new(world.server.folder().join("notes-of-replays"));
    let bucket = objects(&world.server.folder().join("notes")).join("rows");
    // Two pages of items, and one result file.
    let rows: Vec<String> = (0..150).map(|row| format!("{row},{}", row * 2)).collect();
    let file = format!("id,twice\n{}\n", rows.join("\n"));
    fs::write(bucket.join("today.csv"), file).expect("it is written");
    let output = told(client.run("copies", "f-1", &json!({"key": "today.csv"})).await);
    let output = output.expect("it succeeds");
    let manifest = output.at(["ResultWriterDetails", "Key"]).and_then(Value::as_str);
    let manifest = fs::read_to_string(bucket.join(manifest.expect("a manifest"))).expect("a file");
    let manifest = Value::from_json_str(&manifest).expect("JSON");
    let written = manifest.at(["ResultFiles", "SUCCEEDED"]).and_then(|files| files.item(0));
    let written = written.and_then(|file| file.get("Key")).and_then(Value::as_str);
    let written = fs::read_to_string(bucket.join(written.expect("a key"))).expect("a file");
    let written = Value::from_json_str(&written).expect("JSON");
    assert!(written.item(149).is_some() && written.item(150).is_none());
    // A replay needs no file.
    fs::remove_file(bucket.join("today.csv")).expect("it is there");
    replays(&shop, &client, "f-1").await;
    let failure = told(client.run("copies", "f-2", &json!({"key": "today.csv"})).await);
    let failure = failure.expect_err("the file is gone");
    assert_eq!(failure.error(), Some("States.ItemReaderFailed"), "{failure}");
    replays(&shop, &client, "f-2").await;
}
