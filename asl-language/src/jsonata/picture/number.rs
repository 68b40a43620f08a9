//! Pictures of numbers (`XPath`: "fn:format-number").

use std::ops::Range;

use super::{Mistake, digit_of};

/// The symbols of pictures and of the numbers that are written by them.
#[derive(Clone, PartialEq, Debug)]
pub struct Symbols {
    /// `.` before the fraction.
    pub decimal_separator: String,
    /// `,` between groups of digits.
    pub grouping_separator: String,
    /// `e` before the exponent.
    pub exponent_separator: String,
    /// The text of an infinite number.
    pub infinity: String,
    /// `-` before a negative number.
    pub minus_sign: String,
    /// The text of what is no number.
    pub nan: String,
    /// `%`
    pub percent: String,
    /// `‰`
    pub per_mille: String,
    /// The zero of the family of digits.
    pub zero: char,
    /// `#`: a digit that may be left out.
    pub digit: String,
    /// `;` between the pictures of positive and of negative numbers.
    pub pattern_separator: String,
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
    pub fn set(&mut self, name: &str, value: &str) {
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

    /// Returns true if it is a digit of the family.
    pub fn is_digit(&self, c: char) -> bool {
        u32::from(c).checked_sub(u32::from(self.zero)).is_some_and(|value| value < 10)
    }

    /// Returns true if it is a digit of the family, or the sign of an optional digit.
    pub fn is_any_digit(&self, c: char) -> bool {
        self.is_digit(c) || is(c, &self.digit)
    }

    /// True if a character has a meaning in pictures.
    fn is_active(&self, c: char) -> bool {
        let others = [&self.decimal_separator, &self.grouping_separator, &self.pattern_separator];
        self.is_any_digit(c)
            || is(c, &self.exponent_separator)
            || others.iter().any(|symbol| is(c, symbol))
    }

    /// Returns the digit of the family for one of ASCII, and any other character as it is.
    pub fn digit_of(&self, c: char) -> char {
        digit_of(c.to_digit(10), self.zero).unwrap_or(c)
    }
}

/// True if a symbol is this character.
fn is(c: char, symbol: &str) -> bool {
    symbol.chars().eq([c])
}

/// The parts of a picture for positive or for negative numbers.
#[derive(Clone, PartialEq, Debug)]
pub struct SubPicture<'p> {
    whole: &'p str,
    /// Text before the number.
    pub prefix: &'p str,
    /// Text behind the number.
    pub suffix: &'p str,
    active: &'p str,
    mantissa: &'p str,
    /// The digits before the decimal separator.
    pub integer: &'p str,
    /// The digits behind it.
    pub fraction: &'p str,
    /// The digits of the exponent.
    pub exponent: Option<&'p str>,
}

/// Reads the pictures for positive and for negative numbers, or one for both. It is checked by the
/// rules of `XPath`: "Syntax of the picture string".
pub fn read_pictures<'p>(
    picture: &'p str,
    symbols: &Symbols,
) -> Result<Vec<SubPicture<'p>>, Mistake> {
    let separator = symbols.pattern_separator.as_str();
    let texts: Vec<&str> =
        if separator.is_empty() { vec![picture] } else { picture.split(separator).collect() };
    if let [first, second, _, ..] = texts[..] {
        let third = first.len() + second.len() + separator.len();
        return Err(Mistake::new("D3080", third..picture.len()));
    }
    let mut start = 0;
    let mut starts = Vec::new();
    for text in &texts {
        starts.push(start);
        start += text.len() + separator.len();
    }
    let behind = |start: &usize| {
        let start = *start;
        move |mistake: Mistake| mistake.behind(start)
    };
    let mut parts = Vec::new();
    for (text, start) in texts.iter().zip(&starts) {
        parts.push(SubPicture::split(text, symbols).map_err(behind(start))?);
    }
    for (part, start) in parts.iter().zip(&starts) {
        part.check(symbols).map_err(behind(start))?;
    }
    Ok(parts)
}

impl<'p> SubPicture<'p> {
    /// Takes a picture apart. One without digits has no parts.
    fn split(whole: &'p str, symbols: &Symbols) -> Result<Self, Mistake> {
        let is_digits = |c: char| symbols.is_active(c) && !is(c, &symbols.exponent_separator);
        let no_digits = || Mistake::new("D3086", 0..whole.len());
        let start = whole.find(is_digits).ok_or_else(no_digits)?;
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

    /// Checks the rules. Of several broken ones the last is reported.
    fn check(&self, symbols: &Symbols) -> Result<(), Mistake> {
        let broken = [
            (self.second(&symbols.decimal_separator), "D3081"),
            (self.second(&symbols.percent), "D3082"),
            (self.second(&symbols.per_mille), "D3083"),
            (self.percent_and_per_mille(symbols), "D3084"),
            (self.mantissa_without_digit(symbols), "D3085"),
            (self.passive(symbols), "D3086"),
            (self.group_at_point(symbols), "D3087"),
            (self.group_at_end(symbols), "D3088"),
            (self.first(&symbols.grouping_separator.repeat(2)), "D3089"),
            (self.late_option(symbols), "D3090"),
            (self.early_option(symbols), "D3091"),
            (self.scaled_exponent(symbols), "D3092"),
            (self.wrong_exponent(symbols), "D3093"),
        ];
        let last = broken.into_iter().rev().find_map(|(at, code)| Some((at?, code)));
        last.map_or(Ok(()), |(at, code)| Err(Mistake::new(code, at)))
    }

    /// Returns true if the picture has a symbol.
    pub fn has(&self, symbol: &str) -> bool {
        self.first(symbol).is_some()
    }

    /// The place of a symbol.
    fn first(&self, symbol: &str) -> Option<Range<usize>> {
        let at = self.whole.find(symbol).filter(|_| !symbol.is_empty())?;
        Some(at..at + symbol.len())
    }

    /// The place of a symbol that stands there for the second time.
    fn second(&self, symbol: &str) -> Option<Range<usize>> {
        let (at, _) = self.whole.match_indices(symbol).filter(|_| !symbol.is_empty()).nth(1)?;
        Some(at..at + symbol.len())
    }

    fn percent_and_per_mille(&self, symbols: &Symbols) -> Option<Range<usize>> {
        let percent = self.first(&symbols.percent)?;
        let per_mille = self.first(&symbols.per_mille)?;
        Some(if percent.start > per_mille.start { percent } else { per_mille })
    }

    fn mantissa_without_digit(&self, symbols: &Symbols) -> Option<Range<usize>> {
        let has_digit = self.mantissa.chars().any(|c| symbols.is_any_digit(c));
        (!has_digit).then(|| self.prefix.len()..self.prefix.len() + self.active.len())
    }

    /// The place of text between digits that means nothing.
    fn passive(&self, symbols: &Symbols) -> Option<Range<usize>> {
        let (at, c) = self.active.char_indices().find(|(_, c)| !symbols.is_active(*c))?;
        let at = self.prefix.len() + at;
        Some(at..at + c.len_utf8())
    }

    fn group_at_point(&self, symbols: &Symbols) -> Option<Range<usize>> {
        let group = symbols.grouping_separator.as_str();
        let point = symbols.decimal_separator.as_str();
        let (before, behind) = self.whole.split_once(point)?;
        if before.ends_with(group) {
            return Some(before.len() - group.len()..before.len());
        }
        let at = before.len() + point.len();
        behind.starts_with(group).then(|| at..at + group.len())
    }

    fn group_at_end(&self, symbols: &Symbols) -> Option<Range<usize>> {
        let group = symbols.grouping_separator.as_str();
        let is_at_end = !self.has(&symbols.decimal_separator) && self.integer.ends_with(group);
        let end = self.prefix.len() + self.integer.len();
        is_at_end.then(|| end - group.len()..end)
    }

    /// The place of an optional digit of the integer that follows another digit.
    fn late_option(&self, symbols: &Symbols) -> Option<Range<usize>> {
        let digit = symbols.digit.as_str();
        let (before, _) = self.integer.split_once(digit)?;
        let at = self.prefix.len() + before.len();
        before.chars().any(|c| symbols.is_digit(c)).then(|| at..at + digit.len())
    }

    /// The place of an optional digit of the fraction that precedes another digit.
    fn early_option(&self, symbols: &Symbols) -> Option<Range<usize>> {
        let digit = symbols.digit.as_str();
        let (before, behind) = self.fraction.rsplit_once(digit)?;
        let start = self.prefix.len() + self.integer.len() + symbols.decimal_separator.len();
        let at = start + before.len();
        behind.chars().any(|c| symbols.is_digit(c)).then(|| at..at + digit.len())
    }

    /// The place of a percent sign where there is an exponent.
    fn scaled_exponent(&self, symbols: &Symbols) -> Option<Range<usize>> {
        self.exponent.filter(|exponent| !exponent.is_empty())?;
        self.first(&symbols.percent).or_else(|| self.first(&symbols.per_mille))
    }

    /// The place of an exponent that has other signs than digits, or none.
    fn wrong_exponent(&self, symbols: &Symbols) -> Option<Range<usize>> {
        let exponent = self.exponent?;
        let is_right = !exponent.is_empty() && exponent.chars().all(|c| symbols.is_digit(c));
        let separator = self.prefix.len() + self.mantissa.len();
        let end = separator + symbols.exponent_separator.len() + exponent.len();
        (!is_right).then_some(separator..end)
    }
}
