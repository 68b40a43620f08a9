//! `cargo asl new`: the project builds, runs, and passes its test.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::directory::{Directory, Run};

/// Runs cargo in a project, without network, with the versions and the target of this workspace.
fn cargo(project: &Path, arguments: &[&str]) -> Run {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    fs::copy(workspace.join("Cargo.lock"), project.join("Cargo.lock")).expect("a lock file");
    let target: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR")).join("..");
    let mut command = Command::new(env!("CARGO"));
    command.current_dir(project).args(arguments).args(["--offline", "--quiet"]);
    Run::of(command.env("CARGO_TARGET_DIR", target).output().expect("it runs"))
}

/// The variable with which each project has the features that its manifest names, and no others:
/// the packages are then built for each language.
const OWN_FEATURES: &str = "ASL_OWN_FEATURES";

/// The features of `tests/tests/compiler/rebuild.rs`, which are then built once for all.
const FEATURES: &str = "asl-runtime/jsonata,asl-runtime/sm4c,asl-runtime/yaml,\
                        asl-codegen/jsonata,asl-codegen/sm4c,asl-codegen/yaml";

/// Adds a build script that does nothing. With its dependency, those of the project are the ones of
/// `tests/tests/compiler/rebuild.rs`.
fn add_build_script(project: &Path) {
    let manifest = project.join("Cargo.toml");
    let text = fs::read_to_string(&manifest).expect("a manifest");
    let codegen = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("asl-codegen");
    let added =
        format!("\n[build-dependencies]\nasl-codegen = {{ path = \"{}\" }}\n", codegen.display());
    fs::write(manifest, text + &added).expect("it can be written");
    fs::write(project.join("build.rs"), "fn main() {}\n").expect("it can be written");
}

#[test]
fn a_new_project_runs_and_passes_its_test_in_each_language() {
    let directory = Directory::new("new");
    let has_own = std::env::var_os(OWN_FEATURES).is_some();
    let options: &[&str] = if has_own { &[] } else { &["--features", FEATURES] };
    for (language, feature) in [("asl", None), ("jsonata", Some("jsonata")), ("sm4c", Some("sm4c"))]
    {
        let name = format!("shop-{language}");
        let run = directory.run(&["new", &name, "--language", language]);
        assert_eq!(run.code, 0, "{run:?}");
        assert!(run.result.contains("src/main.rs\n") && run.messages.contains("cargo run"));
        let project = directory.0.join(&name);
        // The definition has no findings and the canonical layout.
        let run = directory.run(&["check", &name]);
        assert_eq!(run.messages, "checked 1 file: no findings\n", "{run:?}");
        let run = directory.run(&["fmt", "--check", &name]);
        assert_eq!(run.code, 0, "{run:?}");
        let manifest = fs::read_to_string(project.join("Cargo.toml")).expect("a manifest");
        let runtime = manifest.lines().find(|line| line.starts_with("asl-runtime = "));
        let features = runtime.and_then(|line| line.split_once("features = [")).map(|(_, it)| it);
        let wanted = feature.map(|feature| format!("\"{feature}\"] }}"));
        assert_eq!(features.map(str::to_owned), wanted, "{manifest}");
        add_build_script(&project);
        let run = cargo(&project, &[&["run"], options].concat());
        let output = r#""receipt":{"cents":1250},"parcel":{"to":"Kiel"}}"#;
        assert!(run.code == 0 && run.result.contains(output), "{run:?}");
        let run = cargo(&project, &[&["test"], options].concat());
        assert!(run.code == 0 && run.result.contains("1 passed"), "{run:?}");
    }
}

#[test]
fn folders_that_exist_and_names_that_cargo_refuses_are_refused() {
    let directory = Directory::new("new-refused");
    fs::create_dir(directory.0.join("shop")).expect("a folder");
    for (name, reason) in [
        ("shop", "exists already"),
        ("clean.json", "letters from a to z, digits"),
        ("1st", "must begin with a letter"),
        ("match", "keyword"),
        ("std", "something else"),
        ("tokio", "something else"),
        ("a b", "letters from a to z, digits"),
        ("..", "must begin with a letter"),
    ] {
        let run = directory.run(&["new", name]);
        assert!(run.code == 2 && run.messages.contains(reason), "{name}: {run:?}");
    }
}

#[cfg(unix)]
#[test]
fn hostile_paths_write_nothing_elsewhere() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    use std::os::unix::fs::symlink;

    let directory = Directory::new("new-hostile");
    let outside = Directory::new("new-outside");
    // A link to a folder that is not there, one that leads to itself, and one to a folder.
    symlink(outside.0.join("made"), directory.0.join("dangling")).expect("a link");
    symlink("round", directory.0.join("round")).expect("a link");
    symlink(&outside.0, directory.0.join("linked")).expect("a link");
    let long = "a".repeat(300);
    let cases: [(&[u8], &str); 9] = [
        (b"dangling", "`dangling` exists already"),
        (b"round", "`round` exists already"),
        (b"linked", "`linked` exists already"),
        (b"clean.json/shop", "cannot make the folder `clean.json/shop`"),
        (b"a\nb", "`a\\nb` cannot be the name of a package"),
        (b"bad\xff", "letters from a to z, digits"),
        (b"shop/..", "must begin with a letter"),
        (b"clean.json/\x1b[31mred/shop", "cannot make the folder `clean.json/\\u{1b}[31mred/shop`"),
        (long.as_bytes(), "cannot make the folder `aaa"),
    ];
    for (name, reason) in cases {
        let mut command = directory.command(&["new"]);
        let run = Run::of(command.arg(OsStr::from_bytes(name)).output().expect("it runs"));
        assert!(run.code == 2 && run.messages.contains(reason), "{reason}: {run:?}");
        assert!(!run.messages.contains('\x1b') && run.result.is_empty(), "{run:?}");
    }
    let untouched = ["clean.json", "error.json", "warning.json"];
    let mut names: Vec<_> = fs::read_dir(&outside.0)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    names.sort();
    assert_eq!(names, untouched);
}
