//! AWS's services as emulated by moto's server, if the variable `ASL_MOTO` has its address
//! (`cargo xtask test` starts one): the cases of `cases.json`, jobs of `.sync` tasks, and a machine.
#![expect(clippy::unwrap_used, clippy::print_stderr, clippy::indexing_slicing, reason = "tests")]

use std::collections::BTreeMap;
use std::process::{Command, Stdio};
use std::time::Duration;

use asl_aws::{Credentials, Options, Services};
use asl_http::Connections as _;
use asl_runtime::value::Object;
use asl_runtime::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const CASES: &str = include_str!("cases.json");
const WIRE: &str = include_str!("wire.json");

/// The address, `127.0.0.1:5055`.
fn moto() -> Option<String> {
    let moto = std::env::var("ASL_MOTO").ok();
    if moto.is_none() {
        eprintln!("skipped: ASL_MOTO has no address of a moto server");
    }
    moto
}

fn services(address: &str, account: &str) -> Services {
    let options = Options::default()
        .endpoint(format!("http://{address}"))
        // moto keeps the accounts apart: each test has one of its own.
        .credentials(Credentials::new(account, "test", None, None, "test"))
        .poll(Duration::from_millis(20));
    Services::new(options).unwrap()
}

/// Removes everything that earlier runs have left, once.
async fn reset(address: &str) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let text = format!(
        "POST /moto-api/reset HTTP/1.1\r\nHost: {address}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(text.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

/// The text with the values of `${Name}`.
fn filled(text: &str, variables: &BTreeMap<String, String>) -> Value {
    let mut text = text.to_owned();
    for (name, value) in variables {
        let value = Value::text(value.as_str()).to_json_string();
        text = text.replace(&format!("${{{name}}}"), value.trim_matches('"'));
    }
    Value::from_json_str(&text).unwrap()
}

/// The difference between a case and what happened, if any.
fn difference(case: &Value, result: &Result<Value, asl_runtime::TaskError>) -> Option<String> {
    match (result, case.get("error").and_then(Value::as_str)) {
        (Ok(result), None) => {
            let expected =
                case.get("expect").and_then(Value::as_object).into_iter().flat_map(Object::iter);
            let wrong = expected.filter(|(place, value)| result.pointer(place) != Some(*value));
            let wrong: Vec<&str> = wrong.map(|(place, _)| place).collect();
            (!wrong.is_empty()).then(|| format!("{wrong:?} of {result}"))
        }
        (Err(error), Some(name)) if error.error() == name => None,
        (result, name) => Some(format!("{result:?} instead of {name:?}")),
    }
}

/// One test for all, because moto's server is one for all: it is reset first.
#[tokio::test]
async fn services_answer_as_in_step_functions() {
    let Some(address) = moto() else { return };
    reset(&address).await;
    let services = services(&address, "test");
    let cases = CASES.parse::<Value>().unwrap();
    let (mut variables, mut wrong) = (BTreeMap::new(), Vec::new());
    for case in cases.as_array().unwrap() {
        let resource = format!("arn:aws:states:::{}", case["resource"].as_str().unwrap());
        let request = filled(&case["request"].to_json_string(), &variables);
        let result = services.call(&resource, "key", &request).await;
        for (name, place) in
            case.get("save").and_then(Value::as_object).into_iter().flat_map(Object::iter)
        {
            let value =
                result.as_ref().ok().and_then(|result| result.pointer(place.as_str()?)?.as_str());
            variables.insert(name.to_owned(), value.unwrap_or_default().to_owned());
        }
        if let Some(difference) = difference(case, &result) {
            wrong.push(format!("{resource}: {difference}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let jobs = jobs_are_waited_for(&services, &variables);
    tokio::time::timeout(Duration::from_secs(60), jobs).await.unwrap();
    let clusters = clusters_are_waited_for(&services);
    tokio::time::timeout(Duration::from_secs(60), clusters).await.unwrap();
    roles_are_assumed(&services).await;
    connections_are_read(&services).await;
}

async fn jobs_are_waited_for(services: &Services, variables: &BTreeMap<String, String>) {
    let sync = |resource: &str| format!("arn:aws:states:::{resource}");
    let request = json!({ "QueryString": "SELECT 2", "WorkGroup": "w" });
    let result =
        services.call(&sync("athena:startQueryExecution.sync"), "k1", &request).await.unwrap();
    assert_eq!(
        result.pointer("/QueryExecution/Status/State"),
        Some(&json!("SUCCEEDED")),
        "{result}"
    );
    // moto's executions end only if they are stopped.
    let machine = &variables["StateMachineArn"];
    let request =
        json!({ "StateMachineArn": machine.as_str(), "Name": "e-2", "Input": { "x": 2 } });
    let resource = sync("states:startExecution.sync:2");
    let arn = format!("{}:e-2", machine.replace(":stateMachine:", ":execution:"));
    let stop = async {
        tokio::time::sleep(Duration::from_millis(200)).await;
        let request = json!({ "ExecutionArn": arn.as_str() });
        services.call(&sync("aws-sdk:sfn:stopExecution"), "k", &request).await
    };
    let (result, stopped) = tokio::join!(services.call(&resource, "k2", &request), stop);
    stopped.unwrap();
    let error = result.err().unwrap();
    assert_eq!(error.error(), "States.TaskFailed", "{error}");
    let description = Value::from_json_str(error.cause().unwrap()).unwrap();
    assert_eq!(description.pointer("/Status"), Some(&json!("ABORTED")));
    assert_eq!(description.pointer("/Input/x"), Some(&json!(2)), "{description}");
    let request = json!({ "JobName": "etl" });
    let result = services.call(&sync("glue:startJobRun.sync"), "k3", &request).await.unwrap();
    assert_eq!(result.pointer("/JobRunState"), Some(&json!("SUCCEEDED")), "{result}");
}

/// Clusters that are waited for. moto's clusters of EMR wait at once, those of EKS are gone at once.
async fn clusters_are_waited_for(services: &Services) {
    let call = async |action: &str, request: Value| {
        let resource = format!("arn:aws:states:::{action}");
        services.call(&resource, "k", &request).await.unwrap()
    };
    let request = json!({
        "Name": "c", "JobFlowRole": "a", "ServiceRole": "b", "ReleaseLabel": "emr-5.26.0",
        "Instances": { "KeepJobFlowAliveWhenNoSteps": true, "MasterInstanceType": "m5.xlarge", "InstanceCount": 1 },
    });
    let cluster = call("elasticmapreduce:createCluster.sync", request).await;
    let id = &cluster["ClusterId"];
    assert_eq!(cluster.pointer("/Cluster/Id"), Some(id), "{cluster}");
    let step =
        json!({ "Name": "s", "HadoopJarStep": { "Jar": "command-runner.jar", "Args": ["x"] } });
    let added = call("elasticmapreduce:addStep", json!({ "ClusterId": id, "Step": step })).await;
    assert!(added["StepId"].as_str().is_some_and(|id| id.starts_with("s-")), "{added}");
    let request = json!({ "ClusterId": id, "TerminationProtected": false });
    call("elasticmapreduce:setClusterTerminationProtection", request).await;
    let end = call("elasticmapreduce:terminateCluster.sync", json!({ "ClusterId": id })).await;
    assert_eq!(end.pointer("/Cluster/Status/State"), Some(&json!("TERMINATED")), "{end}");
    let request = json!({
        "Name": "k", "RoleArn": "arn:aws:iam::123456789012:role/eks",
        "ResourcesVpcConfig": { "SubnetIds": ["subnet-1"] },
    });
    let created = call("eks:createCluster.sync", request).await;
    assert_eq!(created.pointer("/Cluster/Status"), Some(&json!("ACTIVE")), "{created}");
    call("eks:deleteCluster.sync", json!({ "Name": "k" })).await;
}

/// A role is another account at moto, which has other queues.
async fn roles_are_assumed(services: &Services) {
    let role = services.assuming("arn:aws:iam::210987654321:role/other");
    let resource = "arn:aws:states:::aws-sdk:sqs:createQueue";
    let request = json!({ "QueueName": "of-the-role" });
    let created = role.call(resource, "k", &request).await.unwrap();
    let url = created["QueueUrl"].as_str().unwrap();
    assert!(url.contains("/210987654321/"), "{url}");
    let resource = "arn:aws:states:::aws-sdk:sts:getCallerIdentity";
    let caller = role.call(resource, "k", &json!({})).await.unwrap();
    let arn = caller["Arn"].as_str().unwrap();
    assert_eq!(arn, "arn:aws:sts::210987654321:assumed-role/other/asl-aws");
}

/// The secret of a connection has what it adds to requests.
async fn connections_are_read(services: &Services) {
    let resource = "arn:aws:states:::aws-sdk:eventbridge:createConnection";
    let request = json!({
        "Name": "weather", "AuthorizationType": "API_KEY",
        "AuthParameters": { "ApiKeyAuthParameters": { "ApiKeyName": "X-Key", "ApiKeyValue": "v" } },
    });
    let created = services.call(resource, "k", &request).await.unwrap();
    let arn = created["ConnectionArn"].as_str().unwrap();
    let found = services.credentials(arn).await.unwrap();
    assert_eq!(found.headers, [("X-Key".to_owned(), "v".to_owned())]);
}

/// `wire.json` is what botocore sends, in the environment of moto.
#[test]
fn recorded_requests_are_those_of_botocore() {
    if moto().is_none() {
        return;
    }
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
    let python = asl_servers::packages::target().join("tools/moto/bin/python");
    if !python.exists() {
        eprintln!("skipped: moto was not installed by `cargo xtask test`");
        return;
    }
    let cases = std::fs::File::open(format!("{folder}/cases.json")).unwrap();
    let mut command = Command::new(python);
    command.arg(format!("{folder}/wire.py")).stdin(cases).stderr(Stdio::inherit());
    let output = command.output().unwrap();
    assert!(output.status.success());
    let written = String::from_utf8(output.stdout).unwrap();
    if std::env::var_os("ASL_BLESS").is_some() {
        std::fs::write(format!("{folder}/wire.json"), &written).unwrap();
        return;
    }
    assert_eq!(written.parse::<Value>().unwrap(), WIRE.parse::<Value>().unwrap());
}
