//! Emits what rustc has to prove of the user's types: that they have what the states read, and take
//! what the definition gives to them.

use std::collections::BTreeMap;

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::Context;
use super::borders::borders;
use crate::check::flow::{
    Border, Constant, Given, Needs, Origin, Read, Shape, Step, Taker, Wanted,
};
use crate::ir::NodeId;
use asl_language::shape::Kinds;
use asl_source::diagnostics::{Code, Diagnostic, Level, headline};
use asl_source::options::RustType;

/// The checks of a machine; none if it has no types.
pub(super) fn checks(context: &Context<'_>) -> TokenStream {
    let has_types = context.options.input.is_some()
        || context.options.output.is_some()
        || context.names.methods().list.iter().any(|method| method.types.is_some());
    if !has_types {
        return TokenStream::new();
    }
    let needs = Needs::of(context.machine, borders(context));
    let reads = by_type(context, &needs.reads).into_iter().map(|(of, reads)| {
        let (name, values) = (name(of.written), of.written_values());
        let (level, number) = (context.options.levels.of(Code::TypeMayLack), reads.len());
        let warnings = (0..number).zip(&reads).filter(|_| level == Level::Warn);
        let warnings: Vec<_> = warnings
            .map(|(index, read)| {
                let text = headline(&may_lack(read, &name), context.sources);
                let found = quote!(shape::checks::may_lack(VALUES, &READS[#index]));
                of.warning(Code::TypeMayLack, &text, &found)
            })
            .collect();
        let reads = reads.into_iter().map(|read| self::read(context, read));
        let function = if level == Level::Deny { quote!(reads_always) } else { quote!(reads) };
        let demand = of.at_type(quote! {
            shape::checks::demand(&shape::checks::#function(#name, VALUES, READS))
        });
        quote! {
            #[warn(warnings)]
            const _: () = {
                const VALUES: &shape::Values<'static> = #values;
                const READS: &[shape::checks::Read<'static>; #number] = &[#(#reads),*];
                #demand;
                #(#warnings)*
            };
        }
    });
    let given = needs.gifts.iter().filter_map(|given| self::given(context, given));
    quote!(#(#reads)* #(#given)*)
}

/// A type that the user named.
struct Named<'a> {
    /// As the user wrote it.
    written: &'a RustType,
    /// Its alias.
    alias: TokenStream,
}

impl Named<'_> {
    /// The values that serde writes for it.
    fn written_values(&self) -> TokenStream {
        let alias = &self.alias;
        quote!(ShapeOf::<#alias>::WRITTEN)
    }

    /// A warning if a number, which rustc computes, is not 0. See `expansion::warning`.
    fn warning(&self, code: Code, text: &str, number: &TokenStream) -> TokenStream {
        let code = format_ident!("{}", code.id());
        let call = self.at_type(quote!(finding()));
        quote! {
            {
                const FOUND: usize = #number;
                #[must_use = #text]
                struct #code;
                const fn finding() -> [#code; FOUND] {
                    [const { #code }; FOUND]
                }
                #call;
            }
        }
    }

    /// Moves code to the place of the type, where rustc shows its error.
    fn at_type(&self, code: TokenStream) -> TokenStream {
        let place = self.written.clone().into_iter().next().map(|token| token.span());
        let Some(place) = place else { return code };
        code.into_iter()
            .map(|mut token| {
                token.set_span(place);
                token
            })
            .collect()
    }
}

/// The reads of each type. Nodes that call the same method read the same type.
fn by_type<'a>(context: &'a Context<'_>, reads: &'a [Read]) -> Vec<(Named<'a>, Vec<&'a Read>)> {
    let mut types = BTreeMap::new();
    for read in reads {
        let method = match read.border.origin {
            Origin::Input => None,
            Origin::Result(node) => {
                let methods = context.names.methods();
                methods.entries.get(methods.entry_of(node)).map(|entry| entry.method)
            }
        };
        if let Some(named) = origin(context, read.border.origin) {
            types.entry(method).or_insert_with(|| (named, Vec::new())).1.push(read);
        }
    }
    types.into_values().collect()
}

/// The type at a border.
fn origin<'a>(context: &'a Context<'_>, origin: Origin) -> Option<Named<'a>> {
    match origin {
        Origin::Input => {
            let alias = context.names.input();
            let written = context.options.input.as_ref()?;
            Some(Named { written, alias: quote!(types::#alias) })
        }
        Origin::Result(node) => task(context, node, false),
    }
}

/// The type of the input or the output of a node's task.
fn task<'a>(context: &'a Context<'_>, node: NodeId, is_input: bool) -> Option<Named<'a>> {
    let method = context.names.methods().method_of(node);
    let (input, output) = method.types.as_ref()?;
    let (input_name, output_name) = context.names.task_types(method);
    let (written, alias) = if is_input { (input, input_name) } else { (output, output_name) };
    Some(Named { written, alias: quote!(types::#alias) })
}

/// A value that a state reads.
fn read(context: &Context<'_>, read: &Read) -> TokenStream {
    let Read { border, wanted, span, what } = read;
    let title = match wanted {
        Some(wanted) => format!("{what} must be {}", wanted.noun()),
        None => format!("{what} finds nothing, ever"),
    };
    let text = headline(&Diagnostic::new(Code::TypeLacks, *span, title), context.sources);
    let (path, wanted) = (path(border), kinds(wanted.map_or(Kinds::NONE, kinds_of)));
    quote!(shape::checks::Read { path: #path, wanted: #wanted, text: #text })
}

/// The warning of a value that may not be there.
fn may_lack(read: &Read, of: &str) -> Diagnostic {
    let what = &read.what;
    let title = match read.wanted {
        Some(wanted) => format!(
            "{what} must be {}, and in some values of `{of}` it is something else or nothing",
            wanted.noun()
        ),
        None => format!("{what} finds nothing in some values of `{of}`"),
    };
    Diagnostic::new(Code::TypeMayLack, read.span, title)
}

/// The check of values that go into a type.
fn given(context: &Context<'_>, given: &Given) -> Option<TokenStream> {
    let (named, values, role) = match given.to {
        Taker::Task(node) => {
            let methods = context.names.methods();
            let method = methods.method_of(node);
            let has_envelope =
                methods.entries.get(methods.entry_of(node)).is_some_and(|entry| entry.has_envelope);
            let values =
                if has_envelope { given.values.member("Payload")? } else { given.values.clone() };
            (task(context, node, true)?, values, format!("the input of `{}`", method.name))
        }
        Taker::Output => {
            let (written, alias) = (context.options.output.as_ref()?, context.names.output());
            let named = Named { written, alias: quote!(types::#alias) };
            (named, given.values.clone(), "the output".to_owned())
        }
    };
    if matches!(values, Shape::Any) || values.is_never() {
        return None;
    }
    let of = name(named.written);
    let title = format!("`{of}`, {role},");
    let text = headline(&Diagnostic::new(Code::TypeMisfit, given.span, title), context.sources);
    let (alias, values) = (&named.alias, self::values(context, &values));
    let level = context.options.levels.of(Code::TypeMayMisfit);
    let function = if level == Level::Deny { quote!(gives_always) } else { quote!(gives) };
    let demand =
        named.at_type(quote!(shape::checks::demand(&shape::checks::#function(#text, GIVEN, TYPE))));
    let warning = (level == Level::Warn).then(|| {
        let title = format!("some of these values do not fit `{of}`, {role}");
        let finding = Diagnostic::new(Code::TypeMayMisfit, given.span, title);
        let found = quote!(shape::checks::may_misfit(GIVEN, TYPE));
        named.warning(Code::TypeMayMisfit, &headline(&finding, context.sources), &found)
    });
    Some(quote! {
        #[warn(warnings)]
        const _: () = {
            const TYPE: &shape::Values<'static> = ShapeOf::<#alias>::READ;
            const GIVEN: &shape::Values<'static> = &#values;
            #demand;
            #warning
        };
    })
}

/// A set of values.
fn values(context: &Context<'_>, shape: &Shape) -> TokenStream {
    let kinds = match shape {
        Shape::Any => return quote!(shape::Values::Any),
        Shape::Border(border) => return at(context, border),
        Shape::OneOf(kinds) => kinds,
    };
    let mut sets = Vec::new();
    if let Some(members) = &kinds.object {
        let known = members.known.iter().map(|(name, member)| {
            let values = values(context, &member.shape);
            let new = quote!(shape::Member::new(#name, &#values));
            if member.always || member.as_found {
                new
            } else {
                quote!(#new.presence(shape::Presence::Sometimes))
            }
        });
        let flattened = members.others.as_ref().map(|border| {
            let values = at(context, border);
            quote!(&#values)
        });
        let others = match (members.is_open, &flattened) {
            (true, None) => quote!(shape::Others::Any),
            (true, Some(_)) | (false, _) => quote!(shape::Others::None),
        };
        sets.push(quote! {
            shape::Values::Object(shape::Object {
                members: &[#(#known),*],
                flattened: &[#flattened],
                others: #others,
            })
        });
    }
    if let Some(items) = &kinds.array {
        sets.push(if items.more.is_some() {
            let any = values(context, &items.any());
            quote!(shape::Values::List(&#any))
        } else {
            let first = items.first.iter().map(|item| values(context, item));
            quote!(shape::Values::Tuple(&[#(&#first),*]))
        });
    }
    sets.extend(kinds.string.then(|| match &kinds.constant {
        Some(Constant::Text(text)) => quote!(shape::Values::Constant(#text)),
        Some(Constant::Integer(_)) | None => quote!(shape::Values::Text),
    }));
    sets.extend(kinds.number.then(|| match &kinds.constant {
        Some(Constant::Integer(number)) => {
            let number = i128::from(*number);
            quote!(shape::Values::Integer(#number, #number))
        }
        Some(Constant::Text(_)) | None => quote!(shape::Values::Number),
    }));
    sets.extend(kinds.boolean.then(|| quote!(shape::Values::Boolean)));
    sets.extend(kinds.null.then(|| quote!(shape::Values::Null)));
    match sets.as_slice() {
        [set] => set.clone(),
        _ => quote!(shape::Values::OneOf(&[#(&#sets),*])),
    }
}

/// The values at a place of a border's type.
fn at(context: &Context<'_>, border: &Border) -> TokenStream {
    match origin(context, border.origin) {
        Some(named) => {
            let (values, path) = (named.written_values(), path(border));
            quote!(shape::Values::At(#values, #path))
        }
        None => quote!(shape::Values::Any),
    }
}

fn path(border: &Border) -> TokenStream {
    let steps = border.steps.iter().map(|step| match step {
        Step::Member(name) => quote!(shape::Step::Member(#name)),
        Step::Each(name) => quote!(shape::Step::Each(#name)),
        Step::Item => quote!(shape::Step::Item),
        Step::Only(only) => {
            let kinds = kinds(*only);
            quote!(shape::Step::Only(#kinds))
        }
    });
    quote!(&[#(#steps),*])
}

fn kinds_of(wanted: Wanted) -> Kinds {
    match wanted {
        Wanted::Text | Wanted::Timestamp => Kinds::TEXT,
        Wanted::Number => Kinds::NUMBER,
        Wanted::Boolean => Kinds::BOOLEAN,
        Wanted::Array => Kinds::LIST,
        Wanted::Object => Kinds::OBJECT,
    }
}

fn kinds(kinds: Kinds) -> TokenStream {
    let names = [
        (Kinds::ABSENT, quote!(ABSENT)),
        (Kinds::NULL, quote!(NULL)),
        (Kinds::BOOLEAN, quote!(BOOLEAN)),
        (Kinds::NUMBER, quote!(NUMBER)),
        (Kinds::TEXT, quote!(TEXT)),
        (Kinds::LIST, quote!(LIST)),
        (Kinds::OBJECT, quote!(OBJECT)),
    ];
    let mut names =
        names.into_iter().filter(|(kind, _)| kinds.includes(*kind)).map(|(_, name)| name);
    let first = names.next().unwrap_or_else(|| quote!(NONE));
    quote!(shape::Kinds::#first #(.or(shape::Kinds::#names))*)
}

/// A type's name as its user wrote it, without the spaces of tokens.
fn name(written: &RustType) -> String {
    let mut name = String::new();
    for part in written.to_string().split(' ') {
        let is_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        if is_word(name.chars().next_back()) && is_word(part.chars().next()) {
            name.push(' ');
        }
        name.push_str(part);
    }
    name
}
