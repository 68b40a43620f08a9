//! The state of one emission, and what all kinds of filters are made with.
//!
//! Code is made in continuation passing style: [`emit_filter`](super::value::emit_filter) makes the code of a filter around
//! the code of what takes its outputs, which is made exactly once, however many outputs there are.
//! Code that is needed twice becomes a local closure first, see [`Emitter::shared`]. So nested
//! generators become nested loops, and the code stays linear in the program.

use proc_macro2::{Ident, Literal, TokenStream, TokenTree};
use quote::{format_ident, quote};

use super::functions::Functions;
use super::literal::Statics;
use super::operand::Operand;
use super::scope::{Argument, Scope};
use crate::expr::jq::analysis::{self, Analysis, Outputs};
use crate::expr::jq::emit::value::emit_each;
use crate::expr::jq::emit::value::emit_filter;
use crate::expr::jq::syntax::{Definition, DefinitionId, Filter, Program};

/// The state of one emission.
pub(super) struct Emitter<'p> {
    pub(super) program: &'p Program,
    pub(super) analysis: Analysis,
    pub(super) statics: Statics,
    pub(super) functions: Functions,
    names: u32,
}

/// The code that takes the outputs of a filter.
pub(super) struct Next<'k, 'p> {
    /// The code that takes one.
    make: &'k mut dyn FnMut(&mut Emitter<'p>, Operand) -> TokenStream,
    /// An expression of type `&mut Emit<'_>` that takes them all, if there is one.
    direct: Option<TokenStream>,
}

impl<'k, 'p> Next<'k, 'p> {
    /// Code around an output.
    pub(super) fn new(make: &'k mut dyn FnMut(&mut Emitter<'p>, Operand) -> TokenStream) -> Self {
        Self { make, direct: None }
    }

    /// Makes the code.
    pub(super) fn make(&mut self, emitter: &mut Emitter<'p>, output: Operand) -> TokenStream {
        (self.make)(emitter, output)
    }
}

impl<'p> Emitter<'p> {
    /// Nothing is made yet.
    pub(super) fn new(program: &'p Program) -> Self {
        Self {
            program,
            analysis: Analysis::new(program),
            statics: Statics::default(),
            functions: Functions::default(),
            names: 0,
        }
    }

    /// A definition.
    pub(super) fn definition(&self, id: DefinitionId) -> &'p Definition {
        match self.program.definitions.get(id.0 as usize) {
            Some(definition) => definition,
            None => unreachable!("a call of a definition that the program does not have"),
        }
    }

    /// A name that nothing else has: names of the runtime do not end in a number.
    pub(super) fn fresh(&mut self, word: &str) -> Ident {
        self.names += 1;
        let plain: String = word
            .chars()
            .map(
                |letter| {
                    if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '_' }
                },
            )
            .collect();
        let plain = plain.trim_matches('_');
        let plain = if plain.starts_with(|first: char| first.is_ascii_lowercase()) {
            plain
        } else {
            "value"
        };
        format_ident!("{plain}_{}", self.names)
    }

    /// The number of outputs a filter has here.
    pub(super) fn outputs(&self, filter: &Filter, scope: &Scope<'p>) -> Outputs {
        analysis::sum(filter, &self.analysis).resolved(&|id| scope.parameter(id).outputs)
    }

    /// True if it has exactly one.
    pub(super) fn has_one(&self, filter: &Filter, scope: &Scope<'p>) -> bool {
        self.outputs(filter, scope) == Outputs::One
    }

    /// True if a filter can make use of an input that nothing else needs.
    pub(super) fn consumes(&self, filter: &Filter) -> bool {
        analysis::consumes(filter, &|callee| self.analysis.of(callee).consumes)
    }

    /// The only output of a filter that has one, and the statements that compute it.
    pub(super) fn only(
        &mut self,
        filter: &'p Filter,
        input: &Operand,
        scope: &Scope<'p>,
    ) -> (TokenStream, Operand) {
        let mut output = None;
        let statements = emit_each(self, filter, input, scope, &mut |_, value| {
            output = Some(value);
            TokenStream::new()
        });
        // What ends in an error has no output that anybody would see.
        (statements, output.unwrap_or(Operand::Constant(quote!(Value::Null))))
    }

    /// The only output of a filter that has one, as an expression of type `Value`.
    pub(super) fn one(
        &mut self,
        filter: &'p Filter,
        input: &Operand,
        scope: &Scope<'p>,
    ) -> TokenStream {
        let (statements, output) = self.only(filter, input, scope);
        block(&statements, &output.value())
    }

    /// The output of a filter that has at most one, as an expression of type `Option<Value>`.
    pub(super) fn maybe(
        &mut self,
        filter: &'p Filter,
        input: &Operand,
        scope: &Scope<'p>,
    ) -> TokenStream {
        if self.has_one(filter, scope) {
            let (statements, output) = self.only(filter, input, scope);
            let value = output.value();
            return block(&statements, &quote!(Some(#value)));
        }
        let found = self.fresh("found");
        let statements = emit_each(self, filter, input, scope, &mut |_, value| {
            let value = value.value();
            quote!(#found = Some(#value);)
        });
        quote!({ let mut #found: Option<Value> = None; #statements #found })
    }

    /// Makes code that hands outputs over in several places: what takes them is put into a closure,
    /// unless it is one already.
    pub(super) fn shared(
        &mut self,
        next: &mut Next<'_, 'p>,
        body: impl FnOnce(&mut Self, &mut Next<'_, 'p>) -> TokenStream,
    ) -> TokenStream {
        if next.direct.is_some() {
            return body(self, next);
        }
        let (emit, value) = (self.fresh("emit"), self.fresh("value"));
        let taken = next.make(self, Operand::local(&value));
        let steps = spent(&taken);
        let body = self.emitting(&quote!(&mut #emit), &quote!(#emit), body);
        quote! {
            let mut #emit = |#value: Value| -> Flow { #steps #taken Ok(()) };
            #body
        }
    }

    /// Makes code whose outputs go to a function: `emit` is of type `&mut Emit<'_>`, `called` is
    /// the same as it is called.
    pub(super) fn emitting(
        &mut self,
        emit: &TokenStream,
        called: &TokenStream,
        body: impl FnOnce(&mut Self, &mut Next<'_, 'p>) -> TokenStream,
    ) -> TokenStream {
        let mut make = |_: &mut Self, value: Operand| {
            let value = value.value();
            quote!(#called(#value)?;)
        };
        body(self, &mut Next { make: &mut make, direct: Some(emit.clone()) })
    }

    /// The consumer of the outputs, as an expression of type `&mut Emit<'_>`.
    pub(super) fn consumer(&mut self, next: &mut Next<'_, 'p>) -> TokenStream {
        if let Some(direct) = &next.direct {
            return direct.clone();
        }
        let value = self.fresh("value");
        let taken = next.make(self, Operand::local(&value));
        let steps = spent(&taken);
        quote!(&mut |#value: Value| -> Flow { #steps #taken Ok(()) })
    }

    /// A filter as a closure that hands its outputs over.
    pub(super) fn closure(&mut self, filter: &'p Filter, scope: &Scope<'p>) -> TokenStream {
        let (input, emit) = (self.fresh("input"), self.fresh("emit"));
        let body = self.emitting(&quote!(#emit), &quote!(#emit), |emitter, next| {
            emit_filter(emitter, filter, &Operand::reference(&input), scope, next)
        });
        quote!(|#input: &Value, #emit: &mut Emit<'_>| -> Flow { #body Ok(()) })
    }

    /// A filter with one output as a closure that gives it back.
    pub(super) fn closure_of_one(&mut self, filter: &'p Filter, scope: &Scope<'p>) -> TokenStream {
        let input = self.fresh("input");
        let (statements, output) = self.only(filter, &Operand::reference(&input), scope);
        let value = output.value();
        quote!(|#input: &Value| -> Result<Value, Exit> { #statements Ok(#value) })
    }

    /// An argument whose code is put where it is used.
    pub(super) fn inlined(&self, filter: &'p Filter, scope: &Scope<'p>) -> Argument<'p> {
        let code = super::scope::Code::Inline(filter, scope.clone());
        Argument { code, outputs: self.outputs(filter, scope) }
    }
}

/// Tokens of code whose work is a step.
const STEP: usize = 160;

/// The statement that takes the steps of code that runs once for each output.
pub(super) fn spent(code: &TokenStream) -> TokenStream {
    let steps = Literal::usize_unsuffixed(1 + tokens(code) / STEP);
    quote!(cx.spend(#steps)?;)
}

/// The same for a loop whose turns cost a step already.
pub(super) fn spent_besides(code: &TokenStream) -> TokenStream {
    let steps = tokens(code) / STEP;
    if steps == 0 {
        return TokenStream::new();
    }
    let steps = Literal::usize_unsuffixed(steps);
    quote!(cx.spend(#steps)?;)
}

/// The tokens of some code. It nests no deeper than `split` lets it.
fn tokens(code: &TokenStream) -> usize {
    let tokens = code.clone().into_iter();
    tokens
        .map(|token| {
            if let TokenTree::Group(group) = token { 1 + self::tokens(&group.stream()) } else { 1 }
        })
        .sum()
}

/// An expression with statements before it.
pub(super) fn block(statements: &TokenStream, value: &TokenStream) -> TokenStream {
    if statements.is_empty() { value.clone() } else { quote!({ #statements #value }) }
}
