//! Machines that wait for reports, with items from a storage.

use std::sync::Arc;

use asl_runtime::services::Services;
use asl_runtime::storage::{Memory, ObjectName};
use asl_runtime::{RunOptions, TaskContext, Value, json};

use super::{Answer, Cloud, ship_order, videos};

/// Reports on a task as soon as it waits.
fn report(cx: &TaskContext, output: Value) -> Answer {
    let services = cx.services().ok_or("the run has no services")?.clone();
    let token = cx.token();
    tokio::spawn(async move { services.success(&token, output).await });
    Ok(json!({}))
}

impl videos::Tasks for Cloud {
    async fn start_content_moderation(&self, _: &TaskContext, _: Value) -> Answer {
        Ok(json!({"JobId": "moderation"}))
    }

    async fn start_segment_detection(&self, _: &TaskContext, _: Value) -> Answer {
        Ok(json!({"JobId": "segments"}))
    }

    async fn start_label_detection(&self, _: &TaskContext, _: Value) -> Answer {
        Ok(json!({"JobId": "labels"}))
    }

    async fn track_job(&self, cx: &TaskContext, _: Value) -> Answer {
        report(cx, json!({"status": "SUCCEEDED"}))
    }

    async fn get_content_moderation(&self, _: &TaskContext, _: Value) -> Answer {
        Ok(json!({"JobStatus": "SUCCEEDED", "ModerationLabels": ["smoke"]}))
    }

    async fn get_segment_detection(&self, _: &TaskContext, _: Value) -> Answer {
        Ok(json!({"JobStatus": "SUCCEEDED"}))
    }

    async fn get_label_detection(&self, _: &TaskContext, _: Value) -> Answer {
        Ok(json!({"JobStatus": "SUCCEEDED"}))
    }

    async fn update_job(&self, _: &TaskContext, _: Value) -> Answer {
        Ok(json!({}))
    }

    async fn write_results(&self, _: &TaskContext, payload: Value) -> Answer {
        self.note(json!([&payload["prefix"], &payload["Key"]]))
    }

    async fn start_crawler_video_content_data_crawler(&self, _: &TaskContext, _: Value) -> Answer {
        Ok(json!({}))
    }

    async fn move_files(&self, _: &TaskContext, payload: Value) -> Answer {
        Ok(json!((payload["Items"].as_array().map_or(0, asl_runtime::value::Array::len))))
    }
}

#[tokio::test]
async fn videos_are_moderated_and_catalogued() {
    let (cloud, storage) = (Arc::new(Cloud::default()), Memory::new());
    for key in ["a.mp4", "b.mp4"] {
        let bucket = "videos-for-processing-{ACCOUNT-NUMBER}-{REGION}";
        storage.put(ObjectName::new(bucket, key), b"video".as_slice());
    }
    let options = RunOptions::default().services(Services::new()).storage(storage);
    let moved = videos::machine(Arc::clone(&cloud)).run_with((), options).await;
    assert_eq!(moved, Ok(json!([2])));
    let mut written = cloud.requests.lock().expect("no panic").clone();
    written.sort_by_key(Value::to_string);
    let expected = ["content", "labels", "segments"];
    let expected = expected.map(|of| ["a.mp4", "b.mp4"].map(|key| json!([of, key])));
    assert_eq!(written, expected.concat());
}

impl ship_order::Tasks for Cloud {
    async fn lambda_get_customer_status(&self, _: &TaskContext, customer: Value) -> Answer {
        Ok(json!({"status": &customer["status"]}))
    }

    async fn publish_sns_new_order_topic(&self, _: &TaskContext, _: Value) -> Answer {
        Ok(json!({"MessageId": "m-1"}))
    }

    async fn lambda_reserve_product(&self, _: &TaskContext, product: Value) -> Answer {
        let status = if self.is_done() { "reserved" } else { "temporarily-unavailable" };
        Ok(json!({"product_id": &product["product_id"], "reservation_status": status}))
    }

    async fn put_events_event_bus_name(&self, _: &TaskContext, request: Value) -> Answer {
        self.note(request["Entries"][0]["DetailType"].clone())
    }

    async fn send_message_package_and_ship_queue(&self, cx: &TaskContext, _: Value) -> Answer {
        report(cx, json!({"tracking": "T-1"}))
    }
}

#[tokio::test(start_paused = true)]
async fn an_order_is_shipped_once_its_products_are_there() {
    let cloud = Arc::new(Cloud::default());
    let options = || RunOptions::default().services(Services::new());
    let machine = ship_order::machine(Arc::clone(&cloud));
    let order = |status: &str| {
        let detail = json!({
            "order_id": 7, "customer": {"status": status}, "products": [{"product_id": 1}]
        });
        json!({"detail-type": "OrderCreated", "detail": detail})
    };
    let shipped = machine.run_with(order("fine"), options()).await;
    assert_eq!(shipped, Ok(json!({"tracking": "T-1"})));
    let refused = machine.run_with(order("fraudulent"), options()).await.expect_err("it fails");
    assert_eq!(refused.error(), Some(ship_order::errors::ORDER_SHIPPING_FAILED));
    let types = cloud.requests.lock().expect("no panic").clone();
    let expected = [
        "OrderShippingDelayed",
        "OrderShippingProductsReserved",
        "ShippingSuccessful",
        "OrderShippingFailed",
    ];
    assert_eq!(types, expected);
}
