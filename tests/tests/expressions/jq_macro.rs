//! `jq!`: programs in Rust code, their variables, limits and errors.

use asl_runtime::{Value, jq, jq::Options, json};

static NAMES: jq::Program = jq!("[.[] | select(.age >= 18) | .name] | sort");

#[test]
fn a_program_is_a_static_or_a_value() {
    let people =
        json!([{"name": "Z", "age": 20}, {"name": "A", "age": 18}, {"name": "B", "age": 3}]);
    assert_eq!(NAMES.first(&people).unwrap(), Some(json!(["A", "Z"])));
    let ages = jq!(".[].age");
    assert_eq!(ages.all(&people).unwrap(), [json!(20), json!(18), json!(3)]);
    let threads: Vec<_> =
        (0..4).map(|_| std::thread::spawn(|| NAMES.all(&json!([])).unwrap())).collect();
    for thread in threads {
        assert_eq!(thread.join().unwrap(), [json!([])]);
    }
}

#[test]
fn variables_are_values_of_rust_code() {
    let (rate, name) = (1.5, String::from("total"));
    let order = json!({"prices": [2, 4]});
    let r#match = 7;
    let program = jq!(
        r#"{($name): (.prices | add * $rate), list: $list, kept: $order.prices[0], match: $match}"#,
        name,
        rate,
        list = vec![1, 2],
        order = &order,
        r#match,
    );
    let expected = json!({"total": 9, "list": [1, 2], "kept": 2, "match": 7});
    assert_eq!(program.first(&order).unwrap(), Some(expected.clone()));
    assert_eq!(program.clone().first(&order).unwrap(), Some(expected));
}

#[test]
fn the_first_output_is_all_that_is_computed() {
    let program = jq!("def count: ., (. + 1 | count); 1 | count");
    assert_eq!(program.first(&Value::Null).unwrap(), Some(json!(1)));
    assert!(program.all(&Value::Null).unwrap_err().is_limit());
    assert_eq!(jq!("1, error(\"later\")").first(&Value::Null).unwrap(), Some(json!(1)));
    assert_eq!(jq!("empty").first(&Value::Null).unwrap(), None);
    assert_eq!(jq!("label $out | 1, break $out, 2").all(&Value::Null).unwrap(), [json!(1)]);
}

#[test]
fn errors_say_what_jq_says() {
    let error = jq!(".[0]").first(&json!({})).unwrap_err();
    assert_eq!(error.message(), Some("Cannot index object with number (0)"));
    assert!(!error.is_limit());
    let error = jq!("null | error").first(&json!({})).unwrap_err();
    assert_eq!((error.message(), error.value()), (None, Some(&Value::Null)));
    assert_eq!(error.to_string(), "(not a string): null");
}

#[test]
fn limits_end_endless_programs() {
    let with =
        |options: Options| jq!("[range(1e12)]").with(options).first(&Value::Null).unwrap_err();
    assert!(with(Options::default()).is_limit());
    assert_eq!(with(Options::default().steps(10)).to_string(), "the program takes too many steps");
    let deep = jq!("def f: [f]; f").first(&Value::Null).unwrap_err();
    assert!(deep.is_limit() && deep.message().is_none(), "{deep}");
    let large = jq!("[\"a\" * 1e7 | ., .] | tojson").with(Options::default().bytes(1_000_000));
    assert_eq!(
        large.first(&Value::Null).unwrap_err().to_string(),
        "the program makes too much data"
    );
}

#[test]
fn now_is_given_or_the_clock() {
    let given = jq!("now, (now | todate)").with(Options::default().now(1_500_u64));
    assert_eq!(given.all(&Value::Null).unwrap(), [json!(1.5), json!("1970-01-01T00:00:01Z")]);
    let clock = jq!("now > 1.6e9").first(&Value::Null).unwrap();
    assert_eq!(clock, Some(json!(true)));
}
