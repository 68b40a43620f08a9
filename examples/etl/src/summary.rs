//! The contents of the result files: the manifest names them, and each has the results of some
//! batches.

use std::fmt;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::model::Converted;

/// The summary.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Number of converted batches.
    pub succeeded: u64,
    /// Number of failed batches.
    pub failed: u64,
    /// Number of rows in the converted batches.
    pub rows: u64,
    /// Their euro cents.
    pub cents: u64,
    /// Causes of the failures.
    pub causes: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Manifest {
    result_files: ResultFiles,
}

#[derive(Deserialize)]
#[serde(rename_all = "UPPERCASE")]
struct ResultFiles {
    succeeded: Vec<ResultFile>,
    failed: Vec<ResultFile>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct ResultFile {
    key: PathBuf,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Batch {
    /// A JSON text, as AWS writes it.
    #[serde(default)]
    output: String,
    #[serde(default)]
    cause: String,
}

/// Reads the files of a manifest, which are in the same folder.
pub fn read(bucket: &Path, manifest: &str) -> io::Result<Summary> {
    let Manifest { result_files } = json(&bucket.join(manifest))?;
    let mut summary = Summary::default();
    for file in result_files.succeeded {
        for batch in json::<Vec<Batch>>(&bucket.join(file.key))? {
            let converted: Converted = serde_json::from_str(&batch.output)?;
            summary.succeeded += 1;
            summary.rows += converted.rows;
            summary.cents += converted.cents;
        }
    }
    for file in result_files.failed {
        for batch in json::<Vec<Batch>>(&bucket.join(file.key))? {
            summary.failed += 1;
            summary.causes.push(batch.cause);
        }
    }
    Ok(summary)
}

fn json<T: DeserializeOwned>(path: &Path) -> io::Result<T> {
    let told =
        |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
    let file = File::open(path).map_err(told)?;
    serde_json::from_reader(BufReader::new(file)).map_err(|error| told(error.into()))
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (euros, cents) = (self.cents / 100, self.cents % 100);
        writeln!(
            f,
            "converted {} rows in {} batches: {euros}.{cents:02} EUR",
            self.rows, self.succeeded
        )?;
        writeln!(f, "not converted: {} batches", self.failed)?;
        self.causes.iter().try_for_each(|cause| writeln!(f, "  {cause}"))
    }
}
