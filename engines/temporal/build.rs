//! Takes the descriptors of histories, by which their JSON form is read, out of those of Temporal's
//! whole protocol (1.3 MB, without comments 50 KB for histories).

use std::collections::BTreeSet;
use std::error::Error;
use std::path::Path;
use std::{env, fs};

use prost::Message as _;
use prost_types::FileDescriptorSet;

const HISTORY: &str = "temporal/api/history/v1/message.proto";

fn main() -> Result<(), Box<dyn Error>> {
    // Set by the build script of `temporalio-protos`.
    let from = env::var("DEP_TEMPORALIO_PROTOS_DESCRIPTOR_PATH")?;
    println!("cargo::rerun-if-changed={from}");
    let mut all = FileDescriptorSet::decode(fs::read(from)?.as_slice())?;
    let mut needed = BTreeSet::new();
    let mut open = vec![HISTORY.to_owned()];
    while let Some(name) = open.pop() {
        let file = all.file.iter().find(|file| file.name() == name);
        open.extend(file.ok_or("a file is missing")?.dependency.clone());
        needed.insert(name);
        open.retain(|name| !needed.contains(name));
    }
    all.file.retain(|file| needed.contains(file.name()));
    for file in &mut all.file {
        file.source_code_info = None;
    }
    let to = Path::new(&env::var("OUT_DIR")?).join("history.bin");
    fs::write(to, all.encode_to_vec())?;
    Ok(())
}
