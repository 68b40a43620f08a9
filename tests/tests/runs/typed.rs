//! The options of the macro: types of machines and tasks, names, substitutions; and data that does
//! not fit.

use asl_runtime::engine::simulation::{Scripted, Simulation};
use asl_runtime::error::TYPE_MISMATCH;
use asl_runtime::{RunOptions, StateRun, TaskContext, TaskError, Value, asl_machine, json};
use serde::{Deserialize, Serialize};

mod shop {
    use serde::{Deserialize, Serialize};

    #[derive(Deserialize, Debug)]
    pub(crate) struct Payment {
        pub(crate) card: String,
        pub(crate) amount: u32,
    }

    /// The machine's aliases have the same name; neither hides the other.
    #[derive(Serialize, Debug)]
    pub(crate) struct Input {
        pub(crate) id: u32,
        pub(crate) payment: Value,
    }

    pub(crate) use asl_runtime::Value;
}

use shop::{Input, Payment};

#[derive(Serialize)]
pub(crate) struct Receipt {
    paid: u32,
}

#[derive(Deserialize, PartialEq, Debug)]
pub(crate) struct Confirmation {
    id: u32,
    parcel: String,
}

asl_machine! {
    pub(crate) "definitions/typed.asl.json",
    name = checkout,
    input = Input, output = Confirmation,
    tasks = {
        charge_card: fn(self::shop::Payment) -> Receipt,
        "arn:aws:lambda:us-east-1:123456789012:function:Parcels" => send_parcel,
    },
    substitute = { "Carrier": "Parcels" },
    default_task_timeout = 7,
    profile = spec,
}

// The same definition without types for its input and output.
asl_machine!("definitions/typed.asl.json", name = untyped, substitute = { "Carrier": "Post" }, state_functions = false);

asl_machine!("definitions/mismatches.asl.json");
asl_machine!("definitions/template/template.json", name = from_template);

struct Shop;

impl checkout::Tasks for Shop {
    async fn charge_card(&self, cx: &TaskContext, input: Payment) -> Result<Receipt, TaskError> {
        assert_eq!(cx.state(), "Charge");
        assert_eq!(input.card, "4711");
        Ok(Receipt { paid: input.amount })
    }

    async fn send_parcel(&self, _: &TaskContext, input: Value) -> Result<Value, TaskError> {
        let paid =
            input.at(["receipt", "paid"]).ok_or_else(|| TaskError::new("NoReceipt", "none"))?;
        Ok(json!(format!("parcel for {paid}")))
    }
}

fn order(payment: Value) -> Input {
    Input { id: 3, payment }
}

#[tokio::test]
async fn typed_ends_and_tasks_run_on_tokio() {
    let output = checkout::run(Shop, order(json!({ "card": "4711", "amount": 20 }))).await;
    let confirmed = Ok(Confirmation { id: 3, parcel: "parcel for 20".to_owned() });
    assert_eq!(output, confirmed);
    // By reference as well, without a borrow of the running future.
    let run = {
        let order = order(json!({ "card": "4711", "amount": 20 }));
        checkout::run(Shop, &order)
    };
    assert_eq!(tokio::spawn(run).await.expect("no panic"), confirmed);
    let order = order(json!({ "card": "4711", "amount": 20 }));
    assert_eq!(checkout::run_with(Shop, &order, RunOptions::default()).await, confirmed);
}

#[tokio::test]
async fn a_value_that_does_not_fit_a_task_is_an_error_of_its_own() {
    // The catcher takes `States.TaskFailed` and does not see it.
    let fail =
        async |payment| checkout::run(Shop, order(payment)).await.expect_err("nothing catches it");
    let failure = fail(json!({ "card": "4711" })).await;
    assert_eq!(failure.error(), Some(TYPE_MISMATCH));
    let cause = "the input of task `charge_card` does not fit its type `runs::typed::shop::Payment`: \
                 missing field `amount`";
    assert_eq!(failure.cause(), Some(cause));
    assert_eq!(failure.occurrence().map(|at| &*at.path), Some("Charge"));

    let failure = fail(json!({ "card": "4711", "amount": "9" })).await;
    let cause = "the input of task `charge_card` does not fit its type `runs::typed::shop::Payment`: \
                 invalid type: string \"9\", expected u32 at $.amount";
    assert_eq!(failure.cause(), Some(cause));
    let source = std::error::Error::source(&failure).expect("the reader's error");
    assert!(source.is::<asl_runtime::value::Error>(), "{source:?}");
}

#[test]
fn only_its_own_name_matches_a_type_mismatch() {
    let charge = |calls: u32, names: &str| {
        let run = Simulation::new().run(&mismatches::MACHINE, json!({ "names": names }), |call| {
            assert!(call.attempt < calls, "not retried that often");
            Scripted::fail(TYPE_MISMATCH, "no number")
        });
        run.result
    };
    assert_eq!(
        charge(1, "all").map_err(|failure| failure.to_string()).expect_err("it fails"),
        "Asl.TypeMismatch in All (tests/definitions/mismatches.asl.json:13:5): no number"
    );
    assert_eq!(charge(1, "branch").expect_err("it fails").error(), Some(TYPE_MISMATCH));
    assert_eq!(charge(2, "own"), Ok(json!("caught")));
}

#[tokio::test]
async fn an_output_that_does_not_fit_is_a_failure_of_the_machine() {
    struct Silent;
    impl checkout::Tasks for Silent {
        async fn charge_card(&self, _: &TaskContext, _: Payment) -> Result<Receipt, TaskError> {
            Ok(Receipt { paid: 0 })
        }

        async fn send_parcel(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
            Ok(Value::Null)
        }
    }
    let failure = checkout::run(Silent, order(json!({ "card": "", "amount": 0 })))
        .await
        .expect_err("null is no string");
    assert_eq!(failure.error(), Some(TYPE_MISMATCH));
    let cause = failure.cause().expect("a cause");
    let text = "the output of the machine does not fit its type `runs::typed::Confirmation`: ";
    assert!(cause.starts_with(text), "{cause}");
    // The machine ends at two states, so the place is the definition.
    let place = failure.occurrence().expect("a place").to_string();
    assert!(place.contains("typed.asl.json:"), "{place}");
}

#[test]
fn the_file_that_a_template_names_is_the_place_of_its_states() {
    let failure = Simulation::new()
        .run(&from_template::MACHINE, json!({}), |call| panic!("no task: {call:?}"))
        .result
        .expect_err("it fails");
    let place = failure.occurrence().expect("a place").to_string();
    assert!(place.ends_with("definitions/template/orders.asl.json:4:5)"), "{place}");
}

#[test]
fn names_substitutions_and_time_outs_reach_the_table() {
    let rows: Vec<_> =
        checkout::MACHINE.nodes.iter().map(|node| format!("{:?}", node.kind)).collect();
    assert!(
        rows[0].contains("method: \"charge_card\"") && rows[0].contains("timeout_seconds: 7"),
        "{}",
        rows[0]
    );
    assert!(
        rows[1].contains("method: \"send_parcel\"") && rows[1].contains("function:Parcels"),
        "{}",
        rows[1]
    );
    let other = format!("{:?}", untyped::MACHINE.nodes[1].kind);
    assert!(
        other.contains("method: \"post\"") && other.contains("timeout_seconds: 99999999"),
        "{other}"
    );
    assert_ne!(checkout::MACHINE.hash, untyped::MACHINE.hash);
    assert_eq!(checkout::MACHINE.name, "checkout");
}

#[tokio::test]
async fn single_states_run_and_return_their_exit() {
    let compiled = checkout::machine(Shop);
    let engine = Simulation::new().engine(&compiled);
    let input = json!({ "id": 1, "payment": { "card": "4711", "amount": 5 } });
    let ran: StateRun<'_, checkout::states::ChargeNext> = checkout::states::charge(&engine, input);
    let checkout::states::ChargeNext::Ship(output) = ran.await.expect("it succeeds") else {
        panic!("not to `Ship`")
    };
    assert_eq!(output.at(["receipt", "paid"]), Some(&json!(5)));
    let output = checkout::states::ship(&compiled, output).await.expect("it succeeds");
    assert_eq!(output, Confirmation { id: 1, parcel: "parcel for 5".to_owned() });
}

#[test]
fn states_have_the_names_of_the_definition() {
    let names: Vec<_> = checkout::State::ALL.iter().map(|state| state.name()).collect();
    assert_eq!(names, ["Charge", "Ship", "Note"]);
    assert_eq!(format!("{:?}", checkout::State::Note), "Note");
    let rows = checkout::State::ALL.iter().map(|state| state.node().0 as usize);
    assert!(rows.zip(names).all(|(row, name)| checkout::MACHINE.nodes[row].state == name));
}
