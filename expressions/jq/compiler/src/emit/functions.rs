//! Definitions as functions of their own: recursive ones, and those too large to copy at each of
//! their calls. The names that they use of the definitions around them become parameters.

use std::collections::HashMap;

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};

use super::bind::variable_name;
use super::call::{emit_argument_use, with_values};
use super::emitter::{At, Emitter, Next, emitting, spent, spent_besides};
use super::loops::emit_looped;
use super::operand::Operand;
use super::paths::call::emit_paths_function;
use super::paths::path_closure;
use super::value::emit_filter;
use crate::analysis::{Outputs, ParameterId};
use crate::plan::{self, Argument, Closure, Code, Scope, passed_on};
use crate::syntax::{DefinitionId, Filter};

/// The purpose of a call of a definition.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(super) enum Mode {
    /// Its values.
    Value,
    /// Its values and the paths to them.
    Paths,
}

/// The functions of a program: each is made once for each mode it is called in.
#[derive(Default)]
pub(super) struct Functions {
    known: HashMap<(DefinitionId, Mode), Ident>,
    open: Vec<(DefinitionId, Mode, Ident)>,
}

/// The name of a definition's function, which will be made.
pub(super) fn function_name(emitter: &Emitter<'_>, definition: DefinitionId, mode: Mode) -> Ident {
    if let Some(name) = emitter.functions.borrow().known.get(&(definition, mode)) {
        return name.clone();
    }
    let name = emitter.fresh(&emitter.facts.definition(definition).name);
    let mut functions = emitter.functions.borrow_mut();
    functions.known.insert((definition, mode), name.clone());
    functions.open.push((definition, mode, name.clone()));
    name
}

/// All functions that were called, and those that these call.
pub(super) fn take_functions<'p>(emitter: &'p Emitter<'p>) -> TokenStream {
    let mut made = TokenStream::new();
    loop {
        let next = emitter.functions.borrow_mut().open.pop();
        let Some((definition, mode, name)) = next else { return made };
        made.extend(match mode {
            Mode::Value => emit_value_function(emitter, definition, &name),
            Mode::Paths => emit_paths_function(emitter, definition, &name),
        });
    }
}

fn emit_value_function<'p>(
    emitter: &'p Emitter<'p>,
    definition: DefinitionId,
    name: &Ident,
) -> TokenStream {
    let (made, facts) =
        (emitter.facts.definition(definition), emitter.facts.analysis.of(definition));
    let (outputs, consumes, is_loop, as_paths) =
        (facts.outputs, facts.consumes, facts.is_loop, facts.uses_paths);
    let (parameters, scope) = function_scope(emitter, definition, as_paths);
    let input = emitter.fresh("input");
    let (of, operand) = if consumes {
        (quote!(Value), Operand::local(&input))
    } else {
        (quote!(&Value), Operand::reference(&input))
    };
    let doc = format!(" `def {}`", made.name);
    let at = At { emitter, input: operand, scope };
    let tail = is_loop.then(|| plan::tail(&at.site(), &made.body, definition)).flatten();
    let recurses = made.is_apart || (made.is_recursive && tail.is_none());
    let way = match (&tail, recurses) {
        (Some(_), _) => "a loop",
        (None, true) => "one call deeper",
        (None, false) => "called",
    };
    emitter.note(
        &format_args!("def {}", made.name),
        &format_args!("a function of {outputs:?}, {way}"),
    );
    let (result, body, emit) = emit_function_body(emitter, outputs, |next| match &tail {
        Some(tail) => emit_looped(&at, definition, tail, next),
        None => emit_filter(&at, &made.body, next),
    });
    let (mark, body) = if recurses {
        let steps = spent_besides(&body);
        let (mark, taken) = if consumes {
            (quote!(mut), quote!(let #input = take(&mut #input);))
        } else {
            (TokenStream::new(), TokenStream::new())
        };
        let called = emit_called_deeper(emitter, outputs, &quote!(#taken #body));
        (mark, quote!(#steps #called))
    } else {
        let steps = spent(&body);
        (TokenStream::new(), quote!(#steps #body))
    };
    quote! {
        #[doc = #doc]
        fn #name(cx: &Cx, #mark #input: #of #(, #parameters)* #emit) -> #result { #body }
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
            let body = body(&mut Next::new(&mut |value: Operand| value.result()));
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

/// The parameters of a definition's function, those for what it uses of others included, and
/// the scope of its body.
pub(super) fn function_scope<'p>(
    emitter: &Emitter<'p>,
    definition: DefinitionId,
    as_paths: bool,
) -> (Vec<TokenStream>, Scope<'p>) {
    let (mut parameters, mut scope) = (Vec::new(), Scope::default());
    let (own, free) = (
        &emitter.facts.definition(definition).parameters,
        emitter.facts.analysis.of(definition).free.clone(),
    );
    let mut filters = Vec::new();
    let mut variables = Vec::new();
    for (index, parameter) in (0..).zip(own) {
        match parameter.variable {
            Some(variable) => variables.push(variable),
            None => filters.push((definition, index)),
        }
    }
    variables.extend(free.variables);
    filters.extend(free.parameters);
    for variable in variables {
        let name = emitter.fresh(variable_name(emitter, variable));
        parameters.push(quote!(#name: &Value));
        scope = emitter.bound(&scope, variable, &Operand::reference(&name));
    }
    for id in filters {
        let name = emitter.fresh(parameter_name(emitter, id));
        parameters.push(if as_paths {
            quote!(#name: &PathFilter<'_>)
        } else {
            quote!(#name: &Filter<'_>)
        });
        let kind = if as_paths { Closure::Paths } else { Closure::Many };
        let code = Code::Closure { kind, name, is_local: false };
        scope = scope.with_parameter(id, Argument { code, outputs: Outputs::Many });
    }
    for label in free.labels {
        let name = emitter.fresh("label");
        parameters.push(quote!(#name: u64));
        scope = scope.with_label(label, &name);
    }
    (parameters, scope)
}

pub(super) fn parameter_name<'p>(
    emitter: &Emitter<'p>,
    (definition, index): ParameterId,
) -> &'p str {
    emitter
        .facts
        .definition(definition)
        .parameters
        .get(index as usize)
        .map_or("f", |parameter| &parameter.name)
}

/// Code with the arguments of a function, in the order of its parameters.
pub(super) fn with_closures<'p>(
    at: &At<'p>,
    definition: DefinitionId,
    arguments: &'p [Filter],
    as_paths: bool,
    then: &mut dyn FnMut(&At<'p>, &[TokenStream]) -> TokenStream,
) -> TokenStream {
    let parameters = &at.emitter.facts.definition(definition).parameters;
    with_values(at, definition, arguments, &mut |at, values| {
        let mut handed: Vec<TokenStream> = values.iter().map(Operand::borrow).collect();
        let pairs = parameters.iter().zip(arguments);
        for (_, argument) in pairs.filter(|(parameter, _)| parameter.variable.is_none()) {
            let argument = at.emitter.facts.inlined(argument, &at.scope);
            handed.push(handed_arguments(at, &argument, as_paths));
        }
        free_arguments(at, definition, as_paths, &mut handed);
        then(at, &handed)
    })
}

/// The arguments of a definition's function where its parameters are in scope.
pub(super) fn own_arguments(
    at: &At<'_>,
    definition: DefinitionId,
    as_paths: bool,
) -> Vec<TokenStream> {
    let (mut handed, parameters) =
        (Vec::new(), &at.emitter.facts.definition(definition).parameters);
    for variable in parameters.iter().filter_map(|parameter| parameter.variable) {
        handed.push(at.variable(variable).borrow());
    }
    for (index, _) in (0..).zip(parameters).filter(|(_, parameter)| parameter.variable.is_none()) {
        let argument = at.scope.parameter((definition, index));
        handed.push(handed_arguments(at, argument, as_paths));
    }
    free_arguments(at, definition, as_paths, &mut handed);
    handed
}

fn free_arguments(
    at: &At<'_>,
    definition: DefinitionId,
    as_paths: bool,
    handed: &mut Vec<TokenStream>,
) {
    let free = &at.emitter.facts.analysis.of(definition).free;
    handed.extend(free.variables.iter().map(|variable| at.variable(*variable).borrow()));
    let arguments = free.parameters.iter().map(|id| at.scope.parameter(*id));
    handed.extend(arguments.map(|argument| handed_arguments(at, argument, as_paths)));
    handed.extend(free.labels.iter().map(|label| at.scope.label(*label).to_token_stream()));
}

/// An argument as a function takes it: `&Filter<'_>`, or `&PathFilter<'_>`.
fn handed_arguments<'p>(at: &At<'p>, argument: &Argument<'p>, as_paths: bool) -> TokenStream {
    let emitter = at.emitter;
    let wanted = if as_paths { Closure::Paths } else { Closure::Many };
    match &argument.code {
        Code::Closure { kind, name, is_local } if *kind == wanted => {
            if *is_local {
                quote!(&#name)
            } else {
                quote!(#name)
            }
        }
        Code::Inline(filter, scope) if as_paths => {
            let closure = path_closure(emitter, filter, scope);
            quote!(&#closure)
        }
        Code::Inline(filter, scope) => match passed_on(filter, scope) {
            Some(argument) => handed_arguments(at, &argument, as_paths),
            None => {
                let closure = emitter.closure(filter, scope);
                quote!(&#closure)
            }
        },
        Code::Closure { .. } => {
            let (input, emit) = (emitter.fresh("input"), emitter.fresh("emit"));
            let body = emitting(&quote!(#emit), &quote!(#emit), |next| {
                emit_argument_use(&at.on(Operand::reference(&input)), argument, next)
            });
            quote!(&|#input: &Value, #emit: &mut Emit<'_>| -> Flow { #body Ok(()) })
        }
    }
}
