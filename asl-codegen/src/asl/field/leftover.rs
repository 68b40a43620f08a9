//! Texts in JSONata that look like expressions without `{% … %}`, and what is left of JSONPath.
//! Step Functions uses both unchanged, so they are warnings.

use crate::asl::context::Context;
use crate::asl::field::jsonata::{Place, assigned_variables, has_delimiters};
use crate::expr::intrinsics::{Function, INTRINSICS};
use crate::expr::jsonata::{self, StateEnvironment, StatesMembers};
use crate::read::object::StringField;
use asl_source::diagnostics::{Code, Diagnostic};
use asl_source::source::Member;
use asl_source::span::Span;

/// The suffix of keys of JSONPath whose value is computed.
const COMPUTED: &str = ".$";

/// Maximum number of bytes of a text that is compiled to see if it is an expression.
const MOST_BYTES: usize = 10_000;

/// Warns of a text that was probably meant to be computed.
pub(crate) fn check_text(context: &mut Context<'_>, field: StringField<'_>, place: Place<'_>) {
    let text = field.value();
    let diagnostic = if let Some(mend) = from_json_path(text, place.members) {
        json_path(field.span, text).help(mend)
    } else if let Some(mend) = undelimited(context, text, place) {
        context.mentioned.extend(names(text).map(|(name, _)| name.to_owned()));
        Diagnostic::new(Code::JsonataNotDelimited, field.span, not_computed(text))
            .label("an expression is between `{%` and `%}`; this text is used unchanged")
            .help(mend)
    } else {
        return;
    };
    context.diagnostics.push(diagnostic);
}

/// Warns of a key that ends in `.$`, whose value JSONPath would compute. Returns true if it did.
pub(crate) fn check_key(context: &mut Context<'_>, member: &Member, place: Place<'_>) -> bool {
    let key = &member.key.value;
    let Some(plain) = key.strip_suffix(COMPUTED) else { return false };
    let value = member.value.as_str().and_then(|text| translate(text, place.members));
    let value = value.map_or_else(|| "{% … %}".to_owned(), |inner| format!("{{% {inner} %}}"));
    let title = format!("`{}` is a key like any other here", shown(key));
    context.diagnostics.push(
        Diagnostic::new(Code::JsonPathInJsonata, member.key.span, title)
            .label("only JSONPath computes the values of keys that end in `.$`")
            .help(format!("write `\"{}\": \"{value}\"`", shown(plain))),
    );
    true
}

fn json_path(span: Span, text: &str) -> Diagnostic {
    Diagnostic::new(Code::JsonPathInJsonata, span, not_computed(text))
        .label("this is JSONPath, and the query language is JSONata here: it is used unchanged")
}

/// The remedy for a text that is a path or an intrinsic function of JSONPath.
fn from_json_path(text: &str, members: StatesMembers) -> Option<String> {
    if let Some(inner) = translate(text, members) {
        return Some(format!("write `{{% {inner} %}}`"));
    }
    if is_path(text) {
        let start = if text.starts_with("$$") { "$states.context" } else { data(members) };
        return Some(format!("write an expression, which begins with `{{% {start}`"));
    }
    let name = text.split('(').next().filter(|_| text.ends_with(')'))?;
    let intrinsic = INTRINSICS.iter().find(|intrinsic| intrinsic.name() == name)?;
    let counterpart = counterpart(intrinsic.function);
    Some(format!("JSONata has {counterpart}: write an expression between `{{%` and `%}}`"))
}

/// True for a text that people would read as a path of JSONPath.
fn is_path(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('$') else { return false };
    let rest = rest.strip_prefix('$').unwrap_or(rest);
    if let Some(rest) = rest.strip_prefix('.') {
        return rest.starts_with(|c: char| c.is_alphabetic() || "_.*[".contains(c));
    }
    let rest = rest.strip_prefix('[').unwrap_or_default();
    rest.starts_with(|c: char| c.is_ascii_digit() || "'\"*?:-".contains(c)) && rest.contains(']')
}

/// The same path in JSONata, if its steps are names and indexes.
fn translate(text: &str, members: StatesMembers) -> Option<String> {
    if !is_path(text) {
        return None;
    }
    let (start, rest) = match text.strip_prefix("$$") {
        Some(rest) => ("$states.context", rest),
        None => (data(members), text.strip_prefix('$')?),
    };
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_.[]".contains(c);
    let has_odd_steps = rest.contains("..") || rest.contains("[]") || rest.ends_with('.');
    (rest.chars().all(is_plain) && !has_odd_steps).then(|| format!("{start}{rest}"))
}

/// The counterpart of `$` of JSONPath that is most often meant at such a place.
fn data(members: StatesMembers) -> &'static str {
    match members {
        StatesMembers::Input => "$states.input",
        StatesMembers::Result => "$states.result",
        StatesMembers::ErrorOutput => "$states.errorOutput",
    }
}

/// The counterpart of an intrinsic function in JSONata.
fn counterpart(function: Function) -> &'static str {
    match function {
        Function::Format => "`&`, which joins texts",
        Function::StringToJson => "`$parse`",
        Function::JsonToString => "`$string`",
        Function::Array => "`[…]`",
        Function::ArrayPartition => "`$partition`",
        Function::ArrayContains => "`in`",
        Function::ArrayRange => "`$range`",
        Function::ArrayGetItem => "an index, as in `$items[0]`",
        Function::ArrayLength => "`$count`",
        Function::ArrayUnique => "`$distinct`",
        Function::Base64Encode => "`$base64encode`",
        Function::Base64Decode => "`$base64decode`",
        Function::Hash => "`$hash`",
        Function::JsonMerge => "`$merge`",
        Function::MathRandom => "`$random`",
        Function::MathAdd => "`+`",
        Function::StringSplit => "`$split`",
        Function::Uuid => "`$uuid`",
    }
}

/// The remedy for a text that is an expression without its delimiters: it mentions `$states`, or
/// it compiles and mentions a variable of the machine or calls a built-in.
fn undelimited(context: &Context<'_>, text: &str, place: Place<'_>) -> Option<String> {
    let variables = assigned_variables(context, text);
    let mentions_states = names(text).any(|(name, rest)| is_states(name, rest));
    let calls = |(name, rest): (&str, &str)| {
        rest.starts_with('(') && asl_language::jsonata::find(name).is_some()
    };
    let is_likely = mentions_states || !variables.is_empty() || names(text).any(calls);
    if !is_likely || text.len() > MOST_BYTES {
        return None;
    }
    let environment = StateEnvironment { variables: &variables, members: place.members };
    if jsonata::compile_in_state(text, &environment).is_ok() {
        return Some(format!("write `{{% {} %}}`", shown(text)));
    }
    let example = "join texts in one expression: `{% 'Order ' & $states.input.id %}`";
    mentions_states.then(|| example.to_owned())
}

/// True for `$states`, alone or with one of its members.
fn is_states(name: &str, rest: &str) -> bool {
    const MEMBERS: [&str; 4] = [".input", ".context", ".result", ".errorOutput"];
    name == jsonata::STATES && MEMBERS.iter().any(|member| rest.starts_with(member))
}

/// The names after each `$`, with the text behind them.
pub(super) fn names(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let names = text.split('$').skip(1).filter_map(|rest| {
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        rest.split_at_checked(end)
    });
    names.filter(|(name, _)| !name.is_empty())
}

fn not_computed(text: &str) -> String {
    format!("`{}` is not computed here", shown(text))
}

/// The beginning of a text, for messages.
fn shown(text: &str) -> String {
    const MOST: usize = 60;
    if text.chars().count() <= MOST {
        return text.to_owned();
    }
    text.chars().take(MOST).chain(['…']).collect()
}

/// Warns of an expression of JSONata in a text of JSONPath.
pub(crate) fn check_other_language(context: &mut Context<'_>, text: &str, span: Span) {
    if !has_delimiters(text) {
        return;
    }
    context.diagnostics.push(
        Diagnostic::new(Code::JsonataNotEvaluated, span, not_computed(text))
            .label("the query language is JSONPath here: this text is used unchanged")
            .help("give the state `\"QueryLanguage\": \"JSONata\"`"),
    );
}
