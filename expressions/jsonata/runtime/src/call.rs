//! Calls of functions.

use std::sync::Arc;

use super::list::collapse;
use super::{Cx, Fault, Function, Item, Native, Outcome, Tail, View, signature};
use asl_language::jsonata::signature::Signature;

/// The result of a built-in.
#[inline]
pub fn native<const N: usize>(
    cx: &Cx,
    native: &Native,
    context: View<'_>,
    arguments: [View<'_>; N],
) -> Outcome {
    native_of(cx, native, context, &arguments)
}

/// The same of any number of arguments.
#[inline]
pub(super) fn native_of(
    cx: &Cx,
    native: &Native,
    context: View<'_>,
    arguments: &[View<'_>],
) -> Outcome {
    run(cx, native, context, arguments).map_err(|fault| fault.token(native.name))
}

/// The result of a built-in that gives a Boolean value or nothing. It is read where it is: moving an
/// item takes longer.
pub fn boolean<const N: usize>(
    cx: &Cx,
    native: &Native,
    context: View<'_>,
    arguments: [View<'_>; N],
) -> Result<Option<bool>, Fault> {
    let result = self::native(cx, native, context, arguments);
    match &result {
        Ok(item) => Ok(item.as_bool()),
        Err(_) => result.map(|_| None),
    }
}

/// The same for a number that was computed, or nothing.
pub fn number<const N: usize>(
    cx: &Cx,
    native: &Native,
    context: View<'_>,
    arguments: [View<'_>; N],
) -> Result<Option<f64>, Fault> {
    let result = self::native(cx, native, context, arguments);
    match &result {
        Ok(item) => Ok(item.as_f64()),
        Err(_) => result.map(|_| None),
    }
}

#[inline]
fn run(cx: &Cx, native: &Native, context: View<'_>, arguments: &[View<'_>]) -> Outcome {
    run_by(cx, native, context, arguments, |arguments| (native.run)(cx, arguments))
}

/// A call of a built-in whose result another function makes.
#[inline]
pub(super) fn run_by<T>(
    cx: &Cx,
    native: &Native,
    context: View<'_>,
    arguments: &[View<'_>],
    by: impl FnOnce(&[View<'_>]) -> Result<T, Fault>,
) -> Result<T, Fault> {
    cx.spend(1)?;
    if signature::fit(&native.signature, arguments) {
        return by(arguments);
    }
    let arguments = valid(cx, native, context, arguments)?;
    by(&arguments.iter().map(Item::view).collect::<Vec<_>>())
}

/// Arguments that do not fit as they are: some are missing, are replaced, or are wrong.
#[cold]
fn valid(
    cx: &Cx,
    native: &Native,
    context: View<'_>,
    arguments: &[View<'_>],
) -> Result<Vec<Item>, Fault> {
    let arguments = arguments.iter().map(|argument| argument.to_item()).collect();
    signature::validate(cx, &native.signature, context, arguments)
}

/// The result of a built-in whose picture is a literal, by the function for a picture that has been
/// read.
pub fn by_picture<P, const N: usize>(
    cx: &Cx,
    native: &Native,
    by: fn(&Cx, &P, &[View<'_>]) -> Outcome,
    picture: &P,
    context: View<'_>,
    arguments: [View<'_>; N],
) -> Outcome {
    if !signature::fit(&native.signature, &arguments) {
        return self::native(cx, native, context, arguments);
    }
    cx.spend(1)?;
    by(cx, picture, &arguments).map_err(|fault| fault.token(native.name))
}

/// A built-in as a value.
pub fn native_value(native: &'static Native) -> Outcome {
    Function::item(native.arity, &[], |cx, context, arguments| {
        let result = match &*arguments {
            [] => run(cx, native, context, &[]),
            [only] => run(cx, native, context, &[only.view()]),
            [first, second] => run(cx, native, context, &[first.view(), second.view()]),
            all => run(cx, native, context, &all.iter().map(Item::view).collect::<Vec<_>>()),
        };
        result.map(Tail::Done)
    })
}

/// The result of a call. `name` is that of the variable or member that is called.
pub fn call(
    cx: &Cx,
    callee: View<'_>,
    name: &'static str,
    context: View<'_>,
    arguments: &mut [Item],
) -> Outcome {
    let Some(function) = callee.as_function() else { return Err(not_a_function(name)) };
    function.call(cx, context, arguments).map_err(|fault| fault.token(name))
}

/// The result of a call by a built-in of a variable that certainly is a function.
#[inline]
pub fn applied(cx: &Cx, function: View<'_>, arguments: &mut [Item]) -> Outcome {
    let Some(function) = function.as_function() else { return Err(not_a_function("")) };
    function.apply(cx, arguments)
}

/// The result of a function of Rust that a variable of this name is.
#[inline]
pub fn named<T>(result: Result<T, Fault>, name: &'static str) -> Result<T, Fault> {
    result.map_err(|fault| fault.token(name))
}

/// A call in place of the result of a function.
pub fn tail(
    _: &Cx,
    callee: View<'_>,
    name: &'static str,
    arguments: Vec<Item>,
) -> Result<Tail, Fault> {
    let Some(function) = callee.as_function() else { return Err(not_a_function(name)) };
    Ok(Tail::call(function, arguments))
}

#[cold]
fn not_a_function(name: &'static str) -> Fault {
    let fault = Fault::new("T1006");
    if name.is_empty() { fault } else { fault.token(name) }
}

/// The member that is called, where there is a variable of the same name: if the member is missing,
/// the `$` was forgotten.
pub fn member<'v>(
    callee: View<'v>,
    code: &'static str,
    name: &'static str,
) -> Result<View<'v>, Fault> {
    if callee.is_undefined() { Err(Fault::new(code).token(name)) } else { Ok(callee) }
}

/// `callee(argument, ?)`: a function of the arguments that are `None`.
pub fn partial(
    _: &Cx,
    callee: View<'_>,
    name: &'static str,
    arguments: Vec<Option<Item>>,
) -> Outcome {
    let Some(function) = callee.as_function() else {
        return Err(Fault::new("T1008").token(name));
    };
    let function = Arc::clone(function);
    let arity = arguments.iter().filter(|argument| argument.is_none()).count();
    let callee = callee.to_item();
    let captured: Vec<&Item> = arguments.iter().flatten().chain([&callee]).collect();
    let depth = Function::depth_of(&captured);
    Function::of_depth(arity, depth, move |_, _, given| {
        let mut rest = given.iter_mut().map(Item::take);
        let all = arguments
            .iter()
            .map(|argument| argument.clone().unwrap_or_else(|| rest.next().unwrap_or_default()))
            .collect();
        Ok(Tail::call(&function, all))
    })
}

/// `left ~> right`, where the right side is no call.
pub fn apply(cx: &Cx, left: View<'_>, right: View<'_>) -> Outcome {
    let Some(function) = right.as_function() else {
        return Err(Fault::new("T2006").value(right));
    };
    let Some(first) = left.as_function() else {
        return function.apply(cx, &mut [left.to_item()]);
    };
    let (first, second) = (Arc::clone(first), Arc::clone(function));
    Function::item(1, &[&left.to_item(), &right.to_item()], move |cx, context, arguments| {
        let argument = arguments.first_mut().map(Item::take).unwrap_or_default();
        // jsonata-js calls it in an argument of the other one.
        let result = first.call(cx, context, cx.call_at(1, &mut [argument]))?;
        Ok(Tail::call(&second, vec![collapse(result)]))
    })
}

/// The arguments of a lambda: as many as it has parameters.
#[inline]
pub fn parameters<const N: usize>(arguments: &mut [Item]) -> [Item; N] {
    let mut arguments = arguments.iter_mut().map(Item::take);
    std::array::from_fn(|_| arguments.next().unwrap_or_default())
}

/// The same with a signature.
pub fn checked<const N: usize>(
    cx: &Cx,
    signature: &Signature,
    context: View<'_>,
    arguments: &mut [Item],
) -> Result<[Item; N], Fault> {
    let arguments = arguments.iter_mut().map(Item::take).collect();
    let mut arguments = signature::validate(cx, signature, context, arguments)?;
    Ok(parameters(&mut arguments))
}
