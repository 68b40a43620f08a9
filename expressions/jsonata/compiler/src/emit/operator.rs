//! Operators, conditions, arrays, objects, blocks and their statements.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::Printer;
use super::names::context_name;
use crate::plan::op::{Body, Op, Plan, Repr, Statement};
use crate::resolve::{Storage, VariableId};

impl Printer<'_> {
    pub(super) fn emit_operator_op(&mut self, op: &Op) -> TokenStream {
        match op {
            Op::Both { is_and, sides: [left, right] } => {
                let (left, right) = (self.emit(left), self.emit(right));
                if *is_and { quote!((#left && #right)) } else { quote!((#left || #right)) }
            }
            Op::Joined(operands) => self.emit_joined(operands),
            Op::Coalesce(left, right) => {
                let (left, right) = (self.emit(left), self.emit(right));
                quote!(match #left { Item::Undefined => #right, item => item })
            }
            Op::Default(left, right) => {
                let (left, right) = (self.emit(left), self.emit(right));
                quote!({
                    let item = #left;
                    if operators::is_true(cx, item.view())? { item } else { #right }
                })
            }
            Op::Condition(condition, then, otherwise) => {
                let condition = self.emit(condition);
                let (then, otherwise) = (self.emit(then), self.emit(otherwise));
                quote!(if #condition { #then } else { #otherwise })
            }
            Op::Array { parts, is_cons } => {
                let parts = parts.iter().map(|(is_whole, part)| {
                    let part = self.emit(part);
                    if *is_whole { quote!(Part::Whole(#part)) } else { quote!(Part::Items(#part)) }
                });
                let parts: Vec<TokenStream> = parts.collect();
                let make = if *is_cons { quote!(cons) } else { quote!(array) };
                quote!(construct::#make(cx, Vec::from([#(#parts),*]))?)
            }
            Op::Object { context, entries } => self.emit_object(context.as_ref(), entries),
            Op::Block(statements, value) => {
                let statements = self.emit_statements(statements);
                let value = self.emit(value);
                quote!({ #statements #value })
            }
            Op::Bind(id, storage, value) => {
                let value = self.emit(value);
                let name = self.variable(*id);
                match storage {
                    Storage::Slot => quote!({ let item = #value; #name.set(item.clone()); item }),
                    Storage::Local | Storage::Function | Storage::Mutable => {
                        quote!({ let item = #value; #name = Some(item.clone()); item })
                    }
                }
            }
            _ => self.emit_path_op(op),
        }
    }

    /// A chain of `&`, whose text grows in place.
    fn emit_joined(&mut self, operands: &[Plan]) -> TokenStream {
        let operands = self.emit_all(operands);
        let [first, second, rest @ ..] = operands.as_slice() else { return TokenStream::new() };
        quote!({
            let mut joined = operators::Joined::default();
            joined.begin(cx, #first, #second)?;
            #(joined.add(cx, #rest)?;)*
            joined.finish()
        })
    }

    fn emit_object(&mut self, context: Option<&Plan>, entries: &[(String, Plan)]) -> TokenStream {
        let room = Literal::usize_unsuffixed(entries.len());
        let added = entries.iter().map(|(key, plan)| {
            let value = self.emit(plan);
            match plan.repr {
                Repr::View => quote!(entries.add(#key, #value);),
                _ => quote!(entries.add_new(#key, #value);),
            }
        });
        let added: TokenStream = added.collect();
        let own_context = context.map(|context| {
            let context = self.emit(context);
            quote! {
                let mut joined = Made::none();
                let context = group::context(cx, #context, &mut joined)?;
            }
        });
        quote!({
            #own_context
            let mut entries = group::Entries::new(cx, #room)?;
            #added
            entries.finish()?
        })
    }

    pub(super) fn emit_statements(&mut self, statements: &[Statement]) -> TokenStream {
        statements.iter().map(|statement| self.emit_statement(statement)).collect()
    }

    fn emit_statement(&mut self, statement: &Statement) -> TokenStream {
        match statement {
            Statement::Declare(id, storage) => {
                let name = self.variable(*id);
                match storage {
                    Storage::Local | Storage::Function => TokenStream::new(),
                    Storage::Mutable => quote!(let mut #name: Option<Item> = None;),
                    Storage::Slot => quote!(let #name = cx.slot()?;),
                }
            }
            Statement::Keep(id, storage) => {
                let name = self.variable(*id);
                match storage {
                    Storage::Local | Storage::Function => TokenStream::new(),
                    Storage::Mutable => quote!(let mut #name = Some(#name);),
                    Storage::Slot => quote!(let #name = cx.slot_of(#name)?;),
                }
            }
            Statement::Let(id, value) => self.emit_set(*id, Storage::Local, value),
            Statement::Set(id, storage, value) => self.emit_set(*id, *storage, value),
            Statement::Discard(value) => {
                let value = self.emit(value);
                quote!(let _ = #value;)
            }
            Statement::Check(level) => {
                let level = Literal::u16_unsuffixed(*level);
                quote!(cx.reach(#level)?;)
            }
            Statement::ContextOf(group) => {
                let name = self.group(*group).context.map(context_name);
                name.map(|name| quote!(let #name = context;)).unwrap_or_default()
            }
            Statement::OwnContext(group) => self.emit_own_context(*group),
            Statement::Function(form) => self.emit_form(form),
        }
    }

    fn emit_set(&mut self, id: VariableId, storage: Storage, plan: &Plan) -> TokenStream {
        let value = self.emit(plan);
        let name = self.variable(id);
        self.set_native(id, plan.native());
        match storage {
            Storage::Local | Storage::Function => quote!(let #name = #value;),
            Storage::Mutable => quote!(#name = Some(#value);),
            Storage::Slot => quote!(#name.set(#value);),
        }
    }

    /// The statements of a body, and its result.
    pub(super) fn emit_body(&mut self, body: &Body) -> (TokenStream, TokenStream) {
        let outer = self.natives.clone();
        let parts = (self.emit_statements(&body.before), self.emit(&body.result));
        self.natives = outer;
        parts
    }
}
