//! Equal containers of a text that is read become one in memory. Data that shared their parts when
//! they were written share them again: a text of some megabytes can need a thousand times less
//! memory than its containers one by one.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, Hasher, RandomState};
use std::ptr;
use std::sync::Arc;

use super::{Array, Object, Value};

/// So many containers are read before any are compared: nearly all texts have fewer, and pay for a
/// counter.
const UNCOMPARED: u32 = 4_096;

/// The containers that were read so far.
#[derive(Default)]
pub(super) struct Containers {
    count: u32,
    /// By a hash of what they hold, keyed at random: texts come from outside.
    known: HashMap<u64, Value, RandomState>,
}

impl Containers {
    /// The container, or an equal one that was read before.
    pub(super) fn shared(&mut self, container: Value) -> Value {
        if self.count < UNCOMPARED {
            self.count += 1;
            return container;
        }
        let mut hasher = self.known.hasher().build_hasher();
        hash_container(&container, &mut hasher);
        let known = self.known.entry(hasher.finish()).or_insert_with(|| container.clone());
        if is_same_container(known, &container) { known.clone() } else { container }
    }
}

/// Of containers inside, their place in memory: those were shared before.
fn hash_container(value: &Value, hasher: &mut impl Hasher) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| hash_child(item, hasher)),
        Value::Object(object) => object.iter().for_each(|(key, value)| {
            key.hash(hasher);
            hash_child(value, hasher);
        }),
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::String(_) => {}
    }
}

fn hash_child(value: &Value, hasher: &mut impl Hasher) {
    match value {
        Value::Null => hasher.write_u8(0),
        Value::Bool(flag) => hasher.write(&[1, u8::from(*flag)]),
        Value::Int(number) => hasher.write_i64(*number),
        Value::Float(number) => hasher.write_u64(number.to_bits()),
        Value::String(text) => text.hash(hasher),
        Value::Array(items) => hasher.write_usize(items.as_slice().as_ptr().addr()),
        Value::Object(object) => hasher.write_usize(object.entries().as_ptr().addr()),
    }
}

/// Returns true if two containers are written alike: members in the same order, `1` and `1.0` two
/// different things.
fn is_same_container(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same_child(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            let mut entries = a.entries().iter().zip(b.entries());
            a.len() == b.len()
                && entries.all(|((key, a), (other, b))| key == other && is_same_child(a, b))
        }
        (_, _) => false,
    }
}

fn is_same_child(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Null, Value::Null) => true,
        (Value::Bool(a), Value::Bool(b)) => a == b,
        (Value::Int(a), Value::Int(b)) => a == b,
        (Value::Float(a), Value::Float(b)) => a.to_bits() == b.to_bits(),
        (Value::String(a), Value::String(b)) => a == b,
        (Value::Array(Array::Shared(a)), Value::Array(Array::Shared(b))) => Arc::ptr_eq(a, b),
        (Value::Object(Object::Shared(a)), Value::Object(Object::Shared(b))) => Arc::ptr_eq(a, b),
        (Value::Array(Array::Static(a)), Value::Array(Array::Static(b))) => ptr::eq(*a, *b),
        (Value::Object(Object::Static(a)), Value::Object(Object::Static(b))) => ptr::eq(*a, *b),
        (_, _) => false,
    }
}
