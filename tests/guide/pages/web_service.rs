//! A machine in a web service.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use asl_runtime::error::Status;
use asl_runtime::{
    Failure, RunOptions, TaskContext, TaskError, TypedMachine, Value, asl_machine, json,
};
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use crate::Tested;

asl_machine!("machines/order.asl.json", input = Order, output = Confirmation);

#[derive(Serialize, Deserialize)]
struct Order {
    total: u64,
    address: String,
}

#[derive(Serialize, Deserialize)]
struct Confirmation {
    receipt: Value,
    parcel: Value,
}

#[derive(Default)]
struct Shop {
    sold: AtomicU64,
}

impl order::Tasks for Shop {
    async fn charge_card(&self, cx: &TaskContext, order: Value) -> Result<Value, TaskError> {
        let cents = order["total"].as_u64().ok_or("an order needs a total")?;
        if cents > 100_000 {
            return Err(TaskError::new("CardDeclined", "the limit of the card"));
        }
        self.sold.fetch_add(cents, Ordering::Relaxed);
        Ok(json!({ "key": cx.idempotency_key() }))
    }

    async fn ship(&self, _cx: &TaskContext, order: Value) -> Result<Value, TaskError> {
        tokio::time::sleep(Duration::from_millis(order["delay"].as_u64().unwrap_or(0))).await;
        Ok(order["address"].clone())
    }
}

#[derive(Clone)]
struct App {
    shop: Arc<Shop>,
    orders: TypedMachine<Order, Confirmation>,
}

fn router(shop: Shop) -> Router {
    let shop = Arc::new(shop);
    let orders = order::machine(Arc::clone(&shop)); // cheap to clone; all clones share the shop
    Router::new()
        .route("/orders", post(place_order))
        .route("/sold", get(sold))
        .with_state(App { shop, orders })
}

async fn place_order(
    State(app): State<App>,
    Json(order): Json<Order>,
) -> Result<Json<Confirmation>, (StatusCode, String)> {
    let run = app.orders.run(&order); // begins at the first poll
    match tokio::time::timeout(Duration::from_secs(20), run).await {
        Ok(Ok(confirmation)) => Ok(Json(confirmation)),
        Ok(Err(failure)) => Err((status(&failure), failure.to_string())),
        // The run was dropped, and its tasks with it.
        Err(_) => Err((StatusCode::GATEWAY_TIMEOUT, "the order took too long".to_owned())),
    }
}

async fn sold(State(app): State<App>) -> String {
    app.shop.sold.load(Ordering::Relaxed).to_string()
}

fn status(failure: &Failure) -> StatusCode {
    match (failure.status(), failure.error()) {
        (Status::TimedOut, _) | (_, Some("States.Timeout")) => StatusCode::GATEWAY_TIMEOUT,
        (_, Some("OrderDeclined")) => StatusCode::PAYMENT_REQUIRED,
        _ => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

/// Sends a request, and returns the response.
async fn send(address: std::net::SocketAddr, request: &str) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(address).await?;
    stream.write_all(request.as_bytes()).await?;
    let mut response = String::new();
    stream.read_to_string(&mut response).await?;
    Ok(response)
}

async fn order_of(address: std::net::SocketAddr, cents: u64) -> std::io::Result<String> {
    let body = json!({ "total": cents, "address": "Kiel" }).to_string();
    let head = "POST /orders HTTP/1.1\r\nhost: shop\r\nconnection: close\r\n";
    let kind = "content-type: application/json";
    send(address, &format!("{head}{kind}\r\ncontent-length: {}\r\n\r\n{body}", body.len())).await
}

#[tokio::test]
async fn orders_are_placed_over_http() -> Tested {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    tokio::spawn(async { axum::serve(listener, router(Shop::default())).await });

    let placed = order_of(address, 1250).await?;
    assert!(placed.starts_with("HTTP/1.1 200"), "{placed}");
    assert!(placed.ends_with(r#""parcel":"Kiel"}"#), "{placed}");
    let declined = order_of(address, 200_000).await?;
    assert!(declined.starts_with("HTTP/1.1 402"), "{declined}");
    assert!(
        declined.contains("OrderDeclined in Declined (tests/guide/machines/order.asl.json:23:5)"),
        "{declined}"
    );
    let sold = "GET /sold HTTP/1.1\r\nhost: shop\r\nconnection: close\r\n\r\n";
    assert!(send(address, sold).await?.ends_with("1250"));
    Ok(())
}

#[tokio::test(start_paused = true)]
async fn a_run_is_cancelled_by_its_handle() -> Tested {
    let machine = order::machine(Shop::default()).untyped();
    let input = json!({ "total": 1, "delay": 60_000 });

    let (handle, run) = machine.start(input, RunOptions::default().name("order-7"));
    let running = tokio::spawn(run);
    tokio::time::sleep(Duration::from_secs(5)).await;
    handle.cancel("Customer.Cancelled", "changed their mind").await?;

    let failure = running.await?.unwrap_err();
    assert_eq!(failure.status(), Status::Aborted);
    assert_eq!(failure.error(), Some("Customer.Cancelled"));
    Ok(())
}
