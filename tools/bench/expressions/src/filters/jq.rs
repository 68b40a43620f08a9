//! Programs in jq, one of each family.

use super::{Filter, filter, fused};

const fn update(name: &'static str, program: &'static str) -> Filter {
    Filter { is_update: true, ..filter(name, program) }
}

/// All of them.
pub(crate) static FILTERS: [Filter; 13] = [
    filter("path", ".customer.name"),
    filter("arithmetic", ".total * 1.2 + .id - 3"),
    filter("object", "{id, name: .customer.name, first: .items[0].sku}"),
    filter("select", "[.items[] | select(.price > 10) | .sku]"),
    update("append", ".result += [3]"),
    update("update each", ".items[].price |= . * 2"),
    filter("reduce", "reduce .items[] as $item (0; . + $item.n * $item.price)"),
    fused("group", ".items | group_by(.kind) | map({kind: .[0].kind, count: length})"),
    fused("entries", "[.items[] | with_entries(.key |= ascii_upcase)]"),
    fused("strings", "[.items[] | \"\\(.sku): \\(.n)\"] | join(\", \")"),
    filter("regex", "[.items[].sku | select(test(\"^t[a-z]+[0-9]+$\")) | sub(\"t\"; \"T\")]"),
    fused("recursion", "[.. | numbers] | add"),
    filter("sort", ".items | sort_by(.price) | map(.sku)"),
];
