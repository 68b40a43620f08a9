//! Compiles the definitions of the project's tests to the machines that the targets run.

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use asl_codegen::Builder;

/// Folder of the definitions, relative to the workspace.
const DEFINITIONS: &str = "tests/definitions/good";

fn main() -> Result<(), Box<dyn Error>> {
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?);
    let package = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").ok_or("no CARGO_MANIFEST_DIR")?);
    let definitions = package.join("../..").join(DEFINITIONS);
    watch(&definitions);
    let mut files = Vec::new();
    for entry in fs::read_dir(&definitions)? {
        files.push(entry?.file_name().into_string().map_err(|_| "a file name is not Unicode")?);
    }
    files.retain(|file| file.ends_with(".asl.json") || file.ends_with(".sm4c.json"));
    files.sort();
    let mut names = Vec::new();
    for file in &files {
        let stem = file.split('.').next().unwrap_or_default();
        compile(file, stem, &definitions, &out)?;
        names.push(stem);
    }
    fs::write(out.join("machines.rs"), list(&names)?)?;
    Ok(())
}

fn watch(folder: &Path) {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed={}", folder.display());
}

fn compile(file: &str, name: &str, folder: &Path, out: &Path) -> Result<(), Box<dyn Error>> {
    let builder =
        Builder::new(file).warn("certain").name(name).public().state_functions(false).run(false);
    builder.build_in(out, folder).map_err(|error| format!("{file}: {error}").into())
}

/// A module for each machine, and a list of all.
fn list(names: &[&str]) -> Result<String, Box<dyn Error>> {
    let mut text = String::new();
    for name in names {
        writeln!(text, "asl_runtime::include_machine!(\"{name}\");")?;
    }
    writeln!(text, "/// The machines of the definitions, by name.")?;
    writeln!(text, "static OWN: &[(&str, &asl_runtime::machine::Machine)] = &[")?;
    for name in names {
        writeln!(text, "    ({name:?}, &{name}::MACHINE),")?;
    }
    writeln!(text, "];")?;
    Ok(text)
}
