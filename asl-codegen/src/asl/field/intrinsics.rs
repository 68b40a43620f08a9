//! Calls of intrinsic functions: read by `expr::intrinsics`, reported with their place in the
//! definition.

use crate::asl::context::Context;
use crate::asl::object::StringField;
use crate::diagnostics::{Code, Diagnostic};
use crate::expr::intrinsics::{self, Call, CallError, CallErrorKind, Parsed};
use crate::options::Profile;

impl<'a> Context<'a> {
    /// A call of an intrinsic function.
    pub(crate) fn intrinsic(&mut self, field: StringField<'a>, name: &str) -> Option<Call> {
        let StringField { text, span } = field;
        match intrinsics::parse(&text.value, self.options.dialect(), &|range| {
            text.span_of(span, range)
        }) {
            Ok(Parsed { mut call, findings }) => {
                call.number(&mut self.random_calls);
                for doubt in call.paths().iter().flat_map(|path| &path.doubts) {
                    self.path_error(field, name, doubt);
                }
                for finding in findings {
                    self.call_error(field, name, finding);
                }
                Some(call)
            }
            Err(error) => {
                self.call_error(field, name, error);
                None
            }
        }
    }

    /// The code of what AWS finds only when the call runs: under its profile a warning.
    fn when_it_runs(&self, error: Code, warning: Code) -> Code {
        match self.options.profile {
            Profile::Spec => error,
            Profile::Aws => warning,
        }
    }

    /// Reports what is wrong with a call, at the wrong part of it.
    fn call_error(&mut self, field: StringField<'a>, name: &str, error: CallError) {
        let CallError { kind, message, range, mut help } = error;
        let code = match kind {
            CallErrorKind::Syntax => Code::CallSyntax,
            CallErrorKind::UnknownFunction(function) => {
                help = self
                    .nearest(&function, intrinsics::names())
                    .map(|nearest| format!("did you mean `{nearest}`?"));
                Code::UnknownFunction
            }
            CallErrorKind::Arity => self.when_it_runs(Code::FunctionArity, Code::AlwaysFails),
            CallErrorKind::Argument => self.when_it_runs(Code::FunctionArgument, Code::AlwaysFails),
            CallErrorKind::Placeholders => {
                self.when_it_runs(Code::FormatPlaceholders, Code::AlwaysFails)
            }
            CallErrorKind::Ignored => {
                self.when_it_runs(Code::FunctionArity, Code::IgnoredArguments)
            }
            CallErrorKind::TooMany => Code::FunctionArity,
            CallErrorKind::Nesting => Code::CallsTooDeep,
            CallErrorKind::Path(mut error) => {
                error.range = range.start + error.range.start..range.start + error.range.end;
                return self.path_error(field, name, &error);
            }
        };
        let span =
            if range.is_empty() { field.span } else { field.text.span_of(field.span, range) };
        let diagnostic = Diagnostic::new(code, span, format!("`{name}`: {message}"));
        self.diagnostics.push(match help {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        });
    }
}
