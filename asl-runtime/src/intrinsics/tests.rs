use super::*;
use crate::json;
use crate::machine::Cx;

fn cause<T>(result: Result<T, Failed>) -> String {
    let failure = result.err().unwrap();
    assert_eq!(failure.error(), Some("States.IntrinsicFailure"));
    failure.cause().unwrap().to_owned()
}

/// As recorded.
#[test]
fn numbers_are_rounded_half_up_before_they_are_added() {
    for (first, second, sum) in [
        (json!(-9), json!(3), -6),
        (json!(1.49), json!(1.5), 3),
        (json!(1.5), json!(1.51), 4),
        (json!(-1.49), json!(-1.5), -2),
        (json!(-1.5), json!(-1.51), -3),
        (json!(-1.5), json!(0), -1),
        (json!(2.5), json!(0), 3),
        (json!(-0.5), json!(0.5), 1),
        (json!(9_007_199_254_740_993.0), json!(0), 9_007_199_254_740_992),
        (json!(0.499_999_999_999_999_94), json!(0), 0),
    ] {
        assert_eq!(math_add(&first, &second).unwrap(), Value::Int(sum), "{first} + {second}");
    }
    assert_eq!(cause(math_add(&json!(i64::MAX), &json!(1))), "the sum does not fit an integer");
    assert_eq!(cause(math_add(&json!("1"), &json!(1))), "the first argument must be a number, and is of type string");
    assert!(math_add(&json!(1), &json!(1e300)).is_err());
}

/// As recorded.
#[test]
fn formatted_values_look_as_in_java() {
    let value = json!({"Arg1": 1, "Arg2": [], "Arg3": ["a", null, 1.1, {"b": true}]});
    let text = format(&["<", "|", ">"], [&value, &json!("x")]).unwrap();
    assert_eq!(text, json!("<{Arg1=1, Arg2=[], Arg3=[a, null, 1.1, {b=true}]}|x>"));
    assert_eq!(format_of(&json!("Hello, {}."), [&json!("Arnav")]).unwrap(), json!("Hello, Arnav."));
    assert_eq!(cause(format_of(&json!("{} {}"), [&json!(1)])), "the template has 2 placeholders for 1 values");
}

#[test]
fn texts_do_not_grow_without_end() {
    let value = (0..40).fold(json!("xxxxxxxx"), |value, _| json!([value.clone(), value]));
    let expected = "its arguments or its result are larger than 64 MiB";
    assert_eq!(cause(format(&["", ""], [&value])), expected);
    assert_eq!(cause(json_to_string(&value)), expected);
    assert_eq!(cause(array_unique(&value)), expected);
    assert_eq!(cause(array_contains(&value, &value)), expected);
}

/// As recorded.
#[test]
fn a_text_is_split_at_each_character_of_a_set() {
    let split = |text: &str, at: &str| string_split(&json!(text), &json!(at)).unwrap();
    assert_eq!(split("This.is+a,test=string", ".+,="), json!(["This", "is", "a", "test", "string"]));
    assert_eq!(split(",,,,", ","), json!([]));
    assert_eq!(split(" , ", ","), json!([" ", " "]));
    assert_eq!(split("a,b", ""), json!(["a,b"]));
}

#[test]
fn arrays_are_taken_apart_and_made() {
    assert_eq!(array_partition(&json!([0, 1, 2]), &json!(2)).unwrap(), json!([[0, 1], [2]]));
    assert_eq!(array_partition(&json!([]), &json!(2)).unwrap(), json!([]));
    assert_eq!(
        cause(array_partition(&json!([1]), &json!(0))),
        "the second argument must be a positive integer, and is 0"
    );
    let range = |first, last, step| array_range(&json!(first), &json!(last), &json!(step));
    assert_eq!(range(0, 10, 3).unwrap(), json!([0, 3, 6, 9]));
    assert_eq!(range(3, 0, -3).unwrap(), json!([3, 0]));
    assert_eq!(range(1, 0, 1).unwrap(), json!([]));
    assert_eq!(range(1, 1_000, 1).unwrap().as_array().unwrap().len(), 1_000);
    assert_eq!(cause(range(0, 1_000, 1)), "the array would have 1001 items, and may have 1000");
    assert_eq!(range(i64::MAX - 1, i64::MAX, 1).unwrap().as_array().unwrap().len(), 2);
    assert!(range(i64::MIN, i64::MAX, 1).is_err());
    assert_eq!(cause(range(0, 1, 0)), "the third argument must not be 0");
    assert_eq!(array_get_item(&json!([1, 2]), &json!(1)).unwrap(), json!(2));
    assert_eq!(cause(array_get_item(&json!([1, 2]), &json!(2))), "index 2 is outside of an array of 2 items");
    assert_eq!(cause(array_length(&json!({}))), "the only argument must be an array, and is of type object");
}

#[test]
fn equal_items_are_one() {
    let items = json!([null, 0, -0.0, 1, 1.0, "1", [], [1], [1.0], {"a": 1, "b": 2}, {"b": 2, "a": 1}, {"a": 1}, null]);
    assert_eq!(array_unique(&items).unwrap(), json!([null, 0, 1, "1", [], [1], {"a": 1, "b": 2}, {"a": 1}]));
}

#[test]
fn many_items_are_compared_in_little_time() {
    let items: Vec<Value> = (0..200_000).map(|number| json!([number % 100_000])).collect();
    assert_eq!(array_unique(&Value::array(items)).unwrap().as_array().unwrap().len(), 100_000);
}

#[test]
fn texts_are_encoded_and_hashed() {
    assert_eq!(base64_encode(&json!("Data to encode")).unwrap(), json!("RGF0YSB0byBlbmNvZGU="));
    assert_eq!(base64_decode(&json!("RGF0YSB0byBlbmNvZGU=")).unwrap(), json!("Data to encode"));
    assert_eq!(base64_decode(&json!("")).unwrap(), json!(""));
    assert!(cause(base64_decode(&json!("?"))).starts_with("the text is not Base64: "));
    assert_eq!(hash(&json!("input data"), &json!("SHA-1")).unwrap(), json!("aaff4a450a104cd177d28d18d74485e8cae074b7"));
    assert_eq!(hash(&json!("input data"), &json!("MD5")).unwrap(), json!("812f45842bc6d66ee14572ce20db8e86"));
    assert_eq!(cause(hash(&json!("x"), &json!("md5"))), "there is no algorithm 'md5'");
    let long = json!("x".repeat(10_001));
    assert_eq!(cause(base64_encode(&long)), "the only argument has more than 10000 characters");
    assert!(base64_encode(&json!("\u{1f600}".repeat(10_000))).is_ok());
}

#[test]
fn texts_become_data_and_data_texts() {
    let read = |text: &str| string_to_json(&json!(text)).unwrap().to_json_string();
    assert_eq!([read(""), read(" \n"), read("-0"), read("1.1")], ["null", "null", "0", "1.1"]);
    assert_eq!(read(" {\"a\": [1, {}]} "), r#"{"a":[1,{}]}"#);
    assert!(cause(string_to_json(&json!("{"))).starts_with("the text is not JSON: "));
    assert_eq!(json_to_string(&json!({"a": [1, "x"]})).unwrap(), json!(r#"{"a":[1,"x"]}"#));
    let (first, second) = (json!({"a": {"a1": 1}, "b": 2}), json!({"a": {"a3": 1}, "c": 3}));
    let merged = json_merge(&first, &second, &json!(false)).unwrap();
    assert_eq!(merged, json!({"a": {"a3": 1}, "b": 2, "c": 3}));
    assert!(json_merge(&first, &second, &json!(true)).is_err());
}

#[test]
fn a_failure_names_the_call_as_written() {
    let root = json!({"other": 1});
    let missing = |steps: &[Seg]| -> String {
        let failure =
            called("States.F($.nope)", || argument::<&Value>(None, "$.nope", steps, &root).cloned()).unwrap_err();
        assert_eq!(failure.error(), Some("States.Runtime"));
        failure.cause().unwrap().to_owned()
    };
    assert_eq!(
        missing(&[Seg::Key("nope")]),
        "The function 'States.F($.nope)' had the following error: The JsonPath argument for the field '$.nope' could not be \
         found in the input '{\"other\":1}'"
    );
    assert_eq!(
        missing(&[Seg::Key("other"), Seg::Index(0)]),
        "The function 'States.F($.nope)' had the following error: Filter: [0] can only be applied to arrays. Current context \
         is: 1"
    );
}

#[test]
fn random_numbers_stay_within_their_bounds_and_are_the_same_again() {
    let cx = Cx::default();
    for call in 0..1_000 {
        let number = math_random(&json!(-2), &json!(2), &cx, call).unwrap();
        assert!((-2..2).contains(&number.as_i64().unwrap()), "{number}");
        assert_eq!(math_random(&json!(-2), &json!(2), &cx, call).unwrap(), number);
    }
    let all: std::collections::HashSet<String> = (0..1_000).map(|call| uuid(&cx, call).to_string()).collect();
    assert_eq!(all.len(), 1_000);
    assert!(math_random(&json!(1), &json!(1), &cx, 0).is_err());
    assert!(math_random(&json!(i64::MIN), &json!(i64::MAX), &cx, 0).is_ok());
    let seeded = |seed| math_random_of(&json!(0), &json!(1_000_000), &json!(seed)).unwrap();
    assert!(seeded(3) == seeded(3) && seeded(3) != seeded(4));
}

#[test]
fn a_uuid_is_of_version_4() {
    let text = uuid(&Cx::default(), 7);
    let text = text.as_str().unwrap();
    assert_eq!(text.len(), 36);
    let places: Vec<usize> = text.match_indices('-').map(|(at, _)| at).collect();
    assert_eq!(places, [8, 13, 18, 23]);
    assert_eq!(text.as_bytes()[14], b'4');
    assert!(matches!(text.as_bytes()[19], b'8' | b'9' | b'a' | b'b'));
}
