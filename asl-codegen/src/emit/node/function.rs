//! The functions of nodes, and the dispatchers that call them by node.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use crate::emit::data::{Access, Body, Parts, Uses};

/// The role of a function for its node.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Enters the node.
    Enter,
    /// Takes the result that the node waited for.
    Done,
    /// Takes an error for a catcher.
    Caught,
    /// Makes the input of an iteration.
    Item,
    /// Finds the error handler for an error.
    Handled,
    /// Evaluates the condition of an event group.
    Matches,
}

impl Role {
    pub(super) const ALL: [Self; 6] =
        [Self::Enter, Self::Done, Self::Caught, Self::Item, Self::Handled, Self::Matches];

    /// Returns true if only machines in SM4C have such functions.
    pub(super) fn is_sm4c(self) -> bool {
        matches!(self, Self::Handled | Self::Matches)
    }

    /// The name of the dispatcher.
    fn dispatcher(self) -> &'static str {
        match self {
            Self::Enter => "enter",
            Self::Done => "resume",
            Self::Caught => "caught",
            Self::Item => "iteration",
            Self::Handled => "handled",
            Self::Matches => "matches",
        }
    }

    /// Name and type of the last parameter.
    fn taken(self) -> Option<(&'static str, TokenStream)> {
        match self {
            Self::Enter | Self::Item => None,
            Self::Done => Some(("result", quote!(Value))),
            Self::Caught => Some(("error", quote!(Value))),
            Self::Handled => Some(("error", quote!(&Value))),
            Self::Matches => Some(("event", quote!(&Value))),
        }
    }

    fn returns(self) -> TokenStream {
        match self {
            Self::Enter | Self::Done | Self::Caught => quote!(Next),
            Self::Item => quote!(Result<Value, Failed>),
            Self::Handled => quote!(Result<Option<u32>, Failed>),
            Self::Matches => quote!(Result<bool, Failed>),
        }
    }
}

/// A function of a node. It has only the parameters that it uses.
pub(super) struct Function {
    pub(super) role: Role,
    pub(super) uses: Uses,
    /// The pattern of its arm in the dispatcher.
    pattern: TokenStream,
    name: Ident,
    data: Access,
    cx: Access,
    takes: bool,
    body: TokenStream,
    /// Statics of the function, and functions that only it calls.
    before: TokenStream,
    doc: TokenStream,
}

impl Function {
    /// A function with this body and final expression.
    pub(super) fn new(
        role: Role,
        pattern: TokenStream,
        name: Ident,
        body: Body<'_>,
        last: &TokenStream,
    ) -> Self {
        let Parts { statements, statics, access, takes, cx, uses } = body.into_parts();
        let body = quote!(#statements #last);
        let (before, doc) = (statics, TokenStream::new());
        Self { role, uses, pattern, name, data: access, cx, takes, body, before, doc }
    }

    /// Adds a documentation line.
    pub(super) fn documented(self, doc: TokenStream) -> Self {
        Self { doc, ..self }
    }

    fn call(&self) -> TokenStream {
        let name = &self.name;
        let taken = self.role.taken().filter(|_| self.takes);
        let arguments = [
            (self.data > Access::None).then_some("data"),
            (self.cx > Access::None).then_some("cx"),
            taken.map(|(name, _)| name),
        ];
        let arguments = arguments.into_iter().flatten().map(|name| format_ident!("{name}"));
        quote!(#name(#(#arguments),*))
    }

    /// The function as an item, after its statics.
    pub(super) fn into_item(self) -> TokenStream {
        let Self { role, name, data, cx, takes, body, before, doc, .. } = self;
        let data = match data {
            Access::None => None,
            Access::Read => Some(quote!(data: &Value)),
            Access::Write => Some(quote!(data: &mut Value)),
        };
        let taken = role.taken().filter(|_| takes).map(|(name, of)| {
            let name = format_ident!("{name}");
            quote!(#name: #of)
        });
        let parameters = [data, cx.parameter(), taken].into_iter().flatten();
        let returns = role.returns();
        quote! {
            #before
            #doc
            fn #name(#(#parameters),*) -> #returns {
                #body
            }
        }
    }
}

/// A function of the machine that calls the functions of its nodes.
pub(super) struct Dispatcher {
    pub(super) role: Role,
    arms: TokenStream,
    data: bool,
    cx: bool,
    takes: bool,
}

impl Dispatcher {
    pub(super) fn new(role: Role) -> Self {
        Self { role, arms: TokenStream::new(), data: false, cx: false, takes: false }
    }

    pub(super) fn add(&mut self, function: &Function) {
        let (pattern, call) = (&function.pattern, function.call());
        // So the next node of the inner loop stays in a register.
        let call = if self.role == Role::Enter { quote!(flow(#call)) } else { call };
        self.arms.extend(quote!(#pattern => #call,));
        self.data |= function.data > Access::None;
        self.cx |= function.cx > Access::None;
        self.takes |= function.takes;
    }

    /// Its field in the machine's row; `None` if it has no arms, because rows have another one by
    /// default.
    pub(super) fn field(&self) -> Option<TokenStream> {
        let name = format_ident!("{}", self.role.dispatcher());
        (!self.arms.is_empty()).then(|| match self.role {
            Role::Enter => {
                quote!(advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),)
            }
            Role::Item => quote!(item: #name,),
            Role::Done | Role::Caught | Role::Handled | Role::Matches => quote!(#name,),
        })
    }

    /// The function; `None` if it has no arms.
    pub(super) fn into_item(self) -> Option<TokenStream> {
        let arms = &self.arms;
        if arms.is_empty() {
            return None;
        }
        let (data, cx) = (underscored("data", self.data), underscored("cx", self.cx));
        let taken = self.role.taken().map(|(name, _)| underscored(name, self.takes));
        Some(match self.role {
            Role::Enter => quote! {
                /// Enters a node.
                #[inline(always)]
                fn enter(node: NodeId, #data: &mut Value, #cx: &mut Cx<'_>) -> Flow {
                    match node { #arms _ => flow(no_such_node(&MACHINE, node)), }
                }
            },
            Role::Done => quote! {
                /// Passes a node the result of what it waited for.
                fn resume(node: NodeId, #data: &mut Value, #cx: &mut Cx<'_>, #taken: Value) -> Next {
                    match node { #arms _ => no_such_node(&MACHINE, node), }
                }
            },
            Role::Caught => quote! {
                /// Passes a catcher of a node the error that it catches.
                fn caught(node: NodeId, catcher: u32, #data: &mut Value, #cx: &mut Cx<'_>, #taken: Value) -> Next {
                    match (node, catcher) { #arms _ => no_such_node(&MACHINE, node), }
                }
            },
            Role::Item => quote! {
                /// Makes the input of an iteration of a Map.
                fn iteration(node: NodeId, #data: &Value, #cx: &mut Cx<'_>, _item: &Item) -> Result<Value, Failed> {
                    match node { #arms _ => no_such_item(&MACHINE, node), }
                }
            },
            Role::Handled => quote! {
                /// Finds the first error handler of a node that takes an error, and merges the error.
                fn handled(node: NodeId, #cx: &mut Cx<'_>, #taken: &Value) -> Result<Option<u32>, Failed> {
                    match node { #arms _ => Ok(None), }
                }
            },
            Role::Matches => quote! {
                /// Evaluates the condition of an event group.
                fn matches(node: NodeId, group: (u32, u32), #data: &Value, #cx: &Cx<'_>, #taken: &Value) -> Result<bool, Failed> {
                    match (node, group) { #arms _ => Ok(true), }
                }
            },
        })
    }
}

/// The name of a parameter, with an underscore if it is not used.
fn underscored(name: &str, used: bool) -> Ident {
    if used { format_ident!("{name}") } else { format_ident!("_{name}") }
}
