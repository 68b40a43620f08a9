//! Paths of fields: read by `expr::jsonpath`, reported with their place in the definition. ASL:
//! "Paths".

use crate::asl::context::Context;
use crate::asl::object::{COVERAGE, Object, StringField};
use crate::asl::timestamp;
use crate::diagnostics::{Code, Diagnostic};
use crate::expr::jsonpath::{Path, PathError, PathErrorKind, Root, Segment, Selector};
use crate::ir::{Instant, Output, Place, Selection};
use crate::source::Json;

impl<'a> Context<'a> {
    /// `InputPath` or `OutputPath`.
    pub(crate) fn selection(&mut self, object: &Object<'a>, name: &'static str) -> Selection {
        if object.get(name).is_some_and(|node| matches!(node.value, Json::Null)) {
            return Selection::Nothing;
        }
        let path = self.string(object, name).and_then(|text| self.path(text, name));
        path.filter(|path| !path.is_data()).map_or(Selection::Whole, Selection::Path)
    }

    /// `ResultPath`: a Reference Path into the raw input.
    pub(crate) fn result_path(&mut self, object: &Object<'a>) -> Place {
        const NAME: &str = "ResultPath";
        if object.get(NAME).is_some_and(|node| matches!(node.value, Json::Null)) {
            return Place::Discard;
        }
        let Some(field) = self.string(object, NAME) else { return Place::Whole };
        if let Some(what) = foreign_root(&field.text.value) {
            let title = format!("`{NAME}` cannot point into {what}");
            self.diagnostics.push(
                Diagnostic::new(Code::NotAReferencePath, field.span, title)
                    .label("it names a place in the state's input"),
            );
            return Place::Whole;
        }
        match self.options.dialect().parse_reference(&field.text.value, field.span) {
            Ok(path) if path.steps.is_empty() => Place::Whole,
            Ok(path) => Place::At(path),
            Err(mut error) => {
                if error.kind == PathErrorKind::RuledOut {
                    // Ruled out or not, it would be no Reference Path.
                    error.kind = PathErrorKind::NotReference;
                    "this step can reach several places".clone_into(&mut error.message);
                    error.help = None;
                }
                self.path_error(field, NAME, &error);
                Place::Whole
            }
        }
    }

    /// What becomes of the result of a Task or Parallel.
    pub(crate) fn output(&mut self, object: &Object<'a>) -> Output {
        let template = self.template(object, "ResultSelector");
        let place = self.result_path(object);
        Output {
            template,
            place,
            select: self.selection(object, "OutputPath"),
            assign: self.assign(object),
        }
    }

    /// Any Path.
    pub(crate) fn path(&mut self, field: StringField<'a>, name: &str) -> Option<Path> {
        match self.options.dialect().parse(&field.text.value, field.span) {
            Ok(path) => {
                path.doubts.iter().for_each(|doubt| self.path_error(field, name, doubt));
                Some(path)
            }
            Err(error) => {
                self.path_error(field, name, &error);
                None
            }
        }
    }

    /// A Path that names one place at most, read as a Path: it is looked up, never written to.
    pub(crate) fn single(&mut self, field: StringField<'a>, name: &str) -> Option<Path> {
        let path = self.path(field, name)?;
        let negative = |segment: &Segment| matches!(segment, Segment::Child(selectors) if matches!(selectors.as_slice(), [Selector::Index(index)] if *index < 0));
        if path.is_definite() && !path.segments.iter().any(negative) {
            return Some(path);
        }
        self.diagnostics.push(
            Diagnostic::new(
                Code::NotAReferencePath,
                field.span,
                format!("`{name}` must name exactly one place"),
            )
            .label("this path can reach several")
            .help("a Reference Path has names and indexes only, as in `$.orders[0].total`"),
        );
        None
    }

    /// The path of a number that a Map needs: AWS refuses those into the context object.
    pub(crate) fn number_path(&mut self, field: StringField<'a>, name: &str) -> Option<Path> {
        let path = self.single(field, name)?;
        if path.root != Root::Context {
            return Some(path);
        }
        let title = format!("`{name}` cannot point into the context object");
        self.diagnostics.push(
            Diagnostic::new(Code::NotAReferencePath, field.span, title)
                .label("a path of the state's input or of a variable is needed"),
        );
        None
    }

    /// A timestamp of the definition.
    pub(crate) fn timestamp(&mut self, field: StringField<'a>, name: &str) -> Option<Instant> {
        match timestamp::parse(&field.text.value) {
            Ok(instant) => Some(instant),
            Err(problem) => {
                let title = format!("`{name}` is not a timestamp: {problem}");
                self.diagnostics.push(
                    Diagnostic::new(Code::BadTimestamp, field.span, title)
                        .label("not a timestamp of RFC 3339")
                        .help("write it like `2016-03-14T01:59:00Z`"),
                );
                None
            }
        }
    }

    /// Reports what is wrong with the path of a field, at the wrong part of it.
    pub(crate) fn path_error(&mut self, field: StringField<'a>, name: &str, error: &PathError) {
        if error.kind == PathErrorKind::Unsupported && !field.text.value.starts_with('$') {
            // An intrinsic function: only templates have them, in today's edition too.
            self.diagnostics.push(
                Diagnostic::new(Code::PathSyntax, field.span, format!("`{name}` must be a path"))
                    .label("an intrinsic function cannot stand here")
                    .help("a path begins with `$`"),
            );
            return;
        }
        let whole = error.range.start == 0 && error.range.end >= field.text.value.len()
            || error.range.is_empty();
        let span =
            if whole { field.span } else { field.text.span_of(field.span, error.range.clone()) };
        let code = match error.kind {
            PathErrorKind::Syntax => Code::PathSyntax,
            PathErrorKind::NotReference => Code::NotAReferencePath,
            PathErrorKind::Unsupported => Code::NotSupportedYet,
            PathErrorKind::RuledOut => Code::NotInThisDialect,
            PathErrorKind::NoPattern => Code::NoPattern,
            PathErrorKind::Doubtful => Code::DoubtfulFilter,
        };
        let title = format!("`{name}`: {}", error.message);
        let mut diagnostic = Diagnostic::new(code, span, title);
        if code == Code::NotSupportedYet {
            diagnostic = diagnostic.label(COVERAGE);
        }
        if let Some(help) = &error.help {
            diagnostic = diagnostic.help(help.clone());
        }
        self.diagnostics.push(diagnostic);
    }
}

/// Data other than the state's own that a path of today's edition can begin with.
fn foreign_root(text: &str) -> Option<&'static str> {
    let rest = text.strip_prefix('$')?;
    match rest.chars().next() {
        Some('$') => Some("the context object"),
        Some(c) if c.is_alphabetic() || c == '_' => Some("a variable"),
        Some(_) | None => None,
    }
}
