//! Plans → Rust: one function, with a function of this module for each kind of node. What it is
//! made of has been decided by `plan`.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "each function prints the kinds of nodes that `node` gives it"
)]

mod call;
mod code;
mod constant;
mod function;
mod names;
mod node;
mod pass;
mod path;
mod tuple;

use std::collections::HashMap;

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::Program;
use crate::plan::captures::{Group, GroupId};
use crate::plan::native::Native;
use crate::plan::{self, FieldPlan, Program as Planned};
use crate::resolve::{Names, Storage, VariableId};
use asl_source::expression::program::{doc, emit_lints};
use names::{given_name, rust_type, variable_name};

/// The state while a plan is printed.
struct Printer<'p> {
    names: &'p Names,
    groups: &'p [Group],
    /// The variables whose values are numbers or Boolean values of Rust here.
    natives: HashMap<VariableId, Native>,
}

impl<'p> Printer<'p> {
    fn new(plan: &'p Planned) -> Self {
        Self { names: &plan.names, groups: &plan.groups, natives: HashMap::new() }
    }

    /// The local of a variable.
    fn variable(&self, id: VariableId) -> Ident {
        variable_name(self.names, id)
    }

    /// The way in which a variable is kept.
    fn storage(&self, id: VariableId) -> Storage {
        self.names.variable(id).map_or(Storage::Local, |variable| variable.storage)
    }

    fn group(&self, id: GroupId) -> &'p Group {
        static NONE: Group = Group { captures: Vec::new(), context: None };
        self.groups.get(id.0).unwrap_or(&NONE)
    }

    fn set_native(&mut self, id: VariableId, native: Option<Native>) {
        match native {
            Some(native) => self.natives.insert(id, native),
            None => self.natives.remove(&id),
        };
    }
}

/// One item, a module `name` with a function `run`; `private` is the path of the runtime's
/// `__private`.
pub fn emit_module(program: &Program, name: &Ident, private: &TokenStream) -> TokenStream {
    let plan = plan::plan(program);
    let (given, mut printer) = (given_names(program), Printer::new(&plan));
    let statements = printer.emit_statements(&plan.before);
    let result = printer.emit_outcome(&plan.result);
    let (doc, lints) = (doc(&program.expression.text), emit_lints());
    quote! {
        #[doc = #doc]
        #lints
        mod #name {
            use #private::jsonata::*;

            pub(super) fn run(cx: &Cx, input: View<'_> #(, #given: View<'_>)*) -> Outcome {
                let mut root = Made::none();
                let context = path::root(input, &mut root)?;
                #statements
                #result
            }
        }
    }
}

/// An expression of type `Outcome` that runs a program whose [module](emit_module) is in scope.
/// `cx`, `input` and the variables are expressions of type `&Cx` and `View`.
pub fn emit_call(
    name: &Ident,
    cx: &TokenStream,
    input: &TokenStream,
    variables: &[TokenStream],
) -> TokenStream {
    quote!(#name::run(#cx, #input #(, #variables)*))
}

/// An expression in a field of a state.
pub struct FieldProgram {
    /// The items of the module of expressions: the constant of the field and, if the expression is
    /// more than a path of names, the function that runs it.
    pub items: TokenStream,
    /// The constant of the field.
    pub field: TokenStream,
    function: TokenStream,
    is_random: bool,
    /// The place of a value that the run is given, and the names of a path behind it.
    names: Option<(usize, Vec<String>)>,
}

/// The items `name` of an expression in the module `module`, which imports the runtime's names.
/// `path` is the place of the expression in its state.
pub fn emit_field(program: &Program, module: &Ident, name: &Ident, path: &str) -> FieldProgram {
    let text = &program.expression.text;
    let constant = Ident::new(&name.to_string().to_ascii_uppercase(), name.span());
    let mut items = quote!(pub(super) const #constant: Field = Field::new(#path, #text););
    let names = match plan::plan_field(program) {
        FieldPlan::Names(place, names) => Some((place, names)),
        FieldPlan::Function(plan) => {
            items.extend(emit_function(program, &plan, name));
            None
        }
    };
    let (field, function) = (quote!(#module::#constant), quote!(#module::#name));
    FieldProgram { items, field, function, is_random: program.is_random(), names }
}

/// The function `name` that runs an expression in a field.
fn emit_function(program: &Program, plan: &Planned, name: &Ident) -> TokenStream {
    let (given, mut printer) = (given_names(program), Printer::new(plan));
    let statements = printer.emit_statements(&plan.before);
    let result = printer.emit_outcome(&plan.result);
    let context = plan.uses_context.then(|| quote!(let context = View::Undefined;));
    let output = match plan.result.native().map(rust_type) {
        Some(native) => quote!(Result<#native, Fault>),
        None => quote!(Outcome),
    };
    quote! {
        pub(super) fn #name(cx: &Cx #(, #given: View<'_>)*) -> #output {
            #context
            #statements
            #result
        }
    }
}

impl FieldProgram {
    /// An expression of a `Result` that runs it, where its module is in scope and `cx` is a
    /// reference to the machine's `Cx`. `runs` makes the runs of the state, and the variables are
    /// expressions of type `View`.
    pub fn emit_run(
        &self,
        cx: &TokenStream,
        runs: impl FnOnce() -> TokenStream,
        variables: &[TokenStream],
    ) -> TokenStream {
        let Self { field, function, .. } = self;
        if let Some((place, names)) = &self.names {
            let value = variables.get(*place);
            return if names.is_empty() {
                quote!(Ok(#value))
            } else {
                let runs = runs();
                quote!(evaluate::names(#runs.begin(), #value, [#(#names),*], &mut evaluate::none()))
            };
        }
        let runs = runs();
        let begin = if self.is_random {
            quote!(evaluate::begin_random(#cx, &#field, &#runs))
        } else {
            quote!(#runs.begin())
        };
        quote!(#function(#begin #(, #variables)*))
    }
}

/// The names of the values that a run is given.
fn given_names(program: &Program) -> Vec<Ident> {
    (0..program.given.len()).map(given_name).collect()
}
