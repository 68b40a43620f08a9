//! Pictures of numbers (`XPath`: "fn:format-number").

use super::decimal::{digit_of, regular_interval};
use crate::jsonata::{Cx, Fault};

/// The symbols of pictures and of the numbers that are written by them.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Symbols {
    decimal_separator: String,
    grouping_separator: String,
    exponent_separator: String,
    infinity: String,
    minus_sign: String,
    nan: String,
    percent: String,
    per_mille: String,
    zero: char,
    digit: String,
    pattern_separator: String,
}

impl Default for Symbols {
    fn default() -> Self {
        let text = str::to_owned;
        Self {
            decimal_separator: text("."),
            grouping_separator: text(","),
            exponent_separator: text("e"),
            infinity: text("Infinity"),
            minus_sign: text("-"),
            nan: text("NaN"),
            percent: text("%"),
            per_mille: text("‰"),
            zero: '0',
            digit: text("#"),
            pattern_separator: text(";"),
        }
    }
}

impl Symbols {
    /// Changes a symbol. Names that `XPath` does not have change nothing.
    pub(crate) fn set(&mut self, name: &str, value: &str) {
        let symbol = match name {
            "decimal-separator" => &mut self.decimal_separator,
            "grouping-separator" => &mut self.grouping_separator,
            "exponent-separator" => &mut self.exponent_separator,
            "infinity" => &mut self.infinity,
            "minus-sign" => &mut self.minus_sign,
            "NaN" => &mut self.nan,
            "percent" => &mut self.percent,
            "per-mille" => &mut self.per_mille,
            "digit" => &mut self.digit,
            "pattern-separator" => &mut self.pattern_separator,
            "zero-digit" => {
                self.zero = value.chars().next().unwrap_or(self.zero);
                return;
            }
            _ => return,
        };
        value.clone_into(symbol);
    }

    /// True if it is a digit of the family.
    fn is_digit(&self, c: char) -> bool {
        u32::from(c).checked_sub(u32::from(self.zero)).is_some_and(|value| value < 10)
    }

    /// True if it is a digit of the family, or the sign of an optional digit.
    fn is_any_digit(&self, c: char) -> bool {
        self.is_digit(c) || is(c, &self.digit)
    }

    /// True if a character has a meaning in pictures.
    fn is_active(&self, c: char) -> bool {
        let others = [&self.decimal_separator, &self.grouping_separator, &self.pattern_separator];
        self.is_any_digit(c)
            || is(c, &self.exponent_separator)
            || others.iter().any(|symbol| is(c, symbol))
    }

    fn digits(&self, text: &str) -> Vec<char> {
        text.chars().map(|c| digit_of(c.to_digit(10), self.zero).unwrap_or(c)).collect()
    }
}

/// True if a symbol is this character.
fn is(c: char, symbol: &str) -> bool {
    symbol.chars().eq([c])
}

/// The parts of a picture for positive or for negative numbers.
struct SubPicture<'p> {
    whole: &'p str,
    prefix: &'p str,
    suffix: &'p str,
    active: &'p str,
    mantissa: &'p str,
    integer: &'p str,
    fraction: &'p str,
    exponent: Option<&'p str>,
}

impl<'p> SubPicture<'p> {
    /// Takes a picture apart. One without digits has no parts.
    fn split(whole: &'p str, symbols: &Symbols) -> Result<Self, Fault> {
        let is_digits = |c: char| symbols.is_active(c) && !is(c, &symbols.exponent_separator);
        let start = whole.find(is_digits).ok_or_else(|| Fault::new("D3086"))?;
        let end = whole.rfind(is_digits).unwrap_or(start);
        let end =
            end + whole.get(end..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        let part = |from: usize, to: usize| whole.get(from..to).unwrap_or_default();
        let (prefix, active, suffix) = (part(0, start), part(start, end), part(end, whole.len()));
        // An exponent separator right behind the digits is one without an exponent.
        let is_open = suffix.starts_with(symbols.exponent_separator.as_str());
        let (mantissa, exponent) = match active.split_once(symbols.exponent_separator.as_str()) {
            Some((mantissa, exponent)) => (mantissa, Some(exponent)),
            None => (active, is_open.then_some("")),
        };
        let parts = mantissa.split_once(symbols.decimal_separator.as_str());
        let (integer, fraction) = parts.unwrap_or((mantissa, ""));
        Ok(Self { whole, prefix, suffix, active, mantissa, integer, fraction, exponent })
    }

    /// Checks the rules of `XPath`: "Syntax of the picture string". Of several broken ones the last
    /// is reported.
    fn check(&self, symbols: &Symbols) -> Result<(), Fault> {
        let broken = [
            (self.repeats(&symbols.decimal_separator), "D3081"),
            (self.repeats(&symbols.percent), "D3082"),
            (self.repeats(&symbols.per_mille), "D3083"),
            (self.has(&symbols.percent) && self.has(&symbols.per_mille), "D3084"),
            (!self.mantissa.chars().any(|c| symbols.is_any_digit(c)), "D3085"),
            (!self.active.chars().all(|c| symbols.is_active(c)), "D3086"),
            (self.groups_at_point(symbols), "D3087"),
            (self.groups_at_end(symbols), "D3088"),
            (self.has(&symbols.grouping_separator.repeat(2)), "D3089"),
            (self.has_late_option(symbols), "D3090"),
            (self.has_early_option(symbols), "D3091"),
            (self.has_scaled_exponent(symbols), "D3092"),
            (self.has_wrong_exponent(symbols), "D3093"),
        ];
        let last = broken.into_iter().rev().find(|(is_broken, _)| *is_broken);
        last.map_or(Ok(()), |(_, code)| Err(Fault::new(code)))
    }

    fn has(&self, symbol: &str) -> bool {
        !symbol.is_empty() && self.whole.contains(symbol)
    }

    fn repeats(&self, symbol: &str) -> bool {
        !symbol.is_empty() && self.whole.matches(symbol).count() > 1
    }

    fn groups_at_point(&self, symbols: &Symbols) -> bool {
        let group = symbols.grouping_separator.as_str();
        self.whole
            .split_once(symbols.decimal_separator.as_str())
            .is_some_and(|(before, behind)| before.ends_with(group) || behind.starts_with(group))
    }

    fn groups_at_end(&self, symbols: &Symbols) -> bool {
        !self.has(&symbols.decimal_separator)
            && self.integer.ends_with(symbols.grouping_separator.as_str())
    }

    /// True if an optional digit of the integer follows another digit.
    fn has_late_option(&self, symbols: &Symbols) -> bool {
        let before = self.integer.split_once(symbols.digit.as_str()).map(|(before, _)| before);
        before.is_some_and(|before| before.chars().any(|c| symbols.is_digit(c)))
    }

    /// True if an optional digit of the fraction precedes another digit.
    fn has_early_option(&self, symbols: &Symbols) -> bool {
        let behind = self.fraction.rsplit_once(symbols.digit.as_str()).map(|(_, behind)| behind);
        behind.is_some_and(|behind| behind.chars().any(|c| symbols.is_digit(c)))
    }

    fn has_scaled_exponent(&self, symbols: &Symbols) -> bool {
        self.exponent.is_some_and(|exponent| !exponent.is_empty())
            && (self.has(&symbols.percent) || self.has(&symbols.per_mille))
    }

    fn has_wrong_exponent(&self, symbols: &Symbols) -> bool {
        self.exponent.is_some_and(|exponent| {
            exponent.is_empty() || !exponent.chars().all(|c| symbols.is_digit(c))
        })
    }
}

/// Numbers of digits, and the places of separators.
struct Sizes {
    least_integer: usize,
    least_fraction: usize,
    most_fraction: usize,
    /// `None`: no exponent.
    least_exponent: Option<usize>,
    /// The number of digits of the integer with an exponent.
    scaling: usize,
    /// For each separator, the digits of the integer behind it.
    integer_groups: Vec<usize>,
    /// For each separator, the digits of the fraction before it.
    fraction_groups: Vec<usize>,
}

impl Sizes {
    fn of(picture: &SubPicture<'_>, symbols: &Symbols) -> Self {
        let digits = |part: &str| part.chars().filter(|c| symbols.is_digit(*c)).count();
        let all = |part: &str| part.chars().filter(|c| symbols.is_any_digit(*c)).count();
        let group = symbols.grouping_separator.as_str();
        let groups = |part: &str, is_behind: bool| -> Vec<usize> {
            let places = part.match_indices(group).filter(|_| !group.is_empty());
            places
                .map(|(at, _)| {
                    let (before, behind) = part.split_at(at);
                    all(if is_behind { behind } else { before })
                })
                .collect()
        };
        let scaling = digits(picture.integer);
        let (mut least_integer, mut least_fraction) = (scaling, digits(picture.fraction));
        let mut most_fraction = all(picture.fraction);
        let has_exponent = picture.exponent.is_some();
        if least_integer == 0 && most_fraction == 0 {
            if has_exponent {
                (least_fraction, most_fraction) = (1, 1);
            } else {
                least_integer = 1;
            }
        }
        if has_exponent && least_integer == 0 && picture.integer.contains(symbols.digit.as_str()) {
            least_integer = 1;
        }
        if least_integer == 0 && least_fraction == 0 {
            least_fraction = 1;
        }
        Self {
            least_integer,
            least_fraction,
            most_fraction,
            least_exponent: picture.exponent.map(digits),
            scaling,
            integer_groups: groups(picture.integer, true),
            fraction_groups: groups(picture.fraction, false),
        }
    }
}

/// Writes a number by a picture. `round` rounds half to even at so many decimal places.
pub(crate) fn write_number(
    cx: &Cx,
    number: f64,
    picture: &str,
    symbols: &Symbols,
    round: impl Fn(f64, usize) -> f64,
) -> Result<String, Fault> {
    let separator = symbols.pattern_separator.as_str();
    let pictures: Vec<&str> =
        if separator.is_empty() { vec![picture] } else { picture.split(separator).collect() };
    if pictures.len() > 2 {
        return Err(Fault::new("D3080"));
    }
    let parts = pictures
        .iter()
        .map(|picture| SubPicture::split(picture, symbols))
        .collect::<Result<Vec<_>, _>>()?;
    parts.iter().try_for_each(|picture| picture.check(symbols))?;
    let is_negative = number < 0.0;
    let sign = if is_negative && parts.len() == 1 { symbols.minus_sign.as_str() } else { "" };
    let chosen = if is_negative { parts.last() } else { parts.first() };
    let Some(chosen) = chosen else { return Err(Fault::new("D3086")) };
    let number = if chosen.has(&symbols.percent) {
        number * 100.0
    } else if chosen.has(&symbols.per_mille) {
        number * 1000.0
    } else {
        number
    };
    // The most that a number and a picture can make.
    cx.make_text(picture.len().saturating_mul(8).saturating_add(1024))?;
    let body = write_body(number.abs(), chosen, symbols, round);
    Ok(format!("{sign}{}{body}{}", chosen.prefix, chosen.suffix))
}

/// Writes a number without sign, prefix and suffix.
fn write_body(
    number: f64,
    picture: &SubPicture<'_>,
    symbols: &Symbols,
    round: impl Fn(f64, usize) -> f64,
) -> String {
    if !number.is_finite() {
        return if number.is_nan() { symbols.nan.clone() } else { symbols.infinity.clone() };
    }
    let sizes = Sizes::of(picture, symbols);
    let (mantissa, exponent) = match sizes.least_exponent {
        Some(_) => scale(number, sizes.scaling),
        None => (number, 0),
    };
    // Digits beyond these are zeros.
    let places = sizes.most_fraction.min(1100);
    let fixed = format!("{:.places$}", round(mantissa, places));
    let (integer, fraction) = fixed.split_once('.').unwrap_or((&fixed, ""));
    let mut body = write_integer(integer.trim_start_matches('0'), &sizes, symbols);
    let fraction = write_fraction(fraction.trim_end_matches('0'), &sizes, symbols);
    if !fraction.is_empty() {
        body.push_str(&symbols.decimal_separator);
        body.push_str(&fraction);
    }
    if let Some(least) = sizes.least_exponent {
        body.push_str(&symbols.exponent_separator);
        body.push_str(if exponent < 0 { &symbols.minus_sign } else { "" });
        let digits = exponent.unsigned_abs().to_string();
        body.extend(symbols.digits(&(zeros(&digits, least) + &digits)));
    }
    body
}

/// The mantissa with so many digits before the point, and the exponent.
fn scale(number: f64, digits: usize) -> (f64, i32) {
    let most = 10_f64.powi(i32::try_from(digits).unwrap_or(i32::MAX));
    let least = most / 10.0;
    let (mut mantissa, mut exponent) = (number, 0);
    if number <= 0.0 || !most.is_finite() {
        return (number, 0);
    }
    while mantissa < least {
        mantissa *= 10.0;
        exponent -= 1;
    }
    while mantissa > most {
        mantissa /= 10.0;
        exponent += 1;
    }
    (mantissa, exponent)
}

fn write_integer(digits: &str, sizes: &Sizes, symbols: &Symbols) -> String {
    let digits = symbols.digits(&(zeros(digits, sizes.least_integer) + digits));
    let interval = regular_interval(&sizes.integer_groups);
    write_groups(&digits, symbols, |index| {
        let behind = digits.len() - index;
        if interval > 0 {
            behind.is_multiple_of(interval)
        } else {
            sizes.integer_groups.contains(&behind)
        }
    })
}

fn write_fraction(digits: &str, sizes: &Sizes, symbols: &Symbols) -> String {
    let digits = symbols.digits(&(digits.to_owned() + &zeros(digits, sizes.least_fraction)));
    write_groups(&digits, symbols, |index| sizes.fraction_groups.contains(&index))
}

/// Writes digits with separators before those that begin a group, except the first.
fn write_groups(
    digits: &[char],
    symbols: &Symbols,
    begins_group: impl Fn(usize) -> bool,
) -> String {
    let mut text = String::new();
    for (index, digit) in digits.iter().enumerate() {
        if index > 0 && begins_group(index) {
            text.push_str(&symbols.grouping_separator);
        }
        text.push(*digit);
    }
    text
}

/// The zeros that digits lack to be so many.
fn zeros(digits: &str, least: usize) -> String {
    "0".repeat(least.saturating_sub(digits.len()))
}
