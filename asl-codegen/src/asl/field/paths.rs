//! Paths of fields: read by `expr::jsonpath`, reported with their place in the definition. ASL:
//! "Paths".

use crate::asl::Object;
use crate::asl::context::Context;
use crate::expr::jsonpath::{
    Path, PathError, PathErrorKind, Root, Segment, Selector, parse_as, parse_reference_as,
};
use crate::ir::{Place, Selection};
use crate::read::object::StringField;
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics};
use asl_source::expression::context_object::Missing;
use asl_source::source::Json;

/// Reads `InputPath` or `OutputPath`.
pub(crate) fn read_selection<'a>(
    context: &mut Context<'a>,
    object: &Object<'a>,
    name: &'static str,
) -> Selection {
    if object.get(name).is_some_and(|node| matches!(node.value, Json::Null)) {
        return Selection::Nothing;
    }
    let path =
        object.string(name, context.diagnostics).and_then(|text| read_path(context, text, name));
    path.filter(|path| !path.is_data()).map_or(Selection::Whole, Selection::Path)
}

/// Reads `ResultPath`, a Reference Path into the raw input.
pub(crate) fn read_result_path<'a>(context: &mut Context<'a>, object: &Object<'a>) -> Place {
    const NAME: &str = "ResultPath";
    if object.get(NAME).is_some_and(|node| matches!(node.value, Json::Null)) {
        return Place::Discard;
    }
    let Some(field) = object.string(NAME, context.diagnostics) else { return Place::Whole };
    if let Some(what) = foreign_root(field.value()) {
        let title = format!("`{NAME}` cannot point into {what}");
        context.diagnostics.push(
            Diagnostic::new(Code::NotAReferencePath, field.span, title)
                .label("it names a place in the state's input"),
        );
        return Place::Whole;
    }
    match parse_reference_as(context.options.dialect(), field.value(), field.span) {
        Ok(path) if path.steps.is_empty() => Place::Whole,
        Ok(path) => Place::At(path),
        Err(mut error) => {
            if error.kind == PathErrorKind::RuledOut {
                // Ruled out or not, it would be no Reference Path.
                error.kind = PathErrorKind::NotReference;
                "this step can reach several places".clone_into(&mut error.message);
                error.help = None;
            }
            report_path_error(field, NAME, &error, context.diagnostics);
            Place::Whole
        }
    }
}

/// Reads any Path.
pub(crate) fn read_path<'a>(
    context: &mut Context<'a>,
    field: StringField<'a>,
    name: &str,
) -> Option<Path> {
    match parse_as(context.options.dialect(), field.value(), field.span) {
        Ok(path) => {
            path.doubts
                .iter()
                .for_each(|doubt| report_path_error(field, name, doubt, context.diagnostics));
            // A rule of a Choice may ask if there is such a member.
            check_context_member(&path, name != "Variable", context.diagnostics);
            Some(path)
        }
        Err(error) => {
            report_path_error(field, name, &error, context.diagnostics);
            None
        }
    }
}

/// Reports a path to a member that the context object does not have; `fails` if a run then does.
pub(crate) fn check_context_member(path: &Path, fails: bool, diagnostics: &mut Diagnostics) {
    if path.root != Root::Context {
        return;
    }
    let names = path.segments.iter().map_while(|segment| match segment.only() {
        Some(Selector::Name(name)) => Some(name.as_str()),
        _ => None,
    });
    let names: Vec<&str> = names.collect();
    let Some(missing) = Missing::find(names.iter().copied()) else { return };
    let shown: Vec<&str> = names.iter().copied().take(missing.at + 1).collect();
    let title = format!("the context object has no `{}`", shown.join("."));
    diagnostics.push(
        Diagnostic::new(Code::UnknownContextMember, path.span, title)
            .certain(fails)
            .label(missing.label)
            .help("data of the state begin with `$.`, those of the context object with `$$.`"),
    );
}

/// Reads a Path that names one place at most. It is only looked up, never written to.
pub(crate) fn read_single_path<'a>(
    context: &mut Context<'a>,
    field: StringField<'a>,
    name: &str,
) -> Option<Path> {
    let path = read_path(context, field, name)?;
    let negative = |segment: &Segment| matches!(segment, Segment::Child(selectors) if matches!(selectors.as_slice(), [Selector::Index(index)] if *index < 0));
    if path.is_definite() && !path.segments.iter().any(negative) {
        return Some(path);
    }
    context.diagnostics.push(
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

/// Reads the path of a number that a Map needs. AWS refuses such paths into the context object.
pub(crate) fn read_number_path<'a>(
    context: &mut Context<'a>,
    field: StringField<'a>,
    name: &str,
) -> Option<Path> {
    let path = read_single_path(context, field, name)?;
    if path.root != Root::Context {
        return Some(path);
    }
    let title = format!("`{name}` cannot point into the context object");
    context.diagnostics.push(
        Diagnostic::new(Code::NotAReferencePath, field.span, title)
            .label("a path of the state's input or of a variable is needed"),
    );
    None
}

/// Reports a fault of a field's path at the faulty part.
pub(crate) fn report_path_error(
    field: StringField<'_>,
    name: &str,
    error: &PathError,
    diagnostics: &mut Diagnostics,
) {
    if error.kind == PathErrorKind::Unsupported && !field.value().starts_with('$') {
        // An intrinsic function: only templates have them, in today's edition too.
        diagnostics.push(
            Diagnostic::new(Code::PathSyntax, field.span, format!("`{name}` must be a path"))
                .label("an intrinsic function cannot stand here")
                .help("a path begins with `$`"),
        );
        return;
    }
    let whole =
        error.range.start == 0 && error.range.end >= field.value().len() || error.range.is_empty();
    let span = if whole { field.span } else { field.part(error.range.clone()) };
    let code = match error.kind {
        PathErrorKind::Syntax | PathErrorKind::Unsupported => Code::PathSyntax,
        PathErrorKind::NotReference => Code::NotAReferencePath,
        PathErrorKind::RuledOut => Code::NotInThisDialect,
        PathErrorKind::Unevaluable => Code::UnevaluablePath,
        PathErrorKind::NoPattern => Code::NoPattern,
        PathErrorKind::Doubtful => Code::DoubtfulFilter,
    };
    let title = format!("`{name}`: {}", error.message);
    let mut diagnostic = Diagnostic::new(code, span, title);
    if let Some(help) = &error.help {
        diagnostic = diagnostic.help(help.clone());
    }
    diagnostics.push(diagnostic);
}

/// The data that a path begins with, if they are not the state's own.
fn foreign_root(text: &str) -> Option<&'static str> {
    let rest = text.strip_prefix('$')?;
    match rest.chars().next() {
        Some('$') => Some("the context object"),
        Some(c) if c.is_alphabetic() || c == '_' => Some("a variable"),
        Some(_) | None => None,
    }
}
