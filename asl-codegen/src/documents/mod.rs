//! Functions whose `operation` names a document. The compiler reads the document, finds the
//! operation in it, and checks the calls against it. `docs/guide/functions.md` has the rules for
//! users.
//!
//! Only files of the definition's package are read. Any other text, such as `https://…`, is a name
//! for the user's own implementation.

mod check;
pub use check::Call;
mod openapi;
#[cfg(feature = "grpc")]
mod proto;

#[cfg(test)]
mod tests;

use std::collections::HashSet;

use crate::ir::Form;
use crate::ir::function::Described;
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics, printable};
use asl_source::options::Needed;
use asl_source::source::Sources;
use asl_source::source::Text;
use asl_source::span::{Span, Spanned};

use check::{Check, Steps};
use openapi::document::Trees;
use openapi::schema::Budget;

/// The documents of one definition, each read once.
#[derive(Debug, Default)]
pub struct Documents {
    trees: Trees,
    /// Missing documents that have been reported.
    missing: HashSet<String>,
    needed: Needed,
    /// The remaining parts of schemas that may be read.
    budget: Budget,
    /// The remaining steps for checks of calls.
    steps: Steps,
    /// Compiled files of gRPC services.
    #[cfg(feature = "grpc")]
    services: proto::Services,
}

/// The `operation` of a function.
#[derive(Clone, Copy, Debug)]
pub struct Operation<'a> {
    /// The text of the field.
    pub text: &'a Text,
    /// The span of the text with its quotation marks.
    pub span: Span,
    /// [`Form::Rest`] or [`Form::Rpc`].
    pub form: Form,
}

impl Documents {
    /// No documents.
    pub fn new(needed: Needed) -> Self {
        Self { needed, ..Self::default() }
    }

    /// Reads the description of an operation from its document. Returns `None` if the operation is
    /// left to the user, or if the document is faulty, which is reported.
    pub fn describe(
        &mut self,
        operation: Operation<'_>,
        sources: &mut Sources,
        diagnostics: &mut Diagnostics,
    ) -> Option<Described> {
        let parts = parts(operation)?;
        let (document, names) = parts.split_first()?;
        let from = operation.span.file;
        if self.needed == Needed::IfThere && !sources.finds(&document.value, from) {
            // A definition without a file has no files beside it.
            if sources.file(from).is_some_and(|source| source.path.is_some()) {
                self.missing(document, diagnostics);
            }
            return None;
        }
        match (operation.form, names) {
            (Form::Rest, [id]) => {
                let file = sources.include(&document.value, from, document.span);
                let file = file.map_err(|fault| diagnostics.push(*fault)).ok()?;
                if !self.trees.read(file, sources, diagnostics) {
                    return None;
                }
                openapi::read(&self.trees, file, id, &mut self.budget, diagnostics)
            }
            (Form::Rpc, [service, method]) => {
                self.rpc(document, service, method, sources, diagnostics)
            }
            (_, _) => None,
        }
    }

    /// Checks a call against the description of its function.
    pub fn check(&mut self, described: &Described, call: &Call<'_>, diagnostics: &mut Diagnostics) {
        if self.steps.are_over() {
            return;
        }
        Check::new(described, &mut self.steps, diagnostics).check(call);
        if self.steps.are_over() {
            let title =
                "the calls of this definition are too many, or too large, to be checked in full";
            diagnostics.push(
                Diagnostic::new(Code::LargeDocument, call.span, title)
                    .label("the arguments from here on are not checked against their documents"),
            );
        }
    }

    /// Reports a missing document once.
    fn missing(&mut self, document: &Spanned<String>, diagnostics: &mut Diagnostics) {
        if !self.missing.insert(document.value.clone()) {
            return;
        }
        let title = format!("there is no file `{}`", printable(&document.value, 200));
        diagnostics.push(
            Diagnostic::new(Code::NoDocument, document.span, title)
                .label("the function is left to your own implementation")
                .help("paths are taken from the directory of the definition"),
        );
    }

    #[cfg(feature = "grpc")]
    fn rpc(
        &mut self,
        document: &Spanned<String>,
        service: &Spanned<String>,
        method: &Spanned<String>,
        sources: &mut Sources,
        diagnostics: &mut Diagnostics,
    ) -> Option<Described> {
        self.services.read(document, service, method, sources, diagnostics)
    }

    #[cfg(not(feature = "grpc"))]
    #[expect(clippy::unused_self, reason = "the same with and without the feature")]
    fn rpc(
        &mut self,
        document: &Spanned<String>,
        _service: &Spanned<String>,
        _method: &Spanned<String>,
        _sources: &mut Sources,
        diagnostics: &mut Diagnostics,
    ) -> Option<Described> {
        diagnostics.push(
            Diagnostic::new(Code::NotCallable, document.span, "this compiler was built without gRPC")
                .label("the function is left to your own implementation")
                .help(
                    "turn on the feature `grpc` of `asl-runtime` (for the macro) or of `asl-codegen` (for build scripts)",
                ),
        );
        None
    }
}

/// The document of an operation and the names after it. `None` if the operation names no local
/// file.
fn parts(operation: Operation<'_>) -> Option<Vec<Spanned<String>>> {
    let text = operation.text.value.as_str();
    let mut parts = Vec::new();
    let mut at = 0;
    for part in text.split('#') {
        let start = at + (part.len() - part.trim_start().len());
        let range = start..start + part.trim().len();
        parts.push(Spanned::new(
            part.trim().to_owned(),
            operation.text.span_of(operation.span, range),
        ));
        at += part.len() + 1;
    }
    let expected = match operation.form {
        Form::Rest => 2,
        Form::Rpc => 3,
        Form::Answer
        | Form::Sync
        | Form::Sync2
        | Form::Token
        | Form::Activity
        | Form::Event
        | Form::Subflow => 0,
    };
    let are_there = parts.len() == expected && parts.iter().all(|part| !part.value.is_empty());
    let document = parts.first().filter(|_| are_there)?;
    is_file(&document.value, operation.form).then_some(parts)
}

/// True if a text names a file of the package, existing or not.
fn is_file(document: &str, form: Form) -> bool {
    if document.starts_with("file:") {
        return true;
    }
    let is_uri = document.split_once(':').is_some_and(|(scheme, _)| {
        scheme.len() > 1
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
    });
    let extensions: &[&str] = if form == Form::Rpc { &["proto"] } else { &["json", "yaml", "yml"] };
    let extension = document.rsplit_once('.').map_or("", |(_, extension)| extension);
    !is_uri && extensions.iter().any(|known| extension.eq_ignore_ascii_case(known))
}
