//! Operations of OpenAPI documents, versions 3.0 to 3.2: found by `operationId`, and read as far as
//! a call needs.

mod body;
pub(in crate::documents) mod document;
mod operation;
mod parameters;
mod path;
pub(in crate::documents) mod schema;
mod server;

use std::collections::HashSet;

use crate::ir::function::{Argument, Call, Described, Others, Rest, Shape};
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics, printable};
use asl_source::source::Node;
use asl_source::span::{FileId, Span, Spanned};

use document::{Trees, fault, members};
use schema::{Budget, Direction, Schemas};

/// The state of reading one operation.
pub(in crate::documents) struct Reading<'d, 'f> {
    trees: &'d Trees,
    diagnostics: &'f mut Diagnostics,
    schemas: Schemas<'d>,
    /// The operation in the definition: the place of findings.
    place: Span,
    /// True if messages suggest names.
    suggests: bool,
}

/// Reads an operation of a document. Returns `None` if it does not exist or cannot be called, which
/// is reported.
pub(in crate::documents) fn read(
    trees: &Trees,
    file: FileId,
    id: &Spanned<String>,
    budget: &mut Budget,
    diagnostics: &mut Diagnostics,
) -> Option<Described> {
    let root = trees.root(file)?;
    version(root, diagnostics)?;
    let mut own = Diagnostics::default();
    let schemas = Schemas::new(trees.is_directed(), *budget);
    let mut reading = Reading {
        trees,
        diagnostics: &mut own,
        schemas,
        place: id.span,
        suggests: !diagnostics.is_long(),
    };
    let found = operation::find(&mut reading, root, file, id);
    let described = found.and_then(|found| reading.describe(root, &found));
    reading.schemas.charge(budget);
    if reading.schemas.is_cut_off() {
        reading.diagnostics.push(too_large(id));
    }
    let described = described.filter(|_| !own.has_errors());
    own.sorted().into_iter().for_each(|finding| diagnostics.push(finding));
    described
}

/// Reports that the schemas of an operation exceed the limit.
fn too_large(id: &Spanned<String>) -> Diagnostic {
    let title =
        format!("the schemas of `{}` are too large to be read in full", printable(&id.value, 100));
    Diagnostic::new(Code::LargeDocument, id.span, title)
        .label("what is beyond the limit can be anything: it is neither checked nor typed")
        .help("look at `allOf` in the document: schemas that hold each other are merged again and again")
}

/// Refuses files that are not OpenAPI documents, and versions with other rules.
fn version(root: &Node, diagnostics: &mut Diagnostics) -> Option<()> {
    let diagnostic = match (root.get("openapi"), root.get("swagger")) {
        (Some(version), _) => {
            let text = version.as_str().unwrap_or_default();
            if ["3.0", "3.1", "3.2"]
                .iter()
                .any(|known| text == *known || text.starts_with(&format!("{known}.")))
            {
                return Some(());
            }
            fault(version, "this version of OpenAPI is not supported").label("3.0, 3.1 and 3.2 are")
        }
        (None, Some(version)) => fault(version, "documents of Swagger 2.0 are not supported")
            .help("convert it to OpenAPI 3, for example with `swagger2openapi`"),
        (None, None) => {
            fault(root, "this is no OpenAPI document").label("it has no `openapi` with a version")
        }
    };
    let start = diagnostic.span.start;
    let span = Span { end: diagnostic.span.end.min(start.saturating_add(40)), ..diagnostic.span };
    diagnostics.push(Diagnostic { span, ..diagnostic });
    None
}

impl<'d> Reading<'d, '_> {
    fn describe(&mut self, root: &'d Node, found: &operation::Found<'d>) -> Option<Described> {
        let parameters = parameters::read(self, found)?;
        let body = body::request(self, found).ok()?;
        let (answers, result) = body::answers(self, found);
        let (server, variables) = server::read(self, root, found);
        let mut arguments: Vec<Argument> =
            parameters.iter().map(|(_, argument)| argument.clone()).collect();
        let mut others = Others::None;
        if let Some((_, given)) = &body {
            others = given.others;
            let known: HashSet<&str> =
                parameters.iter().map(|(parameter, _)| parameter.name.as_str()).collect();
            let is_new = |argument: &&Argument| !known.contains(argument.name.as_str());
            arguments.extend(given.arguments.iter().filter(is_new).cloned());
        }
        let rest = Rest {
            operation_id: found.id.clone(),
            method: found.method.to_ascii_uppercase(),
            path: found.path.value.clone(),
            server,
            variables,
            parameters: parameters.into_iter().map(|(parameter, _)| parameter).collect(),
            body: body.map(|(body, _)| body),
            answers,
        };
        let shapes = self.schemas.finish();
        Some(Described { call: Call::Rest(Box::new(rest)), arguments, others, result, shapes })
    }

    fn resolve(&mut self, node: &'d Node) -> Option<&'d Node> {
        self.trees.resolve(node, self.diagnostics)
    }

    /// The shape of a schema.
    fn shape(&mut self, schema: Option<&'d Node>, name: &str, direction: Direction) -> Shape {
        let Some(schema) = schema else { return Shape::Any };
        self.schemas.shape(schema, name, direction, self.trees, self.diagnostics)
    }

    /// Reports that an operation cannot be called from its document and is left to the user.
    fn cannot(&mut self, node: &Node, why: &str) {
        self.diagnostics.push(
            Diagnostic::new(
                Code::NotCallable,
                self.place,
                "this operation cannot be called from its document",
            )
            .label("left to your own implementation")
            .related(node.span, why),
        );
    }
}
