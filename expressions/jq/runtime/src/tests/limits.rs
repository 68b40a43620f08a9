//! Tests that programs end soon if they create too much data, nest too deeply or do too much work.

use std::cmp::Ordering;
use std::slice;

use super::{call, outcome, value};
use crate::{Cx, Exit, FUEL, Limit, ROOM, control, native, order};
use asl_value::value::Value;

/// `[[[..]]]`, so many levels.
fn nested(levels: u32) -> Value {
    (1..levels).fold(Value::array(Vec::new()), |inner, _| Value::array(vec![inner]))
}

/// `{"a": {"a": ..}}`, so many levels.
fn nested_objects(levels: u32) -> Value {
    (1..levels).fold(value("{}"), |inner, _| Value::object([("a", inner)]))
}

fn on(name: &str, input: &Value, arguments: &[Value]) -> String {
    outcome(call(&Cx::new(0), name, input, arguments))
}

#[test]
fn values_deeper_than_10_000_are_compared_no_further() {
    let (left, right) = (nested(10_002), nested(10_002));
    assert_eq!(on("==", &left, slice::from_ref(&right)), "!Equality check too deep");
    assert_eq!(on("==", &nested(10_001), &[nested(10_001)]), "true");
    assert_eq!(on("==", &left, slice::from_ref(&left)), "true");
    assert_eq!(on("<", &left, slice::from_ref(&right)), "!Comparison too deep");
    assert_eq!(on("<", &nested(10_001), &[nested(10_001)]), "false");
    assert_eq!(
        on("unique", &Value::array(vec![left.clone(), left.clone()]), &[]),
        "!Comparison too deep"
    );
    assert_eq!(on("contains", &left, &[right]), "!Containment check too deep");
    let (left, right) = (nested_objects(10_002), nested_objects(10_002));
    assert_eq!(on("*", &left, slice::from_ref(&right)), "!Object merge too deep");
    assert_eq!(on("<", &left, &[right]), "!Comparison too deep");
}

#[test]
fn text_deeper_than_10_000_is_neither_written_nor_read() {
    let cx = Cx::new(0);
    let text = native::tojson(&cx, &nested(10_002)).unwrap();
    assert!(text.as_str().unwrap().contains("<skipped: too deep>"));
    let text = native::tojson(&cx, &nested(10_001)).unwrap();
    let error = outcome(native::fromjson(&cx, &text));
    assert!(
        error.starts_with("!Exceeds depth limit for parsing at line 1, column 10001 (while"),
        "{}",
        error.len()
    );
    let text = native::tojson(&cx, &nested(10_000)).unwrap();
    assert_eq!(native::fromjson(&cx, &text).unwrap(), nested(10_000));
}

#[test]
fn nothing_grows_without_bounds() {
    assert_eq!(on("*", &value("\"abc\""), &[value("1e9")]), "!Repeat string result too long");
    let large = Value::text("x".repeat(40 << 20));
    assert_eq!(
        call(&Cx::new(0), "+", &large, slice::from_ref(&large)),
        Err(Exit::Limit(Limit::Size))
    );
    let list = Value::array(vec![large.clone(), large.clone()]);
    for (name, arguments) in [("join", vec![value("\",\"")]), ("sum", vec![])] {
        assert_eq!(
            call(&Cx::new(0), name, &list, &arguments),
            Err(Exit::Limit(Limit::Size)),
            "{name}"
        );
    }
    // The bytes that are written are counted, and run out before the text is too large.
    assert_eq!(call(&Cx::new(0), "tojson", &list, &[]), Err(Exit::Limit(Limit::Fuel)));
    for name in ["format_uri", "format_base32"] {
        assert_eq!(call(&Cx::new(0), name, &large, &[]), Err(Exit::Limit(Limit::Size)), "{name}");
    }
}

#[test]
fn all_that_is_made_is_counted() {
    let cx = Cx::new(0);
    let text = Value::text("x".repeat(10 << 20));
    let made = (0..1000)
        .find(|_| call(&cx, "+", &text, slice::from_ref(&text)) == Err(Exit::Limit(Limit::Size)));
    assert_eq!(made, Some(3));
}

#[test]
fn small_values_are_counted_with_the_memory_that_they_take() {
    let room = |make: &dyn Fn(&Cx)| {
        let cx = Cx::new(0);
        make(&cx);
        ROOM - cx.budget.room()
    };
    assert!(room(&|cx| drop(control::array(cx, vec![Value::Null]))) >= 80);
    assert!(room(&|cx| drop(control::object(cx, [("a", Value::Null)]))) >= 100);
    assert!(
        room(&|cx| drop(call(
            cx,
            "+",
            &Value::text("x".repeat(20)),
            &[Value::text("y".repeat(20))]
        ))) >= 40
    );
    // Bytes for each item, twice, since an array that grows has room for as many more.
    let collect =
        |cx: &Cx| (0..1000).try_for_each(|_| control::collect(cx, &mut Vec::new(), Value::Null));
    assert!(room(&|cx| collect(cx).unwrap()) >= 48_000);
}

#[test]
fn texts_with_many_parts_are_refused_before_they_are_taken_apart() {
    let commas = Value::text(",".repeat(10 << 20));
    assert_eq!(
        call(&Cx::new(0), "split", &commas, &[Value::text(",")]),
        Err(Exit::Limit(Limit::Size))
    );
    let numbers = Value::text(format!("[{}0]", "0,".repeat(4 << 20)));
    assert_eq!(native::fromjson(&Cx::new(0), &numbers), Err(Exit::Limit(Limit::Size)));
}

#[test]
fn sorting_long_texts_is_work() {
    let text = "a".repeat(50_000);
    let texts: Vec<Value> = (0..1_000).map(|_| Value::text(text.clone())).collect();
    let cx = Cx::new(0);
    call(&cx, "sort", &Value::array(texts), &[]).unwrap();
    assert!(FUEL - cx.budget.steps() > 400_000, "{}", FUEL - cx.budget.steps());
}

#[test]
fn work_costs_fuel() {
    let numbers = |count: i64| {
        Value::from(
            (0..count).map(|number| Value::array(vec![Value::Int(number); 2])).collect::<Vec<_>>(),
        )
    };
    let wide = numbers(3_000);
    let nowhere = Value::array(vec![Value::array(vec![Value::Int(-1), Value::Int(-1)]); 3_000]);
    assert_eq!(call(&Cx::new(0), "contains", &wide, &[nowhere]), Ok(Value::Bool(false)));
    let endless = Value::array(vec![numbers(2_000); 2_000]);
    assert_eq!(
        call(&Cx::new(0), "contains", &endless, &[Value::array(vec![value("[[[]]]"); 2])]),
        Err(Exit::Limit(Limit::Fuel))
    );
}

#[cfg(feature = "regex")]
#[test]
fn patterns_and_searches_are_bounded() {
    let text = Value::text("x".repeat(2_000));
    let search = |pattern: &str| {
        let arguments = [Value::text(pattern), Value::Null, Value::Bool(true)];
        outcome(call(&Cx::new(0), "match_impl", &text, &arguments))
    };
    assert_eq!(search("(x+)\\1+y"), "!Regex failure: retry-limit-in-match over");
    assert_eq!(search("(x+x+)+y"), "false");
    assert_eq!(search("(?:(?:x{1000}){1000}){1000}"), "!Regex failure: too large pattern");
    assert_eq!(search(&"x|".repeat(20_000)), "!Regex failure: too long pattern");
    assert_eq!(search(&"(".repeat(100)), "!Regex failure: too deep nest level");
    // Steps back are paid for.
    let (cx, arguments) = (Cx::new(0), [Value::text("(x+)\\1+y"), Value::Null, Value::Bool(true)]);
    assert!(outcome(call(&cx, "match_impl", &text, &arguments)).starts_with("!Regex failure"));
    assert!(FUEL - cx.budget.steps() > 500_000, "{}", FUEL - cx.budget.steps());
    let long = Value::text("x".repeat(100_000));
    let far_back = [Value::text("(?<=(x+))y"), Value::Null, Value::Bool(true)];
    let cx = Cx::new(0);
    assert_eq!(call(&cx, "match_impl", &long, &far_back), Err(Exit::Limit(Limit::Fuel)));
    assert_eq!(on("match_impl", &Value::text("xxy"), &far_back), "true");
    // Earlier compilations of the thread make no difference.
    let steps = || {
        let cx = Cx::new(0);
        let arguments = [Value::text("[0-9]+ times"), Value::Null, Value::Bool(true)];
        call(&cx, "match_impl", &Value::text("7 times"), &arguments).unwrap();
        cx.budget.steps()
    };
    assert_eq!(steps(), steps());
}

#[test]
fn an_error_is_shown_by_its_beginning() {
    fn huge(_: &Cx, _: &Value, _: &mut crate::Emit<'_>) -> crate::Flow {
        // 2^60 numbers, of which there is one.
        Err(Exit::Error(
            (0..60).fold(Value::Int(1), |value, _| Value::array(vec![value.clone(), value])),
        ))
    }
    let shown = crate::Program::new(huge).first(&Value::Null).unwrap_err().to_string();
    assert!(
        shown.starts_with("(not a string): [[[") && shown.ends_with('…') && shown.len() < 40_000,
        "{}",
        shown.len()
    );
}

#[test]
fn finding_a_long_part_everywhere_is_work() {
    let text = |length: usize| Value::text("a".repeat(length));
    let items = |length: usize| Value::array(vec![Value::Int(0); length]);
    for (whole, part) in [(text(100_000), text(50_000)), (items(100_000), items(50_000))] {
        assert_eq!(call(&Cx::new(0), "indices", &whole, &[part]), Err(Exit::Limit(Limit::Fuel)));
    }
}

#[test]
fn seeking_a_long_part_in_a_short_text_is_work() {
    let (text, part) = (Value::text("a"), Value::text("a".repeat(100_000)));
    for name in ["indices", "index", "rindex", "split"] {
        let cx = Cx::new(0);
        let before = cx.budget.steps();
        assert!(call(&cx, name, &text, slice::from_ref(&part)).is_ok());
        assert!(before - cx.budget.steps() >= 100_000 / 16, "{name}");
    }
}

#[test]
fn comparing_long_texts_is_work() {
    let text = || Value::text("a".repeat(100_000));
    let cx = Cx::new(0);
    let run = |compare: &dyn Fn(&Value, &Value) -> Result<bool, Exit>| {
        let before = cx.budget.steps();
        assert_eq!(compare(&text(), &text()), Ok(true));
        assert!(before - cx.budget.steps() >= 97, "{}", before - cx.budget.steps());
    };
    let list = |value: &Value| Value::array(vec![value.clone()]);
    run(&|left, right| order::equal(&cx, left, right));
    run(&|left, right| order::equal(&cx, &list(left), &list(right)));
    run(&|left, right| order::compare(&cx, left, right).map(Ordering::is_eq));
    run(&|left, right| order::compare(&cx, &list(left), &list(right)).map(Ordering::is_eq));
    run(&|left, right| {
        call(&cx, "startswith", left, slice::from_ref(right))
            .map(|value| value == Value::Bool(true))
    });
}

/// The result of 2,000 turns of `work` with the usual limits.
fn many(mut work: impl FnMut(&Cx) -> Result<Value, Exit>) -> Result<(), Exit> {
    let cx = Cx::new(0);
    (0..2_000).try_for_each(|_| work(&cx).map(drop))
}

#[test]
fn copies_of_shared_data_and_long_scans_are_paid_for() {
    let items = Value::array(vec![Value::Int(1); 20_000]);
    let path = Value::array(vec![Value::Int(5)]);
    let set = many(|cx| native::setpath(cx, &items, &path, &Value::Null));
    assert_eq!(set, Err(Exit::Limit(Limit::Size)));
    let paths = Value::array(vec![path]);
    let deleted = many(|cx| native::delpaths(cx, &items, &paths));
    assert_eq!(deleted, Err(Exit::Limit(Limit::Size)));

    let spaces = Value::text(" ".repeat(50_000));
    let trimmed = many(|cx| native::trim(cx, &spaces));
    assert_eq!(trimmed, Err(Exit::Limit(Limit::Fuel)));

    let digits = Value::text("0".repeat(50_000));
    let read = many(|cx| native::tonumber(cx, &digits));
    assert_eq!(read, Err(Exit::Limit(Limit::Fuel)));
}
