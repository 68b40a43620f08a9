//! The programs in JSONata by hand.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::sync::LazyLock;

use asl_runtime::Value;
use asl_runtime::value::{Map, Object, Text};
use regex::Regex;

use super::{Made, field, items, made, number, text};
use crate::filters::jsonata::FILTERS;

/// The program with this number.
pub(crate) static BORROWED: [fn(&Value) -> Made; FILTERS.len()] = [
    |input| Ok(field(field(input, "customer")?, "name")?.clone()),
    |input| each(input, |item| Ok(field(item, "price")?.clone())),
    |input| found(input, |item| Ok(price(item)? > 10.0), |item| Ok(field(item, "sku")?.clone())),
    |input| Ok(field(items(input)?.last().ok_or("no items")?, "sku")?.clone()),
    |input| Ok(made(number(field(input, "total")?)? * 1.2 + number(field(input, "id")?)? - 3.0)),
    condition,
    string,
    |input| sum(input, price),
    |input| sum(input, |item| Ok(price(item)? * count(item)?)),
    counted,
    max,
    |input| each(input, |item| Ok(made(price(item)? * 2.0))),
    |input| found(input, |item| Ok(price(item)? > 10.0), |item| Ok(item.clone())),
    |input| {
        found(
            input,
            |item| Ok(price(item)? > 10.0),
            |item| Ok(Value::text(format!("{}!", sku(item)?))),
        )
    },
    |input| sum(input, |item| Ok(count(item)? * price(item)?)),
    |input| sorted(input, price, |a, b| by_number(*a, *b)),
    |input| {
        sorted(
            input,
            |item| Ok((kind(item)?, price(item)?)),
            |a, b| a.0.cmp(b.0).then(by_number(b.1, a.1)),
        )
    },
    |input| sorted(input, price, |a, b| by_number(*a, *b)),
    group,
    object,
    |input| {
        each(input, |item| {
            let cost = made(count(item)? * price(item)?);
            Ok(Value::object([("name", field(item, "sku")?.clone()), ("cost", cost)]))
        })
    },
    merge,
    distinct,
    position,
    |input| transform(input.clone()),
    groups,
    |input| {
        found(input, |item| Ok(WORD.is_match(sku(item)?)), |item| Ok(field(item, "sku")?.clone()))
    },
    |input| each(input, |item| Ok(Value::text(&*DIGITS.replace_all(sku(item)?, "-$0")))),
    |input| Ok(Value::array(COMMA.split(&joined(input, ", ")?).map(Value::text).collect())),
    |input| Ok(Value::text(joined(input, ", ")?)),
    |input| Ok(Value::array(joined(input, ",")?.split(',').map(Value::text).collect())),
    |input| each(input, |item| Ok(capital(sku(item)?))),
    write_date,
    read_date,
    write_number,
    |input| Ok(made(factorial(number(field(input, "id")?)?))),
    tail_calls,
    closure,
    |input| {
        let input = field(input, "input")?;
        let name = text(field(field(input, "customer")?, "name")?)?;
        Ok(Value::text(format!("{name}: {}", number(field(input, "total")?)?)))
    },
    |input| sum(field(input, "input")?, price),
];

static WORD: LazyLock<Regex> = LazyLock::new(|| pattern("^t[a-z]+[0-9]+$"));
static PARTS: LazyLock<Regex> = LazyLock::new(|| pattern("^t([a-z]+)[0-9]+$"));
static DIGITS: LazyLock<Regex> = LazyLock::new(|| pattern("[0-9]+"));
static COMMA: LazyLock<Regex> = LazyLock::new(|| pattern(",[ \t\r\n]*"));

fn pattern(pattern: &str) -> Regex {
    Regex::new(pattern).expect("a pattern written here")
}

fn price(item: &Value) -> Result<f64, String> {
    number(field(item, "price")?)
}

fn count(item: &Value) -> Result<f64, String> {
    number(field(item, "n")?)
}

fn sku(item: &Value) -> Result<&str, String> {
    text(field(item, "sku")?)
}

fn kind(item: &Value) -> Result<&str, String> {
    text(field(item, "kind")?)
}

/// An array with a value for each item.
fn each(input: &Value, make: impl Fn(&Value) -> Made) -> Made {
    items(input)?.iter().map(make).collect::<Result<_, _>>().map(Value::array)
}

/// An array with a value for each item of which this is true.
fn found(
    input: &Value,
    is_it: impl Fn(&Value) -> Result<bool, String>,
    make: impl Fn(&Value) -> Made,
) -> Made {
    let mut found = Vec::new();
    for item in items(input)? {
        if is_it(item)? {
            found.push(make(item)?);
        }
    }
    Ok(Value::array(found))
}

fn sum(input: &Value, of: impl Fn(&Value) -> Result<f64, String>) -> Made {
    let mut sum = 0.0;
    for item in items(input)? {
        sum += of(item)?;
    }
    Ok(made(sum))
}

fn condition(input: &Value) -> Made {
    let is_large = number(field(input, "total")?)? >= 10.0
        && text(field(field(input, "customer")?, "name")?)? == "Ada";
    Ok(Value::text(if is_large { "large" } else { "small" }))
}

fn string(input: &Value) -> Made {
    let (id, total) = (number(field(input, "id")?)?, number(field(input, "total")?)?);
    let name = text(field(field(input, "customer")?, "name")?)?;
    Ok(Value::text(format!("Order {id} of {name}: {total}")))
}

fn counted(input: &Value) -> Made {
    let mut count = 0;
    for item in items(input)? {
        count += i64::from(price(item)? > 10.0);
    }
    Ok(Value::Int(count))
}

fn max(input: &Value) -> Made {
    let mut most = f64::NEG_INFINITY;
    for item in items(input)? {
        most = most.max(price(item)?);
    }
    Ok(made(most))
}

fn by_number(a: f64, b: f64) -> Ordering {
    a.partial_cmp(&b).unwrap_or(Ordering::Equal)
}

fn sorted<'v, K>(
    input: &'v Value,
    key: impl Fn(&'v Value) -> Result<K, String>,
    order: impl Fn(&K, &K) -> Ordering,
) -> Made {
    let items = items(input)?;
    let mut keyed = Vec::with_capacity(items.len());
    for item in items {
        keyed.push((key(item)?, item));
    }
    keyed.sort_by(|(a, _), (b, _)| order(a, b));
    let names = keyed.into_iter().map(|(_, item)| field(item, "sku").cloned());
    names.collect::<Result<_, _>>().map(Value::array)
}

/// Groups in the order of their first items.
fn group(input: &Value) -> Made {
    let (mut places, mut sums) = (HashMap::new(), Vec::new());
    for item in items(input)? {
        let kind = kind(item)?;
        let place = *places.entry(kind).or_insert_with(|| {
            sums.push((kind, 0.0));
            sums.len() - 1
        });
        sums[place].1 += price(item)?;
    }
    Ok(Value::Object(sums.into_iter().map(|(kind, sum)| (Text::from(kind), made(sum))).collect()))
}

fn object(input: &Value) -> Made {
    let first = field(items(input)?.first().ok_or("no items")?, "sku")?.clone();
    let name = field(field(input, "customer")?, "name")?.clone();
    Ok(Value::object([("id", field(input, "id")?.clone()), ("name", name), ("first", first)]))
}

fn merge(input: &Value) -> Made {
    let items = items(input)?;
    let mut merged = Map::with_capacity(items.len());
    for item in items {
        merged.put(sku(item)?, field(item, "n")?.clone());
    }
    Ok(Value::Object(Object::from(merged)))
}

fn distinct(input: &Value) -> Made {
    let (mut seen, mut kinds) = (HashSet::new(), Vec::new());
    for item in items(input)? {
        if seen.insert(kind(item)?) {
            kinds.push(field(item, "kind")?.clone());
        }
    }
    Ok(Value::array(kinds))
}

fn position(input: &Value) -> Made {
    let even = items(input)?.iter().step_by(2).map(|item| field(item, "sku").cloned());
    even.collect::<Result<_, _>>().map(Value::array)
}

fn transform(mut input: Value) -> Made {
    let members = input.as_object_mut().ok_or("no object")?;
    let done = members.make_mut().update("items", |list| {
        let list = list.as_array_mut().ok_or("no items")?.make_mut();
        for at in 0..list.as_slice().len() {
            let done = list.update(at, |item| {
                let item = item.as_object_mut().ok_or("no item")?;
                let double =
                    |price: &mut Value| number(price).map(|number| *price = made(number * 2.0));
                item.make_mut().update("price", double).ok_or("no price")?
            });
            done.ok_or("no item")??;
        }
        Ok::<(), String>(())
    });
    done.ok_or("no items")??;
    Ok(input)
}

fn groups(input: &Value) -> Made {
    let mut found = Vec::new();
    for item in items(input)? {
        if let Some(part) = PARTS.captures(sku(item)?).and_then(|captures| captures.get(1)) {
            found.push(Value::text(part.as_str()));
        }
    }
    Ok(Value::array(found))
}

fn joined(input: &Value, between: &str) -> Result<String, String> {
    let mut joined = String::new();
    for (at, item) in items(input)?.iter().enumerate() {
        if at > 0 {
            joined.push_str(between);
        }
        joined.push_str(sku(item)?);
    }
    Ok(joined)
}

fn capital(word: &str) -> Value {
    let mut characters = word.chars();
    let mut made: String = characters.next().into_iter().flat_map(char::to_uppercase).collect();
    made.push_str(characters.as_str());
    Value::text(made)
}

/// Year, month and day of a number of days since 1970.
fn date(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (day, month) =
        (day - (153 * month + 2) / 5 + 1, if month < 10 { month + 3 } else { month - 9 });
    (year + era * 400 + i64::from(month <= 2), month, day)
}

/// The number of days since 1970.
fn days((year, month, day): (i64, i64, i64)) -> i64 {
    let year = year - i64::from(month <= 2);
    let (era, year) = (year.div_euclid(400), year.rem_euclid(400));
    let day = (153 * (if month > 2 { month - 3 } else { month + 9 }) + 2) / 5 + day - 1;
    era * 146_097 + year * 365 + year / 4 - year / 100 + day - 719_468
}

fn write_date(input: &Value) -> Made {
    let millis = 1_700_000_000_000 + number(field(input, "id")?)? as i64 * 86_400_000;
    let minutes = millis.div_euclid(60_000);
    let (year, month, day) = date(minutes.div_euclid(1_440));
    let (hour, minute) = (minutes.rem_euclid(1_440) / 60, minutes.rem_euclid(60));
    Ok(Value::text(format!("{day:02}/{month:02}/{year:04} {hour:02}:{minute:02}")))
}

fn read_date(input: &Value) -> Made {
    let text = format!("2023-11-{}T22:13:20.000Z", number(field(input, "id")?)? + 10.0);
    let part = |from: usize, to: usize| -> Result<i64, String> {
        let part = text.get(from..to).ok_or("too short")?;
        part.parse().map_err(|_| format!("no date: {text}"))
    };
    let days = days((part(0, 4)?, part(5, 7)?, part(8, 10)?));
    let seconds = (part(11, 13)? * 60 + part(14, 16)?) * 60 + part(17, 19)?;
    Ok(Value::Int((days * 86_400 + seconds) * 1_000 + part(20, 23)?))
}

fn write_number(input: &Value) -> Made {
    let plain = format!("{:.2}", number(field(input, "total")?)? * 1_000.0);
    let (whole, fraction) = plain.split_once('.').ok_or("no fraction")?;
    let mut made = String::with_capacity(plain.len() + plain.len() / 3);
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
            made.push(',');
        }
        made.push(digit);
    }
    let _ = write!(made, ".{fraction}");
    Ok(Value::text(made))
}

fn factorial(n: f64) -> f64 {
    if n <= 1.0 { 1.0 } else { n * factorial(n - 1.0) }
}

fn tail_calls(input: &Value) -> Made {
    let (mut n, mut sum) = (number(field(input, "id")?)? * 10.0, 0.0);
    while n != 0.0 {
        sum += n;
        n -= 1.0;
    }
    Ok(made(sum))
}

fn closure(input: &Value) -> Made {
    let add = |x: f64| move |y: f64| x + y;
    let three = add(3.0);
    each(input, |item| Ok(made(three(count(item)?))))
}
