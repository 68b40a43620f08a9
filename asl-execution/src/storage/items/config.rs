//! Converts the evaluated fields of an `ItemReader` to an item source.

use crate::storage::ObjectName;
use asl_value::value::{Text, Value};

use super::csv::check_headers;
use super::{Csv, Delimiter, Format, ItemSource, ManifestKind, ReadError, Source};

/// AWS treats larger limits of items as no limit.
const MOST_ITEMS: i64 = 100_000_000;

impl ItemSource {
    /// Converts the fields of an `ItemReader`: its `Resource`, its evaluated `Parameters`, its
    /// `ReaderConfig`, and the value of `MaxItemsPath`, which replaces the configuration's
    /// `MaxItems`.
    #[inline]
    pub fn from_fields(
        resource: &str,
        parameters: &Value,
        config: &Value,
        max_items: Option<i64>,
    ) -> Result<Self, ReadError> {
        let max_items = max_items.or_else(|| config.get("MaxItems").and_then(Value::as_i64));
        let max_items = limit(max_items)?;
        // The partition may differ, as in China.
        let source = match resource.rsplit(':').next() {
            Some("getObject") => object(parameters, config)?,
            Some("listObjectsV2") => objects(parameters, config)?,
            _ => return Err(ReadError::new(format!("items cannot be read by {resource}"))),
        };
        Ok(Self { source, max_items })
    }
}

#[inline]
fn limit(max_items: Option<i64>) -> Result<Option<u64>, ReadError> {
    match max_items {
        Some(negative) if negative < 0 => Err(ReadError::new("field MaxItems must be positive")),
        Some(number @ 1..MOST_ITEMS) => Ok(u64::try_from(number).ok()),
        Some(_) | None => Ok(None),
    }
}

#[inline]
fn object(parameters: &Value, config: &Value) -> Result<Source, ReadError> {
    let version = optional(parameters, "VersionId")?;
    let name = ObjectName::new(text(parameters, "Bucket")?, text(parameters, "Key")?);
    let name = ObjectName { version, ..name };
    let kind = optional(config, "ManifestType")?;
    match (kind.as_deref(), optional(config, "InputType")?.as_deref()) {
        (Some("ATHENA_DATA"), _) => {
            Ok(Source::Manifest { name, kind: ManifestKind::Athena(format(config)?) })
        }
        (Some("S3_INVENTORY"), _) | (None, Some("MANIFEST")) => {
            Ok(Source::Manifest { name, kind: ManifestKind::Inventory })
        }
        (Some(other), _) => Err(ReadError::new(format!("ManifestType `{other}` is not supported"))),
        (None, _) => Ok(Source::Object { name, format: format(config)? }),
    }
}

#[inline]
fn objects(parameters: &Value, config: &Value) -> Result<Source, ReadError> {
    let contents = match optional(config, "Transformation")?.as_deref() {
        None | Some("NONE") => None,
        Some("LOAD_AND_FLATTEN") => Some(format(config)?),
        Some(other) => {
            return Err(ReadError::new(format!("Transformation `{other}` is not supported")));
        }
    };
    let prefix = optional(parameters, "Prefix")?.unwrap_or_default();
    Ok(Source::Objects { bucket: text(parameters, "Bucket")?, prefix, contents })
}

#[inline]
fn format(config: &Value) -> Result<Format, ReadError> {
    match text(config, "InputType")?.as_str() {
        "JSON" => Ok(Format::Json {
            pointer: pointer(optional(config, "ItemsPointer")?.as_deref().unwrap_or_default())?,
        }),
        "JSONL" => Ok(Format::JsonLines),
        "CSV" => Ok(Format::Csv(csv(config)?)),
        "PARQUET" => Ok(Format::Parquet),
        other => Err(ReadError::new(format!("InputType `{other}` is not supported"))),
    }
}

#[inline]
fn csv(config: &Value) -> Result<Csv, ReadError> {
    let delimiter = match optional(config, "CSVDelimiter")?.as_deref() {
        None | Some("COMMA") => Delimiter::Comma,
        Some("PIPE") => Delimiter::Pipe,
        Some("SEMICOLON") => Delimiter::Semicolon,
        Some("SPACE") => Delimiter::Space,
        Some("TAB") => Delimiter::Tab,
        Some(other) => {
            return Err(ReadError::new(format!("CSVDelimiter `{other}` is not supported")));
        }
    };
    let headers = match optional(config, "CSVHeaderLocation")?.as_deref() {
        Some("FIRST_ROW") => None,
        Some("GIVEN") => Some(given_headers(config)?),
        Some(other) => {
            return Err(ReadError::new(format!("CSVHeaderLocation `{other}` is not supported")));
        }
        None => return Err(missing("CSVHeaderLocation")),
    };
    Ok(Csv { headers, delimiter })
}

#[inline]
fn given_headers(config: &Value) -> Result<Vec<Text>, ReadError> {
    let headers =
        config.get("CSVHeaders").and_then(Value::as_array).ok_or_else(|| missing("CSVHeaders"))?;
    let headers: Option<Vec<Text>> =
        headers.iter().map(|name| name.as_str().map(Text::from)).collect();
    let headers = headers.ok_or_else(|| ReadError::new("CSVHeaders must be a list of strings"))?;
    check_headers(&headers).map_err(ReadError::new)?;
    Ok(headers)
}

/// The steps of a JSON Pointer (RFC 6901).
#[inline]
fn pointer(pointer: &str) -> Result<Vec<String>, ReadError> {
    let mut steps = pointer.split('/');
    if steps.next() != Some("") {
        return Err(ReadError::new(format!("ItemsPointer `{pointer}` must begin with `/`")));
    }
    Ok(steps.map(|step| step.replace("~1", "/").replace("~0", "~")).collect())
}

#[inline]
fn text(fields: &Value, name: &str) -> Result<Text, ReadError> {
    optional(fields, name)?.ok_or_else(|| missing(name))
}

#[inline]
fn optional(fields: &Value, name: &str) -> Result<Option<Text>, ReadError> {
    match fields.get(name) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(_) => {
            Err(ReadError::new(format!("The value for the field '{name}' must be a string")))
        }
    }
}

#[inline]
fn missing(name: &str) -> ReadError {
    ReadError::new(format!("The field '{name}' is required but was missing"))
}
