//! Branch: chooses a transition. Choice; in SM4C the conditional transitions of a state.

use proc_macro2::{Ident, Literal as Token, TokenStream};
use quote::quote;

use super::condition::condition;
use super::target_node;
use crate::emit::Context;
use crate::emit::data::{Access, Body, Held, Parts, Uses};
use crate::expr::jsonpath::Root;
use crate::ir::{Branch, Place, Selection};
use asl_source::options::Profile;

/// The fields of the row that only a Branch has.
pub(super) fn row(context: &Context<'_>, node: &Branch) -> TokenStream {
    let targets = node.rules.iter().map(|rule| target_node(context, &rule.target));
    let rules = (!node.rules.is_empty()).then(|| quote!(.rules(&[#(#targets),*])));
    let default = node.default.as_ref().map(|target| {
        let node = target_node(context, target);
        quote!(.default(#node))
    });
    quote!(#rules #default)
}

/// Enters the node. The rules are a list, in a function of their own if data is selected around
/// them.
pub(super) fn enter(body: &mut Body<'_>, node: &Branch) -> TokenStream {
    if matches!((&node.input, &node.output), (Selection::Whole, Selection::Whole)) {
        body.note_data("AfterInputPath");
        return rules(body, node);
    }
    let call = choice_function(body, node);
    let input = body.input_path(&node.input).value();
    body.push(quote!(let input = #input;));
    let output = assigns(node).then(|| output_first(body, &node.output)).flatten();
    let next = call.with(body);
    body.push(quote!(let next = #next?;));
    match output {
        Some(output) => body.put(&Place::Whole, Some(output)),
        None => {
            body.put(&Place::Whole, Some(Held::free(quote!(input))));
            body.select(&node.output);
        }
    }
    quote!(Ok(next))
}

/// Returns true if a variable is assigned.
fn assigns(node: &Branch) -> bool {
    !node.assign.is_empty() || node.rules.iter().any(|rule| !rule.assign.is_empty())
}

/// `OutputPath` reads the variables before the rules assign any.
fn output_first(body: &mut Body<'_>, output: &Selection) -> Option<Held> {
    let Selection::Path(path) = output else { return None };
    let root = if path.root == Root::Data {
        body.push(quote!(let effective = &input;));
        quote!(effective)
    } else {
        TokenStream::new()
    };
    let output = body.found(path, &root).value();
    body.push(quote!(let output = #output;));
    Some(Held::free(quote!(output)))
}

/// Adds the function of the rules, and returns a call of it.
fn choice_function(around: &mut Body<'_>, node: &Branch) -> ChoiceCall {
    let (context, id) = (around.context(), around.node());
    let mut body = Body::new(context, id);
    let rules = rules(&mut body, node);
    let name = context.names.choice(id);
    let Parts { statements, statics, access, cx, uses, .. } = body.into_parts();
    let data = (access > Access::None).then(|| quote!(data: &Value,));
    let cx_parameter = cx.parameter();
    around.add_items(quote! {
        #statics
        fn #name(#data #cx_parameter) -> Next {
            #statements
            #rules
        }
    });
    ChoiceCall { name, access, cx, uses }
}

/// The arguments of a call of a choice function.
struct ChoiceCall {
    name: Ident,
    access: Access,
    cx: Access,
    uses: Uses,
}

impl ChoiceCall {
    fn with(self, body: &mut Body<'_>) -> TokenStream {
        let Self { name, access, cx, uses } = self;
        body.uses().add(uses);
        let input = (access > Access::None).then(|| quote!(&input));
        let cx = match cx {
            Access::None => None,
            Access::Read => Some(body.cx()),
            Access::Write => Some(body.cx_mut()),
        };
        let arguments = input.into_iter().chain(cx);
        quote!(#name(#(#arguments),*))
    }
}

/// Emits one `if` after another: a chain of `else` would be nested as deep as the number of rules.
fn rules(body: &mut Body<'_>, node: &Branch) -> TokenStream {
    let (context, own) = (body.context(), body.node_constant());
    let mut rules = TokenStream::new();
    for (number, rule) in node.rules.iter().enumerate() {
        let condition = condition(&rule.condition, body);
        let output = body.output_now(rule.output_value.as_ref(), &rule.assign);
        let number = Token::usize_unsuffixed(number);
        let taken = quote!(take(const { to_rule(&NODES, #own, #number) }));
        rules.extend(quote!(if #condition { #output return #taken; }));
    }
    let otherwise = match (&node.default, context.machine.profile) {
        (Some(_), _) => {
            let output = body.output_now(node.output_value.as_ref(), &node.assign);
            quote!(#output take(const { to_default(&NODES, #own) }))
        }
        (None, Profile::Spec) => quote!(Err(no_choice_matched())),
        (None, Profile::Aws) => quote!(Err(no_next_state())),
    };
    quote!(#rules #otherwise)
}
