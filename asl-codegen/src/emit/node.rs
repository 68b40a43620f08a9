//! The functions of the nodes, by kind, and the three dispatchers that call them.

use proc_macro2::{Ident, Literal as Token, TokenStream};
use quote::{format_ident, quote};

use super::data::{Access, Body, Held, Parts};
use super::uses::Uses;
use super::{Context, docs, enter, map, sm4c, table};
use crate::ir::{
    Assignment, Catcher, Exit, ForEach, Fork, Invoke, Machine, Node, NodeId, NodeKind, Output,
    Place,
};

/// One function of a node.
pub(super) struct Function {
    doc: TokenStream,
    name: Ident,
    access: Access,
    /// The name of what the function takes besides the data, if it uses it.
    takes: Option<Ident>,
    cx: Access,
    uses: Uses,
    body: TokenStream,
    /// Statics of the function, and functions that only it calls.
    before: TokenStream,
}

/// The function that makes what an iteration of a Map works on.
pub(super) struct ItemFunction {
    doc: TokenStream,
    name: Ident,
    reads: bool,
    cx: bool,
    uses: Uses,
    body: TokenStream,
    before: TokenStream,
}

/// What a dispatcher has for its functions.
struct Dispatcher {
    arms: TokenStream,
    access: Access,
    takes: bool,
    cx: bool,
    uses: Uses,
    /// Whether each call's answer goes through `flow`: what the inner loop goes on with then stays
    /// in a register.
    flows: bool,
}

/// All functions of all nodes, behind the dispatchers, and what they look at.
pub(super) fn nodes(context: &Context<'_>) -> (TokenStream, Uses) {
    let (mut enter, mut resume, mut caught) =
        (Dispatcher::new(true), Dispatcher::new(false), Dispatcher::new(false));
    let mut items = TokenStream::new();
    let mut item_functions = Vec::new();
    for (number, node) in (0..).zip(&context.machine.nodes) {
        let id = NodeId(number);
        let pattern = context.names.node(id);
        items.extend(table::row(context, id, node));
        items.extend(sm4c::rows(context, id, node));
        let is_sm4c = context.machine.sm4c.is_some();
        let function = if is_sm4c {
            sm4c::enter(context, id, node)
        } else {
            enter::function(context, id, node)
        };
        enter.arm(&pattern, &function);
        function.item(&mut items);
        let done = if is_sm4c { sm4c::resume(context, id, node) } else { done(context, id, node) };
        if let Some(function) = done {
            resume.arm(&pattern, &function);
            function.item(&mut items);
        }
        if let Some(function) = map::item(context, id, node) {
            item_functions.push((pattern.clone(), function));
        }
        for (number, catcher) in node.kind.catchers().iter().enumerate() {
            let function = self::caught(context, id, number, catcher);
            let index = Token::usize_unsuffixed(number);
            caught.arm(&quote!((#pattern, #index)), &function);
            function.item(&mut items);
        }
    }
    let dispatchers = dispatchers(&enter, &resume, &caught);
    let mut uses = enter.uses;
    uses.add(resume.uses);
    uses.add(caught.uses);
    for (_, function) in &item_functions {
        uses.add(function.uses);
    }
    let item = item_dispatcher(&item_functions);
    let item_functions = item_functions.into_iter().map(|(_, function)| function.item());
    (quote!(#dispatchers #item #items #(#item_functions)*), uses)
}

/// Whether an iteration of some Map works on something that is made.
pub(super) fn makes_items(machine: &Machine) -> bool {
    machine
        .nodes
        .iter()
        .any(|node| matches!(&node.kind, NodeKind::ForEach(each) if each.selector.is_some()))
}

fn item_dispatcher(functions: &[(TokenStream, ItemFunction)]) -> Option<TokenStream> {
    if functions.is_empty() {
        return None;
    }
    let data = underscored("data", functions.iter().any(|(_, function)| function.reads));
    let cx = underscored("cx", functions.iter().any(|(_, function)| function.cx));
    let arms = functions.iter().map(|(pattern, function)| {
        let call = function.call();
        quote!(#pattern => #call,)
    });
    Some(quote! {
        /// Makes what an iteration of a Map works on.
        fn iteration(node: NodeId, #data: &Value, #cx: &mut Cx<'_>, _item: &Item) -> Result<Value, Failed> {
            match node { #(#arms)* _ => no_such_item(&MACHINE, node), }
        }
    })
}

fn dispatchers(enter: &Dispatcher, resume: &Dispatcher, caught: &Dispatcher) -> TokenStream {
    let (data, cx, _, body) = enter.parts("", &quote!(node));
    let enter = quote! {
        /// Enters a node.
        #[inline(always)]
        fn enter(node: NodeId, #data: &mut Value, #cx: &mut Cx<'_>) -> Flow {
            #body
        }
    };
    let (data, cx, result, body) = resume.parts("result", &quote!(node));
    let resume = quote! {
        /// Hands a node the result of what it waited for.
        fn resume(node: NodeId, #data: &mut Value, #cx: &mut Cx<'_>, #result: Value) -> Next {
            #body
        }
    };
    let (data, cx, error, body) = caught.parts("error", &quote!((node, catcher)));
    let catcher = underscored("catcher", !caught.arms.is_empty());
    quote! {
        #enter
        #resume

        /// Hands a catcher of a node the error that it catches.
        fn caught(node: NodeId, #catcher: u32, #data: &mut Value, #cx: &mut Cx<'_>, #error: Value) -> Next {
            #body
        }
    }
}

/// The name of a parameter, with an underscore where nothing uses it.
pub(super) fn underscored(name: &str, used: bool) -> Ident {
    if used { format_ident!("{name}") } else { format_ident!("_{name}") }
}

impl Dispatcher {
    fn new(flows: bool) -> Self {
        Self {
            arms: TokenStream::new(),
            access: Access::None,
            takes: false,
            cx: false,
            uses: Uses::default(),
            flows,
        }
    }

    fn arm(&mut self, pattern: &TokenStream, function: &Function) {
        let call = function.call();
        let call = if self.flows { quote!(flow(#call)) } else { call };
        self.arms.extend(quote!(#pattern => #call,));
        self.access = self.access.max(function.access);
        self.takes |= function.takes.is_some();
        self.cx |= function.cx > Access::None;
        self.uses.add(function.uses);
    }

    /// The names of the parameters data, cx and the third, and the body.
    fn parts(&self, takes: &str, on: &TokenStream) -> (Ident, Ident, Ident, TokenStream) {
        let arms = &self.arms;
        let stranger = quote!(no_such_node(&MACHINE, node));
        let stranger = if self.flows { quote!(flow(#stranger)) } else { stranger };
        let body =
            if arms.is_empty() { stranger } else { quote!(match #on { #arms _ => #stranger, }) };
        let data = underscored("data", self.access > Access::None);
        (data, underscored("cx", self.cx), underscored(takes, self.takes), body)
    }
}

impl ItemFunction {
    pub(super) fn new(doc: TokenStream, name: Ident, body: Body<'_>, last: &TokenStream) -> Self {
        let Parts { statements, statics, access, cx, uses, .. } = body.into_parts();
        let (reads, cx) = (access > Access::None, cx > Access::None);
        Self { doc, name, reads, cx, uses, body: quote!(#statements #last), before: statics }
    }

    fn call(&self) -> TokenStream {
        let name = &self.name;
        let data = self.reads.then(|| quote!(data));
        let arguments = data.into_iter().chain(self.cx.then(|| quote!(cx)));
        quote!(#name(#(#arguments),*))
    }

    fn item(self) -> TokenStream {
        let Self { doc, name, reads, cx, uses: _, body, before } = self;
        let data = reads.then(|| quote!(data: &Value));
        let parameters = data.into_iter().chain(cx.then(|| quote!(cx: &Cx<'_>)));
        quote! {
            #before
            #doc
            fn #name(#(#parameters),*) -> Result<Value, Failed> {
                #body
            }
        }
    }
}

impl Function {
    /// A function with a body; `takes` names its second parameter, should the body use one.
    pub(super) fn new(
        doc: TokenStream,
        name: Ident,
        takes: &str,
        body: Body<'_>,
        last: &TokenStream,
    ) -> Self {
        let Parts { statements, statics, access, takes: taken, cx, uses } = body.into_parts();
        let takes = taken.then(|| format_ident!("{takes}"));
        Self {
            doc,
            name,
            access,
            takes,
            cx,
            uses,
            body: quote!(#statements #last),
            before: statics,
        }
    }

    /// Adds a function that this one calls.
    pub(super) fn with(mut self, item: TokenStream) -> Self {
        self.before.extend(item);
        self
    }

    fn call(&self) -> TokenStream {
        let name = &self.name;
        let data = (self.access > Access::None).then(|| quote!(data));
        let cx = (self.cx > Access::None).then(|| quote!(cx));
        let takes = self.takes.as_ref().map(|takes| quote!(#takes));
        let arguments = data.into_iter().chain(cx).chain(takes);
        quote!(#name(#(#arguments),*))
    }

    fn item(self, items: &mut TokenStream) {
        let Self { doc, name, access, takes, cx, uses: _, body, before } = self;
        let data = match access {
            Access::None => None,
            Access::Read => Some(quote!(data: &Value)),
            Access::Write => Some(quote!(data: &mut Value)),
        };
        let cx = cx.parameter();
        let takes = takes.map(|name| quote!(#name: Value));
        let parameters = data.into_iter().chain(cx).chain(takes);
        items.extend(quote! {
            #before
            #doc
            fn #name(#(#parameters),*) -> Next {
                #body
            }
        });
    }
}

/// The last expression of a function: where its node leads.
pub(super) fn exit(context: &Context<'_>, exit: &Exit) -> TokenStream {
    match exit {
        Exit::End => quote!(Ok(Step::End)),
        Exit::Leave => unreachable!("only machines in SM4C have it"),
        Exit::Next(target) => {
            let node = target
                .node
                .unwrap_or_else(|| unreachable!("checked: every transition has a target"));
            goto(context, node)
        }
    }
}

/// A transition.
pub(super) fn goto(context: &Context<'_>, node: NodeId) -> TokenStream {
    let node = context.names.node(node);
    quote!(Ok(Step::Goto(#node)))
}

/// The function that takes the result of a node that waits.
fn done(context: &Context<'_>, id: NodeId, node: &Node) -> Option<Function> {
    let (output, exit) = match &node.kind {
        NodeKind::Invoke(invoke) if enter::is_wait(&invoke.effect) => {
            return Some(waited(context, id, invoke));
        }
        NodeKind::Invoke(Invoke { output, exit, .. })
        | NodeKind::Fork(Fork { output, exit, .. })
        | NodeKind::ForEach(ForEach { output, exit, .. }) => (output, exit),
        NodeKind::Await(_)
        | NodeKind::Eval(_)
        | NodeKind::Branch(_)
        | NodeKind::End(_)
        | NodeKind::Fail(_) => {
            return None;
        }
    };
    let mut body = Body::new(context, id);
    let result =
        (body.inspects() || uses_result(output)).then(|| Held::free(body.taken(&quote!(result))));
    body.output(output, result);
    let doc = docs::line(&format!("The result of {}.", docs::state_name(context, id)));
    Some(Function::new(doc, context.names.done(id), "result", body, &self::exit(context, exit)))
}

/// Whether a result is kept, or looked at in a way that could fail.
fn uses_result(output: &Output) -> bool {
    match &output.template {
        Some(template) if template.reads_data() => true,
        Some(_) => assigns_it(&output.assign),
        None => !matches!(output.place, Place::Discard) || assigns_it(&output.assign),
    }
}

/// Whether an `Assign` looks at the result.
fn assigns_it(assign: &[Assignment]) -> bool {
    assign.iter().any(|assignment| assignment.value.reads_data())
}

/// What follows a wait: its result is its input.
fn waited(context: &Context<'_>, id: NodeId, invoke: &Invoke) -> Function {
    let mut body = Body::new(context, id);
    enter::pass_on(&mut body, &invoke.input, &invoke.output);
    let doc = docs::line(&format!("The wait of {} is over.", docs::state_name(context, id)));
    Function::new(doc, context.names.done(id), "result", body, &exit(context, &invoke.exit))
}

/// The function that takes an error for a catcher.
fn caught(context: &Context<'_>, id: NodeId, number: usize, catcher: &Catcher) -> Function {
    let mut body = Body::new(context, id);
    let is_kept = !matches!(catcher.place, Place::Discard);
    let error =
        (is_kept || assigns_it(&catcher.assign)).then(|| Held::free(body.taken(&quote!(error))));
    let error = body.compute_assigned(&catcher.assign, error);
    if is_kept {
        body.put(&catcher.place, error);
    }
    body.assign_computed(&catcher.assign);
    let doc = docs::line(&format!("Catcher {} of {}.", number + 1, docs::state_name(context, id)));
    let exit = exit(context, &Exit::Next(catcher.target.clone()));
    Function::new(doc, context.names.caught(id, number), "error", body, &exit)
}
