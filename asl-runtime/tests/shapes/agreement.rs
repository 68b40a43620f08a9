//! A type's shape beside serde, on samples and on changes of them.

use std::env;

use asl_runtime::shape::{Fit, Member, Misfit, Object, Others, Shape, Values};
use asl_runtime::value::{from_value, to_value};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use super::change::Changes;

/// Number of changed values for each type.
const CHANGES: usize = 1_000;

/// What a shape knows of a type.
#[derive(Clone, Copy, PartialEq)]
enum Knowledge {
    /// All: what fits is read.
    All,
    /// Not which texts, or which combinations of members, are read.
    Some,
}

/// Checks a type of which the shape knows all.
pub(super) fn agree<T: Shape + Serialize + DeserializeOwned>(samples: &[T]) {
    check(samples, Knowledge::All);
}

/// Checks a type of which the shape does not know which texts, or which combinations of members, are
/// read.
pub(super) fn agree_in_part<T: Shape + Serialize + DeserializeOwned>(samples: &[T]) {
    check(samples, Knowledge::Some);
}

fn check<T: Shape + Serialize + DeserializeOwned>(samples: &[T], knowledge: Knowledge) {
    let seed = env::var("ASL_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let written: Vec<Json> =
        samples.iter().map(|sample| serde_json::to_value(sample).expect("it has JSON")).collect();
    for (json, sample) in written.iter().zip(samples) {
        let misfit = Misfit::of(exact(json), T::WRITTEN);
        assert_eq!(misfit.fit, Fit::Always, "writes {json}: {}", misfit.message().text());
        let of_runtime = to_value(sample).expect("it has a value");
        assert_eq!(serde_json::to_value(&of_runtime).ok().as_ref(), Some(json));
    }
    let mut changes = Changes::new(seed, &written, T::READ);
    let (mut refused, mut found) = (0, 0);
    for index in 0..CHANGES {
        let changed = changes.of(&written[index % written.len()]);
        let misfit = Misfit::of(exact(&changed), T::READ);
        let told = misfit.message();
        let place = format!("{} of {changed} with seed {seed}", std::any::type_name::<T>());
        let by_serde = serde_json::from_value::<T>(changed.clone()).map(drop);
        let value = to_value(&changed).expect("it is JSON");
        let by_runtime = from_value::<T>(value).map(drop);
        refused += usize::from(by_runtime.is_err());
        match misfit.fit {
            Fit::Never => {
                found += 1;
                // Where serde reads a tag from what it has read already, as within a flattened field,
                // the number of a variant stands for its name. Nobody means that.
                let is_refused = by_serde.is_err() && by_runtime.is_err();
                assert!(is_refused || has_index(&changed), "{place}: {}", told.text());
                assert_ne!(told.text(), "", "{place}");
            }
            // A set has no single number with a fraction.
            Fit::Always if knowledge == Knowledge::All && !has_fraction(&changed) => {
                assert_eq!(by_serde.err().map(|error| error.to_string()), None, "{place}");
                assert_eq!(by_runtime.err().map(|error| error.to_string()), None, "{place}");
            }
            Fit::Always | Fit::Sometimes => {}
        }
    }
    let is_enough = found * 2 >= refused || knowledge == Knowledge::Some;
    assert!(is_enough, "{}: {found} of {refused}", std::any::type_name::<T>());
}

fn has_index(json: &Json) -> bool {
    let tags = [json.get("type"), json.get("kind")];
    tags.into_iter().flatten().any(Json::is_u64)
}

fn has_fraction(json: &Json) -> bool {
    match json {
        Json::Number(number) => number.is_f64(),
        Json::Array(items) => items.iter().any(has_fraction),
        Json::Object(members) => members.values().any(has_fraction),
        Json::Null | Json::Bool(_) | Json::String(_) => false,
    }
}

/// The set of just this value. It stays in memory, as shapes do.
pub(super) fn exact(json: &Json) -> &'static Values<'static> {
    let values = match json {
        Json::Null => Values::Null,
        Json::Bool(_) => Values::Boolean,
        Json::Number(number) => match number.as_i64() {
            Some(number) => Values::Integer(number.into(), number.into()),
            None => Values::Number,
        },
        Json::String(text) => Values::Constant(text.clone().leak()),
        Json::Array(items) => {
            let items: Vec<&Values<'_>> = items.iter().map(exact).collect();
            Values::Tuple(items.leak())
        }
        Json::Object(members) => {
            let members = members.iter();
            let members: Vec<Member<'_>> =
                members.map(|(name, json)| Member::new(name.clone().leak(), exact(json))).collect();
            Values::Object(Object::of(members.leak(), Others::None))
        }
    };
    Box::leak(Box::new(values))
}
