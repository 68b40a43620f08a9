//! Functions of the expression: as values, transforms, and functions of Rust.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use asl_source::expression::program::doc;

use super::Printer;
use super::call::emit_test;
use super::code::Code;
use super::names::{context_name, given_name, local_name, rust_type, tuple_name};
use crate::plan::captures::{Capture, GroupId, Scope};
use crate::plan::direct::{Counting, Numbers};
use crate::plan::op::{
    FunctionForm, LambdaPlan, Local, Op, Plan, Test, TransformParts, TransformPlan,
};
use crate::resolve::{Storage, VariableId};

/// The locals that a function as a value captures.
struct Captured {
    /// Copies them.
    clones: TokenStream,
    /// Those that are items.
    items: Vec<TokenStream>,
    /// Makes views again of those that were.
    borrows: TokenStream,
}

impl Captured {
    /// The statements before the function: copies, and their depth.
    fn statements(&self) -> TokenStream {
        let Self { clones, items, .. } = self;
        quote!(#clones let depth = Function::depth_of(&[#(#items),*]);)
    }
}

impl Printer<'_> {
    pub(super) fn emit_function_op(&mut self, op: &Op) -> Option<Code> {
        Some(match op {
            Op::Lambda(lambda) => self.emit_lambda(lambda),
            Op::FunctionValue { arity, call, scope } => {
                self.emit_function_value(*arity, call, scope)
            }
            Op::Transform(transform) => self.emit_transform(transform),
            _ => return None,
        })
    }

    fn emit_lambda(&mut self, lambda: &LambdaPlan) -> Code {
        let LambdaPlan { parameters, signature, before, body, scope } = lambda;
        let names: Vec<Ident> = parameters.iter().map(|id| self.variable(*id)).collect();
        let taken = match signature {
            None if names.is_empty() => TokenStream::new(),
            None => quote!(let [#(#names),*] = call::parameters(arguments);),
            Some(signature) => quote! {
                static SIGNATURE: Signature = Signature::known(#signature);
                let [#(#names),*] = call::checked(cx, &SIGNATURE, called_in, arguments)?;
            },
        };
        let captured = self.captured(scope);
        let (before, body) = (self.emit_statements(before), self.emit(body));
        let (arity, borrows) = (names.len(), &captured.borrows);
        Code::Call(quote! {
            Function::of_depth(#arity, depth, move |cx, called_in, arguments| {
                #borrows
                #taken
                #before
                #body
            })
        })
        .behind(captured.statements())
    }

    /// A function of Rust as a value, for a built-in that calls it.
    fn emit_function_value(&mut self, arity: usize, call: &Plan, scope: &Scope) -> Code {
        let parameters: Vec<Ident> =
            (0..arity).map(|place| local_name(Local::Argument(place))).collect();
        let captured = self.captured(scope);
        let (call, borrows) = (self.emit(call), &captured.borrows);
        Code::Call(quote! {
            Function::of_depth(#arity, depth, move |cx, called_in, arguments| {
                #borrows
                let [#(#parameters),*] = call::parameters(arguments);
                Ok(Tail::Done(#call?))
            })
        })
        .behind(captured.statements())
    }

    fn captured(&self, scope: &Scope) -> Captured {
        let mut captured =
            Captured { clones: TokenStream::new(), items: Vec::new(), borrows: TokenStream::new() };
        for capture in &scope.resolved(self.groups) {
            let (name, _) = self.emit_capture(*capture);
            match capture {
                Capture::Tuple(_) => {
                    captured.items.push(quote!(&#name.to_item()));
                    captured.clones.extend(quote!(let #name = #name.clone();));
                }
                // A copy moves into the function.
                Capture::Variable(id) if self.natives.contains_key(id) => {}
                Capture::Variable(id) if self.storage(*id) != Storage::Local => {
                    captured.clones.extend(quote!(let #name = #name.clone();));
                }
                Capture::Variable(_) => {
                    captured.clones.extend(quote!(let #name = #name.to_item();));
                    captured.items.push(quote!(&#name));
                }
                _ => {
                    captured.clones.extend(quote!(let #name = #name.to_item();));
                    captured.items.push(quote!(&#name));
                    captured.borrows.extend(quote!(let #name = #name.view();));
                }
            }
        }
        captured
    }

    fn emit_transform(&mut self, transform: &TransformPlan) -> Code {
        let TransformPlan { clone, scope, parts } = transform;
        let clone = match clone {
            Some(clone) => {
                let clone = self.emit(clone);
                quote!(Some(#clone))
            }
            None => quote!(None),
        };
        let captured = self.captured(scope);
        let borrows = &captured.borrows;
        let (function, facts, parameters, body) = self.emit_transform_parts(parts);
        let context = matches!(parts, TransformParts::Parts { .. })
            .then(|| quote!(let context = context.view();));
        let call = match parts {
            TransformParts::Parts { .. } => quote! {
                transform::#function(
                    #clone,
                    depth,
                    #facts,
                    move |#parameters| -> Outcome { #borrows #context #body },
                )
            },
            TransformParts::Members { .. } => quote! {
                transform::#function(#clone, depth, #facts, move |#parameters| {
                    #borrows
                    #body
                })
            },
        };
        Code::Call(call).behind(captured.statements())
    }

    /// The function of the runtime, what is known of the parts, and the parameters and the body of
    /// the function that evaluates them.
    fn emit_transform_parts(
        &mut self,
        parts: &TransformParts,
    ) -> (TokenStream, TokenStream, TokenStream, TokenStream) {
        let groups = self.groups;
        let is_local = |scope: &Scope| scope.resolved(groups).is_empty();
        match parts {
            TransformParts::Parts { before, pattern, update, delete } => {
                let (is_pattern_local, is_update_local) =
                    (is_local(&pattern.1), is_local(&update.1));
                let has_delete = delete.is_some();
                let before = self.emit_statements(before);
                let pattern = self.emit_outcome(&pattern.0);
                let update = self.emit_outcome(&update.0);
                let delete = match delete {
                    Some(delete) => self.emit_outcome(delete),
                    None => quote!(Ok(Item::Undefined)),
                };
                let facts = quote! {
                    transform::Parts {
                        is_pattern_local: #is_pattern_local,
                        is_update_local: #is_update_local,
                        has_delete: #has_delete,
                    }
                };
                let body = quote! {
                    #before
                    match part {
                        transform::Part::Pattern => #pattern,
                        transform::Part::Update => #update,
                        transform::Part::Delete => #delete,
                    }
                };
                let parameters = quote!(cx: &Cx, part: transform::Part, context: &Item);
                (quote!(function), facts, parameters, body)
            }
            TransformParts::Members { level, pattern, keys, removed, checks, values } => {
                let is_update_local = is_local(&values.1);
                let facts = quote! {
                    transform::Members {
                        level: #level,
                        pattern: &[#(#pattern),*],
                        keys: [#(#keys),*],
                        removed: &[#(#removed),*],
                        is_update_local: #is_update_local,
                    }
                };
                let body = self.emit_members(*checks, &values.0);
                (quote!(members), facts, quote!(cx: &Cx, context: View<'_>), body)
            }
        }
    }

    /// The values of members that change in place, behind checks of levels.
    fn emit_members(&mut self, checks: [Option<u16>; 2], values: &[Plan]) -> TokenStream {
        let values = self.emit_all(values);
        let [update, delete] = checks.map(|level| {
            let level = proc_macro2::Literal::u16_unsuffixed(level?);
            Some(quote!(cx.reach(#level)?;))
        });
        match delete {
            Some(delete) => quote!(#update let values = [#(#values),*]; #delete Ok(values)),
            None => quote!(#update Ok([#(#values),*])),
        }
    }

    pub(super) fn emit_form(&mut self, form: &FunctionForm) -> TokenStream {
        let groups = self.groups;
        let captures = groups.get(form.group.0).map_or(&[][..], |group| &group.captures);
        let captures = captures.iter().map(|(capture, _)| self.emit_capture(*capture));
        let (names, types): (Vec<_>, Vec<_>) = captures.unzip();
        let (mut parameters, mut moved) = (Vec::new(), Vec::new());
        for (id, native) in &form.parameters {
            let name = self.variable(*id);
            let kind = native.map_or(quote!(Item), rust_type);
            parameters.push(quote!(mut #name: #kind));
            moved.push(if native.is_some() { quote!(#name) } else { quote!(#name.take()) });
        }
        let doc = self.names.variable(form.id).map(|variable| doc(&format!("${}", variable.name)));
        let of_numbers = if form.is_of_numbers { " of numbers" } else { "" };
        let doc = doc.unwrap_or_default() + of_numbers;
        let name = self.form_name(form.id, form.is_of_numbers);
        let result = match form.result.map(rust_type) {
            Some(result) => quote!(Returned<#result>),
            None => quote!(Outcome),
        };
        let has_depth = form.counting == Counting::Depth;
        let (depth, given) =
            (has_depth.then(|| quote!(, depth: Depth)), has_depth.then(|| quote!(, depth)));
        let call = quote!(#name(cx #given #(, #names)* #(, #moved)*));
        let limits = emit_limits(form, &call);
        let entry = form.entry.as_ref();
        let entry =
            entry.map(|numbers| self.emit_entry(numbers, &self.form_name(form.id, true), &names));
        let context = self.emit_own_context(form.group);
        let body = self.emit_form_body(form);
        quote! {
            #[doc = #doc]
            fn #name(cx: &Cx #depth #(, #names: #types)* #(, #parameters)*) -> #result {
                #entry
                #limits
                #context
                #body
            }
        }
    }

    fn emit_form_body(&mut self, form: &FunctionForm) -> TokenStream {
        let outer = self.natives.clone();
        let natives = form.parameters.iter().filter_map(|(id, native)| Some((*id, (*native)?)));
        self.natives.extend(natives);
        let kept = self.emit_statements(&form.kept);
        let before = self.emit_statements(&form.before);
        let body = match form.result.map(rust_type) {
            Some(native) => {
                let body = self.emit(&form.body);
                quote!(recursion::returned::<#native>(#body))
            }
            None => self.emit_outcome(&form.body),
        };
        self.natives = outer;
        if !form.is_loop {
            return quote!(#kept #before #body);
        }
        let turns = (form.counting == Counting::Turns).then(|| quote!(let mut turns = cx.turns();));
        quote!(#kept #turns loop { #before return #body; })
    }

    /// The statement that leaves a call of the other form to this one if its arguments are numbers.
    fn emit_entry(&self, numbers: &Numbers, name: &Ident, captures: &[Ident]) -> TokenStream {
        let depth = (numbers.counting == Counting::Depth).then(|| quote!(, cx.depth()));
        let arguments = numbers.parameters.iter().map(|(id, _)| self.variable(*id));
        let call = quote!(#name(cx #depth #(, #captures)* #(, #arguments)*));
        let result = match numbers.result.map(rust_type) {
            Some(native) => quote!(Ok(Item::from(recursion::value::<#native>(#call)?))),
            None => call,
        };
        let numbers = numbers.natives().into_iter().map(|(id, native)| {
            let name = self.variable(id);
            (quote!(Some(#name)), emit_test(&quote!(#name.view()), Test::View(native)))
        });
        let (patterns, numbers): (Vec<_>, Vec<_>) = numbers.unzip();
        match (patterns.as_slice(), numbers.as_slice()) {
            ([pattern], [number]) => quote!(if let #pattern = #number { return #result; }),
            _ => quote!(if let (#(#patterns),*) = (#(#numbers),*) { return #result; }),
        }
    }

    /// The context of the functions that are declared together, if one of them uses it.
    pub(super) fn emit_own_context(&self, group: GroupId) -> TokenStream {
        let name = self.group(group).context.map(context_name);
        name.map(|name| quote!(let context = #name;)).unwrap_or_default()
    }

    pub(super) fn form_name(&self, id: VariableId, is_of_numbers: bool) -> Ident {
        let name = self.variable(id);
        if is_of_numbers { format_ident!("{name}_of_numbers") } else { name }
    }

    /// The views and references that a function is given.
    pub(super) fn emit_captures(&self, group: Option<GroupId>) -> Vec<TokenStream> {
        let captures = group.map_or(&[][..], |group| &self.group(group).captures);
        let captures = captures.iter().map(|(capture, _)| {
            let (name, _) = self.emit_capture(*capture);
            match capture {
                Capture::Variable(id) if self.natives.contains_key(id) => quote!(#name),
                Capture::Variable(id) => match self.storage(*id) {
                    Storage::Mutable | Storage::Slot => quote!(&#name),
                    Storage::Local | Storage::Function => quote!(#name.view()),
                },
                Capture::Tuple(_) => quote!(&#name),
                _ => quote!(#name),
            }
        });
        captures.collect()
    }

    /// The local of a capture, and its type as a parameter.
    fn emit_capture(&self, capture: Capture) -> (Ident, TokenStream) {
        let view = quote!(View<'_>);
        match capture {
            Capture::Context | Capture::Group(_) => (format_ident!("context"), view),
            Capture::Input => (format_ident!("input"), view),
            Capture::Given(place) => (given_name(place), view),
            Capture::Tuple(id) => (tuple_name(id), quote!(&Tuple)),
            Capture::FunctionContext(id) => (context_name(id), view),
            Capture::Variable(id) => {
                let kept = match (self.natives.get(&id), self.storage(id)) {
                    (Some(native), _) => rust_type(*native),
                    (None, Storage::Local | Storage::Function) => view,
                    (None, Storage::Mutable) => quote!(&Option<Item>),
                    (None, Storage::Slot) => quote!(&Arc<Slot>),
                };
                (self.variable(id), kept)
            }
        }
    }
}

/// The statements that begin a call, or make it on another stack.
fn emit_limits(form: &FunctionForm, call: &TokenStream) -> TokenStream {
    if form.counting == Counting::Depth {
        return quote! {
            if depth.needs_stack() {
                return depth.on_new_stack(cx, &mut move |depth| #call);
            }
            let depth = depth.next(cx)?;
        };
    }
    let begin = if form.counts_levels { quote!(begin_counted_call) } else { quote!(begin_call) };
    quote! {
        if cx.needs_stack() {
            return cx.on_new_stack(&mut move || #call);
        }
        let call = cx.#begin()?;
    }
}
