//! Functions whose `operation` names a document: it is read at build time, the operation found in
//! it, and the definition checked against it. `docs/guide/functions.md` tells users about it.
//!
//! Only files of the definition's package are read. What lies elsewhere, such as `https://…`, and
//! what is no document at all is a name for the user's own implementation.

mod check;
pub use check::Call;
mod openapi;
#[cfg(feature = "grpc")]
mod proto;

#[cfg(test)]
mod tests;

use std::collections::HashSet;

use crate::diagnostics::{Code, Diagnostic, Diagnostics, printable};
use crate::ir::Form;
use crate::ir::function::Described;
use crate::json::Text;
use crate::options::Needed;
use crate::source::Sources;
use crate::span::{Span, Spanned};

use check::{Check, Steps};
use openapi::document::Trees;
use openapi::schema::Budget;

/// What was read for the functions of one definition: each document once.
#[derive(Debug, Default)]
pub struct Documents {
    trees: Trees,
    /// Documents that were not there, which was said once.
    missing: HashSet<String>,
    needed: Needed,
    /// The parts of schemas that may still be read.
    budget: Budget,
    /// The steps that checks of calls may still take.
    steps: Steps,
    /// Files of gRPC services that were compiled.
    #[cfg(feature = "grpc")]
    services: proto::Services,
}

/// The `operation` of a function.
#[derive(Clone, Copy, Debug)]
pub struct Operation<'a> {
    /// Its text.
    pub text: &'a Text,
    /// Where it stands, with its quotes.
    pub span: Span,
    /// [`Form::Rest`] or [`Form::Rpc`].
    pub form: Form,
}

impl Documents {
    /// Nothing read yet.
    pub fn new(needed: Needed) -> Self {
        Self { needed, ..Self::default() }
    }

    /// What the document of an operation says of it. `None`: it names no document that could be
    /// read, and is left to the user; or it is faulty, which was said.
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
            // Nothing lies beside a text that is no file.
            if sources.file(from).is_some_and(|source| source.path.is_some()) {
                self.missing(document, diagnostics);
            }
            return None;
        }
        match (operation.form, names) {
            (Form::Rest, [id]) => {
                let file = sources.include(&document.value, from, document.span);
                let file = file.map_err(|fault| diagnostics.push(fault)).ok()?;
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

    /// Checks a call against what its document says.
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

    /// Says once that a document is not there.
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

/// The document of an operation and the names behind it; `None`: it names no local file.
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

/// Whether the words before the first `#` name a file of the package, there or not.
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
