//! Everything that can be wrong in an expression: the code and the message of jsonata-js, and the
//! words for its author.

use asl_language::json;
use asl_language::jsonata::number_text::write_number;

use super::Fault;
use super::token::{Sign, TokenKind};
use super::tree::Place;
use asl_source::diagnostics::Code;

/// A kind of fault. Texts have places for values: `{value}` is JSON text, `{found}` the name of a
/// token, `{sign}` what was expected.
#[derive(Clone, Copy, Debug)]
pub(super) struct Problem {
    /// The code and the message of jsonata-js.
    pub(super) reference: Option<(&'static str, &'static str)>,
    pub(super) code: Code,
    pub(super) title: &'static str,
    pub(super) label: &'static str,
    pub(super) help: Option<&'static str>,
}

pub(super) const UNCLOSED_STRING: Problem = Problem {
    reference: Some(("S0101", "String literal must be terminated by a matching quote")),
    code: Code::JsonataUnclosed,
    title: "a string is not closed: `{sign}` without another `{sign}`",
    label: "opened here",
    help: Some("add `{sign}`"),
};

pub(super) const NUMBER_RANGE: Problem = Problem {
    reference: Some(("S0102", "Number out of range: {value}")),
    code: Code::JsonataSyntax,
    title: "the number {found} is too large",
    label: "here",
    help: Some("numbers reach to 1.8e308"),
};

pub(super) const ESCAPE: Problem = Problem {
    reference: Some(("S0103", "Unsupported escape sequence: \\{value}")),
    code: Code::JsonataEscape,
    title: "`\\{found}` is not an escape",
    label: "in this string",
    help: Some(
        "escapes are \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u0000; write `\\\\` for a backslash",
    ),
};

pub(super) const UNICODE_ESCAPE: Problem = Problem {
    reference: Some(("S0104", "The escape sequence \\u must be followed by 4 hex digits")),
    code: Code::JsonataEscape,
    title: "a `\\u` escape without four digits",
    label: "in this string",
    help: Some("write four hexadecimal digits, such as `\\u00e9`"),
};

pub(super) const UNCLOSED_NAME: Problem = Problem {
    reference: Some(("S0105", "Quoted property name must be terminated with a backquote (`)")),
    code: Code::JsonataUnclosed,
    title: "a quoted name is not closed",
    label: "opened here",
    help: Some("add a backquote"),
};

pub(super) const UNCLOSED_COMMENT: Problem = Problem {
    reference: Some(("S0106", "Comment has no closing tag")),
    code: Code::JsonataUnclosed,
    title: "a comment is not closed: `/*` without `*/`",
    label: "opened here",
    help: Some("add `*/`"),
};

pub(super) const TRAILING: Problem = Problem {
    reference: Some(("S0201", "Syntax error: {value}")),
    code: Code::JsonataSyntax,
    title: "expected an operator or the end, found {found}",
    label: "here",
    help: None,
};

pub(super) const EXPECTED: Problem = Problem {
    reference: Some(("S0202", "Expected {sign}, got {value}")),
    code: Code::JsonataSyntax,
    title: "expected {sign_name}, found {found}",
    label: "here",
    help: None,
};

pub(super) const EXPECTED_BEFORE_END: Problem = Problem {
    reference: Some(("S0203", "Expected {sign} before end of expression")),
    code: Code::JsonataUnclosed,
    title: "{sign_name} is missing at the end",
    label: "the expression ends here",
    help: None,
};

pub(super) const UNKNOWN_OPERATOR: Problem = Problem {
    reference: Some(("S0204", "Unknown operator: {value}")),
    code: Code::JsonataSyntax,
    title: "{found} is no operator",
    label: "here",
    help: None,
};

pub(super) const END: Problem = Problem {
    reference: Some(("S0207", "Unexpected end of expression")),
    code: Code::JsonataSyntax,
    title: "the expression ends where a value must follow",
    label: "here",
    help: None,
};

pub(super) const PARAMETER: Problem = Problem {
    reference: Some((
        "S0208",
        "Parameter {value} of function definition must be a variable name (start with $)",
    )),
    code: Code::JsonataVariable,
    title: "a parameter of a function is no variable",
    label: "this one",
    help: Some("begin its name with `$`"),
};

pub(super) const PREDICATE_AFTER_GROUP: Problem = Problem {
    reference: Some(("S0209", "A predicate cannot follow a grouping expression in a step")),
    code: Code::JsonataStep,
    title: "a filter follows a grouping",
    label: "this filter",
    help: Some("put the part before it in parentheses"),
};

pub(super) const SECOND_GROUP: Problem = Problem {
    reference: Some(("S0210", "Each step can only have one grouping expression")),
    code: Code::JsonataStep,
    title: "a second grouping follows a grouping",
    label: "this grouping",
    help: Some("put the part before it in parentheses"),
};

pub(super) const NOT_UNARY: Problem = Problem {
    reference: Some(("S0211", "The symbol {value} cannot be used as a unary operator")),
    code: Code::JsonataSyntax,
    title: "expected a value, found {found}",
    label: "here",
    help: None,
};

pub(super) const BIND_TARGET: Problem = Problem {
    reference: Some(("S0212", "The left side of := must be a variable name (start with $)")),
    code: Code::JsonataVariable,
    title: "a value is bound to something that is no variable",
    label: "this must be a variable",
    help: Some("`:=` binds a variable, as in `$name := 1`; `=` compares"),
};

pub(super) const LITERAL_STEP: Problem = Problem {
    reference: Some((
        "S0213",
        "The literal value {value} cannot be used as a step within a path expression",
    )),
    code: Code::JsonataStep,
    title: "`{value}` cannot be a step of a path",
    label: "this step",
    help: Some("write a member's name in backquotes, and an index in brackets"),
};

pub(super) const NOT_VARIABLE: Problem = Problem {
    reference: Some(("S0214", "The right side of {value} must be a variable name (start with $)")),
    code: Code::JsonataVariable,
    title: "{found} is not followed by a variable",
    label: "this must be a variable",
    help: None,
};

pub(super) const FOCUS_AFTER_PREDICATE: Problem = Problem {
    reference: Some(("S0215", "A context variable binding must precede any predicates on a step")),
    code: Code::JsonataStep,
    title: "`@` follows a filter",
    label: "this binding",
    help: Some("put the filter behind the variable, as in `items@$item[price > 1]`"),
};

pub(super) const FOCUS_AFTER_SORT: Problem = Problem {
    reference: Some((
        "S0216",
        "A context variable binding must precede the 'order-by' clause on a step",
    )),
    code: Code::JsonataStep,
    title: "`@` follows a sort",
    label: "this binding",
    help: Some("put the sort behind the variable, as in `items@$item^(price)`"),
};

pub(super) const NO_PARENT: Problem = Problem {
    reference: Some((
        "S0217",
        "The object representing the 'parent' cannot be derived from this expression",
    )),
    code: Code::JsonataParent,
    title: "`%` has no parent here",
    label: "this operator",
    help: Some("`%` is the object that the step before the context was found in"),
};

pub(super) const EMPTY_REGEX: Problem = Problem {
    reference: Some(("S0301", "Empty regular expressions are not allowed")),
    code: Code::JsonataRegex,
    title: "a regular expression is empty",
    label: "here",
    help: Some("put a comment as `/* … */`; there is no `//`"),
};

pub(super) const UNCLOSED_REGEX: Problem = Problem {
    reference: Some(("S0302", "No terminating / in regular expression")),
    code: Code::JsonataRegex,
    title: "a regular expression is not closed: `/` without another `/`",
    label: "opened here",
    help: Some("add `/`; write `\\/` for a slash in the pattern"),
};

pub(super) const SIGNATURE_PARAMETER: Problem = Problem {
    reference: Some(("S0401", "Type parameters can only be applied to functions and arrays")),
    code: Code::JsonataSignature,
    title: "a type in a signature has a parameter, but is neither `a` nor `f`",
    label: "in this signature",
    help: Some("write `a<n>` for an array of numbers"),
};

pub(super) const SIGNATURE_CHOICE: Problem = Problem {
    reference: Some(("S0402", "Choice groups containing parameterized types are not supported")),
    code: Code::JsonataSignature,
    title: "a choice in a signature has types with parameters",
    label: "in this signature",
    help: Some("write the types only, such as `(sa)`"),
};

pub(super) const SIGNATURE: Problem = Problem {
    reference: None,
    code: Code::JsonataSignature,
    title: "a signature cannot be read",
    label: "this signature",
    help: Some("write at most 16 types, each with one of `?`, `+` and `-`"),
};

pub(super) const REGEX: Problem = Problem {
    reference: None,
    code: Code::JsonataRegex,
    title: "a regular expression cannot be read: {found}",
    label: "in this part",
    help: Some("write `\\` before a character that stands for itself"),
};

pub(super) const REGEX_FLAGS: Problem = Problem {
    reference: None,
    code: Code::JsonataRegex,
    title: "a flag of a regular expression stands twice",
    label: "here",
    help: Some("write each of `i` and `m` once"),
};

pub(super) const TOO_DEEP: Problem = Problem {
    reference: None,
    code: Code::JsonataTooDeep,
    title: "the expression is nested too deeply",
    label: "here; 256 levels are allowed",
    help: Some("bind parts of it to variables in a block, as in `($a := …; $a)`"),
};

pub(super) const TOO_MANY_PARENTS: Problem = Problem {
    reference: None,
    code: Code::JsonataTooDeep,
    title: "too many `%` look for their parents in too many steps",
    label: "the search ends here",
    help: Some("bind the parents to variables, as in `items@$item.…`"),
};

/// The code of Step Functions for what it does not support.
const UNSUPPORTED: &str = "UNSUPPORTED_JSONATA_EXPRESSION";

pub(super) const TOP_LEVEL: Problem = Problem {
    reference: Some((UNSUPPORTED, "Reference to '{name}' at the top level is not supported.")),
    code: Code::JsonataContext,
    title: "`{name}` refers to a context, and a state has none",
    label: "begins without a variable",
    help: Some("write `{variable}`"),
};

pub(super) const ROOT_IN_STATE: Problem = Problem {
    reference: Some((UNSUPPORTED, "Reference to '$$' is not supported.")),
    code: Code::JsonataContext,
    title: "`$$` does not exist in a state",
    label: "here",
    help: Some("the input of the state is `$states.input`"),
};

pub(super) const NO_MEMBER: Problem = Problem {
    reference: Some((UNSUPPORTED, "Field '${name}' does not exist.")),
    code: Code::JsonataStates,
    title: "`${name}` does not exist here",
    label: "here",
    help: Some("`$states` has {known} here"),
};

impl Problem {
    /// The fault at a place, without values.
    pub(super) fn at(&self, place: Place) -> Fault {
        self.with(place, &[])
    }

    /// The fault at a place that a token is to blame for.
    pub(super) fn at_token(&self, place: Place, token: &TokenKind) -> Fault {
        self.with(place, &[("value", json(token)), ("found", shown(token))])
    }

    /// The fault at a place with values for the places in its texts.
    pub(super) fn with(&self, place: Place, values: &[(&str, String)]) -> Fault {
        Fault {
            code: self.code,
            place,
            title: fill(self.title, values),
            label: fill(self.label, values),
            help: self.help.map(|help| fill(help, values)),
            reference: self.reference.map(|(code, message)| (code, fill(message, values))),
        }
    }
}

/// Puts values in the places of a text.
fn fill(text: &str, values: &[(&str, String)]) -> String {
    let (mut filled, mut rest) = (String::new(), text);
    while let Some((before, behind)) = rest.split_once('{') {
        filled.push_str(before);
        let value = values.iter().find_map(|(name, value)| {
            let rest = behind.strip_prefix(name)?.strip_prefix('}')?;
            Some((value, rest))
        });
        let Some((value, behind)) = value else {
            filled.push('{');
            rest = behind;
            continue;
        };
        filled.push_str(value);
        rest = behind;
    }
    filled + rest
}

/// The fault of a token that was found instead of a sign.
pub(super) fn expected(sign: Sign, place: Place, found: &TokenKind) -> Fault {
    let problem = if *found == TokenKind::End { EXPECTED_BEFORE_END } else { EXPECTED };
    let values = [
        ("sign", format!("\"{}\"", sign.text())),
        ("sign_name", format!("`{}`", sign.text())),
        ("value", json(found)),
        ("found", shown(found)),
    ];
    problem.with(place, &values)
}

/// The value of a token as JSON text, as jsonata-js's messages show it.
pub(super) fn json(token: &TokenKind) -> String {
    match token {
        TokenKind::Sign(sign) => json::string(sign.text()),
        TokenKind::Name(text) | TokenKind::Variable(text) | TokenKind::String(text) => {
            json::string(text)
        }
        TokenKind::Number(number) => write_number(*number),
        TokenKind::Null => "null".to_owned(),
        TokenKind::Bool(value) => value.to_string(),
        // JavaScript's `JSON.stringify` of a regular expression.
        TokenKind::Regex(_) => "{}".to_owned(),
        TokenKind::End => "\"(end)\"".to_owned(),
    }
}

/// A token as our messages name it.
fn shown(token: &TokenKind) -> String {
    match token {
        TokenKind::Sign(sign) => format!("`{}`", sign.text()),
        TokenKind::Name(name) => format!("the name `{name}`"),
        TokenKind::Variable(name) => format!("the variable `${name}`"),
        TokenKind::String(_) => "a string".to_owned(),
        TokenKind::Number(number) => format!("the number {}", write_number(*number)),
        TokenKind::Null => "`null`".to_owned(),
        TokenKind::Bool(value) => format!("`{value}`"),
        TokenKind::Regex(_) => "a regular expression".to_owned(),
        TokenKind::End => "the end of the expression".to_owned(),
    }
}
