//! The packages that cargo builds: the runtime alone, or a program.

use std::fs;
use std::path::Path;

use super::Problem;
use super::environment::Environment;
use super::sources::Engine;

/// Name of both packages, and of the program's crate.
pub(super) const NAME: &str = "asl-program";

/// The features of the runtime: those of all languages, so that it is built once.
pub(super) const FEATURES: [&str; 5] = ["jq-math", "jq-regex", "jsonata", "rfc9535", "sm4c"];

/// Writes the manifest of a package whose program is in a file.
pub(super) fn write(
    environment: &Environment,
    folder: &Path,
    program: &str,
) -> Result<(), Problem> {
    fs::create_dir_all(folder).map_err(|error| Problem::at(folder, &error))?;
    let manifest = folder.join("Cargo.toml");
    fs::write(&manifest, text(environment, program)).map_err(|error| Problem::at(&manifest, &error))
}

fn text(environment: &Environment, program: &str) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let engine =
        |name| format!("{name} = {{ version = \"={version}\", features = [\"program\"] }}\n");
    let engine = match environment.engine {
        Engine::InProcess => String::new(),
        Engine::Durable => engine("asl-durable"),
        Engine::Temporal => engine("asl-temporal"),
    };
    format!(
        "[package]
name = \"{NAME}\"
version = \"0.0.0\"
edition = \"2024\"
publish = false

[workspace]

[[bin]]
name = \"{NAME}\"
path = \"{program}\"

[dependencies]
asl-runtime = {{ version = \"={version}\", default-features = false, features = {FEATURES:?} }}
asl-testing = {{ version = \"={version}\", default-features = false, features = [\"runner\"] }}
{engine}
[profile.dev]
debug = false
incremental = false
{}",
        environment.runtime.patches(environment.engine)
    )
}
