//! Tests of item sources: lists and manifests.

use super::*;

fn source(resource: &str, parameters: &Value, config: &Value) -> Result<ItemSource, String> {
    let resource = format!("arn:aws:states:::s3:{resource}");
    ItemSource::from_fields(&resource, parameters, config, None).map_err(|error| error.to_string())
}

fn items(
    storage: &Memory,
    resource: &str,
    parameters: &Value,
    config: &Value,
) -> Result<Vec<Value>, String> {
    all(storage.clone(), source(resource, parameters, config)?).map_err(|error| error.to_string())
}

#[test]
fn the_entries_of_a_list_are_items() {
    let storage = Memory::new();
    for number in 0..2 {
        storage.put(
            ObjectName::new("b", format!("file_{number}.txt")),
            format!("{number}HelloWorld!"),
        );
    }
    storage.put(ObjectName::new("b", "other"), "");
    let config = json!({"MaxItems": 5});
    let all = items(&storage, "listObjectsV2", &json!({"Bucket": "b"}), &config).unwrap();
    let keys: Vec<_> =
        all.iter().map(|item| item.at(["Key"]).and_then(Value::as_str).unwrap()).collect();
    assert_eq!(keys, ["file_0.txt", "file_1.txt", "other"]);
    let one =
        items(&storage, "listObjectsV2", &json!({"Bucket": "b", "Prefix": "file_1"}), &Value::Null)
            .unwrap();
    let etag = one[0].at(["Etag"]).unwrap().clone();
    let expected = json!({
        "Etag": etag, "Key": "file_1.txt", "LastModified": 0, "Size": 12, "StorageClass": "STANDARD",
    });
    assert_eq!(one, [expected]);
    let source = source("listObjectsV2", &json!({"Bucket": "b"}), &Value::Null).unwrap();
    let mut reader = now(ItemReader::open(Arc::new(storage), source)).unwrap();
    assert_eq!(now(reader.next(1)).unwrap().unwrap().source, "s3://b");
}

#[test]
fn the_contents_of_listed_objects_are_items() {
    let storage = Memory::new();
    storage.put(ObjectName::new("b", "in/1"), "a\n1\n2\n");
    storage.put(ObjectName::new("b", "in/2"), "a\n");
    storage.put(ObjectName::new("b", "in/3"), "b\n3\n");
    let config = json!({"InputType": "CSV", "CSVHeaderLocation": "FIRST_ROW", "Transformation": "LOAD_AND_FLATTEN"});
    let parameters = json!({"Bucket": "b", "Prefix": "in/"});
    let all = items(&storage, "listObjectsV2", &parameters, &config).unwrap();
    assert_eq!(all, [json!({"a": "1"}), json!({"a": "2"}), json!({"b": "3"})]);
    let source = source("listObjectsV2", &parameters, &config).unwrap();
    let mut reader = now(ItemReader::open(Arc::new(storage), source)).unwrap();
    now(reader.skip(2)).unwrap();
    assert_eq!(now(reader.next(1)).unwrap().unwrap().source, "s3://b/in/3");
}

/// A manifest and its file.
fn inventory(file: &str, contents: impl Into<Vec<u8>>) -> Memory {
    let storage = Memory::new();
    let manifest = json!({
        "sourceBucket": "source",
        "destinationBucket": "arn:aws:s3:::inventories",
        "fileFormat": "CSV",
        "fileSchema": "Bucket, Key, Size",
        "files": [{"key": file, "size": 1, "MD5checksum": "x"}],
    });
    storage.put(ObjectName::new("inventories", "manifest.json"), manifest.to_json_string());
    storage.put(ObjectName::new("inventories", file), contents);
    storage
}

#[test]
fn the_rows_of_an_inventorys_files_are_items() {
    let storage =
        inventory("data/1.csv", "\"source\",\"csvDataset/\",\"0\"\n\"source\",\"a b\",\"16\"\n");
    let parameters = json!({"Bucket": "inventories", "Key": "manifest.json"});
    for config in [
        json!({"InputType": "MANIFEST"}),
        json!({"InputType": "CSV", "ManifestType": "S3_INVENTORY"}),
    ] {
        let rows = items(&storage, "getObject", &parameters, &config).unwrap();
        let row = |key: &str, size: &str| json!({"Bucket": "source", "Key": key, "Size": size});
        assert_eq!(rows, [row("csvDataset/", "0"), row("a b", "16")]);
    }
}

#[cfg(feature = "gzip")]
#[test]
fn compressed_files_are_decompressed() {
    use std::io::Write;

    let pack = |text: &str| {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(text.as_bytes()).unwrap();
        encoder.finish().unwrap()
    };
    let rows =
        (0..20_000).map(|row| format!("source,key {row},{row}\n")).collect::<Vec<_>>().concat();
    // Two members, as parallel compressors write them.
    let (one, other) = rows.split_at(rows.len() / 2);
    let packed = [pack(one), pack(other)].concat();
    let storage = inventory("data/1.csv.gz", packed.clone());
    let parameters = json!({"Bucket": "inventories", "Key": "manifest.json"});
    let config = json!({"InputType": "MANIFEST"});
    let read = items(&storage, "getObject", &parameters, &config).unwrap();
    assert_eq!(read.len(), 20_000);
    assert_eq!(read[19_999], json!({"Bucket": "source", "Key": "key 19999", "Size": "19999"}));

    storage.put(ObjectName::new("inventories", "data/1.csv.gz"), &packed[..packed.len() - 9]);
    let torn = items(&storage, "getObject", &parameters, &config).unwrap_err();
    assert!(torn.starts_with("inventories/data/1.csv.gz: this cannot be decompressed: "), "{torn}");
    storage.put(ObjectName::new("inventories", "data/1.csv.gz"), "no gzip");
    let other = items(&storage, "getObject", &parameters, &config).unwrap_err();
    assert!(
        other.starts_with("inventories/data/1.csv.gz: this cannot be decompressed: "),
        "{other}"
    );
}

#[cfg(not(feature = "gzip"))]
#[test]
fn compressed_files_need_their_feature() {
    let storage = inventory("data/1.csv.gz", "packed");
    let parameters = json!({"Bucket": "inventories", "Key": "manifest.json"});
    let refused =
        items(&storage, "getObject", &parameters, &json!({"InputType": "MANIFEST"})).unwrap_err();
    let problem = "inventories/data/1.csv.gz: reading compressed objects needs the feature `gzip` of asl-runtime";
    assert_eq!(refused, problem);
}

#[test]
fn a_list_of_addresses_is_a_manifest() {
    let storage = Memory::new();
    storage.put(ObjectName::new("b", "manifest.csv"), "s3://data/1\n\"s3://data/2\"\r\n\n");
    storage.put(ObjectName::new("data", "1"), "{\"a\":1}\n");
    storage.put(ObjectName::new("data", "2"), "{\"a\":2}\n{\"a\":3}\n");
    let parameters = json!({"Bucket": "b", "Key": "manifest.csv"});
    let config = json!({"ManifestType": "ATHENA_DATA", "InputType": "JSONL"});
    let read = items(&storage, "getObject", &parameters, &config).unwrap();
    assert_eq!(read, [json!({"a": 1}), json!({"a": 2}), json!({"a": 3})]);
    storage.put(ObjectName::new("b", "manifest.csv"), "s3://data/1\n\nhttp://x\n");
    let fault = items(&storage, "getObject", &parameters, &config).unwrap_err();
    assert_eq!(fault, "b/manifest.csv:3: this is not an address `s3://bucket/key`");
}

#[test]
fn a_faulty_manifest_is_named() {
    let faults = [
        ("{", "b/m:1: EOF while parsing an object"),
        ("{\n\"files\": []\n}", "b/m: this manifest has no `fileFormat`"),
        (
            r#"{"fileFormat":"ORC"}"#,
            "b/m: files of an inventory in the format `ORC` cannot be read, only CSV and Parquet",
        ),
        (
            r#"{"fileFormat":"CSV","fileSchema":"Key, Key"}"#,
            "CSV headers cannot contain duplicates.",
        ),
        (
            r#"{"fileFormat":"CSV","fileSchema":"Key","files":[{}]}"#,
            "b/m: this manifest has no `key`",
        ),
        (
            r#"{"fileFormat":"CSV","fileSchema":"Key","files":[{"key":"x"}]}"#,
            "b/x: there is no such object",
        ),
    ];
    for (text, problem) in faults {
        let storage = Memory::new();
        storage.put(ObjectName::new("b", "m"), text);
        let parameters = json!({"Bucket": "b", "Key": "m"});
        let error = items(&storage, "getObject", &parameters, &json!({"InputType": "MANIFEST"}))
            .unwrap_err();
        assert_eq!(error, problem, "{text}");
    }
}

#[test]
fn impossible_fields_are_refused() {
    let place = json!({"Bucket": "b", "Key": "k"});
    let given = |headers: Value| json!({"InputType": "CSV", "CSVHeaderLocation": "GIVEN", "CSVHeaders": headers});
    let refused = [
        (
            json!({"Bucket": "b"}),
            json!({"InputType": "JSON"}),
            "The field 'Key' is required but was missing",
        ),
        (
            json!({"Bucket": 1, "Key": "k"}),
            json!({"InputType": "JSON"}),
            "The value for the field 'Bucket' must be a string",
        ),
        (place.clone(), json!({}), "The field 'InputType' is required but was missing"),
        (place.clone(), json!({"InputType": "ORC"}), "InputType `ORC` is not supported"),
        (
            place.clone(),
            json!({"InputType": "CSV"}),
            "The field 'CSVHeaderLocation' is required but was missing",
        ),
        (place.clone(), given(json!(["H1", "H1", "H3"])), "CSV headers cannot contain duplicates."),
        (place.clone(), given(json!([1])), "CSVHeaders must be a list of strings"),
        (
            place.clone(),
            json!({"InputType": "JSON", "MaxItems": (-1)}),
            "field MaxItems must be positive",
        ),
        (
            place,
            json!({"InputType": "JSON", "ItemsPointer": "a"}),
            "ItemsPointer `a` must begin with `/`",
        ),
    ];
    for (parameters, config, problem) in refused {
        assert_eq!(source("getObject", &parameters, &config), Err(problem.to_owned()));
    }
    assert_eq!(
        source("selectObject", &json!({}), &json!({})).unwrap_err(),
        "items cannot be read by arn:aws:states:::s3:selectObject"
    );
}

#[test]
fn no_items_or_very_many_are_no_limit() {
    let parameters = json!({"Bucket": "b", "Key": "k"});
    let limit = |max_items| {
        let config = json!({"InputType": "JSON", "MaxItems": 7});
        ItemSource::from_fields("arn:aws:states:::s3:getObject", &parameters, &config, max_items)
            .unwrap()
            .max_items
    };
    assert_eq!(
        [None, Some(0), Some(2), Some(100_000_000)].map(limit),
        [Some(7), None, Some(2), None]
    );
}

#[test]
fn a_pointer_is_read_as_one() {
    let parameters = json!({"Bucket": "b", "Key": "k"});
    let config = json!({"InputType": "JSON", "ItemsPointer": "/a~1b/~0c//d"});
    let found = source("getObject", &parameters, &config).unwrap();
    let pointer = ["a/b", "~c", "", "d"].map(str::to_owned).to_vec();
    assert_eq!(found, object_at(Format::Json { pointer }));
}

fn object_at(format: Format) -> ItemSource {
    object(format)
}

#[test]
fn a_version_of_an_object_is_read() {
    let name = ObjectName::new("b", "k.json");
    let storage = Memory::new();
    storage.put(name.clone().with_version("v1"), "[1]");
    storage.put(name.clone().with_version("v2"), "[2, 2]");
    let read = |storage: &dyn Fn() -> Arc<dyn Storage>, version: Option<&str>| {
        let mut parameters = json!({"Bucket": "b", "Key": "k.json"});
        version.map(|version| parameters.insert("VersionId", version));
        let source = source("getObject", &parameters, &json!({"InputType": "JSON"}))?;
        let mut reader =
            now(ItemReader::open(storage(), source)).map_err(|error| error.to_string())?;
        let batch = now(reader.next(9)).map_err(|error| error.to_string())?.unwrap();
        assert_eq!(batch.source, "s3://b/k.json");
        Ok::<_, String>(batch.items)
    };
    let versions = || Arc::new(storage.clone()) as Arc<dyn Storage>;
    assert_eq!(read(&versions, None), Ok(vec![json!(2), json!(2)]));
    assert_eq!(read(&versions, Some("v1")), Ok(vec![json!(1)]));
    assert_eq!(read(&versions, Some("v2")), Ok(vec![json!(2), json!(2)]));
    let missing = read(&versions, Some("v3")).unwrap_err();
    assert_eq!(missing, "b/k.json: there is no such object");
    storage.put(name.clone(), "[3]");
    assert_eq!(read(&versions, None), Ok(vec![json!(3)]));
    assert_eq!(storage.names(), [name]);
    // A storage without versions would read another one than the definition says.
    let pieces = || {
        let storage = storage.clone();
        Arc::new(Pieces { storage, size: 2, fails_after: usize::MAX }) as Arc<dyn Storage>
    };
    assert_eq!(read(&pieces, Some("null")), Ok(vec![json!(3)]));
    assert_eq!(
        read(&pieces, Some("v1")).unwrap_err(),
        "b/k.json: the version `v1` cannot be read: this storage keeps none"
    );
    let number = json!({"Bucket": "b", "Key": "k", "VersionId": 1});
    assert_eq!(
        source("getObject", &number, &json!({"InputType": "JSON"})).unwrap_err(),
        "The value for the field 'VersionId' must be a string"
    );
}
