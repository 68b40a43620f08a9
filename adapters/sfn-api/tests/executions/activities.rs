//! Operations of activities.

use serde_json::{Value, json};

use crate::shop::Served;

const PACK: &str = "arn:aws:states:us-east-1:123456789012:activity:Pack";

#[tokio::test]
async fn a_worker_takes_the_work_of_an_activity() {
    let served = Served::new().await;
    let poll = json!({"activityArn": PACK, "workerName": "worker-1"});
    let fault = served.fault("GetActivityTask", poll.clone()).await;
    assert_eq!(fault.kind(), "ActivityDoesNotExist");
    assert_eq!(fault.message(), format!("Activity Does Not Exist: '{PACK}'"));
    let created = served.call("CreateActivity", json!({"name": "Pack"})).await;
    assert_eq!(created["activityArn"], PACK);
    assert_eq!(served.call("CreateActivity", json!({"name": "Pack"})).await, created);
    let worker = tokio::spawn({
        let (api, poll) = (served.api.clone(), poll.clone());
        async move { api.call("GetActivityTask", poll).await.unwrap() }
    });
    let arn = served.start("a", &json!({})).await;
    let token = served.shop.token().await;
    served.call("SendTaskSuccess", json!({"taskToken": token, "output": "{\"n\": 1}"})).await;
    let work = worker.await.unwrap();
    assert_eq!(work["input"], "{\"n\":1}");
    let failed = json!({"taskToken": work["taskToken"], "error": "Torn", "cause": "the box"});
    served.call("SendTaskFailure", failed).await;
    let end = served.end(&arn).await;
    assert_eq!((&end["error"], &end["cause"]), (&json!("Torn"), &json!("the box")));
    let request = json!({"executionArn": arn, "maxResults": 1000});
    let history = served.call("GetExecutionHistory", request).await;
    let mut events = history["events"].as_array().unwrap().iter();
    let started = events.find(|event| event["type"] == "ActivityStarted").unwrap();
    assert_eq!(started["activityStartedEventDetails"]["workerName"], "worker-1");
    served.close().await;
}

#[tokio::test]
async fn activities_are_listed_in_pages_and_deleted() {
    let served = Served::new().await;
    for name in ["c", "a", "b"] {
        served.call("CreateActivity", json!({"name": name})).await;
    }
    let first = served.call("ListActivities", json!({"maxResults": 2})).await;
    let names = |page: &Value| -> Vec<String> {
        let activities = page["activities"].as_array().unwrap().iter();
        activities.map(|activity| activity["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(&first), ["a", "b"]);
    let request = json!({"maxResults": 2, "nextToken": first["nextToken"]});
    let second = served.call("ListActivities", request).await;
    assert_eq!(names(&second), ["c"]);
    assert!(second.get("nextToken").is_none());
    let named = json!({"activityArn": PACK.replace("Pack", "b")});
    assert_eq!(served.call("DescribeActivity", named.clone()).await["name"], "b");
    // Deleting again succeeds, as at AWS.
    for _ in 0..2 {
        assert_eq!(served.call("DeleteActivity", named.clone()).await, json!({}));
    }
    assert_eq!(served.fault("DescribeActivity", named).await.kind(), "ActivityDoesNotExist");
    assert_eq!(names(&served.call("ListActivities", json!({})).await), ["a", "c"]);
    let fault = served.fault("CreateActivity", json!({"name": "a b"})).await;
    assert_eq!(fault.kind(), "InvalidName");
    served.close().await;
}

#[tokio::test]
async fn a_poll_without_work_ends_after_a_minute_with_a_null_token() {
    let served = Served::new().await;
    served.call("CreateActivity", json!({"name": "Pack"})).await;
    tokio::time::pause();
    let begin = tokio::time::Instant::now();
    let work = served.call("GetActivityTask", json!({"activityArn": PACK})).await;
    assert_eq!(work, json!({"taskToken": null}));
    assert_eq!(begin.elapsed().as_secs(), 60);
    tokio::time::resume();
    served.close().await;
}
