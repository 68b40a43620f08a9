//! Expressions in jq and JSONata.

use asl_runtime::{jq, json, jsonata};

static TOTAL: jq::Program = jq!(".items | map(.price * .count) | add");

static SUM: jsonata::Program = jsonata!("$sum(items.(price * count))");

#[test]
fn jq_computes_in_rust() -> Result<(), jq::Error> {
    let order = json!({"items": [{"price": 2, "count": 3}, {"price": 10, "count": 1}]});
    assert_eq!(TOTAL.first(&order)?, Some(json!(16)));

    let least = 5;
    let dear = jq!(".items[] | select(.price >= $least) | .price * $rate", least, rate = 1.1);
    assert_eq!(dear.all(&order)?, [json!(11)]);
    Ok(())
}

#[test]
fn jsonata_computes_in_rust() -> Result<(), jsonata::Error> {
    let order = json!({"items": [{"price": 2, "count": 3}, {"price": 10, "count": 1}]});
    assert_eq!(SUM.run(&order)?, Some(json!(16)));

    let least = 5;
    let dear = jsonata!("items[price >= $least].(price * $rate)", least, rate = 1.1);
    assert_eq!(dear.run(&order)?, Some(json!(11)));
    Ok(())
}
