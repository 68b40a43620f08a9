//! Escape sequences, and the characters of a class.

use super::parser::Parser;
use super::{Class, Fault, Node};

/// Reads an escape outside of a class, after its backslash.
pub(super) fn read_escape(parser: &mut Parser<'_>) -> Result<Node, Fault> {
    let Some(letter) = parser.peek() else { return Err(parser.fault("\\ at end of pattern")) };
    if let 'b' | 'B' = letter {
        parser.next();
        return Ok(Node::WordBoundary { negated: letter == 'B' });
    }
    if let Some(class) = Class::of_escape(letter, parser.dialect()) {
        parser.next();
        return Ok(Node::Class(class));
    }
    if letter == 'k' && parser.has_names() {
        parser.next();
        return read_named_reference(parser);
    }
    if let Some(number) = read_reference(parser) {
        return Ok(Node::BackReference(number));
    }
    Ok(node_of(read_code(parser)))
}

/// The node of a code point. Half of a surrogate pair is no character: nothing matches it.
fn node_of(code: u32) -> Node {
    char::from_u32(code).map_or_else(|| Node::Class(Class::default()), Node::Character)
}

/// Reads `\k<name>` after its letter.
fn read_named_reference(parser: &mut Parser<'_>) -> Result<Node, Fault> {
    let fault = parser.fault("Invalid named reference");
    let name = parser.skip("<").then(|| parser.until('>')).flatten().ok_or(fault)?;
    let number = parser.group_of(name);
    number
        .map(Node::BackReference)
        .ok_or(Fault { message: "Invalid named capture referenced", ..fault })
}

/// Reads the number of a group. A number beyond the last group is no reference.
fn read_reference(parser: &mut Parser<'_>) -> Option<usize> {
    let rest = parser.rest();
    let digits = rest.len() - rest.trim_start_matches(|digit: char| digit.is_ascii_digit()).len();
    let digits = rest.get(..digits)?;
    let number = digits.parse().ok().filter(|_| !digits.starts_with('0'))?;
    (number <= parser.groups()).then(|| {
        parser.skip(digits);
        number
    })
}

/// Reads the code point of an escape that is no class: `\n`, `\x41`, `\.`.
fn read_code(parser: &mut Parser<'_>) -> u32 {
    let Some(letter) = parser.next() else { return u32::from('\\') };
    let code = match letter {
        't' => '\t',
        'n' => '\n',
        'v' => '\u{b}',
        'f' => '\u{c}',
        'r' => '\r',
        'c' => return read_control(parser, |letter| letter.is_ascii_alphabetic()),
        'x' => return hexadecimal(parser, 2).unwrap_or(u32::from('x')),
        'u' => return read_unit(parser).unwrap_or(u32::from('u')),
        '0'..='7' => return read_octal(parser, letter),
        other => other,
    };
    u32::from(code)
}

/// Reads the letter of `\cA`. Without one the backslash is a character, and `c` is the next.
fn read_control(parser: &mut Parser<'_>, is_letter: impl Fn(char) -> bool) -> u32 {
    if let Some(letter) = parser.peek().filter(|letter| is_letter(*letter)) {
        parser.next();
        return u32::from(letter) % 32;
    }
    parser.step_back('c');
    u32::from('\\')
}

/// Reads so many hexadecimal digits; nothing if there are fewer.
fn hexadecimal(parser: &mut Parser<'_>, digits: usize) -> Option<u32> {
    let text = parser.rest().get(..digits)?;
    let is_number = text.bytes().all(|digit| digit.is_ascii_hexdigit());
    let number = u32::from_str_radix(text, 16).ok().filter(|_| is_number)?;
    parser.skip(text);
    Some(number)
}

/// Reads the digits of `\u0041`. A surrogate pair is one character.
fn read_unit(parser: &mut Parser<'_>) -> Option<u32> {
    let unit = hexadecimal(parser, 4)?;
    if !(0xd800..0xdc00).contains(&unit) {
        return Some(unit);
    }
    let low = parser.rest().strip_prefix("\\u").and_then(|rest| rest.get(..4));
    let low = low.and_then(|digits| u32::from_str_radix(digits, 16).ok());
    let Some(low) = low.filter(|low| (0xdc00..0xe000).contains(low)) else { return Some(unit) };
    parser.skip("\\u");
    hexadecimal(parser, 4);
    Some(0x1_0000 + ((unit - 0xd800) << 10) + (low - 0xdc00))
}

/// Reads the rest of an octal number below 256, as annex B has it.
fn read_octal(parser: &mut Parser<'_>, first: char) -> u32 {
    let mut number = first.to_digit(8).unwrap_or(0);
    for _ in 0..2 {
        let Some(digit) = parser.peek().and_then(|digit| digit.to_digit(8)) else { break };
        if number * 8 + digit > 0o377 {
            break;
        }
        number = number * 8 + digit;
        parser.next();
    }
    number
}

/// A member of a class: one code point, or a class of its own.
enum Member {
    Code(u32),
    Class(Class),
}

/// Reads a class after its `[`.
pub(super) fn read_class(parser: &mut Parser<'_>) -> Result<Class, Fault> {
    let open = parser.fault("Unterminated character class");
    let negated = parser.skip("^");
    let mut ranges = Vec::new();
    while !parser.skip("]") {
        let from = parser.fault("Range out of order in character class");
        let first = read_member(parser).ok_or(open)?;
        let is_range = parser.rest().starts_with('-') && !parser.rest().starts_with("-]");
        if !is_range {
            append(first, &mut ranges);
            continue;
        }
        parser.skip("-");
        match (first, read_member(parser).ok_or(open)?) {
            (Member::Code(first), Member::Code(last)) if first <= last => {
                ranges.push((first, last));
            }
            (Member::Code(_), Member::Code(_)) => return Err(from),
            // Annex B: the hyphen beside a class is a character.
            (first, last) => {
                append(first, &mut ranges);
                append(Member::Code(u32::from('-')), &mut ranges);
                append(last, &mut ranges);
            }
        }
    }
    Ok(Class::new(ranges, negated))
}

fn append(member: Member, ranges: &mut Vec<(u32, u32)>) {
    match member {
        Member::Code(code) => ranges.push((code, code)),
        Member::Class(class) => class.append_to(ranges),
    }
}

/// Reads a member of a class; nothing at the end of the pattern.
fn read_member(parser: &mut Parser<'_>) -> Option<Member> {
    let first = parser.next()?;
    if first != '\\' {
        return Some(Member::Code(u32::from(first)));
    }
    let letter = parser.peek()?;
    if let Some(class) = Class::of_escape(letter, parser.dialect()) {
        parser.next();
        return Some(Member::Class(class));
    }
    let code = match letter {
        'b' => {
            parser.next();
            8
        }
        'c' => {
            parser.next();
            read_control(parser, |letter| letter.is_ascii_alphanumeric() || letter == '_')
        }
        _ => read_code(parser),
    };
    Some(Member::Code(code))
}
