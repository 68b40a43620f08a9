//! Arguments checked against a signature. jsonata-js matches a regular expression against one letter
//! for each argument; the same choices are made here.

use asl_language::jsonata::signature::{Parameter, Signature, Times, Types};

use super::{Cx, Fault, Item};
use crate::value::Value;

/// The arguments as the function takes them: one for each parameter, and perhaps more for one with
/// `+`. The context replaces a missing argument where the signature says so.
pub fn validate(
    cx: &Cx,
    signature: &Signature,
    context: &Item,
    arguments: Vec<Item>,
) -> Result<Vec<Item>, Fault> {
    let parameters = signature.parameters();
    let types: Vec<Types> = arguments.iter().map(type_of).collect();
    cx.spend(types.len() as u64 / 8)?;
    let Some(counts) = counts(parameters, &types, End::Whole) else {
        return Err(mismatch(parameters, &types));
    };
    let mut valid = Valid { cx, context, arguments, next: 0, taken: Vec::new() };
    let mut types = types.as_slice();
    for (parameter, count) in parameters.iter().zip(counts) {
        let (matched, rest) = types.split_at_checked(count).unwrap_or((types, &[]));
        valid.take(*parameter, matched)?;
        types = rest;
    }
    Ok(valid.taken)
}

/// The type of a value, as signatures know them.
pub fn type_of(item: &Item) -> Types {
    match item {
        Item::Undefined => Types::MISSING,
        Item::Data(value) => type_of_value(value),
        Item::List(_) => Types::ARRAY,
        Item::Record(_) => Types::OBJECT,
        Item::Function(_) => Types::FUNCTION,
    }
}

fn type_of_value(value: &Value) -> Types {
    match value {
        Value::Null => Types::NULL,
        Value::Bool(_) => Types::BOOLEAN,
        Value::Int(_) | Value::Float(_) => Types::NUMBER,
        Value::String(_) => Types::STRING,
        Value::Array(_) => Types::ARRAY,
        Value::Object(_) => Types::OBJECT,
    }
}

/// The end that a match of the parameters must reach.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// That of the arguments.
    Whole,
    /// Any place.
    Part,
}

/// The number of arguments that each parameter takes; `None` if they do not fit.
fn counts(parameters: &[Parameter], types: &[Types], end: End) -> Option<Vec<usize>> {
    if fit_one_by_one(parameters, types) {
        return Some(vec![1; types.len()]);
    }
    let fits = Fits::new(parameters, types, end);
    let mut at = 0;
    let mut counts = Vec::with_capacity(parameters.len());
    for (index, parameter) in parameters.iter().enumerate() {
        let most = types.iter().skip(at).take_while(|found| found.meets(parameter.types)).count();
        let (least, most) = match parameter.times {
            Times::Once => (1, most.min(1)),
            Times::AtMostOnce | Times::RatherNone => (0, most.min(1)),
            Times::Often => (1, most),
        };
        let mut possible = (least..=most).filter(|count| fits.at(index + 1, at + count));
        let lazy = parameter.times == Times::RatherNone;
        let count = if lazy { possible.next() } else { possible.next_back() }?;
        counts.push(count);
        at += count;
    }
    (end == End::Part || at == types.len()).then_some(counts)
}

/// The usual case, in which no choice is made.
fn fit_one_by_one(parameters: &[Parameter], types: &[Types]) -> bool {
    let fits = |(parameter, found): (&Parameter, &Types)| {
        matches!(parameter.times, Times::Once | Times::AtMostOnce) && found.meets(parameter.types)
    };
    parameters.len() == types.len() && parameters.iter().zip(types).all(fits)
}

/// A table that tells if the parameters from one on fit the arguments from one on.
struct Fits {
    table: Vec<bool>,
    width: usize,
}

impl Fits {
    fn new(parameters: &[Parameter], types: &[Types], end: End) -> Self {
        let width = types.len() + 1;
        let mut fits = Self { table: vec![false; width * (parameters.len() + 1)], width };
        for at in 0..width {
            fits.set(parameters.len(), at, end == End::Part || at == types.len());
        }
        for (index, parameter) in parameters.iter().enumerate().rev() {
            for at in (0..width).rev() {
                let takes = types.get(at).is_some_and(|found| found.meets(parameter.types));
                let one = takes && fits.at(index + 1, at + 1);
                let fit = match parameter.times {
                    Times::Once => one,
                    Times::AtMostOnce | Times::RatherNone => one || fits.at(index + 1, at),
                    Times::Often => one || takes && fits.at(index, at + 1),
                };
                fits.set(index, at, fit);
            }
        }
        fits
    }

    fn at(&self, parameter: usize, argument: usize) -> bool {
        argument < self.width
            && self.table.get(parameter * self.width + argument).copied().unwrap_or(false)
    }

    fn set(&mut self, parameter: usize, argument: usize, fit: bool) {
        if let Some(place) = self.table.get_mut(parameter * self.width + argument) {
            *place = fit;
        }
    }
}

/// The error for arguments that do not fit: it names the first one that no parameter takes.
#[cold]
fn mismatch(parameters: &[Parameter], types: &[Types]) -> Fault {
    let mut good = 0;
    for count in 1..=parameters.len() {
        let first = parameters.get(..count).unwrap_or_default();
        let Some(counts) = counts(first, types, End::Part) else { break };
        good = counts.iter().sum();
    }
    Fault::new("T0410").index(good + 1)
}

/// The arguments that were taken so far.
struct Valid<'a> {
    cx: &'a Cx,
    context: &'a Item,
    arguments: Vec<Item>,
    next: usize,
    taken: Vec<Item>,
}

impl Valid<'_> {
    /// Takes the arguments of a parameter, which have these types.
    fn take(&mut self, parameter: Parameter, matched: &[Types]) -> Result<(), Fault> {
        if matched.is_empty() && parameter.takes_context {
            return self.take_context(parameter);
        }
        if matched.is_empty() {
            // jsonata-js takes the next argument, too, if there is one: it is another parameter's.
            let argument = self.take_argument();
            self.taken.push(argument);
        }
        for found in matched {
            let index = self.next + 1;
            let argument = self.take_argument();
            let is_alone = matched.len() == 1;
            let argument = if parameter.is_array && *found != Types::MISSING {
                self.check_items(parameter, *found, &argument, is_alone)
                    .map_err(|fault| fault.value(&argument).index(index))?;
                if *found == Types::ARRAY { argument } else { Item::array(vec![argument])? }
            } else {
                argument
            };
            self.taken.push(argument);
        }
        Ok(())
    }

    fn take_argument(&mut self) -> Item {
        self.next += 1;
        self.arguments.get_mut(self.next - 1).map(std::mem::take).unwrap_or_default()
    }

    fn take_context(&mut self, parameter: Parameter) -> Result<(), Fault> {
        if !type_of(self.context).meets(parameter.types) {
            return Err(Fault::new("T0411").value(self.context).index(self.next + 1));
        }
        self.taken.push(self.context.clone());
        Ok(())
    }

    /// Checks the types of an array's items, or of the value that takes the place of an array.
    fn check_items(
        &self,
        parameter: Parameter,
        found: Types,
        argument: &Item,
        is_alone: bool,
    ) -> Result<(), Fault> {
        let Some(wanted) = parameter.items else { return Ok(()) };
        let types = Types::of_letter(wanted.letter);
        let is_right = if found == Types::ARRAY {
            self.cx.spend(argument.array_len().unwrap_or(0) as u64 / 16)?;
            have_type(argument, types)
        } else {
            is_alone && wanted.is_simple && types == found
        };
        if is_right {
            return Ok(());
        }
        let fault = Fault::new("T0412");
        Err(match plural(wanted.letter).filter(|_| wanted.is_simple) {
            Some(kind) => fault.kind(kind),
            None => fault,
        })
    }
}

fn have_type(array: &Item, wanted: Types) -> bool {
    match array {
        Item::Data(Value::Array(values)) => {
            values.iter().all(|value| type_of_value(value) == wanted)
        }
        Item::Undefined | Item::Data(_) | Item::List(_) | Item::Record(_) | Item::Function(_) => {
            array.items().all(|item| type_of(&item) == wanted)
        }
    }
}

fn plural(letter: u8) -> Option<&'static str> {
    Some(match letter {
        b'a' => "arrays",
        b'b' => "booleans",
        b'f' => "functions",
        b'n' => "numbers",
        b'o' => "objects",
        b's' => "strings",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;

    fn check(signature: &str, context: Value, arguments: Value) -> Result<String, String> {
        let Value::Array(arguments) = arguments else { panic!("an array") };
        // The text `-` means that an argument is undefined.
        let argument = |value: Value| {
            if value == json!("-") { Item::Undefined } else { Item::Data(value) }
        };
        let arguments = arguments.into_vec().into_iter().map(argument).collect();
        let signature = Signature::known(signature);
        match validate(&Cx::new(0, 0), &signature, &context.into(), arguments) {
            Ok(valid) => {
                let text = |item: &Item| item.as_data().map_or("-".into(), ToString::to_string);
                Ok(valid.iter().map(text).collect::<Vec<_>>().join(" "))
            }
            Err(Fault::Error(thrown)) => {
                let index = thrown.index.unwrap_or(0);
                Err(format!("{} {index} {}", thrown.code, thrown.kind.unwrap_or_default()))
            }
            Err(Fault::Limit(limit)) => Err(format!("{limit:?}")),
        }
    }

    fn ok(signature: &str, arguments: Value) -> String {
        check(signature, json!("context"), arguments).unwrap()
    }

    fn fault(signature: &str, arguments: Value) -> String {
        check(signature, json!(null), arguments).unwrap_err()
    }

    #[test]
    fn arguments_that_fit_are_taken() {
        assert_eq!(ok("<s-nn?:s>", json!(["a", 1])), "\"a\" 1 -");
        assert_eq!(ok("<s-nn?:s>", json!(["a", 1, 2])), "\"a\" 1 2");
        assert_eq!(ok("<s-nn?:s>", json!(["-", 1])), "- 1 -");
        assert_eq!(ok("<a+>", json!([[1], 2, "-"])), "[1] [2] -");
    }

    #[test]
    fn the_context_replaces_a_missing_argument() {
        assert_eq!(ok("<s-nn?:s>", json!([1])), "\"context\" 1 -");
        assert_eq!(ok("<s-s:s>", json!(["x"])), "\"context\" \"x\"");
        assert_eq!(fault("<s-nn?:s>", json!([1])), "T0411 1 ");
    }

    #[test]
    fn a_value_becomes_an_array() {
        assert_eq!(ok("<a<n>:n>", json!([5])), "[5]");
        assert_eq!(ok("<a<n>:n>", json!([[]])), "[]");
        assert_eq!(fault("<a<n>:n>", json!(["x"])), "T0412 1 numbers");
        assert_eq!(fault("<a<n>:n>", json!([[1, "x"]])), "T0412 1 numbers");
        assert_eq!(fault("<a<s>s?:s>", json!([[null]])), "T0412 1 strings");
    }

    #[test]
    fn arguments_that_do_not_fit_are_named() {
        assert_eq!(fault("<s-nn?:s>", json!(["a", "b"])), "T0410 2 ");
        // The second text: the first parameter is left to the context.
        assert_eq!(fault("<s-:s>", json!([1, 2])), "T0410 1 ");
        assert_eq!(fault("<n-n:n>", json!([1, 2, 3])), "T0410 3 ");
        assert_eq!(fault("<:n>", json!([1])), "T0410 1 ");
        assert_eq!(fault("<sf>", json!(["a", "b"])), "T0410 2 ");
    }

    #[test]
    fn an_optional_parameter_that_is_skipped_takes_the_argument_behind_it() {
        // A mistake of jsonata-js that programs may rely on.
        assert_eq!(ok("<s?n>", json!([5])), "5 -");
    }
}
