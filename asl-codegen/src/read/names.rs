//! Names in definitions: references to missing items, and misleading characters.

use asl_source::diagnostics::{Code, Diagnostic, Diagnostics, turns_direction};
use asl_source::options::Options;
use asl_source::span::{Span, Spanned};

/// Reports a reference to a name that does not exist, with the name that was probably meant.
/// `noun` is what has names.
pub(crate) fn report_unknown_name<'n>(
    code: Code,
    noun: &str,
    (name, span): (&str, Span),
    mut known: impl Iterator<Item = &'n Spanned<String>> + Clone,
    diagnostics: &mut Diagnostics,
) {
    let nearest = diagnostics.nearest(name, known.clone().map(|known| known.value.as_str()));
    let mut diagnostic = Diagnostic::new(code, span, format!("no {noun} is called `{name}`"));
    if let Some(meant) = nearest.and_then(|name| known.find(|known| known.value == name)) {
        diagnostic = diagnostic
            .label(format!("did you mean `{}`?", meant.value))
            .related(meant.span, format!("`{}` is here", meant.value));
    }
    diagnostics.push(diagnostic);
}

/// Reports a name with characters that change the direction of text: what is shown is not what is
/// written.
pub(crate) fn check_direction(name: &Spanned<String>, diagnostics: &mut Diagnostics) {
    let Some(found) = name.value.chars().find(|character| turns_direction(*character)) else {
        return;
    };
    let title = format!(
        "a name has the character U+{:04X}, which changes the direction of text",
        u32::from(found)
    );
    diagnostics.push(
        Diagnostic::new(Code::TurnedName, name.span, title)
            .label("what is shown is not what is written")
            .help(
                "remove the character; letters of any script keep their own direction without it",
            ),
    );
}

/// The machine's name: the option, or else that of the resource in a template, or else the file's
/// name without folders and extensions: `machines/order.asl.json` is `order`.
pub(crate) fn machine_name(options: &Options, shown: &str) -> String {
    let file = shown.rsplit(['/', '\\']).next().unwrap_or(shown);
    let stem = file.split('.').find(|part| !part.is_empty()).unwrap_or("machine");
    let named = options.name.as_ref().or(options.resource.as_ref());
    named.cloned().unwrap_or_else(|| stem.to_owned())
}
