//! The results of a path's last step: collected, or taken one by one.

use super::flatten;
use crate::jsonata::{Cx, Fault, Item, Outcome};

/// The value of a path: a sequence, or the array that is its only result.
#[derive(Debug, Default)]
pub struct Sequence {
    items: Vec<Item>,
    /// An array that is the only result so far.
    only: Option<Item>,
    has_any: bool,
}

impl Sequence {
    /// Adds the result of the last step for an item.
    pub fn add(&mut self, cx: &Cx, result: Item) -> Result<(), Fault> {
        if result.is_undefined() {
            return Ok(());
        }
        if !self.has_any && result.is_array() && !result.is_sequence() {
            self.only = Some(result);
        } else {
            if let Some(only) = self.only.take() {
                flatten(cx, &mut self.items, only)?;
            }
            flatten(cx, &mut self.items, result)?;
        }
        self.has_any = true;
        Ok(())
    }

    /// Adds the result of a function, if there is one.
    pub fn push_result(&mut self, cx: &Cx, result: Item) -> Result<(), Fault> {
        if result.is_undefined() { Ok(()) } else { self.push(cx, result) }
    }

    /// Adds an item.
    pub fn push(&mut self, cx: &Cx, item: Item) -> Result<(), Fault> {
        if let Some(only) = self.only.take() {
            flatten(cx, &mut self.items, only)?;
        }
        self.has_any = true;
        cx.make_item()?;
        self.items.push(item);
        Ok(())
    }

    /// The value.
    pub fn finish(self) -> Outcome {
        self.only.map_or_else(|| Item::sequence(self.items), Ok)
    }
}

/// The items of a sequence, given one by one to what comes behind it.
///
/// The part behind a list is evaluated after all of it, so its fault is kept until the end.
pub struct Results<F> {
    take: F,
    /// The built-in whose function takes the items.
    name: &'static str,
    given: usize,
    /// An array that is the only result so far.
    only: Option<Item>,
    has_any: bool,
    /// An array, or nothing, that is the only item so far. If it remains that, its items take its
    /// place.
    nested: Option<Item>,
    has_items: bool,
    fault: Option<Fault>,
}

impl<F: FnMut(Item, usize) -> Result<(), Fault>> Results<F> {
    /// Results that are given to the function of a built-in, with their indices.
    pub fn new(name: &'static str, take: F) -> Self {
        Self {
            take,
            name,
            given: 0,
            only: None,
            has_any: false,
            nested: None,
            has_items: false,
            fault: None,
        }
    }

    /// Adds the result of a step for an item, which is flattened.
    pub fn add(&mut self, cx: &Cx, result: Item) -> Result<(), Fault> {
        if result.is_undefined() {
            return Ok(());
        }
        if !result.is_array() {
            return self.push(cx, result);
        }
        if !self.has_any && !result.is_sequence() {
            self.has_any = true;
            self.only = Some(result);
            return Ok(());
        }
        self.flush(cx)?;
        self.has_any = true;
        self.add_items(cx, result)
    }

    /// Adds the result of a function, if there is one.
    pub fn push_result(&mut self, cx: &Cx, result: Item) -> Result<(), Fault> {
        if result.is_undefined() { Ok(()) } else { self.push(cx, result) }
    }

    /// Adds an item.
    pub fn push(&mut self, cx: &Cx, item: Item) -> Result<(), Fault> {
        self.flush(cx)?;
        self.has_any = true;
        self.give_next(item)
    }

    /// Adds a whole value, which is all there is.
    pub fn set(&mut self, value: Item) {
        self.has_any = !value.is_undefined();
        if value.is_array() {
            self.only = Some(value);
        } else if self.has_any {
            self.has_items = true;
            self.nested = Some(value);
        }
    }

    fn flush(&mut self, cx: &Cx) -> Result<(), Fault> {
        match self.only.take() {
            Some(only) => self.add_items(cx, only),
            None => Ok(()),
        }
    }

    fn add_items(&mut self, cx: &Cx, array: Item) -> Result<(), Fault> {
        if matches!(&array, Item::List(list) if list.is_cons) {
            return self.give_next(array);
        }
        cx.spend(array.array_len().unwrap_or(0) as u64 / 8)?;
        array.items().try_for_each(|item| self.give_next(item))
    }

    fn give_next(&mut self, item: Item) -> Result<(), Fault> {
        if !self.has_items && (item.is_array() || item.is_undefined()) {
            self.has_items = true;
            self.nested = Some(item);
            return Ok(());
        }
        self.has_items = true;
        if let Some(nested) = self.nested.take() {
            self.give(nested)?;
        }
        self.give(item)
    }

    fn give(&mut self, item: Item) -> Result<(), Fault> {
        if self.fault.is_some() {
            return Ok(());
        }
        let index = self.given;
        self.given += 1;
        match (self.take)(item, index) {
            Err(fault @ Fault::Error(_)) => {
                self.fault = Some(fault.token(self.name));
                Ok(())
            }
            result => result,
        }
    }

    /// Gives the rest. True if there was a value.
    pub fn finish(mut self) -> Result<bool, Fault> {
        if let Some(alone) = self.only.take().or_else(|| self.nested.take()) {
            for item in alone.items() {
                self.give(item)?;
            }
            self.has_items = !alone.is_undefined();
        }
        match self.fault {
            Some(fault) => Err(fault),
            None => Ok(self.has_items),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;

    /// The items that are given, and if there was a value.
    fn given(results: &[Item]) -> (Vec<String>, bool) {
        let cx = Cx::new(0, 0);
        let mut shown = Vec::new();
        let mut given = Results::new("sum", |item, index| {
            shown.push(format!(
                "{index}:{}",
                item.as_data().map_or("-".into(), ToString::to_string)
            ));
            Ok(())
        });
        for result in results {
            given.add(&cx, result.clone()).unwrap();
        }
        let has_value = given.finish().unwrap();
        (shown, has_value)
    }

    fn items<const N: usize>(values: [crate::Value; N]) -> Vec<Item> {
        values.into_iter().map(Item::from).collect()
    }

    #[test]
    fn results_are_flattened_once() {
        let (shown, has_value) = given(&items([json!([1, 2]), json!(3), json!([[4]])]));
        assert_eq!(
            (shown, has_value),
            (["0:1", "1:2", "2:3", "3:[4]"].map(Into::into).into(), true)
        );
    }

    #[test]
    fn an_array_that_is_the_only_result_is_the_value() {
        assert_eq!(given(&items([json!([[1, 2]])])), (vec!["0:[1,2]".into()], true));
        assert_eq!(given(&items([json!([])])), (vec![], true));
        assert_eq!(given(&items([json!([]), json!([])])), (vec![], false));
        assert_eq!(given(&[Item::Undefined]), (vec![], false));
    }

    #[test]
    fn an_array_that_is_the_only_item_is_the_value() {
        let (shown, has_value) = given(&items([json!([[1, 2]]), json!([])]));
        assert_eq!((shown, has_value), (vec!["0:1".into(), "1:2".into()], true));
    }

    #[test]
    fn a_fault_is_kept_until_the_end() {
        let cx = Cx::new(0, 0);
        let mut given = 0;
        let mut results = Results::new("map", |_, _| {
            given += 1;
            Err(Fault::new("T2001"))
        });
        results.push(&cx, json!(1).into()).unwrap();
        results.push(&cx, json!(2).into()).unwrap();
        let fault = results.finish().unwrap_err();
        assert_eq!((fault.code(), given), (Some("T2001"), 1));
    }

    #[test]
    fn a_sequence_is_the_same_as_its_results() {
        let cx = Cx::new(0, 0);
        let sequence = |results: &[Item]| {
            let mut sequence = Sequence::default();
            for result in results {
                sequence.add(&cx, result.clone()).unwrap();
            }
            let value = sequence.finish().unwrap();
            (value.is_sequence(), value.array_len())
        };
        assert_eq!(sequence(&items([json!([1, 2])])), (false, Some(2)));
        assert_eq!(sequence(&items([json!([1, 2]), json!(3)])), (true, Some(3)));
        assert_eq!(sequence(&[Item::Undefined]), (true, Some(0)));
    }
}
