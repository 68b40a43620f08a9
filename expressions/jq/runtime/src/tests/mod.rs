//! Tests of natives and operators by tables: name, input, arguments, and the output or, after `!`,
//! the error's text. The expectations were compared with jq 1.8.2.

mod convert;
mod date;
#[cfg(feature = "math")]
mod libm;
mod limits;
mod math;
mod order;
#[cfg(feature = "regex")]
mod regex;
mod text;

use super::{Cx, Exit, native, operators};
use asl_value::value::Value;

/// A name, an input, arguments, and the output, all but the name as JSON text.
type Case = (&'static str, &'static str, &'static [&'static str], &'static str);

macro_rules! calls {
    ($name:expr, $cx:expr, $input:expr, $arguments:expr; 0: $($none:ident)*; 1: $($one:ident)*; 2: $($two:ident)*; 3: $($three:ident)*;) => {
        match ($name, $arguments) {
            $((stringify!($none), []) => native::$none($cx, $input),)*
            $((stringify!($one), [a]) => native::$one($cx, $input, a),)*
            $((stringify!($two), [a, b]) => native::$two($cx, $input, a, b),)*
            $((stringify!($three), [a, b, c]) => native::$three($cx, $input, a, b, c),)*
            _ => panic!("there is no such function: {} of {}", $name, $arguments.len()),
        }
    };
}

/// Calls a function by its Rust name, or an operator with the input at its left.
fn call(cx: &Cx, name: &str, input: &Value, arguments: &[Value]) -> Result<Value, Exit> {
    #[cfg(feature = "math")]
    if let Some(result) = libm::call(cx, name, input, arguments) {
        return result;
    }
    match (name, arguments) {
        #[cfg(feature = "regex")]
        ("match_impl", [pattern, flags, test]) => {
            let result = native::match_impl(cx, input, pattern, flags, test);
            let constant = native::Pattern::new(pattern.clone(), flags.clone());
            let same = if operators::is_true(test) {
                constant.is_in(&Cx::new(0), input).map(Value::Bool)
            } else {
                constant.matches(&Cx::new(0), input)
            };
            assert_eq!(result, same, "a constant pattern finds the same");
            result
        }
        #[cfg(feature = "regex")]
        ("sub_text", [pattern, flags, Value::String(text)]) => {
            native::Pattern::new(pattern.clone(), flags.clone()).replace(cx, input, text)
        }
        ("+", [right]) => operators::add(cx, input, right),
        ("-", [right]) => operators::subtract(cx, input, right),
        ("*", [right]) => operators::multiply(cx, input, right),
        ("/", [right]) => operators::divide(cx, input, right),
        ("%", [right]) => operators::modulo(cx, input, right),
        ("-", []) => operators::negate(cx, input),
        ("==", [right]) => operators::equal(cx, input, right).map(Value::Bool),
        ("<", [right]) => operators::less(cx, input, right).map(Value::Bool),
        ("<=", [right]) => operators::less_or_equal(cx, input, right).map(Value::Bool),
        (".[]", []) => operators::iterate(input).map(Iterator::collect),
        (".[_]", [key]) => operators::index(cx, input, key),
        (".[_:_]", [from, to]) => operators::slice(cx, input, Some(from), Some(to)),
        _ => calls! { name, cx, input, arguments;
            0: abs all any ascii ceil fabs floor fromdate gmtime infinite isinfinite isnan isnormal localtime mktime nan nearbyint
               rint round sqrt todate trunc ascii_downcase ascii_upcase explode flatten format_base32 format_base32d format_base64
               format_base64d format_csv format_html format_json format_sh format_text format_tsv format_uri format_urid
               from_entries fromjson implode keys keys_unsorted length ltrim max min reverse rtrim sort sum to_entries toarray
               toboolean tojson tonumber tostring transpose trim type_name unique utf8bytelength;
            1: strflocaltime strftime strptime bsearch contains endswith flatten_to format group_by has index indices inside join ltrimstr max_by min_by rindex
               rtrimstr sort_by split startswith text_indices trimstr unique_by;
            2: copysign fdim fmax fmin fmod;
            3: fma;
        },
    }
}

fn value(text: &str) -> Value {
    native::fromjson(&Cx::new(0), &Value::text(text))
        .unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

/// The result of a function, as the tables write it.
fn outcome(result: Result<Value, Exit>) -> String {
    match result {
        Ok(value) => printed(&value),
        Err(Exit::Error(error)) => {
            format!("!{}", error.as_str().map_or_else(|| printed(&error), str::to_owned))
        }
        Err(other) => format!("{other:?}"),
    }
}

fn printed(value: &Value) -> String {
    native::tojson(&Cx::new(0), value).unwrap().as_str().unwrap().to_owned()
}

fn check(cases: &[Case]) {
    for (name, input, arguments, expected) in cases {
        let arguments: Vec<Value> = arguments.iter().map(|argument| value(argument)).collect();
        // Numbers may be written otherwise.
        let expected = if expected.starts_with('!') {
            (*expected).to_owned()
        } else {
            printed(&value(expected))
        };
        let found = outcome(call(&Cx::new(0), name, &value(input), &arguments));
        assert_eq!(found, expected, "{input} | {name}{arguments:?}");
    }
}
