//! Calls, partial applications and `~>`.

use asl_language::jsonata::{BuiltIn, BuiltInId};

use super::direct::Own;
use super::native::{Native, plan_unchecked_native};
use super::op::{
    Arguments, Local, MatchMember, NativeCall, NativeForm, Op, Picture, Plan, Repr, Sink, Unfused,
    Walk,
};
use super::operator::{is_plain, plan_truth};
use super::planner::Planner;
use super::value::{plan_operand, plan_unchecked_value, plan_value};
use super::words::plan_words_of_call;
use super::{block, direct, passes};
use crate::tree::{Call, Kind, Node};

/// A call at a level, with the left side of `~>` as its first argument if there is one: a view for
/// a built-in, an item for any other function.
pub(super) fn plan_call(
    planner: &mut Planner<'_>,
    call: &Call,
    first: Option<Plan>,
    level: u16,
) -> Plan {
    if let Some(built_in) = planner.names.built_in(&call.callee) {
        let unfused = if first.is_none() {
            match plan_pass(planner, call, None, level) {
                Some(Ok(pass)) => return pass,
                Some(Err(reason)) => Some(reason),
                None => None,
            }
        } else {
            None
        };
        if first.is_none()
            && let Some(words) = plan_words_of_call(planner, call)
        {
            return words.to(Repr::Item);
        }
        let picture = literal_picture(built_in, call, usize::from(first.is_some()));
        let form = picture.unwrap_or(NativeForm::Value);
        let call = plan_native_form(planner, built_in, (call, first), level, form);
        return with_reason(call, unfused);
    }
    let name = called_name(&call.callee);
    if first.is_none()
        && let Some(result) = plan_call_of_numbers(planner, call, level)
    {
        return result.to(Repr::Item);
    }
    if let Some(id) = planner.names.direct_function(&call.callee) {
        let arguments = plan_argument_values(planner, call, first);
        let result = direct::plan_call(planner, id, arguments, level);
        return direct::named(result, name);
    }
    let context = planner.context();
    let callee = plan_callee(planner, &call.callee, "T1005");
    let local = first.is_some().then(|| Plan::local(Repr::Item, Local::First));
    let values = plan_argument_values(planner, call, local);
    let arguments = Arguments { values, at: planner.at(level) };
    let name = name.to_owned();
    Plan::item(Op::ValueCall { first, callee, name, context, arguments })
}

fn plan_native_form(
    planner: &mut Planner<'_>,
    built_in: &BuiltIn,
    (call, first): (&Call, Option<Plan>),
    level: u16,
    form: NativeForm,
) -> Plan {
    let arguments = plan_operands(planner, built_in, (call, first), level);
    let repr = match form {
        NativeForm::Value | NativeForm::Picture(..) => Repr::Item,
        NativeForm::Number => Repr::Native(Native::MaybeNumber),
        NativeForm::Truth | NativeForm::Contains => Repr::Native(Native::MaybeBoolean),
    };
    let (id, context) = (built_in.id, planner.context());
    let call = NativeCall { id, form, context, arguments, unfused: None };
    Plan::new(repr, Op::NativeCall(call))
}

/// Adds a member of each match of `$match` to the results: the objects are not made.
pub(super) fn plan_match_members(
    planner: &mut Planner<'_>,
    node: &Node,
    member: &str,
    sink: &Sink,
) -> Option<Walk> {
    let Kind::Call(call) = &node.kind else { return None };
    let is_alone = is_plain(node) && !planner.has_level(node);
    let built_in = planner.names.built_in(&call.callee).filter(|_| is_alone)?;
    if built_in.id != BuiltInId::MatchPattern {
        return None;
    }
    let member = MatchMember::named(member)?;
    let arguments = plan_operands(planner, built_in, (call, None), node.level.of_calls());
    let context = planner.context();
    Some(Walk::Matches { sink: sink.clone(), member, context, arguments })
}

/// A call of a built-in whose result is a value of Rust of this type.
pub(super) fn plan_native_call(
    planner: &mut Planner<'_>,
    node: &Node,
    call: &Call,
    native: Native,
) -> Option<Plan> {
    let built_in = planner.names.built_in(&call.callee)?;
    if let [array] = call.arguments.as_slice()
        && let Some(pass) = passes::plan_native_aggregate(planner, built_in, array)
    {
        return Some(pass);
    }
    let form = match native.is_number() {
        _ if built_in.id == BuiltInId::Contains && call.arguments.len() == 2 => {
            NativeForm::Contains
        }
        true => NativeForm::Number,
        false => NativeForm::Truth,
    };
    let level = node.level.of_calls();
    let result = plan_native_form(planner, built_in, (call, None), level, form);
    let is_missing = native.or_missing() == native;
    Some(if is_missing { result } else { Plan::new(Repr::Native(native), Op::Certain(result)) })
}

/// A call of a function of Rust with numbers: a value of Rust, or an item.
pub(super) fn plan_call_of_numbers(
    planner: &mut Planner<'_>,
    call: &Call,
    level: u16,
) -> Option<Plan> {
    let id = planner.names.direct_function(&call.callee)?;
    let (native, result) = direct::plan_call_of_numbers(planner, id, &call.arguments, level)?;
    let name = called_name(&call.callee);
    Some(direct::named_of(native, result, name))
}

/// The place of the picture among the parameters of all built-ins whose picture is read once.
const PICTURE: usize = 1;

/// The picture of a call, if it is a literal: then it is read once. The call has so many arguments
/// before those that are written between the brackets.
fn literal_picture(built_in: &BuiltIn, call: &Call, before: usize) -> Option<NativeForm> {
    let picture = match built_in.id {
        BuiltInId::FromMillis | BuiltInId::ToMillis => Picture::Date,
        BuiltInId::FormatInteger | BuiltInId::ParseInteger => Picture::Whole,
        // Options change the meaning of its picture.
        BuiltInId::FormatNumber if call.arguments.len() + before == 2 => Picture::Number,
        _ => return None,
    };
    let argument = call.arguments.get(PICTURE.checked_sub(before)?)?;
    match &argument.kind {
        Kind::String(text) if is_plain(argument) => {
            Some(NativeForm::Picture(picture, text.clone()))
        }
        _ => None,
    }
}

/// A call of a built-in as a loop.
fn plan_pass(
    planner: &mut Planner<'_>,
    call: &Call,
    first: Option<&Node>,
    level: u16,
) -> Option<Result<Plan, Unfused>> {
    let id = passes::fused(planner, call)?;
    let arguments: Vec<&Node> = first.into_iter().chain(&call.arguments).collect();
    Some(passes::plan_call(planner, id, &arguments, (level, false)))
}

/// A call with the reason for which it is no loop.
fn with_reason(mut call: Plan, reason: Option<Unfused>) -> Plan {
    if let Op::NativeCall(call) = call.op.as_mut() {
        call.unfused = reason;
    }
    call
}

/// A call whose sequence collapses where it is made: of `$map` or `$filter` as a loop, or of a
/// function of Rust whose form the run chooses.
pub(super) fn plan_collapsed(planner: &mut Planner<'_>, node: &Node) -> Option<Plan> {
    if let Kind::Call(call) = &node.kind
        && let Some(id) = planner.names.direct_function(&call.callee)
    {
        return direct::plan_chosen_call(planner, id, node, call);
    }
    let (first, node) = match &node.kind {
        Kind::Apply(left, right) => (Some(left.as_ref()), right.as_ref()),
        _ => (None, node),
    };
    let Kind::Call(call) = &node.kind else { return None };
    let id = passes::fused(planner, call)?;
    if !matches!(id, BuiltInId::Map | BuiltInId::Filter) {
        return None;
    }
    let arguments: Vec<&Node> = first.into_iter().chain(&call.arguments).collect();
    passes::plan_call(planner, id, &arguments, (node.level.of_calls(), true)).ok()
}

/// The function that is called, as a view.
fn plan_callee(planner: &mut Planner<'_>, callee: &Node, code: &str) -> Plan {
    let operand = plan_operand(planner, callee);
    match planner.names.without_dollar.get(&callee.place.start) {
        Some(name) => {
            let arguments = vec![operand, Plan::text(code), Plan::text(name)];
            Plan::fallible(Repr::View, ("call", "member"), arguments)
        }
        None => operand,
    }
}

/// The name that errors show.
pub(super) fn called_name(callee: &Node) -> &str {
    match &callee.kind {
        Kind::Variable(name) => name,
        Kind::Path(path) => match path.steps.first().map(|step| &step.node.kind) {
            Some(Kind::Name(name) | Kind::Variable(name)) => name,
            _ => "",
        },
        _ => "",
    }
}

/// The arguments of a built-in, which reads them.
fn plan_operands(
    planner: &mut Planner<'_>,
    built_in: &BuiltIn,
    (call, first): (&Call, Option<Plan>),
    level: u16,
) -> Arguments {
    let mut values: Vec<Plan> = first.into_iter().collect();
    values.extend(call.arguments.iter().map(|argument| plan_operand(planner, argument)));
    Arguments { values, at: planner.at(level).filter(|_| built_in.takes_functions()) }
}

fn plan_argument_values(planner: &mut Planner<'_>, call: &Call, first: Option<Plan>) -> Vec<Plan> {
    let mut arguments: Vec<Plan> = first.into_iter().collect();
    arguments.extend(call.arguments.iter().map(|argument| plan_value(planner, argument)));
    arguments
}

/// `callee(argument, ?)`
pub(super) fn plan_partial(
    planner: &mut Planner<'_>,
    callee: &Node,
    arguments: &[Option<Node>],
) -> Plan {
    let arguments = arguments.iter();
    let arguments = arguments.map(|argument| Some(plan_value(planner, argument.as_ref()?)));
    let arguments = arguments.collect();
    let name = called_name(callee).to_owned();
    let callee = plan_callee(planner, callee, "T1007");
    Plan::item(Op::Partial { callee, name, arguments })
}

/// `left ~> right`
pub(super) fn plan_apply(
    planner: &mut Planner<'_>,
    node: &Node,
    left: &Node,
    right: &Node,
) -> Plan {
    if let Kind::Call(call) = &right.kind {
        let pass = plan_pass(planner, call, Some(left), right.level.of_calls());
        let unfused = match pass {
            Some(Ok(pass)) => return pass,
            Some(Err(reason)) => Some(reason),
            None => None,
        };
        let first = match planner.names.built_in(&call.callee) {
            Some(_) => plan_operand(planner, left),
            None => plan_value(planner, left),
        };
        let call = plan_call(planner, call, Some(first), right.level.of_calls());
        return with_reason(call, unfused);
    }
    let left = plan_operand(planner, left);
    let right = plan_operand(planner, right);
    let at = planner.at(node.level.of_calls());
    Plan::item(Op::Apply { left, right, at })
}

/// The form of the end of a function.
#[derive(Clone, Copy)]
pub(super) enum End<'e> {
    /// That of a function as a value.
    Tail,
    /// An item, or the result of a function of Rust.
    Value(&'e Own<'e>),
}

impl End<'_> {
    fn of(self, value: Plan) -> Plan {
        match self {
            Self::Tail => Plan::new(Repr::Tail, Op::Done(value)),
            Self::Value(_) => value,
        }
    }

    /// The end where nothing is the result.
    fn of_nothing(self) -> Plan {
        match self.native() {
            Some(native) => Plan::new(Repr::Native(native), Op::Undefined),
            None => self.of(Plan::item(Op::Undefined)),
        }
    }

    /// The type of the result, if it is a value of Rust.
    fn native(self) -> Option<Native> {
        match self {
            Self::Tail => None,
            Self::Value(own) => own.result(),
        }
    }
}

/// The end of a function.
pub(super) fn plan_end(planner: &mut Planner<'_>, node: &Node, end: End<'_>) -> Plan {
    let value = plan_unchecked_end(planner, node, end);
    value.checked(planner.checked_level(node))
}

fn plan_unchecked_end(planner: &mut Planner<'_>, node: &Node, end: End<'_>) -> Plan {
    let has_ends = match &node.kind {
        Kind::Call(call) => planner.names.built_in(&call.callee).is_none(),
        Kind::Condition(..) | Kind::Block { .. } => true,
        _ => false,
    };
    if !has_ends
        && let Some(native) = end.native()
        && let Some(value) = plan_unchecked_native(planner, node)
    {
        return value.to(Repr::Native(native));
    }
    match &node.kind {
        _ if !is_plain(node) => end.of(plan_unchecked_value(planner, node)),
        // jsonata-js collapses a sequence where the function was called, if an expression did.
        Kind::Call(call) if call.is_tail => plan_end_call(planner, node, call, end),
        Kind::Condition(condition, then, otherwise) => {
            let condition = plan_truth(planner, condition);
            let then = plan_end(planner, then, end);
            let otherwise = match otherwise {
                Some(otherwise) => plan_end(planner, otherwise, end),
                None => end.of_nothing(),
            };
            Plan::new(then.repr, Op::Condition(condition, then, otherwise))
        }
        Kind::Block { expressions, .. } => {
            let block = block::plan_statements(planner, node, expressions, &mut |planner, node| {
                plan_end(planner, node, end)
            });
            block.unwrap_or_else(|| end.of_nothing())
        }
        _ => {
            let parameter = match end {
                End::Tail => None,
                End::Value(own) => direct::plan_last_parameter(planner, own, node),
            };
            end.of(parameter.unwrap_or_else(|| plan_unchecked_value(planner, node)))
        }
    }
}

/// A call whose result is that of the function.
fn plan_end_call(planner: &mut Planner<'_>, node: &Node, call: &Call, end: End<'_>) -> Plan {
    let level = node.level.of_calls();
    if let Some(id) = planner.names.direct_function(&call.callee) {
        if let End::Value(own) = end
            && own.id == id
            && own.is_called(planner, &call.arguments)
        {
            return direct::plan_next_turn(planner, own, &call.arguments);
        }
        if let Some((native, result)) =
            direct::plan_call_of_numbers(planner, id, &call.arguments, level)
        {
            let Some(native) = native else { return end.of(Plan::item(Op::Try(result))) };
            let value = Plan::new(Repr::Native(native), Op::NumbersResult(native, result, None));
            return end.of(value.to(end.native().map_or(Repr::Item, Repr::Native)));
        }
        let arguments = plan_argument_values(planner, call, None);
        let result = direct::plan_call(planner, id, arguments, level);
        return end.of(Plan::item(Op::Try(result)));
    }
    // The calls at the end of a function of Rust are known.
    if planner.names.built_in(&call.callee).is_some() || matches!(end, End::Value(_)) {
        return end.of(plan_call(planner, call, None, level));
    }
    let name = called_name(&call.callee).to_owned();
    let callee = plan_callee(planner, &call.callee, "T1005");
    let arguments = plan_argument_values(planner, call, None);
    Plan::new(Repr::Tail, Op::TailCall { callee, name, arguments })
}

#[cfg(test)]
mod tests {
    use asl_language::jsonata::{BuiltInId, record};

    use super::PICTURE;

    #[test]
    fn the_picture_is_at_its_place_in_the_records() {
        for id in [
            BuiltInId::FormatInteger,
            BuiltInId::FormatNumber,
            BuiltInId::FromMillis,
            BuiltInId::ParseInteger,
            BuiltInId::ToMillis,
        ] {
            assert_eq!(record(id).parameters.get(PICTURE), Some(&"picture"), "{id:?}");
        }
    }
}
