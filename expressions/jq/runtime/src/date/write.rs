//! `strftime`'s directives, as C has them, with their flags and widths.

use asl_language::calendar::{DateTime, MONTHS, days_since_epoch, weekday};

const WEEKDAYS: [&str; 7] =
    ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/// No field is written wider.
const WIDEST: usize = 1024;

/// The days of the week, and the months, for those who read them.
pub(super) const NAMES: (&[&str], &[&str]) = (&WEEKDAYS, &MONTHS);

/// Flags and width of a directive.
#[derive(Default, Clone, Copy)]
struct Style {
    /// `_`, `-` or `0`.
    pad: Option<char>,
    /// `^`
    upper: bool,
    /// `#`
    swap: bool,
    width: Option<usize>,
}

/// The output of a directive.
enum Field {
    /// A number, the width it is brought to, and with what.
    Number(i64, usize, char),
    Text(String),
    /// More directives.
    Format(&'static str),
}

/// The text of a time; `None` where it would be too long.
#[inline]
pub(super) fn formatted(time: &DateTime, format: &str, zone: &str) -> Option<String> {
    let mut out = String::with_capacity(format.len() + 16);
    let mut rest = format;
    while let Some((before, directive)) = rest.split_once('%') {
        out.push_str(before);
        let (style, after) = style(directive);
        let modified = after.strip_prefix(['E', 'O']).unwrap_or(after);
        let mut characters = modified.chars();
        let field = characters.next().and_then(|letter| field(time, letter, style, zone));
        match field {
            Some(field) => {
                write(&mut out, time, field, style, zone)?;
                rest = characters.as_str();
            }
            // Unknown ones are written unchanged.
            None => {
                out.push('%');
                rest = directive;
            }
        }
    }
    out.push_str(rest);
    Some(out)
}

fn style(directive: &str) -> (Style, &str) {
    let mut style = Style::default();
    let mut rest = directive;
    while let Some(flag) = rest.chars().next().filter(|flag| "_-0^#".contains(*flag)) {
        match flag {
            '^' => style.upper = true,
            '#' => style.swap = true,
            pad => style.pad = Some(pad),
        }
        rest = rest.strip_prefix(flag).unwrap_or(rest);
    }
    let digits = rest.len() - rest.trim_start_matches(|digit: char| digit.is_ascii_digit()).len();
    let (width, rest) = rest.split_at(digits);
    if !width.is_empty() {
        style.width = Some(width.parse().unwrap_or(usize::MAX));
    }
    (style, rest)
}

#[inline]
fn write(out: &mut String, time: &DateTime, field: Field, style: Style, zone: &str) -> Option<()> {
    let (text, width, pad) = match field {
        Field::Number(number, width, pad) => {
            let pad = match style.pad {
                Some('_') => Some(' '),
                Some('-') => None,
                Some(zero) => Some(zero),
                None => Some(pad),
            };
            (number.to_string(), style.width.unwrap_or(width), pad)
        }
        Field::Text(text) => {
            (text, style.width.unwrap_or(0), Some(if style.pad == Some('0') { '0' } else { ' ' }))
        }
        Field::Format(format) => {
            (formatted(time, format, zone)?, style.width.unwrap_or(0), Some(' '))
        }
    };
    if width > WIDEST {
        return None;
    }
    let text = if style.upper { text.to_uppercase() } else { text };
    let missing = width.saturating_sub(text.len());
    match (pad, text.strip_prefix('-')) {
        (Some('0'), Some(digits)) => {
            out.push('-');
            out.extend(std::iter::repeat_n('0', missing));
            out.push_str(digits);
        }
        (Some(pad), _) => {
            out.extend(std::iter::repeat_n(pad, missing));
            out.push_str(&text);
        }
        (None, _) => out.push_str(&text),
    }
    Some(())
}

fn name(names: &[&str], place: i64) -> String {
    usize::try_from(place)
        .ok()
        .and_then(|place| names.get(place))
        .copied()
        .unwrap_or("?")
        .to_owned()
}

/// `#` writes names in capitals.
fn named(name: &str, length: usize, style: Style) -> Field {
    let text = name.get(..length.min(name.len())).unwrap_or(name);
    Field::Text(if style.swap { text.to_uppercase() } else { text.to_owned() })
}

fn field(time: &DateTime, letter: char, style: Style, zone: &str) -> Option<Field> {
    let two = |number| Field::Number(number, 2, '0');
    let spaced = |number| Field::Number(number, 2, ' ');
    let twelve = if time.hour % 12 == 0 { 12 } else { time.hour % 12 };
    let half = if time.hour < 12 { "AM" } else { "PM" };
    Some(match letter {
        'a' => named(&name(&WEEKDAYS, time.weekday), 3, style),
        'A' => named(&name(&WEEKDAYS, time.weekday), usize::MAX, style),
        'b' | 'h' => named(&name(&MONTHS, time.month), 3, style),
        'B' => named(&name(&MONTHS, time.month), usize::MAX, style),
        'c' => Field::Format("%a %b %e %H:%M:%S %Y"),
        'C' => two(time.year.div_euclid(100)),
        'd' => two(time.day),
        'D' | 'x' => Field::Format("%m/%d/%y"),
        'e' => spaced(time.day),
        'F' => Field::Format("%Y-%m-%d"),
        'g' => two(iso_week(time).0.rem_euclid(100)),
        'G' => Field::Number(iso_week(time).0, 0, '0'),
        'H' => two(time.hour),
        'I' => two(twelve),
        'j' => Field::Number(time.day_of_year + 1, 3, '0'),
        'k' => spaced(time.hour),
        'l' => spaced(twelve),
        'm' => two(time.month + 1),
        'M' => two(time.minute),
        'n' => Field::Text("\n".to_owned()),
        'p' => Field::Text(if style.swap { half.to_lowercase() } else { half.to_owned() }),
        'P' => Field::Text(half.to_lowercase()),
        'r' => Field::Format("%I:%M:%S %p"),
        'R' => Field::Format("%H:%M"),
        's' => Field::Number(time.seconds(), 0, '0'),
        'S' => two(time.second),
        't' => Field::Text("\t".to_owned()),
        'T' | 'X' => Field::Format("%H:%M:%S"),
        'u' => Field::Number(if time.weekday == 0 { 7 } else { time.weekday }, 1, '0'),
        'U' => two((time.day_of_year + 7 - time.weekday) / 7),
        'V' => two(iso_week(time).1),
        'w' => Field::Number(time.weekday, 1, '0'),
        'W' => two((time.day_of_year + 7 - (time.weekday + 6) % 7) / 7),
        'y' => two(time.year.rem_euclid(100)),
        'Y' => Field::Number(time.year, 0, '0'),
        'z' => Field::Text("+0000".to_owned()),
        'Z' => Field::Text(if style.swap { zone.to_lowercase() } else { zone.to_owned() }),
        '%' => Field::Text("%".to_owned()),
        _ => return None,
    })
}

/// Year and number of the week of ISO 8601: the first one of a year has its first Thursday.
fn iso_week(time: &DateTime) -> (i64, i64) {
    let thursday = time.day_of_year + 4 - if time.weekday == 0 { 7 } else { time.weekday };
    let year = if thursday < 0 {
        time.year - 1
    } else if thursday >= days_since_epoch(time.year + 1, 0, 1) - days_since_epoch(time.year, 0, 1)
    {
        time.year + 1
    } else {
        time.year
    };
    let first = days_since_epoch(year, 0, 1);
    let day = days_since_epoch(time.year, 0, 1) + thursday;
    debug_assert_eq!(weekday(time.year, 0, 1 + thursday), 4, "a Thursday");
    (year, (day - first) / 7 + 1)
}
