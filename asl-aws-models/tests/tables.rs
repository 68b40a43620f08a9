//! The tables of all services.
use std::time::Instant;

use asl_aws_models::{Protocol, Shape, integrations, service, service_names};

#[test]
fn every_service_is_decoded() {
    let names: Vec<_> = service_names().collect();
    assert!(names.len() > 400 && names.is_sorted(), "{}", names.len());
    for name in names {
        let service = service(name).unwrap_or_else(|| panic!("`{name}` is not decoded"));
        assert_eq!(service.name(), name);
        assert!(service.operations().count() > 0, "{name}");
        for operation in service.operations() {
            assert!(!operation.name.is_empty(), "{name}");
            let found = service.operation(&operation.action()).unwrap();
            assert_eq!(found.name, operation.name);
            for id in operation.input.into_iter().chain(operation.output) {
                assert!(matches!(service.shape(id), Some(Shape::Structure(_))), "{}", found.name);
            }
            assert!(operation.errors.iter().all(|id| service.error(*id).is_some()));
        }
    }
}

#[test]
fn every_integration_has_its_operation() {
    assert!(integrations().is_sorted_by_key(|found| (found.service, found.action)));
    for found in integrations() {
        assert!(found.target.is_some() || found.own.is_some(), "{found:?}");
        if let Some((name, action)) = found.target {
            assert!(service(name).unwrap().operation(action).is_some(), "{found:?}");
        }
    }
}

#[test]
fn services_have_the_facts_of_their_models() {
    let dynamodb = service("dynamodb").unwrap();
    assert_eq!(dynamodb.error_prefix(), "DynamoDb");
    assert_eq!(dynamodb.protocol(), Protocol::Json10);
    assert_eq!(dynamodb.target_prefix(), Some("DynamoDB_20120810"));
    assert_eq!(service("iam").unwrap().global_endpoint(), Some("iam.amazonaws.com"));
    assert_eq!(service("ec2").unwrap().protocol(), Protocol::Ec2);
    assert_eq!(service("s3").unwrap().protocol(), Protocol::RestXml);
    let sqs = service("sqs").unwrap();
    assert!(sqs.is_query_compatible());
    let error = sqs.errors().find(|error| error.name == "QueueDoesNotExist").unwrap();
    assert_eq!(error.exception, "QueueDoesNotExistException");
    let iam = service("iam").unwrap();
    let error = iam.errors().find(|error| error.name == "NoSuchEntityException").unwrap();
    assert_eq!((error.code, error.status), ("NoSuchEntity", Some(404)));
    let unknown = service("logs").map(|found| found.name());
    assert_eq!(unknown, None);
    assert_eq!(asl_aws_models::sdk_name_of("logs"), Some("cloudwatchlogs"));
    assert_eq!(asl_aws_models::sdk_name_of("stepfunctions"), Some("sfn"));
}

#[test]
fn the_largest_service_is_decoded_quickly() {
    let start = Instant::now();
    let count = service("ec2").unwrap().operations().count();
    // Without optimization, on a busy machine.
    assert!(start.elapsed().as_millis() < 500, "{:?}", start.elapsed());
    assert!(count > 700);
}
