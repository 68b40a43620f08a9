//! The routes of the service.

use std::collections::BTreeMap;
use std::sync::Arc;

use asl_durable::{CallError, Description, Executions, State as Status};
use asl_runtime::{Failure, Value, json};
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use metrics_exporter_prometheus::PrometheusHandle;

use crate::order::{Confirmation, Order};
use crate::shop::Shop;

/// The state that all handlers share.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) orders: Executions<Order, Confirmation>,
    pub(crate) shop: Arc<Shop>,
    pub(crate) metrics: PrometheusHandle,
}

pub(crate) fn routes(app: App) -> Router {
    Router::new()
        .route("/orders", post(place))
        .route("/orders/{number}", get(show))
        .route("/orders/{number}/cancel", post(cancel))
        .route("/stock", get(stock))
        .route("/metrics", get(metrics))
        .with_state(app)
}

/// Starts the execution of an order. The same order again is the same execution.
async fn place(State(app): State<App>, Json(order): Json<Order>) -> Result<Response, Problem> {
    let number = order.number.clone();
    if number.is_empty() {
        return Err(Problem(StatusCode::BAD_REQUEST, "the order has no number".to_owned()));
    }
    let started = app.orders.start(number.as_str(), &order).await?;
    tracing::info!(execution.id = started.id.as_str(), is_new = started.is_new, "order placed");
    let status = if started.is_new { StatusCode::ACCEPTED } else { StatusCode::OK };
    let location = [(header::LOCATION, format!("/orders/{number}"))];
    Ok((status, location, Json(json!({"number": (number)}))).into_response())
}

/// Shows the state of an order, and its result.
async fn show(State(app): State<App>, Path(number): Path<String>) -> Result<Json<Value>, Problem> {
    let Description { summary, failure, waits, .. } = app.orders.describe(number.as_str()).await?;
    let confirmation = match summary.state {
        Status::Succeeded => app.orders.wait(number.as_str()).await?.ok(),
        Status::Running
        | Status::WaitsForMachine
        | Status::Failed
        | Status::TimedOut
        | Status::Aborted => None,
    };
    let states: Vec<Value> = waits.iter().map(|waits| Value::from(waits.state)).collect();
    Ok(Json(json!({
        "number": (number),
        "status": (summary.state.to_string()),
        "states": (states),
        "confirmation": (confirmation),
        "error": (failure.as_ref().and_then(Failure::error).unwrap_or_default()),
    })))
}

/// Cancels an order that is not shipped.
async fn cancel(State(app): State<App>, Path(number): Path<String>) -> Result<StatusCode, Problem> {
    let reason = ("Cancelled", "the customer has cancelled the order");
    app.orders.cancel(number, reason.0, reason.1).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The stock, which the tasks change.
async fn stock(State(app): State<App>) -> Json<BTreeMap<&'static str, u32>> {
    Json(app.shop.stock().clone())
}

/// All metrics, for Prometheus.
async fn metrics(State(app): State<App>) -> String {
    app.metrics.render()
}

/// An error as a response.
struct Problem(StatusCode, String);

impl From<CallError> for Problem {
    fn from(error: CallError) -> Self {
        let status = match &error {
            CallError::UnknownExecution { .. } => StatusCode::NOT_FOUND,
            CallError::NameTaken { .. } | CallError::Ended { .. } => StatusCode::CONFLICT,
            CallError::BadName { .. } | CallError::BadInput { .. } | CallError::TypeMismatch(_) => {
                StatusCode::BAD_REQUEST
            }
            CallError::Closed => StatusCode::SERVICE_UNAVAILABLE,
            CallError::UnknownMachine { .. }
            | CallError::UnknownVersion { .. }
            | CallError::WaitsForMachine { .. }
            | CallError::TooManyChildren { .. }
            | CallError::Running { .. }
            | CallError::NoHistory { .. }
            | CallError::LongHistory { .. }
            | CallError::NoMapRun { .. }
            | CallError::Redrive { .. }
            | CallError::Migrate { .. }
            | CallError::MoveTo { .. }
            | CallError::TooLarge { .. }
            | CallError::OtherMachine { .. }
            | CallError::Event(_)
            | CallError::Token(_)
            | CallError::Store(_) => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Self(status, error.to_string())
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let Self(status, text) = self;
        (status, Json(json!({"error": (text)}))).into_response()
    }
}
