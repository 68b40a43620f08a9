#![expect(clippy::needless_pass_by_value, reason = "values are written where they are used")]

use super::*;
use crate::Cx;
use asl_value::json;

fn set(root: Value, path: Value, value: Value) -> Result<Value, Exit> {
    setpath(&Cx::new(0), &root, &path, &value)
}

fn delete(root: Value, paths: Value) -> Result<Value, Exit> {
    delpaths(&Cx::new(0), &root, &paths)
}

fn get(root: Value, path: Value) -> Result<Value, Exit> {
    getpath(&Cx::new(0), &root, &path)
}

fn slice_key(start: impl Into<Value>, end: impl Into<Value>) -> Value {
    json!({ "start": start.into(), "end": end.into() })
}

#[track_caller]
fn fails<T: std::fmt::Debug>(result: Result<T, Exit>, message: &str) {
    match result {
        Err(Exit::Error(Value::String(text))) => assert_eq!(text, message),
        other => panic!("{message}: {other:?}"),
    }
}

#[test]
fn null_is_at_every_path_that_could_be_one() {
    assert_eq!(get(json!(null), json!(["a", 0, {}])), Ok(json!(null)));
    assert_eq!(get(json!({"a": [1, 2]}), json!(["a", -1])), Ok(json!(2)));
    assert_eq!(get(json!([1, 2, 3]), json!([slice_key(1, Value::Null), 0.9])), Ok(json!(2)));
    fails(get(json!(null), json!([true])), "Cannot index null with boolean (true)");
    fails(get(json!({"a": 1}), json!(["a", "b"])), "Cannot index number with string (\"b\")");
    fails(get(json!(null), json!(1)), "Path must be specified as an array");
}

#[test]
fn setting_makes_what_is_missing() {
    assert_eq!(
        set(json!(null), json!(["a", 1, "b"]), json!(7)),
        Ok(json!({"a": [null, {"b": 7}]}))
    );
    assert_eq!(set(json!([1, 2]), json!([-1.7]), json!(7)), Ok(json!([1, 7])));
    assert_eq!(
        set(json!([1, 2]), json!([slice_key(-1, Value::Null)]), json!([7, 8])),
        Ok(json!([1, 7, 8]))
    );
    assert_eq!(
        set(json!([1, 2]), json!([slice_key(0, 1), 2]), json!(7)),
        Ok(json!([1, null, 7, 2]))
    );
    assert_eq!(set(json!(null), json!([slice_key(2, 4)]), json!([7])), Ok(json!([7])));
    assert_eq!(set(json!(1), json!([]), json!(2)), Ok(json!(2)));
}

#[test]
fn setting_where_nothing_can_be_is_an_error() {
    let cases = [
        (json!([1]), json!([-2]), "Out of bounds negative array index"),
        (json!(null), json!([999_999_999]), "Array index too large"),
        (
            json!([]),
            Value::array(vec![Value::Float(f64::NAN)]),
            "Cannot set array element at NaN index",
        ),
        (json!([]), json!([[1]]), "Cannot update field at array index of array"),
        (json!({}), json!([1]), "Cannot index object with number (1)"),
        (json!([1]), json!([{"start": 0}]), "Array/string slice indices must be integers"),
        (
            json!([1]),
            json!([slice_key(0, 1)]),
            "A slice of an array can only be assigned another array",
        ),
        (json!("abc"), json!([slice_key(0, 1)]), "Cannot update string slices"),
    ];
    for (root, path, message) in cases {
        fails(set(root, path, json!(1)), message);
    }
}

#[test]
fn paths_as_long_as_in_jq_are_followed_without_the_stack() {
    let path = |length: usize| Value::array(vec![json!(0); length]);
    let deep = set(json!(null), path(10_000), json!(7)).expect("it can be set");
    assert_eq!(deep.depth(), 10_000);
    assert_eq!(get(deep.clone(), path(10_000)), Ok(json!(7)));
    let less = delete(deep.clone(), json!([path(10_000)])).expect("it can be deleted");
    assert_eq!(get(less, path(9_999)), Ok(json!([])));
    fails(set(json!(null), path(10_001), json!(7)), "Path too deep");
    fails(get(deep.clone(), path(10_001)), "Path too deep");
    fails(delete(deep, json!([path(10_001)])), "Path too deep");
}

#[test]
fn a_far_item_is_refused_before_it_takes_memory() {
    assert!(matches!(set(json!(null), json!([500_000_000]), json!(1)), Err(Exit::Limit(_))));
}

#[test]
fn all_paths_are_deleted_at_once() {
    let cases = [
        (json!([1, 2, 3]), json!([[0], [2], [-1]]), json!([2])),
        (json!([1, 2, 3]), json!([[slice_key(0, 2)], [1], [9]]), json!([3])),
        (json!([1, 2, 3]), json!([[slice_key(0, 2), 0]]), json!([2, 3])),
        (json!([1, 2, 3]), json!([[-0.5]]), json!([1, 2, 3])),
        (json!([1, 2, 3]), json!([[-1.5], [0.5]]), json!([2])),
        (
            json!({"a": {"b": 1, "c": 2}, "d": 3}),
            json!([["a", "b"], ["d"], ["a", "x", 0]]),
            json!({"a": {"c": 2}}),
        ),
        (json!({"a": {"b": 1}}), json!([["a", "b"], ["a"]]), json!({})),
        (json!(1), json!([[]]), json!(null)),
        (json!(1), json!([]), json!(1)),
        (json!([null]), json!([[0, "a"], [5, "a"]]), json!([null])),
    ];
    for (root, paths, expected) in cases {
        assert_eq!(delete(root, paths.clone()), Ok(expected), "{paths}");
    }
}

#[test]
fn deleting_what_cannot_be_there_is_an_error() {
    let cases = [
        (json!([1]), json!([["a"]]), "Cannot delete string element of array"),
        (json!({}), json!([[0]]), "Cannot delete number field of object"),
        (json!(1), json!([["a"]]), "Cannot delete fields from number"),
        (json!([1]), json!([[0, "a"]]), "Cannot delete fields from number"),
        (json!([1, 2]), json!([[0, "a", "b"]]), "Cannot index number with string (\"a\")"),
        (json!([]), json!([1]), "Path must be specified as array, not number"),
        (json!([]), json!(0), "Paths must be specified as an array"),
        (json!([1]), json!([[{"start": 0}]]), "Array/string slice indices must be integers"),
    ];
    for (root, paths, message) in cases {
        fails(delete(root, paths), message);
    }
}

#[test]
fn a_wide_object_loses_many_keys_and_still_finds_the_others() {
    let wide: Value = (0..2_000).map(|n| (format!("k{n}"), n)).collect();
    let paths: Value = (0..1_999).map(|n| json!([format!("k{n}")])).collect();
    let rest = delete(wide, paths).expect("they can be deleted");
    assert_eq!(rest, json!({"k1999": 1999}));
}

#[test]
fn a_trail_gives_its_path_only_for_its_own_value() {
    let root = json!({"a": [1, 1]});
    let start = Trail::root(&root);
    let items = root.at(["a"]).expect("it is there");
    let (first, second) = (items.item(0).expect("first"), items.item(1).expect("second"));
    let at = start.then(Key::Name("a"), items);
    let end = at.then(Key::Place(1), second);
    assert_eq!(end.to_path(second), Ok(vec![json!("a"), json!(1)]));
    fails(end.to_path(first), "Invalid path expression with result 1");
    assert!(end.holds(end.settle(first, Origin::Passed)));
    assert!(!end.holds(end.settle(first, Origin::Made)));
    let same = items.clone();
    assert!(at.holds(at.settle(&same, Origin::Made)), "a clone is the same value");
    fails(
        end.check_each(&json!([1])),
        "Invalid path expression near attempt to iterate through [1]",
    );
    let message = "Invalid path expression near attempt to access element \"x\" of [1]";
    fails(end.check_access(&json!([1]), Key::Name("x")), message);
}

#[test]
fn a_trail_that_is_off_refuses_nothing() {
    let (one, root) = (json!([1]), json!([2]));
    let off = Trail::off();
    assert_eq!(off.check_each(&one), Ok(()));
    let further = off.then(Key::Name("a"), &root);
    assert_eq!(further.check_access(&one, Key::Name("x")), Ok(()));
    assert!(std::ptr::eq(further.settle(&one, Origin::Passed), &raw const one));
}

#[test]
fn recursion_in_path_mode_gives_a_value_before_its_parts() {
    let root = json!({"a": [{"b": 1}]});
    let mut paths = Vec::new();
    let mut emit = |at: &Trail<'_>, value: &Value| {
        paths.push(Value::array(at.to_path(value)?));
        Ok(())
    };
    emit_recurse(&Cx::new(0), &Trail::root(&root), &root, &mut emit).expect("it ends");
    assert_eq!(Value::array(paths), json!([[], ["a"], ["a", 0], ["a", 0, "b"]]));
}

#[test]
fn a_stream_ends_each_container_behind_its_last_part() {
    let events = |value: Value| {
        let mut events = Vec::new();
        let mut emit = |event| {
            events.push(event);
            Ok(())
        };
        tostream(&Cx::new(0), &value, &mut emit).expect("it ends");
        Value::array(events)
    };
    assert_eq!(events(json!(3)), json!([[[], 3]]));
    assert_eq!(events(json!([])), json!([[[], []]]));
    let expected = json!([[["a", 0], 1], [["a", 1, "b"], 2], [["a", 1, "b"]], [["a", 1]], [["a"]]]);
    assert_eq!(events(json!({"a": [1, {"b": 2}]})), expected);
}

#[test]
fn what_grows_too_deep_is_refused() {
    let mut value = json!(null);
    let path = Value::array(vec![json!("a"); 6_000]);
    value = setpath_to(&Cx::new(0), value, &path, &json!(1)).expect("it is deep enough");
    assert_eq!(setpath(&Cx::new(0), &value, &path, &value), Err(Exit::Limit(crate::Limit::Depth)));
}

fn changed(
    mut root: Value,
    change: impl FnOnce(&Cx, &mut Value) -> Result<Fate, Exit>,
) -> Result<Value, Exit> {
    change(&Cx::new(0), &mut root)?;
    Ok(root)
}

#[test]
#[expect(clippy::unnecessary_wraps, reason = "it is a change")]
fn what_goes_is_removed_and_makes_nothing() {
    fn goes(_: &mut Value) -> Result<Fate, Exit> {
        Ok(Fate::Goes)
    }
    assert_eq!(
        changed(json!({"a": 1, "b": 2}), |cx, root| field(cx, root, "a", goes)),
        Ok(json!({"b": 2}))
    );
    assert_eq!(changed(json!(null), |cx, root| field(cx, root, "a", goes)), Ok(json!(null)));
    assert_eq!(changed(json!([1]), |cx, root| index(cx, root, &json!(3), goes)), Ok(json!([1])));
    assert_eq!(changed(json!([1]), |cx, root| index(cx, root, &json!(-3), goes)), Ok(json!([1])));
    assert_eq!(
        changed(json!([1, 2]), |cx, root| index(cx, root, &json!(-1), goes)),
        Ok(json!([1]))
    );
    assert_eq!(
        changed(json!([1, 2, 3]), |cx, root| slice(cx, root, (Some(&json!(1)), None), goes)),
        Ok(json!([1]))
    );
    fails(
        changed(json!("abc"), |cx, root| slice(cx, root, (None, None), goes)),
        "Cannot delete fields from string",
    );
    let deep = |cx: &Cx, root: &mut Value| {
        field(cx, root, "a", |part| index(&Cx::new(0), part, &json!(1), goes))
    };
    assert_eq!(changed(json!({}), deep), Ok(json!({})));
    assert_eq!(changed(json!(null), deep), Ok(json!(null)));
    assert_eq!(changed(json!({"a": [1, 2]}), deep), Ok(json!({"a": [1]})));
    let rests = |_: &mut Value| Ok(Fate::Rests);
    assert_eq!(changed(json!({}), |cx, root| field(cx, root, "a", rests)), Ok(json!({})));
    assert_eq!(changed(json!([1]), |cx, root| each(cx, root, rests)), Ok(json!([1])));
    let odd =
        |part: &mut Value| Ok(if part.as_i64() == Some(1) { Fate::Goes } else { Fate::Stays });
    assert_eq!(changed(json!([1, 2, 1, 3]), |cx, root| each(cx, root, odd)), Ok(json!([2, 3])));
    assert_eq!(
        changed(json!({"a": 1, "b": 2}), |cx, root| each(cx, root, odd)),
        Ok(json!({"b": 2}))
    );
}

#[test]
fn what_stays_is_put_back_and_its_size_is_known() {
    let seven = |part: &mut Value| {
        *part = json!([7]);
        Ok(Fate::Stays)
    };
    let cases = [
        (changed(json!(null), |cx, root| field(cx, root, "a", seven)), json!({"a": [7]})),
        (
            changed(json!({"a": {"b": 1}}), |cx, root| field(cx, root, "a", seven)),
            json!({"a": [7]}),
        ),
        (changed(json!([1]), |cx, root| index(cx, root, &json!(2), seven)), json!([1, null, [7]])),
        (changed(json!([1, 2]), |cx, root| index(cx, root, &json!(-1), seven)), json!([1, [7]])),
        (
            changed(json!({"a": 1}), |cx, root| index(cx, root, &json!("b"), seven)),
            json!({"a": 1, "b": [7]}),
        ),
        (
            changed(json!([1, 2, 3]), |cx, root| slice(cx, root, (None, Some(&json!(2))), seven)),
            json!([7, 3]),
        ),
        (changed(json!([1, [2]]), |cx, root| each(cx, root, seven)), json!([[7], [7]])),
        (changed(json!(3), |cx, root| field_if(cx, root, "a", seven)), json!(3)),
        (changed(json!(3), |cx, root| each_if(cx, root, seven)), json!(3)),
        (changed(json!(3), |cx, root| index_if(cx, root, &json!("a"), seven)), json!(3)),
        (changed(json!({}), |cx, root| slice_if(cx, root, (None, None), seven)), json!({})),
    ];
    for (result, expected) in cases {
        let result = result.expect("it can be changed");
        assert_eq!(result, expected);
        assert_eq!(
            (result.size(), result.depth()),
            (expected.size(), expected.depth()),
            "{expected}"
        );
    }
}

#[test]
fn what_cannot_be_changed_is_an_error() {
    let stays = |_: &mut Value| Ok(Fate::Stays);
    fails(
        changed(json!([1]), |cx, root| field(cx, root, "a", stays)),
        "Cannot index array with string (\"a\")",
    );
    fails(
        changed(json!({}), |cx, root| index(cx, root, &json!(1), stays)),
        "Cannot index object with number (1)",
    );
    fails(
        changed(json!([1]), |cx, root| index(cx, root, &json!(-2), stays)),
        "Out of bounds negative array index",
    );
    let array = "Cannot update field at array index of array";
    fails(changed(json!([1]), |cx, root| index(cx, root, &json!([1]), stays)), array);
    fails(
        changed(json!(null), |cx, root| each(cx, root, stays)),
        "Cannot iterate over null (null)",
    );
    fails(
        changed(json!("abc"), |cx, root| slice(cx, root, (None, None), stays)),
        "Cannot update string slices",
    );
    let slices = "A slice of an array can only be assigned another array";
    let one = |part: &mut Value| {
        *part = json!(1);
        Ok(Fate::Stays)
    };
    fails(changed(json!([1]), |cx, root| slice(cx, root, (None, None), one)), slices);
}

#[test]
fn a_change_copies_only_what_somebody_else_holds() {
    let before = json!({"a": {"b": [1, 2]}, "c": [3]});
    let after = changed(before.clone(), |cx, root| {
        field(cx, root, "a", |part| {
            field(cx, part, "b", |part| {
                *part = json!(0);
                Ok(Fate::Stays)
            })?;
            Ok(Fate::Stays)
        })
    });
    assert_eq!(after, Ok(json!({"a": {"b": 0}, "c": [3]})));
    assert_eq!(before, json!({"a": {"b": [1, 2]}, "c": [3]}));
}
