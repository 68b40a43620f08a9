//! Numbers in English words.

const SMALL: [&str; 20] = [
    "Zero",
    "One",
    "Two",
    "Three",
    "Four",
    "Five",
    "Six",
    "Seven",
    "Eight",
    "Nine",
    "Ten",
    "Eleven",
    "Twelve",
    "Thirteen",
    "Fourteen",
    "Fifteen",
    "Sixteen",
    "Seventeen",
    "Eighteen",
    "Nineteen",
];

const ORDINALS: [&str; 20] = [
    "Zeroth",
    "First",
    "Second",
    "Third",
    "Fourth",
    "Fifth",
    "Sixth",
    "Seventh",
    "Eighth",
    "Ninth",
    "Tenth",
    "Eleventh",
    "Twelfth",
    "Thirteenth",
    "Fourteenth",
    "Fifteenth",
    "Sixteenth",
    "Seventeenth",
    "Eighteenth",
    "Nineteenth",
];

const TENS: [&str; 8] =
    ["Twenty", "Thirty", "Forty", "Fifty", "Sixty", "Seventy", "Eighty", "Ninety"];

const MAGNITUDES: [(f64, &str); 4] =
    [(1e12, "Trillion"), (1e9, "Billion"), (1e6, "Million"), (1e3, "Thousand")];

/// The link between the words so far and the next ones.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Link {
    Begins,
    Continues,
}

/// Writes a whole number that is not negative, words in title case.
pub(super) fn write_words(number: f64, is_ordinal: bool) -> String {
    let mut text = String::new();
    write(&mut text, number, Link::Begins, is_ordinal);
    text
}

fn write(text: &mut String, number: f64, link: Link, is_ordinal: bool) {
    let continues = link == Link::Continues;
    if number < 100.0 {
        text.push_str(if continues { " and " } else { "" });
        return write_below_hundred(text, index(number), is_ordinal);
    }
    text.push_str(if continues { ", " } else { "" });
    let known = MAGNITUDES.iter().find(|(factor, _)| number >= *factor);
    let (factor, name) = known.copied().unwrap_or((100.0, "Hundred"));
    let count = (number / factor).floor();
    write(text, count, Link::Begins, false);
    text.push(' ');
    text.push_str(name);
    let rest = number - count * factor;
    if rest > 0.0 {
        write(text, rest, Link::Continues, is_ordinal);
    } else if is_ordinal {
        text.push_str("th");
    }
}

fn write_below_hundred(text: &mut String, number: usize, is_ordinal: bool) {
    let names = if is_ordinal { ORDINALS } else { SMALL };
    if let Some(name) = names.get(number) {
        return text.push_str(name);
    }
    let tens = TENS.get((number / 10).saturating_sub(2)).copied().unwrap_or_default();
    match (number % 10, is_ordinal) {
        (0, false) => text.push_str(tens),
        (0, true) => {
            text.push_str(tens.strip_suffix('y').unwrap_or(tens));
            text.push_str("ieth");
        }
        (rest, _) => {
            text.push_str(tens);
            text.push('-');
            text.push_str(names.get(rest).copied().unwrap_or_default());
        }
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is below 100")]
fn index(number: f64) -> usize {
    number as usize
}

/// Reads a number in words of any case; NaN if a word is unknown.
pub(super) fn read_words(text: &str) -> f64 {
    let text = text.to_lowercase();
    let mut parts = vec![0.0];
    for word in split(&text) {
        let value = value_of(word).unwrap_or(f64::NAN);
        let last = parts.pop().unwrap_or(0.0);
        if value < 100.0 {
            let below = if last >= 1000.0 {
                parts.push(last);
                0.0
            } else {
                last
            };
            parts.push(below + value);
        } else {
            parts.push(last * value);
        }
    }
    parts.iter().sum()
}

/// The words between separators: `, `, ` and `, a blank, a hyphen or a backslash.
fn split(text: &str) -> Vec<&str> {
    let (mut words, mut rest) = (Vec::new(), text);
    'words: loop {
        for (at, c) in rest.char_indices() {
            let here = rest.get(at..).unwrap_or_default();
            if let Some(length) = separator(here, c) {
                words.push(rest.get(..at).unwrap_or_default());
                rest = here.get(length..).unwrap_or_default();
                continue 'words;
            }
        }
        words.push(rest);
        return words;
    }
}

/// The length of the separator that a text begins with.
fn separator(text: &str, first: char) -> Option<usize> {
    let blank = |at: usize| {
        let c = text.get(at..)?.chars().next()?;
        c.is_whitespace().then(|| c.len_utf8())
    };
    if first == ',' {
        return blank(1).map(|length| 1 + length);
    }
    if first.is_whitespace() {
        let behind = first.len_utf8();
        let is_and = text.get(behind..).is_some_and(|text| text.starts_with("and"));
        let end = if is_and { blank(behind + 3) } else { None };
        return Some(end.map_or(behind, |length| behind + 3 + length));
    }
    matches!(first, '-' | '\\').then_some(1)
}

/// The value of a word in lower case.
fn value_of(word: &str) -> Option<f64> {
    let is_word = |name: &&str| name.eq_ignore_ascii_case(word);
    let small = SMALL.iter().position(&is_word);
    if let Some(small) = small.or_else(|| ORDINALS.iter().position(is_word)) {
        return Some(float(small));
    }
    let tens = |word: &str| TENS.iter().position(|name| name.eq_ignore_ascii_case(word));
    let stem = word.strip_suffix("ieth").map(|stem| format!("{stem}y"));
    if let Some(tens) = tens(word).or_else(|| tens(&stem?)) {
        return Some(float(tens + 2) * 10.0);
    }
    let stem = word.strip_suffix("th").unwrap_or(word);
    let magnitude = MAGNITUDES.iter().chain([&(100.0, "Hundred")]);
    let mut named = magnitude.filter(|(_, name)| name.eq_ignore_ascii_case(stem));
    named.next().map(|(value, _)| *value)
}

#[expect(clippy::cast_precision_loss, reason = "it is small")]
fn float(index: usize) -> f64 {
    index as f64
}

/// The words of tens and greater ordinal numbers.
const GREAT_ORDINALS: [&str; 13] = [
    "Twentieth",
    "Thirtieth",
    "Fortieth",
    "Fiftieth",
    "Sixtieth",
    "Seventieth",
    "Eightieth",
    "Ninetieth",
    "Hundredth",
    "Thousandth",
    "Millionth",
    "Billionth",
    "Trillionth",
];

/// Other words and signs in the text of a number.
const OTHERS: [&str; 9] =
    ["Hundred", "Thousand", "Million", "Billion", "Trillion", "and", "-", ",", " "];

/// The lengths of the words of numbers, and of the text between them, that a text begins with.
pub(super) fn lengths_of_words(text: &str) -> impl Iterator<Item = usize> {
    let words = SMALL.iter().chain(&ORDINALS).chain(&TENS).chain(&GREAT_ORDINALS).chain(&OTHERS);
    words.filter_map(|word| {
        let start = text.get(..word.len())?;
        start.eq_ignore_ascii_case(word).then_some(word.len())
    })
}
