//! `aws [--endpoint URL | --account]`: orders that go to `DynamoDB`, SQS, SNS and `EventBridge`.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command line program talks to its user"
)]

use std::env;
use std::error::Error;
use std::process::ExitCode;

use asl_aws::{Credentials, Options, Services};
use asl_runtime::{TaskContext, TaskError, Value, asl_machine, json};
use asl_servers::emulator::Emulator;

asl_machine!("orders.asl.json", services = aws); // -> mod orders

const USAGE: &str = "\
usage: aws [--endpoint URL | --account]

  without options  on moto's server, which is installed into target/tools with Python's pip, and started on loopback
  --endpoint URL   on a server that is there, such as moto's or LocalStack's
  --account        on AWS, with the credentials and the region of the environment: it creates a table, a queue, a topic and an event bus";

/// The task that the definition does not leave to AWS: the function `price`.
struct Shop;

impl orders::Tasks for Shop {
    async fn price(&self, _cx: &TaskContext, order: Value) -> Result<Value, TaskError> {
        match order.get("sku").and_then(Value::as_str) {
            Some("tea") => Ok(json!({ "cents": 990 })),
            Some("cake") => Ok(json!({ "cents": 450 })),
            _ => Err(TaskError::new("Unknown", "the shop has tea and cake")),
        }
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let given: Vec<String> = env::args().skip(1).collect();
    let given: Vec<&str> = given.iter().map(String::as_str).collect();
    let done = match given.as_slice() {
        [] => on_moto().await,
        ["--endpoint", url] => play(double(url)).await,
        ["--account"] => play(Options::from_env().await).await,
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("aws: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn on_moto() -> Result<(), Box<dyn Error>> {
    let moto = Emulator::moto()?;
    play(double(&format!("http://{}", moto.address()))).await
}

/// Options for a server that plays AWS and checks no signatures.
fn double(url: &str) -> Options {
    Options::default()
        .endpoint(url.to_owned())
        .credentials(Credentials::new("test", "test", None, None, "example"))
}

/// Creates what the definition calls, and runs three orders.
async fn play(options: Options) -> Result<(), Box<dyn Error>> {
    let services = Services::new(options)?;
    let (queue, topic) = prepare(&services).await?;
    let machine = orders::machine(Shop).with_services(services.clone());
    for (id, sku) in [("o-1", "tea"), ("o-2", "cake"), ("o-1", "tea")] {
        let order = json!({ "id": id, "sku": sku });
        let input = json!({ "order": order, "queue": queue.as_str(), "topic": topic.as_str() });
        let output = machine.run(input).await?;
        println!("{id}  {output}");
    }
    let request = json!({ "QueueUrl": queue, "MaxNumberOfMessages": 10 });
    let packed = call(&services, "sqs:receiveMessage", request).await?;
    for message in packed.get("Messages").and_then(Value::as_array).into_iter().flatten() {
        println!("the warehouse packs {}", text(message, "Body"));
    }
    Ok(())
}

/// The address of the queue and the name of the topic.
async fn prepare(services: &Services) -> Result<(String, String), String> {
    let table = json!({
        "TableName": "orders",
        "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }],
        "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }],
        "BillingMode": "PAY_PER_REQUEST",
    });
    call(services, "dynamodb:createTable", table).await?;
    call(services, "eventbridge:createEventBus", json!({ "Name": "shop" })).await?;
    let queue = call(services, "sqs:createQueue", json!({ "QueueName": "orders" })).await?;
    let topic = call(services, "sns:createTopic", json!({ "Name": "orders" })).await?;
    Ok((text(&queue, "QueueUrl"), text(&topic, "TopicArn")))
}

fn text(object: &Value, member: &str) -> String {
    object.get(member).and_then(Value::as_str).unwrap_or_default().to_owned()
}

async fn call(services: &Services, action: &str, request: Value) -> Result<Value, String> {
    let resource = format!("arn:aws:states:::aws-sdk:{action}");
    services.call(&resource, "prepare", &request).await.map_err(|error| error.to_string())
}
