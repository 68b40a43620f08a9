//! Calls of services: Step Functions' own integrations ("optimized"), from its developer guide, and
//! the parts of a `Resource`.

mod own_requests;
mod resource;

pub use resource::{Resource, resource};

use own_requests::{
    ADD_STEP, API_GATEWAY, CANCEL_STEP, CREATE_CLUSTER, EKS_CALL, EKS_RUN_JOB, FLEET_BY_NAME,
    GROUP_BY_NAME, HTTP, INVOKE_MODEL, TERMINATE_CLUSTER, TERMINATION_PROTECTION,
};

/// A way in which a state waits for a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// For the answer.
    RequestResponse,
    /// For the end of the job (`.sync`).
    Sync,
    /// For the end of the job, whose documents are data (`.sync:2`).
    Sync2,
    /// For a report with the task's token (`.waitForTaskToken`).
    WaitForTaskToken,
}

/// An integration of Step Functions' own.
#[derive(Debug, PartialEq, Eq)]
pub struct Integration {
    /// The service in the `Resource`: `dynamodb`.
    pub service: &'static str,
    /// The action: `putItem`.
    pub action: &'static str,
    /// The patterns that it has.
    pub patterns: &'static [Pattern],
    /// The service and the action of the SDK that take the same request. `None` if none does.
    pub target: Option<(&'static str, &'static str)>,
    /// The request of an action that no service has, or the members beside those of the service.
    pub own: Option<&'static OwnRequest>,
    /// The text before the dot in the names of errors: `DynamoDB`.
    pub error_prefix: &'static str,
}

/// A request that is Step Functions' own.
#[derive(Debug, PartialEq, Eq)]
pub struct OwnRequest {
    /// The members that must be given.
    pub required: &'static [&'static str],
    /// The others.
    pub optional: &'static [&'static str],
}

impl Pattern {
    /// The end of a `Resource`: `.sync`.
    pub fn suffix(self) -> &'static str {
        match self {
            Self::RequestResponse => "",
            Self::Sync => ".sync",
            Self::Sync2 => ".sync:2",
            Self::WaitForTaskToken => ".waitForTaskToken",
        }
    }
}

const ONCE: &[Pattern] = &[Pattern::RequestResponse];
const JOB: &[Pattern] = &[Pattern::RequestResponse, Pattern::Sync];
const CALLBACK: &[Pattern] = &[Pattern::RequestResponse, Pattern::WaitForTaskToken];
const JOB_OR_CALLBACK: &[Pattern] =
    &[Pattern::RequestResponse, Pattern::Sync, Pattern::WaitForTaskToken];
const EVERY: &[Pattern] =
    &[Pattern::RequestResponse, Pattern::Sync, Pattern::Sync2, Pattern::WaitForTaskToken];

/// A row whose request is that of the same action of a service.
const fn row(
    name: (&'static str, &'static str),
    patterns: &'static [Pattern],
    target: &'static str,
    error_prefix: &'static str,
) -> Integration {
    let (service, action) = name;
    let target = Some((target, action));
    Integration { service, action, patterns, target, own: None, error_prefix }
}

/// A row with a request of its own.
const fn own(
    name: (&'static str, &'static str),
    patterns: &'static [Pattern],
    request: &'static OwnRequest,
    error_prefix: &'static str,
) -> Integration {
    let (service, action) = name;
    Integration { service, action, patterns, target: None, own: Some(request), error_prefix }
}

static INTEGRATIONS: &[Integration] = &[
    own(("apigateway", "invoke"), CALLBACK, &API_GATEWAY, "ApiGateway"),
    row(("athena", "getQueryExecution"), ONCE, "athena", "Athena"),
    row(("athena", "getQueryResults"), ONCE, "athena", "Athena"),
    row(("athena", "startQueryExecution"), JOB, "athena", "Athena"),
    row(("athena", "stopQueryExecution"), ONCE, "athena", "Athena"),
    row(("batch", "submitJob"), JOB, "batch", "Batch"),
    row(("bedrock", "createModelCustomizationJob"), JOB_OR_CALLBACK, "bedrock", "Bedrock"),
    Integration {
        own: Some(&INVOKE_MODEL),
        ..row(("bedrock", "invokeModel"), CALLBACK, "bedrockruntime", "Bedrock")
    },
    row(("codebuild", "batchDeleteBuilds"), ONCE, "codebuild", "CodeBuild"),
    row(("codebuild", "batchGetReports"), ONCE, "codebuild", "CodeBuild"),
    row(("codebuild", "deleteBuildBatch"), ONCE, "codebuild", "CodeBuild"),
    row(("codebuild", "retryBuildBatch"), JOB, "codebuild", "CodeBuild"),
    row(("codebuild", "startBuild"), JOB, "codebuild", "CodeBuild"),
    row(("codebuild", "startBuildBatch"), JOB, "codebuild", "CodeBuild"),
    row(("codebuild", "stopBuild"), ONCE, "codebuild", "CodeBuild"),
    row(("codebuild", "stopBuildBatch"), ONCE, "codebuild", "CodeBuild"),
    row(("databrew", "startJobRun"), JOB, "databrew", "DataBrew"),
    row(("dynamodb", "deleteItem"), ONCE, "dynamodb", "DynamoDB"),
    row(("dynamodb", "getItem"), ONCE, "dynamodb", "DynamoDB"),
    row(("dynamodb", "putItem"), ONCE, "dynamodb", "DynamoDB"),
    row(("dynamodb", "updateItem"), ONCE, "dynamodb", "DynamoDB"),
    row(("ecs", "runTask"), JOB_OR_CALLBACK, "ecs", "ECS"),
    own(("eks", "call"), ONCE, &EKS_CALL, "EKS"),
    row(("eks", "createCluster"), JOB, "eks", "EKS"),
    row(("eks", "createFargateProfile"), JOB, "eks", "EKS"),
    row(("eks", "createNodegroup"), JOB, "eks", "EKS"),
    row(("eks", "deleteCluster"), JOB, "eks", "EKS"),
    row(("eks", "deleteFargateProfile"), JOB, "eks", "EKS"),
    row(("eks", "deleteNodegroup"), JOB, "eks", "EKS"),
    own(("eks", "runJob"), JOB_OR_CALLBACK, &EKS_RUN_JOB, "EKS"),
    own(("elasticmapreduce", "addStep"), JOB, &ADD_STEP, "ElasticMapReduce"),
    own(("elasticmapreduce", "cancelStep"), ONCE, &CANCEL_STEP, "ElasticMapReduce"),
    own(("elasticmapreduce", "createCluster"), JOB, &CREATE_CLUSTER, "ElasticMapReduce"),
    own(
        ("elasticmapreduce", "modifyInstanceFleetByName"),
        ONCE,
        &FLEET_BY_NAME,
        "ElasticMapReduce",
    ),
    own(
        ("elasticmapreduce", "modifyInstanceGroupByName"),
        ONCE,
        &GROUP_BY_NAME,
        "ElasticMapReduce",
    ),
    own(
        ("elasticmapreduce", "setClusterTerminationProtection"),
        ONCE,
        &TERMINATION_PROTECTION,
        "ElasticMapReduce",
    ),
    own(("elasticmapreduce", "terminateCluster"), JOB, &TERMINATE_CLUSTER, "ElasticMapReduce"),
    row(("emr-containers", "createVirtualCluster"), ONCE, "emrcontainers", "EMRContainers"),
    row(("emr-containers", "deleteVirtualCluster"), JOB, "emrcontainers", "EMRContainers"),
    row(("emr-containers", "startJobRun"), JOB, "emrcontainers", "EMRContainers"),
    row(("emr-serverless", "cancelJobRun"), JOB, "emrserverless", "EMRServerless"),
    row(("emr-serverless", "createApplication"), JOB, "emrserverless", "EMRServerless"),
    row(("emr-serverless", "deleteApplication"), JOB, "emrserverless", "EMRServerless"),
    row(("emr-serverless", "startApplication"), JOB, "emrserverless", "EMRServerless"),
    row(("emr-serverless", "startJobRun"), JOB, "emrserverless", "EMRServerless"),
    row(("emr-serverless", "stopApplication"), JOB, "emrserverless", "EMRServerless"),
    row(("events", "putEvents"), CALLBACK, "eventbridge", "EventBridge"),
    row(("glue", "startJobRun"), JOB, "glue", "Glue"),
    own(("http", "invoke"), ONCE, &HTTP, "States.Http"),
    row(("lambda", "invoke"), CALLBACK, "lambda", "Lambda"),
    row(("mediaconvert", "createJob"), JOB, "mediaconvert", "MediaConvert"),
    row(("sagemaker", "createEndpoint"), ONCE, "sagemaker", "SageMaker"),
    row(("sagemaker", "createEndpointConfig"), ONCE, "sagemaker", "SageMaker"),
    row(("sagemaker", "createHyperParameterTuningJob"), JOB, "sagemaker", "SageMaker"),
    row(("sagemaker", "createLabelingJob"), JOB, "sagemaker", "SageMaker"),
    row(("sagemaker", "createModel"), ONCE, "sagemaker", "SageMaker"),
    row(("sagemaker", "createProcessingJob"), JOB, "sagemaker", "SageMaker"),
    row(("sagemaker", "createTrainingJob"), JOB, "sagemaker", "SageMaker"),
    row(("sagemaker", "createTransformJob"), JOB, "sagemaker", "SageMaker"),
    row(("sagemaker", "updateEndpoint"), ONCE, "sagemaker", "SageMaker"),
    row(("sns", "publish"), CALLBACK, "sns", "SNS"),
    row(("sqs", "sendMessage"), CALLBACK, "sqs", "SQS"),
    row(("states", "startExecution"), EVERY, "sfn", "StepFunctions"),
];

/// All integrations of Step Functions' own, in the order of services and actions.
pub fn integrations() -> &'static [Integration] {
    INTEGRATIONS
}

/// The actions of a service that Step Functions has integrations of its own for.
pub fn actions(service: &str) -> impl Iterator<Item = &'static str> {
    let own = INTEGRATIONS.iter().filter(move |found| found.service == service);
    own.map(|found| found.action)
}

/// Services for which Step Functions may have more integrations than these.
const GROWING: [&str; 8] = [
    "athena",
    "bedrock",
    "codebuild",
    "eks",
    "elasticmapreduce",
    "emr-containers",
    "emr-serverless",
    "sagemaker",
];

/// True if these are all integrations that Step Functions has for a service.
pub fn is_complete(service: &str) -> bool {
    !GROWING.contains(&service) && actions(service).next().is_some()
}

/// True if some action of a service has a pattern.
pub fn has_pattern(service: &str, pattern: &str) -> bool {
    let mut own = INTEGRATIONS.iter().filter(|found| found.service == service);
    own.any(|found| found.patterns.iter().any(|known| known.suffix() == pattern))
}

/// The integration of a service and an action, such as `dynamodb` and `putItem`.
pub fn integration(service: &str, action: &str) -> Option<&'static Integration> {
    INTEGRATIONS.iter().find(|found| (found.service, found.action) == (service, action))
}
