//! Faulty files: each is an error, and none a panic, an abort or endless memory.

use super::*;

#[test]
fn what_is_no_parquet_file_is_said() {
    let error = |bytes: &[u8]| items(bytes.to_vec()).unwrap_err();
    assert_eq!(error(b""), "b/k.parquet: this is no Parquet file: it is too short");
    assert_eq!(
        error(b"id,amount\n7,2\n"),
        "b/k.parquet: this is no Parquet file: it does not end with `PAR1`"
    );
    assert_eq!(error(b"....PARE"), "b/k.parquet: this Parquet file is encrypted");
    assert_eq!(error(b"\xff\0\0\0PAR1"), "b/k.parquet: this Parquet file has no beginning");
    assert_eq!(
        error(b"\xff\xff\xff\xffPAR1"),
        "b/k.parquet: the footer of this Parquet file is longer than 16 MiB"
    );
}

#[test]
fn every_changed_byte_and_every_end_are_handled() {
    let schema = "message m { optional binary t (UTF8); repeated int32 n; }";
    let file = Writer::new(schema, Compression::SNAPPY)
        .group(&[
            (Column::Bytes(&[b"one", b"two"]), Some(&[1, 0, 1]), None),
            (Column::Ints(&[1, 2]), Some(&[1, 1, 0, 0]), Some(&[0, 1, 0, 0])),
        ])
        .bytes();
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let mut errors = 0;
    for at in 0..file.len() {
        for changed in [0x7f, 0xff, file[at] ^ 0x10] {
            let mut bytes = file.clone();
            bytes[at] = changed;
            errors += usize::from(first_items(bytes).is_err());
        }
        errors += usize::from(first_items(file[..at].to_vec()).is_err());
    }
    std::panic::set_hook(hook);
    assert!(errors > file.len(), "{errors} of {}", file.len());
}

/// The first items of a file: a changed number of rows may stand for any number of nulls.
fn first_items(bytes: Vec<u8>) -> Result<usize, String> {
    let source = source(&json!({"InputType": "PARQUET", "MaxItems": 1_000}));
    let mut reader = now(ItemReader::open(Arc::new(stored(bytes)), source))
        .map_err(|error| error.to_string())?;
    let mut count = 0;
    while let Some(batch) = now(reader.next(100)).map_err(|error| error.to_string())? {
        count += batch.items.len();
    }
    Ok(count)
}

#[test]
fn a_schema_that_is_too_deep_is_refused_before_it_is_read() {
    // A version, and a list of groups with one child each.
    let mut footer = vec![0x15, 0x02, 0x19, 0xfc, 0xa0, 0x8d, 0x06];
    for _ in 0..100_000 {
        footer.extend([0x35, 0x00, 0x18, 0x01, b'g', 0x15, 0x02, 0x00]);
    }
    let length = u32::try_from(footer.len()).unwrap().to_le_bytes();
    let file = [footer.as_slice(), &length, b"PAR1"].concat();
    assert_eq!(items(file).unwrap_err(), "b/k.parquet: the schema has more than 64 levels");
}

#[test]
fn a_row_of_endless_equal_values_is_an_error() {
    // Few bytes: all values are null and all belong to one row.
    let definitions = vec![1_i16; 200_000];
    let mut repetitions = vec![1_i16; 200_000];
    repetitions[0] = 0;
    let schema = "message m { repeated group g { optional int32 n; } }";
    let file = Writer::new(schema, Compression::SNAPPY)
        .group(&[(Column::Ints(&[]), Some(&definitions), Some(&repetitions))])
        .bytes();
    assert!(file.len() < 10_000, "{}", file.len());
    let error = items(file).unwrap_err();
    assert!(error.contains("has more than 100000 values"), "{error}");
}
