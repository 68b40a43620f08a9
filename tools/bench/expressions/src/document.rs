//! The documents: one order, with as many items as its size requires.

use std::fmt::Write as _;

/// The sizes and their names.
pub(crate) const SIZES: [(&str, usize); 3] = [("small", 131), ("medium", 7_000), ("large", 1_000_000)];

/// JSON text of about this many bytes.
pub(crate) fn text(size: usize) -> String {
    let mut text = r#"{"id":7,"total":12.5,"result":[1,2],"customer":{"name":"Ada"},"items":["#.to_owned();
    let mut number = 0_u32;
    while text.len() + 30 < size || number == 0 {
        if number > 0 {
            text.push(',');
        }
        // Kinds and prices are neither sorted nor all different.
        let (word, kind) =
            (["tea", "cup", "pot", "tin"][number as usize % 4], ["x", "y", "z"][(number * 7 % 3) as usize]);
        let (n, price) = (number % 5 + 1, f64::from(number * 7_919 % 400) / 8.0);
        let _ = write!(text, r#"{{"sku":"{word}{number}","n":{n},"price":{price},"kind":"{kind}"}}"#);
        number += 1;
    }
    text.push_str("]}");
    text
}
