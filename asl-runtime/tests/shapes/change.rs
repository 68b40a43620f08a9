//! Random changes of JSON, which meet the names and the ranges of a type.

use asl_runtime::shape::Values;
use serde_json::{Map, Value as Json, json};

/// Depth to which the names of a type are looked for.
const DEPTH: u32 = 8;

pub(super) struct Changes {
    state: u64,
    /// Names of members that the type has, and some that it has not.
    names: Vec<String>,
    /// Values of all kinds, and parts of the samples.
    pool: Vec<Json>,
}

impl Changes {
    pub(super) fn new(seed: u64, samples: &[Json], shape: &Values<'_>) -> Self {
        let mut pool: Vec<Json> = [-1_i64, 0, 1, 255, 256, 70_000, i64::MAX, i64::MIN]
            .into_iter()
            .map(Json::from)
            .chain([json!(null), json!(true), json!(1.5), json!("text"), json!([]), json!({})])
            .collect();
        for sample in samples {
            parts(sample, &mut pool);
        }
        let mut names = vec!["other".to_owned()];
        collect(shape, DEPTH, &mut names, &mut pool);
        let state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        Self { state, names, pool }
    }

    /// The JSON after one or two changes.
    pub(super) fn of(&mut self, json: &Json) -> Json {
        let changed = self.change(json);
        if self.chance(3) { self.change(&changed) } else { changed }
    }

    fn change(&mut self, json: &Json) -> Json {
        if self.chance(8) {
            return self.pooled();
        }
        match json {
            Json::Array(items) => {
                let mut items = items.clone();
                let index = self.below(items.len() + 2);
                match items.get(index).cloned() {
                    Some(item) => items[index] = self.change(&item),
                    None if self.chance(2) => drop(items.pop()),
                    None => items.push(self.pooled()),
                }
                Json::Array(items)
            }
            Json::Object(members) => Json::Object(self.of_members(members.clone())),
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => self.pooled(),
        }
    }

    fn of_members(&mut self, mut members: Map<String, Json>) -> Map<String, Json> {
        let index = self.below(members.len() + 1);
        let found = members.iter().nth(index).map(|(name, json)| (name.clone(), json.clone()));
        let other = self.name();
        match (found, self.below(5)) {
            (Some((name, _)), 0) => drop(members.remove(&name)),
            (Some((name, json)), 1) => {
                members.remove(&name);
                members.insert(other, json);
            }
            (Some((name, json)), _) => drop(members.insert(name, self.change(&json))),
            (None, _) => drop(members.insert(other, self.pooled())),
        }
        members
    }

    fn name(&mut self) -> String {
        let index = self.below(self.names.len());
        self.names[index].clone()
    }

    fn pooled(&mut self) -> Json {
        let index = self.below(self.pool.len());
        self.pool[index].clone()
    }

    fn chance(&mut self, of: usize) -> bool {
        self.below(of) == 0
    }

    fn below(&mut self, limit: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        usize::try_from(self.state >> 33).expect("31 bits") % limit
    }
}

/// The parts of a sample.
fn parts(sample: &Json, pool: &mut Vec<Json>) {
    pool.push(sample.clone());
    match sample {
        Json::Array(items) => items.iter().for_each(|item| parts(item, pool)),
        Json::Object(members) => members.values().for_each(|json| parts(json, pool)),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {}
    }
}

/// The names of members and variants in a shape.
fn collect(values: &Values<'_>, depth: u32, names: &mut Vec<String>, pool: &mut Vec<Json>) {
    let Some(depth) = depth.checked_sub(1) else { return };
    match values {
        Values::Constant(text) => pool.push(json!(text)),
        Values::List(inner) | Values::Map(inner) | Values::Named(_, inner) => {
            collect(inner, depth, names, pool);
        }
        Values::Tuple(all) | Values::OneOf(all) => {
            all.iter().for_each(|inner| collect(inner, depth, names, pool));
        }
        Values::Object(object) => {
            for member in object.members {
                names.push(member.name.to_owned());
                names.extend(member.aliases.iter().map(|&alias| alias.to_owned()));
                collect(member.values, depth, names, pool);
            }
            object.flattened.iter().for_each(|inner| collect(inner, depth, names, pool));
        }
        _ => {}
    }
    names.sort_unstable();
    names.dedup();
}
