//! Shapes of the results of JSONata expressions.

use std::rc::Rc;

use asl_language::jsonata::signature::Types;
use asl_language::shape::checks::Weight;

use super::border::Step;
use super::fault::Fault;
use super::over::Over;
use super::shape::{Items, Kinds, Shape};
use super::wanted::Wanted;
use crate::expr::jsonata;
use crate::ir::Jsonata;
use asl_source::expression::context_object::{Member, Missing};
use asl_source::expression::foreseen::Foreseen;
use asl_source::expression::reads::Read;

/// The name of the context object among the values that a run is given.
const CONTEXT: &str = "states.context";

/// The name of the Error Output.
const ERROR_OUTPUT: &str = "states.errorOutput";

/// The shape of an expression's result. A result that is certainly undefined is added to the
/// faults.
pub(super) fn evaluate(expression: &Jsonata, over: Over<'_>, faults: &mut Vec<Fault>) -> Shape {
    let foreseen = expression.program.foreseen();
    match result(&foreseen, over) {
        Some((shape, _)) => {
            reads(expression, &foreseen, over, faults);
            shape
        }
        None => {
            faults.push(nothing(expression, &foreseen, over));
            Shape::Any
        }
    }
}

/// Adds what the expression reads of places of Rust types, and values of the machine's own that are
/// always of another type than an operator or a built-in takes.
fn reads(expression: &Jsonata, foreseen: &Foreseen, over: Over<'_>, faults: &mut Vec<Fault>) {
    for read in expression.program.reads() {
        let Ok((shape, always)) = walk(&read.given, &read.names, over) else { continue };
        let wanted = Wanted::of_types(read.types);
        let what = || {
            let names = read.names.iter().map(|name| format!(".{name}"));
            let each = if read.is_of_items { "each item of " } else { "" };
            format!("{each}`${}{}`", read.given, names.collect::<String>())
        };
        let border = if read.is_of_items {
            shape.border().and_then(|border| border.items_or_itself()).map(Rc::new)
        } else {
            shape.border().cloned()
        };
        // The cause of an error may be missing, but then the operand is undefined.
        let is_needed = always || is_needed(foreseen, &read);
        let is_there = is_needed || read.given == ERROR_OUTPUT;
        if let Some(wanted) = wanted.filter(|_| is_there && is_of_one_kind(&shape, &read)) {
            let fault = Fault::of_type(expression.span, &what(), wanted, &shape);
            faults.extend(fault.map(|fault| fault.if_there(!is_needed)));
        }
        if let Some(border) = border.filter(|_| wanted.is_some() || !read.names.is_empty()) {
            faults.push(Fault::reads(expression.span, (what(), wanted, read.weight), border));
        }
    }
}

/// True if a value is known where another type fails the expression. Steps change arrays.
fn is_of_one_kind(shape: &Shape, read: &Read) -> bool {
    let is_simple = |kinds: &Kinds| kinds.array.is_none();
    read.weight == Weight::Fault && !read.is_of_items && shape.kinds().is_some_and(is_simple)
}

/// True if the result is undefined, which no field takes, where a read finds nothing.
fn is_needed(foreseen: &Foreseen, read: &Read) -> bool {
    match foreseen {
        Foreseen::Members { given, names } => *given == read.given && *names == read.names,
        Foreseen::Of(operands, _) => operands.iter().any(|operand| is_needed(operand, read)),
        Foreseen::Object(_) | Foreseen::Array(_) | Foreseen::Constant(_) | Foreseen::OneOf(_) => {
            false
        }
    }
}

/// The shape of a result, and true if there always is one. `None`: it is always undefined.
fn result(foreseen: &Foreseen, over: Over<'_>) -> Option<(Shape, bool)> {
    match foreseen {
        Foreseen::Members { given, names } => walk(given, names, over).ok(),
        Foreseen::Object(members) => {
            let mut object = super::Members::default();
            for (name, value) in members {
                if let Some((shape, always)) = result(value, over) {
                    // Only rustc knows if there is a value at the place of a type.
                    let as_found = always && shape.border().is_some();
                    let always = always && !as_found;
                    let is_unsure = !always && !as_found;
                    let member = super::Member { shape, always, as_found, is_unsure };
                    object.known.insert(name.clone(), member);
                }
            }
            let kinds = Kinds { object: Some(object), ..Kinds::default() };
            Some((Shape::from_kinds(kinds), true))
        }
        Foreseen::Array(items) => {
            let mut array = Items::default();
            for item in items {
                add_item(&mut array, item, over);
            }
            let kinds = Kinds { array: Some(array), ..Kinds::default() };
            Some((Shape::from_kinds(kinds), true))
        }
        Foreseen::Constant(constant) => Some((Shape::literal(constant), true)),
        Foreseen::Of(operands, types) => {
            let is_undefined = operands.iter().any(|operand| result(operand, over).is_none());
            if is_undefined { None } else { result(&Foreseen::OneOf(*types), over) }
        }
        Foreseen::OneOf(types) if types.is_within(Types::MISSING) => None,
        // A number that is not finite becomes a string.
        Foreseen::OneOf(types) if types.meets(Types::NUMBER) => {
            let mut shape = one_of(types.and(Types::STRING));
            if let Some(kinds) = shape.kinds().filter(|_| !types.meets(Types::STRING)) {
                shape = Shape::from_kinds(Kinds { not_finite: true, ..kinds.clone() });
            }
            Some((shape, !types.meets(Types::MISSING)))
        }
        Foreseen::OneOf(types) => Some((one_of(*types), !types.meets(Types::MISSING))),
    }
}

/// Adds the value of an expression to the items of an array constructor, which takes the items of
/// arrays that are not constructed in it.
fn add_item(array: &mut Items, item: &Foreseen, over: Over<'_>) {
    // An item that is always undefined is left out.
    let Some((shape, always)) = result(item, over) else { return };
    if matches!(item, Foreseen::Array(_)) {
        return add(array, shape, true);
    }
    let Some(kinds) = shape.kinds() else { return add(array, Shape::Any, false) };
    let inner = kinds.array.as_ref().map(Items::any);
    let single = Shape::from_kinds(Kinds { array: None, ..kinds.clone() });
    if let Some(inner) = &inner {
        add(array, inner.clone(), false);
    }
    add(array, single, always && inner.is_none());
}

/// Adds an item that is always there, or any number of items.
fn add(array: &mut Items, shape: Shape, is_one: bool) {
    if shape.is_never() {
        return;
    }
    match &mut array.more {
        Some(more) => *more = more.or(&shape),
        None if is_one => array.first.push(shape),
        None => array.more = Some(shape),
    }
}

/// The value of one of these types. A function is no result, and fails the state.
fn one_of(types: Types) -> Shape {
    if Types::ALL.without(Types::MISSING).without(Types::FUNCTION).is_within(types) {
        return Shape::Any;
    }
    let anything = || Items { first: Vec::new(), more: Some(Shape::Any) };
    let object = || super::Members { is_open: true, ..super::Members::default() };
    Shape::from_kinds(Kinds {
        null: types.meets(Types::NULL),
        boolean: types.meets(Types::BOOLEAN),
        number: types.meets(Types::NUMBER),
        string: types.meets(Types::STRING),
        array: types.meets(Types::ARRAY).then(anything),
        object: types.meets(Types::OBJECT).then(object),
        ..Kinds::default()
    })
}

/// The shape at the end of a path of members, or the step that never finds anything and the shape
/// there.
fn walk(given: &str, names: &[String], over: Over<'_>) -> Result<(Shape, bool), (usize, Shape)> {
    if given == CONTEXT
        && let Some(missing) = Missing::find(names.iter().map(String::as_str))
    {
        return Err((missing.at, Shape::Any));
    }
    let mut found = match given {
        "states.input" => (over.input.clone(), true),
        "states.result" | ERROR_OUTPUT => (over.data.clone(), true),
        _ => (given_shape(given, over), false),
    };
    for (index, name) in names.iter().enumerate() {
        let Some((shape, always)) = member(name, &found.0) else { return Err((index, found.0)) };
        found = (shape, always && found.1);
    }
    Ok(found)
}

/// The shape of a variable or of a member of the context object.
fn given_shape(given: &str, over: Over<'_>) -> Shape {
    let Some(member) = jsonata::context_member(given) else {
        return over.variables.get(given).cloned().unwrap_or(Shape::Any);
    };
    match member {
        Member::ExecutionInput => over.variables.execution_input.clone(),
        Member::ItemValue => over.item.clone(),
        Member::ItemIndex | Member::RetryCount => Shape::number(),
        Member::ExecutionId
        | Member::ExecutionName
        | Member::RoleArn
        | Member::StartTime
        | Member::MachineId
        | Member::MachineName
        | Member::StateName
        | Member::EnteredTime
        | Member::TaskToken
        | Member::ItemKey
        | Member::ItemSource => Shape::string(),
    }
}

/// The shape of a member as a step finds it, of an object or of the objects in an array, and true
/// if it is always there.
fn member(name: &str, shape: &Shape) -> Option<(Shape, bool)> {
    let Some(kinds) = shape.kinds() else {
        let part = shape.unknown_part(|| Step::Each(name.to_owned()));
        let as_found = part.border().is_some();
        return Some((part, as_found));
    };
    let items = kinds.array.as_ref().map(Items::any);
    if items.is_some_and(|items| items.is_never() || member(name, &items).is_some()) {
        // One hit is itself, several are an array.
        return Some((Shape::Any, false));
    }
    let is_only =
        !(kinds.null || kinds.boolean || kinds.number || kinds.string) && kinds.array.is_none();
    let members = kinds.object.as_ref()?;
    match members.known.get(name) {
        Some(member) => Some((member.shape.clone(), member.always && is_only)),
        None => members.other(name).map(|shape| (shape, false)),
    }
}

fn nothing(expression: &Jsonata, foreseen: &Foreseen, over: Over<'_>) -> Fault {
    let label = reason(foreseen, over).unwrap_or_else(|| "it is undefined".to_owned());
    Fault::undefined(expression.span, expression.program.text(), label)
}

/// The member without which a result is undefined.
fn reason(foreseen: &Foreseen, over: Over<'_>) -> Option<String> {
    match foreseen {
        Foreseen::Members { given, names } => {
            let (step, shape) = walk(given, names, over).err()?;
            let before = names.iter().take(step).map(|name| format!(".{name}"));
            let place = format!("${given}{}", before.collect::<String>());
            let name = names.get(step).map(String::as_str).unwrap_or_default();
            Some(Fault::no_member(&place, name, &shape))
        }
        Foreseen::Of(operands, _) => operands.iter().find_map(|operand| reason(operand, over)),
        Foreseen::Object(_) | Foreseen::Array(_) | Foreseen::Constant(_) | Foreseen::OneOf(_) => {
            None
        }
    }
}
