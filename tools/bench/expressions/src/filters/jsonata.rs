//! Programs in JSONata.

use super::{Family, Filter, Given, filter, fused};

const fn of(family: Family, name: &'static str, program: &'static str) -> Filter {
    Filter { family, ..filter(name, program) }
}

/// A program whose work does not depend on the number of items.
const fn small(name: &'static str, program: &'static str) -> Filter {
    Filter { is_on_large: false, ..filter(name, program) }
}

const fn small_lambda(name: &'static str, program: &'static str) -> Filter {
    Filter { family: Family::Lambda, ..small(name, program) }
}

/// All of them.
pub(crate) static FILTERS: [Filter; 40] = [
    small("path", "customer.name"),
    filter("path over items", "items.price"),
    filter("filter", "items[price > 10].sku"),
    small("index", "items[-1].sku"),
    small("arithmetic", "total * 1.2 + id - 3"),
    small("condition", r#"total >= 10 and customer.name = "Ada" ? "large" : "small""#),
    small("string", r#""Order " & id & " of " & customer.name & ": " & $string(total)"#),
    of(Family::Aggregate, "sum", "$sum(items.price)"),
    of(Family::Aggregate, "sum of products", "$sum(items.(price * n))"),
    of(Family::Aggregate, "count, filter", "$count(items[price > 10])"),
    of(Family::Aggregate, "max", "$max(items.price)"),
    of(Family::Lambda, "map", "$map(items, function($item) { $item.price * 2 })"),
    of(Family::Lambda, "filter, lambda", "$filter(items, function($item) { $item.price > 10 })"),
    of(
        Family::Lambda,
        "map, filter",
        r#"$map(items[price > 10], function($item) { $item.sku & "!" })"#,
    ),
    of(
        Family::Lambda,
        "reduce",
        "$reduce(items, function($sum, $item) { $sum + $item.n * $item.price }, 0)",
    ),
    of(Family::Sort, "sort", "items^(price).sku"),
    of(Family::Sort, "sort, two keys", "items^(kind, >price).sku"),
    of(Family::Sort, "sort, lambda", "$sort(items, function($a, $b) { $a.price > $b.price }).sku"),
    fused("group", "items{kind: $sum(price)}"),
    small("object", r#"{"id": id, "name": customer.name, "first": items[0].sku}"#),
    filter("objects", r#"items.{"name": sku, "cost": n * price}"#),
    filter("merge", "$merge(items.{sku: n})"),
    filter("distinct", "$distinct(items.kind)"),
    filter("position", "items#$i[$i % 2 = 0].sku"),
    filter("transform", r#"$ ~> |items|{"price": price * 2}|"#),
    of(Family::Regex, "regex, match", "items.$match(sku, /^t([a-z]+)[0-9]+$/).groups"),
    of(Family::Regex, "regex, contains", "items[$contains(sku, /^t[a-z]+[0-9]+$/)].sku"),
    of(Family::Regex, "regex, replace", r#"items.$replace(sku, /[0-9]+/, "-$0")"#),
    of(Family::Regex, "regex, split", r#"$split($join(items.sku, ", "), /,\s*/)"#),
    filter("join", r#"$join(items.sku, ", ")"#),
    filter("join and split", r#"$split($join(items.sku, ","), ",")"#),
    filter("strings", "items.($uppercase($substring(sku, 0, 1)) & $substring(sku, 1))"),
    small(
        "write a date",
        r#"$fromMillis(1700000000000 + id * 86400000, "[D01]/[M01]/[Y0001] [H01]:[m01]")"#,
    ),
    small("read a date", r#"$toMillis("2023-11-" & (id + 10) & "T22:13:20.000Z")"#),
    small("write a number", r##"$formatNumber(total * 1000, "#,##0.00")"##),
    small_lambda("factorial", "($f := function($n) { $n <= 1 ? 1 : $n * $f($n - 1) }; $f(id))"),
    small_lambda(
        "tail calls",
        "($f := function($n, $sum) { $n = 0 ? $sum : $f($n - 1, $sum + $n) }; $f(id * 10, 0))",
    ),
    of(
        Family::Lambda,
        "closure",
        "($add := function($x) { function($y) { $x + $y } }; $three := $add(3); $map(items.n, $three))",
    ),
    Filter {
        given: Given::States,
        ..small("$states", r#"$states.input.customer.name & ": " & $states.input.total"#)
    },
    Filter {
        given: Given::States,
        ..of(Family::Aggregate, "$states, sum", "$sum($states.input.items.price)")
    },
];
