use super::*;
use crate::machine::Cx;
use asl_value::json;

/// The cause of a failure, or the value as JSON text.
fn outcome(result: Result<Value, Failed>) -> String {
    match result {
        Ok(value) => value.to_json_string(),
        Err(failure) => {
            assert_eq!(failure.error(), Some("States.IntrinsicFailure"));
            failure.cause().unwrap().to_owned()
        }
    }
}

fn cause(result: Result<Value, Failed>) -> String {
    assert!(result.is_err(), "{result:?}");
    outcome(result)
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
        (json!(1.6), json!(2.7), 5),
        (json!(2_147_483_646), json!(1), 2_147_483_647),
        (json!(2_147_483_647.4), json!(0), 2_147_483_647),
        (json!(0.499_999_999_999_999_94), json!(0), 0),
    ] {
        assert_eq!(math_add(&first, &second).unwrap(), Value::Int(sum), "{first} + {second}");
    }
    for (first, second) in [
        (json!(2_147_483_647), json!(1)),
        (json!(-2_147_483_648), json!(-1)),
        (json!(2_147_483_648_i64), json!(-1)),
        (json!(2_147_483_647.5), json!(0)),
        (json!(i64::MAX), json!(1)),
        (json!(1e300), json!(0)),
    ] {
        assert_eq!(
            cause(math_add(&first, &second)),
            "Invalid arguments in States.MathAdd",
            "{first} + {second}"
        );
    }
}

/// As recorded.
#[test]
fn formatted_values_look_as_in_java() {
    let value = json!({"Arg1": 1, "Arg2": [], "Arg3": ["a", null, 1.1, {"b": true}]});
    let text = format(&["<", "|", ">"], [&value, &json!("x")]).unwrap();
    assert_eq!(text, json!("<{Arg1=1, Arg2=[], Arg3=[a, null, 1.1, {b=true}]}|x>"));
    assert_eq!(format_of(&json!("Hello, {}."), [&json!("Arnav")]).unwrap(), json!("Hello, Arnav."));
    assert_eq!(
        cause(format_of(&json!("{} {}"), [&json!(1)])),
        "Invalid arguments in States.Format"
    );
    let numbers = json!([1.0, 100.5, 12_345_678.0, 1e21, 0.001, 0.000_12, -2.5e-7, 0.0]);
    let text = format(&["", ""], [&numbers]).unwrap();
    assert_eq!(text, json!("[1.0, 100.5, 1.2345678E7, 1.0E21, 0.001, 1.2E-4, -2.5E-7, 0.0]"));
}

/// As recorded for templates in the definition and in the data.
#[test]
fn braces_of_a_template_pair() {
    let opening = "Invalid template in States.Format: matching '}' not found for '{'.";
    let closing = "Invalid template in States.Format: matching '{' not found for '}'.";
    for (template, expected) in [
        ("Hello {", opening),
        ("{{}}", opening),
        ("{ }", opening),
        ("{a}", opening),
        ("}", closing),
        ("{}}", closing),
        ("}{", closing),
    ] {
        assert_eq!(cause(format_of(&json!(template), [&json!(1)])), expected, "{template}");
    }
    let text = format_of(&json!(r"\{{}\} C:\{\} \n"), [&json!(1)]).unwrap();
    assert_eq!(text, json!(r"{1} C:{} \n"));
}

#[test]
fn texts_do_not_grow_without_end() {
    let value = (0..40).fold(json!("xxxxxxxx"), |value, _| json!([value.clone(), value]));
    let expected = |function| {
        std::format!("Invalid arguments in {function}: they or its result are larger than 64 MiB")
    };
    assert_eq!(cause(format(&["", ""], [&value])), expected("States.Format"));
    assert_eq!(cause(json_to_string(&value)), expected("States.JsonToString"));
    assert_eq!(cause(array_unique(&value)), expected("States.ArrayUnique"));
    assert_eq!(cause(array_contains(&value, &value)), expected("States.ArrayContains"));
}

/// As recorded.
#[test]
fn a_text_is_split_at_each_character_of_a_set() {
    let split = |text: &str, at: &str| string_split(&json!(text), &json!(at)).unwrap();
    assert_eq!(
        split("This.is+a,test=string", ".+,="),
        json!(["This", "is", "a", "test", "string"])
    );
    assert_eq!(split(",,,,", ","), json!([]));
    assert_eq!(split(" , ", ","), json!([" ", " "]));
    assert_eq!(split("a,b", ""), json!(["a,b"]));
}

#[test]
fn arrays_are_taken_apart_and_made() {
    let partition = |size| outcome(array_partition(&json!([0, 1, 2]), &size));
    assert_eq!(partition(json!(2)), "[[0,1],[2]]");
    assert_eq!(partition(json!(2.6)), "[[0,1],[2]]");
    for size in [json!(0), json!(0.49), json!(0.6), json!(-1), json!(4_294_967_298_i64)] {
        assert_eq!(partition(size), "Invalid arguments in States.ArrayPartition");
    }
    assert_eq!(array_partition(&json!([]), &json!(2)).unwrap(), json!([]));
    let item = |array, index| outcome(array_get_item(&array, &index));
    assert_eq!(item(json!([1, 2]), json!(1)), "2");
    assert_eq!(item(json!([1, 2]), json!(1.9)), "2");
    assert_eq!(item(json!([null]), json!(0)), "null");
    assert_eq!(item(json!([]), json!(999)), "null");
    for (array, index) in [(json!([1, 2]), 2), (json!([1, 2]), -1), (json!([]), -1)] {
        assert_eq!(
            item(array, json!(index)),
            "Invalid arguments in States.ArrayGetItem",
            "{index}"
        );
    }
    assert_eq!(array_length(&json!([1, 2])).unwrap(), json!(2));
}

#[test]
fn ranges_end_where_a_step_does() {
    let range = |first, last, step| outcome(array_range(&first, &last, &step));
    assert_eq!(range(json!(0), json!(10), json!(3)), "[0,3,6,9]");
    assert_eq!(range(json!(3), json!(0), json!(-3)), "[3,0]");
    assert_eq!(range(json!(3), json!(3), json!(-1)), "[3]");
    assert_eq!(range(json!(1), json!(0), json!(1)), "[]");
    assert_eq!(range(json!(1.6), json!(1.4), json!(1)), "[1]");
    assert_eq!(range(json!(5.4), json!(-0.6), json!(-2.4)), "[5,3,1]");
    assert_eq!(range(json!(i32::MAX - 1), json!(i32::MAX), json!(1)), "[2147483646,2147483647]");
    assert_eq!(
        array_range(&json!(1), &json!(1_000), &json!(1)).unwrap().as_array().unwrap().len(),
        1_000
    );
    for (first, last, step) in [
        (json!(0), json!(1_000), json!(1)),
        (json!(i32::MIN), json!(i32::MAX), json!(1)),
        (json!(0), json!(1), json!(0)),
        (json!(0), json!(1), json!(0.9)),
        (json!(0), json!(2_147_483_648_i64), json!(2_147_483_647)),
    ] {
        assert_eq!(range(first, last, step), "Invalid arguments in States.ArrayRange");
    }
}

#[test]
fn an_item_is_found_by_value_or_by_text() {
    let contains = |array, value| array_contains(&array, &value).unwrap() == json!(true);
    assert!(contains(json!([1, null, 3]), json!(null)));
    assert!(contains(json!([[1, 2, 3], 2]), json!([1, 2, 3])));
    assert!(contains(json!([{"a": 1, "b": []}]), json!({"b": [], "a": 1})));
    assert!(contains(json!(["true"]), json!(true)));
    assert!(contains(json!([1, null]), json!("null")));
    assert!(contains(json!([1.5]), json!("1.5")));
    assert!(!contains(json!(["1"]), json!("01")));
    assert!(!contains(json!([[1, 2]]), json!(1)));
    assert!(!contains(json!([true]), json!(1)));
}

/// The orders are those of `new ArrayList<>(new HashSet<>(list))` in Java 17.
#[test]
fn equal_items_are_one_in_the_order_of_a_hash_set() {
    let unique = |array| array_unique(&array).unwrap().to_json_string();
    assert_eq!(unique(json!([1, 2, 3, 3, 3, 4])), "[1,2,3,4]");
    assert_eq!(unique(json!([3, 1, 2, 17, 16, 1])), "[16,1,17,2,3]");
    assert_eq!(unique(json!(["b", "a", "c", "a"])), r#"["a","b","c"]"#);
    assert_eq!(unique(json!([1, -1])), "[-1,1]");
    let mixed = json!(["zebra", 1.5, 10_000_000_000_i64, [1, 2], {"k": 7}, "é🚀", true, null, 42]);
    assert_eq!(unique(mixed), r#"["zebra",null,[1,2],"é🚀",1.5,10000000000,42,{"k":7},true]"#);
    assert_eq!(unique(json!([{"a": 1}, {"a": 1}])), r#"[{"a":1}]"#);
    assert_eq!(unique(json!([{"b": 2, "a": 1}, {"a": 1, "b": 2}])), r#"[{"b":2,"a":1}]"#);
    // Places 7 (1231), 5 (1237) and 0.
    assert_eq!(unique(json!([true, false, null])), "[null,false,true]");
    assert_eq!(unique(json!([1, 1.0, 0, -0.0])), "[0,1]");
    let long: Vec<Value> = (0..100).rev().map(Value::Int).collect();
    let sorted: Vec<Value> = (0..100).map(Value::Int).collect();
    assert_eq!(array_unique(&Value::array(long)).unwrap(), Value::array(sorted));
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
    for lenient in ["RGF0YSB0byBlbmNvZGU", " RGF0YSB0\nbyBl bmNvZGU=\r\n", "RGF0YSB0byBlbmNvZGU="] {
        assert_eq!(base64_decode(&json!(lenient)).unwrap(), json!("Data to encode"));
    }
    assert_eq!(base64_decode(&json!("YR")).unwrap(), json!("a"));
    for wrong in ["?", "Y", "YQ==YQ==", "-_-_"] {
        assert_eq!(
            cause(base64_decode(&json!(wrong))),
            "Invalid arguments in States.Base64Decode",
            "{wrong}"
        );
    }
    assert_eq!(cause(hash(&json!("x"), &json!("md5"))), "Invalid arguments in States.Hash");
    let long = json!("x".repeat(10_001));
    assert_eq!(cause(base64_encode(&long)), "Invalid arguments in States.Base64Encode");
    assert_eq!(cause(base64_decode(&long)), "Invalid arguments in States.Base64Decode");
    assert_eq!(cause(hash(&long, &json!("MD5"))), "Invalid arguments in States.Hash");
    assert!(base64_encode(&json!("\u{1f600}".repeat(10_000))).is_ok());
}

#[test]
fn hashes_of_one_and_of_several_blocks_are_those_of_other_implementations() {
    let blocks = "x".repeat(300);
    let known: [(&str, &str, &str); 10] = [
        ("input data", "MD5", "812f45842bc6d66ee14572ce20db8e86"),
        (&blocks, "MD5", "8a4876ea55d998a5d91ed59db796af28"),
        ("input data", "SHA-1", "aaff4a450a104cd177d28d18d74485e8cae074b7"),
        (&blocks, "SHA-1", "02fd68253071f895718c8d41f7ff665abe1a6290"),
        (
            "input data",
            "SHA-256",
            "b4a697a057313163aee33cd8d40c66e9f0f177e00cac2de32475ffff6169c3e3",
        ),
        (&blocks, "SHA-256", "0d4e2ca9e9cbced7a7a5380eb29e1a3783b9b6d0db72de36a1051038e1c1fbc7"),
        (
            "input data",
            "SHA-384",
            "d28a7d5cf25a74f11a50a18452b75e04bb3d70c9dd0510d6123aa008c756511b\
             87525bdc835ebb27e1fb9e9374a15562",
        ),
        (
            &blocks,
            "SHA-384",
            "0888f39a6bc4eb88268e8e501252a2142ca5df528c8eced45f25138192f5281d\
             fe2c0b829c4e7314c609318fd611bead",
        ),
        (
            "input data",
            "SHA-512",
            "6ce4adb348546d4f449c4d25aad9a7c9cb711d9e91982d3f0b29ca2f3f47d4ce\
             2deba23bf2954f0f1d593fc50283731a533d30d425402d4f91316d871303aac4",
        ),
        (
            &blocks,
            "SHA-512",
            "0dc240ae43b18eeacef4d7d8d64b945ade43c989b724d7c7062a8029f3343caa\
             322b9fbf42d9ff0cda98f3d7ac5a560ca219b2e73cc041f37052dfa4e84ae624",
        ),
    ];
    for (text, algorithm, digits) in known {
        assert_eq!(hash(&json!(text), &json!(algorithm)).unwrap(), json!(digits), "{algorithm}");
    }
}

#[test]
fn texts_become_data_and_data_texts() {
    let read = |text: &str| string_to_json(&json!(text)).unwrap().to_json_string();
    assert_eq!([read(""), read(" \n"), read("-0"), read("1.1")], ["null", "null", "0", "1.1"]);
    assert_eq!(read(" {\"a\": [1, {}]} "), r#"{"a":[1,{}]}"#);
    let malformed = "Cannot convert String to Json in States.StringToJson, caused by: ";
    for text in ["{", "{\"a\":1", "{} {}", "[1,]", "'a'", "nul"] {
        assert!(cause(string_to_json(&json!(text))).starts_with(malformed), "{text}");
    }
    assert_eq!(json_to_string(&json!({"a": [1, "x"]})).unwrap(), json!(r#"{"a":[1,"x"]}"#));
    let (first, second) = (json!({"a": {"a1": 1}, "b": 2}), json!({"a": {"a3": 1}, "c": 3}));
    let merged = json_merge(&first, &second, &json!(false)).unwrap();
    assert_eq!(merged, json!({"a": {"a3": 1}, "b": 2, "c": 3}));
    assert_eq!(
        merged.to_json_string(),
        r#"{"a":{"a3":1},"c":3,"b":2}"#,
        "the second's members stand first"
    );
    assert_eq!(json_merge(&first, &second, &json!("false")).unwrap(), merged);
    for is_deep in [json!(true), json!("true"), json!(null), json!(0), json!("no")] {
        assert_eq!(
            cause(json_merge(&first, &second, &is_deep)),
            "Invalid arguments in States.JsonMerge"
        );
    }
}

#[test]
fn a_failure_names_the_call_as_written() {
    type Called =
        fn(&'static str, &mut dyn FnMut() -> Result<Value, Failed>) -> Result<Value, Failed>;
    let root = json!({"other": 1});
    let failure = |called: Called, call: &mut dyn FnMut() -> Result<Value, Failed>| {
        let failure = called("States.F($.nope)", call).unwrap_err();
        (failure.error().unwrap().to_owned(), failure.cause().unwrap().to_owned())
    };
    let aws: Called = |text, call| called(text, call);
    let specification: Called = |text, call| called_by_specification(text, call);
    let missing = "The function 'States.F($.nope)' had the following error: The JsonPath argument for the field '$.nope' could \
                   not be found in the input '{\"other\":1}'";
    for profile in [aws, specification] {
        let found = failure(profile, &mut || {
            argument::<&Value>(None, "$.nope", &[Seg::Key("nope")], &root).cloned()
        });
        assert_eq!(found, ("States.Runtime".to_owned(), missing.to_owned()));
    }
    let (_, cause) = failure(aws, &mut || {
        argument::<&Value>(None, "$.nope", &[Seg::Key("other"), Seg::Index(0)], &root).cloned()
    });
    let misplaced = "Filter: [0] can only be applied to arrays. Current context is: 1";
    assert_eq!(
        cause,
        format!("The function 'States.F($.nope)' had the following error: {misplaced}")
    );
    let (error, cause) = failure(aws, &mut || array_length(&root));
    let sentence = "There was an error while evaluating the intrinsic function: States.F($.nope). ";
    assert_eq!(error, "States.Runtime");
    assert_eq!(cause, format!("{sentence}Invalid arguments in States.ArrayLength"));
    let (error, cause) = failure(specification, &mut || array_length(&root));
    assert_eq!(error, "States.IntrinsicFailure");
    let sentence = "The function 'States.F($.nope)' had the following error: ";
    assert_eq!(cause, format!("{sentence}Invalid arguments in States.ArrayLength"));
    assert_eq!(
        outcome(refuse("Invalid arguments in States.Hash", [])),
        "Invalid arguments in States.Hash"
    );
}

/// A function with arguments that it takes.
struct Taking {
    name: &'static str,
    call: fn(&[Value]) -> Result<Value, Failed>,
    fitting: Vec<Value>,
    /// For each argument, the indexes of the accepted [`kinds`]; others are invalid.
    takes: Vec<&'static [usize]>,
}

const ANY: &[usize] = &[0, 1, 2, 3, 4, 5, 6];
const NUMBER: &[usize] = &[1, 2];
const TEXT: &[usize] = &[3];
const ARRAY: &[usize] = &[5];
const OBJECT: &[usize] = &[6];
const NONE: &[usize] = &[];

fn kinds() -> [Value; 7] {
    [
        json!(null),
        json!(2),
        json!(2.5),
        json!("MD5"),
        json!(true),
        json!([1, 2, 3]),
        json!({"a": 1}),
    ]
}

fn taking(
    name: &'static str,
    call: fn(&[Value]) -> Result<Value, Failed>,
    fitting: &Value,
    takes: &[&'static [usize]],
) -> Taking {
    let fitting = fitting.as_array().unwrap().iter().cloned().collect();
    Taking { name, call, fitting, takes: takes.to_vec() }
}

/// All functions except `States.Array` and `States.UUID`, which accept anything.
#[rustfmt::skip]
fn functions() -> Vec<Taking> {
    vec![
        taking("Format", |a| format_of(&a[0], [&a[1]]), &json!(["{}", 1]), &[NONE, ANY]),
        taking("StringToJson", |a| string_to_json(&a[0]), &json!(["1"]), &[NONE]),
        taking("JsonToString", |a| json_to_string(&a[0]), &json!([1]), &[ANY]),
        taking("ArrayPartition", |a| array_partition(&a[0], &a[1]), &json!([[1], 1]), &[ARRAY, NUMBER]),
        taking("ArrayContains", |a| array_contains(&a[0], &a[1]), &json!([[1], 1]), &[ARRAY, ANY]),
        taking("ArrayRange", |a| array_range(&a[0], &a[1], &a[2]), &json!([1, 3, 1]), &[NUMBER, NUMBER, NUMBER]),
        taking("ArrayGetItem", |a| array_get_item(&a[0], &a[1]), &json!([[1, 2, 3], 1]), &[ARRAY, NUMBER]),
        taking("ArrayLength", |a| array_length(&a[0]), &json!([[]]), &[ARRAY]),
        taking("ArrayUnique", |a| array_unique(&a[0]), &json!([[]]), &[ARRAY]),
        taking("Base64Encode", |a| base64_encode(&a[0]), &json!([""]), &[TEXT]),
        taking("Base64Decode", |a| base64_decode(&a[0]), &json!([""]), &[TEXT]),
        taking("Hash", |a| hash(&a[0], &a[1]), &json!(["x", "SHA-1"]), &[TEXT, TEXT]),
        taking("JsonMerge", |a| json_merge(&a[0], &a[1], &a[2]), &json!([{}, {}, false]), &[OBJECT, OBJECT, NONE]),
        taking("MathRandom", |a| math_random_of(&a[0], &a[1], &a[2]), &json!([1, 5, 1]), &[NUMBER, NUMBER, NUMBER]),
        taking("MathAdd", |a| math_add(&a[0], &a[1]), &json!([1, 1]), &[NUMBER, NUMBER]),
        taking("StringSplit", |a| string_split(&a[0], &a[1]), &json!(["a", "b"]), &[TEXT, TEXT]),
    ]
}

/// Calls every function with every kind of value as each of its arguments.
#[test]
fn arguments_of_another_kind_are_invalid() {
    for Taking { name, call, fitting, takes } in functions() {
        assert!(call(&fitting).is_ok(), "{name}");
        for (place, takes) in takes.iter().enumerate() {
            for (kind, value) in kinds().into_iter().enumerate() {
                let mut arguments = fitting.clone();
                arguments[place] = value;
                let result = call(&arguments);
                if takes.contains(&kind) {
                    assert!(result.is_ok(), "{name} {arguments:?}: {result:?}");
                } else if kind == 3 && name == "StringToJson" {
                    assert!(
                        cause(result).starts_with("Cannot convert String to Json"),
                        "a text, but not JSON"
                    );
                } else {
                    assert_eq!(
                        cause(result),
                        std::format!("Invalid arguments in States.{name}"),
                        "{arguments:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn random_numbers_stay_within_their_bounds_and_are_the_same_again() {
    let cx = Cx::default();
    for call in 0..1_000 {
        let number = math_random(&json!(-2), &json!(2), &cx, call).unwrap();
        assert!((-2..2).contains(&number.as_i64().unwrap()), "{number}");
        assert_eq!(math_random(&json!(-2), &json!(2), &cx, call).unwrap(), number);
    }
    let all: std::collections::HashSet<String> =
        (0..1_000).map(|call| uuid(&cx, call).to_string()).collect();
    assert_eq!(all.len(), 1_000);
    let empty = math_random(&json!(1), &json!(1), &cx, 0);
    assert_eq!(cause(empty), "Invalid arguments in States.MathRandom");
    assert!(math_random(&json!(i32::MIN), &json!(i32::MAX), &cx, 0).is_err());
}

/// The first six were recorded; the others are results of Java's `new Random(seed).nextInt(bound)`.
#[test]
fn a_seed_makes_the_number_that_java_makes() {
    let random = |first: Value, end: Value, seed: Value| {
        math_random_of(&first, &end, &seed).unwrap().as_i64().unwrap()
    };
    for (first, end, seed, number) in [
        (1, 100, 42, 63),
        (1, 1_000, 1, 106),
        (1, 1_000, 2, 806),
        (1, 10, 42, 9),
        (2_147_483_640, 2_147_483_647, 1, 2_147_483_644),
        (0, 10, 42, 0),
        // A power of two uses the upper bits.
        (0, 16, 42, 11),
        (-5, 5, -7, -3),
    ] {
        assert_eq!(random(json!(first), json!(end), json!(seed)), number, "{first}..{end}, {seed}");
    }
    assert_eq!(
        random(json!(1.6), json!(10.9), json!(42.7)),
        random(json!(1), json!(10), json!(42))
    );
    let numbers: Vec<i64> = (0..200)
        .map(|seed| random(json!(1.6), json!(5.4), json!(seed * 1_099_511_627_776_i64)))
        .collect();
    assert_eq!((numbers.iter().min(), numbers.iter().max()), (Some(&1), Some(&4)));
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
