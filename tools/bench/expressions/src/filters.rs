//! The measured programs; `build.rs` compiles them too.

/// A jq program and the approach of its hand-written counterpart.
pub(crate) struct Filter {
    /// Its name in the tables.
    pub(crate) name: &'static str,
    /// The program.
    pub(crate) program: &'static str,
    /// True if hand-written code does in one pass what the program does in several: then it is
    /// faster not only because of its language.
    pub(crate) is_fused: bool,
    /// True if it changes its input: then it is also measured on owned inputs.
    pub(crate) is_update: bool,
}

const fn filter(name: &'static str, program: &'static str) -> Filter {
    Filter { name, program, is_fused: false, is_update: false }
}

const fn fused(name: &'static str, program: &'static str) -> Filter {
    Filter { is_fused: true, ..filter(name, program) }
}

const fn update(name: &'static str, program: &'static str) -> Filter {
    Filter { is_update: true, ..filter(name, program) }
}

/// One of each family.
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
