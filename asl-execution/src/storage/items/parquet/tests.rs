//! Tests of Parquet files, which the library itself writes.

mod faults;
mod types;

use std::sync::Arc;

use parquet::basic::{Compression, GzipLevel};
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;

use crate::storage::items::tests::now;
use crate::storage::items::{ItemReader, ItemSource};
use crate::storage::{ByteRange, Memory, ObjectName, Storage, StorageFuture};
use asl_value::json;
use asl_value::value::Value;

/// Writes the columns of row groups.
struct Writer(SerializedFileWriter<Vec<u8>>);

/// The values of a column, with the levels of what is optional or repeated.
/// A column with its definition and repetition levels.
type Levelled<'c> = (Column<'c>, Option<&'c [i16]>, Option<&'c [i16]>);

enum Column<'c> {
    Bools(&'c [bool]),
    Ints(&'c [i32]),
    Longs(&'c [i64]),
    Int96(&'c [[u32; 3]]),
    Floats(&'c [f32]),
    Doubles(&'c [f64]),
    Bytes(&'c [&'c [u8]]),
    Fixed(&'c [&'c [u8]]),
}

impl Writer {
    fn new(schema: &str, compression: Compression) -> Self {
        let schema = Arc::new(parse_message_type(schema).unwrap());
        let properties = WriterProperties::builder().set_compression(compression).build();
        Self(SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties)).unwrap())
    }

    /// A row group, from its columns with definition and repetition levels.
    fn group(mut self, columns: &[Levelled<'_>]) -> Self {
        let mut group = self.0.next_row_group().unwrap();
        for (column, definitions, repetitions) in columns {
            let mut writer = group.next_column().unwrap().unwrap();
            let (d, r) = (*definitions, *repetitions);
            let bytes = |list: &[&[u8]]| -> Vec<ByteArray> {
                list.iter().map(|bytes| ByteArray::from(bytes.to_vec())).collect()
            };
            let written = match (writer.untyped(), column) {
                (ColumnWriter::BoolColumnWriter(to), Column::Bools(values)) => {
                    to.write_batch(values, d, r)
                }
                (ColumnWriter::Int32ColumnWriter(to), Column::Ints(values)) => {
                    to.write_batch(values, d, r)
                }
                (ColumnWriter::Int64ColumnWriter(to), Column::Longs(values)) => {
                    to.write_batch(values, d, r)
                }
                (ColumnWriter::Int96ColumnWriter(to), Column::Int96(values)) => {
                    let values: Vec<_> = values.iter().map(|words| words.to_vec().into()).collect();
                    to.write_batch(&values, d, r)
                }
                (ColumnWriter::FloatColumnWriter(to), Column::Floats(values)) => {
                    to.write_batch(values, d, r)
                }
                (ColumnWriter::DoubleColumnWriter(to), Column::Doubles(values)) => {
                    to.write_batch(values, d, r)
                }
                (ColumnWriter::ByteArrayColumnWriter(to), Column::Bytes(values)) => {
                    to.write_batch(&bytes(values), d, r)
                }
                (ColumnWriter::FixedLenByteArrayColumnWriter(to), Column::Fixed(values)) => {
                    let values: Vec<_> = bytes(values).into_iter().map(Into::into).collect();
                    to.write_batch(&values, d, r)
                }
                _ => panic!("the column has another type"),
            };
            written.unwrap();
            writer.close().unwrap();
        }
        group.close().unwrap();
        self
    }

    fn bytes(self) -> Vec<u8> {
        self.0.into_inner().unwrap()
    }
}

fn source(config: &Value) -> ItemSource {
    let parameters = json!({"Bucket": "b", "Key": "k.parquet"});
    ItemSource::from_fields("arn:aws:states:::s3:getObject", &parameters, config, None).unwrap()
}

/// The items of a storage's object, in batches of a size.
fn read(storage: impl Storage, most: usize) -> Result<Vec<Value>, String> {
    let source = source(&json!({"InputType": "PARQUET"}));
    let mut reader =
        now(ItemReader::open(Arc::new(storage), source)).map_err(|error| error.to_string())?;
    let mut items = Vec::new();
    while let Some(batch) = now(reader.next(most)).map_err(|error| error.to_string())? {
        assert!(batch.items.len() <= most);
        assert_eq!(batch.source, "s3://b/k.parquet");
        items.extend(batch.items);
    }
    Ok(items)
}

fn stored(bytes: Vec<u8>) -> Memory {
    let storage = Memory::new();
    storage.put(ObjectName::new("b", "k.parquet"), bytes);
    storage
}

/// The items of a file.
fn items(bytes: Vec<u8>) -> Result<Vec<Value>, String> {
    read(stored(bytes), 1_000)
}

/// A storage that only reads objects as a whole, as users' own storages do.
struct Whole(Memory);

impl Storage for Whole {
    fn read<'a>(
        &'a self,
        name: &'a ObjectName,
    ) -> StorageFuture<'a, Box<dyn crate::storage::ObjectReader>> {
        self.0.read(name)
    }

    fn list<'a>(
        &'a self,
        bucket: &'a str,
        prefix: &'a str,
    ) -> StorageFuture<'a, Box<dyn crate::storage::ObjectList>> {
        self.0.list(bucket, prefix)
    }

    fn write<'a>(
        &'a self,
        name: &'a ObjectName,
    ) -> StorageFuture<'a, Box<dyn crate::storage::ObjectWriter>> {
        self.0.write(name)
    }
}

/// A file of numbers in several row groups.
fn numbers(groups: i32, rows: i32) -> Vec<u8> {
    let mut writer = Writer::new("message m { required int32 n; }", Compression::UNCOMPRESSED);
    for group in 0..groups {
        let values: Vec<i32> = (group * rows..(group + 1) * rows).collect();
        writer = writer.group(&[(Column::Ints(&values), None, None)]);
    }
    writer.bytes()
}

#[test]
fn row_groups_are_read_one_after_another() {
    let file = numbers(3, 500);
    let expected: Vec<Value> = (0..1_500).map(|n| json!({"n": (n)})).collect();
    for most in [1, 7, 10_000] {
        assert_eq!(read(stored(file.clone()), most), Ok(expected.clone()));
    }
    // In pieces of 4,096 bytes, and with a footer that is longer than the first guess.
    assert_eq!(read(Whole(stored(numbers(2, 5_000))), 100).map(|items| items.len()), Ok(10_000));
    let many = numbers(2_000, 1);
    assert_eq!(read(Whole(stored(many.clone())), 100).map(|items| items.len()), Ok(2_000));
    assert_eq!(items(many).map(|items| items.len()), Ok(2_000));
    assert_eq!(items(numbers(0, 0)), Ok(Vec::new()));
}

#[test]
fn only_the_rows_that_are_asked_for_are_made() {
    let config = json!({"InputType": "PARQUET", "MaxItems": 3});
    let storage = stored(numbers(2, 1_000));
    let mut reader = now(ItemReader::open(Arc::new(storage.clone()), source(&config))).unwrap();
    let batch = now(reader.next(100)).unwrap().unwrap();
    assert_eq!(batch.items, [json!({"n": 0}), json!({"n": 1}), json!({"n": 2})]);
    assert_eq!(now(reader.next(100)), Ok(None));
    // After a restart the rest is read.
    let all = source(&json!({"InputType": "PARQUET"}));
    let mut reader = now(ItemReader::open(Arc::new(storage), all)).unwrap();
    now(reader.skip(1_998)).unwrap();
    let batch = now(reader.next(100)).unwrap().unwrap();
    assert_eq!(batch.items, [json!({"n": 1_998}), json!({"n": 1_999})]);
}

#[test]
fn compressed_files_are_read() {
    let texts: Vec<String> = (0..300).map(|n| format!("text {}", n % 7)).collect();
    let bytes: Vec<&[u8]> = texts.iter().map(String::as_bytes).collect();
    let expected: Vec<Value> = texts.iter().map(|text| json!({"t": (text.clone())})).collect();
    for compression in [
        Compression::UNCOMPRESSED,
        Compression::SNAPPY,
        Compression::GZIP(GzipLevel::default()),
        Compression::LZ4_RAW,
    ] {
        let writer = Writer::new("message m { required binary t (UTF8); }", compression);
        let file = writer.group(&[(Column::Bytes(&bytes), None, None)]).bytes();
        assert_eq!(items(file), Ok(expected.clone()), "{compression:?}");
    }
}

#[test]
fn manifests_name_parquet_files() {
    let storage = Memory::new();
    for (key, first) in [("1.parquet", 0), ("2.parquet", 3)] {
        let values: Vec<i64> = (first..first + 3).collect();
        let writer =
            Writer::new("message s3.inventory { required int64 size; }", Compression::SNAPPY);
        let file = writer.group(&[(Column::Longs(&values), None, None)]).bytes();
        storage.put(ObjectName::new("inventories", key), file);
    }
    let manifest = json!({
        "destinationBucket": "arn:aws:s3:::inventories",
        "fileFormat": "Parquet",
        "fileSchema": "message s3.inventory { required int64 size; }",
        "files": [{"key": "1.parquet"}, {"key": "2.parquet"}],
    });
    storage.put(ObjectName::new("b", "k.parquet"), manifest.to_json_string());
    let sizes = |storage: &Memory, config: Value| {
        let mut reader = now(ItemReader::open(Arc::new(storage.clone()), source(&config))).unwrap();
        let mut sizes = Vec::new();
        while let Some(batch) = now(reader.next(2)).unwrap() {
            sizes.extend(batch.items.iter().filter_map(|item| item.get("size")?.as_i64()));
        }
        sizes
    };
    assert_eq!(sizes(&storage, json!({"ManifestType": "S3_INVENTORY"})), [0, 1, 2, 3, 4, 5]);
    let list = "\"s3://inventories/2.parquet\"\n\"s3://inventories/1.parquet\"\n";
    storage.put(ObjectName::new("b", "k.parquet"), list);
    let athena = json!({"ManifestType": "ATHENA_DATA", "InputType": "PARQUET"});
    assert_eq!(sizes(&storage, athena), [3, 4, 5, 0, 1, 2]);
}

#[test]
fn a_part_of_an_object_is_read_in_two_ways() {
    let storage = stored((0..=255).cycle().take(10_000).collect());
    let name = ObjectName::new("b", "k.parquet");
    for range in [
        ByteRange::Last(8),
        ByteRange::Last(9_000),
        ByteRange::Last(20_000),
        ByteRange::At { start: 4_090, length: 10 },
        ByteRange::At { start: 9_999, length: 10 },
        ByteRange::At { start: 20_000, length: 1 },
        ByteRange::At { start: 0, length: 0 },
    ] {
        let part = now(storage.read_range(&name, range)).unwrap();
        assert_eq!(now(Whole(storage.clone()).read_range(&name, range)), Ok(part), "{range:?}");
    }
}
