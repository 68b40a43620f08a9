//! The sources of paths in the reference interpreter besides the data, and its intrinsic functions.

use std::fmt::Write as _;

use asl_codegen::options::Profile;

use super::json::{ANY_TEXT, Json, object, text};
use super::path::{select, slices_no_array};

/// The variables and the known members of the context object.
#[derive(Clone, Copy)]
pub(crate) struct Surroundings<'a> {
    /// The variables by name: an object.
    pub(crate) variables: &'a Json,
    /// The execution's input.
    pub(crate) input: &'a Json,
    /// The name of the state.
    pub(crate) state: &'a str,
    /// The item of a Map whose selector is evaluated.
    pub(crate) item: Option<&'a Json>,
    pub(crate) profile: Profile,
}

/// Reason why a value cannot be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Failing {
    /// A path has no value.
    Path,
    /// A function rejects its arguments.
    Function,
}

impl Surroundings<'_> {
    /// The value at a path.
    pub(crate) fn find(self, path: &str, data: &Json) -> Option<Json> {
        let rest = path.strip_prefix('$')?;
        if let Some(rest) = rest.strip_prefix('$') {
            let execution = object([("Input", self.input.clone())]);
            let mut context =
                object([("Execution", execution), ("State", object([("Name", text(self.state))]))]);
            if let Some(item) = self.item {
                context.set("Map", object([("Item", object([("Value", item.clone())]))]));
            }
            return select(&format!("${rest}"), &context);
        }
        let end = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
        let (name, steps) = rest.split_at(end);
        let root = if name.is_empty() { data } else { self.variables.get(name)? };
        let path = format!("${steps}");
        if self.profile == Profile::Aws && slices_no_array(&path, root) {
            return None;
        }
        select(&path, root)
    }

    /// At AWS a path in a template has the value null past the end of an array.
    fn past_the_end(self, path: &str, data: &Json) -> Option<Json> {
        let (before, index) = path.strip_suffix(']').and_then(|path| path.rsplit_once('['))?;
        let is_array = matches!(self.find(before, data), Some(Json::Array(_)));
        (self.profile == Profile::Aws && index.parse::<u32>().is_ok() && is_array)
            .then_some(Json::Null)
    }

    /// The value of a path or of a call of a function.
    pub(crate) fn compute(self, written: &str, data: &Json) -> Result<Json, Failing> {
        let Some((name, arguments)) =
            written.strip_suffix(')').and_then(|call| call.split_once('('))
        else {
            return self
                .find(written, data)
                .or_else(|| self.past_the_end(written, data))
                .ok_or(Failing::Path);
        };
        let arguments = arguments.split(", ").map(|argument| match argument.parse() {
            Ok(number) => Ok(Json::Number(number)),
            Err(_) if argument == "false" => Ok(Json::Bool(false)),
            Err(_) if argument.starts_with('\'') => Ok(text(argument.trim_matches('\''))),
            Err(_) => self.find(argument, data).ok_or(Failing::Path),
        });
        let arguments: Vec<Json> = arguments.collect::<Result<_, _>>()?;
        call(name, &arguments).ok_or(Failing::Function)
    }
}

fn call(name: &str, arguments: &[Json]) -> Option<Json> {
    match (name, arguments) {
        ("States.MathAdd", [first, second]) => {
            // Halves are rounded up, and integers have 32 bits.
            let fits = |number: &f64| (f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(number);
            let rounded = |number: &Json| {
                number.as_number().map(|number| (number + 0.5).floor()).filter(fits)
            };
            Some(rounded(first)? + rounded(second)?).filter(fits).map(Json::Number)
        }
        ("States.Array", items) => Some(Json::Array(items.to_vec())),
        ("States.ArrayLength", [Json::Array(items)]) => {
            u32::try_from(items.len()).ok().map(|length| Json::Number(length.into()))
        }
        ("States.ArrayContains", [Json::Array(items), value]) => {
            let is_text = |value: &Json| matches!(value, Json::Text(_));
            let same_text =
                |item: &Json| is_text(item) != is_text(value) && plain(item) == plain(value);
            Some(Json::Bool(items.iter().any(|item| item == value || same_text(item))))
        }
        ("States.Format", [Json::Text(template), value]) => {
            let value = plain(value);
            // An unspecified text gives an unspecified result.
            Some(text(if value.contains(ANY_TEXT) {
                ANY_TEXT.to_owned()
            } else {
                template.replace("{}", &value)
            }))
        }
        ("States.JsonMerge", [Json::Object(first), Json::Object(second), _]) => {
            let mut merged = arguments.get(1)?.clone();
            for (key, value) in
                first.iter().filter(|(key, _)| second.iter().all(|(other, _)| other != key))
            {
                merged.set(key, value.clone());
            }
            Some(merged)
        }
        (_, _) => None,
    }
}

/// The text that `States.Format` prints.
fn plain(value: &Json) -> String {
    let mut out = String::new();
    match value {
        Json::Text(text) => out.push_str(text),
        Json::Array(items) => {
            let items: Vec<_> = items.iter().map(plain).collect();
            let _ = write!(out, "[{}]", items.join(", "));
        }
        Json::Object(members) => {
            let members: Vec<_> =
                members.iter().map(|(key, value)| format!("{key}={}", plain(value))).collect();
            let _ = write!(out, "{{{}}}", members.join(", "));
        }
        Json::Null | Json::Bool(_) | Json::Number(_) => out.push_str(&value.to_string()),
    }
    out
}
