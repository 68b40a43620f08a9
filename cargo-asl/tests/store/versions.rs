//! Versions of a store, and deploys that are asked about before.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use asl_durable::{Durable, Options, StoreError};
use asl_runtime::{TaskContext, TaskError, Value, json};
use tokio::runtime::Runtime;

mod now {
    asl_runtime::asl_machine!(pub(crate) "tests/store/machines/now/order.asl.json");
}

mod next {
    asl_runtime::asl_machine!(
        pub(crate) "tests/store/machines/next/order.asl.json",
        tasks_from = crate::versions::now::order,
    );
}

mod other {
    asl_runtime::asl_machine!(
        pub(crate) "tests/store/machines/other/order.asl.json",
        tasks_from = crate::versions::now::order,
    );
}

/// As the refusal of a store says: the file is what `versions DIGITS --definition` prints.
mod old {
    asl_runtime::asl_machine! {
        pub(crate) "tests/store/machines/order-kept.asl.json",
        name = order,
        tasks_from = crate::versions::now::order,
    }
}

struct Shop;

impl now::order::Tasks for Shop {
    async fn charge(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
        Ok(json!({"receipt": 7}))
    }

    async fn ask(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
        Ok(json!({}))
    }
}

/// A store with an order that waits for an answer.
struct Waiting {
    runtime: Runtime,
    directory: PathBuf,
    store: Option<Durable>,
}

impl Waiting {
    fn new(name: &str) -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
        let name = format!("cargo-asl-versions-{name}-{}", std::process::id());
        let mut waiting = Self {
            runtime: runtime.expect("a runtime"),
            directory: std::env::temp_dir().join(name),
            store: None,
        };
        let machines = [now::order::machine(Shop)];
        let opened = Durable::open(&waiting.directory, machines, Options::default());
        let store = waiting.runtime.block_on(opened).expect("it opens");
        waiting.runtime.block_on(async {
            store.start("order", "a", json!({})).await.expect("it starts");
            let is_asked = async || {
                let told = store.describe("order:a").await.expect("it is there");
                told.waits.iter().any(|waits| waits.what == asl_durable::WaitsFor::Report)
            };
            while !is_asked().await {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        });
        waiting.store = Some(store);
        waiting
    }

    fn close(&mut self) {
        let store = self.store.take().expect("it is open");
        let closed = self.runtime.block_on(store.close(Duration::ZERO)).expect("it closes");
        assert_eq!((closed.snapshots, closed.without_snapshot), (1, 0));
    }

    /// Exit code, standard output and standard error of `cargo asl store DIR ..`.
    fn run(&self, arguments: &[&str]) -> (i32, String, String) {
        let directory = self.directory.display().to_string();
        command(&[&["store", &directory], arguments].concat())
    }

    /// The same of `cargo asl diff --store DIR FILE`.
    fn diff(&self, version: &str) -> (i32, String, String) {
        let file = format!("tests/store/machines/{version}/order.asl.json");
        let directory = self.directory.display().to_string();
        command(&["diff", "--store", &directory, &file])
    }

    /// Opens the store with the next version.
    fn deploy(&self) -> Result<(), StoreError> {
        let machines = [next::order::machine(Shop)];
        let opened = Durable::open(&self.directory, machines, Options::default());
        let store = self.runtime.block_on(opened)?;
        let told = self.runtime.block_on(store.describe("order:a")).expect("it is there");
        assert_eq!(told.summary.version, next::order::MACHINE.version());
        self.runtime.block_on(store.close(Duration::ZERO)).expect("it closes");
        Ok(())
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        // It may help to investigate a failed test.
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}

fn command(arguments: &[&str]) -> (i32, String, String) {
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("asl-cache");
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-asl"));
    command
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .arg("asl")
        .args(arguments)
        .env("CARGO_ASL_CACHE", cache)
        .env("CARGO_NET_OFFLINE", "true");
    let output = command.output().expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().expect("an exit code"), text(output.stdout), text(output.stderr))
}

#[test]
fn a_store_knows_its_versions_and_their_definitions() {
    let mut waiting = Waiting::new("list");
    let version = now::order::MACHINE.version().to_string();
    let (code, list, _) = waiting.run(&["versions"]);
    assert_eq!(code, 0);
    let row = list.lines().nth(1).expect("one version");
    assert!(row.starts_with(&format!("order    {version}")), "{list}");
    let (_, json, _) = waiting.run(&["versions", "--format", "json"]);
    let told: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((&told[0]["unfinished"], &told[0]["hasDefinition"]), (&1.into(), &true.into()));
    let (_, definition, _) = waiting.run(&["versions", &version, "--definition"]);
    assert_eq!(definition, now::order::MACHINE.definition);
    assert!(waiting.run(&["versions", "zz", "--definition"]).2.contains("no version begins"));
    waiting.close();
}

#[test]
fn a_deploy_is_asked_about_while_the_program_runs() {
    let mut waiting = Waiting::new("diff");
    let (code, told, _) = waiting.diff("other");
    assert!(code == 1 && told.contains("1 unknown"), "{told}");
    assert!(told.contains("order:a, in version"), "{told}");
    waiting.close();
    let (code, told, _) = waiting.diff("other");
    assert!(code == 1 && told.contains("stays: the execution cannot move from `Ask#1`"), "{told}");
    let (code, told, _) = waiting.diff("next");
    assert!(code == 0 && told.contains("1 move, 0 stay, 0 unknown"), "{told}");
    waiting.deploy().expect("as was told");
    assert!(waiting.diff("next").1.contains("0 move, 0 stay, 0 unknown"));
}

#[test]
fn an_old_version_is_compiled_from_the_store_after_the_program_was_killed() {
    let mut waiting = Waiting::new("migrate");
    let (code, _, error) = waiting.run(&["migrate"]);
    assert!(code == 2 && error.contains("has the store"), "{error}");
    waiting.store = None;
    // Its thread ends when it learns that no handle is left.
    let refused = loop {
        match waiting.deploy() {
            Err(StoreError::Journal(_)) => std::thread::sleep(Duration::from_millis(1)),
            deployed => break deployed.expect_err("it has left `Charge`, which changed"),
        }
    };
    assert!(refused.to_string().contains("it was in `Charge`, which changed"), "{refused}");
    let (code, told, error) = waiting.run(&["migrate"]);
    assert_eq!(code, 0, "{error}");
    assert!(told.contains("1 of 1 executions written"), "{told}");
    waiting.deploy().expect("it moves");
}

#[test]
fn an_execution_is_moved_to_a_state_by_hand() {
    let mut waiting = Waiting::new("move");
    let (code, _, error) = waiting.run(&["move", "order:a", "Axe"]);
    assert!(code == 1 && error.contains("no state `Axe`; it has `Charge`"), "{code} {error}");
    let (code, _, error) = waiting.run(&["move", "order:b", "Charge"]);
    assert!(code == 1 && error.contains("no execution has the id"), "{code} {error}");
    let (code, told, error) = waiting.run(&["move", "order:a", "Ask", "--input", "{\"id\": 9}"]);
    assert_eq!((code, told.as_str()), (0, "moved order:a to Ask\n"), "{error}");
    let store = waiting.store.as_ref().expect("it is open");
    let told = waiting.runtime.block_on(store.describe("order:a")).expect("it is there");
    assert_eq!(told.waits.first().map(|waits| waits.operation.as_str()), Some("Ask#2"));
    waiting.close();
    let (code, _, error) = waiting.run(&["move", "order:a", "Ask"]);
    assert!(code == 2 && error.contains("needs the code of the machine"), "{code} {error}");
}

#[test]
fn the_lines_of_the_refusal_keep_the_old_version() {
    let mut waiting = Waiting::new("lines");
    waiting.close();
    let machines = [other::order::machine(Shop)];
    let opened = Durable::open(&waiting.directory, machines, Options::default());
    let refused = waiting.runtime.block_on(opened).expect_err("it cannot move").to_string();
    let version = now::order::MACHINE.version();
    let file = format!("order-{version}.asl.json");
    assert!(refused.contains(&format!("versions {version} --definition > {file}")), "{refused}");
    let lines = format!("pub \"{file}\", name = order, tasks_from = crate::order }} }}");
    assert!(refused.contains(&lines), "{refused}");
    assert!(refused.contains("move ID STATE --input FILE"), "{refused}");
    let (_, definition, _) = waiting.run(&["versions", &version.to_string(), "--definition"]);
    assert_eq!(definition, include_str!("machines/order-kept.asl.json"));
    let machines = [old::order::machine(Shop), other::order::machine(Shop)];
    let opened = Durable::open(&waiting.directory, machines, Options::default());
    let store = waiting.runtime.block_on(opened).expect("both versions are there");
    let told = waiting.runtime.block_on(store.describe("order:a")).expect("it is there");
    assert_eq!(told.waits.first().map(|waits| waits.state), Some("Ask"));
    waiting.runtime.block_on(store.close(Duration::ZERO)).expect("it closes");
}

#[test]
fn a_store_that_asl_toml_names_is_asked_by_check() {
    let mut waiting = Waiting::new("asl-toml");
    let package = waiting.directory.with_extension("package");
    std::fs::create_dir_all(&package).expect("a directory");
    let check = |store: &Path, version: &str| {
        let machines = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/store/machines");
        let definition = machines.join(version).join("order.asl.json");
        let text = format!("store = {store:?}\n[[machine]]\npath = {definition:?}\n");
        std::fs::write(package.join("asl.toml"), text).expect("written");
        let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-asl"));
        command.current_dir(&package).args(["asl", "check", "--deny", "ASL2401"]);
        let output = command.output().expect("it runs");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        (output.status.code().expect("an exit code"), text(output.stdout), text(output.stderr))
    };
    let directory = waiting.directory.clone();
    let (code, told, _) = check(&directory, "other");
    assert!(code == 1 && told.contains("its program has not closed the store"), "{told}");
    waiting.close();
    let (code, told, _) = check(&directory, "other");
    assert!(code == 1 && told.contains("error[ASL2401]"), "{told}");
    assert!(told.contains("would not open: execution `order:a` cannot move"), "{told}");
    assert!(told.contains("the execution cannot move from `Ask#1`"), "{told}");
    let (code, told, messages) = check(&directory, "next");
    assert_eq!((code, told.as_str()), (0, ""), "{messages}");
    let (code, _, messages) = check(&directory.join("none"), "next");
    assert!(code == 0 && messages.contains("there is no store `"), "{messages}");
    let (code, _, messages) = check(&package.join("asl.toml"), "next");
    assert!(code == 2 && messages.contains("cannot be compared: "), "{messages}");
    std::fs::remove_dir_all(&package).expect("it is there");
}
