//! Emits the user's types. They are resolved in the scope in which the machine is compiled.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::quote;

use super::{Context, nested};

/// `mod types`: one alias per type that the user named, and the list of errors; empty if there is
/// none.
pub(super) fn types(context: &Context<'_>) -> Option<TokenStream> {
    let mut aliases = Vec::new();
    let mut alias = |name: &Ident, of: &TokenStream, doc: &str| {
        let of = two_modules_deeper(of.clone());
        aliases.push(quote!(#[doc = #doc] pub type #name = #of;));
    };
    if let Some(input) = &context.options.input {
        alias(context.names.input(), input, " What the machine takes.");
    }
    if let Some(output) = &context.options.output {
        alias(context.names.output(), output, " What the machine yields.");
    }
    for method in &context.names.methods().list {
        if let Some(answer) = &method.answer {
            let name = context.names.task_answer(method);
            alias(&name, answer, " What is reported with the task's token.");
        }
        let Some((input, output)) = &method.types else { continue };
        let (input_name, output_name) = context.names.task_types(method);
        alias(&input_name, input, " What the task takes.");
        alias(&output_name, output, " What the task yields.");
    }
    let private = context.names.private();
    let errors = context.options.errors.iter().map(|of| two_modules_deeper(of.clone()));
    let errors = (!context.options.errors.is_empty()).then(|| {
        quote! {
            /// The types of errors that name their Error Names themselves.
            pub const ERRORS: &[#private::ErrorName] = &[#(#private::error_name::<#errors>),*];
        }
    });
    let from = context.options.tasks_from.as_ref().map(|from| {
        let from = two_modules_deeper(from.clone());
        quote!(pub(super) use #from as tasks_from;)
    });
    let machines = nested::constants(context);
    let is_empty = aliases.is_empty() && machines.is_empty();
    (!is_empty || errors.is_some() || from.is_some()).then(|| {
        quote! {
            /// The types that the machine's user named, in the scope of the user.
            mod types {
                use super::super::*;
                #from
                #(#machines)*
                #(#aliases)*
                #errors
            }
        }
    })
}

/// The text of a type as its user wrote it, without the spaces of tokens.
pub(super) fn shown(of: &TokenStream) -> String {
    let mut text = String::new();
    for part in of.to_string().split(' ') {
        let is_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        if is_word(text.chars().next_back()) && is_word(part.chars().next()) {
            text.push(' ');
        }
        text.push_str(part);
    }
    text
}

/// Moves the path of a function to the place of a type that the user named.
pub(super) fn at_type(of: &TokenStream, path: TokenStream) -> TokenStream {
    // The names in it still resolve as those of the other emitted code.
    moved(path, of, |place| place.resolved_at(Span::call_site()))
}

/// Moves code to the place of the first token of other code.
pub(super) fn moved(
    code: TokenStream,
    to: &TokenStream,
    place: impl FnOnce(Span) -> Span,
) -> TokenStream {
    let Some(first) = to.clone().into_iter().next() else { return code };
    let place = place(first.span());
    code.into_iter()
        .map(|mut token| {
            token.set_span(place);
            token
        })
        .collect()
}

/// The same path from two modules further in, because `self::` and `super::` at the start of a path
/// are relative.
pub(super) fn two_modules_deeper(tokens: TokenStream) -> TokenStream {
    let mut deeper = TokenStream::new();
    let mut within_path = false;
    for token in tokens {
        match token {
            TokenTree::Ident(name) if !within_path && (name == "self" || name == "super") => {
                let up = Ident::new("super", name.span());
                let last = (name == "super").then(|| quote!(::#name));
                deeper.extend(quote!(#up::#up #last));
            }
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), two_modules_deeper(group.stream()));
                inner.set_span(group.span());
                deeper.extend([TokenTree::Group(inner)]);
                within_path = false;
                continue;
            }
            TokenTree::Ident(_) | TokenTree::Literal(_) => deeper.extend([token]),
            TokenTree::Punct(mark) => {
                within_path = mark.as_char() == ':';
                deeper.extend([TokenTree::Punct(mark)]);
                continue;
            }
        }
        within_path = false;
    }
    deeper
}

/// A type given as text, as in build scripts.
pub(super) fn from_text(text: &str) -> Option<TokenStream> {
    let tokens: TokenStream = text.parse().ok()?;
    let ends_it = |token: &TokenTree| matches!(token, TokenTree::Punct(mark) if matches!(mark.as_char(), ';' | '=' | '#' | '$'));
    let is_type = !tokens.is_empty() && !tokens.clone().into_iter().any(|token| ends_it(&token));
    is_type.then(|| tokens.into_iter().map(at_call_site).collect())
}

fn at_call_site(mut token: TokenTree) -> TokenTree {
    token.set_span(Span::call_site());
    token
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_paths_follow_their_scope() {
        let moved = |text: &str| {
            two_modules_deeper(text.parse().expect("tokens")).to_string().replace(' ', "")
        };
        assert_eq!(moved("Order"), "Order");
        assert_eq!(moved("super::Order"), "super::super::super::Order");
        assert_eq!(moved("self::Order"), "super::super::Order");
        assert_eq!(moved("Vec<super::Order>"), "Vec<super::super::super::Order>");
        assert_eq!(
            moved("(super::super::A, crate::B)"),
            "(super::super::super::super::A,crate::B)"
        );
    }
}
