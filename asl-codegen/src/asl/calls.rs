//! Calls of intrinsic functions: read by `expr::intrinsics`, reported with their place in the definition.

use super::lowering::Lowering;
use super::object::StringField;
use crate::diagnostics::{Code, Diagnostic};
use crate::expr::intrinsics::{self, Call, CallError, CallErrorKind};

impl<'a> Lowering<'a> {
    /// A call of an intrinsic function.
    pub(super) fn intrinsic(&mut self, field: StringField<'a>, name: &str) -> Option<Call> {
        let StringField { text, span } = field;
        match intrinsics::parse(&text.value, self.options.jsonpath, &|range| text.span_of(span, range)) {
            Ok(mut call) => {
                call.number(&mut self.random_calls);
                for doubt in call.paths().iter().flat_map(|path| &path.doubts) {
                    self.path_error(field, name, doubt);
                }
                Some(call)
            }
            Err(error) => {
                self.call_error(field, name, error);
                None
            }
        }
    }

    /// Reports what is wrong with a call, at the wrong part of it.
    fn call_error(&mut self, field: StringField<'a>, name: &str, error: CallError) {
        let CallError { kind, message, range, mut help } = error;
        let code = match kind {
            CallErrorKind::Syntax => Code::CallSyntax,
            CallErrorKind::UnknownFunction(function) => {
                help = self.nearest(&function, intrinsics::names()).map(|nearest| format!("did you mean `{nearest}`?"));
                Code::UnknownFunction
            }
            CallErrorKind::Arity => Code::FunctionArity,
            CallErrorKind::Argument => Code::FunctionArgument,
            CallErrorKind::Placeholders => Code::FormatPlaceholders,
            CallErrorKind::Nesting => Code::CallsTooDeep,
            CallErrorKind::Path(mut error) => {
                error.range = range.start + error.range.start..range.start + error.range.end;
                return self.path_error(field, name, &error);
            }
        };
        let span = if range.is_empty() { field.span } else { field.text.span_of(field.span, range) };
        let diagnostic = Diagnostic::new(code, span, format!("`{name}`: {message}"));
        self.diagnostics.push(match help {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        });
    }
}
