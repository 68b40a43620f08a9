//! Arrays and objects.

use super::super::Member;
use super::super::shape::{Constant, Items, Kinds, Members, Shape};
use super::scope::At;
use super::{Outputs, Run};
use crate::expr::jq::syntax::{Filter, Kind};

impl<'p> Run<'p> {
    /// The outputs of `[..]`.
    pub(super) fn array(&mut self, items: Option<&'p Filter>, at: At<'_, 'p>) -> Outputs {
        let mut array = Items::default();
        for part in items.into_iter().flat_map(commas) {
            let outputs = self.filter(part, at);
            if outputs.is_error() {
                return outputs;
            }
            let Outputs { each, some, one } = outputs;
            match &mut array.more {
                Some(more) => *more = more.or(&each),
                None if some && one => array.first.push(each),
                None if each.is_never() => {}
                None => array.more = Some(each),
            }
        }
        Outputs::one(Shape::from_kinds(Kinds { array: Some(array), ..Kinds::default() }))
    }

    /// The outputs of `{..}`.
    pub(super) fn object(&mut self, entries: &'p [(Filter, Filter)], at: At<'_, 'p>) -> Outputs {
        let mut all = Outputs::one(Shape::Any);
        let mut members = Members::default();
        for (key, value) in entries {
            let keys = self.only_if(all.some, |run| run.filter(key, at));
            let values = self.only_if(all.some && keys.some, |run| run.filter(value, at));
            all = all.times(&keys.times(&values, Shape::Any), Shape::Any);
            if keys.each.is_never() || values.each.is_never() {
                return all.with(None);
            }
            let name = keys.each.kinds().and_then(|kinds| kinds.constant.clone());
            match name {
                Some(Constant::Text(name)) if keys.one => {
                    members.known.insert(name.to_string(), Member::new(values.each, true));
                }
                _ => {
                    // It may be any of the others, too.
                    members.known.values_mut().for_each(|known| known.shape = Shape::Any);
                    members.is_open = true;
                }
            }
        }
        all.make(Shape::from_kinds(Kinds { object: Some(members), ..Kinds::default() }))
    }
}

/// The filters between commas.
fn commas(filter: &Filter) -> Vec<&Filter> {
    let Kind::Comma(left, right) = &filter.kind else { return vec![filter] };
    let mut each = commas(left);
    each.extend(commas(right));
    each
}
