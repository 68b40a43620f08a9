//! Result files.

use super::*;

const ARN: &str = "arn:aws:states:us-east-1:123456789012:mapRun:etl/Map:1";

fn child(number: u32, status: ChildStatus) -> ChildExecution {
    ChildExecution {
        execution_arn: format!("arn:aws:states:us-east-1:123456789012:execution:etl/Map:{number}").into(),
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

fn write(storage: &Memory, target: ResultTarget, children: &[ChildExecution]) -> Value {
    now(async {
        let mut files = ResultFiles::new(Arc::new(storage.clone()), target, ARN, "1");
        for child in children {
            files.add(child).await.unwrap();
            assert_eq!(storage.names(), []);
        }
        files.finish().await.unwrap()
    })
}

#[test]
fn results_are_written_by_how_they_ended() {
    let storage = Memory::new();
    let children = [child(1, ChildStatus::Succeeded), child(2, ChildStatus::Failed), child(3, ChildStatus::Pending)];
    let result = write(&storage, target(&Value::Null), &children);
    let details = json!({"Bucket": "b", "Key": "out/1/manifest.json"});
    assert_eq!(result, json!({"MapRunArn": ARN, "ResultWriterDetails": details}));
    let manifest = written(&storage, "out/1/manifest.json");
    for (group, number) in [("SUCCEEDED", 0), ("FAILED", 1), ("PENDING", 2)] {
        let key = format!("out/1/{group}_0.json");
        let size = storage.object(&ObjectName::new("b", key.as_str())).unwrap().len();
        assert_eq!(manifest.at(["ResultFiles", group]).unwrap(), &json!([{"Key": (key.clone()), "Size": size}]));
        let entries = written(&storage, &key);
        assert_eq!(entries.item(0).unwrap().at(["Name"]), Some(&json!((children[number].name.clone()))));
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
    assert_eq!(written(&storage, "out/1/FAILED_0.json").item(0).unwrap().at(["Error"]), Some(&json!("Broken")));
}

#[test]
fn outputs_can_be_written_alone() {
    let children = [child(1, ChildStatus::Succeeded), child(2, ChildStatus::Succeeded), child(3, ChildStatus::Failed)];
    let cases = [
        (json!({"Transformation": "COMPACT"}), "json", "[[1,\"x\"],[2,\"x\"]]"),
        (json!({"Transformation": "FLATTEN"}), "json", "[1,\"x\",2,\"x\"]"),
        (json!({"Transformation": "FLATTEN", "OutputType": "JSONL"}), "jsonl", "1\n\"x\"\n2\n\"x\"\n"),
    ];
    for (config, extension, text) in cases {
        let storage = Memory::new();
        write(&storage, target(&config), &children);
        let name = ObjectName::new("b", format!("out/1/SUCCEEDED_0.{extension}"));
        assert_eq!(String::from_utf8(storage.object(&name).unwrap()).unwrap(), text);
        let failed = storage.object(&ObjectName::new("b", format!("out/1/FAILED_0.{extension}"))).unwrap();
        assert!(String::from_utf8(failed).unwrap().contains("\"Status\":\"FAILED\""));
    }
}

#[test]
fn large_results_go_to_several_files() {
    let storage = Memory::new();
    let target = ResultTarget { file_size: 10, ..target(&json!({"Transformation": "COMPACT"})) };
    write(&storage, target, &[1, 2, 3].map(|number| child(number, ChildStatus::Succeeded)));
    let keys: Vec<_> = storage.names().into_iter().map(|name| name.key).collect();
    assert_eq!(keys, ["out/1/SUCCEEDED_0.json", "out/1/SUCCEEDED_1.json", "out/1/manifest.json"]);
    assert_eq!(written(&storage, "out/1/SUCCEEDED_0.json"), json!([[1, "x"], [2, "x"]]));
    assert_eq!(written(&storage, "out/1/SUCCEEDED_1.json"), json!([[3, "x"]]));
}

#[test]
fn without_results_there_is_just_the_manifest() {
    let storage = Memory::new();
    write(&storage, target(&Value::Null), &[]);
    let files = json!({"FAILED": [], "PENDING": [], "SUCCEEDED": []});
    assert_eq!(written(&storage, "out/1/manifest.json").at(["ResultFiles"]), Some(&files));
}

#[test]
fn given_up_results_leave_nothing() {
    let storage = Memory::new();
    let mut files = ResultFiles::new(Arc::new(storage.clone()), target(&Value::Null), ARN, "1");
    now(files.add(&child(1, ChildStatus::Succeeded))).unwrap();
    drop(files);
    assert_eq!(storage.names(), []);
}
