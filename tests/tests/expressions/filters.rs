//! Filters and lists of members, in each field that takes a path.
#![allow(clippy::expect_used, clippy::panic, reason = "a test may")]

use asl_runtime::engine::simulation::Simulation;
use asl_runtime::{Failure, Value, asl_machine, json};

asl_machine!("definitions/good/filters.asl.json");

fn run(input: Value) -> Result<Value, Failure> {
    Simulation::new().run(&filters::MACHINE, input, |call| panic!("no task: {call:?}")).result
}

fn book(category: &str, title: &str, price: f64) -> Value {
    json!({ "category": category, "title": title, "price": price })
}

/// The store of the article that JSONPath comes from.
fn store(bicycle: &Value) -> Value {
    let with_isbn = |mut book: Value, isbn: &str| {
        book.insert("isbn", json!(isbn));
        book
    };
    json!({ "store": {
        "book": [
            book("reference", "Sayings of the Century", 8.95),
            book("fiction", "Sword of Honour", 12.99),
            with_isbn(book("fiction", "Moby Dick", 8.99), "0-553-21311-3"),
            with_isbn(book("fiction", "The Lord of the Rings", 22.99), "0-395-19395-8"),
        ],
        "bicycle": bicycle,
    } })
}

#[test]
fn filters_select_objects_and_lists_make_them() {
    let output = run(store(&json!({ "color": "red", "price": 399 }))).expect("it succeeds");
    let expected = json!([
        ["Moby Dick"],
        { "color": "red", "price": 399 },
        {
            "red": [399],
            "not fiction": [
                { "title": "Sayings of the Century" },
                { "title": "The Lord of the Rings", "isbn": "0-395-19395-8" },
            ],
            "bicycle": { "price": 399 },
        },
        "no text",
    ]);
    assert_eq!(output, expected);
}

#[test]
fn a_list_of_members_needs_an_object() {
    let failure = run(store(&json!("sold"))).expect_err("no object");
    assert_eq!(failure.error(), Some("States.Runtime"));
    let told = "Invalid path '$.store.bicycle['color','price']' : Expected to find an object with property \
                ['color','price'] in path $['store']['bicycle'] but found 'string'.";
    let cause = failure.cause().expect("a cause");
    assert!(cause.ends_with(told), "{cause}");
}
