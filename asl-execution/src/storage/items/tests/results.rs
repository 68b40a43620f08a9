//! Tests of result files.

use std::future::ready;

use super::*;

const ARN: &str = "arn:aws:states:us-east-1:123456789012:mapRun:etl/Map:1";

fn child(number: u32, status: ChildStatus) -> ChildExecution {
    ChildExecution {
        execution_arn: format!("arn:aws:states:us-east-1:123456789012:execution:etl/Map:{number}")
            .into(),
        name: number.to_string().into(),
        state_machine_arn: "arn:aws:states:us-east-1:123456789012:stateMachine:etl/Map".into(),
        status,
        input: json!({"n": number}),
        output: json!([number, "x"]),
        error: (status == ChildStatus::Failed).then(|| "Broken".into()),
        cause: None,
        start: "2026-11-21T05:00:00.000Z".into(),
        stop: "2026-11-21T05:00:01.000Z".into(),
    }
}

fn target(config: &Value) -> ResultTarget {
    ResultTarget::from_fields(&json!({"Bucket": "b", "Prefix": "out/"}), config).unwrap()
}

fn written(storage: &Memory, key: &str) -> Value {
    Value::from_json_slice(&storage.object(&ObjectName::new("b", key)).unwrap()).unwrap()
}

/// Writes each child to a file of its group.
fn write(storage: &Memory, target: ResultTarget, children: &[ChildExecution]) -> Value {
    now(async {
        let folder = ResultFolder::new(Arc::new(storage.clone()), target, ARN, "1");
        let mut files = Vec::new();
        for group in [ResultGroup::Succeeded, ResultGroup::Failed, ResultGroup::Pending] {
            let children: Vec<_> =
                children.iter().filter(|child| group == child.status.into()).cloned().collect();
            if !children.is_empty() {
                let written = folder.write_results(group, 0, &children).await.unwrap();
                // Once more, after a restart.
                assert_eq!(folder.write_results(group, 0, &children).await.as_ref(), Ok(&written));
                files.push(written);
            }
        }
        folder.write_manifest(&files).await.unwrap()
    })
}

#[test]
fn results_are_grouped_by_status() {
    let storage = Memory::new();
    let children = [
        child(1, ChildStatus::Succeeded),
        child(2, ChildStatus::Failed),
        child(3, ChildStatus::Pending),
    ];
    let result = write(&storage, target(&Value::Null), &children);
    let details = json!({"Bucket": "b", "Key": "out/1/manifest.json"});
    assert_eq!(result, json!({"MapRunArn": ARN, "ResultWriterDetails": details}));
    let manifest = written(&storage, "out/1/manifest.json");
    for (group, number) in [("SUCCEEDED", 0), ("FAILED", 1), ("PENDING", 2)] {
        let key = format!("out/1/{group}_0.json");
        let size = storage.object(&ObjectName::new("b", key.as_str())).unwrap().len();
        assert_eq!(
            manifest.at(["ResultFiles", group]).unwrap(),
            &json!([{"Key": (key.clone()), "Size": size}])
        );
        let entries = written(&storage, &key);
        assert_eq!(
            entries.item(0).unwrap().at(["Name"]),
            Some(&json!((children[number].name.clone())))
        );
        assert_eq!(entries.item(0).unwrap().at(["Status"]), Some(&json!(group)));
    }
    assert_eq!(manifest.at(["DestinationBucket"]), Some(&json!("b")));
    let succeeded = written(&storage, "out/1/SUCCEEDED_0.json");
    assert_eq!(
        succeeded,
        json!([{
            "ExecutionArn": (children[0].execution_arn.clone()),
            "Input": "{\"n\":1}",
            "InputDetails": {"Included": true},
            "Name": "1",
            "Output": "[1,\"x\"]",
            "OutputDetails": {"Included": true},
            "RedriveCount": 0,
            "RedriveStatus": "NOT_REDRIVABLE",
            "StartDate": "2026-11-21T05:00:00.000Z",
            "StateMachineArn": (children[0].state_machine_arn.clone()),
            "Status": "SUCCEEDED",
            "StopDate": "2026-11-21T05:00:01.000Z",
        }])
    );
    assert_eq!(
        written(&storage, "out/1/FAILED_0.json").item(0).unwrap().at(["Error"]),
        Some(&json!("Broken"))
    );
}

#[test]
fn outputs_can_be_written_alone() {
    let children = [
        child(1, ChildStatus::Succeeded),
        child(2, ChildStatus::Succeeded),
        child(3, ChildStatus::Failed),
    ];
    let cases = [
        (json!({"Transformation": "COMPACT"}), "json", "[[1,\"x\"],[2,\"x\"]]"),
        (json!({"Transformation": "FLATTEN"}), "json", "[1,\"x\",2,\"x\"]"),
        (
            json!({"Transformation": "FLATTEN", "OutputType": "JSONL"}),
            "jsonl",
            "1\n\"x\"\n2\n\"x\"\n",
        ),
    ];
    for (config, extension, text) in cases {
        let storage = Memory::new();
        write(&storage, target(&config), &children);
        let name = ObjectName::new("b", format!("out/1/SUCCEEDED_0.{extension}"));
        assert_eq!(String::from_utf8(storage.object(&name).unwrap()).unwrap(), text);
        let failed =
            storage.object(&ObjectName::new("b", format!("out/1/FAILED_0.{extension}"))).unwrap();
        assert!(String::from_utf8(failed).unwrap().contains("\"Status\":\"FAILED\""));
    }
}

#[test]
fn without_results_only_the_manifest_is_written() {
    let storage = Memory::new();
    write(&storage, target(&Value::Null), &[]);
    let files = json!({"FAILED": [], "PENDING": [], "SUCCEEDED": []});
    assert_eq!(written(&storage, "out/1/manifest.json").at(["ResultFiles"]), Some(&files));
}

/// A storage that takes nothing.
struct Full;

impl Storage for Full {
    fn read<'a>(&'a self, name: &'a ObjectName) -> StorageFuture<'a, Box<dyn ObjectReader>> {
        Box::pin(ready(Err(full(name))))
    }

    fn list<'a>(
        &'a self,
        bucket: &'a str,
        _prefix: &'a str,
    ) -> StorageFuture<'a, Box<dyn ObjectList>> {
        Box::pin(ready(Err(full(bucket))))
    }

    fn write<'a>(&'a self, name: &'a ObjectName) -> StorageFuture<'a, Box<dyn ObjectWriter>> {
        Box::pin(ready(Err(full(name))))
    }
}

fn full(place: impl std::fmt::Display) -> StorageError {
    StorageError::new(StorageErrorKind::Other, place, "the storage is full")
}

#[test]
fn a_failing_storage_fails_the_map() {
    let target =
        ResultTarget::from_fields(&json!({"Bucket": "b", "Prefix": "out"}), &Value::Null).unwrap();
    let folder = ResultFolder::new(Arc::new(Full), target, ARN, "1");
    let failure = now(folder.write_manifest(&[])).unwrap_err().into_writer_failure();
    let cause = "b/out/1/manifest.json: the storage is full";
    assert_eq!(
        (failure.error(), failure.cause()),
        (Some("States.ResultWriterFailed"), Some(cause))
    );
    let missing = ResultTarget::from_fields(&json!({}), &Value::Null).unwrap_err();
    assert_eq!(missing.cause(), "The field 'Bucket' is required but was missing");
}
