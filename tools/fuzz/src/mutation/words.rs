//! Changes of programs and other texts, word by word.

use asl_language::random::SplitMix64;

use super::{LARGEST, ODD_LENGTHS, ODD_NUMBERS, ODD_TEXTS, bytes};

/// Brackets that nest in the languages at hand.
const BRACKETS: &[(&str, &str)] = &[
    ("(", ")"),
    ("[", "]"),
    ("{a: ", "}"),
    ("\"\\(", ")\""),
    ("{", "}"),
    ("[?(", ")]"),
    ("if ", " then 1 else 2 end"),
    ("States.Array(", ")"),
    ("def f: ", "; f"),
    ("try ", ""),
    ("-", ""),
    (". as [$x] | ", ""),
    ("reduce .[] as $x (0; ", ")"),
    ("function($x){", "}"),
    ("($x := 1; ", ")"),
    ("a[", "]"),
    ("a^(", ")"),
    ("a.(", ")"),
    ("|a|", "|"),
    ("$map(a, ", ")"),
    ("1 ~> ", ""),
    ("a ? ", " : b"),
    ("a ?? ", ""),
    ("%.", ""),
];

/// Changes a text by its words; `others` are texts of the same language.
pub(crate) fn mutate(text: &str, others: &[String], dice: &mut SplitMix64) -> String {
    let mut words = split(text);
    let changes = if dice.percent(50) { 1 } else { 1 + dice.below(3) };
    for _ in 0..changes {
        change(&mut words, others, dice);
        if words.iter().map(String::len).sum::<usize>() > LARGEST {
            break;
        }
    }
    let mut text = words.concat();
    if dice.percent(10) {
        let mut raw = std::mem::take(&mut text).into_bytes();
        bytes::mutate(&mut raw, dice);
        text = String::from_utf8_lossy(&raw).into_owned();
    }
    cut(text)
}

/// Cuts a text to the largest size, at a character.
fn cut(mut text: String) -> String {
    let end = (0..=LARGEST.min(text.len())).rev().find(|at| text.is_char_boundary(*at));
    text.truncate(end.unwrap_or(0));
    text
}

/// Words, numbers, spaces, and all else one character at a time.
fn split(text: &str) -> Vec<String> {
    let kind = |c: char| match c {
        _ if c.is_alphanumeric() || c == '_' => 1,
        _ if c.is_whitespace() => 2,
        _ => 0,
    };
    let mut words: Vec<String> = Vec::new();
    let mut before = 0;
    for c in text.chars() {
        let now = kind(c);
        match words.last_mut().filter(|_| now != 0 && now == before) {
            Some(word) => word.push(c),
            None => words.push(c.to_string()),
        }
        before = now;
    }
    words
}

fn change(words: &mut Vec<String>, others: &[String], dice: &mut SplitMix64) {
    let (from, to) = (dice.index(words.len() + 1), dice.index(words.len() + 1));
    let (from, to) = (from.min(to), from.max(to).min(from.min(to) + 12));
    let part = words.get(from..to).unwrap_or_default().to_vec();
    match dice.below(10) {
        0 => drop(words.drain(from..to)),
        1 => drop(words.splice(from..from, part)),
        2 => repeat(words, from, &part, dice),
        3 => replace(words, from, dice.pick::<&str>(ODD_TEXTS)),
        4 => replace(words, from, dice.pick::<&str>(ODD_NUMBERS)),
        5 | 6 => splice(words, from, to, others, dice),
        7 => wrap(words, from, to, dice),
        8 => {
            let length = *dice.pick(ODD_LENGTHS);
            replace(words, from, &"n".repeat(length));
        }
        _ if to < words.len() => words.swap(from, to),
        _ => {}
    }
}

fn replace(words: &mut [String], at: usize, with: &str) {
    if let Some(word) = words.get_mut(at) {
        with.clone_into(word);
    }
}

/// Repeats some words, often enough for what grows faster than its input.
fn repeat(words: &mut Vec<String>, at: usize, part: &[String], dice: &mut SplitMix64) {
    let length: usize = part.iter().map(String::len).sum();
    let most = LARGEST / length.max(1);
    let times = (*dice.pick(ODD_LENGTHS)).min(most);
    let repeated = part.iter().cycle().take(part.len() * times).cloned();
    words.splice(at..at, repeated);
}

/// Replaces some words by some of another text.
fn splice(
    words: &mut Vec<String>,
    from: usize,
    to: usize,
    others: &[String],
    dice: &mut SplitMix64,
) {
    if others.is_empty() {
        return;
    }
    let other = split(dice.pick::<String>(others));
    let (begin, length) = (dice.index(other.len()), 1 + dice.index(12));
    let taken: Vec<String> = other.into_iter().skip(begin).take(length).collect();
    words.splice(from..to, taken);
}

/// Puts some words into brackets, once or many times.
fn wrap(words: &mut Vec<String>, from: usize, to: usize, dice: &mut SplitMix64) {
    let (open, close) = *dice.pick(BRACKETS);
    let times = if dice.percent(50) { 1 } else { *dice.pick(&[3, 40, 300, 2_000]) };
    words.splice(to..to, std::iter::repeat_n(close.to_owned(), times));
    words.splice(from..from, std::iter::repeat_n(open.to_owned(), times));
}
