//! Generates small random machines, always the same ones, and compiles them together with those of
//! `definitions/`.

mod jsonata;
mod machine;

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use asl_codegen::Builder;
use asl_codegen::compile;
use asl_codegen::options::Options;
use asl_codegen::source::Sources;

use machine::Generator;

/// Number of random machines. Together with our own they take half a minute of one core in a
/// release build.
const RANDOM: usize = 44;
/// Seed of the random machines.
const SEED: u64 = 5;

/// Folder of our own definitions: each shows a situation that is rare in random ones.
const OWN: &str = "definitions";
/// Folder with the next versions of some of them, which benches move to.
const LATER: &str = "definitions/later";

fn main() -> Result<(), Box<dyn Error>> {
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?);
    let package =
        PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").ok_or("CARGO_MANIFEST_DIR is not set")?);
    tell_cargo(&["build", OWN]);
    let mut modules = random(&out)?;
    modules.extend(own(OWN, &package, &out)?);
    let later = out.join("later");
    fs::create_dir_all(&later)?;
    own(LATER, &package, &later)?;
    fs::write(out.join("machines.rs"), listing(&modules)?)?;
    Ok(())
}

#[expect(clippy::print_stdout, reason = "how build scripts talk to Cargo")]
fn tell_cargo(watched: &[&str]) {
    for path in watched {
        println!("cargo:rerun-if-changed={path}");
    }
}

/// Machines with findings of the compiler are left out, and the next ones of the seed are used
/// instead.
fn random(out: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    let mut generator = Generator::new(SEED);
    let mut modules = Vec::new();
    while modules.len() < RANDOM {
        let definition = generator.machine().to_string();
        let checked = compile::check(
            &mut Sources::from_text("random.asl.json", &definition),
            &Options::default(),
        );
        if checked.machine.is_none() || !checked.diagnostics.sorted().is_empty() {
            continue;
        }
        let name = format!("random_{}", modules.len());
        fs::write(out.join(format!("{name}.asl.json")), definition)?;
        build(&format!("{name}.asl.json"), &name, out, out)?;
        modules.push(name);
    }
    Ok(modules)
}

fn own(folder: &str, package: &Path, out: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    let mut modules = Vec::new();
    for entry in fs::read_dir(package.join(folder))? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            continue;
        }
        let file = entry.file_name().into_string().map_err(|_| "a definition's name is no text")?;
        let name = file.split('.').next().unwrap_or_default().to_owned();
        build(&format!("{folder}/{file}"), &name, out, package)?;
        modules.push(name);
    }
    modules.sort();
    Ok(modules)
}

fn build(file: &str, name: &str, out: &Path, base: &Path) -> Result<(), Box<dyn Error>> {
    Ok(Builder::new(file)
        .warn("certain")
        .name(name)
        .public()
        .state_functions(false)
        .run(false)
        .build_in(out, base)?)
}

/// A module for each machine, and a list of them all.
fn listing(modules: &[String]) -> Result<String, Box<dyn Error>> {
    let mut text = String::new();
    for module in modules {
        writeln!(text, "asl_runtime::include_machine!(\"{module}\");")?;
    }
    writeln!(text, "/// Every machine, the random ones first.")?;
    writeln!(text, "pub static ALL: &[&asl_runtime::machine::Machine] = &[")?;
    for module in modules {
        writeln!(text, "    &{module}::MACHINE,")?;
    }
    writeln!(text, "];")?;
    Ok(text)
}
