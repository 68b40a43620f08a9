//! Tests of reading items from texts, in pieces of any size.

mod faults;
mod results;
mod sources;

use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use super::*;
use crate::storage::{
    Memory, ObjectList, ObjectReader, ObjectWriter, Storage, StorageError, StorageErrorKind,
    StorageFuture,
};
use asl_value::json;
use asl_value::value::Value;

/// The output of a future that is ready at once.
pub(super) fn now<T>(future: impl Future<Output = T>) -> T {
    match std::pin::pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => unreachable!("storages in memory are ready at once"),
    }
}

/// A storage in memory that returns pieces of one size, and fails after a number of them.
struct Pieces {
    storage: Memory,
    size: usize,
    fails_after: usize,
}

struct PieceReader {
    bytes: Vec<u8>,
    at: usize,
    size: usize,
    left: usize,
}

impl Storage for Pieces {
    fn read<'a>(&'a self, name: &'a ObjectName) -> StorageFuture<'a, Box<dyn ObjectReader>> {
        let bytes = self.storage.object(name).unwrap();
        let reader = PieceReader { bytes, at: 0, size: self.size, left: self.fails_after };
        Box::pin(std::future::ready(Ok(Box::new(reader) as Box<dyn ObjectReader>)))
    }

    fn list<'a>(
        &'a self,
        bucket: &'a str,
        prefix: &'a str,
    ) -> StorageFuture<'a, Box<dyn ObjectList>> {
        self.storage.list(bucket, prefix)
    }

    fn write<'a>(&'a self, name: &'a ObjectName) -> StorageFuture<'a, Box<dyn ObjectWriter>> {
        self.storage.write(name)
    }
}

impl ObjectReader for PieceReader {
    fn next(&mut self) -> StorageFuture<'_, Option<Vec<u8>>> {
        let end = self.bytes.len().min(self.at + self.size);
        let piece = self.bytes[self.at..end].to_vec();
        self.at = end;
        let failed = self.left == 0;
        self.left = self.left.saturating_sub(1);
        let error = || StorageError::new(StorageErrorKind::Other, "b/k", "the disk is gone");
        let next =
            if failed { Err(error()) } else { Ok(Some(piece).filter(|piece| !piece.is_empty())) };
        Box::pin(std::future::ready(next))
    }
}

/// All items, or the error.
fn all(storage: impl Storage, source: ItemSource) -> Result<Vec<Value>, ReadError> {
    now(async {
        let mut reader = ItemReader::open(Arc::new(storage), source).await?;
        let mut items = Vec::new();
        while let Some(batch) = reader.next(3).await? {
            assert!((1..=3).contains(&batch.items.len()));
            items.extend(batch.items);
        }
        assert_eq!(reader.next(3).await, Ok(None));
        Ok(items)
    })
}

fn object(format: Format) -> ItemSource {
    let name = ObjectName::new("b", "k");
    ItemSource { source: Source::Object { name, format }, max_items: None }
}

/// The items of an object with this text, which must not depend on the size of the pieces.
fn read(format: &Format, text: impl AsRef<[u8]>) -> Result<Vec<Value>, String> {
    let text = text.as_ref();
    let storage = Memory::new();
    storage.put(ObjectName::new("b", "k"), text);
    let mut read = Vec::new();
    for size in (1..=text.len().min(40)).chain([1 << 20]) {
        let pieces = Pieces { storage: storage.clone(), size, fails_after: usize::MAX };
        read.push(all(pieces, object(format.clone())).map_err(|error| error.to_string()));
    }
    assert!(read.iter().all(|other| *other == read[0]), "{read:#?}");
    read.remove(0)
}

fn csv(headers: Option<&[&'static str]>) -> Format {
    let headers =
        headers.map(|headers| headers.iter().map(|name| Text::new_static(name)).collect());
    Format::Csv(Csv { headers, delimiter: Delimiter::Comma })
}

fn json_array() -> Format {
    Format::Json { pointer: vec![] }
}

#[test]
fn rows_become_objects_by_the_headers_of_the_first_row() {
    let read =
        read(&csv(None), "Col1,Col2\nValue1,Value2\r\nValue3,Value4\n\nValue5,Value6").unwrap();
    let rows = [("Value1", "Value2"), ("Value3", "Value4"), ("Value5", "Value6")];
    assert_eq!(read, rows.map(|(one, other)| json!({"Col1": one, "Col2": other})));
}

#[test]
fn rows_are_padded_and_cut_to_the_headers_as_recorded() {
    let text =
        "Value1,Value2,Value3\nValue4,Value5,Value6\n,,,\ntrue,1,'HelloWorld'\nNull,None,\n   \n";
    assert_eq!(
        read(&csv(Some(&["H1", "H2", "H3"])), text).unwrap(),
        [
            json!({"H1": "Value1", "H2": "Value2", "H3": "Value3"}),
            json!({"H1": "Value4", "H2": "Value5", "H3": "Value6"}),
            json!({"H1": "", "H2": "", "H3": ""}),
            json!({"H1": "true", "H2": "1", "H3": "'HelloWorld'"}),
            json!({"H1": "Null", "H2": "None", "H3": ""}),
            json!({"H1": "   ", "H2": "", "H3": ""}),
        ]
    );
    let first = read(&csv(Some(&["H1"])), text).unwrap();
    assert_eq!(first[2..4], [json!({"H1": ""}), json!({"H1": "true"})]);
    let unnamed = read(&csv(None), "H1,\nValue1,Value2,Value3\n").unwrap();
    assert_eq!(unnamed, [json!({"H1": "Value1", "": "Value2"})]);
}

#[test]
fn cells_in_quotation_marks_hold_anything() {
    let text = "a,b\n\"x, \"\"y\"\"\nz\",\"\"\n\"ж\",☃\n";
    let rows = [json!({"a": "x, \"y\"\nz", "b": ""}), json!({"a": "ж", "b": "☃"})];
    assert_eq!(read(&csv(None), text).unwrap(), rows);
}

#[test]
fn each_delimiter_is_one() {
    let delimiters = [
        (Delimiter::Comma, ','),
        (Delimiter::Pipe, '|'),
        (Delimiter::Semicolon, ';'),
        (Delimiter::Space, ' '),
        (Delimiter::Tab, '\t'),
    ];
    for (delimiter, character) in delimiters {
        let format = Format::Csv(Csv { headers: None, delimiter });
        let text = format!("a{character}b\n1{character}\"2{character}3\"\n");
        assert_eq!(
            read(&format, text).unwrap(),
            [json!({"a": "1", "b": (format!("2{character}3"))})]
        );
    }
}

#[test]
fn a_table_without_rows_has_no_items() {
    for text in ["", "\n", "a,b", "a,b\n", "\u{feff}a,b\r\n\r\n"] {
        assert_eq!(read(&csv(None), text), Ok(vec![]), "{text:?}");
    }
}

#[test]
fn a_byte_order_mark_is_skipped() {
    assert_eq!(read(&csv(None), "\u{feff}a\n1\n").unwrap(), [json!({"a": "1"})]);
    assert_eq!(read(&json_array(), "\u{feff}[1]").unwrap(), [json!(1)]);
    assert_eq!(read(&Format::JsonLines, "\u{feff}1\n2").unwrap(), [json!(1), json!(2)]);
    assert_eq!(
        read(&csv(None), b"a\n\xef\xbb"),
        Err("b/k:2: this row is not UTF-8 text".to_owned())
    );
    assert_eq!(read(&csv(None), b"\xef\xbb"), Err("b/k:1: this row is not UTF-8 text".to_owned()));
}

#[test]
fn wide_rows_and_long_cells_are_read() {
    let headers: Vec<String> = (0..1_500).map(|column| format!("c{column}")).collect();
    let long = "x".repeat(100_000);
    let text = format!("{}\n{long},\"{long}\"\n", headers.join(","));
    let storage = Memory::new();
    storage.put(ObjectName::new("b", "k"), text);
    let items = all(storage, object(csv(None))).unwrap();
    let item = items[0].as_object().unwrap();
    assert_eq!((items.len(), item.len()), (1, 1_500));
    assert_eq!(
        (&item.get("c0"), &item.get("c1")),
        (&Some(&json!((long.clone()))), &Some(&json!((long))))
    );
    assert_eq!(item.get("c1499"), Some(&json!("")));
}

#[test]
fn items_of_an_array_are_read_one_by_one() {
    let texts = [
        "[]",
        " [ ] \n",
        "[1]",
        "[1,2.5e3,-0]",
        r#"[{"a":[1,{"b":"]}\"\\"}]} , [[]], "x,]", true,false , null]"#,
        "[\n \"\\u263a\",\r\n\t{}\n]\n",
        r#"["",{"":""},[{}],"\\"]"#,
    ];
    for text in texts {
        let whole = Value::from_json_str(text).unwrap();
        assert_eq!(
            read(&json_array(), text).unwrap(),
            whole.as_array().unwrap().as_slice(),
            "{text}"
        );
    }
}

#[test]
fn a_pointer_selects_an_array_in_a_document() {
    let pointer =
        |steps: &[&str]| Format::Json { pointer: steps.iter().map(ToString::to_string).collect() };
    let text = r#"{"x":"}{","n":1.5,"data":{"i]":[1],"items":[{"a":1}, 2],"z":0} and whatever"#;
    assert_eq!(read(&pointer(&["data", "items"]), text).unwrap(), [json!({"a": 1}), json!(2)]);
    assert_eq!(read(&pointer(&["data", "i]"]), text).unwrap(), [json!(1)]);
    assert_eq!(read(&pointer(&["a\"b"]), r#"{"a\"b" : [1]}"#).unwrap(), [json!(1)]);
    assert_eq!(
        read(&pointer(&["data", "none"]), "{\"data\":\n{\"a\": 1}}").unwrap_err(),
        "b/k:2: there is no member `none` on the way of ItemsPointer"
    );
    assert_eq!(
        read(&pointer(&["data", "a"]), "{\"data\":\n[]}").unwrap_err(),
        "b/k:2: there is no member `a` on the way of ItemsPointer"
    );
    let known = "Attempting to map over non-iterable node.";
    assert_eq!(read(&pointer(&["a"]), r#"{"a": 1}"#).unwrap_err(), known);
}

#[test]
fn members_of_an_object_are_items_with_their_keys() {
    let at = |path: &[&str]| Format::Json {
        pointer: path.iter().map(|&name| name.to_owned()).collect(),
    };
    let member = |key: &'static str, value: Value| json!({"Key": (key), "Value": (value)});
    let text = r#" {"a\n" : 1, "b": {"c": [2, "}"]}, "a": null } "#;
    let members =
        [member("a\n", json!(1)), member("b", json!({"c": [2, "}"]})), member("a", json!(null))];
    assert_eq!(read(&at(&[]), text).unwrap(), members);
    let within = format!(r#"{{"x": [1], "data": {text}, "y": }}"#);
    assert_eq!(read(&at(&["data"]), &within).unwrap(), members);
    assert_eq!(read(&at(&[]), "{}").unwrap(), [] as [Value; 0]);
    for (broken, problem) in [
        (r#"{"a": 1"#, "b/k:1: the text ends before the array does"),
        (r#"{"a": 1]"#, "b/k:1: `]` is not expected here"),
        (r#"{"a" 1}"#, "b/k:1: `1` is not expected here"),
        ("{1: 1}", "b/k:1: `1` is not expected here"),
        ("[1}", "b/k:1: `}` is not expected here"),
        (r#"{"a": 1} 2"#, "b/k:1: there is more text after the array"),
    ] {
        assert_eq!(read(&at(&[]), broken).unwrap_err(), problem, "{broken}");
    }
}

#[test]
fn each_line_of_json_lines_is_an_item() {
    let text = "{\"a\":1}\n\n  \r\n[2]\r\n\"3\"\nnull";
    assert_eq!(
        read(&Format::JsonLines, text).unwrap(),
        [json!({"a": 1}), json!([2]), json!("3"), json!(null)]
    );
    assert_eq!(read(&Format::JsonLines, "").unwrap(), [] as [Value; 0]);
}

#[test]
fn a_reader_can_continue_where_another_stopped() {
    let storage = Memory::new();
    let rows = (0..10_000).map(|row| format!("{row},{row}\n")).collect::<Vec<_>>().concat();
    storage.put(ObjectName::new("b", "k"), rows);
    let mut source = object(csv(Some(&["a", "b"])));
    source.max_items = Some(5_002);
    let mut reader = now(ItemReader::open(Arc::new(storage), source)).unwrap();
    now(reader.skip(5_000)).unwrap();
    let batch = now(reader.next(10)).unwrap().unwrap();
    assert_eq!(batch.items, [json!({"a": "5000", "b": "5000"}), json!({"a": "5001", "b": "5001"})]);
    assert_eq!(now(reader.next(10)), Ok(None));
    assert_eq!(now(reader.skip(1)), Ok(()));
}
