//! Emits JSONata expressions of a definition: a module with the program before the function, and
//! its run over what the expression reads: `$states` and variables.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::Body;
use crate::expr::jsonata;
use crate::ir::{Assignment, Expr, Jsonata};

impl Body<'_> {
    /// The value of an expression, of type `Value`. `root` is the result or the Error Output, an
    /// expression of type `&Value`; empty if there is none.
    pub(in crate::emit) fn jsonata(
        &mut self,
        expression: &Jsonata,
        root: &TokenStream,
    ) -> TokenStream {
        self.jsonata_run(expression, "value", root)
    }

    /// The value of a field with a type of its own, as the runtime's function `read` checks it.
    pub(in crate::emit) fn jsonata_field(
        &mut self,
        expression: &Jsonata,
        read: &str,
    ) -> TokenStream {
        self.jsonata_run(expression, read, &TokenStream::new())
    }

    /// `Items`: an expression of type `Value`.
    pub(in crate::emit) fn jsonata_items(&mut self, items: &Expr) -> TokenStream {
        match items {
            Expr::Jsonata(expression) => self.jsonata_field(expression, "items"),
            Expr::Literal(_)
            | Expr::Path { .. }
            | Expr::Call { .. }
            | Expr::Jq(_)
            | Expr::Object(_)
            | Expr::Array(_) => self.template(items, "ITEMS", &TokenStream::new()).value(),
        }
    }

    /// Replaces the frame's data by an `Output`, if there is one.
    pub(in crate::emit) fn replace_data(&mut self, output: Option<&Expr>, slot: &'static str) {
        let Some(output) = output else { return };
        let made = self.template(output, slot, &TokenStream::new()).shallow();
        let data = self.data_to_change();
        self.push(quote!(*#data = #made;));
    }

    /// Statements that assign variables and replace the frame's data by an `Output`. Both see the
    /// variables and the data as they are before.
    pub(in crate::emit) fn output_now(
        &mut self,
        output: Option<&Expr>,
        assign: &[Assignment],
    ) -> TokenStream {
        let Some(output) = output else { return self.assign_now(assign) };
        let made = self.template(output, "OUTPUT", &TokenStream::new()).shallow();
        let assign = self.assign_now(assign);
        let data = self.data_to_change();
        quote!(let output = #made; #assign *#data = output;)
    }

    /// A run of an expression, whose result a function of the runtime checks.
    fn jsonata_run(&mut self, expression: &Jsonata, read: &str, root: &TokenStream) -> TokenStream {
        let program = &expression.program;
        self.uses().random |= program.is_random();
        let name = self.add_program(expression);
        let given = program.given().map(|name| self.given(name, root));
        let given: Vec<TokenStream> = given.collect();
        let (cx, read) = (self.cx(), format_ident!("{read}"));
        let run = jsonata::emit_field_run(&name, &quote!(run), &given);
        quote!(evaluate::#read(#cx, &#name::FIELD, |run| #run)?)
    }

    /// Adds the module of a program; returns its name.
    fn add_program(&mut self, expression: &Jsonata) -> Ident {
        let Jsonata { program, field, .. } = expression;
        let names = &self.context().names;
        let name = names.expression(self.node(), field);
        let module = jsonata::emit_field(program, &name, field, &names.private());
        self.add_items(module);
        name
    }

    /// A value that a program is given, of type `&Item`.
    fn given(&mut self, name: &str, root: &TokenStream) -> TokenStream {
        match name.strip_prefix("states.") {
            Some("input") => {
                let data = self.data();
                quote!(&evaluate::given(#data))
            }
            Some("context") => {
                let context = self.whole_context();
                quote!(&evaluate::given(#context))
            }
            Some(_) => quote!(&evaluate::given(#root)),
            None if name == jsonata::STATES => self.all_of_states(root),
            None => {
                let cx = self.cx();
                self.uses().variables = true;
                quote!(&evaluate::variable(#cx, #name))
            }
        }
    }

    /// The whole object `$states`.
    fn all_of_states(&mut self, root: &TokenStream) -> TokenStream {
        let (input, context) = (self.data(), self.whole_context());
        let member = if self.takes_error() { "errorOutput" } else { "result" };
        let last = self.takes().then(|| quote!(, (#member, #root)));
        quote!(&evaluate::states([("input", #input), ("context", #context) #last]))
    }
}
