//! The functions of the run-time library: jq's built-ins that take values and give one value or fail.

/// A function of the run-time library. In emitted code it is `jq::native::RUST(cx, input, argument, ..) -> Result<Value, Exit>`, its
/// arguments `&Value`; arguments that give several values call it for each combination, the last argument being the outermost loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Native {
    /// jq's name of it.
    pub name: &'static str,
    /// How many arguments.
    pub arity: usize,
    /// Its name in `asl_runtime::jq::native`.
    pub rust: &'static str,
}

/// Every one.
pub const NATIVES: &[Native] = &[
    // access.rs
    native("has", 1, "has"),
    native("keys", 0, "keys"),
    native("keys_unsorted", 0, "keys_unsorted"),
    native("length", 0, "length"),
    // collect.rs
    native("all", 0, "all"),
    native("any", 0, "any"),
    native("flatten", 0, "flatten"),
    native("flatten", 1, "flatten_to"),
    native("from_entries", 0, "from_entries"),
    native("reverse", 0, "reverse"),
    native("to_entries", 0, "to_entries"),
    native("transpose", 0, "transpose"),
    // contains.rs
    native("contains", 1, "contains"),
    native("inside", 1, "inside"),
    // convert.rs
    native("abs", 0, "abs"),
    native("have_decnum", 0, "have_decnum"),
    native("have_literal_numbers", 0, "have_literal_numbers"),
    native("toarray", 0, "toarray"),
    native("toboolean", 0, "toboolean"),
    native("tojson", 0, "tojson"),
    native("tonumber", 0, "tonumber"),
    native("tostring", 0, "tostring"),
    native("type", 0, "type_name"),
    // format.rs
    native("format", 1, "format"),
    // indices.rs
    native("_strindices", 1, "text_indices"),
    native("index", 1, "index"),
    native("indices", 1, "indices"),
    native("rindex", 1, "rindex"),
    // parse.rs
    native("fromjson", 0, "fromjson"),
    // paths/
    native("delpaths", 1, "delpaths"),
    native("getpath", 1, "getpath"),
    native("setpath", 2, "setpath"),
    // sort.rs
    native("_group_by_impl", 1, "group_by"),
    native("_max_by_impl", 1, "max_by"),
    native("_min_by_impl", 1, "min_by"),
    native("_sort_by_impl", 1, "sort_by"),
    native("_unique_by_impl", 1, "unique_by"),
    native("bsearch", 1, "bsearch"),
    native("max", 0, "max"),
    native("min", 0, "min"),
    native("sort", 0, "sort"),
    native("unique", 0, "unique"),
    // text.rs
    native("add", 0, "sum"),
    native("ascii", 0, "ascii"),
    native("ascii_downcase", 0, "ascii_downcase"),
    native("ascii_upcase", 0, "ascii_upcase"),
    native("endswith", 1, "endswith"),
    native("explode", 0, "explode"),
    native("implode", 0, "implode"),
    native("join", 1, "join"),
    native("ltrim", 0, "ltrim"),
    native("ltrimstr", 1, "ltrimstr"),
    native("rtrim", 0, "rtrim"),
    native("rtrimstr", 1, "rtrimstr"),
    native("split", 1, "split"),
    native("startswith", 1, "startswith"),
    native("trim", 0, "trim"),
    native("trimstr", 1, "trimstr"),
    native("utf8bytelength", 0, "utf8bytelength"),
];

const fn native(name: &'static str, arity: usize, rust: &'static str) -> Native {
    Native { name, arity, rust }
}

/// The function of this name and arity.
pub fn find(name: &str, arity: usize) -> Option<&'static Native> {
    NATIVES.iter().find(|native| native.name == name && native.arity == arity)
}
