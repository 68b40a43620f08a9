//! Nodes of plans, a function for each kind.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, format_ident, quote};

use super::code::Code;
use super::constant::{convert, emit_constant, emit_number, emit_regex_as};
use super::names::{context_name, function_name, given_name, local_name, tuple_name};
use super::{Printer, tuple};
use crate::plan::op::{Body, Key, NamesForm, NamesPath, Op, Plan, Repr, Runtime, Statement};
use crate::resolve::{Storage, VariableId};

impl Printer<'_> {
    /// An expression of the representation of the node.
    pub(super) fn emit(&mut self, plan: &Plan) -> TokenStream {
        self.emit_code(plan).value()
    }

    /// An expression of a `Result` of the node's value.
    pub(super) fn emit_outcome(&mut self, plan: &Plan) -> TokenStream {
        self.emit_code(plan).outcome()
    }

    /// The node. Code nests as deep as expressions do: this function and those between it and the
    /// next node have small frames.
    pub(super) fn emit_code(&mut self, plan: &Plan) -> Code {
        let op = plan.op.as_ref();
        self.emit_plain(plan)
            .or_else(|| self.emit_operator_op(op))
            .or_else(|| self.emit_path_op(op))
            .or_else(|| self.emit_call_op(op))
            .or_else(|| self.emit_pass_op(op))
            .or_else(|| tuple::emit_tuple_op(self, op))
            .or_else(|| self.emit_function_op(op))
            .unwrap_or_else(|| self.emit_local(op, plan.repr).into())
    }

    fn emit_plain(&mut self, plan: &Plan) -> Option<Code> {
        let Plan { repr, op } = plan;
        Some(Code::Value(match op.as_ref() {
            Op::Undefined => match repr {
                Repr::Native(_) => quote!(None),
                Repr::Tuples => quote!(Vec::new()),
                _ => quote!(Item::Undefined),
            },
            Op::Constant(constant) => emit_constant(constant, *repr),
            Op::Regex(regex) => emit_regex_as(regex, *repr),
            Op::Maybe(variables, end) => self.emit_maybe(variables, end.as_ref()),
            Op::BuiltIn(id) => {
                let function = function_name(*id);
                return Some(Code::Call(quote!(call::native_value(&functions::#function))));
            }
            Op::Convert(value) => return Some(convert(self.emit_code(value), value.repr, *repr)),
            Op::Certain(value) => {
                let value = self.emit(value);
                quote!(#value.unwrap_or_default())
            }
            Op::Checked(level, value) => {
                let value = self.emit_code(value);
                let level = Literal::u16_unsuffixed(*level);
                return Some(value.behind(quote!(cx.reach(#level)?;)));
            }
            Op::Try(result) => return Some(Code::Call(self.emit(result))),
            Op::Done(value) => {
                let value = self.emit(value);
                quote!(Ok(Tail::Done(#value)))
            }
            Op::Runtime(runtime, arguments) => return Some(self.emit_runtime(*runtime, arguments)),
            Op::Names(names) => return Some(Code::Call(self.emit_names(names, *repr))),
            _ => return None,
        }))
    }

    /// A local.
    fn emit_local(&self, op: &Op, repr: Repr) -> TokenStream {
        match op {
            Op::Context { is_sequence: true } => quote!(path::context(context)),
            Op::Context { is_sequence: false } => quote!(context),
            Op::Input => quote!(input),
            Op::Given(place) => {
                let name = given_name(*place);
                quote!(#name)
            }
            Op::Slot(tuple, slot) => {
                let name = tuple_name(*tuple);
                match repr {
                    Repr::View => quote!(#name.at(#slot).view()),
                    _ => quote!(#name.slot(#slot)),
                }
            }
            Op::Variable(id) => self.emit_variable(*id, repr),
            Op::Taken(id) => {
                let name = self.variable(*id);
                quote!(#name.take())
            }
            Op::Local(local) => local_name(*local).into_token_stream(),
            Op::TakenLocal(local) => {
                let name = local_name(*local);
                quote!(#name.take())
            }
            _ => TokenStream::new(),
        }
    }

    pub(super) fn emit_all(&mut self, plans: &[Plan]) -> Vec<TokenStream> {
        plans.iter().map(|plan| self.emit(plan)).collect()
    }

    fn emit_variable(&self, id: VariableId, repr: Repr) -> TokenStream {
        let name = self.variable(id);
        match (repr, self.storage(id)) {
            (Repr::View, _) => quote!(#name.view()),
            (Repr::Native(_), _) => quote!(#name),
            (_, Storage::Local | Storage::Function) => quote!(#name.to_item()),
            (_, Storage::Mutable) => quote!(#name.clone().unwrap_or_default()),
            (_, Storage::Slot) => quote!(#name.get().unwrap_or_default()),
        }
    }

    fn emit_maybe(&mut self, variables: &[VariableId], end: Option<&Plan>) -> TokenStream {
        let mut value = end.map(|end| self.emit(end));
        let is_undefined = end.is_none();
        for id in variables.iter().rev() {
            let name = self.variable(*id);
            let bound = match self.storage(*id) {
                Storage::Slot => quote!(#name.get()),
                Storage::Local | Storage::Function | Storage::Mutable => quote!(#name.clone()),
            };
            value = Some(if is_undefined {
                quote!(#bound.unwrap_or_default())
            } else {
                quote!(match #bound { Some(item) => item, None => #value })
            });
        }
        value.unwrap_or_default()
    }

    fn emit_runtime(&mut self, runtime: Runtime, arguments: &[Plan]) -> Code {
        let arguments = self.emit_all(arguments);
        let Runtime { path: (module, function), takes_cx, can_fail } = runtime;
        let (module, function) = (format_ident!("{module}"), format_ident!("{function}"));
        let cx = takes_cx.then(|| quote!(cx,));
        let call = quote!(#module::#function(#cx #(#arguments),*));
        if can_fail { Code::Call(call) } else { Code::Value(call) }
    }

    fn emit_names(&mut self, names: &NamesPath, repr: Repr) -> TokenStream {
        let (function, arguments) = self.emit_names_parts(names);
        match repr {
            Repr::View => {
                let function = format_ident!("view_{function}");
                quote!(path::#function(#arguments, &mut Made::none()))
            }
            Repr::Item => {
                let function = format_ident!("item_of_{function}");
                quote!(path::#function(#arguments))
            }
            _ => quote!(path::#function(#arguments)),
        }
    }

    fn emit_names_parts(&mut self, names: &NamesPath) -> (Ident, TokenStream) {
        let from = self.emit(&names.from);
        match &names.form {
            NamesForm::Name(name) => (format_ident!("name"), quote!(cx, #from, #name)),
            NamesForm::Names(names) => (format_ident!("names"), quote!(cx, #from, [#(#names),*])),
            NamesForm::At(names, number, rest) => {
                let number = emit_number(*number);
                let arguments = quote!(cx, #from, [#(#names),*], #number, [#(#rest),*]);
                (format_ident!("names_at"), arguments)
            }
        }
    }

    /// A `Result` of the key of an item, which is a `Found`.
    pub(super) fn emit_key(&mut self, key: &Key) -> TokenStream {
        match key {
            Key::Names(names) => {
                let (function, arguments) = self.emit_names_parts(names);
                quote!(path::#function(#arguments))
            }
            Key::Made(value) => {
                let value = self.emit(value);
                quote!(Ok(Found::Made(#value)))
            }
        }
    }

    /// Operators, conditions, arrays, objects and blocks.
    fn emit_operator_op(&mut self, op: &Op) -> Option<Code> {
        Some(Code::Value(match op {
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
                let (left, right) = (self.emit(left), self.emit_code(right));
                let test = quote!(operators::is_true(cx, item.view())?);
                let item = Code::Value(quote!(item));
                return Some(Code::condition(test, item, right).behind(quote!(let item = #left;)));
            }
            Op::Condition(condition, then, otherwise) => {
                let condition = self.emit(condition);
                let then = self.emit_code(then);
                return Some(Code::condition(condition, then, self.emit_code(otherwise)));
            }
            Op::Array { parts, is_cons } => {
                let parts = parts.iter().map(|(is_whole, part)| {
                    let part = self.emit(part);
                    if *is_whole { quote!(Part::Whole(#part)) } else { quote!(Part::Items(#part)) }
                });
                let parts: Vec<TokenStream> = parts.collect();
                let make = if *is_cons { quote!(cons) } else { quote!(array) };
                return Some(Code::Call(quote!(construct::#make(cx, Vec::from([#(#parts),*])))));
            }
            Op::Object { context, entries } => {
                return Some(self.emit_object(context.as_ref(), entries));
            }
            Op::Block(statements, value) => {
                let statements = self.emit_statements(statements);
                return Some(self.emit_code(value).behind(statements));
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
            _ => return None,
        }))
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

    fn emit_object(&mut self, context: Option<&Plan>, entries: &[(String, Plan)]) -> Code {
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
        Code::Call(quote!(entries.finish())).behind(quote! {
            #own_context
            let mut entries = group::Entries::new(cx, #room)?;
            #added
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
    pub(super) fn emit_body(&mut self, body: &Body) -> (TokenStream, Code) {
        // The types of a maker's parameters are those of this body only.
        let is_made = matches!(body.before.first(), Some(Statement::OwnContext(_)));
        let outer = is_made.then(|| self.natives.clone());
        let parts = (self.emit_statements(&body.before), self.emit_code(&body.result));
        self.natives = outer.unwrap_or_else(|| std::mem::take(&mut self.natives));
        parts
    }
}
