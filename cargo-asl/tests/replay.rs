//! `cargo asl replay` as users call it. The core of Temporal's SDKs is built in the cache of these
//! tests, which takes minutes: `cargo xtask soak` sets `ASL_REPLAY`, and without it only what
//! needs no program is tested.
#![expect(clippy::expect_used, reason = "tests")]

use std::path::Path;
use std::process::{Command, Stdio};

const ORDER: &str = "../engines/restate/tests/machines/order.asl.json";
const CHANGED: &str = "../engines/temporal/tests/machines/changed.asl.json";
/// A history of `order`, from a real server.
const HISTORY: &str = "../engines/temporal/tests/histories/order.bin";

/// The exit code, standard output and standard error.
fn replay(arguments: &[&str]) -> (i32, String, String) {
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("asl-cache");
    let output = Command::new(env!("CARGO_BIN_EXE_cargo-asl"))
        .args(["asl", "replay"])
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("CARGO_ASL_CACHE", cache)
        .env("CARGO_NET_OFFLINE", "true")
        .stdin(Stdio::null())
        .output()
        .expect("it starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().expect("it exits"), text(output.stdout), text(output.stderr))
}

#[test]
fn what_cannot_be_replayed_says_why() {
    let (code, _, errors) = replay(&["-", "--definition", "-"]);
    assert_eq!((code, errors.as_str()), (2, "error: only one file can be standard input\n"));
    let bad = "../tests/definitions/bad/ASL0204-unknown-start.json";
    let (code, _, errors) = replay(&[HISTORY, "--definition", bad]);
    assert!(code == 1 && errors.contains("ASL0204"), "{code}: {errors}");
}

#[test]
fn a_history_fits_its_machine_and_no_other() {
    if std::env::var_os("ASL_REPLAY").is_none() {
        eprintln!("skipped: ASL_REPLAY is not set, `cargo xtask soak --only temporal` sets it");
        return;
    }
    // The hash of the definition follows the compiler, that in the history does not.
    let (code, output, errors) = replay(&[HISTORY, "--definition", ORDER, "--any-version"]);
    assert_eq!(code, 0, "{errors}");
    assert!(output.starts_with(&format!("{HISTORY}: fits (")), "{output}");
    let changed = [HISTORY, "--definition", CHANGED, "--workflow-type", "order"];
    let (code, _, errors) = replay(&changed);
    assert!(code == 1 && errors.contains("it began with version "), "{code}: {errors}");
    let (code, _, errors) = replay(&[&changed[..], &["--any-version"]].concat());
    assert_eq!(code, 1, "{errors}");
    for part in ["'Reserve#0'", "task `Hold#0`", "machine `order`, version ", "is of version "] {
        assert!(errors.contains(part), "{part}: {errors}");
    }
    let (code, _, errors) = replay(&[ORDER, "--definition", ORDER]);
    assert!(code == 2 && errors.contains("this is no history of Temporal: "), "{code}: {errors}");
}
