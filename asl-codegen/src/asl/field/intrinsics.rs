//! Calls of intrinsic functions: read by `expr::intrinsics`, reported with their place in the
//! definition.

use crate::asl::context::Context;
use crate::asl::field::paths::{check_context_member, report_path_error};
use crate::expr::intrinsics::{self, Call, CallError, CallErrorKind, Parsed};
use crate::read::object::StringField;
use asl_source::diagnostics::{Code, Diagnostic};
use asl_source::options::Profile;

/// Reads a call of an intrinsic function.
pub(crate) fn read_intrinsic<'a>(
    context: &mut Context<'a>,
    field: StringField<'a>,
    name: &str,
) -> Option<Call> {
    let StringField { text, span } = field;
    match intrinsics::parse(&text.value, context.options.dialect(), &|range| {
        text.span_of(span, range)
    }) {
        Ok(Parsed { mut call, findings }) => {
            call.number(&mut context.random_calls);
            for doubt in call.paths().iter().flat_map(|path| &path.doubts) {
                report_path_error(field, name, doubt, context.diagnostics);
            }
            for path in call.paths() {
                check_context_member(path, true, context.diagnostics);
            }
            for finding in findings {
                report_call_error(context, field, name, finding);
            }
            Some(call)
        }
        Err(error) => {
            report_call_error(context, field, name, error);
            None
        }
    }
}

/// The code of a fault that AWS finds only when the call runs: a warning under its profile.
fn code_when_it_runs(context: &mut Context<'_>, error: Code, warning: Code) -> Code {
    match context.options.profile {
        Profile::Spec => error,
        Profile::Aws => warning,
    }
}

/// Reports a fault of a call at the faulty part.
fn report_call_error<'a>(
    context: &mut Context<'a>,
    field: StringField<'a>,
    name: &str,
    error: CallError,
) {
    let CallError { kind, message, range, mut help } = error;
    let code = match kind {
        CallErrorKind::Syntax => Code::CallSyntax,
        CallErrorKind::UnknownFunction(function) => {
            help = context
                .diagnostics
                .nearest(&function, intrinsics::INTRINSICS.iter().map(intrinsics::Intrinsic::name))
                .map(|nearest| format!("did you mean `{nearest}`?"));
            Code::UnknownFunction
        }
        CallErrorKind::Arity => code_when_it_runs(context, Code::FunctionArity, Code::AlwaysFails),
        CallErrorKind::Argument => {
            code_when_it_runs(context, Code::FunctionArgument, Code::AlwaysFails)
        }
        CallErrorKind::Placeholders => {
            code_when_it_runs(context, Code::FormatPlaceholders, Code::AlwaysFails)
        }
        CallErrorKind::Ignored => {
            code_when_it_runs(context, Code::FunctionArity, Code::IgnoredArguments)
        }
        CallErrorKind::TooMany => Code::FunctionArity,
        CallErrorKind::Nesting => Code::CallsTooDeep,
        CallErrorKind::Path(mut error) => {
            error.range = range.start + error.range.start..range.start + error.range.end;
            return report_path_error(field, name, &error, context.diagnostics);
        }
    };
    let span = if range.is_empty() { field.span } else { field.part(range) };
    let diagnostic = Diagnostic::new(code, span, format!("`{name}`: {message}"));
    context.diagnostics.push(match help {
        Some(help) => diagnostic.help(help),
        None => diagnostic,
    });
}
