//! Machines whose functions are methods of a `.proto` file, called on a service on loopback.
#![expect(clippy::unwrap_used, reason = "tests")]
#![allow(dead_code, reason = "of the service, machines do not use all")]

mod service;

use asl_grpc::{Client, Options};
use asl_http::{HttpOptions, Network, Reach};
use asl_runtime::functions::Hosted;
use asl_runtime::{TaskContext, TaskError, Value, asl_machine, json};

use service::Service;

asl_machine!("doc/shop.sm4c.json");
asl_machine!("doc/shop.sm4c.json", name = typed, typed_functions = true);

fn client(service: &Service) -> Client {
    let reach = Reach::PublicAnd(vec![Network::new([127, 0, 0, 0], 8)]);
    let http = HttpOptions::default().reach(reach).plain_http(true);
    let servers = vec![("shop.v1.Orders".to_owned(), service.url())];
    Client::new(Options::default().http(http).servers(servers)).unwrap()
}

#[tokio::test]
async fn one_client_performs_all_functions_of_a_machine() {
    let service = Service::start().await;
    let output = shop::run(Hosted(client(&service)), json!({"id": 7})).await.unwrap();
    let lines = json!([{"sku": "tea", "amount": 2}]);
    assert_eq!(
        (output.at(["found", "id"]), output.at(["found", "lines"])),
        (Some(&json!(7)), Some(&lines))
    );
}

#[tokio::test]
async fn error_handlers_see_code_and_message() {
    let service = Service::start().await;
    let output = shop::run(Hosted(client(&service)), json!({"id": 404})).await.unwrap();
    let problem = json!({"code": 5, "message": "shop.v1.Orders/Find: there is no order 404"});
    assert_eq!((output.get("problem"), output.get("found")), (Some(&problem), Some(&Value::Null)));
    let failure = shop::run(Hosted(client(&service)), json!({"id": "x"})).await.unwrap_err();
    assert_eq!(failure.error(), Some("Grpc.Arguments"));
}

/// A host in one line.
struct Line(Client);

impl shop::Functions for Line {
    async fn find_order(&self, _cx: &TaskContext, arguments: Value) -> Result<Value, TaskError> {
        self.0.call(&shop::functions::FIND_ORDER, &arguments).await
    }
}

/// The types of the file.
struct ByHand;

impl typed::Functions for ByHand {
    async fn find_order(
        &self,
        _cx: &TaskContext,
        arguments: typed::functions::find_order::Arguments,
    ) -> Result<typed::functions::find_order::Answer, TaskError> {
        use typed::functions::find_order::{Order, State};
        let lines = arguments.filter.and_then(|filter| filter.lines).unwrap_or_default();
        assert_eq!(lines.first().and_then(|line| line.sku.as_deref()), Some("tea"));
        Ok(Order {
            id: arguments.id.unwrap_or_default(),
            state: State::Sent,
            lines: Vec::new(),
            made_at: None,
            prices: std::collections::BTreeMap::new(),
            label: String::new(),
        })
    }
}

#[tokio::test]
async fn functions_are_performed_by_a_line_or_by_hand_with_types() {
    let service = Service::start().await;
    let output = shop::run(Line(client(&service)), json!({"id": 7})).await.unwrap();
    assert_eq!(output.at(["found", "state"]), Some(&json!("SENT")));
    let output = typed::run(ByHand, json!({"id": 7})).await.unwrap();
    assert_eq!(output.at(["found", "state"]), Some(&json!("SENT")));
    let output = typed::run(Hosted(client(&service)), json!({"id": 7})).await.unwrap();
    assert_eq!(output.at(["found", "id"]), Some(&json!(7)));
}
