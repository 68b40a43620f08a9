//! AWS services whose requests the command line can make.

/// A service whose requests have the same members on the wire as in states: its name in Resources,
/// the prefix of its targets, the version of the protocol, and its name in signatures.
pub(crate) struct Service(
    pub(crate) &'static str,
    pub(crate) &'static str,
    pub(crate) &'static str,
    pub(crate) &'static str,
);

impl Service {
    /// The service with a name.
    pub(crate) fn named(name: &str) -> Option<&'static Self> {
        SERVICES.iter().find(|service| service.0 == name)
    }
}

static SERVICES: [Service; 16] = [
    Service("athena", "AmazonAthena", "1.1", "athena"),
    Service("comprehend", "Comprehend_20171127", "1.1", "comprehend"),
    Service("dynamodb", "DynamoDB_20120810", "1.0", "dynamodb"),
    Service("eventbridge", "AWSEvents", "1.1", "events"),
    Service("events", "AWSEvents", "1.1", "events"),
    Service("firehose", "Firehose_20150804", "1.1", "firehose"),
    Service("glue", "AWSGlue", "1.1", "glue"),
    Service("kinesis", "Kinesis_20131202", "1.1", "kinesis"),
    Service("kms", "TrentService", "1.1", "kms"),
    Service("rekognition", "RekognitionService", "1.1", "rekognition"),
    Service("sagemaker", "SageMaker", "1.1", "sagemaker"),
    Service("secretsmanager", "secretsmanager", "1.1", "secretsmanager"),
    Service("sqs", "AmazonSQS", "1.0", "sqs"),
    Service("ssm", "AmazonSSM", "1.1", "ssm"),
    Service("textract", "Textract", "1.1", "textract"),
    Service("transcribe", "Transcribe", "1.1", "transcribe"),
];

/// Checks that the protocol of a service is known here.
pub(crate) fn check(name: &str) -> Result<(), String> {
    if Service::named(name).is_some() {
        return Ok(());
    }
    let names: Vec<&str> = SERVICES.iter().map(|service| service.0).collect();
    Err(format!(
        "requests of `{name}` cannot be made; use `--task` or `--http` for its tasks. The services \
         are {}",
        names.join(", ")
    ))
}
