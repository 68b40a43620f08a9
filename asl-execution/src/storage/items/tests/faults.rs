//! Tests of faulty files: the cause names the file and the line.

use super::*;

#[test]
fn a_fault_in_an_array_is_reported_with_its_line() {
    let faults = [
        ("", "b/k:1: the text ends before the array does"),
        ("[1,\n2", "b/k:2: the text ends before the array does"),
        ("[1,\n\n2,]", "b/k:3: `]` is not expected here"),
        ("[1\n2]", "b/k:2: `2` is not expected here"),
        ("[,1]", "b/k:1: `,` is not expected here"),
        ("[1]\n]", "b/k:2: there is more text after the array"),
        ("[1,\n{\"a\":\n tru}]", "b/k:3: expected ident"),
        ("[\n\"a\nb\"]", "b/k:3: control character (\\u0000-\\u001F) found while parsing a string"),
        ("[1e999]", "b/k:1: number out of range"),
        ("\n]", "b/k:2: `]` is not expected here"),
        ("\u{7}", "b/k:1: `\\u{7}` is not expected here"),
        ("[{\"a\":1,\n}]", "b/k:2: trailing comma"),
        ("[[}]", "b/k:1: expected value"),
    ];
    for (text, problem) in faults {
        assert_eq!(read(&json_array(), text), Err(problem.to_owned()), "{text:?}");
    }
}

#[test]
fn scalars_cannot_be_mapped_over() {
    for text in ["1", "\"[]\"", "null", " true"] {
        let error = read(&json_array(), text).unwrap_err();
        assert_eq!(error, "Attempting to map over non-iterable node.", "{text}");
    }
}

#[test]
fn a_fault_in_json_lines_is_reported_with_its_line() {
    assert_eq!(
        read(&Format::JsonLines, "1\n\n{\"a\":}\n"),
        Err("b/k:3: expected value".to_owned())
    );
    assert_eq!(
        read(&Format::JsonLines, "1\n{\"a\""),
        Err("b/k:2: EOF while parsing an object".to_owned())
    );
    let deep = format!("1\n{}{}\n", "[".repeat(300), "]".repeat(300));
    assert_eq!(
        read(&Format::JsonLines, deep),
        Err("b/k:2: data is nested deeper than 256 levels".to_owned())
    );
}

#[test]
fn a_fault_in_a_table_is_reported_with_the_line_of_its_row() {
    let open = "a,b\n1,2\n3,\"4\n5,6\n7,8\n";
    let problem = "b/k:3: the quotation mark of a cell in this row is never closed";
    assert_eq!(read(&csv(None), open), Err(problem.to_owned()));
    assert_eq!(read(&csv(None), "a\n1\n\""), Err(problem.to_owned()));
    assert_eq!(
        read(&csv(None), b"a,b\n1,\xff\n"),
        Err("b/k:2: this row is not UTF-8 text".to_owned())
    );
    let wide = format!("a\n{}\n", ",".repeat(70_000));
    assert_eq!(
        read(&csv(None), wide),
        Err("b/k:2: this row has more than 65,536 columns".to_owned())
    );
    assert_eq!(
        read(&csv(None), "a,b,a\n1,2,3\n"),
        Err("CSV headers cannot contain duplicates.".to_owned())
    );
}

#[test]
fn a_header_has_at_most_10_kib() {
    let header = |columns: usize| {
        (0..columns).map(|column| format!("{column:03x}")).collect::<Vec<_>>().join(",")
    };
    // Each column has four bytes.
    let rows = read(&csv(None), format!("{}\n1\n", header(2_560))).expect("a wide table");
    assert_eq!(rows[0].as_object().map(asl_value::value::Object::len), Some(2_560));
    let longer = "CSV headers cannot be longer than 10 KiB.".to_owned();
    assert_eq!(read(&csv(None), format!("{}\n1\n", header(2_561))), Err(longer.clone()));
    let attack = format!("{}\n{}", header(60_000), "1\n".repeat(100_000));
    assert_eq!(read(&csv(None), attack), Err(longer));
}

#[test]
fn an_endless_item_is_an_error_before_memory_runs_out() {
    let storage = Memory::new();
    let name = ObjectName::new("b", "k");
    let formats = [(json_array(), "[\""), (Format::JsonLines, "\""), (csv(None), "a\n\"")];
    for (format, begin) in formats {
        let mut text = begin.as_bytes().to_vec();
        text.resize(LONGEST + (1 << 20), b'x');
        storage.put(name.clone(), text);
        let error = all(
            Pieces { storage: storage.clone(), size: 1 << 20, fails_after: usize::MAX },
            object(format),
        );
        let error = error.unwrap_err();
        assert!(error.cause().ends_with(": this item is longer than 64 MiB"), "{error}");
    }
}

#[test]
fn few_bytes_cannot_become_too_many_items() {
    let storage = Memory::new();
    let name = ObjectName::new("b", "k");
    let header: Vec<String> = (0..2_000).map(|column| column.to_string()).collect();
    // Each row is two bytes, and 2,000 cells.
    let wide = format!("{}\n{}", header.join(","), "1\n".repeat(200));
    for (format, text, items, most) in
        [(csv(None), wide, 200, 40), (Format::JsonLines, "1\n".repeat(200_000), 200_000, 40_000)]
    {
        storage.put(name.clone(), text);
        let pieces = Pieces { storage: storage.clone(), size: 1 << 20, fails_after: usize::MAX };
        let mut reader = now(ItemReader::open(Arc::new(pieces), object(format))).unwrap();
        let mut seen = 0;
        while let Some(batch) = now(reader.next(usize::MAX)).unwrap() {
            assert!(batch.items.len() <= most, "{} at once", batch.items.len());
            seen += batch.items.len();
        }
        assert_eq!(seen, items);
    }
}

#[test]
fn an_error_of_the_storage_is_quoted() {
    let storage = Memory::new();
    storage.put(ObjectName::new("b", "k"), "a\n1\n2\n3\n4\n");
    let pieces = |fails_after| Pieces { storage: storage.clone(), size: 4, fails_after };
    let failure = all(pieces(2), object(csv(None))).unwrap_err().into_reader_failure();
    assert_eq!(
        (failure.error(), failure.cause()),
        (Some("States.ItemReaderFailed"), Some("b/k: the disk is gone"))
    );
    let mut reader = now(ItemReader::open(Arc::new(pieces(1)), object(csv(None)))).unwrap();
    assert_eq!(now(reader.next(10)).unwrap().unwrap().items, [json!({"a": "1"})]);
    assert!(now(reader.next(10)).is_err());
}

#[test]
fn a_missing_object_is_reported_at_once() {
    let error = now(ItemReader::open(Arc::new(Memory::new()), object(csv(None)))).unwrap_err();
    assert_eq!(error.cause(), "b/k: there is no such object");
}
