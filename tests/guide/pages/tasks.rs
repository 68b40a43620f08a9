//! The tasks of a machine.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use asl_lambda::LambdaTask;
use asl_runtime::{TaskContext, TaskError, Value, asl_machine, json};
use asl_testing::Scenario;
use axum::Router;
use axum::extract::State;
use axum::routing::get;
use serde::{Deserialize, Serialize};

use crate::Tested;

#[derive(Deserialize, Debug)]
struct Trip {
    to: String,
}

#[derive(Serialize)]
struct Seat(String);

#[derive(Serialize)]
struct Room(String);

asl_machine! {
    "machines/trip.asl.json",
    tasks = {
        reserve_flight: fn(Trip) -> Seat, // types; otherwise Value -> Value
        "ReserveHotelFunction" => hotel: fn(Trip) -> Room, // the name of the method, too
    },
}

struct Agency;

impl trip::Tasks for Agency {
    async fn reserve_flight(&self, _cx: &TaskContext, trip: Trip) -> Result<Seat, TaskError> {
        Ok(Seat(format!("12A to {}", trip.to)))
    }

    async fn hotel(&self, _cx: &TaskContext, trip: Trip) -> Result<Room, TaskError> {
        Ok(Room(format!("7 in {}", trip.to)))
    }
}

#[test]
fn methods_take_and_return_payloads() {
    let run =
        Scenario::with_tasks(&trip::machine(Agency)).input(json!({ "trip": { "to": "Oslo" } }));
    run.run().expect_path(["Reserve flight", "Reserve hotel"]).expect_output(json!("7 in Oslo"));
}

mod called {
    use super::{LambdaTask, TaskContext, TaskError, Value};

    asl_runtime::asl_machine!("machines/trip.asl.json", methods = resources, name = raw);

    asl_runtime::asl_machine!("machines/trip.asl.json");

    struct Functions {
        lambda: LambdaTask,
    }

    impl trip::Tasks for Functions {
        async fn reserve_flight(&self, cx: &TaskContext, trip: Value) -> Result<Value, TaskError> {
            self.lambda.perform(cx, &trip).await // `FunctionName` and `Qualifier` of the request
        }

        async fn reserve_hotel_function(
            &self,
            cx: &TaskContext,
            trip: Value,
        ) -> Result<Value, TaskError> {
            self.lambda.perform(cx, &trip).await
        }
    }

    impl raw::Tasks for Functions {
        // With `methods = resources`: the whole request, and the whole response.
        async fn invoke(&self, _cx: &TaskContext, request: Value) -> Result<Value, TaskError> {
            self.lambda.invoke(&request).await
        }
    }
}

mod order {
    asl_runtime::asl_machine!("machines/order.asl.json", name = process);
    pub(super) use process::*;
}

mod refund {
    asl_runtime::asl_machine!("machines/order.asl.json", name = process);
    pub(super) use process::*;
}

#[derive(Default)]
struct Shop {
    sold: AtomicU32,
}

impl order::Tasks for Shop {
    async fn charge_card(&self, _cx: &TaskContext, order: Value) -> Result<Value, TaskError> {
        self.sold.fetch_add(1, Ordering::Relaxed);
        Ok(order)
    }

    async fn ship(&self, _cx: &TaskContext, order: Value) -> Result<Value, TaskError> {
        Ok(order)
    }
}

impl refund::Tasks for Shop {
    async fn charge_card(&self, _cx: &TaskContext, order: Value) -> Result<Value, TaskError> {
        self.sold.fetch_sub(1, Ordering::Relaxed);
        Ok(order)
    }

    async fn ship(&self, _cx: &TaskContext, order: Value) -> Result<Value, TaskError> {
        Ok(order)
    }
}

async fn stock(State(shop): State<Arc<Shop>>) -> String {
    shop.sold.load(Ordering::Relaxed).to_string()
}

#[tokio::test]
async fn machines_and_a_web_service_share_a_shop() -> Tested {
    let shop = Arc::new(Shop::default());
    let order = order::machine(Arc::clone(&shop));
    let refund = refund::machine(Arc::clone(&shop)); // `Shop` implements `refund::Tasks`, too
    let router: Router = Router::new().route("/stock", get(stock)).with_state(Arc::clone(&shop));

    order.run(()).await?;
    order.run(()).await?;
    refund.run(()).await?;
    assert_eq!(shop.sold.load(Ordering::Relaxed), 1);
    drop(router);
    Ok(())
}
