//! The programs in jq by hand.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::LazyLock;

use asl_runtime::Value;
use asl_runtime::value::{Object, Text};
use regex::Regex;

use super::{Made, field, items, made, number, text};

/// The filter with this number, on a borrowed input.
pub(crate) static BORROWED: [fn(&Value) -> Made; 13] = [
    path,
    arithmetic,
    object,
    select,
    |input| append(input.clone()),
    |input| update_each(input.clone()),
    reduce,
    group,
    entries,
    strings,
    matching,
    recursion,
    sort,
];

/// The updates, on owned inputs.
pub(crate) fn owned(number: usize) -> Option<fn(Value) -> Made> {
    match number {
        4 => Some(append),
        5 => Some(update_each),
        _ => None,
    }
}

fn path(input: &Value) -> Made {
    Ok(field(field(input, "customer")?, "name")?.clone())
}

fn arithmetic(input: &Value) -> Made {
    Ok(made(number(field(input, "total")?)? * 1.2 + number(field(input, "id")?)? - 3.0))
}

fn object(input: &Value) -> Made {
    let first = match items(input)?.first() {
        Some(item) => field(item, "sku")?.clone(),
        None => Value::Null,
    };
    let name = field(field(input, "customer")?, "name")?.clone();
    Ok(Value::object([("id", field(input, "id")?.clone()), ("name", name), ("first", first)]))
}

fn select(input: &Value) -> Made {
    let mut found = Vec::new();
    for item in items(input)? {
        if number(field(item, "price")?)? > 10.0 {
            found.push(field(item, "sku")?.clone());
        }
    }
    Ok(Value::array(found))
}

fn append(mut input: Value) -> Made {
    let members = input.as_object_mut().ok_or("no object")?;
    let done = members.make_mut().update("result", |result| match result {
        Value::Array(items) => {
            items.make_mut().push(Value::Int(3));
            true
        }
        _ => false,
    });
    if done == Some(true) { Ok(input) } else { Err("no result".to_owned()) }
}

fn update_each(mut input: Value) -> Made {
    let members = input.as_object_mut().ok_or("no object")?;
    let double = |price: &mut Value| number(price).map(|number| *price = made(number * 2.0));
    let done = members.make_mut().update("items", |list| {
        let list = list.as_array_mut().ok_or("no items")?.make_mut();
        for at in 0..list.as_slice().len() {
            let done = list.update(at, |item| {
                let item = item.as_object_mut().ok_or("no item")?;
                item.make_mut().update("price", double).ok_or("no price")?
            });
            done.ok_or("no item")??;
        }
        Ok::<(), String>(())
    });
    done.ok_or("no items")??;
    Ok(input)
}

fn reduce(input: &Value) -> Made {
    let mut sum = 0.0;
    for item in items(input)? {
        sum += number(field(item, "n")?)? * number(field(item, "price")?)?;
    }
    Ok(made(sum))
}

fn group(input: &Value) -> Made {
    let mut counts = BTreeMap::<&str, i64>::new();
    for item in items(input)? {
        *counts.entry(text(field(item, "kind")?)?).or_default() += 1;
    }
    let groups = counts.into_iter().map(|(kind, count)| {
        Value::object([("kind", Value::text(kind)), ("count", Value::Int(count))])
    });
    Ok(Value::array(groups.collect()))
}

fn entries(input: &Value) -> Made {
    let mut all = Vec::with_capacity(items(input)?.len());
    for item in items(input)? {
        let members = item.as_object().ok_or("no object")?;
        let upper = members
            .iter()
            .map(|(key, value)| (Text::from(key.to_ascii_uppercase()), value.clone()));
        all.push(Value::Object(upper.collect::<Object>()));
    }
    Ok(Value::array(all))
}

fn strings(input: &Value) -> Made {
    let mut joined = String::new();
    for (at, item) in items(input)?.iter().enumerate() {
        let between = if at == 0 { "" } else { ", " };
        let _ = write!(
            joined,
            "{between}{}: {}",
            text(field(item, "sku")?)?,
            number(field(item, "n")?)?
        );
    }
    Ok(Value::text(joined))
}

fn matching(input: &Value) -> Made {
    static PATTERN: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new("^t[a-z]+[0-9]+$").ok());
    static FIRST: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new("t").ok());
    let (Some(pattern), Some(first)) = (&*PATTERN, &*FIRST) else {
        return Err("no pattern".to_owned());
    };
    let mut found = Vec::new();
    for item in items(input)? {
        let sku = text(field(item, "sku")?)?;
        if pattern.is_match(sku) {
            found.push(Value::text(&*first.replacen(sku, 1, "T")));
        }
    }
    Ok(Value::array(found))
}

fn recursion(input: &Value) -> Made {
    fn sum(value: &Value) -> f64 {
        match value {
            Value::Array(items) => items.iter().map(sum).sum(),
            Value::Object(members) => members.values().map(sum).sum(),
            other => other.as_f64().unwrap_or(0.0),
        }
    }
    Ok(made(sum(input)))
}

fn sort(input: &Value) -> Made {
    let mut keyed = Vec::new();
    for item in items(input)? {
        keyed.push((number(field(item, "price")?)?, item));
    }
    keyed.sort_by(|(a, _), (b, _)| a.partial_cmp(b).unwrap_or(Ordering::Equal));
    let names = keyed.into_iter().map(|(_, item)| field(item, "sku").cloned());
    Ok(Value::array(names.collect::<Result<_, _>>()?))
}
