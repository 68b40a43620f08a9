//! Machines whose functions are operations of a document, called on a service on loopback.
#![expect(clippy::unwrap_used, reason = "tests")]
#![allow(dead_code, reason = "of the service, machines do not use all")]

mod service;

use asl_http::{HttpOptions, Network, Reach};
use asl_openapi::{Client, Options};
use asl_runtime::functions::Hosted;
use asl_runtime::{TaskContext, TaskError, Value, asl_machine, json};

use service::Service;

asl_machine!("doc/shop.sm4c.json");
asl_machine!("doc/shop.sm4c.json", name = typed, typed_functions = true);

fn client(service: &Service) -> Client {
    let reach = Reach::PublicAnd(vec![Network::new([127, 0, 0, 0], 8)]);
    let http = HttpOptions::default().reach(reach).plain_http(true);
    let servers = vec![
        ("orders.json".to_owned(), service.url("/v1")),
        ("file:orders.json".to_owned(), service.url("/v1")),
    ];
    Client::new(Options::default().http(http).servers(servers)).unwrap()
}

#[tokio::test]
async fn one_client_performs_all_functions_of_a_machine() {
    let service = Service::start().await;
    let output =
        shop::run(Hosted(client(&service)), json!({"sku": "tea", "id": "7"})).await.unwrap();
    assert_eq!(output.get("made"), Some(&json!({"id": 1, "order": {"sku": "tea", "amount": 2}})));
    assert_eq!(output.at(["found", "id"]), Some(&json!("7")));
    assert_eq!(output.at(["found", "query"]), Some(&json!("expand=lines")));
    assert_eq!(output.get("problem"), None);
}

#[tokio::test]
async fn error_handlers_see_status_and_body() {
    let service = Service::start().await;
    let output =
        shop::run(Hosted(client(&service)), json!({"sku": "tea", "id": "none"})).await.unwrap();
    let problem = json!({
        "status": 404,
        "detail": "there is no order none",
        "message": "GET /orders/{id} was answered 404 Not Found: there is no order none",
    });
    assert_eq!(output.get("problem"), Some(&problem));
    assert_eq!(output.get("found"), Some(&Value::Null));
}

#[tokio::test]
async fn an_error_that_nothing_handles_ends_the_run() {
    let service = Service::start().await;
    let failure =
        shop::run(Hosted(client(&service)), json!({"sku": 1, "id": "7"})).await.unwrap_err();
    assert_eq!(failure.error(), Some("Http.422"));
    assert_eq!(
        failure.cause(),
        Some("POST /orders was answered 422 Unprocessable Entity: sku must be a string")
    );
    assert_eq!(failure.data(), Some(&json!({"status": 422, "body": "sku must be a string"})));
}

/// One function uses the client in one line, the other is written by hand.
struct Mixed {
    http: Client,
}

impl shop::Functions for Mixed {
    async fn create_order(&self, _cx: &TaskContext, arguments: Value) -> Result<Value, TaskError> {
        self.http.call(&shop::functions::CREATE_ORDER, &arguments).await
    }

    async fn find_order(&self, _cx: &TaskContext, arguments: Value) -> Result<Value, TaskError> {
        Ok(arguments)
    }
}

#[tokio::test]
async fn a_function_is_performed_by_a_line() {
    let service = Service::start().await;
    let output =
        shop::run(Mixed { http: client(&service) }, json!({"sku": "tea", "id": 9})).await.unwrap();
    assert_eq!(output.at(["made", "id"]), Some(&json!(1)));
    assert_eq!(output.get("found"), Some(&json!({"id": 9, "expand": ["lines"]})));
}

/// The types of the document.
struct ByHand;

impl typed::Functions for ByHand {
    async fn create_order(
        &self,
        _cx: &TaskContext,
        arguments: typed::functions::create_order::Arguments,
    ) -> Result<typed::functions::create_order::Answer, TaskError> {
        use typed::functions::create_order::{Line, Made};
        let line = Line { sku: arguments.sku.to_uppercase(), amount: arguments.amount };
        Ok(Made { id: 3, order: line, others: std::collections::BTreeMap::new() })
    }

    async fn find_order(
        &self,
        _cx: &TaskContext,
        arguments: typed::functions::find_order::Arguments,
    ) -> Result<typed::functions::find_order::Answer, TaskError> {
        use typed::functions::find_order::{FindOrderExpandItem, Order};
        assert_eq!(arguments.expand, Some(vec![FindOrderExpandItem::Lines]));
        let others = [("note".to_owned(), json!([1]))].into_iter().collect();
        Ok(Order { id: arguments.id, query: None, others })
    }
}

#[tokio::test]
async fn functions_have_the_types_of_their_document() {
    let output = typed::run(ByHand, json!({"sku": "tea", "id": "7"})).await.unwrap();
    assert_eq!(output.get("made"), Some(&json!({"id": 3, "order": {"sku": "TEA", "amount": 2}})));
    assert_eq!(output.get("found"), Some(&json!({"id": "7", "note": [1]})));
    let service = Service::start().await;
    let output =
        typed::run(Hosted(client(&service)), json!({"sku": "tea", "id": "7"})).await.unwrap();
    assert_eq!(output.at(["found", "query"]), Some(&json!("expand=lines")));
    // Data that does not fit the types is an error that names the function.
    let failure = typed::run(ByHand, json!({"sku": 5, "id": "7"})).await.unwrap_err();
    assert!(
        failure
            .cause()
            .unwrap()
            .starts_with("the input of task `create_order` does not fit its type"),
        "{failure}"
    );
}
