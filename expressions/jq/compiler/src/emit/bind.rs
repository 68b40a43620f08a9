//! Variables: `source as $x | body`, patterns that take values apart, and their alternatives.

use proc_macro2::{Literal as Token, TokenStream};
use quote::quote;

use super::emitter::{At, Emitter, Next};
use super::loops::lifetime;
use super::operand::Operand;
use crate::analysis;
use crate::emit::value::{emit_each, emit_filter};
use crate::plan::{self, Value};
use crate::syntax::{Filter, Kind, Literal, Pattern, VariableId};
use asl_source::sorted::SortedSet;

/// Code where the variables are bound.
type Body<'k, 'p> = &'k mut dyn FnMut(&At<'p>) -> TokenStream;

/// The parts of a pattern of an object.
pub(super) type Entries<'p> = &'p [(Filter, Option<VariableId>, Option<Pattern>)];

/// `source as $x | body`
pub(super) fn emit_bind<'p>(
    at: &At<'p>,
    source: &'p Filter,
    patterns: &'p [Pattern],
    body: &'p Filter,
    next: &mut Next<'_>,
) -> TokenStream {
    let moved = plan::moved_pattern(&at.site(), (source, patterns, body), at.input.form());
    let Some(pattern) = moved else {
        let body = &mut |at: &At<'p>| emit_filter(at, body, next);
        return emit_bound_outputs(&at.lent(), source, patterns, body);
    };
    let is_plain = matches!(pattern, Pattern::Variable(_));
    let (statements, value) = at.lent().only(source);
    let (bound, value) = value.own(at.emitter, "value");
    let rest = emit_pattern(&at.lent(), pattern, &value, &mut |inner| {
        let inner = if is_plain { inner.on(at.input.clone()) } else { inner.clone() };
        emit_filter(&inner, body, next)
    });
    quote!(#statements #bound #rest)
}

/// Code that runs for each output of a source with its variables bound. Each of several patterns is
/// tried if the one before fails, or the code after it.
pub(super) fn emit_bound_outputs<'p>(
    at: &At<'p>,
    source: &'p Filter,
    patterns: &'p [Pattern],
    body: Body<'_, 'p>,
) -> TokenStream {
    emit_each(at, source, &mut |value| {
        let (bound, value) = value.stable(at.emitter, word(patterns, at.emitter));
        let rest = emit_bound_value(at, patterns, &value, body);
        quote!(#bound #rest)
    })
}

/// Code with the variables of the patterns bound to parts of a value.
pub(super) fn emit_bound_value<'p>(
    at: &At<'p>,
    patterns: &'p [Pattern],
    value: &Operand,
    body: Body<'_, 'p>,
) -> TokenStream {
    match patterns {
        [pattern] => emit_pattern(at, pattern, value, body),
        patterns => emit_pattern_alternatives(at, patterns, &value.lent(), body),
    }
}

/// The body is a closure, of all variables: each pattern ends in a call of it. They are tried
/// one after the other in a block that the first one to succeed leaves.
fn emit_pattern_alternatives<'p>(
    at: &At<'p>,
    patterns: &'p [Pattern],
    value: &Operand,
    body: Body<'_, 'p>,
) -> TokenStream {
    let mut variables = SortedSet::new();
    for pattern in patterns {
        analysis::variables(pattern, &mut |variable| {
            variables.insert(variable);
        });
    }
    // Variables of the other patterns are null.
    let (mut inner, mut unbound, mut parameters) = (at.scope.clone(), at.scope.clone(), Vec::new());
    for variable in &variables {
        let name = at.emitter.fresh(variable_name(at.emitter, *variable));
        inner = at.emitter.bound(&inner, *variable, &Operand::reference(&name));
        unbound = unbound.with_variable(*variable, Value::Null);
        parameters.push(quote!(#name));
    }
    let variables: Vec<VariableId> = variables.into_iter().collect();
    let count = Token::usize_unsuffixed(variables.len());
    let (name, made) = (at.emitter.fresh("body"), body(&at.scoped(&inner)));
    let mut ways: Vec<TokenStream> = Vec::with_capacity(patterns.len());
    for pattern in patterns {
        ways.push(emit_pattern(&at.lent().scoped(&unbound), pattern, value, &mut |at| {
            let values = bound_values(at, &variables, pattern);
            quote!(#name(#values)?;)
        }));
    }
    let (last, label) = (ways.pop().unwrap_or_default(), lifetime(&at.emitter.fresh("matched")));
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
fn bound_values(at: &At<'_>, variables: &[VariableId], pattern: &Pattern) -> TokenStream {
    let mut own = SortedSet::new();
    analysis::variables(pattern, &mut |variable| {
        own.insert(variable);
    });
    if own.len() == variables.len() {
        let values = variables.iter().map(|variable| at.variable(*variable).borrow());
        return quote!([#(#values),*]);
    }
    // Not one by one: as many patterns as there are variables would make code of their square.
    let count = Token::usize_unsuffixed(variables.len());
    let null = at.emitter.statics.borrow_mut().hoisted(&quote!(Value::Null));
    let assigned = own.iter().filter_map(|variable| {
        let place = Token::usize_unsuffixed(variables.binary_search(variable).ok()?);
        let value = at.variable(*variable).borrow();
        Some(quote!(values[#place] = #value;))
    });
    quote!({ let mut values = [&#null; #count]; #(#assigned)* values })
}

/// Code with the variables of a pattern bound to parts of a value.
fn emit_pattern<'p>(
    at: &At<'p>,
    pattern: &'p Pattern,
    value: &Operand,
    body: Body<'_, 'p>,
) -> TokenStream {
    match pattern {
        Pattern::Variable(variable) => body(&with_first(at, *variable, value)),
        Pattern::Array(items) => emit_pattern_items(at, items, value, body),
        Pattern::Object(entries) => emit_pattern_entries(at, entries, value, body),
    }
}

fn emit_pattern_items<'p>(
    at: &At<'p>,
    items: &'p [Pattern],
    value: &Operand,
    body: Body<'_, 'p>,
) -> TokenStream {
    // jq takes the last item first.
    let Some((last, rest)) = items.split_last() else { return body(at) };
    let ((before, whole), name) =
        (value.place(at.emitter), at.emitter.fresh(word_of(at.emitter, last)));
    let number = Token::usize_unsuffixed(rest.len());
    let item = Operand::reference(&name);
    let matched =
        emit_pattern(at, last, &item, &mut |at| emit_pattern_items(at, rest, value, body));
    quote!(#before let #name = item(#whole, #number)?; #matched)
}

fn emit_pattern_entries<'p>(
    at: &At<'p>,
    entries: Entries<'p>,
    value: &Operand,
    body: Body<'_, 'p>,
) -> TokenStream {
    let Some(((key, variable, pattern), rest)) = entries.split_first() else {
        return body(at);
    };
    let mut with_member = |member: Operand| {
        let word = variable.map_or("member", |variable| variable_name(at.emitter, variable));
        let (bound, member) = member.stable(at.emitter, word);
        let at = variable.map_or_else(|| at.clone(), |variable| with_first(at, variable, &member));
        let matched = match pattern {
            Some(pattern) => emit_pattern(&at, pattern, &member, &mut |at| {
                emit_pattern_entries(at, rest, value, body)
            }),
            None => emit_pattern_entries(&at, rest, value, body),
        };
        quote!(#bound #matched)
    };
    if let Kind::Literal(Literal::String(name)) = &key.kind {
        let (before, whole) = value.place(at.emitter);
        let rest = with_member(Operand::BorrowedOnce(quote!(field(#whole, #name)?)));
        return quote!(#before #rest);
    }
    emit_each(&at.lent(), key, &mut |key| {
        let (key, whole) = (key.borrow(), value.borrow());
        with_member(Operand::Tried(quote!(index(cx, #whole, #key))))
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
    emitter.facts.program.variables.get(variable.0 as usize).map_or("value", String::as_str)
}

/// The word that names a bound value.
fn word<'p>(patterns: &[Pattern], emitter: &Emitter<'p>) -> &'p str {
    patterns
        .first()
        .filter(|_| patterns.len() == 1)
        .map_or("value", |pattern| word_of(emitter, pattern))
}

/// With a variable of a pattern. Of one that a pattern binds twice, jq keeps the value that
/// it takes first; alternatives begin with null.
pub(super) fn with_first<'p, I: Clone>(
    at: &At<'p, I>,
    variable: VariableId,
    value: &Operand,
) -> At<'p, I> {
    match at.scope.find_variable(variable) {
        None | Some(Value::Null) => at.scoped(&at.emitter.bound(&at.scope, variable, value)),
        Some(Value::Bound(_)) => at.clone(),
    }
}
