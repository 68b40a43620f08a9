//! Structs that have the same members in both directions.

use asl_language::shape::hash;
use proc_macro2::TokenStream;
use quote::quote;
use syn::Type;

use super::fields::Direction;
use super::own;
use super::set::{Member, Object, Presence, Set};

/// The code of the values of a struct with so many fields: a reference to them, with the direction
/// `__W`. `None` if the directions differ.
pub(super) fn code(written: &Set, read: &Set, fields: usize) -> Option<TokenStream> {
    let (Set::Object(written), Set::Object(read)) = (written, read) else { return None };
    // Otherwise there is a tag, a field is flattened, or it is left out in one of them.
    let has_all = |object: &Object| object.members.len() == fields && !object.is_closed;
    if !has_all(written) || !has_all(read) {
        return None;
    }
    let members = written.members.iter().zip(&read.members);
    let members: Vec<_> = members.map(|(one, other)| shared(one, other)).collect::<Option<_>>()?;
    Some(read.code(members.into_iter().map(member), Direction::Read))
}

/// The member of a field and its type, unless it is written in another way than it is read.
fn shared<'a>(written: &Member, read: &'a Member) -> Option<(&'a Member, &'a Type)> {
    let (Set::OfField(_), Set::OfField(of)) = (&written.values, &read.values) else { return None };
    let is_same = written.name == read.name && read.aliases.is_empty();
    (is_same && matches!(written.presence, Presence::Always)).then_some((read, of))
}

fn member((member, of): (&Member, &Type)) -> TokenStream {
    let (name, hash) = (&member.name, hash(&member.name));
    // rustc finds a function sooner than a constant that a type or a trait has, and its method.
    let code = if own::is_of_std(of) {
        quote!(__shape::member::<__W, #of>(#name, #hash))
    } else {
        quote!(__shape::ShapeOf::<#of>::OF.member::<__W>(#name, #hash))
    };
    let has_default = matches!(member.presence, Presence::Sometimes);
    if has_default { quote!(__shape::with_default::<__W>(#code)) } else { code }
}
