//! The messages of errors: jsonata-js's, byte by byte, with values put in as JSON.

use std::fmt::Write as _;

use super::json_text::quoted;
use super::{Item, Thrown};

/// The message of each code. `{{value}}` is JSON, `{{{message}}}` plain text.
const MESSAGES: &[(&str, &str)] = &[
    ("T0410", "Argument {{index}} of function {{token}} does not match function signature"),
    (
        "T0411",
        "Context value is not a compatible type with argument {{index}} of function {{token}}",
    ),
    ("T0412", "Argument {{index}} of function {{token}} must be an array of {{type}}"),
    ("D1001", "Number out of range: {{value}}"),
    ("D1002", "Cannot negate a non-numeric value: {{value}}"),
    ("T1003", "Key in object structure must evaluate to a string; got: {{value}}"),
    ("D1004", "Regular expression matches zero length string"),
    ("T1005", "Attempted to invoke a non-function. Did you mean ${{{token}}}?"),
    ("T1006", "Attempted to invoke a non-function"),
    ("T1007", "Attempted to partially apply a non-function. Did you mean ${{{token}}}?"),
    ("T1008", "Attempted to partially apply a non-function"),
    ("D1009", "Multiple key definitions evaluate to same key: {{value}}"),
    (
        "T1010",
        "The matcher function argument passed to function {{token}} does not return the correct object structure",
    ),
    (
        "D1011",
        "Stack overflow. Check for non-terminating recursive function.  Consider rewriting as tail-recursive",
    ),
    ("D1012", "Evaluation timeout after {{value}} milliseconds. Check for infinite loop"),
    (
        "D1013",
        "Object property names starting with _jsonata_ are reserved for internal use: {{value}}",
    ),
    ("T2001", "The left side of the {{token}} operator must evaluate to a number"),
    ("T2002", "The right side of the {{token}} operator must evaluate to a number"),
    ("T2003", "The left side of the range operator (..) must evaluate to an integer"),
    ("T2004", "The right side of the range operator (..) must evaluate to an integer"),
    ("T2006", "The right side of the function application operator ~> must be a function"),
    ("T2007", "Type mismatch when comparing values {{value}} and {{value2}} in order-by clause"),
    (
        "T2008",
        "The expressions within an order-by clause must evaluate to numeric or string values",
    ),
    (
        "T2009",
        "The values {{value}} and {{value2}} either side of operator {{token}} must be of the same data type",
    ),
    (
        "T2010",
        "The expressions either side of operator {{token}} must evaluate to numeric or string values",
    ),
    (
        "T2011",
        "The insert/update clause of the transform expression must evaluate to an object: {{value}}",
    ),
    (
        "T2012",
        "The delete clause of the transform expression must evaluate to a string or array of strings: {{value}}",
    ),
    (
        "T2013",
        "The transform expression clones the input object using the $clone() function.  This has been overridden in the current scope by a non-function.",
    ),
    (
        "D2014",
        "The size of the sequence allocated by the range operator (..) must not exceed 1e7.  Attempted to allocate {{value}}.",
    ),
    ("D2015", "The maximum sequence length of {{value}} was exceeded."),
    ("D3001", "Attempting to invoke string function on Infinity or NaN"),
    ("D3010", "Second argument of replace function cannot be an empty string"),
    ("D3011", "Fourth argument of replace function must evaluate to a positive number"),
    ("D3012", "Attempted to replace a matched string with a non-string value"),
    ("D3020", "Third argument of split function must evaluate to a positive number"),
    ("D3030", "Unable to cast value to a number: {{value}}"),
    ("D3040", "Third argument of match function must evaluate to a positive number"),
    (
        "D3050",
        "The second argument of reduce function must be a function with at least two arguments",
    ),
    ("D3060", "The sqrt function cannot be applied to a negative number: {{value}}"),
    (
        "D3061",
        "The power function has resulted in a value that cannot be represented as a JSON number: base={{value}}, exponent={{exp}}",
    ),
    (
        "D3070",
        "The single argument form of the sort function can only be applied to an array of strings or an array of numbers.  Use the second argument to specify a comparison function",
    ),
    ("D3080", "The picture string must only contain a maximum of two sub-pictures"),
    (
        "D3081",
        "The sub-picture must not contain more than one instance of the 'decimal-separator' character",
    ),
    ("D3082", "The sub-picture must not contain more than one instance of the 'percent' character"),
    (
        "D3083",
        "The sub-picture must not contain more than one instance of the 'per-mille' character",
    ),
    ("D3084", "The sub-picture must not contain both a 'percent' and a 'per-mille' character"),
    (
        "D3085",
        "The mantissa part of a sub-picture must contain at least one character that is either an 'optional digit character' or a member of the 'decimal digit family'",
    ),
    (
        "D3086",
        "The sub-picture must not contain a passive character that is preceded by an active character and that is followed by another active character",
    ),
    (
        "D3087",
        "The sub-picture must not contain a 'grouping-separator' character that appears adjacent to a 'decimal-separator' character",
    ),
    (
        "D3088",
        "The sub-picture must not contain a 'grouping-separator' at the end of the integer part",
    ),
    (
        "D3089",
        "The sub-picture must not contain two adjacent instances of the 'grouping-separator' character",
    ),
    (
        "D3090",
        "The integer part of the sub-picture must not contain a member of the 'decimal digit family' that is followed by an instance of the 'optional digit character'",
    ),
    (
        "D3091",
        "The fractional part of the sub-picture must not contain an instance of the 'optional digit character' that is followed by a member of the 'decimal digit family'",
    ),
    (
        "D3092",
        "A sub-picture that contains a 'percent' or 'per-mille' character must not contain a character treated as an 'exponent-separator'",
    ),
    (
        "D3093",
        "The exponent part of the sub-picture must comprise only of one or more characters that are members of the 'decimal digit family'",
    ),
    (
        "D3100",
        "The radix of the formatBase function must be between 2 and 36.  It was given {{value}}",
    ),
    (
        "D3110",
        "The argument of the toMillis function must be an ISO 8601 formatted timestamp. Given {{value}}",
    ),
    ("D3120", "Syntax error in expression passed to function eval: {{value}}"),
    ("D3121", "Dynamic error evaluating the expression passed to function eval: {{value}}"),
    (
        "D3130",
        "Formatting or parsing an integer as a sequence starting with {{value}} is not supported by this implementation",
    ),
    ("D3131", "In a decimal digit pattern, all digits must be from the same decimal group"),
    ("D3132", "Unknown component specifier {{value}} in date/time picture string"),
    (
        "D3133",
        "The 'name' modifier can only be applied to months and days in the date/time picture string, not {{value}}",
    ),
    ("D3134", "The timezone integer format specifier cannot have more than four digits"),
    ("D3135", "No matching closing bracket ']' in date/time picture string"),
    ("D3136", "The date/time picture string is missing specifiers required to parse the timestamp"),
    ("D3137", "{{{message}}}"),
    (
        "D3138",
        "The $single() function expected exactly 1 matching result.  Instead it matched more.",
    ),
    ("D3139", "The $single() function expected exactly 1 matching result.  Instead it matched 0."),
    ("D3140", "Malformed URL passed to ${{{functionName}}}(): {{value}}"),
    ("D3141", "{{{message}}}"),
];

/// The message of an error, without its code.
pub fn of(thrown: &Thrown) -> String {
    let template = MESSAGES.iter().find(|(code, _)| *code == thrown.code);
    let mut rest = template.map_or("", |(_, template)| template);
    let mut message = String::new();
    while let Some((before, after)) = rest.split_once("{{") {
        message.push_str(before);
        let (name, close) = match after.strip_prefix('{') {
            Some(after) => (after, "}}}"),
            None => (after, "}}"),
        };
        let (name, after) = name.split_once(close).unwrap_or((name, ""));
        match name {
            // A name as it is written behind `$`.
            "token" if close.len() == 3 => {
                message.push_str(thrown.token.as_deref().unwrap_or_default());
            }
            name => push(&mut message, thrown, name),
        }
        rest = after;
    }
    message.push_str(rest);
    message
}

/// Appends the value of a name in a template.
fn push(message: &mut String, thrown: &Thrown, name: &str) {
    let json = |text: Option<&str>| text.map_or(Item::Undefined, Item::text);
    let item = match name {
        "token" => json(thrown.token.as_deref()),
        "type" => json(thrown.kind.as_deref()),
        "value" => thrown.value.clone(),
        "value2" | "exp" => thrown.value2.clone(),
        "index" => {
            let _ = write!(message, "{}", thrown.index.unwrap_or(0));
            return;
        }
        // `message`, `functionName`
        _ => {
            message.push_str(thrown.message.as_deref().unwrap_or_default());
            return;
        }
    };
    message.push_str(&quoted(&item));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Fault;
    use asl_value::json;

    fn message(fault: Fault) -> String {
        match fault {
            Fault::Error(thrown) => of(&thrown),
            Fault::Limit(limit) => panic!("{limit:?}"),
        }
    }

    #[test]
    fn values_are_put_in_as_json() {
        assert_eq!(
            message(Fault::new("T2001").token("+")),
            r#"The left side of the "+" operator must evaluate to a number"#
        );
        let mismatch = Fault::new("T2009").value(json!(1)).value2(json!("a")).token("<");
        assert_eq!(
            message(mismatch),
            r#"The values 1 and "a" either side of operator "<" must be of the same data type"#
        );
        let argument = Fault::new("T0412").index(1).token("sum").kind("numbers");
        assert_eq!(
            message(argument),
            r#"Argument 1 of function "sum" must be an array of "numbers""#
        );
        let argument = Fault::new("T0412").index(1).token("partition");
        assert_eq!(
            message(argument),
            r#"Argument 1 of function "partition" must be an array of undefined"#
        );
        assert_eq!(message(Fault::new("D1001").value(f64::INFINITY)), "Number out of range: null");
        assert_eq!(
            message(Fault::new("D3030").value(json!([1e21]))),
            "Unable to cast value to a number: [1e+21]"
        );
    }

    #[test]
    fn words_are_put_in_as_they_are() {
        let forgotten = Fault::new("T1005").token("sum");
        assert!(message(forgotten).ends_with("Did you mean $sum?"));
        assert_eq!(message(Fault::new("D3137").message("{{no}} \"x\"")), "{{no}} \"x\"");
        let malformed = Fault::new("D3140").value(json!("%")).message("decodeUrl");
        assert_eq!(message(malformed), r#"Malformed URL passed to $decodeUrl(): "%""#);
        let power = Fault::new("D3061").value(json!(10)).value2(json!(400));
        assert!(message(power).ends_with("base=10, exponent=400"));
    }

    #[test]
    fn large_values_are_cut() {
        let large = Fault::new("D3030").value(json!("a".repeat(1 << 20)));
        assert!(message(large).len() < 40_000);
    }
}
