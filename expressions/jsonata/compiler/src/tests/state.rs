//! Expressions in states: what they are given, and what Step Functions refuses.

use super::shown::shown;
use crate::{Fault, Program, StateEnvironment, StatesMembers, compile_in_state};
use asl_source::diagnostics::Code;

/// Compiles an expression of a state with the variables `price` and `count`.
fn compile(text: &str, members: StatesMembers) -> Result<Program, Vec<Fault>> {
    compile_in_state(text, &StateEnvironment { variables: &["price", "count"], members })
}

fn program(text: &str) -> Program {
    compile(text, StatesMembers::Input).unwrap_or_else(|faults| panic!("{text}: {faults:#?}"))
}

/// The messages of Step Functions for an expression, with the text that each points at.
fn refused(text: &str, members: StatesMembers) -> Vec<(String, &str)> {
    let faults = compile(text, members).err().unwrap_or_default();
    faults
        .into_iter()
        .map(|fault| {
            let (code, message) = fault.reference.expect("a code of Step Functions");
            assert_eq!(code, "UNSUPPORTED_JSONATA_EXPRESSION");
            let place = fault.place.start as usize..fault.place.end as usize;
            (message, &text[place])
        })
        .collect()
}

#[test]
fn a_name_without_a_context_is_refused() {
    for (text, name, at) in [
        ("phone", "phone", "phone"),
        ("phone[0].x", "phone", "phone"),
        ("\"phone\".x", "phone", "\"phone\""),
        ("$sum(prices)", "prices", "prices"),
        ("sum($price)", "sum", "sum"),
        ("$map($price, function($x) { b })", "b", "b"),
        ("{\"a\": b}", "b", "b"),
        ("($x := a; $x)", "a", "a"),
        ("$", "$", "$"),
        ("$.a", "$", "$"),
        ("[$[0]]", "$", "$"),
        ("$count(?, a)", "a", "a"),
        ("$price ~> $map(function($v) { $v ~> |$|{\"a\": b}| }) & c", "c", "c"),
        ("(a; $price).x", "a", "a"),
        ("$price = 1 ? a", "a", "a"),
    ] {
        let message = format!("Reference to '{name}' at the top level is not supported.");
        assert_eq!(refused(text, StatesMembers::Input), [(message, at)], "{text}");
    }
}

#[test]
fn each_name_is_refused_once() {
    let names = |text| {
        let refused = refused(text, StatesMembers::Input);
        refused.into_iter().map(|(_, at)| at).collect::<Vec<_>>()
    };
    assert_eq!(names("aaa + bbb"), ["aaa", "bbb"]);
    assert_eq!(names("b + a + b.c + $ + $$ + $.x + $$.y"), ["b", "a", "$", "$$"]);
    assert_eq!(names("$states.result + $states.errorOutput.a + $states.result.b").len(), 2);
}

#[test]
fn the_root_is_refused_everywhere() {
    let message = "Reference to '$$' is not supported.".to_owned();
    for text in ["$$", "$$.a", "$price.items[a = $$]", "$map($price, function($x) { $$ })"] {
        assert_eq!(refused(text, StatesMembers::Input)[0].0, message, "{text}");
    }
}

#[test]
fn names_inside_of_a_path_are_free() {
    for text in [
        "$states.input.items[price > 3]",
        "$states.input.items[$ > 3].(a + $.b)",
        "$states.input.items^(price, >$.count)",
        "$states.input.items{name: $sum(price)}",
        "$states.input{name: price}",
        "$price[a = 1]",
        "$price.$map(a, function($x) { b })",
        "$states.input.a@$x.b#$i[$x.c = d].%",
        "$states.input ~> |a.b|{\"c\": d}, \"e\"|",
        "(1; $price){a: b}",
        "*",
        "**.a",
    ] {
        assert_eq!(compile(text, StatesMembers::Input).err(), None, "{text}");
    }
}

#[test]
fn members_of_states_exist_in_some_places_only() {
    let field = |name: &str| format!("Field '$states.{name}' does not exist.");
    let of = |text, members| refused(text, members);
    let text = "$states.result[0]";
    assert_eq!(of(text, StatesMembers::Input), [(field("result"), "$states.result")]);
    assert_eq!(of(text, StatesMembers::ErrorOutput)[0].0, field("result"));
    assert_eq!(of(text, StatesMembers::Result), []);
    let text = "$states.errorOutput.Error";
    assert_eq!(of(text, StatesMembers::Input), [(field("errorOutput"), "$states.errorOutput")]);
    assert_eq!(of(text, StatesMembers::Result)[0].0, field("errorOutput"));
    assert_eq!(of(text, StatesMembers::ErrorOutput), []);
    assert_eq!(of("$states.unknown@$x.y", StatesMembers::Result)[0].0, field("unknown"));
    let faults = compile("$states.x", StatesMembers::Result).unwrap_err();
    assert_eq!(faults[0].code, Code::JsonataStates);
    let help = "`$states` has `input`, `context`, `result` here";
    assert_eq!(faults[0].help.as_deref(), Some(help));
}

#[test]
fn a_program_is_given_what_it_reads() {
    for (text, given) in [
        ("1", &[] as &[&str]),
        ("$count + $states.input.a + $price * $count", &["count", "states.input", "price"]),
        ("$states.context.State.Name", &["states.context.State.Name"]),
        ("$states.context.Execution.Input.a[0].b", &["states.context.Execution.Input"]),
        ("$states.context.Map.Item.Value.a", &["states.context.Map.Item.Value"]),
        ("$states.context.(Execution.Id)", &["states.context"]),
        ("$states.context.Execution.*", &["states.context"]),
        ("$states.context.Execution[0].Id", &["states.context"]),
        ("$states.context.Execution.Id@$i.$i", &["states.context"]),
        ("$states.context.Other.Id", &["states.context"]),
        ("$states", &["states"]),
        ("$states.*", &["states"]),
        ("$lookup($states, \"input\")", &["states"]),
        ("$states.input#$i", &["states"]),
        ("$states.input@$i.a", &["states"]),
        ("$states.input.%", &["states"]),
        ("$states.input.a#$i", &["states.input"]),
        ("($states := {\"input\": 1}; $states.input)", &[]),
        ("($count := 1; $count)", &[]),
        ("($f($price) ? $count := 1; $count)", &["price", "count"]),
        ("$unknown", &[]),
        ("$price ~> |a|{}|", &["price"]),
    ] {
        assert_eq!(program(text).given().collect::<Vec<_>>(), given, "{text}");
    }
    let environment =
        StateEnvironment { variables: &["sum", "clone"], members: StatesMembers::Input };
    let hidden = compile_in_state("$sum ~> |a|{}|", &environment).unwrap();
    assert_eq!(hidden.given().collect::<Vec<_>>(), ["sum", "clone"]);
}

#[test]
fn members_of_states_are_variables() {
    for (text, tree) in [
        ("$states.input", "$states.input"),
        ("$states.input.a.b", "<$states.input.a.b>"),
        ("$states.input[0]", "<$states.input[0.0]>"),
        ("$states.input[0].a", "<$states.input[0.0].a>"),
        ("$states.input[]", "<$states.input[]>[]"),
        ("$states.input{a: b}", "$states.input?{<a>: <b>}"),
        ("$states.input^(a)", "<$states.input.^(<<a>)>"),
        ("$states.input@$x", "<$states.input@$x!>"),
        ("$states[0].input", "<$states?[0.0].input>"),
        ("$states.context.Execution.Id", "$states.context.Execution.Id"),
        ("$states.context.Map.Item.Value[0].a", "<$states.context.Map.Item.Value[0.0].a>"),
        ("$states.context.Execution.Input[]", "<$states.context.Execution.Input[]>[]"),
    ] {
        assert_eq!(shown(&program(text).expression), tree, "{text}");
    }
}

#[test]
fn free_variables_have_their_places() {
    let text = "$count[0] + ($x := $unknown; $x) + $states.input.a + $sum($price)";
    let free = program(text).free_variables();
    let shown: Vec<(&str, &str)> = free
        .iter()
        .map(|free| {
            let place = free.place.start as usize..free.place.end as usize;
            (free.name.as_str(), &text[place])
        })
        .collect();
    assert_eq!(shown, [("count", "$count"), ("unknown", "$unknown"), ("price", "$price")]);
}

#[test]
fn a_refused_name_has_a_repair() {
    for (text, help) in [
        ("phone.x", "write `$states.input.phone`"),
        ("price + 1", "write `$price`"),
        ("sum($price)", "write `$sum`"),
        ("$", "write `$states.input`"),
    ] {
        let faults = compile(text, StatesMembers::Input).unwrap_err();
        assert_eq!(faults[0].help.as_deref(), Some(help), "{text}");
    }
}

#[test]
fn syntax_is_that_of_step_functions() {
    let faults = compile("$price ?? 1", StatesMembers::Input).unwrap_err();
    assert_eq!(faults[0].code, Code::JsonataSyntax);
    assert!(compile("a[1,2)", StatesMembers::Input).unwrap_err()[0].reference.is_some());
}
