//! A changed definition is compiled again, by the macro and by a build script, without any other
//! change; and both report its faults alike.
#![allow(clippy::expect_used, reason = "whatever cannot be set up fails the test")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

/// A package of its own, with a machine by the macro and one by the build script. Its dependencies
/// are those of the test of `cargo asl new`, so that they are built once for both.
struct Scratch {
    folder: PathBuf,
}

impl Scratch {
    fn new() -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rebuild");
        let workspace =
            Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("tests stand in the workspace");
        fs::create_dir_all(folder.join("src")).expect("the folder can be made");
        fs::create_dir_all(folder.join("machines")).expect("the folder can be made");
        let package = |name: &str| format!("{:?}", workspace.join(name).display().to_string());
        let (runtime, codegen) = (package("asl-runtime"), package("asl-codegen"));
        let manifest = format!(
            r#"
[package]
name = "rebuild"
version = "0.0.0"
edition = "2024"
[workspace]
[dependencies]
asl-runtime = {{ path = {runtime}, features = ["jsonata", "sm4c", "yaml"] }}
tokio = {{ version = "1", features = ["macros", "rt-multi-thread"] }}
[build-dependencies]
asl-codegen = {{ path = {codegen}, features = ["jsonata", "sm4c", "yaml"] }}
"#
        );
        let scratch = Self { folder };
        fs::copy(workspace.join("Cargo.lock"), scratch.folder.join("Cargo.lock"))
            .expect("the lock file is there");
        scratch.write("Cargo.toml", &manifest);
        scratch.write(
            "build.rs",
            r#"fn main() -> Result<(), asl_codegen::builder::Error> {
    asl_codegen::Builder::new("machines/built.asl.yaml").run(false).output("crate::Output").build()?;
    asl_codegen::Builder::new("machines/events.sm4c.json").name("built_events").run(false).build()?;
    let remote = asl_codegen::Builder::new("machines/remote.sm4c.json").name("built_remote").run(false);
    remote.section("https://example.org/parts.yaml", "parts.yaml").build()
}"#,
        );
        scratch.write(
            "src/main.rs",
            r#"asl_runtime::asl_machine!("machines/expanded.asl.json");
asl_runtime::include_machine!("built");
asl_runtime::asl_machine!("machines/events.sm4c.json");
asl_runtime::include_machine!("built_events");
asl_runtime::asl_machine!("machines/remote.sm4c.json", sections = { "https://example.org/parts.yaml": "parts.yaml" });
asl_runtime::include_machine!("built_remote");
pub type Output = u8;
fn event(machine: &asl_runtime::machine::Machine) -> &'static str {
    machine.sm4c.unwrap().events[0].name
}
fn main() {
    println!("{} {}", expanded::MACHINE.nodes[0].state, built::MACHINE.nodes[0].state);
    println!("{} {}", event(&events::MACHINE), event(&built_events::MACHINE));
    println!("{} {}", event(&remote::MACHINE), event(&built_remote::MACHINE));
}"#,
        );
        scratch
    }

    /// Writes a file if its contents changed: an unchanged file must not cause a build.
    fn write(&self, path: &str, text: &str) {
        let path = self.folder.join(path);
        if fs::read_to_string(&path).ok().as_deref() != Some(text) {
            fs::write(path, text).expect("the file can be written");
        }
    }

    /// Both machines, with one state of this name.
    fn machines(&self, expanded: &str, built: &str) {
        let json = format!(
            r#"{{ "StartAt": "{expanded}", "States": {{ "{expanded}": {{ "Type": "Succeed" }} }} }}"#
        );
        self.write("machines/expanded.asl.json", &json);
        self.write(
            "machines/built.asl.yaml",
            &format!("StartAt: {built}\nStates:\n  {built}: {{ Type: Succeed }}\n"),
        );
    }

    /// Machines in SM4C whose events are in a file of their own, or in one that is given for a URI.
    fn events(&self, event: &str) {
        let definition = r#"{ "name": "Events", "version": "1", "events": "parts.yaml", "states": [{ "name": "A", "start": true }] }"#;
        self.write("machines/events.sm4c.json", definition);
        let remote = definition.replace("parts.yaml", "https://example.org/parts.yaml");
        self.write("machines/remote.sm4c.json", &remote);
        self.write("machines/parts.yaml", &format!("- name: {event}\n"));
    }

    fn cargo(&self) -> Output {
        let mut cargo = Command::new(env!("CARGO"));
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("..");
        cargo.args(["run", "--quiet", "--offline", "--target-dir"]).arg(target);
        // The variables of the outer Cargo and rustc must not affect this one.
        for (name, _) in env::vars_os() {
            let text = name.to_string_lossy();
            if text.starts_with("CARGO_PKG")
                || text.starts_with("CARGO_BUILD")
                || text.ends_with("RUSTFLAGS")
            {
                cargo.env_remove(name);
            }
        }
        cargo.current_dir(&self.folder).output().expect("Cargo runs")
    }

    fn prints(&self) -> String {
        let output = self.cargo();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }
}

#[test]
fn a_changed_definition_is_compiled_again() {
    let scratch = Scratch::new();
    scratch.machines("First", "First");
    scratch.events("Paid");
    assert_eq!(scratch.prints(), "First First\nPaid Paid\nPaid Paid");
    scratch.machines("Second", "First");
    assert_eq!(scratch.prints(), "Second First\nPaid Paid\nPaid Paid");
    scratch.machines("Second", "Third");
    // Only the file that the definition names has changed.
    scratch.events("Sent");
    assert_eq!(scratch.prints(), "Second Third\nSent Sent\nSent Sent");
    // A fault reads alike in both, except for the file's name.
    scratch.write("machines/expanded.asl.json", r#"{ "StartAt": "A" }"#);
    scratch.write("machines/built.asl.yaml", r#"{ "StartAt": "A" }"#);
    let output = scratch.cargo();
    assert!(!output.status.success());
    let told = String::from_utf8_lossy(&output.stderr);
    let picture = |file: &str| {
        let start =
            told.find(&format!("--> machines/{file}:1:1")).unwrap_or_else(|| panic!("{told}"));
        told[start..].lines().skip(1).take(3).map(str::trim).collect::<Vec<_>>().join("\n")
    };
    assert!(told.matches(":1:1: ASL0202: ").count() == 2, "{told}");
    assert_eq!(picture("expanded.asl.json"), picture("built.asl.yaml"));
}
