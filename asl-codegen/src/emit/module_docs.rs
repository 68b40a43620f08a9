//! Emits the sections of a module's documentation that the option `diagram` asks for: the picture,
//! the transitions, and the tasks with the states that call them.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Context, docs};
#[cfg(feature = "diagram")]
use crate::diagram;

/// Most states of a machine whose picture and transitions are shown: a page of documentation is
/// loaded as a whole, and a state takes about 1 KB.
#[cfg(feature = "diagram")]
const MOST_STATES: usize = 200;
/// Most states that are named for a task.
const MOST_CALLERS: usize = 20;

/// The sections, if they are wanted.
pub(super) fn sections(context: &Context<'_>) -> TokenStream {
    if !context.options.diagram {
        return TokenStream::new();
    }
    let mut lines = picture(context);
    lines.extend(tasks(context));
    lines
}

/// Without the feature `diagram` there is no picture.
#[cfg(not(feature = "diagram"))]
fn picture(_: &Context<'_>) -> TokenStream {
    TokenStream::new()
}

/// The picture, as a block of HTML, which ends at a blank line; and the transitions as text.
#[cfg(feature = "diagram")]
fn picture(context: &Context<'_>) -> TokenStream {
    let count = context.machine.states.len();
    if count > MOST_STATES {
        let text = format!(
            "A picture of these {count} states is too large for this page: `cargo asl graph` \
             draws it."
        );
        let text = docs::line(&text);
        return quote!(#[doc = ""] #text);
    }
    let picture = diagram::svg(context.machine);
    let block = format!(
        "<div style=\"overflow:auto;max-height:90vh;margin-bottom:1em\" tabindex=\"0\" \
         aria-label=\"Picture of the machine\">\n{picture}</div>"
    );
    let mut lines = quote!(#[doc = ""] #[doc = #block] #[doc = ""] #[doc = " # Transitions"]);
    for state in diagram::transitions(context.machine) {
        let targets = state.targets.iter().map(|(label, target)| {
            let label =
                label.as_ref().map_or_else(String::new, |label| format!("{}: ", docs::code(label)));
            format!("{label}{}", target.as_ref().map_or("end".to_owned(), |name| docs::name(name)))
        });
        let targets: Vec<String> = targets.collect();
        let from = state.path.as_ref().map_or("start".to_owned(), |path| docs::name(path));
        lines.extend(docs::line(&format!("- {from} → {}", targets.join("; "))));
    }
    lines
}

/// The methods of the trait, with the states that call them.
fn tasks(context: &Context<'_>) -> TokenStream {
    let methods = context.names.methods();
    let mut lines = TokenStream::new();
    for method in methods.list.iter().filter(|method| !method.nodes.is_empty()) {
        let mut states: Vec<String> = Vec::new();
        for node in &method.nodes {
            let state = context.state_of(*node).map(|state| docs::name(&state.name.value));
            states.extend(state.filter(|state| !states.contains(state)));
        }
        let more = states.len().saturating_sub(MOST_CALLERS);
        states.truncate(MOST_CALLERS);
        states.extend((more > 0).then(|| format!("{more} more")));
        let name = docs::name(&method.ident().to_string());
        lines.extend(docs::line(&format!("- {name}: {}", states.join(", "))));
    }
    if lines.is_empty() {
        return lines;
    }
    quote!(#[doc = ""] #[doc = " # Tasks"] #lines)
}
