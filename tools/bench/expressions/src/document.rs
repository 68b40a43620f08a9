//! The documents: orders.

use std::fmt::Write as _;

/// A size of the document.
pub(crate) struct Size {
    pub(crate) name: &'static str,
    pub(crate) items: u32,
    /// True if only programs whose work depends on the number of items are measured on it.
    pub(crate) is_large: bool,
}

const fn size(name: &'static str, items: u32) -> Size {
    Size { name, items, is_large: false }
}

/// The documents for jq: 114 bytes, 7 kB, 1 MB.
pub(crate) static JQ: [Size; 3] = [size("small", 1), size("medium", 147), size("large", 20_302)];

/// The documents for JSONata: 300 bytes, 46 kB.
pub(crate) static JSONATA: [Size; 2] =
    [size("small", 5), Size { is_large: true, ..size("1,000 items", 1_000) }];

/// JSON text of an order with so many items.
pub(crate) fn text(items: u32) -> String {
    let mut text =
        r#"{"id":7,"total":12.5,"result":[1,2],"customer":{"name":"Ada"},"items":["#.to_owned();
    for number in 0..items {
        if number > 0 {
            text.push(',');
        }
        // Kinds and prices are neither sorted nor all different.
        let (word, kind) = (
            ["tea", "cup", "pot", "tin"][number as usize % 4],
            ["x", "y", "z"][(number * 7 % 3) as usize],
        );
        let (n, price) = (number % 5 + 1, f64::from(number * 7_919 % 400) / 8.0);
        let _ =
            write!(text, r#"{{"sku":"{word}{number}","n":{n},"price":{price},"kind":"{kind}"}}"#);
    }
    text.push_str("]}");
    text
}
