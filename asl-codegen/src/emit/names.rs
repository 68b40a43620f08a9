//! The identifiers that emitted code derives from a definition: states, nodes, tasks, types, the
//! module.
//!
//! A name is split into words of ASCII letters and digits, which are joined in the style of Rust:
//! `Charge card` becomes `charge_card`, `ChargeCard` and `CHARGE_CARD`. The original text appears
//! in the code only inside string literals. Equal names get a number, in the order of the
//! definition: `pay`, `pay_2`.

mod answers;
mod calls;
mod methods;
mod reports;
mod words;

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap, HashSet};

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{format_ident, quote};

use crate::ir::{self, NodeId, StateId, TaskId};
use asl_source::diagnostics::Diagnostics;
use asl_source::options::Options;
pub(super) use words::Words;

pub(super) use methods::{Entry, Method, Methods, check};

/// Functions of the runtime beside the state functions. A state cannot have their names.
const TAKEN_BY_STATE_FUNCTIONS: &[&str] = &["run_state", "run_typed_state"];

/// All names of one machine.
pub(super) struct Names {
    module: Ident,
    private: TokenStream,
    nodes: Vec<NodeNames>,
    /// The entry node of each state has the state's name.
    entries: Vec<NodeId>,
    methods: Methods,
    types: Types,
    end: Ident,
    /// The names of the functions of expressions so far, each with the next number to tell others of
    /// this name from it.
    expressions: RefCell<HashMap<String, u32>>,
}

struct NodeNames {
    snake: String,
    camel: Ident,
    constant: Ident,
}

/// Names of the aliases for the user's types, chosen so that they shadow no name in these types.
struct Types {
    input: Ident,
    output: Ident,
    suffix: String,
}

impl Names {
    /// Chooses all names.
    pub(super) fn new(machine: &ir::Machine, options: &Options) -> Self {
        let nodes = node_names(machine);
        let takes_end = machine
            .states
            .iter()
            .any(|state| nodes.get(state.entry.index()).is_some_and(|n| n.camel == "End"));
        Self {
            module: ident(&module(machine, options)),
            private: private(options),
            entries: machine.states.iter().map(|state| state.entry).collect(),
            // `check` has reported faults of the options.
            methods: methods::methods(machine, options, &mut Diagnostics::default()),
            types: Types::new(options),
            end: ident(if takes_end { "End_" } else { "End" }),
            nodes,
            expressions: RefCell::default(),
        }
    }

    /// The generated module.
    pub(super) fn module(&self) -> &Ident {
        &self.module
    }

    /// The path from which generated code imports all names.
    pub(super) fn private(&self) -> TokenStream {
        self.private.clone()
    }

    /// A node in an expression or a pattern: `node::CHARGE_CARD`.
    pub(super) fn node(&self, node: NodeId) -> TokenStream {
        let constant = self.node_constant(node);
        quote!(node::#constant)
    }

    /// The constant of a node: `CHARGE_CARD`.
    pub(super) fn node_constant(&self, node: NodeId) -> &Ident {
        &self.of(node).constant
    }

    /// The function that enters a node.
    pub(super) fn enter(&self, node: NodeId) -> Ident {
        format_ident!("{}_enter", self.of(node).snake)
    }

    /// The function that takes the result that a node waited for.
    pub(super) fn done(&self, node: NodeId) -> Ident {
        format_ident!("{}_done", self.of(node).snake)
    }

    /// The function of a node's error handlers.
    pub(super) fn handled(&self, node: NodeId) -> Ident {
        format_ident!("{}_handled", self.of(node).snake)
    }

    /// The function of the condition of an event group.
    pub(super) fn matches(&self, node: NodeId, transition: usize, group: usize) -> Ident {
        format_ident!("{}_matches_{transition}_{group}", self.of(node).snake)
    }

    /// The module of a jq expression, the n-th of its slot from 1.
    pub(super) fn program(&self, node: NodeId, slot: &str, number: u32) -> Ident {
        let node = &self.of(node).snake;
        if number == 1 {
            format_ident!("{node}_{slot}")
        } else {
            format_ident!("{node}_{slot}_{number}")
        }
    }

    /// The function of a JSONata expression, after its field: `charge_output_total`.
    pub(super) fn expression(&self, node: NodeId, field: &str) -> Ident {
        let name = format!("{}_{}", self.of(node).snake, Words::of(field).snake());
        let mut taken = self.expressions.borrow_mut();
        let mut number = taken.get(&name).copied().unwrap_or(1);
        let mut free = name.clone();
        while taken.contains_key(&free) {
            free = format!("{name}_{number}");
            number += 1;
        }
        taken.insert(free.clone(), 2);
        taken.insert(name, number.max(2));
        ident(&free)
    }

    /// The function that makes the input of an iteration.
    pub(super) fn item(&self, node: NodeId) -> Ident {
        format_ident!("{}_item", self.of(node).snake)
    }

    /// The function that takes an error for a catcher, by its index.
    pub(super) fn caught(&self, node: NodeId, catcher: usize) -> Ident {
        format_ident!("{}_caught_{catcher}", self.of(node).snake)
    }

    /// The function that evaluates the choice rules of a node.
    pub(super) fn choice(&self, node: NodeId) -> Ident {
        format_ident!("{}_choice", self.of(node).snake)
    }

    /// The n-th static of a slot of a node: `CHARGE_CARD_RESULT`, `CHARGE_CARD_RESULT_1`.
    pub(super) fn constant(&self, node: NodeId, slot: &str, number: usize) -> Ident {
        let node = &self.of(node).constant;
        if number == 0 {
            format_ident!("{node}_{slot}")
        } else {
            format_ident!("{node}_{slot}_{number}")
        }
    }

    /// A state as a variant of `State`.
    pub(super) fn variant(&self, state: StateId) -> &Ident {
        &self.of(self.entry(state)).camel
    }

    /// The typed function of a state.
    pub(super) fn state_function(&self, state: StateId) -> Ident {
        let snake = &self.of(self.entry(state)).snake;
        if TAKEN_BY_STATE_FUNCTIONS.contains(&snake.as_str()) {
            format_ident!("{snake}_")
        } else {
            ident(&legal(snake))
        }
    }

    /// The exits of a state.
    pub(super) fn exits(&self, state: StateId) -> Ident {
        // With the suffix it is not a keyword, whatever the name of the state.
        format_ident!("{}Next", self.variant(state).to_string().trim_end_matches('_'))
    }

    /// The exit of terminal states.
    pub(super) fn end(&self) -> &Ident {
        &self.end
    }

    /// The methods of the trait that the user implements.
    pub(super) fn methods(&self) -> &Methods {
        &self.methods
    }

    /// SM4C: the method of a function.
    pub(super) fn function(&self, task: TaskId) -> &Method {
        let method = self.methods.list.get(task.index());
        method.unwrap_or_else(|| unreachable!("every function has a method"))
    }

    /// The aliases for the input and output of a method.
    pub(super) fn task_types(&self, method: &Method) -> (Ident, Ident) {
        let base = Words::of(&method.name).camel();
        let suffix = &self.types.suffix;
        (format_ident!("{base}Input{suffix}"), format_ident!("{base}Output{suffix}"))
    }

    /// The alias for what is reported with the tokens of a method's tasks.
    pub(super) fn task_answer(&self, method: &Method) -> Ident {
        format_ident!("{}Answer{}", Words::of(&method.name).camel(), self.types.suffix)
    }

    /// The alias for the machine's input.
    pub(super) fn input(&self) -> &Ident {
        &self.types.input
    }

    /// The alias for the machine's output.
    pub(super) fn output(&self) -> &Ident {
        &self.types.output
    }

    fn entry(&self, state: StateId) -> NodeId {
        *self.entries.get(state.index()).unwrap_or_else(|| unreachable!("every state has an entry"))
    }

    fn of(&self, node: NodeId) -> &NodeNames {
        self.nodes.get(node.index()).unwrap_or_else(|| unreachable!("every node has names"))
    }
}

impl Types {
    fn new(options: &Options) -> Self {
        let types = options
            .tasks
            .iter()
            .filter_map(|task| task.types.as_ref())
            .flat_map(|(input, output)| [input, output]);
        let mentioned: String = types
            .chain(&options.input)
            .chain(&options.output)
            .chain(options.answers.iter().map(|option| &option.answer))
            .flat_map(|tokens| identifiers(tokens.clone()))
            .flat_map(|name| [" ".to_owned(), name])
            .collect();
        // One suffix for all aliases, which is the end of no name in the types.
        let mut suffix = String::new();
        let clashes = |suffix: &str| {
            mentioned.split(' ').any(|name| {
                ["Input", "Output", "Answer"]
                    .iter()
                    .any(|end| name.ends_with(&format!("{end}{suffix}")))
            })
        };
        while clashes(&suffix) {
            suffix.push('_');
        }
        Self {
            input: format_ident!("Input{suffix}"),
            output: format_ident!("Output{suffix}"),
            suffix,
        }
    }
}

/// The names in a token stream, including those in groups.
fn identifiers(tokens: TokenStream) -> Vec<String> {
    let mut found = Vec::new();
    for token in tokens {
        match token {
            TokenTree::Ident(name) => found.push(name.to_string()),
            TokenTree::Group(group) => found.extend(identifiers(group.stream())),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
    found
}

/// The path from which generated code imports all names.
pub(super) fn private(options: &Options) -> TokenStream {
    let runtime = options.runtime.clone().unwrap_or_else(|| quote!(::asl_runtime));
    quote!(#runtime::__private)
}

/// The module's name for a definition of which only the file is known.
pub(super) fn module_of(definition: &str) -> String {
    let file = definition.rsplit(['/', '\\']).next().unwrap_or(definition);
    legal(
        &Words::of(file.split('.').find(|part| !part.is_empty()).unwrap_or_default())
            .or("machine")
            .snake(),
    )
}

/// The machine of a definition that could not be read.
pub(super) fn nothing(definition: &str, options: &Options) -> ir::Machine {
    ir::Machine {
        name: module_of(options.resource.as_deref().unwrap_or(definition)),
        source: String::new(),
        comment: None,
        timeout_seconds: None,
        profile: options.profile,
        limits: options.limits,
        express: options.express,
        given: ir::GivenVariables::default(),
        scopes: Vec::new(),
        states: Vec::new(),
        nodes: Vec::new(),
        tasks: Vec::new(),
        mentioned: BTreeSet::new(),
        sm4c: None,
    }
}

/// The module's name: the option, or the machine's name as an identifier.
fn module(machine: &ir::Machine, options: &Options) -> String {
    match &options.name {
        Some(name) => legal(name),
        None => legal(&Words::of(&machine.name).or("machine").snake()),
    }
}

/// Names for all nodes: a state's first node has the name of the state, and the others add a
/// number.
fn node_names(machine: &ir::Machine) -> Vec<NodeNames> {
    let words: Vec<Words> = machine
        .nodes
        .iter()
        .map(|node| {
            let name = machine
                .states
                .get(node.state.index())
                .map_or("", |state| state.name.value.as_str());
            Words::of(name).or(&format!("state {}", node.state.0 + 1))
        })
        .collect();
    distinct(words)
        .into_iter()
        .map(|words| NodeNames {
            snake: words.snake(),
            camel: ident(&legal(&words.camel())),
            constant: ident(&words.upper()),
        })
        .collect()
}

/// `GATEWAY_BUSY` for each error name.
pub(super) fn error_constants(errors: &[&str]) -> Vec<Ident> {
    let words = errors.iter().map(|error| Words::of(error).or("error")).collect();
    distinct(words).iter().map(|words| ident(&words.upper())).collect()
}

/// `GatewayBusy` for each error name. None is `Other`, the variant of all other names.
pub(super) fn error_variants(errors: &[&str]) -> Vec<Ident> {
    let other = std::iter::once(Words::of("other"));
    let words = other.chain(errors.iter().map(|error| Words::of(error).or("error"))).collect();
    distinct(words).iter().skip(1).map(|words| ident(&legal(&words.camel()))).collect()
}

/// Adds a number to names that are taken, or that another one would have without its number.
pub(super) fn distinct(mut names: Vec<Words>) -> Vec<Words> {
    // The number of uses, or the next number to try.
    let mut next: HashMap<String, u32> = HashMap::with_capacity(names.len());
    let natural: HashSet<String> = names.iter().map(Words::key).collect();
    for name in &mut names {
        let key = name.key();
        let Some(mut number) = next.get(&key).copied() else {
            next.insert(key, 2);
            continue;
        };
        let mut numbered = name.numbered(number);
        while natural.contains(&numbered.key()) || next.contains_key(&numbered.key()) {
            number += 1;
            numbered = name.numbered(number);
        }
        next.insert(key, number + 1);
        next.insert(numbered.key(), 2);
        *name = numbered;
    }
    names
}

/// Adds an underscore to a keyword.
pub(super) fn legal(name: &str) -> String {
    if KEYWORDS.contains(&name) { format!("{name}_") } else { name.to_owned() }
}

/// An identifier for an item. Its text was created by this module or is an identifier in the user's
/// code (`r#type`), so it is valid.
fn ident(name: &str) -> Ident {
    match name.strip_prefix("r#") {
        Some(name) => Ident::new_raw(name, Span::call_site()),
        None => Ident::new(name, Span::call_site()),
    }
}

/// The words that Rust reserves, up to the 2024 edition.
const KEYWORDS: &[&str] = &[
    "Self", "_", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue",
    "crate", "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if",
    "impl", "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub",
    "ref", "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

#[cfg(test)]
mod tests;
