//! Machines that mostly shape data and wait for jobs.

use std::sync::Arc;

use asl_runtime::{TaskContext, TaskError, Value, json};
use tokio::time::Instant;

use super::{
    Answer, Cloud, aurora, catalog_table, evaluations, idempotent, idempotent_cdk, isolation,
    quorum, stack_sets,
};

impl quorum::Tasks for Cloud {
    async fn put_item_ddb_table(&self, _: &TaskContext, _: Value) -> Answer {
        Ok(json!({}))
    }

    async fn lambda_function_name(&self, _: &TaskContext, input: Value) -> Answer {
        Ok(input)
    }

    async fn update_item_ddb_table(&self, _: &TaskContext, request: Value) -> Answer {
        self.note(request["ExpressionAttributeValues"][":proc"]["L"][0].clone())
    }

    async fn get_item_ddb_table(&self, _: &TaskContext, _: Value) -> Answer {
        let done = self.requests.lock().map_err(|error| error.to_string())?.clone();
        Ok(json!({"Item": {"successful_processes": {"L": done}}}))
    }
}

#[tokio::test(start_paused = true)]
async fn a_quorum_ends_the_wait() {
    let cloud = Arc::new(Cloud::default());
    let output = quorum::machine(cloud).run(json!({"quorum": 2})).await.expect("it ends");
    let done = output["Item"]["successful_processes"]["L"].as_array().expect("a list").len();
    assert!(done >= 2, "{output}");
}

impl evaluations::Tasks for Cloud {
    async fn create_knowledge_base(&self, _: &TaskContext, _: Value) -> Answer {
        Ok(json!({"KnowledgeBase": {"KnowledgeBaseId": "kb-1"}}))
    }

    async fn create_data_source(&self, _: &TaskContext, _: Value) -> Answer {
        Ok(json!({"DataSource": {"DataSourceId": "ds-1"}}))
    }

    async fn start_ingestion_job(&self, _: &TaskContext, _: Value) -> Answer {
        Ok(json!({"IngestionJob": {"IngestionJobId": "ij-1"}}))
    }

    async fn get_ingestion_job(&self, _: &TaskContext, _: Value) -> Answer {
        Ok(json!({"IngestionJob": {"Status": "COMPLETE"}}))
    }

    async fn create_evaluation_job(&self, _: &TaskContext, request: Value) -> Answer {
        Ok(json!({"JobArn": &request["JobName"]}))
    }

    async fn get_evaluation_job(&self, _: &TaskContext, request: Value) -> Answer {
        let is_named = request["JobIdentifier"].as_str().is_some_and(|n| n.contains("jobkb-1"));
        Ok(json!({"Status": if is_named { "Completed" } else { "Failed" }}))
    }
}

#[tokio::test(start_paused = true)]
async fn two_pipelines_wait_for_their_evaluations() {
    let began = Instant::now();
    let output = evaluations::machine(Cloud::default()).run(()).await;
    assert_eq!(output, Ok(json!([{"Status": "Completed"}, {"Status": "Completed"}])));
    assert_eq!(began.elapsed().as_secs(), 30 + 60 + 600);
}

const FLOW: &str = r#"{
    "FlowName": "sales",
    "DestinationFlowConfigList": [{
        "ConnectorType": "S3",
        "DestinationConnectorProperties": {"S3": {"BucketName": "sales", "S3OutputFormatConfig": {
            "FileType": "CSV", "AggregationConfig": {"AggregationType": "SingleFile"}
        }}}
    }],
    "Tasks": [{"TaskType": "Map", "DestinationField": "id", "TaskProperties": {
        "SOURCE_DATA_TYPE": "int", "DESTINATION_DATA_TYPE": "int"
    }}]
}"#;

impl catalog_table::Tasks for Cloud {
    async fn get_database(&self, _: &TaskContext, _: Value) -> Answer {
        Err(TaskError::named("Glue.EntityNotFoundException"))
    }

    async fn create_database(&self, _: &TaskContext, _: Value) -> Answer {
        Ok(json!({}))
    }

    async fn describe_flow(&self, _: &TaskContext, _: Value) -> Answer {
        Ok(FLOW.parse()?)
    }

    async fn get_table(&self, _: &TaskContext, _: Value) -> Answer {
        Err(TaskError::named("Glue.EntityNotFoundException"))
    }

    async fn create_table(&self, _: &TaskContext, request: Value) -> Answer {
        self.note(request["TableInput"]["StorageDescriptor"]["Columns"].clone())
    }

    async fn update_table(&self, _: &TaskContext, _: Value) -> Answer {
        Ok(json!({}))
    }

    async fn get_partition(&self, _: &TaskContext, _: Value) -> Answer {
        Err(TaskError::named("Glue.EntityNotFoundException"))
    }

    async fn create_partition(&self, _: &TaskContext, request: Value) -> Answer {
        self.note(request["PartitionInput"]["Values"].clone())
    }
}

#[tokio::test]
async fn a_table_is_made_of_the_fields_of_a_flow() {
    let cloud = Arc::new(Cloud::default());
    let input = json!({"detail": {
        "flow-name": "sales", "execution-id": "e-1", "status": "Execution Successful",
        "num-of-records-processed": "5", "destination-object": "s3://sales"
    }});
    catalog_table::machine(Arc::clone(&cloud)).run(input).await.expect("it ends");
    let requests = cloud.requests.lock().expect("no panic").clone();
    assert_eq!(requests, [json!([{"Name": "id", "Type": "int"}]), json!(["sales"])]);
}

const INSTANCES: &str = r#"{"Reservations": [{"Instances": [{
    "InstanceType": "t3.micro", "ImageId": "ami-1", "NetworkInterfaces": [{"SubnetId": "s-1"}],
    "BlockDeviceMappings": [{"Ebs": {"VolumeId": "v-1"}}],
    "Placement": {"AvailabilityZone": "eu-west-1a"}, "SecurityGroups": [{"GroupId": "g-1"}]
}]}]}"#;

impl isolation::Tasks for Cloud {
    async fn describe_instances(&self, _: &TaskContext, _: Value) -> Answer {
        Ok(INSTANCES.parse()?)
    }

    async fn modify_instance_attribute(&self, _: &TaskContext, _: Value) -> Answer {
        Ok(json!({}))
    }

    async fn describe_auto_scaling_instances(&self, _: &TaskContext, _: Value) -> Answer {
        Ok(json!({"AutoScalingInstances": [{"AutoScalingGroupName": "web"}]}))
    }

    async fn detach_instances(&self, _: &TaskContext, request: Value) -> Answer {
        self.note(request["AutoScalingGroupName"].clone())
    }

    async fn run_instances(&self, _: &TaskContext, _: Value) -> Answer {
        Ok(json!({"Instances": [{"InstanceId": "i-2"}]}))
    }

    async fn create_snapshot(&self, _: &TaskContext, _: Value) -> Answer {
        Ok(json!({"SnapshotId": "snap-1"}))
    }

    async fn describe_snapshots(&self, _: &TaskContext, _: Value) -> Answer {
        let state = if self.is_done() { "completed" } else { "pending" };
        Ok(json!({"Snapshots": [{"State": state}]}))
    }

    async fn create_volume(&self, _: &TaskContext, _: Value) -> Answer {
        Ok(json!({"VolumeId": "v-2"}))
    }

    async fn describe_volumes(&self, _: &TaskContext, _: Value) -> Answer {
        Ok(json!({"Volumes": [{"State": "available"}]}))
    }

    async fn attach_volume(&self, _: &TaskContext, request: Value) -> Answer {
        self.note(json!([&request["InstanceId"], &request["VolumeId"]]))
    }

    async fn authorize_security_group_ingress(&self, _: &TaskContext, _: Value) -> Answer {
        Ok(json!({}))
    }

    async fn create_tags(&self, _: &TaskContext, request: Value) -> Answer {
        Ok(request["Resources"].clone())
    }
}

#[tokio::test(start_paused = true)]
async fn an_instance_is_isolated() {
    let (cloud, began) = (Arc::new(Cloud::default()), Instant::now());
    let machine = isolation::machine(Arc::clone(&cloud));
    let output = machine.run(json!({"IsolatedInstanceId": "i-1"})).await;
    assert_eq!(output, Ok(json!(["i-1"])));
    let requests = cloud.requests.lock().expect("no panic").clone();
    assert_eq!(requests, [json!("web"), json!(["i-2", "v-2"])]);
    assert_eq!(began.elapsed().as_secs(), 15, "one wait for the snapshot");
}

const DATABASES: &str = r#"{"DbInstances": [{
    "EngineVersion": "15", "Engine": "postgres", "DbInstanceClass": "db.t3.micro",
    "DbInstanceStatus": "available", "DbInstanceIdentifier": "i-1", "DbClusterIdentifier": "c-1"
}]}"#;

fn snapshot(request: &Value, status: &str) -> Value {
    let id = &request["DbSnapshotIdentifier"];
    json!({"Status": status, "DbSnapshotArn": "arn", "DbSnapshotIdentifier": id})
}

impl aurora::Tasks for Cloud {
    async fn describe_db_instances(&self, _: &TaskContext, _: Value) -> Answer {
        Ok(DATABASES.parse()?)
    }

    async fn create_db_snapshot(&self, _: &TaskContext, request: Value) -> Answer {
        Ok(json!({"DbSnapshot": snapshot(&request, "creating")}))
    }

    async fn describe_db_snapshots(&self, _: &TaskContext, request: Value) -> Answer {
        let status = if self.is_done() { "available" } else { "creating" };
        Ok(json!({"DbSnapshots": [snapshot(&request, status)]}))
    }

    async fn restore_db_cluster_from_snapshot(&self, _: &TaskContext, request: Value) -> Answer {
        Ok(json!({"DbCluster": {"DbClusterIdentifier": &request["DbClusterIdentifier"]}}))
    }

    async fn describe_db_clusters(&self, _: &TaskContext, request: Value) -> Answer {
        let id = &request["DbClusterIdentifier"];
        Ok(json!({"DbClusters": [{"Status": "available", "DbClusterIdentifier": id}]}))
    }

    async fn create_db_instance(&self, _: &TaskContext, request: Value) -> Answer {
        let id = &request["DbInstanceIdentifier"];
        Ok(json!({"DbInstance": {"DbInstanceStatus": "creating", "DbInstanceIdentifier": id}}))
    }

    async fn modify_db_cluster(&self, _: &TaskContext, request: Value) -> Answer {
        let id = &request["DbClusterIdentifier"];
        Ok(json!({"DbCluster": {"Status": "upgrading", "DbClusterIdentifier": id}}))
    }
}

#[tokio::test(start_paused = true)]
async fn a_database_moves_and_is_upgraded() {
    let began = Instant::now();
    let input =
        json!({"dbInstanceId": "sales", "dbInstanceClass": "db.t3.micro", "alsoUpgradeTo": "16"});
    let output = aurora::machine(Cloud::default()).run(input).await.expect("it ends");
    assert_eq!(output["AuroraClusterDetails"]["DbClusterStatus"], "upgrading");
    assert_eq!(output["DbSnapshot"]["DbSnapshotIdentifier"], "sales-final-snapshot");
    assert_eq!(began.elapsed().as_secs(), 4 * 30);
}

fn settings() -> Value {
    json!({"idempotencyConfig": {"ttl": "60", "idempotencyKey": "k-1"}})
}

impl idempotent::Tasks for Cloud {
    async fn idempotency_config_function_arn(&self, _: &TaskContext, _: Value) -> Answer {
        Ok(settings())
    }

    async fn ddb_transact_write_items(&self, _: &TaskContext, _: Value) -> Answer {
        self.lock_record()
    }

    async fn ddb_get_item(&self, _: &TaskContext, _: Value) -> Answer {
        self.record()
    }

    async fn ddb_update_item(&self, _: &TaskContext, request: Value) -> Answer {
        self.update_record(&request)
    }

    async fn failure_inject_function_arn(&self, cx: &TaskContext, _: Value) -> Answer {
        Ok(json!({"done_by": cx.execution_name()}))
    }
}

impl idempotent_cdk::Tasks for Cloud {
    async fn settings(&self, _: &TaskContext, _: Value) -> Answer {
        Ok(settings())
    }

    async fn transact_write_items(&self, _: &TaskContext, _: Value) -> Answer {
        self.lock_record()
    }

    async fn get_record(&self, _: &TaskContext, _: Value) -> Answer {
        self.record()
    }

    async fn update_record(&self, _: &TaskContext, request: Value) -> Answer {
        Cloud::update_record(self, &request)
    }

    async fn step(&self, cx: &TaskContext, _: Value) -> Answer {
        Err(TaskError::new("Unlucky", format!("in {}", cx.state())))
    }
}

#[tokio::test]
async fn a_second_execution_has_the_results_of_the_first() {
    let cloud = Arc::new(Cloud::default());
    let machine = idempotent::machine(Arc::clone(&cloud));
    let first = machine.run(json!({})).await.expect("it ends");
    assert_eq!(first["step4"]["result"], "Output of step 4");
    assert_eq!(machine.run(json!({})).await, Ok(first));
}

#[tokio::test]
async fn a_failed_execution_is_recorded() {
    let cloud = Arc::new(Cloud::default());
    let failed = idempotent_cdk::machine(Arc::clone(&cloud)).run(json!({})).await;
    assert_eq!(failed.expect_err("it fails").error(), Some("ChildWorkflowException"));
    let record = cloud.record.lock().expect("no panic").clone().expect("a record");
    assert_eq!(record["executionstatus"]["S"], "FAILED");
    let text = record["executionresult"]["S"].as_str().expect("a text").to_owned();
    assert!(text.contains("Unlucky"), "{text}");
}

impl stack_sets::Tasks for Cloud {
    async fn list_roots(&self, _: &TaskContext, _: Value) -> Answer {
        Ok(json!({"Roots": [{"Id": "r-1"}]}))
    }

    async fn create_stack_set_sfn_cfn_stackset(&self, _: &TaskContext, _: Value) -> Answer {
        Ok(json!({"StackSetId": "s-1"}))
    }

    async fn create_stack_instances_sfn_cfn_stackset(&self, _: &TaskContext, _: Value) -> Answer {
        Ok(json!({"OperationId": "o-1"}))
    }

    async fn stack_set_operation(&self, _: &TaskContext, request: Value) -> Answer {
        let status = if self.is_done() { "SUCCEEDED" } else { "RUNNING" };
        Ok(json!({"StackSetOperation": {"Status": status, "OperationId": &request["OperationId"]}}))
    }

    async fn delete_stack_instances_sfn_cfn_stackset(&self, _: &TaskContext, _: Value) -> Answer {
        Ok(json!({"OperationId": "o-2"}))
    }

    async fn delete_stack_set_sfn_cfn_stackset(&self, _: &TaskContext, request: Value) -> Answer {
        Ok(request)
    }
}

#[tokio::test(start_paused = true)]
async fn stacks_are_created_and_deleted() {
    let (cloud, began) = (Arc::new(Cloud::default()), Instant::now());
    let machine = stack_sets::machine(cloud);
    let input = json!({"operation": "create", "managementAccountId": "1", "templateURL": "u"});
    let output = machine.run(input).await;
    assert_eq!(output, Ok(json!({"Status": "SUCCEEDED", "OperationId": "o-1"})));
    assert_eq!(began.elapsed().as_secs(), 10);
    machine.run(json!({"operation": "delete"})).await.expect("it ends");
    let refused = machine.run(json!({"operation": "move"})).await.expect_err("it fails");
    assert_eq!(refused.error(), Some(stack_sets::errors::INVALID_INPUT));
}
