//! Emits what rustc has to prove of the user's types: that they have what the states read, and take
//! what the definition gives to them.

mod texts;
mod values;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::mem;

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use self::values::{Places, Values};
use super::Context;
use super::nested;
use super::types::{self, moved};
use crate::check::flow::{Given, Needs, Origin, Read, Shape, Step, Taker, Wanted};
use crate::ir::NodeId;
use asl_language::shape::Kinds;
use asl_language::shape::checks::Weight;
use asl_source::diagnostics::{Code, Level};
use asl_source::options::RustType;
use asl_source::span::Span;

/// The checks of a machine; none if it has no types.
pub(super) fn checks(context: &Context<'_>) -> TokenStream {
    let is_nested = |(node, _): (NodeId, _)| context.nested_module(node).is_some();
    if !context.has_types() && !context.nodes().any(is_nested) {
        return TokenStream::new();
    }
    let needs = Needs::of(context.machine, context.flow());
    let reads = by_values(context, &needs.reads);
    let reads = reads.iter().map(|reads| self::reads(context, reads));
    let gifts = by_taker(context, &needs.gifts);
    let given = gifts.iter().map(|gifts| given(context, gifts));
    quote!(#(#reads)* #(#given)*)
}

/// A giver of values to the machine, or a taker of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Side {
    /// Its own input and output.
    Machine,
    /// The method of this index.
    Method(usize),
    /// The machine of this index in the option `machines`.
    Nested(usize),
}

impl Side {
    /// The side from which values come.
    fn of(context: &Context<'_>, origin: Origin) -> Self {
        match origin {
            Origin::Input => Self::Machine,
            Origin::Result(node) => Self::of_call(context, node),
        }
    }

    /// The side that a node calls.
    fn of_call(context: &Context<'_>, node: NodeId) -> Self {
        match context.nested_module(node) {
            Some((index, _)) => Self::Nested(index),
            None => Self::Method(context.names.methods().entry(node).method),
        }
    }

    /// The type of the values that enter the machine.
    fn source<'a>(self, context: &'a Context<'_>) -> Option<Named<'a>> {
        match self {
            Self::Machine => {
                let written = context.options.input.as_ref()?;
                Some(Named::new(written, context.names.input(), "WRITTEN", "the input".to_owned()))
            }
            Self::Method(index) => {
                let method = context.names.methods().list.get(index)?;
                let (written, alias, what) = match (&method.answer, &method.types) {
                    (Some(answer), _) => (answer, context.names.task_answer(method), "answer"),
                    (None, Some((_, output))) => {
                        (output, context.names.task_types(method).1, "result")
                    }
                    (None, None) => return None,
                };
                let role = format!("the {what} of `{}`", method.name);
                Some(Named::new(written, &alias, "WRITTEN", role))
            }
            Self::Nested(index) => Named::nested(context, index, false),
        }
    }

    /// The type of the values that leave the machine.
    fn taker<'a>(self, context: &'a Context<'_>) -> Option<Named<'a>> {
        match self {
            Self::Machine => {
                let written = context.options.output.as_ref()?;
                Some(Named::new(written, context.names.output(), "READ", "the output".to_owned()))
            }
            Self::Method(index) => {
                let method = context.names.methods().list.get(index)?;
                let (written, _) = method.types.as_ref()?;
                let (alias, _) = context.names.task_types(method);
                let role = format!("the input of `{}`", method.name);
                Some(Named::new(written, &alias, "READ", role))
            }
            Self::Nested(index) => Named::nested(context, index, true),
        }
    }
}

/// A type that the user named, or that of a machine that they named.
struct Named<'a> {
    /// As the user wrote it.
    written: &'a RustType,
    /// Its name in messages.
    name: String,
    /// The values that come from it, or those that it takes.
    values: TokenStream,
    /// What it is the type of.
    role: String,
}

impl<'a> Named<'a> {
    /// A type, with the set of its values: `WRITTEN` or `READ`.
    fn new(written: &'a RustType, alias: &Ident, set: &str, role: String) -> Self {
        let set = format_ident!("{set}");
        let values = quote!(ShapeOf::<types::#alias>::#set);
        Self { written, name: types::shown(written), values, role }
    }

    /// The input or the output of another machine, of which a task starts an execution. Its output is
    /// data of its definition, not of serde.
    fn nested(context: &'a Context<'_>, index: usize, is_input: bool) -> Option<Self> {
        let module = context.module(index)?;
        let [input, output] = nested::values(index);
        let values = if is_input { input } else { output };
        let role = "of which an execution is started".to_owned();
        Some(Self {
            written: module,
            name: types::shown(module),
            values: quote!(types::#values),
            role,
        })
    }
}

impl Named<'_> {
    /// The warning that rustc has to find. See `expansion::warning`: an array of none is no warning.
    fn warning(&self, code: Code, text: &str, index: usize) -> TokenStream {
        let code = format_ident!("{}", code.id());
        let finding = self.at_type(quote!([#code; CHECKED.found[#index].warnings()]));
        quote! {
            {
                #[must_use = #text]
                struct #code;
                #finding;
            }
        }
    }

    /// Moves code to the place of the type, where rustc shows its error.
    fn at_type(&self, code: TokenStream) -> TokenStream {
        moved(code, self.written, |place| place)
    }
}

/// What the states read of the same values.
struct Reads<'a> {
    /// The type, or one of them.
    of: Named<'a>,
    /// The names of all of them.
    name: String,
    values: Places,
    /// Each with the steps to it, and the places of those that are the same.
    list: Vec<(Vec<Step>, &'a Read, Vec<Span>)>,
}

/// The reads of each type, and of values that are of one of several types.
fn by_values<'a>(context: &'a Context<'_>, reads: &'a [Read]) -> Vec<Reads<'a>> {
    let (mut sets, mut known, mut same) = (Vec::new(), HashMap::new(), HashMap::new());
    for read in reads {
        // Reads at a single place are grouped by its type; the steps stay with each read.
        let mut values = Places::of(context, &read.border);
        let steps = match values.0.as_mut_slice() {
            [(_, steps)] => mem::take(steps),
            _ => Vec::new(),
        };
        let number = match known.get(&values) {
            Some(number) => *number,
            None => {
                let types: Vec<_> =
                    values.0.iter().filter_map(|(side, _)| side.source(context)).collect();
                let names: BTreeSet<String> = types.iter().map(|of| of.name.clone()).collect();
                let name = names.into_iter().collect::<Vec<_>>().join("` or `");
                let Some(of) = types.into_iter().next() else { continue };
                known.insert(values.clone(), sets.len());
                sets.push(Reads { of, name, values, list: Vec::new() });
                sets.len() - 1
            }
        };
        let Some(Reads { list, .. }) = sets.get_mut(number) else { continue };
        let key = (number, steps.clone(), read.wanted, read.weight);
        let index = *same.entry(key).or_insert(list.len());
        match list.get_mut(index) {
            Some((_, first, _)) if first.span == read.span => {}
            Some((_, _, places)) => places.push(read.span),
            None => list.push((steps, read, Vec::new())),
        }
    }
    sets.sort_by_key(|reads: &Reads<'_>| match reads.values.0.as_slice() {
        [(side, _)] => (false, Some(*side)),
        _ => (true, None),
    });
    sets
}

/// The checks of what the states read of the same values.
fn reads(context: &Context<'_>, reads: &Reads<'_>) -> TokenStream {
    let Reads { of, name, values, list } = reads;
    let needs = list.iter().map(|(steps, read, places)| {
        let likely = may_lack(read, name)
            .map(|title| texts::headline(context, Code::TypeMayLack, read.span, places, &title));
        (self::read(context, steps, read, places), likely)
    });
    checked(context, of, (name, &values.code(context)), Code::TypeMayLack, needs)
}

/// The comparison of needs with the values of a type, or with those that it takes. Each may have a
/// text for a likely fault.
fn checked(
    context: &Context<'_>,
    of: &Named<'_>,
    (name, values): (&str, &TokenStream),
    code: Code,
    needs: impl Iterator<Item = (TokenStream, Option<String>)>,
) -> TokenStream {
    let (needs, texts): (Vec<_>, Vec<_>) = needs.unzip();
    let number = needs.len();
    let (warnings, errors) = likely(context, of, code, texts.into_iter());
    let demand = of.at_type(quote!(shape::checks::demand(&CHECKED.errors(#name, &[#(#errors),*]))));
    quote! {
        #[warn(warnings)]
        #[allow(clippy::no_effect, reason = "an array of findings is a warning")]
        const _: () = {
            const CHECKED: &shape::checks::Needs<'static, #number> =
                &shape::checks::Needs::of(#values, &[#(#needs),*]);
            #demand;
            #(#warnings)*
        };
    }
}

/// The values that go into each type, each with the places of those that are the same.
struct Gifts<'a> {
    to: Named<'a>,
    list: Vec<(Values, Span, Vec<Span>)>,
}

/// The values that go into each type.
fn by_taker<'a>(context: &'a Context<'_>, gifts: &[Given]) -> Vec<Gifts<'a>> {
    let (mut types, mut same) = (BTreeMap::new(), HashMap::new());
    for Given { values, to, span } in gifts {
        let (side, values) = match *to {
            Taker::Task(node) => {
                let values = match context.nested_module(node) {
                    Some(_) => values.nested_input(),
                    None if context.names.methods().entry(node).has_envelope => {
                        values.member("Payload")
                    }
                    None => Some(values.clone()),
                };
                (Side::of_call(context, node), values)
            }
            Taker::Output => (Side::Machine, Some(values.clone())),
        };
        let is_known = |values: &Shape| !matches!(values, Shape::Any) && !values.is_never();
        let Some((to, values)) = side.taker(context).zip(values.filter(is_known)) else { continue };
        let Gifts { list, .. } = types.entry(side).or_insert(Gifts { to, list: Vec::new() });
        let values = Values::of(context, &values);
        let index = *same.entry((side, values.clone())).or_insert(list.len());
        match list.get_mut(index) {
            Some((_, _, places)) => places.push(*span),
            None => list.push((values, *span, Vec::new())),
        }
    }
    types.into_values().collect()
}

/// A value that a state reads.
fn read(context: &Context<'_>, steps: &[Step], read: &Read, places: &[Span]) -> TokenStream {
    let Read { border: _, wanted, span, what, weight } = read;
    let title = match wanted {
        Some(wanted) => format!("{what} must be {}", wanted.noun()),
        None => format!("{what} finds nothing, ever"),
    };
    let text = texts::headline(context, Code::TypeLacks, *span, places, &title);
    let wanted = values::kinds(wanted.map_or(Kinds::NONE, Wanted::kinds));
    let weight = match weight {
        Weight::Fault => quote!(Fault),
        Weight::OfItems => quote!(OfItems),
        Weight::Doubt => quote!(Doubt),
    };
    let (path, weight) = (values::path(steps), quote!(shape::checks::Weight::#weight));
    quote! {
        shape::checks::Need::Read(shape::checks::Read {
            path: #path,
            wanted: #wanted,
            text: #text,
            weight: #weight,
        })
    }
}

/// The fault of a value that may not be there, if that is one.
fn may_lack(read: &Read, of: &str) -> Option<String> {
    let what = &read.what;
    Some(match (read.weight, read.wanted) {
        (Weight::OfItems, _) => return None,
        (Weight::Doubt, _) => {
            format!("{what} is not there, or of another type, in any value of `{of}`")
        }
        (Weight::Fault, Some(wanted)) => format!(
            "{what} must be {}, and in some values of `{of}` it is something else or nothing",
            wanted.noun()
        ),
        (Weight::Fault, None) => format!("{what} finds nothing in some values of `{of}`"),
    })
}

/// The warnings that rustc has to find where only some values do not fit, or the texts of errors,
/// from the text of each.
fn likely(
    context: &Context<'_>,
    of: &Named<'_>,
    code: Code,
    texts: impl Iterator<Item = Option<String>>,
) -> (Vec<TokenStream>, Vec<String>) {
    match context.options.levels.of(code) {
        Level::Allow => (Vec::new(), Vec::new()),
        Level::Warn => {
            let texts = texts.enumerate().filter_map(|(index, text)| Some((index, text?)));
            (texts.map(|(index, text)| of.warning(code, &text, index)).collect(), Vec::new())
        }
        Level::Deny => (Vec::new(), texts.map(Option::unwrap_or_default).collect()),
    }
}

/// The checks of values that go into a type.
fn given(context: &Context<'_>, Gifts { to, list }: &Gifts<'_>) -> TokenStream {
    let Named { name, values: wanted, role, .. } = to;
    let needs = list.iter().map(|(values, span, places)| {
        let likely = format!("some of these values do not fit `{name}`, {role}");
        let likely = texts::headline(context, Code::TypeMayMisfit, *span, places, &likely);
        let title = format!("`{name}`, {role}");
        let text = texts::headline(context, Code::TypeMisfit, *span, places, &title) + ",";
        let values = values.code(context);
        let given = quote!(shape::checks::Given { values: #values, text: #text });
        (quote!(shape::checks::Need::Given(#given)), Some(likely))
    });
    checked(context, to, (name, wanted), Code::TypeMayMisfit, needs)
}
