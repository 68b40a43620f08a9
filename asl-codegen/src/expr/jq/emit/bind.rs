//! Variables: `source as $x | body`, patterns that take values apart, and their alternatives.

use std::collections::BTreeSet;

use proc_macro2::{Literal as Token, TokenStream};
use quote::quote;

use super::call::lifetime;
use super::emitter::{Emitter, Next};
use super::operand::Operand;
use super::scope::Scope;
use crate::expr::jq::analysis;
use crate::expr::jq::emit::value::emit_each;
use crate::expr::jq::emit::value::emit_filter;
use crate::expr::jq::syntax::{Filter, Kind, Literal, Pattern, VariableId};

/// Code within a scope.
type Body<'k, 'p> = &'k mut dyn FnMut(&mut Emitter<'p>, &Scope<'p>) -> TokenStream;

/// The parts of a pattern of an object.
type Entries<'p> = &'p [(Filter, Option<VariableId>, Option<Pattern>)];

/// `source as $x | body`
pub(super) fn emit_bind<'p>(
    emitter: &mut Emitter<'p>,
    source: &'p Filter,
    patterns: &'p [Pattern],
    body: &'p Filter,
    input: &Operand,
    scope: &Scope<'p>,
    next: &mut Next<'_, 'p>,
) -> TokenStream {
    let [pattern] = patterns else {
        return emit_bound_outputs(
            emitter,
            source,
            patterns,
            &input.lent(),
            scope,
            &mut |emitter, scope| emit_filter(emitter, body, &input.lent(), scope, next),
        );
    };
    let moves = input.is_owned() && emitter.consumes(body) && emitter.has_one(source, scope);
    if !moves {
        return emit_bound_outputs(
            emitter,
            source,
            patterns,
            &input.lent(),
            scope,
            &mut |emitter, scope| emit_filter(emitter, body, &input.lent(), scope, next),
        );
    }
    // The body writes to the input in place: nothing may borrow from it any more.
    let is_plain = matches!(pattern, Pattern::Variable(_));
    let (statements, value) = emitter.only(source, &input.lent(), scope);
    let (bound, value) = value.own(emitter, "value");
    let rest =
        emit_pattern(emitter, pattern, &value, &input.lent(), scope, &mut |emitter, scope| {
            let input = if is_plain { input.clone() } else { input.lent() };
            emit_filter(emitter, body, &input, scope, next)
        });
    quote!(#statements #bound #rest)
}

/// Code that runs for each output of a source with its variables bound. Of several patterns
/// each is tried where the one before, or what comes after it, fails.
pub(super) fn emit_bound_outputs<'p>(
    emitter: &mut Emitter<'p>,
    source: &'p Filter,
    patterns: &'p [Pattern],
    input: &Operand,
    scope: &Scope<'p>,
    body: Body<'_, 'p>,
) -> TokenStream {
    emit_each(emitter, source, input, scope, &mut |emitter, value| {
        let (bound, value) = value.stable(emitter, word(patterns, emitter));
        let rest = emit_bound_value(emitter, patterns, &value, input, scope, body);
        quote!(#bound #rest)
    })
}

/// Code with the variables of the patterns bound to parts of a value.
pub(super) fn emit_bound_value<'p>(
    emitter: &mut Emitter<'p>,
    patterns: &'p [Pattern],
    value: &Operand,
    input: &Operand,
    scope: &Scope<'p>,
    body: Body<'_, 'p>,
) -> TokenStream {
    match patterns {
        [pattern] => emit_pattern(emitter, pattern, value, input, scope, body),
        patterns => emit_pattern_alternatives(emitter, patterns, &value.lent(), input, scope, body),
    }
}

/// The body is a closure, of all variables: each pattern ends in a call of it. They are tried
/// one after the other in a block that the first one to succeed leaves.
fn emit_pattern_alternatives<'p>(
    emitter: &mut Emitter<'p>,
    patterns: &'p [Pattern],
    value: &Operand,
    input: &Operand,
    scope: &Scope<'p>,
    body: Body<'_, 'p>,
) -> TokenStream {
    let mut variables = BTreeSet::new();
    for pattern in patterns {
        analysis::variables(pattern, &mut |variable| {
            variables.insert(variable);
        });
    }
    // Variables of the other patterns are null.
    let (mut inner, mut unbound, mut parameters) = (scope.clone(), scope.clone(), Vec::new());
    for variable in &variables {
        let name = emitter.fresh(variable_name(emitter, *variable));
        inner = inner.with_variable(*variable, &Operand::reference(&name));
        unbound = unbound.with_variable(*variable, &Operand::Constant(quote!(Value::Null)));
        parameters.push(quote!(#name));
    }
    let variables: Vec<VariableId> = variables.into_iter().collect();
    let count = Token::usize_unsuffixed(variables.len());
    let (name, made) = (emitter.fresh("body"), body(emitter, &inner));
    let mut ways: Vec<TokenStream> = Vec::with_capacity(patterns.len());
    for pattern in patterns {
        ways.push(emit_pattern(
            emitter,
            pattern,
            value,
            &input.lent(),
            &unbound,
            &mut |emitter, scope| {
                let values = bound_values(emitter, &variables, pattern, scope);
                quote!(#name(#values)?;)
            },
        ));
    }
    let (last, label) = (ways.pop().unwrap_or_default(), lifetime(&emitter.fresh("matched")));
    quote! {
        let mut #name = |[#(#parameters),*]: [&Value; #count]| -> Flow { #made Ok(()) };
        #label: {
            #(
                if caught((|| -> Flow { #ways Ok(()) })())?.is_ok() {
                    break #label;
                }
            )*
            #last
        }
    }
}

/// The values of the variables of all patterns where one of them matched: null, but for its
/// own.
fn bound_values<'p>(
    emitter: &mut Emitter<'p>,
    variables: &[VariableId],
    pattern: &Pattern,
    scope: &Scope<'p>,
) -> TokenStream {
    let mut own = BTreeSet::new();
    analysis::variables(pattern, &mut |variable| {
        own.insert(variable);
    });
    if own.len() == variables.len() {
        let values = variables.iter().map(|variable| scope.variable(*variable).borrow());
        return quote!([#(#values),*]);
    }
    // Not one by one: as many patterns as there are variables would make code of their square.
    let count = Token::usize_unsuffixed(variables.len());
    let null = emitter.statics.hoisted(&quote!(Value::Null));
    let assigned = own.iter().filter_map(|variable| {
        let place = Token::usize_unsuffixed(variables.binary_search(variable).ok()?);
        let value = scope.variable(*variable).borrow();
        Some(quote!(values[#place] = #value;))
    });
    quote!({ let mut values = [#null; #count]; #(#assigned)* values })
}

/// Code with the variables of a pattern bound to parts of a value.
fn emit_pattern<'p>(
    emitter: &mut Emitter<'p>,
    pattern: &'p Pattern,
    value: &Operand,
    input: &Operand,
    scope: &Scope<'p>,
    body: Body<'_, 'p>,
) -> TokenStream {
    match pattern {
        Pattern::Variable(variable) => {
            let scope = with_first(scope, *variable, value);
            body(emitter, &scope)
        }
        Pattern::Array(items) => emit_pattern_items(emitter, items, value, input, scope, body),
        Pattern::Object(entries) => {
            emit_pattern_entries(emitter, entries, value, input, scope, body)
        }
    }
}

fn emit_pattern_items<'p>(
    emitter: &mut Emitter<'p>,
    items: &'p [Pattern],
    value: &Operand,
    input: &Operand,
    scope: &Scope<'p>,
    body: Body<'_, 'p>,
) -> TokenStream {
    // jq takes the last item first.
    let Some((last, rest)) = items.split_last() else { return body(emitter, scope) };
    let ((before, whole), name) = (value.place(emitter), emitter.fresh(word_of(emitter, last)));
    let number = Token::usize_unsuffixed(rest.len());
    let item = Operand::reference(&name);
    let matched = emit_pattern(emitter, last, &item, input, scope, &mut |emitter, scope| {
        emit_pattern_items(emitter, rest, value, input, scope, body)
    });
    quote!(#before let #name = item(#whole, #number)?; #matched)
}

fn emit_pattern_entries<'p>(
    emitter: &mut Emitter<'p>,
    entries: Entries<'p>,
    value: &Operand,
    input: &Operand,
    scope: &Scope<'p>,
    body: Body<'_, 'p>,
) -> TokenStream {
    let Some(((key, variable, pattern), rest)) = entries.split_first() else {
        return body(emitter, scope);
    };
    let mut with_member = |emitter: &mut Emitter<'p>, member: Operand| {
        let word = variable.map_or("member", |variable| variable_name(emitter, variable));
        let (bound, member) = member.stable(emitter, word);
        let scope =
            variable.map_or_else(|| scope.clone(), |variable| with_first(scope, variable, &member));
        let matched = match pattern {
            Some(pattern) => {
                emit_pattern(emitter, pattern, &member, input, &scope, &mut |emitter, scope| {
                    emit_pattern_entries(emitter, rest, value, input, scope, body)
                })
            }
            None => emit_pattern_entries(emitter, rest, value, input, &scope, body),
        };
        quote!(#bound #matched)
    };
    if let Kind::Literal(Literal::String(name)) = &key.kind {
        let (before, whole) = value.place(emitter);
        let rest = with_member(emitter, Operand::BorrowedOnce(quote!(field(#whole, #name)?)));
        return quote!(#before #rest);
    }
    emit_each(emitter, key, &input.lent(), scope, &mut |emitter, key| {
        let (key, whole) = (key.borrow(), value.borrow());
        with_member(emitter, Operand::Once(quote!(index(cx, #whole, #key)?)))
    })
}

fn word_of<'p>(emitter: &Emitter<'p>, pattern: &Pattern) -> &'p str {
    match pattern {
        Pattern::Variable(variable) => variable_name(emitter, *variable),
        Pattern::Array(_) | Pattern::Object(_) => "value",
    }
}

/// The name of a variable in the program.
pub(super) fn variable_name<'p>(emitter: &Emitter<'p>, variable: VariableId) -> &'p str {
    emitter.program.variables.get(variable.0 as usize).map_or("value", String::as_str)
}

/// The word that names a bound value.
fn word<'p>(patterns: &[Pattern], emitter: &Emitter<'p>) -> &'p str {
    patterns
        .first()
        .filter(|_| patterns.len() == 1)
        .map_or("value", |pattern| word_of(emitter, pattern))
}

/// A scope with a variable of a pattern. Of one that a pattern binds twice, jq keeps the value that
/// it takes first; alternatives begin with null.
fn with_first<'p>(scope: &Scope<'p>, variable: VariableId, value: &Operand) -> Scope<'p> {
    match scope.find_variable(variable) {
        None | Some(Operand::Constant(_)) => scope.with_variable(variable, value),
        Some(_) => scope.clone(),
    }
}
