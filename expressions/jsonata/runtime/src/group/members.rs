//! The members of a group, which are read where they are.

use crate::view::{Found, Views};
use crate::{Cx, Fault, Item, View};
use asl_value::value::Value;

/// The members of a group, in order: all of the input, or those of its items that links lead to.
#[derive(Clone, Copy, Debug)]
pub struct Members<'g> {
    pub(super) input: View<'g>,
    pub(super) links: Option<Links<'g>>,
}

/// Links from each member to the next one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Links<'g> {
    pub(super) next: &'g [usize],
    /// The link of the first item of the input.
    pub(super) offset: usize,
    /// The link of the first member.
    pub(super) first: usize,
}

impl<'g> Members<'g> {
    /// An item as the only member.
    pub(super) fn of_one(item: View<'g>) -> Self {
        Self { input: item, links: None }
    }

    /// The item that a key is evaluated for.
    #[inline]
    #[must_use]
    pub fn item(self) -> View<'g> {
        self.input
    }

    /// The context of a value: the only member, or an array of all members.
    pub fn joined(self, cx: &Cx) -> Result<Found<'g>, Fault> {
        match self.links {
            Some(links) => joined(cx, &|| links.items(self.input)),
            None => Ok(Found::Seen(self.input)),
        }
    }

    /// The items that the first step of a path is evaluated for, where the context is
    /// [`joined`](Self::joined).
    #[inline]
    #[must_use]
    pub fn inputs(self) -> Inputs<'g> {
        match self.links {
            Some(links) => Inputs { members: self, link: links.first, nested: Views::None },
            None => Inputs { members: self, link: 0, nested: self.input.items_or_undefined() },
        }
    }
}

impl<'g> Links<'g> {
    /// The item of a link, which becomes the next link.
    #[inline]
    fn follow(self, link: &mut usize, input: View<'g>) -> Option<View<'g>> {
        let next = *self.next.get(*link)?;
        let place = *link - self.offset;
        *link = next;
        Some(if input.is_array() { input.item(place) } else { input })
    }

    fn items(self, input: View<'g>) -> impl Iterator<Item = View<'g>> {
        let mut link = self.first;
        std::iter::from_fn(move || self.follow(&mut link, input))
    }
}

/// The members of a group; of a member that is an array, its items.
#[derive(Clone, Debug)]
pub struct Inputs<'g> {
    members: Members<'g>,
    link: usize,
    /// The items of the last member.
    nested: Views<'g>,
}

impl<'g> Iterator for Inputs<'g> {
    type Item = View<'g>;

    #[inline]
    fn next(&mut self) -> Option<View<'g>> {
        loop {
            if let Some(item) = self.nested.next() {
                return Some(item);
            }
            let member = self.members.links?.follow(&mut self.link, self.members.input)?;
            if !member.is_array() {
                return Some(member);
            }
            self.nested = member.items();
        }
    }
}

/// The only member of a group, or an array of all members.
pub(super) fn joined<'v, I: Iterator<Item = View<'v>>>(
    cx: &Cx,
    members: &impl Fn() -> I,
) -> Result<Found<'v>, Fault> {
    let mut rest = members();
    if let (Some(only), None) = (rest.next(), rest.next()) {
        return Ok(Found::Seen(only));
    }
    let length = members().map(|member| member.items().len()).sum();
    cx.make_items(length)?;
    let items = || members().flat_map(View::items);
    if members().any(|member| member.as_data().is_none()) {
        return Item::array(items().map(View::to_item).collect()).map(Found::Made);
    }
    let mut all = Vec::with_capacity(length);
    all.extend(items().filter_map(View::as_data).cloned());
    Item::Data(Value::array(all)).within_depth().map(Found::Made)
}
