//! Several processes that want one store: it belongs to one of them at a time, and what was accepted
//! stays, also if a process is killed.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "tests")]

mod steps;

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use std::{env, fs, io, process};

use asl_durable::{Durable, Fault, Options, StoreError};
use asl_language::random::SplitMix64;
use asl_runtime::json;

use steps::{Steps, two_steps};

/// If it is set, the process is one of those that want the store: the folder and a number.
const WANTED: &str = "ASL_STORE_OF_SEVERAL";

/// Executions that a process starts, one each time it has the store.
const EXECUTIONS: usize = 6;

/// Opens the store as soon as no other process has it.
async fn open(directory: &Path) -> Result<Durable, StoreError> {
    loop {
        let opened =
            Durable::open(directory, [two_steps::machine(Steps)], Options::default()).await;
        match opened {
            Ok(store) => return Ok(store),
            Err(StoreError::Journal(error)) if matches!(error.fault, Fault::InUse(_)) => {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            Err(error) => return Err(error),
        }
    }
}

/// Says which executions the store has accepted.
#[tokio::test]
async fn one_of_several() {
    let Ok(wanted) = env::var(WANTED) else { return };
    let (directory, number) = wanted.split_once('#').unwrap();
    for turn in 0..EXECUTIONS {
        let store = open(Path::new(directory)).await.unwrap();
        let name = format!("{number}-{turn}");
        store.start("two_steps", name.clone(), json!({})).await.unwrap();
        writeln!(io::stdout(), "accepted {name}").unwrap();
        store.wait(format!("two_steps:{name}")).await.unwrap().unwrap();
        store.close(Duration::from_secs(10)).await.unwrap();
    }
}

fn begin(directory: &Path, number: usize) -> Child {
    Command::new(env::current_exe().unwrap())
        .args(["--exact", "one_of_several", "--nocapture"])
        .env(WANTED, format!("{}#{number}", directory.display()))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

#[tokio::test]
async fn a_store_belongs_to_one_process_at_a_time() {
    let directory = env::temp_dir().join(format!("asl-processes-tests-{}", process::id()));
    fs::create_dir_all(&directory).unwrap();
    let mut random = SplitMix64::new(18);
    let mut accepted = Vec::new();
    for round in 0..4 {
        let mut all: Vec<Child> =
            (0..3).map(|number| begin(&directory, round * 3 + number)).collect();
        // One of them is killed somewhere.
        tokio::time::sleep(Duration::from_millis(random.below(120))).await;
        all[0].kill().unwrap();
        for (number, mut child) in all.into_iter().enumerate() {
            let lines = BufReader::new(child.stdout.take().unwrap()).lines();
            let said = lines.map_while(Result::ok);
            accepted
                .extend(said.filter_map(|line| Some(line.strip_prefix("accepted ")?.to_owned())));
            let output = child.wait_with_output().unwrap();
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(number == 0 || output.status.success(), "{errors}");
        }
    }
    assert!(accepted.len() >= 4 * 2 * EXECUTIONS, "{accepted:?}");
    let store = open(&directory).await.unwrap();
    for name in accepted {
        store.wait(format!("two_steps:{name}")).await.unwrap().unwrap();
    }
    store.close(Duration::from_secs(10)).await.unwrap();
    fs::remove_dir_all(&directory).unwrap();
}
