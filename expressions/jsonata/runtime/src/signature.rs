//! Arguments checked against a signature.

use asl_language::jsonata::signature::{Parameter, Signature, Times, Types};

use super::{Cx, Fault, Item, View};
use asl_value::value::Value;

/// The arguments as the function takes them: one for each parameter, and perhaps more for one with
/// `+`. The context replaces a missing argument where the signature says so.
pub fn validate(
    cx: &Cx,
    signature: &Signature,
    context: View<'_>,
    arguments: Vec<Item>,
) -> Result<Vec<Item>, Fault> {
    let parameters = signature.parameters();
    let types: Vec<Types> = arguments.iter().map(|item| type_of(item.view())).collect();
    cx.spend(types.len() as u64 / 8)?;
    let Some(counts) = signature.counts(&types) else {
        return Err(mismatch(signature, &types));
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

/// True if each argument is that of the parameter in its place, and those that are missing may be.
/// Then the function takes them as they are; a check of their items is no step.
#[inline]
pub fn fit(signature: &Signature, arguments: &[View<'_>]) -> bool {
    let parameters = signature.parameters();
    let Some((taken, missing)) = parameters.split_at_checked(arguments.len()) else { return false };
    taken.iter().zip(arguments).all(|(parameter, argument)| fits(*parameter, *argument))
        && missing.iter().all(|parameter| {
            matches!(parameter.times, Times::AtMostOnce | Times::RatherNone)
                && !parameter.takes_context
        })
}

#[inline]
fn fits(parameter: Parameter, argument: View<'_>) -> bool {
    let found = type_of(argument);
    if !matches!(parameter.times, Times::Once | Times::AtMostOnce) || !found.meets(parameter.types)
    {
        return false;
    }
    if !parameter.is_array || found == Types::MISSING {
        return true;
    }
    let has_items = || match parameter.items {
        None => true,
        Some(wanted) => have_type(argument, Types::of_letter(wanted.letter)),
    };
    found == Types::ARRAY && has_items()
}

/// The type of a value, as signatures know them.
#[inline]
pub fn type_of(view: View<'_>) -> Types {
    match view {
        View::Undefined => Types::MISSING,
        View::Value(value) => type_of_value(value),
        View::Item(Item::Record(_)) => Types::OBJECT,
        View::Item(Item::Function(_)) => Types::FUNCTION,
        View::Item(item) => item.as_data().map_or(Types::ARRAY, type_of_value),
    }
}

#[inline]
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

/// The error for arguments that do not fit: it names the first one that no parameter takes.
#[cold]
fn mismatch(signature: &Signature, types: &[Types]) -> Fault {
    Fault::new("T0410").index(signature.misfit(types) + 1)
}

/// The arguments that were taken so far.
struct Valid<'a> {
    cx: &'a Cx,
    context: View<'a>,
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
                self.check_items(parameter, *found, argument.view(), is_alone)
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
        let context = self.context.to_item();
        if !type_of(context.view()).meets(parameter.types) {
            return Err(Fault::new("T0411").value(context).index(self.next + 1));
        }
        self.taken.push(context);
        Ok(())
    }

    /// Checks the types of an array's items, or of the value that takes the place of an array.
    fn check_items(
        &self,
        parameter: Parameter,
        found: Types,
        argument: View<'_>,
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

fn have_type(array: View<'_>, wanted: Types) -> bool {
    match array {
        View::Value(Value::Array(values)) | View::Item(Item::Sequence(values)) => {
            values.iter().all(|value| type_of_value(value) == wanted)
        }
        View::Item(Item::List(list)) => {
            list.items().iter().all(|item| type_of(item.view()) == wanted)
        }
        View::Undefined | View::Value(_) | View::Item(_) => false,
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
    use asl_value::json;

    fn check(signature: &str, context: &Value, arguments: Value) -> Result<String, String> {
        let Value::Array(arguments) = arguments else { panic!("an array") };
        // The text `-` means that an argument is undefined.
        let argument = |value: Value| {
            if value == json!("-") { Item::Undefined } else { Item::Data(value) }
        };
        let arguments = arguments.into_vec().into_iter().map(argument).collect();
        let signature = Signature::known(signature);
        match validate(&Cx::new(0, 0), &signature, View::Value(context), arguments) {
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
        check(signature, &json!("context"), arguments).unwrap()
    }

    fn fault(signature: &str, arguments: Value) -> String {
        check(signature, &json!(null), arguments).unwrap_err()
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
