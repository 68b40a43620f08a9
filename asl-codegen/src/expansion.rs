//! The code for one use of the macro or of a build script: the module, or the findings about its
//! definition.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};

use crate::compile::{self, Checked};
use crate::{emit, versions};
use asl_source::diagnostics::{Diagnostic, Severity, message, message_of_entry};
use asl_source::options::Options;
use asl_source::source::MAX_BYTES;
use asl_source::source::Sources;

/// The code of a definition that was checked: its module, one `compile_error!` per error and one
/// lint of rustc per warning, all pointing at `place`. A faulty definition has a module too, so
/// that code which uses it adds little noise.
///
/// `error` turns the place and the text of an error into the argument of `compile_error!`.
pub fn expand(
    checked: Checked,
    sources: &Sources,
    options: &Options,
    place: Span,
    mut error: impl FnMut(Span, String) -> TokenStream,
) -> TokenStream {
    let module = match &checked.machine {
        Some(machine) => compile::emit(machine, sources, options),
        None => emit::outline(checked.outline.as_ref(), sources, options),
    };
    let private = emit::private(options);
    let (shown, more) = checked.diagnostics.shown();
    let mut findings = Vec::new();
    for (number, finding) in (1..).zip(&shown) {
        let entry = options.entry_place(finding.entry.as_deref());
        let place = entry.unwrap_or(place);
        let mut text = match entry {
            Some(_) => message_of_entry(finding),
            None => message(finding, sources),
        };
        if number == shown.len() {
            let code = finding.code.id();
            // Writing to a String cannot fail.
            let _ = write!(text, "\n\n`cargo asl explain {code}` has examples of this code");
        }
        findings.push(match finding.severity {
            Severity::Error => error_at(place, &private, &error(place, text)),
            Severity::Warning => warning(finding, &text, place),
        });
    }
    if more > 0 {
        let text = format!(
            "{more} more findings in this definition; `cargo asl check --format json` lists them all"
        );
        let message = error(place, text);
        // If errors were shown, this is an error too; after warnings alone the build continues.
        let has_errors = shown.iter().any(|finding| finding.severity == Severity::Error);
        findings.extend(has_errors.then(|| error_at(place, &private, &message)));
    }
    // rustc expands the last one first, since it has to find their names.
    let findings = findings.iter().rev();
    quote!(#module #(#findings)*)
}

/// An error. Through a name of its own, because rustc says of a macro that is called by a path with
/// `$crate` where it comes from.
fn error_at(place: Span, private: &TokenStream, message: &TokenStream) -> TokenStream {
    let name = Ident::new("error", place);
    quote_spanned! {place=>
        const _: () = {
            use #private::compile_error as #name;
            #name! { #message }
        };
    }
}

/// A warning. Stable Rust lets a macro warn in few ways: this is an array of something that must be
/// used, for which rustc has no suggestion. `warn(warnings)` keeps it a warning in a crate that
/// denies warnings: only the option `deny` makes it an error.
fn warning(finding: &Diagnostic, text: &str, place: Span) -> TokenStream {
    let code = format_ident!("{}", finding.code.id(), span = place);
    quote_spanned! {place=>
        #[warn(warnings)]
        const _: () = {
            #[must_use = #text]
            struct #code;
            const fn finding() -> [#code; 1] {
                [#code; 1]
            }
            finding();
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
    let lock = options.package.as_deref().and_then(versions::existing_lock);
    paths
        .chain(lock.as_deref())
        .filter_map(|path| path.to_str())
        .map(|path| quote!(const _: &[u8] = #private::include_bytes!(#path);))
        .collect()
}
