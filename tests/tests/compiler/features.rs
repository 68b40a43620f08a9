//! A build script knows the features of its compiler, not those of the runtime.
#![allow(clippy::expect_used, reason = "whatever cannot be set up fails the test")]

use std::path::Path;
use std::process::Command;
use std::{env, fs};

use asl_codegen::Builder;

/// The errors of rustc for a machine from a build script whose runtime has no features.
fn errors(definition: &str, name: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("features");
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let workspace = package.parent().expect("tests stand in the workspace");
    fs::create_dir_all(folder.join("src")).expect("the folder can be made");
    let machine = Builder::new(definition).name("machine").public().run(false);
    machine.build_in(&folder.join("src"), package).expect("the definition is in order");
    fs::rename(folder.join("src/machine.rs"), folder.join("src").join(name)).expect("it is there");
    fs::write(folder.join("src/lib.rs"), format!("include!({name:?});"))
        .expect("it can be written");
    let runtime = workspace.join("asl-runtime").display().to_string();
    let manifest = format!(
        "[package]\nname = \"features\"\nedition = \"2024\"\n[workspace]\n[dependencies]\n\
         asl-runtime = {{ path = {runtime:?}, default-features = false }}\n"
    );
    fs::write(folder.join("Cargo.toml"), manifest).expect("it can be written");
    fs::copy(workspace.join("Cargo.lock"), folder.join("Cargo.lock")).expect("it is there");
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("..");
    let output = Command::new(env!("CARGO"))
        .args(["check", "--quiet", "--offline", "--message-format", "short", "--target-dir"])
        .arg(target)
        .env_remove("RUSTFLAGS")
        .current_dir(&folder)
        .output()
        .expect("Cargo runs");
    let told = String::from_utf8_lossy(&output.stderr);
    told.lines().filter(|line| line.contains(": error")).map(str::to_owned).collect()
}

#[test]
fn a_language_that_the_runtime_has_not_is_reported_with_the_name_of_its_feature() {
    for (definition, name, message) in [
        (
            "definitions/good/transitions.sm4c.json",
            "sm4c.rs",
            "expressions in jq need the feature `jq` of asl-runtime",
        ),
        (
            "definitions/good/jsonata.asl.json",
            "jsonata.rs",
            "expressions in JSONata need the feature `jsonata` of asl-runtime",
        ),
    ] {
        let errors = errors(definition, name);
        assert!(errors.first().is_some_and(|first| first.contains(message)), "{errors:#?}");
        // The other one is the import that the code does without; rustc then stops.
        assert!(errors.len() <= 2, "{errors:#?}");
    }
}
