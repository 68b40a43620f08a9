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
        self.jsonata_run(expression, "value", root, None)
    }

    /// The truth of a `Condition`, of type `bool`.
    pub(in crate::emit) fn jsonata_condition(&mut self, expression: &Jsonata) -> TokenStream {
        self.jsonata_run(expression, "condition", &TokenStream::new(), None)
    }

    /// The text of an `Error` or `Cause`, of type `Value`.
    pub(in crate::emit) fn jsonata_text(&mut self, expression: &Jsonata) -> TokenStream {
        self.jsonata_run(expression, "text", &TokenStream::new(), None)
    }

    /// The value of a field with a type of its own, as the runtime's function `read` checks it.
    pub(in crate::emit) fn jsonata_reading(
        &mut self,
        expression: &Jsonata,
        read: &str,
        field: &str,
    ) -> TokenStream {
        self.jsonata_run(expression, read, &TokenStream::new(), Some(field))
    }

    /// `Items`: an expression of type `Value`.
    pub(in crate::emit) fn jsonata_items(&mut self, items: &Expr) -> TokenStream {
        match items {
            Expr::Jsonata(expression) => {
                self.jsonata_run(expression, "items", &TokenStream::new(), None)
            }
            _ => self.template(items, "ITEMS", &TokenStream::new()).value(),
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

    /// A run of an expression whose result a function of the runtime checks.
    fn jsonata_run(
        &mut self,
        expression: &Jsonata,
        read: &str,
        root: &TokenStream,
        field: Option<&str>,
    ) -> TokenStream {
        let Jsonata { program, field: path, .. } = expression;
        let name = self.add_program(expression);
        let given = program.given().map(|name| self.given(name, root)).collect::<Vec<_>>();
        let given: Vec<TokenStream> = given.iter().map(|given| quote!(&#given)).collect();
        let (text, cx) = (program.text(), self.cx());
        let run =
            jsonata::emit_call(&name, &quote!(run), &quote!(&jsonata::Item::Undefined), &given);
        let read = format_ident!("{read}");
        let field = field.map(|field| quote!(, #field));
        quote! {
            jsonata::state::#read(#cx, &jsonata::state::Field { path: #path, text: #text } #field, |run| #run)?
        }
    }

    /// Adds the module of a program; returns its name.
    fn add_program(&mut self, expression: &Jsonata) -> Ident {
        let names = &self.context().names;
        let name = names.expression(self.node(), &expression.field);
        let module = jsonata::emit_module(&expression.program, &name, &names.private());
        self.add_items(module);
        name
    }

    /// A value that a program is given, of type `Item`.
    fn given(&mut self, name: &str, root: &TokenStream) -> TokenStream {
        match name {
            "states" => {
                let (input, context) = (self.data(), self.whole_context());
                let result = if root.is_empty() { None } else { Some(root) };
                let member = if self.takes_error() { "errorOutput" } else { "result" };
                let result = result.map(|result| quote!(, (#member, #result)));
                quote!(jsonata::state::states(&[("input", #input), ("context", #context) #result]))
            }
            "states.input" => {
                let data = self.data();
                quote!(jsonata::state::given(#data))
            }
            "states.result" | "states.errorOutput" => quote!(jsonata::state::given(#root)),
            "states.context" => {
                let context = self.whole_context();
                quote!(jsonata::state::given(#context))
            }
            name => {
                let cx = self.cx();
                self.uses().variables = true;
                quote!(jsonata::state::variable(#cx, #name))
            }
        }
    }
}
