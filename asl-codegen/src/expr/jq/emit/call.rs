//! Calls: of natives, of filter parameters, and of definitions that become part of their callers.

use std::rc::Rc;

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::emitter::{Emitter, Next, spent};
use super::functions::Mode;
use super::operand::Operand;
use super::scope::{Argument, Code, Scope, Target};
use crate::expr::jq::analysis::{self, Outputs};
use crate::expr::jq::parts::children;
use crate::expr::jq::syntax::{Callee, DefinitionId, Filter, Kind, Pattern};

/// Arguments of up to so many filters are put wherever they are used.
const SMALL: usize = 3;

impl<'p> Emitter<'p> {
    /// A call, whatever is called.
    pub(super) fn call(
        &mut self,
        callee: Callee,
        arguments: &'p [Filter],
        input: &Operand,
        scope: &Scope<'p>,
        next: &mut Next<'_, 'p>,
    ) -> TokenStream {
        match callee {
            Callee::Native(native) => self.native(native, arguments, input, scope, next),
            Callee::Special(special) => self.special(special, arguments, input, scope, next),
            Callee::Parameter(definition, index) => {
                let argument = scope.parameter((definition, index)).clone();
                self.argument_used(&argument, input, next)
            }
            Callee::Definition(definition) if self.analysis.of(definition).is_inline => {
                self.inline(definition, arguments, input, scope, next)
            }
            Callee::Definition(definition) => {
                self.function_called(definition, arguments, input, scope, next)
            }
        }
    }

    /// A function of the runtime: the last argument is the outermost loop.
    fn native(
        &mut self,
        native: &'static str,
        arguments: &'p [Filter],
        input: &Operand,
        scope: &Scope<'p>,
        next: &mut Next<'_, 'p>,
    ) -> TokenStream {
        let function = format_ident!("{}", native);
        let last_first: Vec<&'p Filter> = arguments.iter().rev().collect();
        let changes = matches!(native, "setpath" | "delpaths") && input.is_owned();
        let changes = changes && arguments.iter().all(|argument| self.has_one(argument, scope));
        self.combined(&last_first, &input.lent(), scope, &mut |emitter, values| {
            if changes {
                return emitter.changed_by(native, input, values, next);
            }
            let values = values.iter().rev().map(Operand::borrow);
            let input = input.borrow();
            next.make(emitter, Operand::Once(quote!(native::#function(cx, #input #(, #values)*)?)))
        })
    }

    /// `setpath`, `delpaths` of an input that nobody else needs: it is changed in place, so that
    /// nothing may borrow from it any more.
    fn changed_by(
        &mut self,
        native: &'static str,
        input: &Operand,
        values: &[Operand],
        next: &mut Next<'_, 'p>,
    ) -> TokenStream {
        let (mut before, mut handed) = (TokenStream::new(), Vec::new());
        for value in values.iter().rev() {
            let (bound, value) = value.lent().own(self, "value");
            before.extend(bound);
            handed.push(value.borrow());
        }
        let (function, input) = (format_ident!("{}_to", native), input.value());
        let rest =
            next.make(self, Operand::Once(quote!(paths::#function(cx, #input #(, #handed)*)?)));
        quote!(#before #rest)
    }

    /// A filter parameter, of this input.
    pub(super) fn argument_used(
        &mut self,
        argument: &Argument<'p>,
        input: &Operand,
        next: &mut Next<'_, 'p>,
    ) -> TokenStream {
        match &argument.code {
            Code::Inline(filter, scope) => self.each(filter, input, scope, next),
            Code::One(name) => {
                let input = input.borrow();
                next.make(self, Operand::Once(quote!(#name(#input)?)))
            }
            Code::Many { name, is_local: true } => {
                let (input, emit) = (input.borrow(), self.consumer(next));
                quote!(#name(#input, #emit)?;)
            }
            Code::Many { name, is_local: false } => {
                // What a function is given may be made of what another call of it was given, and so
                // on.
                let (before, input) = input.clone().stable(self, "value");
                let (input, emit) = (input.borrow(), self.consumer(next));
                quote!(#before cx.deeper(&mut || #name(#input, #emit))?;)
            }
            Code::Paths { name, is_local } => {
                let (before, input) = input.clone().stable(self, "value");
                let (input, value) = (input.borrow(), self.fresh("value"));
                let taken = next.make(self, Operand::reference(&value));
                let called = quote! {
                    #name(&Trail::off(), #input, &mut |_: &Trail<'_>, #value: &Value| -> Flow { #taken Ok(()) })
                };
                if *is_local {
                    quote!(#before #called?;)
                } else {
                    quote!(#before cx.deeper(&mut || #called)?;)
                }
            }
        }
    }

    /// The code of a definition in place of its call.
    fn inline(
        &mut self,
        definition: DefinitionId,
        arguments: &'p [Filter],
        input: &Operand,
        scope: &Scope<'p>,
        next: &mut Next<'_, 'p>,
    ) -> TokenStream {
        let facts = self.analysis.of(definition);
        let (is_loop, as_paths) = (facts.is_loop, facts.uses_paths);
        let body = &self.definition(definition).body;
        self.with_arguments(
            definition,
            arguments,
            input,
            scope,
            as_paths,
            &mut |emitter, input, scope| {
                if !is_loop {
                    return emitter.each(body, input, scope, next);
                }
                if emitter.can_loop(body, definition, scope) {
                    return emitter.looped(definition, input, scope, next);
                }
                let arguments = emitter.own_arguments(definition, as_paths, scope);
                emitter.function_made(definition, &arguments, input, next)
            },
        )
    }

    /// Code with the parameters of a definition bound to arguments, its input handed through.
    pub(super) fn with_arguments(
        &mut self,
        definition: DefinitionId,
        arguments: &'p [Filter],
        input: &Operand,
        scope: &Scope<'p>,
        as_paths: bool,
        then: &mut dyn FnMut(&mut Self, &Operand, &Scope<'p>) -> TokenStream,
    ) -> TokenStream {
        let parameters = &self.definition(definition).parameters;
        let consumes = self.analysis.of(definition).consumes && input.is_owned();
        let by_value =
            parameters.iter().zip(arguments).filter(|(parameter, _)| parameter.variable.is_some());
        let values: Vec<&'p Filter> = by_value.map(|(_, argument)| argument).collect();
        let all_one = values.iter().all(|value| self.has_one(value, scope));
        self.combined(&values, &input.lent(), scope, &mut |emitter, values| {
            let (mut before, mut inner, mut values) =
                (TokenStream::new(), scope.clone(), values.iter());
            for ((index, parameter), argument) in (0..).zip(parameters).zip(arguments) {
                if let Some(variable) = parameter.variable {
                    let Some(value) = values.next() else { continue };
                    // A definition that writes to its input in place must not have its variables
                    // borrow from it.
                    let (bound, value) = if consumes {
                        value.lent().own(emitter, &parameter.name)
                    } else {
                        (TokenStream::new(), value.lent())
                    };
                    before.extend(bound);
                    inner = inner.with_variable(variable, &value);
                } else {
                    let id = (definition, index);
                    let (bound, argument) = emitter.argument(id, argument, scope, as_paths);
                    before.extend(bound);
                    inner = inner.with_parameter(id, argument);
                }
            }
            let input = if all_one { input.clone() } else { input.lent() };
            let rest = then(emitter, &input, &inner);
            quote!(#before #rest)
        })
    }

    /// What a filter parameter of a definition that is inlined stands for. A large argument that is
    /// used in several places becomes a local closure.
    fn argument(
        &mut self,
        (definition, index): analysis::ParameterId,
        filter: &'p Filter,
        scope: &Scope<'p>,
        as_paths: bool,
    ) -> (TokenStream, Argument<'p>) {
        let argument = match &filter.kind {
            Kind::Call(Callee::Parameter(owner, index), _) => {
                scope.parameter((*owner, *index)).clone()
            }
            _ => self.inlined(filter, scope),
        };
        let uses =
            self.analysis.of(definition).uses.get(index as usize).copied().unwrap_or_default();
        let Code::Inline(filter, scope) = &argument.code else {
            return (TokenStream::new(), argument);
        };
        if uses <= 1 || weight(filter, scope) <= SMALL {
            return (TokenStream::new(), argument);
        }
        let name = self.fresh(
            self.definition(definition).parameters.get(index as usize).map_or("f", |p| &p.name),
        );
        let (closure, code, outputs) = if as_paths {
            let code = Code::Paths { name: name.clone(), is_local: true };
            (self.path_closure(filter, scope), code, Outputs::Many)
        } else if argument.outputs == Outputs::One {
            (self.closure_of_one(filter, scope), Code::One(name.clone()), Outputs::One)
        } else {
            let code = Code::Many { name: name.clone(), is_local: true };
            (self.closure(filter, scope), code, Outputs::Many)
        };
        (quote!(let #name = #closure;), Argument { code, outputs })
    }

    /// Whether all calls of itself in this part of a definition can become turns of a loop, given
    /// what its parameters stand for.
    pub(super) fn can_loop(
        &self,
        filter: &'p Filter,
        definition: DefinitionId,
        scope: &Scope<'p>,
    ) -> bool {
        if !analysis::goes_on(filter, definition) {
            return true;
        }
        match &filter.kind {
            Kind::Pipe(left, right) => {
                self.outputs(left, scope) != Outputs::Many
                    && self.can_loop(right, definition, scope)
            }
            Kind::Comma(_, right) => self.can_loop(right, definition, scope),
            Kind::If(branches, otherwise) => {
                branches.iter().all(|(condition, branch)| {
                    self.has_one(condition, scope) && self.can_loop(branch, definition, scope)
                }) && otherwise.iter().all(|branch| self.can_loop(branch, definition, scope))
            }
            Kind::Bind { source, patterns, body } => {
                matches!(patterns.as_slice(), [Pattern::Variable(_)])
                    && self.has_one(source, scope)
                    && self.can_loop(body, definition, scope)
            }
            Kind::Call(_, arguments) => arguments
                .iter()
                .zip(&self.definition(definition).parameters)
                .all(|(argument, parameter)| {
                    parameter.variable.is_none() || self.has_one(argument, scope)
                }),
            _ => false,
        }
    }

    /// A definition that calls itself last as a loop: its input is the state.
    pub(super) fn looped(
        &mut self,
        definition: DefinitionId,
        input: &Operand,
        scope: &Scope<'p>,
        next: &mut Next<'_, 'p>,
    ) -> TokenStream {
        let Self { program, .. } = *self;
        let Some(made) = program.definitions.get(definition.0 as usize) else {
            return TokenStream::new();
        };
        let state = self.fresh("state");
        let (mut before, mut inner, mut variables) =
            (TokenStream::new(), scope.clone(), Vec::new());
        for variable in made.parameters.iter().filter_map(|parameter| parameter.variable) {
            let (name, first) =
                (self.fresh(self.variable_name(variable)), scope.variable(variable).value());
            before.extend(quote!(let mut #name = #first;));
            inner = inner.with_variable(variable, &Operand::local(&name));
            variables.push(name);
        }
        let target = Rc::new(Target { label: self.fresh("turn"), state: state.clone(), variables });
        let inner = inner.with_loop(definition, &target);
        let first = input.value();
        if self.has_one(&made.body, &inner) {
            let result = self.fresh("value");
            let body = self.turn(
                &made.body,
                definition,
                &inner,
                &mut Next::new(&mut |_, value| {
                    let (label, value) = (lifetime(&target.label), value.value());
                    quote!(break #label #value;)
                }),
            );
            let rest = next.make(self, Operand::local(&result));
            return quote!(#before let mut #state = #first; let #result = #body; #rest);
        }
        self.shared(next, |emitter, next| {
            let body = emitter.turn(&made.body, definition, &inner, next);
            quote!(#before let mut #state = #first; #body)
        })
    }

    fn turn(
        &mut self,
        body: &'p Filter,
        definition: DefinitionId,
        scope: &Scope<'p>,
        next: &mut Next<'_, 'p>,
    ) -> TokenStream {
        let target = scope.target(definition);
        let (input, state, label) = (self.fresh("input"), &target.state, lifetime(&target.label));
        let body = self.tail(body, definition, &Operand::local(&input), scope, next);
        let steps = spent(&body);
        quote!(#label: loop { #steps let #input = take(&mut #state); #body })
    }

    /// The part of a loop's turn that comes last; all ways through it end in `continue` or `break`.
    fn tail(
        &mut self,
        filter: &'p Filter,
        definition: DefinitionId,
        input: &Operand,
        scope: &Scope<'p>,
        next: &mut Next<'_, 'p>,
    ) -> TokenStream {
        let target = scope.target(definition);
        let label = lifetime(&target.label);
        if !analysis::goes_on(filter, definition) {
            let end =
                if self.loop_is_one(definition, scope) { quote!() } else { quote!(break #label;) };
            let last = self.each(filter, input, scope, next);
            return quote!(#last #end);
        }
        match &filter.kind {
            Kind::Pipe(left, right) if self.has_one(left, scope) => {
                let (statements, value) = self.only(left, input, scope);
                let (bound, value) = value.stable(self, "value");
                let rest = self.tail(right, definition, &value, scope, next);
                quote!(#statements #bound #rest)
            }
            Kind::Pipe(left, right) => {
                let (left, value) = (self.maybe(left, input, scope), self.fresh("value"));
                let rest = self.tail(right, definition, &Operand::local(&value), scope, next);
                quote!(if let Some(#value) = #left { #rest } break #label;)
            }
            Kind::Comma(left, right) => {
                let left = self.each(left, &input.lent(), scope, next);
                let right = self.tail(right, definition, input, scope, next);
                quote!(#left #right)
            }
            Kind::If(branches, otherwise) => {
                let mut ways = TokenStream::new();
                for (condition, branch) in branches {
                    let condition = self.condition(condition, input, scope);
                    let branch = self.tail(branch, definition, input, scope, next);
                    ways.extend(quote!(if #condition { #branch } else));
                }
                let otherwise = match otherwise {
                    Some(filter) => self.tail(filter, definition, input, scope, next),
                    None => {
                        let end = if self.loop_is_one(definition, scope) {
                            quote!()
                        } else {
                            quote!(break #label;)
                        };
                        let last = next.make(self, input.clone());
                        quote!(#last #end)
                    }
                };
                quote!(#ways { #otherwise })
            }
            Kind::Bind { source, patterns, body } => {
                let (statements, value) = self.only(source, &input.lent(), scope);
                let (bound, value) = value.own(self, "value");
                let inner = match patterns.as_slice() {
                    [Pattern::Variable(variable)] => scope.with_variable(*variable, &value),
                    _ => unreachable!("`can_loop` lets single variables through"),
                };
                let rest = self.tail(body, definition, input, &inner, next);
                quote!(#statements #bound #rest)
            }
            Kind::Call(_, arguments) => self.go_on(arguments, definition, input, scope),
            _ => unreachable!("`can_loop` lets no other kind through"),
        }
    }

    fn loop_is_one(&self, definition: DefinitionId, scope: &Scope<'p>) -> bool {
        self.has_one(&self.definition(definition).body, scope)
    }

    /// The next turn of a loop.
    fn go_on(
        &mut self,
        arguments: &'p [Filter],
        definition: DefinitionId,
        input: &Operand,
        scope: &Scope<'p>,
    ) -> TokenStream {
        let target = scope.target(definition);
        let by_value = self.definition(definition).parameters.iter().zip(arguments);
        let by_value = by_value.filter(|(parameter, _)| parameter.variable.is_some());
        let (mut computed, mut assigned) = (TokenStream::new(), TokenStream::new());
        for ((_, argument), variable) in by_value.zip(&target.variables) {
            let (name, value) = (self.fresh("value"), self.one(argument, &input.lent(), scope));
            computed.extend(quote!(let #name = #value;));
            assigned.extend(quote!(#variable = #name;));
        }
        let (state, value, label) = (&target.state, input.value(), lifetime(&target.label));
        quote!(#computed #state = #value; #assigned continue #label;)
    }

    /// A definition's function, made or to be made, called with its arguments.
    fn function_called(
        &mut self,
        definition: DefinitionId,
        arguments: &'p [Filter],
        input: &Operand,
        scope: &Scope<'p>,
        next: &mut Next<'_, 'p>,
    ) -> TokenStream {
        let as_paths = self.analysis.of(definition).uses_paths;
        self.with_closures(
            definition,
            arguments,
            input,
            scope,
            as_paths,
            &mut |emitter, input, arguments| {
                emitter.function_made(definition, arguments, input, next)
            },
        )
    }

    /// The same with arguments as they are handed over.
    fn function_made(
        &mut self,
        definition: DefinitionId,
        arguments: &[TokenStream],
        input: &Operand,
        next: &mut Next<'_, 'p>,
    ) -> TokenStream {
        let (function, facts) =
            (self.function(definition, Mode::Value), self.analysis.of(definition));
        let input = if facts.consumes { input.value() } else { input.borrow() };
        match facts.sum.closed() {
            Outputs::One => {
                next.make(self, Operand::Once(quote!(#function(cx, #input #(, #arguments)*)?)))
            }
            Outputs::Maybe => {
                let value = self.fresh("value");
                let taken = next.make(self, Operand::local(&value));
                quote!(if let Some(#value) = #function(cx, #input #(, #arguments)*)? { #taken })
            }
            Outputs::Many => {
                let emit = self.consumer(next);
                quote!(#function(cx, #input #(, #arguments)*, #emit)?;)
            }
        }
    }
}

/// The label of a loop.
pub(super) fn lifetime(label: &Ident) -> TokenStream {
    let mark = proc_macro2::Punct::new('\'', proc_macro2::Spacing::Joint);
    quote!(#mark #label)
}

/// How much code a filter makes where it is put, as far as it matters here.
fn weight(filter: &Filter, scope: &Scope<'_>) -> usize {
    match &filter.kind {
        Kind::Call(Callee::Parameter(owner, index), _) => {
            match &scope.parameter((*owner, *index)).code {
                Code::Inline(filter, scope) => weight(filter, scope),
                Code::One(_) | Code::Many { .. } | Code::Paths { .. } => 1,
            }
        }
        Kind::Call(Callee::Definition(_), _) => SMALL + 1,
        _ => {
            let mut sum = 1;
            children(filter, &mut |child| {
                if sum <= SMALL {
                    sum += weight(child, scope);
                }
            });
            sum
        }
    }
}
