//! `#[shape(..)]`: what the user says where serde's attributes say nothing.

use syn::{Attribute, Data, DeriveInput, Path, Type, parse_quote};

/// What takes the place of a type.
pub(super) enum Instead {
    /// Any values: nothing is known.
    Any,
    /// The values of this type.
    As(Box<Type>),
}

/// The attributes of a type.
pub(super) struct OfType {
    /// The path of the runtime: that of `crate = path`, or `::asl_runtime`.
    pub(super) runtime: Path,
    pub(super) instead: Option<Instead>,
}

impl OfType {
    /// Reads the attributes of a type, and refuses what its fields and variants cannot have.
    pub(super) fn read(input: &DeriveInput) -> syn::Result<Self> {
        let mut runtime: Path = parse_quote!(::asl_runtime);
        let instead = parse(&input.attrs, Some(&mut runtime))?;
        match &input.data {
            Data::Struct(data) => check(data.fields.iter().map(|field| &field.attrs))?,
            Data::Enum(data) => {
                check(data.variants.iter().map(|variant| &variant.attrs))?;
                let fields = data.variants.iter().flat_map(|variant| &variant.fields);
                check(fields.map(|field| &field.attrs))?;
            }
            Data::Union(data) => {
                let message = "`Shape` is for structs and enums: serde has no JSON for a union";
                return Err(syn::Error::new_spanned(data.union_token, message));
            }
        }
        Ok(Self { runtime, instead })
    }
}

/// What takes the place of the type of a field or of the contents of a variant. Faults were found by
/// [`OfType::read`].
pub(super) fn instead(attributes: &[Attribute]) -> Option<Instead> {
    parse(attributes, None).ok().flatten()
}

fn check<'a>(mut parts: impl Iterator<Item = &'a Vec<Attribute>>) -> syn::Result<()> {
    parts.try_for_each(|attributes| parse(attributes, None).map(drop))
}

fn parse(attributes: &[Attribute], mut runtime: Option<&mut Path>) -> syn::Result<Option<Instead>> {
    let mut instead = None;
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("shape")) {
        attribute.parse_nested_meta(|meta| {
            let said = if meta.path.is_ident("any") {
                Instead::Any
            } else if meta.path.is_ident("as") {
                Instead::As(Box::new(meta.value()?.parse()?))
            } else if let Some(runtime) = runtime.as_mut().filter(|_| meta.path.is_ident("crate")) {
                **runtime = meta.value()?.call(Path::parse_mod_style)?;
                return Ok(());
            } else {
                let of_type =
                    if runtime.is_some() { ", `crate = path::of::asl_runtime`" } else { "" };
                return Err(meta.error(format!("`shape` takes `any`, `as = Type`{of_type}")));
            };
            match instead.replace(said) {
                Some(_) => Err(meta.error("`any` or `as = Type` is there already")),
                None => Ok(()),
            }
        })?;
    }
    Ok(instead)
}
