//! Functions of SM4C.

use asl_runtime::functions::Hosted;
use asl_runtime::{TaskContext, TaskError, Value, asl_machine, json};

use crate::Tested;

asl_machine!("../../adapters/openapi/doc/shop.sm4c.json", outside = true);

/// One function over HTTP, and one by hand.
struct Services {
    http: asl_openapi::Client,
}

impl shop::Functions for Services {
    async fn find_order(&self, _cx: &TaskContext, arguments: Value) -> Result<Value, TaskError> {
        self.http.call(&shop::functions::FIND_ORDER, &arguments).await
    }

    async fn create_order(&self, cx: &TaskContext, line: Value) -> Result<Value, TaskError> {
        Ok(json!({ "id": cx.idempotency_key(), "order": line }))
    }
}

#[expect(dead_code, reason = "calls a server")]
async fn with_one_client_for_all(input: Value) -> Result<Value, Box<dyn std::error::Error>> {
    let client = asl_openapi::Client::new(asl_openapi::Options::default())?;
    let output = shop::run(Hosted(client), input).await?; // Hosted((rest, grpc)) for both kinds
    Ok(output)
}

#[tokio::test]
async fn an_address_that_is_not_public_is_refused() -> Tested {
    let options = asl_openapi::Options::default().server("https://127.0.0.1/v1");
    let services = Services { http: asl_openapi::Client::new(options)? };
    let failure = shop::run(services, json!({ "sku": "tea", "id": 7 })).await.unwrap_err();
    assert_eq!(failure.error(), Some("Http.Refused"));
    Ok(())
}
