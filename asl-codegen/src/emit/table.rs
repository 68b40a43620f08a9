//! The static half of a machine: the states, the node numbers, the transition table.

use proc_macro2::{Literal as Token, TokenStream};
use quote::{format_ident, quote};

use super::uses::Uses;
use super::{Context, docs, map, node};
use crate::expr::tokens;
use crate::ir::fingerprint::{self, Fingerprint};
use crate::ir::transitions::{self, Cause};
use crate::ir::{
    Catcher, Effect, Fork, Form, Invoke, Node, NodeId, NodeKind, Retrier, ScopeId, TaskCall,
};
use crate::options::{Limits, Profile};
use crate::span::Position;

/// `enum State`. Its `Debug` is written out: derived for 10,000 variants it takes rustc 2.4 GB.
pub(super) fn states(context: &Context<'_>) -> TokenStream {
    let states = || context.states();
    let variants = states().map(|(id, state)| {
        let (doc, variant) = (docs::variant(context, state), context.names.variant(id));
        let number = Token::u32_unsuffixed(state.entry.0);
        quote!(#doc #variant = #number)
    });
    let all = states().map(|(id, _)| context.names.variant(id));
    quote! {
        /// The states.
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        #[repr(u32)]
        pub enum State {
            #(#variants),*
        }

        impl State {
            /// In the order of the definition.
            pub const ALL: &'static [Self] = &[#(Self::#all),*];

            /// Its name in the definition.
            pub fn name(self) -> &'static str {
                state_name(&MACHINE, self.node())
            }

            /// Its row in the transition table.
            pub const fn node(self) -> NodeId {
                NodeId(self as u32)
            }
        }

        impl Debug for State {
            fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult {
                f.write_str(self.name())
            }
        }
    }
}

/// `mod node`: what the code calls the nodes.
pub(super) fn node_constants(context: &Context<'_>) -> TokenStream {
    let private = context.names.private();
    let constants = (0..context.machine.nodes.len()).zip(0..).map(|(_, number)| {
        let name = context.names.node_constant(NodeId(number));
        let number = Token::u32_unsuffixed(number);
        quote!(pub(super) const #name: NodeId = NodeId(#number);)
    });
    quote! {
        /// The nodes by number.
        mod node {
            use #private::NodeId;
            #(#constants)*
        }
    }
}

/// `MACHINE` and its rows.
pub(super) fn machine(context: &Context<'_>, uses: Uses) -> TokenStream {
    let uses = uses.table();
    let machine = context.machine;
    let (name, source) = (&machine.name, &machine.source);
    let hash = Token::u64_unsuffixed(fingerprint::of_machine(machine));
    let profile = match machine.profile {
        Profile::Spec => quote!(Profile::Spec),
        Profile::Aws => quote!(Profile::Aws),
    };
    let limits = match machine.limits {
        Limits::None => quote!(Limits::None),
        Limits::Aws => quote!(Limits::Aws),
    };
    let timeout = option(machine.timeout_seconds);
    let sm4c = if machine.sm4c.is_some() { quote!(Some(&SM4C)) } else { quote!(None) };
    let start = start(context, ScopeId(0));
    let rows = (0..).zip(&machine.nodes).map(|(number, _)| context.names.row(NodeId(number)));
    let count = Token::usize_unsuffixed(machine.nodes.len());
    let item =
        if node::makes_items(machine) { quote!(item: iteration) } else { quote!(item: no_items) };
    quote! {
        /// The static transition table.
        pub static MACHINE: Machine = Machine {
            name: #name,
            source: #source,
            hash: #hash,
            profile: #profile,
            limits: #limits,
            timeout_seconds: #timeout,
            uses: #uses,
            start: #start,
            nodes: &NODES,
            advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
            resume,
            caught,
            #item,
            sm4c: #sm4c,
        };

        static NODES: [Node; #count] = [#(#rows),*];
    }
}

pub(super) fn start(context: &Context<'_>, scope: ScopeId) -> TokenStream {
    let scope = context.machine.scopes.get(scope.index());
    scope.and_then(|scope| scope.start.node).map_or_else(
        || unreachable!("checked: every scope has a start"),
        |node| context.names.node(node),
    )
}

/// A row, as a constant of its own: in one big initializer rustc checks the borrows of all rows
/// against each other (38 s of `cargo check` for 10,000 states, 12 s so).
pub(super) fn row(context: &Context<'_>, id: NodeId, node: &Node) -> TokenStream {
    let constant = context.names.row(id);
    let doc = docs::line(&format!("The row of {}.", docs::state_name(context, id)));
    let Some(state) = context.machine.states.get(node.state.index()) else {
        unreachable!("every node belongs to a state")
    };
    let name = &state.name.value;
    let state_kind = format_ident!("{}", format!("{:?}", state.kind));
    let (kind, statics) = if let NodeKind::ForEach(each) = &node.kind {
        map::row(context, id, each)
    } else {
        (kind(context, &node.kind), TokenStream::new())
    };
    let Position { line, column } = context.sources.position(state.name.span);
    let (line, column) = (Token::u32_unsuffixed(line), Token::u32_unsuffixed(column));
    let transitions = transitions(context, id, &node.kind);
    let retry = node.kind.retriers().iter().map(retrier);
    let catch = node.kind.catchers().iter().map(catcher);
    let scope = Token::u32_unsuffixed(context.scopes.get(id.index()).map_or(0, |scope| scope.0));
    let print = print(fingerprint::of_node(context.machine, node));
    quote! {
        #statics
        #doc
        const #constant: Node = Node {
            state: #name,
            state_kind: StateKind::#state_kind,
            kind: #kind,
            source: (#line, #column),
            transitions: &[#transitions],
            retry: &[#(#retry),*],
            catch: &[#(#catch),*],
            scope: #scope,
            print: #print,
        };
    }
}

fn print(fingerprint: Fingerprint) -> TokenStream {
    let Fingerprint { call, input, limits, output, errors } = fingerprint;
    let [call, input, limits, output, errors] =
        [call, input, limits, output, errors].map(Token::u64_unsuffixed);
    quote!(Print { call: #call, input: #input, limits: #limits, output: #output, errors: #errors })
}

fn kind(context: &Context<'_>, kind: &NodeKind) -> TokenStream {
    match kind {
        NodeKind::Eval(_) => quote!(Kind::Eval),
        NodeKind::Invoke(Invoke { effect, .. }) => {
            let effect = self::effect(context, effect);
            quote!(Kind::Invoke(#effect))
        }
        NodeKind::Branch(_) => quote!(Kind::Branch),
        NodeKind::Fork(Fork { branches, .. }) => {
            let starts = branches.iter().map(|branch| start(context, *branch));
            quote!(Kind::Fork(&[#(#starts),*]))
        }
        NodeKind::ForEach(_) => unreachable!("a Map's row is made with its statics"),
        NodeKind::Await(_) => quote!(Kind::Await),
        NodeKind::End(_) => quote!(Kind::End),
        NodeKind::Fail(_) => quote!(Kind::Fail),
    }
}

fn effect(context: &Context<'_>, effect: &Effect) -> TokenStream {
    match effect {
        Effect::Wait(_) => quote!(Effect::Wait),
        Effect::Task(call) => {
            let TaskCall { task, timeout_seconds, timeout_given, heartbeat_seconds, .. } = &**call;
            let Some(called) = context.machine.tasks.get(task.index()) else {
                unreachable!("every task is in the list")
            };
            let (resource, form) = (&called.resource.value, form(called.form));
            let method = context.names.method_text(*task);
            let (task, timeout) =
                (Token::u32_unsuffixed(task.0), Token::u32_unsuffixed(*timeout_seconds));
            let heartbeat = option(*heartbeat_seconds);
            quote! {
                Effect::Task(TaskRow {
                    task: #task,
                    method: #method,
                    resource: #resource,
                    form: #form,
                    timeout_seconds: #timeout,
                    timeout_given: #timeout_given,
                    heartbeat_seconds: #heartbeat,
                })
            }
        }
    }
}

fn form(form: Form) -> TokenStream {
    match form {
        Form::Answer => quote!(Form::Answer),
        Form::Sync => quote!(Form::Sync),
        Form::Sync2 => quote!(Form::Sync2),
        Form::Token => quote!(Form::Token),
        Form::Activity => quote!(Form::Activity),
        Form::Rest => quote!(Form::Rest),
        Form::Rpc => quote!(Form::Rpc),
        Form::Event => quote!(Form::Event),
        Form::Subflow => quote!(Form::Subflow),
    }
}

fn cause(cause: Cause) -> TokenStream {
    let (name, number) = match cause {
        Cause::Next => return quote!(Cause::Next),
        Cause::Default => return quote!(Cause::Default),
        Cause::NoCondition => return quote!(Cause::NoCondition),
        Cause::Timer => return quote!(Cause::Timer),
        Cause::Choice(number) => ("Choice", number),
        Cause::Catch(number) => ("Catch", number),
        Cause::Condition(number) => ("Condition", number),
        Cause::Event(number) => ("Event", number),
    };
    let (name, number) = (format_ident!("{name}"), Token::u32_unsuffixed(number));
    quote!(Cause::#name(#number))
}

fn transitions(context: &Context<'_>, id: NodeId, kind: &NodeKind) -> TokenStream {
    let mut rows = TokenStream::new();
    for (to, cause) in transitions::out_of(&context.inner, id, kind) {
        let cause = self::cause(cause);
        let to = match to {
            Some(node) => {
                let node = context.names.node(node);
                quote!(Some(#node))
            }
            None => quote!(None),
        };
        rows.extend(quote!(Transition { to: #to, cause: #cause },));
    }
    rows
}

fn retrier(retrier: &Retrier) -> TokenStream {
    let errors = retrier.errors.iter().map(|error| &error.value);
    let interval = Token::u32_unsuffixed(retrier.interval_seconds);
    let attempts = Token::u32_unsuffixed(retrier.max_attempts);
    let rate = tokens::float(retrier.backoff_rate);
    let (most, jitter) = (option(retrier.max_delay_seconds), retrier.jitter);
    quote! {
        Retrier {
            errors: &[#(#errors),*],
            interval_seconds: #interval,
            max_attempts: #attempts,
            backoff_rate: #rate,
            max_delay_seconds: #most,
            jitter: #jitter,
        }
    }
}

fn catcher(catcher: &Catcher) -> TokenStream {
    let errors = catcher.errors.iter().map(|error| &error.value);
    quote!(Catcher { errors: &[#(#errors),*] })
}

/// An optional number.
pub(super) fn option(number: Option<u32>) -> TokenStream {
    match number {
        None => quote!(None),
        Some(number) => {
            let number = Token::u32_unsuffixed(number);
            quote!(Some(#number))
        }
    }
}
