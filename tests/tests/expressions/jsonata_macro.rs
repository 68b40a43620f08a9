//! `jsonata!`: programs in Rust code, their variables, limits and errors.

use asl_runtime::{Value, json, jsonata, jsonata::Options};

static NAMES: jsonata::Program = jsonata!("[$[age >= 18].name^($)]");

#[test]
fn a_program_is_a_static_or_a_value() {
    let people =
        json!([{"name": "Z", "age": 20}, {"name": "A", "age": 18}, {"name": "B", "age": 3}]);
    assert_eq!(NAMES.run(&people).unwrap(), Some(json!(["A", "Z"])));
    assert_eq!(jsonata!("age").run(&people).unwrap(), Some(json!([20, 18, 3])));
    let threads: Vec<_> =
        (0..4).map(|_| std::thread::spawn(|| NAMES.run(&json!([])).unwrap())).collect();
    for thread in threads {
        assert_eq!(thread.join().unwrap(), Some(json!([])));
    }
}

#[test]
fn variables_are_values_of_rust_code() {
    let (rate, name) = (1.5, String::from("total"));
    let order = json!({"prices": [2, 4]});
    let r#match = 7;
    let program = jsonata!(
        "{$name: $sum(prices) * $rate, 'list': $list, 'kept': $order.prices[0], 'match': $match}",
        name,
        rate,
        list = vec![1, 2],
        order = &order,
        r#match,
    );
    let expected = json!({"total": 9, "list": [1, 2], "kept": 2, "match": 7});
    assert_eq!(program.run(&order).unwrap(), Some(expected.clone()));
    assert_eq!(program.clone().run(&order).unwrap(), Some(expected));
}

#[test]
fn undefined_is_no_result() {
    assert_eq!(jsonata!("a.b").run(&json!({"a": 1})).unwrap(), None);
    assert_eq!(jsonata!("a").run(&json!({"a": null})).unwrap(), Some(Value::Null));
    assert_eq!(jsonata!("$exists($)").run_without_input().unwrap(), Some(json!(false)));
}

#[test]
fn eval_is_no_function_as_in_step_functions() {
    let programs: [jsonata::Program; 2] = [jsonata!("$eval('1 + 1')"), jsonata!("'1' ~> $eval()")];
    for program in programs {
        let error = program.run(&Value::Null).unwrap_err();
        assert_eq!(error.to_string(), "T1006: Attempted to invoke a non-function");
    }
    assert_eq!(jsonata!("$exists($eval)").run(&Value::Null).unwrap(), Some(json!(false)));
}

#[test]
fn errors_have_the_codes_of_jsonata_js() {
    let error = jsonata!("1 + a").run(&json!({"a": true})).unwrap_err();
    assert_eq!(error.code(), Some("T2002"));
    assert!(!error.is_limit());
    let error = jsonata!("a.nothing($)").run(&json!({"a": {}})).unwrap_err();
    assert_eq!(error.code(), Some("T1006"));
}

#[test]
fn a_function_cannot_be_a_result() {
    let programs: [jsonata::Program; 3] =
        [jsonata!("a ? 1 : $sum"), jsonata!("[function($x){$x}]"), jsonata!("{'f': /a/}")];
    for program in programs {
        let error = program.run(&Value::Null).unwrap_err();
        assert_eq!(error.to_string(), "the result is or contains a function");
        assert_eq!((error.code(), error.is_limit()), (None, false));
    }
}

#[test]
fn numbers_that_are_not_finite_become_null() {
    let program = jsonata!("[1/0, 0/0, {'a': -1/0}]");
    assert_eq!(program.run(&Value::Null).unwrap(), Some(json!([null, null, {"a": null}])));
}

#[test]
fn limits_end_what_would_not() {
    let endless = |options: Options| {
        let program = jsonata!("($f := function($n) { $f($n + 1) }; $f(0))").with(options);
        program.run(&Value::Null).unwrap_err()
    };
    assert_eq!(endless(Options::default()).to_string(), "the program takes too many steps");
    let deep = jsonata!("($f := function($n) { 1 + $f($n) }; $f(0))");
    let deep = deep.run(&Value::Null).unwrap_err();
    assert_eq!(deep.to_string(), "calls or values are nested too deeply");
    let nested = jsonata!("($f := function($a) { $f([[$a], 1]) }; $f(1))");
    assert!(nested.run(&Value::Null).unwrap_err().is_limit());
    let large = jsonata!("[1..10000000]").run(&Value::Null).unwrap_err();
    assert!(large.is_limit() && large.code().is_none(), "{large}");
    let chain = jsonata!(
        "($g := function($f, $n) { $n = 0 ? $f : $g($f ~> $string, $n - 1) }; $g($string, 100000))"
    );
    assert!(chain.run(&Value::Null).unwrap_err().is_limit());
}

#[test]
fn functions_that_refer_to_each_other_end_with_their_run() {
    let program = jsonata!(
        "(
            $even := function($n) { $n = 0 ? true : $odd($n - 1) };
            $odd := function($n) { $n = 0 ? false : $even($n - 1) };
            [$even(10), $odd(10)]
        )"
    );
    assert_eq!(program.run(&Value::Null).unwrap(), Some(json!([true, false])));
}

#[test]
fn time_and_random_numbers_are_given_or_new() {
    let at = Options::default().now(1_500_i64).seed(7_u64);
    assert_eq!(jsonata!("$millis()").with(at).run(&Value::Null).unwrap(), Some(json!(1500)));
    let random = jsonata!("[$random(), $random()]");
    let (first, second) = (random.with(at).run(&Value::Null), random.with(at).run(&Value::Null));
    assert_eq!(first.unwrap(), second.unwrap());
    assert_ne!(random.run(&Value::Null).unwrap(), random.run(&Value::Null).unwrap());
}
