//! Definitions as functions of their own: recursive ones, and those too large to copy at each of
//! their calls. The names that they use of the definitions around them become parameters.

use std::collections::HashMap;

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};

use super::call::{emit_closure, with_values};
use super::emitter::{At, Emitter, Next, emitting};
use super::operand::Operand;
use super::paths::call::emit_paths_function;
use super::value::emit_node;
use crate::analysis::Outputs;
use crate::plan::tree::{Call, Function, FunctionBody, Handed, Mode, Parameter};
use crate::syntax::DefinitionId;

/// The functions of a program: each is made once for each mode it is called in.
#[derive(Default)]
pub(super) struct Functions {
    known: HashMap<(DefinitionId, Mode), Ident>,
    open: Vec<(DefinitionId, Mode, Ident)>,
}

/// The name of the function of a call, which will be made.
pub(super) fn function_name(emitter: &Emitter<'_>, call: &Call<'_>) -> Ident {
    let Call { definition, mode, .. } = *call;
    if let Some(name) = emitter.functions.borrow().known.get(&(definition, mode)) {
        return name.clone();
    }
    let name = emitter.fresh(call.name);
    let mut functions = emitter.functions.borrow_mut();
    functions.known.insert((definition, mode), name.clone());
    functions.open.push((definition, mode, name.clone()));
    name
}

/// All functions that were called, and those that these call.
pub(super) fn take_functions(emitter: &Emitter<'_>) -> TokenStream {
    let mut made = TokenStream::new();
    loop {
        let next = emitter.functions.borrow_mut().open.pop();
        let Some((definition, mode, name)) = next else { return made };
        let Some(function) = emitter.plan.functions.get(&(definition, mode)) else { continue };
        made.extend(emit_function(emitter, function, &name));
    }
}

fn emit_function(emitter: &Emitter<'_>, function: &Function<'_>, name: &Ident) -> TokenStream {
    let parameters = emit_parameters(emitter, function);
    let (outputs, consumes, node) = match &function.body {
        FunctionBody::Paths(paths) => {
            return emit_paths_function(emitter, function, (name, &parameters), paths);
        }
        FunctionBody::Values { outputs, consumes, body } => (*outputs, *consumes, body),
    };
    let input = emitter.fresh("input");
    let (of, operand) = emit_input(&input, consumes);
    let doc = format!(" `def {}`", function.name);
    let at = At { emitter, input: operand };
    let body = || emit_function_body(emitter, outputs, |next| emit_node(&at, node, next));
    let (steps, (result, body, emit)) =
        if function.is_deeper { emitter.spent_besides(body) } else { emitter.spent(body) };
    let (mark, body) = if function.is_deeper {
        let (mark, taken) = if consumes {
            (quote!(mut), quote!(let #input = take(&mut #input);))
        } else {
            (TokenStream::new(), TokenStream::new())
        };
        (mark, emit_called_deeper(emitter, outputs, &quote!(#taken #body)))
    } else {
        (TokenStream::new(), body)
    };
    quote! {
        #[doc = #doc]
        fn #name(cx: &Cx, #mark #input: #of #(, #parameters)* #emit) -> #result { #steps #body }
    }
}

/// The type of the input of a function, and the input.
pub(super) fn emit_input(input: &Ident, consumes: bool) -> (TokenStream, Operand) {
    if consumes {
        (quote!(Value), Operand::local(input))
    } else {
        (quote!(&Value), Operand::reference(input))
    }
}

/// The body of a function with so many outputs, run one call deeper.
fn emit_called_deeper(emitter: &Emitter<'_>, outputs: Outputs, body: &TokenStream) -> TokenStream {
    let (of, none) = match outputs {
        Outputs::Many => return quote!(cx.deeper(&mut || -> Flow { #body })),
        Outputs::One => (quote!(Value), quote!(Value::Null)),
        Outputs::Maybe => (quote!(Option<Value>), quote!(None)),
    };
    let output = emitter.fresh("output");
    quote! {
        let mut #output: #of = #none;
        cx.deeper(&mut || {
            #output = (|| -> Result<#of, Exit> { #body })()?;
            Ok(())
        })?;
        Ok(#output)
    }
}

/// The result type of a function with so many outputs, its body, and the parameter that takes
/// the outputs if there may be many.
pub(super) fn emit_function_body(
    emitter: &Emitter<'_>,
    outputs: Outputs,
    body: impl FnOnce(&mut Next<'_>) -> TokenStream,
) -> (TokenStream, TokenStream, TokenStream) {
    match outputs {
        Outputs::One => {
            let body = body(&mut Next::new(&mut |value: Operand| value.result().tokens()));
            (quote!(Result<Value, Exit>), body, TokenStream::new())
        }
        Outputs::Maybe => {
            let found = emitter.fresh("found");
            let body = body(&mut Next::new(&mut |value: Operand| {
                let value = value.value();
                quote!(#found = Some(#value);)
            }));
            let body = quote!(let mut #found: Option<Value> = None; #body Ok(#found));
            (quote!(Result<Option<Value>, Exit>), body, TokenStream::new())
        }
        Outputs::Many => {
            let emit = emitter.fresh("emit");
            let body = emitting(&quote!(#emit), &quote!(#emit), body);
            (quote!(Flow), quote!(#body Ok(())), quote!(, #emit: &mut Emit<'_>))
        }
    }
}

/// The parameters of a function, which are given their names.
fn emit_parameters(emitter: &Emitter<'_>, function: &Function<'_>) -> Vec<TokenStream> {
    let parameters = function.parameters.iter().map(|(word, parameter, slot)| {
        let name = emitter.fresh(word);
        match parameter {
            Parameter::Value => emitter.bind(*slot, &Operand::reference(&name)),
            Parameter::Filter | Parameter::PathFilter | Parameter::Label => {
                emitter.name(*slot, &name);
            }
        }
        let of = match parameter {
            Parameter::Value => quote!(&Value),
            Parameter::Filter => quote!(&Filter<'_>),
            Parameter::PathFilter => quote!(&PathFilter<'_>),
            Parameter::Label => quote!(u64),
        };
        quote!(#name: #of)
    });
    parameters.collect()
}

/// Code with the arguments of a function, in the order of its parameters.
pub(super) fn with_handed(
    at: &At<'_>,
    call: &Call<'_>,
    then: &mut dyn FnMut(&[TokenStream]) -> TokenStream,
) -> TokenStream {
    with_values(at, &call.values, &mut |values| {
        let handed = call.handed.iter().map(|handed| emit_handed(at.emitter, handed, values));
        let handed: Vec<TokenStream> = handed.collect();
        then(&handed)
    })
}

/// An argument as a function takes it: `&Value`, `&Filter<'_>`, `&PathFilter<'_>`, or the number of
/// a label.
fn emit_handed(emitter: &Emitter<'_>, handed: &Handed<'_>, values: &[Operand]) -> TokenStream {
    match handed {
        Handed::Value(place) => {
            values.get(*place).map(|value| value.borrow().tokens()).unwrap_or_default()
        }
        Handed::Variable(variable) => emitter.variable(*variable).borrow().tokens(),
        Handed::Closure(closure) => {
            let name = emitter.local(closure.slot);
            if closure.is_local { quote!(&#name) } else { quote!(#name) }
        }
        Handed::Body(body) => {
            let closure = emit_closure(emitter, body);
            quote!(&#closure)
        }
        Handed::Label(label) => emitter.local(*label).to_token_stream(),
    }
}
