//! Emits the descriptions of functions in documents, as statics for adapters; the types of their
//! arguments and results; and an implementation that calls all of them through one host.

mod types;

use std::collections::HashMap;

use proc_macro2::{Ident, Literal as Token, TokenStream};
use quote::{format_ident, quote};

use super::names::Words;
use super::{Context, docs};
use crate::ir::function::{Body, BodyForm, Call, Described, Location, Parameter, Rest, Rpc, Style};
use crate::ir::{Form, Task, TaskId};

/// `mod functions` and `impl Functions for Hosted`; empty if no function is described.
pub(super) fn functions(context: &Context<'_>) -> Option<TokenStream> {
    let described: Vec<(TaskId, &Task, &Described)> = described(context).collect();
    if described.is_empty() {
        return None;
    }
    let private = context.names.private();
    let descriptors = Descriptors::of(&described);
    let statics = described
        .iter()
        .map(|(id, task, described)| function(context, *id, task, described, &descriptors));
    let sets = descriptors.statics();
    let modules = described.iter().filter(|(id, ..)| typed(context, *id).is_some()).map(
        |(id, task, described)| {
            types::module(
                &module(context, *id),
                &docs::name(&function_name(task)),
                described,
                &private,
            )
        },
    );
    let hosted = hosted(context);
    Some(quote! {
        /// The descriptions of this machine's functions.
        pub mod functions {
            use #private::*;

            #(#statics)*
            #(#sets)*
            #(#modules)*
        }
        #hosted
    })
}

/// The types of a function's method that come from its document.
pub(super) fn typed(context: &Context<'_>, id: TaskId) -> Option<(TokenStream, TokenStream)> {
    let task = context.machine.tasks.get(id.index())?;
    task.described.as_ref().filter(|_| context.options.typed_functions)?;
    let module = module(context, id);
    Some((quote!(functions::#module::Arguments), quote!(functions::#module::Answer)))
}

fn described<'a>(
    context: &Context<'a>,
) -> impl Iterator<Item = (TaskId, &'a Task, &'a Described)> + use<'a> {
    let tasks = (0..).map(TaskId).zip(&context.machine.tasks);
    tasks.filter_map(|(id, task)| Some((id, task, task.described.as_deref()?)))
}

fn function_name(task: &Task) -> String {
    task.function.clone().unwrap_or_else(|| task.resource.value.clone())
}

/// The module of a function's types.
fn module(context: &Context<'_>, id: TaskId) -> Ident {
    context.names.function(id).ident()
}

/// The static of a function.
fn constant(context: &Context<'_>, id: TaskId) -> Ident {
    format_ident!("{}", Words::of(&context.names.function(id).name).or("function").upper())
}

fn function(
    context: &Context<'_>,
    id: TaskId,
    task: &Task,
    described: &Described,
    descriptors: &Descriptors<'_>,
) -> TokenStream {
    let (constant, name, operation) =
        (constant(context, id), function_name(task), task.resource.value.as_str());
    let (doc, description) = match &described.call {
        Call::Rest(rest) => {
            let doc = format!(
                "{} as {}",
                docs::name(&name),
                docs::name(&format!("{} {}", rest.method, rest.path))
            );
            let rest = rest_row(rest);
            (doc, quote!(described::Description::Rest(#rest)))
        }
        Call::Rpc(rpc) => {
            let doc = format!(
                "{} as {}",
                docs::name(&name),
                docs::name(&format!("{}/{}", rpc.service, rpc.method))
            );
            let rpc = rpc_row(rpc, descriptors);
            (doc, quote!(described::Description::Rpc(#rpc)))
        }
    };
    let doc = docs::line(&doc);
    quote! {
        #doc
        pub static #constant: described::Function =
            described::Function { name: #name, operation: #operation, description: #description };
    }
}

fn rest_row(rest: &Rest) -> TokenStream {
    let Rest { operation_id, method, path, server, variables, parameters, body, answers } = rest;
    let variables = variables.iter().map(|(name, default)| quote!((#name, #default)));
    let parameters = parameters.iter().map(parameter_row);
    let body = match body {
        Some(body) => {
            let body = body_row(body);
            quote!(Some(#body))
        }
        None => quote!(None),
    };
    quote! {
        described::Rest {
            operation_id: #operation_id,
            method: #method,
            path: #path,
            server: described::Server { url: #server, variables: &[#(#variables),*] },
            parameters: &[#(#parameters),*],
            body: #body,
            answers: &[#(#answers),*],
        }
    }
}

fn parameter_row(parameter: &Parameter) -> TokenStream {
    let Parameter { name, place, style, explode, required, reserved } = parameter;
    let place = match place {
        Location::Path => quote!(Path),
        Location::Query => quote!(Query),
        Location::Header => quote!(Header),
        Location::Cookie => quote!(Cookie),
    };
    let style = match style {
        Style::Simple => quote!(Simple),
        Style::Label => quote!(Label),
        Style::Matrix => quote!(Matrix),
        Style::Form => quote!(Form),
        Style::SpaceDelimited => quote!(SpaceDelimited),
        Style::PipeDelimited => quote!(PipeDelimited),
        Style::DeepObject => quote!(DeepObject),
        Style::Json => quote!(Json),
    };
    quote! {
        described::Parameter {
            name: #name,
            place: described::Place::#place,
            style: described::Style::#style,
            explode: #explode,
            required: #required,
            reserved: #reserved,
        }
    }
}

fn body_row(body: &Body) -> TokenStream {
    let Body { media_type, form, required, whole } = body;
    let form = match form {
        BodyForm::Json => quote!(Json),
        BodyForm::UrlEncoded => quote!(UrlEncoded),
        BodyForm::Text => quote!(Text),
    };
    quote! {
        described::Body { media_type: #media_type, form: described::Form::#form, required: #required, whole: #whole }
    }
}

fn rpc_row(rpc: &Rpc, descriptors: &Descriptors<'_>) -> TokenStream {
    let (service, method) = (&rpc.service, &rpc.method);
    let set = descriptors.name(&rpc.descriptors);
    quote!(described::Rpc { service: #service, method: #method, descriptors: #set })
}

/// The descriptors of `.proto` files: one static for all methods of a file.
struct Descriptors<'a> {
    sets: Vec<&'a [u8]>,
    numbers: HashMap<&'a [u8], usize>,
}

impl<'a> Descriptors<'a> {
    fn of(described: &[(TaskId, &'a Task, &'a Described)]) -> Self {
        let mut all = Self { sets: Vec::new(), numbers: HashMap::new() };
        for (.., described) in described {
            if let Call::Rpc(rpc) = &described.call
                && !all.numbers.contains_key(&*rpc.descriptors)
            {
                all.numbers.insert(&rpc.descriptors, all.sets.len());
                all.sets.push(&rpc.descriptors);
            }
        }
        all
    }

    fn name(&self, set: &[u8]) -> Ident {
        let number = self.numbers.get(set).copied().unwrap_or_default();
        // Two underscores, because no function's name contains them.
        format_ident!("DESCRIPTORS__{number}")
    }

    fn statics(&self) -> impl Iterator<Item = TokenStream> {
        self.sets.iter().map(|set| {
            let (name, bytes) = (self.name(set), Token::byte_string(set));
            quote!(static #name: &[u8] = #bytes;)
        })
    }
}

/// One host for all functions, if each method of the trait without a body of its own is a described
/// function.
fn hosted(context: &Context<'_>) -> Option<TokenStream> {
    let is_served =
        |task: &Task| task.described.is_some() || task.form == Form::Subflow || task.has_services();
    // With `tasks_from` the host is that of the other machine.
    let is_shared = context.options.tasks_from.is_some();
    if is_shared || !context.machine.tasks.iter().all(is_served) {
        return None;
    }
    let methods: Vec<(usize, TokenStream)> = described(context)
        .map(|(id, ..)| {
            let method = context.names.function(id);
            let (name, constant) = (method.ident(), constant(context, id));
            let text = &method.name;
            let method = match super::tasks::types_of(context, method) {
                None => quote! {
                    fn #name(
                        &self,
                        cx: &TaskContext,
                        input: Value,
                    ) -> impl Future<Output = Result<Value, TaskError>> + Send {
                        Host::call(&self.0, &functions::#constant, cx, input)
                    }
                },
                Some((input, output)) => quote! {
                    async fn #name(&self, cx: &TaskContext, input: #input) -> Result<#output, TaskError> {
                        let input = to_output(#text, input)?;
                        from_input(#text, Host::call(&self.0, &functions::#constant, cx, input).await?)
                    }
                },
            };
            (id.index(), method)
        })
        .collect();
    let traits = super::tasks::traits(context).into_iter().map(|(of, tasks)| {
        let methods =
            methods.iter().filter(|(task, _)| tasks.contains(task)).map(|(_, method)| method);
        quote! {
            /// Every function performed by one host, as its document says.
            impl<H: Host> #of for Hosted<H> {
                #(#methods)*
            }
        }
    });
    Some(traits.collect())
}
