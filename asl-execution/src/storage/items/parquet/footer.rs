//! The footer of a Parquet file: its schema, and the places of its row groups.

use parquet::file::metadata::{ParquetMetaData, ParquetMetaDataReader};

use crate::storage::items::ReadError;
use crate::storage::items::error::Fault;
use crate::storage::{ByteRange, ObjectName, Storage};

use super::{checked, fault, schema_depth};

/// Bytes at the end of a file that are fetched at first: most footers are in there.
const FIRST_GUESS: u64 = 64 * 1024;

/// Maximum bytes of a footer.
const LONGEST: u64 = 16 * 1024 * 1024;

/// The last bytes of each file, after the length of its footer.
const MAGIC: &[u8] = b"PAR1";

/// The last bytes of a file whose footer is encrypted.
const ENCRYPTED: &[u8] = b"PARE";

/// Bytes after the footer: its length and the magic number.
const TAIL: u64 = 8;

/// Reads the footer.
pub(super) async fn read(
    storage: &dyn Storage,
    name: &ObjectName,
) -> Result<ParquetMetaData, ReadError> {
    let in_object = |fault| ReadError::in_object(name, fault);
    let end = storage.read_range(name, ByteRange::Last(FIRST_GUESS)).await?;
    let length = footer_length(&end).map_err(in_object)?;
    let wanted = length.saturating_add(TAIL);
    let end = if wanted > FIRST_GUESS {
        storage.read_range(name, ByteRange::Last(wanted)).await?
    } else {
        end
    };
    let wanted = usize::try_from(wanted).unwrap_or(usize::MAX);
    let tail = usize::try_from(TAIL).unwrap_or(usize::MAX);
    let begin = end.len().checked_sub(wanted);
    let footer = begin.and_then(|begin| end.get(begin..end.len().saturating_sub(tail)));
    let Some(footer) = footer else {
        return Err(in_object(Fault::Whole("this Parquet file has no beginning".to_owned())));
    };
    checked(|| decode(footer)).map_err(in_object)
}

fn decode(footer: &[u8]) -> Result<ParquetMetaData, Fault> {
    schema_depth::check(footer)?;
    ParquetMetaDataReader::decode_metadata(footer).map_err(|error| fault(&error))
}

/// The length of the footer, from the end of the file.
fn footer_length(end: &[u8]) -> Result<u64, Fault> {
    let whole = |problem: &str| Err(Fault::Whole(problem.to_owned()));
    let Some((rest, magic)) = end.split_last_chunk::<4>() else {
        return whole("this is no Parquet file: it is too short");
    };
    if magic == ENCRYPTED {
        return whole("this Parquet file is encrypted");
    }
    let Some((_, length)) = rest.split_last_chunk::<4>().filter(|_| magic == MAGIC) else {
        return whole("this is no Parquet file: it does not end with `PAR1`");
    };
    let length = u64::from(u32::from_le_bytes(*length));
    if length > LONGEST {
        return whole("the footer of this Parquet file is longer than 16 MiB");
    }
    Ok(length)
}
