//! `tostream`: a value as events, one for each leaf and one for the end of each container.

use super::{Key, Trail};
use crate::{Cx, Emit, Flow};
use asl_value::value::Value;

/// `tostream`: `[path, leaf]`, and `[path of the last part]` after the parts of a container.
#[inline]
pub fn tostream(cx: &Cx, input: &Value, emit: &mut Emit<'_>) -> Flow {
    part(cx, &Trail::root(input), emit)
}

fn part(cx: &Cx, at: &Trail<'_>, emit: &mut Emit<'_>) -> Flow {
    cx.spend(1)?;
    let mut last = None;
    match at.value() {
        Value::Array(items) => {
            for (place, item) in items.iter().enumerate() {
                let at = at.then(Key::Place(place), item);
                cx.deeper(&mut || part(cx, &at, emit))?;
                last = Some(at);
            }
        }
        Value::Object(object) => {
            for (key, value) in object.entries() {
                let at = at.then(Key::Text(key), value);
                cx.deeper(&mut || part(cx, &at, emit))?;
                last = Some(at);
            }
        }
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::String(_) => {}
    }
    let (at, is_leaf) = last.as_ref().map_or((at, true), |last| (last, false));
    cx.make_items(at.length() + 2)?;
    let path = Value::array(at.to_path(at.value())?);
    emit(Value::array(if is_leaf { vec![path, at.value().clone()] } else { vec![path] }))
}
