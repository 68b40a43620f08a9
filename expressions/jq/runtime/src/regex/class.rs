//! Characters: classes in brackets, properties, escapes.

use std::fmt::Write;

type Fault = String;

/// Writes a character so that it means itself everywhere, in classes and where spaces are
/// ignored too.
pub(super) fn escape(character: char, out: &mut String) {
    if character.is_ascii_alphanumeric() || (!character.is_ascii() && !character.is_whitespace()) {
        out.push(character);
    } else {
        // Writing to a string does not fail.
        let _ = write!(out, "\\x{{{:x}}}", u32::from(character));
    }
}

/// The character of an escape with this letter that has no meaning of its own, and the text after it.
pub(super) fn escaped(letter: char, rest: &str) -> Result<(char, &str), Fault> {
    let character = match letter {
        't' => '\t',
        'n' => '\n',
        'r' => '\r',
        'f' => '\u{c}',
        'v' => '\u{b}',
        'a' => '\u{7}',
        'e' => '\u{1b}',
        'x' => return hexadecimal(rest),
        'o' if rest.starts_with('{') => return braced(rest, 8),
        '0'..='7' => return octal(letter, rest),
        'c' => return control(rest),
        'C' if rest.starts_with('-') => return control(rest.strip_prefix('-').unwrap_or(rest)),
        itself => itself,
    };
    Ok((character, rest))
}

/// So many digits at most.
fn digits(text: &str, radix: u32, most: usize) -> (u32, &str) {
    let count = text.chars().take(most).take_while(|digit| digit.is_digit(radix)).count();
    let (digits, rest) = text.split_at(count);
    (u32::from_str_radix(digits, radix).unwrap_or(0), rest)
}

fn character(number: u32) -> Result<char, Fault> {
    char::from_u32(number).ok_or_else(|| "invalid code point value".to_owned())
}

fn hexadecimal(rest: &str) -> Result<(char, &str), Fault> {
    if rest.starts_with('{') {
        return braced(rest, 16);
    }
    match digits(rest, 16, 2) {
        (_, behind) if behind.len() == rest.len() => Ok(('x', rest)),
        (number, behind) => Ok((character(number)?, behind)),
    }
}

fn braced(rest: &str, radix: u32) -> Result<(char, &str), Fault> {
    let inside = rest.strip_prefix('{').and_then(|rest| rest.split_once('}'));
    let Some((number, rest)) = inside else { return Err("invalid code point value".to_owned()) };
    let number =
        u32::from_str_radix(number, radix).map_err(|_| "invalid code point value".to_owned())?;
    Ok((character(number)?, rest))
}

fn octal(first: char, rest: &str) -> Result<(char, &str), Fault> {
    let (more, behind) = digits(rest, 8, 2);
    let count = u32::try_from(rest.len() - behind.len()).unwrap_or(0);
    let number = first.to_digit(8).unwrap_or(0) * 8_u32.pow(count) + more;
    Ok((character(number & 0xff)?, behind))
}

fn control(rest: &str) -> Result<(char, &str), Fault> {
    let letter = rest.chars().next().ok_or("end pattern at control")?;
    let code = if letter == '?' { 0x7f } else { u32::from(letter) & 0x1f };
    Ok((character(code)?, rest.get(letter.len_utf8()..).unwrap_or_default()))
}

/// The meanings of the names of POSIX in all of Unicode, as they are written in a class.
fn posix(name: &str) -> Option<&'static str> {
    Some(match name {
        "alnum" => "\\p{Alphabetic}\\p{M}\\p{Nd}",
        "alpha" => "\\p{Alphabetic}",
        "ascii" => "\\x{0}-\\x{7f}",
        "blank" => "\\p{Zs}\\t",
        "cntrl" => "\\p{Cc}",
        "digit" => "\\p{Nd}",
        "graph" => "\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}\\p{Cf}\\p{Co}",
        "lower" => "\\p{Lowercase}",
        "print" => "\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}\\p{Cf}\\p{Co}\\p{Zs}",
        "punct" => "\\p{P}\\x{24}\\x{2b}\\x{3c}-\\x{3e}\\x{5e}\\x{60}\\x{7c}\\x{7e}",
        "space" => "\\s",
        "upper" => "\\p{Uppercase}",
        "word" => "\\w",
        "xdigit" => "0-9A-Fa-f",
        _ => return None,
    })
}

/// `{Alpha}`, `{^Greek}`: as it is written in a class, and the text after it.
pub(super) fn property(rest: &str, negated: bool) -> Result<(String, &str), Fault> {
    let inside = rest.strip_prefix('{').and_then(|rest| rest.split_once('}'));
    let Some((name, rest)) = inside else {
        return Err("invalid character property name {}".to_owned());
    };
    let bare = name.strip_prefix('^').unwrap_or(name);
    let is_negated = negated != (bare.len() < name.len());
    let plain: String = bare.chars().filter(|letter| !" _-".contains(*letter)).collect();
    let known = posix(&plain.to_ascii_lowercase()).filter(|_| !plain.eq_ignore_ascii_case("punct"));
    let set = match known {
        Some(set) => set.to_owned(),
        None if plain.eq_ignore_ascii_case("any") => "\\x{0}-\\x{10ffff}".to_owned(),
        None => format!("\\p{{{plain}}}"),
    };
    let is_known = !plain.is_empty() && plain.bytes().all(|letter| letter.is_ascii_alphanumeric());
    if !is_known || fancy_regex::Regex::new(&format!("[{set}]")).is_err() {
        return Err(format!("invalid character property name {{{name}}}"));
    }
    Ok((if is_negated { format!("[^{set}]") } else { set }, rest))
}

/// One thing in a class.
enum Item {
    Character(char),
    Set(String),
}

/// The class after a `[`, and the text after its end.
pub(super) fn translate(pattern: &str) -> Result<(String, &str), Fault> {
    const UNFINISHED: &str = "premature end of char-class";
    let mut rest = pattern;
    let mut out = String::from("[");
    if let Some(behind) = rest.strip_prefix('^') {
        out.push('^');
        rest = behind;
    }
    let mut is_first = true;
    loop {
        if let Some(behind) = rest.strip_prefix(']') {
            if !is_first {
                out.push(']');
                return Ok((out, behind));
            }
            if !behind.contains(']') {
                return Err("empty char-class".to_owned());
            }
        }
        is_first = false;
        let (item, behind) = item(rest)?.ok_or(UNFINISHED)?;
        rest = behind;
        let end = rest.strip_prefix('-').filter(|behind| !behind.starts_with(']'));
        match (item, end) {
            (Item::Character(from), Some(behind)) => {
                let (to, behind) = self::item(behind)?.ok_or(UNFINISHED)?;
                let Item::Character(to) = to else {
                    return Err("char-class value at end of range".to_owned());
                };
                if to < from {
                    return Err("empty range in char class".to_owned());
                }
                escape(from, &mut out);
                out.push('-');
                escape(to, &mut out);
                rest = behind;
            }
            (Item::Character(character), None) => escape(character, &mut out),
            (Item::Set(set), _) => out.push_str(&set),
        }
    }
}

/// The next item in a class, and the text after it.
fn item(rest: &str) -> Result<Option<(Item, &str)>, Fault> {
    let Some(first) = rest.chars().next() else { return Ok(None) };
    let behind = rest.get(first.len_utf8()..).unwrap_or_default();
    if first == '['
        && let Some(posix) = bracketed(behind)?
    {
        return Ok(Some(posix));
    }
    if first != '\\' {
        return Ok(Some((Item::Character(first), behind)));
    }
    let Some(letter) = behind.chars().next() else {
        return Err("end pattern at escape".to_owned());
    };
    let behind = behind.get(letter.len_utf8()..).unwrap_or_default();
    Ok(Some(match letter {
        'd' | 'D' | 'w' | 'W' | 's' | 'S' => (Item::Set(format!("\\{letter}")), behind),
        'p' | 'P' if behind.starts_with('{') => {
            let (set, behind) = property(behind, letter == 'P')?;
            (Item::Set(set), behind)
        }
        'b' => (Item::Character('\u{8}'), behind),
        letter => {
            let (character, behind) = escaped(letter, behind)?;
            (Item::Character(character), behind)
        }
    }))
}

/// `:alpha:]`, `:^alpha:]`; another `[` means itself.
fn bracketed(rest: &str) -> Result<Option<(Item, &str)>, Fault> {
    let Some((name, behind)) = rest.strip_prefix(':').and_then(|rest| rest.split_once(":]")) else {
        return Ok(None);
    };
    let bare = name.strip_prefix('^').unwrap_or(name);
    if !bare.bytes().all(|letter| letter.is_ascii_alphabetic()) {
        return Ok(None);
    }
    let set = posix(bare).ok_or("invalid POSIX bracket type")?;
    let set = if bare.len() < name.len() { format!("[^{set}]") } else { set.to_owned() };
    Ok(Some((Item::Set(set), behind)))
}
