//! The code for one use of the macro or of a build script: the module, or the findings about its
//! definition.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{format_ident, quote, quote_spanned};

use crate::compile::{self, Checked};
use crate::diagnostics::{Diagnostic, Severity, message};
use crate::emit;
use crate::options::Options;
use crate::source::MAX_BYTES;
use crate::source::Sources;

/// The code of a definition that was checked: its module, one `compile_error!` per error and one
/// `deprecated` note per warning, all pointing at `place`. A faulty definition has a module too, so
/// that code which uses it adds little noise.
///
/// `error` turns the text of an error into the argument of `compile_error!`.
pub fn expand(
    checked: Checked,
    sources: &Sources,
    options: &Options,
    place: Span,
    mut error: impl FnMut(String) -> TokenStream,
) -> TokenStream {
    let module = match &checked.machine {
        Some(machine) => compile::emit(machine, sources, options),
        None => emit::outline(checked.outline.as_ref(), sources, options),
    };
    let private: TokenStream =
        emit::private(options).into_iter().map(|token| seen_at(token, place)).collect();
    let (shown, more) = checked.diagnostics.shown();
    let mut findings = TokenStream::new();
    for (number, finding) in (1..).zip(&shown) {
        let mut text = message(finding, sources);
        if number == shown.len() {
            let code = finding.code.id();
            // Writing to a String cannot fail.
            let _ = write!(text, "\n\n`cargo asl explain {code}` has examples of this code");
        }
        findings.extend(match finding.severity {
            Severity::Error => {
                let message = error(text);
                quote_spanned!(place=> #private::compile_error!(#message);)
            }
            Severity::Warning => warning(finding, &text, place),
        });
    }
    if more > 0 {
        let message = error(format!(
            "{more} more findings in this definition; `cargo asl check --format json` lists them all"
        ));
        // If errors were shown, this is an error too; after warnings alone the build continues.
        let has_errors = shown.iter().any(|finding| finding.severity == Severity::Error);
        findings.extend(
            has_errors.then(|| quote_spanned!(place=> #private::compile_error!(#message);)),
        );
    }
    quote!(#module #findings)
}

/// A token with the same meaning but another place: a message points at all tokens of the macro
/// that creates it.
fn seen_at(mut token: TokenTree, place: Span) -> TokenTree {
    token.set_span(place.resolved_at(token.span()));
    token
}

/// Stable Rust lets a macro warn in one way only: by the use of something deprecated. `warn(warnings)`
/// keeps it a warning in a crate that denies warnings: only the option `deny` makes it an error.
fn warning(finding: &Diagnostic, text: &str, place: Span) -> TokenStream {
    let code = format_ident!("{}", finding.code.id(), span = place);
    quote_spanned! {place=>
        #[warn(warnings)]
        const _: () = {
            #[deprecated(note = #text)]
            const #code: () = ();
            #code
        };
    }
}

/// Makes the compiler read the definition again when its file changes.
pub fn watch(sources: &Sources, options: &Options) -> TokenStream {
    let private = emit::private(options);
    // What was refused is an error, after which rustc runs again anyway: it must not read a file of
    // any size.
    let read = sources.files.iter().filter(|file| !file.text.is_empty());
    let is_small = |path: &&Path| {
        fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() <= MAX_BYTES as u64)
    };
    let paths = read.filter_map(|file| file.path.as_deref()).filter(is_small);
    paths
        .filter_map(|path| path.to_str())
        .map(|path| quote!(const _: &[u8] = #private::include_bytes!(#path);))
        .collect()
}
