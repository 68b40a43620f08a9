//! Results from XML.

use asl_aws_models::{Member, Shape, ShapeId, Structure};
use asl_runtime::Value;
use asl_runtime::value::Map;

use super::Results;
use super::tree::Element;
use crate::arguments::shape;

impl<'a> Results<'a> {
    pub(super) fn structure_of_xml(
        self,
        structure: Structure<'a>,
        element: &Element,
    ) -> Result<Value, String> {
        let mut map = Map::default();
        for member in structure.members {
            if let Some(value) = self.member_of_xml(&member, element)? {
                map.insert(self.name(&member), value);
            }
        }
        Ok(Value::from(map))
    }

    fn member_of_xml(self, member: &Member<'a>, outer: &Element) -> Result<Option<Value>, String> {
        let inside = shape(self.service, member.shape);
        if member.is_xml_attribute() {
            let mut attributes = outer.attributes.iter();
            let found = attributes.find(|(name, _)| *name == *member.wire);
            return found.map(|(_, text)| self.scalar(&inside, text)).transpose();
        }
        if let Shape::List { item, item_name, is_flattened, .. } = inside
            && (is_flattened || member.is_flattened())
        {
            // Without an element around them, the items have the member's name or their own.
            let of_member: Vec<&Element> = outer.all(&member.wire).collect();
            let items = match item_name {
                Some(name) if of_member.is_empty() => outer.all(name).collect(),
                Some(_) | None => of_member,
            };
            if items.is_empty() {
                return Ok(None);
            }
            return self.items(item, items.into_iter()).map(Some);
        }
        if let Shape::Map { value, key_name, value_name, is_flattened, .. } = inside
            && (is_flattened || member.is_flattened())
        {
            let names = (key_name.unwrap_or("key"), value_name.unwrap_or("value"));
            let entries: Vec<&Element> = outer.all(&member.wire).collect();
            if entries.is_empty() {
                return Ok(None);
            }
            return self.entries(names, value, entries.into_iter()).map(Some);
        }
        let element = outer.child(&member.wire);
        element.map(|element| self.value_of_xml(inside, element)).transpose()
    }

    pub(super) fn value_of_xml(
        self,
        inside: Shape<'a>,
        element: &Element,
    ) -> Result<Value, String> {
        if let Shape::Structure(structure) = inside {
            return self.structure_of_xml(structure, element);
        }
        if let Shape::List { item, item_name, .. } = inside {
            return self.items(item, element.all(item_name.unwrap_or("member")));
        }
        if let Shape::Map { value, key_name, value_name, .. } = inside {
            let names = (key_name.unwrap_or("key"), value_name.unwrap_or("value"));
            return self.entries(names, value, element.all("entry"));
        }
        self.scalar(&inside, &element.text)
    }

    fn items<'e>(
        self,
        item: ShapeId,
        elements: impl Iterator<Item = &'e Element>,
    ) -> Result<Value, String> {
        elements.map(|element| self.value_of_xml(shape(self.service, item), element)).collect()
    }

    fn entries<'e>(
        self,
        (key_name, value_name): (&str, &str),
        value: ShapeId,
        entries: impl Iterator<Item = &'e Element>,
    ) -> Result<Value, String> {
        let mut map = Map::default();
        for entry in entries {
            let key = entry.text_of(key_name).ok_or("an entry has no key")?;
            let found = entry.child(value_name).ok_or("an entry has no value")?;
            map.insert(key, self.value_of_xml(shape(self.service, value), found)?);
        }
        Ok(Value::from(map))
    }
}
