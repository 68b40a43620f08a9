//! jq's built-ins that take values and give one value or fail, under the names of the records in
//! `asl_language::jq`.

pub use super::access::{has, keys, keys_unsorted, length};
pub use super::collect::{all, any, flatten, flatten_to, reverse, to_entries, transpose};
pub use super::contains::{contains, inside};
pub use super::control::input;
pub use super::convert::{
    abs, have_decnum, toarray, toboolean, tojson, tonumber, tostring, type_name,
};
pub use super::date::{
    fromdate, gmtime, localtime, mktime, now, strflocaltime, strftime, strptime, todate,
};
pub use super::fold::{from_entries, join, sum};
pub use super::format::{
    format, format_base32, format_base32d, format_base64, format_base64d, format_csv, format_html,
    format_json, format_sh, format_text, format_tsv, format_uri, format_urid,
};
pub use super::indices::{index, indices, rindex, text_indices};
pub use super::math::*;
pub use super::parse::fromjson;
pub use super::paths::{delpaths, getpath, setpath};
#[cfg(feature = "regex")]
pub use super::regex::{Pattern, match_impl};
pub use super::sort::wrapped::*;
pub use super::sort::{bsearch, max, min, sort, unique};
pub use super::text::{
    ascii, ascii_downcase, ascii_upcase, endswith, explode, implode, ltrim, ltrimstr, rtrim,
    rtrimstr, split, startswith, trim, trimstr, utf8bytelength,
};
