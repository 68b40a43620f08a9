//! The functions of the run-time library: jq's built-ins that take values and give one value or
//! fail.

/// A function of the run-time library. In emitted code it is
/// `jq::native::RUST(cx, input, argument, ..) -> Result<Value, Exit>`, its arguments `&Value`;
/// arguments that give several values call it for each combination, the last argument being the
/// outermost loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Native {
    /// jq's name of it.
    pub(super) name: &'static str,
    /// How many arguments.
    pub(super) arity: usize,
    /// Its name in `asl_runtime::jq::native`.
    pub(super) rust: &'static str,
}

/// Every one.
pub(super) const NATIVES: &[Native] = &[
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
    // control.rs
    native("input", 0, "input"),
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
    // date/
    native("date", 0, "todate"),
    native("fromdate", 0, "fromdate"),
    native("fromdateiso8601", 0, "fromdate"),
    native("gmtime", 0, "gmtime"),
    native("localtime", 0, "localtime"),
    native("mktime", 0, "mktime"),
    native("now", 0, "now"),
    native("strflocaltime", 1, "strflocaltime"),
    native("strftime", 1, "strftime"),
    native("strptime", 1, "strptime"),
    native("todate", 0, "todate"),
    native("todateiso8601", 0, "todate"),
    // format.rs
    native("format", 1, "format"),
    // indices.rs
    native("_strindices", 1, "text_indices"),
    native("index", 1, "index"),
    native("indices", 1, "indices"),
    native("rindex", 1, "rindex"),
    // math.rs
    native("acos", 0, "acos"),
    native("acosh", 0, "acosh"),
    native("asin", 0, "asin"),
    native("asinh", 0, "asinh"),
    native("atan", 0, "atan"),
    native("atanh", 0, "atanh"),
    native("cbrt", 0, "cbrt"),
    native("ceil", 0, "ceil"),
    native("cos", 0, "cos"),
    native("cosh", 0, "cosh"),
    native("erf", 0, "erf"),
    native("erfc", 0, "erfc"),
    native("exp", 0, "exp"),
    native("exp10", 0, "exp10"),
    native("exp2", 0, "exp2"),
    native("expm1", 0, "expm1"),
    native("fabs", 0, "fabs"),
    native("floor", 0, "floor"),
    native("frexp", 0, "frexp"),
    native("gamma", 0, "gamma"),
    native("infinite", 0, "infinite"),
    native("isinfinite", 0, "isinfinite"),
    native("isnan", 0, "isnan"),
    native("isnormal", 0, "isnormal"),
    native("j0", 0, "j0"),
    native("j1", 0, "j1"),
    native("lgamma", 0, "lgamma"),
    native("lgamma_r", 0, "lgamma_r"),
    native("log", 0, "log"),
    native("log10", 0, "log10"),
    native("log1p", 0, "log1p"),
    native("log2", 0, "log2"),
    native("logb", 0, "logb"),
    native("modf", 0, "modf"),
    native("nan", 0, "nan"),
    native("nearbyint", 0, "nearbyint"),
    native("rint", 0, "rint"),
    native("round", 0, "round"),
    native("significand", 0, "significand"),
    native("sin", 0, "sin"),
    native("sinh", 0, "sinh"),
    native("sqrt", 0, "sqrt"),
    native("tan", 0, "tan"),
    native("tanh", 0, "tanh"),
    native("tgamma", 0, "tgamma"),
    native("trunc", 0, "trunc"),
    native("y0", 0, "y0"),
    native("y1", 0, "y1"),
    native("atan2", 2, "atan2"),
    native("copysign", 2, "copysign"),
    native("drem", 2, "drem"),
    native("fdim", 2, "fdim"),
    native("fmax", 2, "fmax"),
    native("fmin", 2, "fmin"),
    native("fmod", 2, "fmod"),
    native("hypot", 2, "hypot"),
    native("jn", 2, "jn"),
    native("ldexp", 2, "ldexp"),
    native("nextafter", 2, "nextafter"),
    native("nexttoward", 2, "nexttoward"),
    native("pow", 2, "pow"),
    native("remainder", 2, "remainder"),
    native("scalb", 2, "scalb"),
    native("scalbln", 2, "scalbln"),
    native("yn", 2, "yn"),
    native("fma", 3, "fma"),
    // parse.rs
    native("fromjson", 0, "fromjson"),
    // paths/
    native("delpaths", 1, "delpaths"),
    native("getpath", 1, "getpath"),
    native("setpath", 2, "setpath"),
    // regex/
    native("_match_impl", 3, "match_impl"),
    native("_sub_text", 3, "sub_text"),
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
pub(super) fn find(name: &str, arity: usize) -> Option<&'static Native> {
    NATIVES.iter().find(|native| native.name == name && native.arity == arity)
}
