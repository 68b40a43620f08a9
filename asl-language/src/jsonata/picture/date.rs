//! Pictures of dates and times (`XPath`: "The picture string"), taken apart.

use std::ops::Range;

use super::{Case, IntegerPicture, Mistake};

/// A part of a picture.
#[derive(Clone, PartialEq, Debug)]
pub enum Part {
    /// Text that stands for itself.
    Literal(String),
    /// A component of a date or a time.
    Marker(Marker),
}

/// `[component presentation, width]`
#[derive(Clone, PartialEq, Debug)]
pub struct Marker {
    /// The letter of the component.
    pub component: char,
    /// The case of a name, such as `Nn`; `None`: a number.
    pub name: Option<Case>,
    /// The picture of a number or of a time zone.
    pub number: Option<IntegerPicture>,
    /// `t`: `Z` for UTC.
    pub is_traditional: bool,
    /// The maximum length of a name.
    pub most: Option<usize>,
    /// The digits that a year is cut to.
    pub year_digits: Option<usize>,
    /// The number of digits that are read, if another number follows at once.
    pub digits_read: Option<usize>,
    /// The text between the brackets, in bytes of the picture.
    pub at: Range<usize>,
}

/// The least and the greatest width.
type Width = (Option<usize>, Option<usize>);

/// Takes a picture apart.
pub fn read_picture(picture: &str) -> Result<Vec<Part>, Mistake> {
    let (mut parts, mut rest) = (Vec::new(), picture);
    while let Some((before, behind)) = rest.split_once('[') {
        push_literal(&mut parts, before);
        if let Some(behind) = behind.strip_prefix('[') {
            parts.push(Part::Literal("[".to_owned()));
            rest = behind;
            continue;
        }
        let start = picture.len() - behind.len();
        let Some((marker, behind)) = behind.split_once(']') else {
            return Err(Mistake::new("D3135", start - 1..start));
        };
        let marker = read_marker(marker, start..start + marker.len())?;
        // A time zone begins with a sign: digits before it may be any number.
        if let Some(Part::Marker(previous)) = parts.last_mut()
            && marker.number.is_some()
            && !matches!(marker.component, 'Z' | 'z')
        {
            let decimal = previous.number.as_ref().and_then(IntegerPicture::decimal);
            previous.digits_read = decimal.map(|decimal| decimal.mandatory);
        }
        parts.push(Part::Marker(marker));
        rest = behind;
    }
    push_literal(&mut parts, rest);
    Ok(parts)
}

/// Checks that times can be read by a part of a picture.
pub fn check_read(part: &Part) -> Result<(), Mistake> {
    let Part::Marker(marker) = part else { return Ok(()) };
    match (&marker.number, marker.component) {
        (_, 'Z' | 'z' | 'f') | (None, 'M' | 'x' | 'F' | 'P') => Ok(()),
        (None, _) => Err(marker.no_name()),
        (Some(picture), _) => picture.check().map_err(|mistake| marker.mistake(mistake)),
    }
}

/// Checks that times can be written by a part of a picture.
pub fn check_written(part: &Part) -> Result<(), Mistake> {
    let Part::Marker(marker) = part else { return Ok(()) };
    match (&marker.number, marker.component) {
        (_, 'C' | 'E' | 'P' | 'Z' | 'z') | (None, 'M' | 'x' | 'F') => Ok(()),
        (None, _) => Err(marker.no_name()),
        (Some(picture), _) => picture.check().map_err(|mistake| marker.mistake(mistake)),
    }
}

impl Marker {
    /// The mistake that the component has no name.
    pub fn no_name(&self) -> Mistake {
        Mistake::new("D3133", self.at.clone()).value(self.component)
    }

    /// A mistake in the picture of its number.
    fn mistake(&self, mistake: Mistake) -> Mistake {
        Mistake { at: self.at.clone(), ..mistake }
    }
}

fn push_literal(parts: &mut Vec<Part>, text: &str) {
    if !text.is_empty() {
        parts.push(Part::Literal(text.replace("]]", "]")));
    }
}

/// Reads the text between brackets, which is at this place.
fn read_marker(text: &str, at: Range<usize>) -> Result<Marker, Mistake> {
    let text: String = text.split_whitespace().collect();
    let component = text.chars().next();
    let unknown = || {
        let shown = component.map(String::from).unwrap_or_default();
        Mistake::new("D3132", at.clone()).value(shown)
    };
    let Some(component) = component else { return Err(unknown()) };
    let usual = usual_presentation(component).ok_or_else(unknown)?;
    let rest = text.get(component.len_utf8()..).unwrap_or_default();
    let (presentation, width) = rest.rsplit_once(',').unwrap_or((rest, ""));
    let (presentation, modifier) = split_modifier(presentation);
    let presentation = if presentation.is_empty() { usual } else { presentation };
    let mut marker = Marker {
        component,
        name: name_case(presentation),
        number: None,
        is_traditional: modifier == Some('t'),
        most: None,
        year_digits: None,
        digits_read: None,
        at,
    };
    let width = read_width(width);
    marker.most = width.1;
    let read =
        |picture: &str| IntegerPicture::read(picture).map_err(|mistake| marker.mistake(mistake));
    if "YMDdFWwXxHhmsf".contains(component) && marker.name.is_none() {
        let suffix = modifier.map(|modifier| format!(";{modifier}")).unwrap_or_default();
        let number = read(&format!("{presentation}{suffix}"))?;
        set_number(&mut marker, number, width);
    } else if matches!(component, 'Z' | 'z') {
        marker.number = Some(read(presentation)?);
    }
    Ok(marker)
}

/// The presentation of a component without one; `None`: there is no such component.
fn usual_presentation(component: char) -> Option<&'static str> {
    match component {
        'Y' | 'M' | 'D' | 'd' | 'W' | 'w' | 'X' | 'x' | 'H' | 'h' | 'f' => Some("1"),
        'F' | 'P' | 'C' | 'E' => Some("n"),
        'm' | 's' => Some("01"),
        'Z' | 'z' => Some("01:01"),
        _ => None,
    }
}

/// The presentation, and the modifier `a`, `t`, `c` or `o` behind it. A single letter is a
/// presentation.
fn split_modifier(presentation: &str) -> (&str, Option<char>) {
    let mut letters = presentation.chars();
    match letters.next_back() {
        Some(last @ ('a' | 't' | 'c' | 'o')) if !letters.as_str().is_empty() => {
            (letters.as_str(), Some(last))
        }
        _ => (presentation, None),
    }
}

fn name_case(presentation: &str) -> Option<Case> {
    if presentation.starts_with('n') {
        Some(Case::Lower)
    } else if presentation.starts_with("Nn") {
        Some(Case::Title)
    } else if presentation.starts_with('N') {
        Some(Case::Upper)
    } else {
        None
    }
}

/// Reads `least-most`; `*` and what is no number are no width.
fn read_width(text: &str) -> Width {
    let (least, most) = text.split_once('-').unwrap_or((text, ""));
    (least.parse().ok(), most.parse().ok())
}

/// Sets the picture of a number, with the digits that its width asks for.
fn set_number(marker: &mut Marker, mut number: IntegerPicture, (least, most): Width) {
    let is_year = marker.component == 'Y';
    if let Some(decimal) = number.decimal_mut() {
        decimal.mandatory = decimal.mandatory.max(least.unwrap_or(0));
        let digits = decimal.mandatory + decimal.optional;
        if is_year {
            decimal.mandatory = most.unwrap_or(decimal.mandatory);
            marker.year_digits = most.or((digits >= 2).then_some(digits));
        }
    } else if is_year {
        marker.year_digits = most;
    }
    marker.number = Some(number);
}
