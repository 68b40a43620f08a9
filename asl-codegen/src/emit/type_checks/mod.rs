//! Emits what rustc has to prove of the user's types: that they have what the states read, and take
//! what the definition gives to them.

mod texts;
mod values;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::Context;
use super::nested;
use super::types::{self, moved};
use crate::check::flow::{Given, Needs, Origin, Place, Read, Shape, Taker, Wanted};
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
    let given = gifts.iter().map(|(of, given)| self::given(context, of, given));
    quote!(#(#reads)* #(#given)*)
}

/// The origin of values, or their taker.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Side {
    /// The input or the output of the machine.
    Machine,
    /// The method of this index.
    Method(usize),
    /// The machine of this index in the option `machines`.
    Nested(usize),
    /// Several of them; the number tells these from others.
    Several(usize),
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
    /// A type whose values enter the machine.
    fn written(written: &'a RustType, alias: &Ident, role: String) -> Self {
        let values = quote!(ShapeOf::<types::#alias>::WRITTEN);
        Self { written, name: types::shown(written), values, role }
    }

    /// A type into which values are read.
    fn read(written: &'a RustType, alias: &Ident, role: String) -> Self {
        let values = quote!(ShapeOf::<types::#alias>::READ);
        Self { written, name: types::shown(written), values, role }
    }

    /// The input or the output of another machine, of which a task starts an execution. Its output is
    /// data of its definition, not of serde.
    fn nested((index, module): (usize, &'a RustType), is_input: bool) -> Self {
        let [input, output] = nested::values(index);
        let values = if is_input { input } else { output };
        let role = "of which an execution is started".to_owned();
        Self { written: module, name: types::shown(module), values: quote!(types::#values), role }
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
    /// The values.
    values: TokenStream,
    /// Each with its path, and the places of those that are the same.
    list: Vec<(TokenStream, &'a Read, Vec<Span>)>,
}

/// The reads of each type, and of values that are of one of several types.
fn by_values<'a>(context: &'a Context<'_>, reads: &'a [Read]) -> Vec<Reads<'a>> {
    let (mut sets, mut known, mut several) = (BTreeMap::new(), HashMap::new(), HashMap::new());
    for (number, read) in reads.iter().enumerate() {
        let mut places: Vec<(Side, &Place)> = Vec::new();
        for place in read.border.places() {
            let side = side(context, place.origin);
            if !places.iter().any(|(of, other)| *of == side && other.steps == place.steps) {
                places.push((side, place));
            }
        }
        let Some((first, others)) = places.split_first() else { continue };
        let Some(of) = origin(context, first.1.origin) else { continue };
        let (side, steps, path) = match others {
            [] => (first.0, first.1.steps.as_slice(), values::path(first.1)),
            _ => {
                let number = *several.entry(&read.border).or_insert(number);
                (Side::Several(number), &[][..], quote!(&[]))
            }
        };
        let reads = sets.entry(side).or_insert_with(|| {
            let types = places.iter().filter_map(|(_, place)| origin(context, place.origin));
            let names: BTreeSet<String> = types.map(|named| named.name).collect();
            let values = match others {
                [] => of.values.clone(),
                _ => values::at(context, &read.border),
            };
            let name = names.into_iter().collect::<Vec<_>>().join("` or `");
            Reads { of, name, values, list: Vec::new() }
        });
        let index =
            *known.entry((side, steps, read.wanted, read.weight)).or_insert(reads.list.len());
        match reads.list.get_mut(index) {
            Some((_, _, places)) => places.push(read.span),
            None => reads.list.push((path, read, Vec::new())),
        }
    }
    sets.into_values().collect()
}

/// The side from which the values of a border come.
fn side(context: &Context<'_>, origin: Origin) -> Side {
    match origin {
        Origin::Input => Side::Machine,
        Origin::Result(node) => of_call(context, node),
    }
}

/// The side that a node calls.
fn of_call(context: &Context<'_>, node: NodeId) -> Side {
    match context.nested_module(node) {
        Some((index, _)) => Side::Nested(index),
        None => Side::Method(context.names.methods().entry(node).method),
    }
}

/// The checks of what the states read of the same values.
fn reads(context: &Context<'_>, reads: &Reads<'_>) -> TokenStream {
    let Reads { of, name, values, list } = reads;
    let needs = list.iter().map(|(path, read, places)| {
        let likely = may_lack(read, name)
            .map(|title| texts::headline(context, Code::TypeMayLack, read.span, places, &title));
        (self::read(context, path, read, places), likely)
    });
    checked(context, of, (name, values), Code::TypeMayLack, needs)
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

/// The values that go into each type.
fn by_taker<'a>(
    context: &'a Context<'_>,
    gifts: &'a [Given],
) -> Vec<(Named<'a>, Vec<(&'a Given, Shape)>)> {
    let mut types = BTreeMap::new();
    for given in gifts {
        let (side, named, values) = match given.to {
            Taker::Task(node) => {
                let values = match context.nested_module(node) {
                    Some(_) => given.values.nested_input(),
                    None if context.names.methods().entry(node).has_envelope => {
                        given.values.member("Payload")
                    }
                    None => Some(given.values.clone()),
                };
                (of_call(context, node), task(context, node, true), values)
            }
            Taker::Output => {
                let (written, alias) = (context.options.output.as_ref(), context.names.output());
                let read = |written| Named::read(written, alias, "the output".to_owned());
                (Side::Machine, written.map(read), Some(given.values.clone()))
            }
        };
        let is_known = |values: &Shape| !matches!(values, Shape::Any) && !values.is_never();
        if let Some((named, values)) = named.zip(values.filter(is_known)) {
            types.entry(side).or_insert_with(|| (named, Vec::new())).1.push((given, values));
        }
    }
    types.into_values().collect()
}

/// The type at a border.
fn origin<'a>(context: &'a Context<'_>, origin: Origin) -> Option<Named<'a>> {
    match origin {
        Origin::Input => {
            let written = context.options.input.as_ref()?;
            Some(Named::written(written, context.names.input(), "the input".to_owned()))
        }
        Origin::Result(node) => answer(context, node).or_else(|| task(context, node, false)),
    }
}

/// The type of what is reported with the token of a node's task.
fn answer<'a>(context: &'a Context<'_>, node: NodeId) -> Option<Named<'a>> {
    let method = context.names.methods().method_of(node);
    let (written, alias) = (method.answer.as_ref()?, context.names.task_answer(method));
    Some(Named::written(written, &alias, format!("the answer of `{}`", method.name)))
}

/// The type of the input or the output of a node's task.
fn task<'a>(context: &'a Context<'_>, node: NodeId, is_input: bool) -> Option<Named<'a>> {
    if let Some(nested) = context.nested_module(node) {
        return Some(Named::nested(nested, is_input));
    }
    let method = context.names.methods().method_of(node);
    let (input, output) = method.types.as_ref()?;
    let (input_name, output_name) = context.names.task_types(method);
    Some(if is_input {
        Named::read(input, &input_name, format!("the input of `{}`", method.name))
    } else {
        Named::written(output, &output_name, format!("the result of `{}`", method.name))
    })
}

/// A value that a state reads.
fn read(context: &Context<'_>, path: &TokenStream, read: &Read, places: &[Span]) -> TokenStream {
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
    let weight = quote!(shape::checks::Weight::#weight);
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
fn given(context: &Context<'_>, of: &Named<'_>, given: &[(&Given, Shape)]) -> TokenStream {
    let Named { name, values: wanted, role, .. } = of;
    let mut sets: Vec<(TokenStream, Span, Vec<Span>)> = Vec::new();
    let mut known = HashMap::new();
    for (given, values) in given {
        let values = values::values(context, values);
        let number = *known.entry(values.to_string()).or_insert(sets.len());
        match sets.get_mut(number) {
            Some((_, _, places)) => places.push(given.span),
            None => sets.push((values, given.span, Vec::new())),
        }
    }
    let needs = sets.iter().map(|(values, span, places)| {
        let likely = format!("some of these values do not fit `{name}`, {role}");
        let likely = texts::headline(context, Code::TypeMayMisfit, *span, places, &likely);
        let title = format!("`{name}`, {role}");
        let text = texts::headline(context, Code::TypeMisfit, *span, places, &title) + ",";
        let given = quote!(shape::checks::Given { values: #values, text: #text });
        (quote!(shape::checks::Need::Given(#given)), Some(likely))
    });
    checked(context, of, (name, wanted), Code::TypeMayMisfit, needs)
}
