//! Manifests: the objects that they name, and their format.

use crate::storage::ObjectName;
use asl_value::value::{Text, Value};

use super::csv::check_headers;
use super::error::Fault;
use super::{Csv, Delimiter, Format, ManifestKind};

/// The contents of a manifest.
pub(super) struct Manifest {
    pub(super) objects: Vec<ObjectName>,
    pub(super) format: Format,
}

impl Manifest {
    /// Reads the manifest's text.
    #[inline]
    pub(super) fn read(name: &ObjectName, kind: ManifestKind, text: &[u8]) -> Result<Self, Fault> {
        match kind {
            ManifestKind::Inventory => inventory(name, &super::lines::parse(text, 1)?),
            ManifestKind::Athena(format) => Ok(Self { objects: addresses(text)?, format }),
        }
    }
}

/// The `manifest.json` of an S3 inventory.
#[inline]
fn inventory(name: &ObjectName, manifest: &Value) -> Result<Manifest, Fault> {
    let format = match member(manifest, "fileFormat")? {
        "CSV" => csv(member(manifest, "fileSchema")?)?,
        "Parquet" => Format::Parquet,
        kind => {
            return Err(Fault::Whole(format!(
                "files of an inventory in the format `{kind}` cannot be read, only CSV and Parquet"
            )));
        }
    };
    let files = manifest.get("files").and_then(Value::as_array).ok_or_else(|| missing("files"))?;
    // An ARN, `arn:aws:s3:::bucket`.
    let bucket = manifest.get("destinationBucket").and_then(Value::as_str);
    let bucket = bucket.map_or(name.bucket.as_str(), |arn| arn.rsplit(':').next().unwrap_or(arn));
    let objects = files.iter().map(|file| Ok(ObjectName::new(bucket, member(file, "key")?)));
    let objects = objects.collect::<Result<_, _>>()?;
    Ok(Manifest { objects, format })
}

/// The format of CSV files without headers, from the names of their columns.
#[inline]
fn csv(schema: &str) -> Result<Format, Fault> {
    let headers: Vec<Text> = schema.split(',').map(|name| name.trim().into()).collect();
    check_headers(&headers).map_err(Fault::Known)?;
    Ok(Format::Csv(Csv { headers: Some(headers), delimiter: Delimiter::Comma }))
}

/// Parses a list of addresses, one per line.
#[inline]
fn addresses(text: &[u8]) -> Result<Vec<ObjectName>, Fault> {
    let lines = text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii).zip(1..);
    lines.filter(|(line, _)| !line.is_empty()).map(|(line, number)| address(line, number)).collect()
}

#[inline]
fn address(line: &[u8], number: u64) -> Result<ObjectName, Fault> {
    let text = std::str::from_utf8(line).ok().map(|line| line.trim_matches('"'));
    let address =
        text.and_then(|line| line.strip_prefix("s3://").or_else(|| line.strip_prefix("S3://")));
    match address.and_then(|address| address.split_once('/')) {
        Some((bucket, key)) => Ok(ObjectName::new(bucket, key)),
        None => Err(Fault::Line(number, "this is not an address `s3://bucket/key`".to_owned())),
    }
}

#[inline]
fn member<'v>(value: &'v Value, name: &'static str) -> Result<&'v str, Fault> {
    value.get(name).and_then(Value::as_str).ok_or_else(|| missing(name))
}

#[inline]
fn missing(name: &str) -> Fault {
    Fault::Whole(format!("this manifest has no `{name}`"))
}
