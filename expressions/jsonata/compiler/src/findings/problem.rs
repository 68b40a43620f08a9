//! The texts of what is known before an expression runs.

use crate::problem::Problem;
use asl_source::diagnostics::Code;

/// A problem whose label has no places for values of its own.
const fn problem(
    code: Code,
    title: &'static str,
    label: &'static str,
    help: &'static str,
) -> Problem {
    Problem { reference: None, code, title, label, help: Some(help) }
}

pub(super) const UNKNOWN_FUNCTION: Problem = problem(
    Code::JsonataUnknownFunction,
    "there is no function `${name}`",
    "{label}",
    "the call fails with T1006",
);

pub(super) const EVAL: Problem = problem(
    Code::JsonataUnknownVariable,
    "there is no function `$eval`",
    "expressions are compiled before they run, and Step Functions has none either",
    "`$parse` reads JSON; the call fails with T1006",
);

pub(super) const WITHOUT_DOLLAR: Problem = problem(
    Code::JsonataUnknownFunction,
    "`{name}` is called without `$`",
    "write `${name}`",
    "a name without `$` is a member of the data; the call fails with T1005",
);

pub(super) const MEMBER_CALLED: Problem = problem(
    Code::JsonataUnknownFunction,
    "the member `{name}` is called like a function",
    "{label}",
    "names of functions begin with `$`; the call fails with T1006",
);

pub(super) const NOT_A_FUNCTION: Problem = problem(
    Code::JsonataUnknownFunction,
    "something is called that is no function",
    "this is {types}",
    "the call fails with T1006",
);

pub(super) const APPLIED: Problem = problem(
    Code::JsonataUnknownFunction,
    "the right side of `~>` is no function",
    "this is {types}",
    "write a function, a call, or a transform; the expression fails with T2006",
);

pub(super) const UNKNOWN_VARIABLE: Problem = problem(
    Code::JsonataUnknownVariable,
    "the variable `${name}` is not bound here",
    "{label}",
    "it is always undefined",
);

pub(super) const ARITY: Problem = problem(
    Code::JsonataArity,
    "`{function}` takes {takes}, but is given {given}",
    "here",
    "call it as `{usage}`; this call fails with T0410",
);

pub(super) const ARGUMENT: Problem = problem(
    Code::JsonataArgument,
    "an argument that `{function}` never takes",
    "this is {types}",
    "call it as `{usage}`; this call fails",
);

pub(super) const ARGUMENT_VALUE: Problem = problem(
    Code::JsonataArgument,
    "`{function}` fails for this argument",
    "{reason}",
    "this call fails with {code}",
);

pub(super) const EXTRA_ARGUMENT: Problem = problem(
    Code::JsonataArgumentCount,
    "a function that takes {takes} is given {given}",
    "nothing reads this argument",
    "remove it, or add a parameter",
);

pub(super) const MISSING_ARGUMENT: Problem = problem(
    Code::JsonataArgumentCount,
    "a function that takes {takes} is given {given}",
    "`${name}` is undefined in this call",
    "pass it, or ask for it with `$exists`",
);

pub(super) const NOT_A_NUMBER: Problem = problem(
    Code::JsonataOperand,
    "an operand of `{operator}` is never a number",
    "this is {types}",
    "`$number` converts; the expression fails here",
);

pub(super) const ADDED_STRING: Problem = problem(
    Code::JsonataOperand,
    "`+` has a string as an operand",
    "this is a string",
    "`&` joins strings, and `$number` makes a number; the expression fails here",
);

pub(super) const NOT_ORDERED: Problem = problem(
    Code::JsonataOperand,
    "an operand of `{operator}` is neither a number nor a string",
    "this is {types}",
    "only numbers and strings have an order; the expression fails with T2010",
);

pub(super) const MIXED_ORDER: Problem = problem(
    Code::JsonataOperand,
    "`{operator}` compares {left} with {right}",
    "these have no order",
    "convert one of them with `$number` or `$string`; the expression fails with T2009",
);

pub(super) const NOT_AN_INTEGER: Problem = problem(
    Code::JsonataOperand,
    "a bound of a range is no whole number",
    "this is {types}",
    "write whole numbers, or `$floor(…)`; the expression fails here",
);

pub(super) const LONG_RANGE: Problem = problem(
    Code::JsonataOperand,
    "a range of more than 10,000,000 numbers",
    "this range",
    "the expression fails with D2014",
);

pub(super) const NOT_A_KEY: Problem = problem(
    Code::JsonataOperand,
    "a key of an object is never a string",
    "this is {types}",
    "`$string` converts; the expression fails with T1003",
);

pub(super) const NOT_AN_UPDATE: Problem = problem(
    Code::JsonataOperand,
    "the update of a transform is never an object",
    "this is {types}",
    "write the members to change, as in `|items|{\"seen\": true}|`; the expression fails with T2011",
);

pub(super) const NOT_DELETED: Problem = problem(
    Code::JsonataOperand,
    "what a transform deletes is never a name",
    "this is {types}",
    "write the names of members; the expression fails with T2012",
);

pub(super) const PICTURE: Problem =
    problem(Code::JsonataPicture, "{mistake}", "here", "the expression fails with {code}");

pub(super) const FUNCTION_RESULT: Problem = problem(
    Code::JsonataFunctionResult,
    "the result of the expression is a function",
    "this is a function",
    "call it; a function cannot be stored",
);

pub(super) const UNDEFINED_RESULT: Problem = problem(
    Code::JsonataUndefined,
    "the expression has no result",
    "this is always undefined",
    "in Step Functions the state fails",
);

pub(super) const NEVER_EQUAL: Problem = problem(
    Code::JsonataConstant,
    "`{operator}` is always {result} here",
    "{left} is compared with {right}",
    "values of different types are never equal; `$number` and `$string` convert",
);

pub(super) const CONSTANT_COMPARISON: Problem = problem(
    Code::JsonataConstant,
    "`{operator}` is always {result} here",
    "both sides are literals",
    "compare with a variable or a path",
);

pub(super) const NEVER_IN: Problem = problem(
    Code::JsonataConstant,
    "`in` is always false here",
    "{left} is never one of these items",
    "values of different types are never equal",
);

pub(super) const CONSTANT_CONDITION: Problem = problem(
    Code::JsonataConstant,
    "a condition is always {result}",
    "here",
    "compare it with something, or remove the condition",
);

pub(super) const STRING_FILTER: Problem = problem(
    Code::JsonataConstant,
    "a string as a filter is always true",
    "this takes every item",
    "a member is found by `.{name}`",
);

pub(super) const NO_MEMBER: Problem = problem(
    Code::JsonataNeverFound,
    "`{name}` is never found: this is {types}",
    "only objects have members",
    "the result is always undefined",
);

pub(super) const NO_CONTEXT_MEMBER: Problem = problem(
    Code::UnknownContextMember,
    "the context object has no `{name}`",
    "{label}",
    "the input of the state is `$states.input`, that of the execution `$states.context.Execution.Input`",
);

pub(super) const NO_ITEM: Problem = problem(
    Code::JsonataNeverFound,
    "the index {index} never finds anything",
    "{length}",
    "the first item has the index 0, and the last one -1",
);

pub(super) const DEEP: Problem = problem(
    Code::JsonataDeep,
    "the expression is {depth} levels deep; Step Functions allows {most}",
    "this part is too deep",
    "each operator of a chain is a level: use `$join` or `$sum`, or bind parts to variables",
);

/// The words for a mistake in a picture with this code of jsonata-js.
pub(super) fn of_picture(code: &str) -> &'static str {
    match code {
        "D3080" => "a picture has more than two parts",
        "D3081" => "a picture has two decimal separators",
        "D3082" => "a picture has two percent signs",
        "D3083" => "a picture has two per-mille signs",
        "D3084" => "a picture has both a percent and a per-mille sign",
        "D3085" => "a picture has no digit before its exponent",
        "D3086" => "a picture has text between its digits, or no digits",
        "D3087" => "a picture has a group separator beside its decimal separator",
        "D3088" => "a picture has a group separator at the end of its integer",
        "D3089" => "a picture has two group separators side by side",
        "D3090" => "a picture has a `#` behind a digit of its integer",
        "D3091" => "a picture has a `#` before a digit of its fraction",
        "D3092" => "a picture has a percent sign and an exponent",
        "D3093" => "the exponent of a picture has other signs than digits",
        "D3130" => "a picture of a number that JSONata does not know",
        "D3131" => "a picture has digits of several alphabets",
        "D3132" => "a picture has a component that does not exist",
        "D3133" => "a picture has the name of a component that has none",
        "D3135" => "a bracket of a picture is not closed",
        _ => "a picture cannot be read",
    }
}
