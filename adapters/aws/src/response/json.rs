//! Results from JSON.

use asl_aws_models::{Shape, Structure};
use asl_runtime::Value;
use asl_runtime::value::Map;

use super::{Results, decoded};
use crate::arguments::shape;
use crate::timestamp;

impl<'a> Results<'a> {
    /// The members of a structure. What the model does not know is left out, as by the SDK.
    pub(super) fn structure_of_json(
        self,
        structure: Structure<'a>,
        json: &Value,
    ) -> Result<Value, String> {
        let object = json.as_object().ok_or("an object is missing")?;
        let mut map = Map::default();
        for member in structure.members {
            let Some(value) = object.get(&member.wire).filter(|value| !value.is_null()) else {
                continue;
            };
            let value = self.value_of_json(shape(self.service, member.shape), value)?;
            map.insert(self.name(&member), value);
        }
        Ok(Value::from(map))
    }

    pub(super) fn value_of_json(self, inside: Shape<'a>, json: &Value) -> Result<Value, String> {
        match inside {
            Shape::Structure(structure) => self.structure_of_json(structure, json),
            Shape::List { item, .. } => {
                let items = json.as_array().ok_or("an array is missing")?.iter();
                items.map(|json| self.value_of_json(shape(self.service, item), json)).collect()
            }
            Shape::Map { value, .. } => {
                let mut map = Map::default();
                for (key, json) in json.as_object().ok_or("an object is missing")?.iter() {
                    map.insert(key, self.value_of_json(shape(self.service, value), json)?);
                }
                Ok(Value::from(map))
            }
            Shape::Blob(_) => Ok(json.as_str().map_or_else(|| json.clone(), decoded)),
            Shape::Timestamp(_) => Ok(self.moment_of_json(json)),
            Shape::String { .. }
            | Shape::Integer(_)
            | Shape::Long(_)
            | Shape::Float(_)
            | Shape::Double(_)
            | Shape::Boolean
            | Shape::Document => Ok(json.clone()),
        }
    }

    fn moment_of_json(self, json: &Value) -> Value {
        if let Some(text) = json.as_str() {
            return self.moment(text);
        }
        match json.as_f64().and_then(timestamp::from_seconds) {
            Some(moment) => timestamp::result(moment, self.is_optimized()),
            None => json.clone(),
        }
    }
}
