//! Makes the Rust types of all schemas: `$OUT_DIR/types.rs`.

use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

use typify::{TypeSpace, TypeSpaceSettings};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=schemas");
    let mut settings = TypeSpaceSettings::default();
    settings.with_derive("asl_runtime::Shape".to_owned());
    let mut types = TypeSpace::new(&settings);
    for file in ["input", "output", "price.request", "price.response"] {
        let schema = fs::read_to_string(format!("schemas/{file}.schema.json"))?;
        types.add_root_schema(serde_json::from_str(&schema)?)?;
    }
    let out = PathBuf::from(env::var("OUT_DIR")?);
    fs::write(out.join("types.rs"), types.to_stream().to_string())?;
    Ok(())
}
