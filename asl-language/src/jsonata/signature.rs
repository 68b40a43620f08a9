//! Signatures of functions, such as `<s-nn?:s>`: the types of the arguments, and what may be left
//! out. Those of lambdas and of built-ins are read when a program is compiled.
//!
//! jsonata-js turns a signature into a regular expression over one letter for each argument. The
//! parameters below hold the parts of that expression.

mod fit;

/// Maximum number of parameters in a signature.
pub const MOST_PARAMETERS: usize = 16;

/// The parameters of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Signature {
    parameters: [Parameter; MOST_PARAMETERS],
    count: usize,
}

/// A parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// The types that it takes.
    pub types: Types,
    /// True for `a`: a value that is no array becomes an array of one.
    pub is_array: bool,
    /// The type of the items of an array: `n` in `a<n>`.
    pub items: Option<ItemType>,
    /// True for `-`: the context item replaces a missing argument.
    pub takes_context: bool,
    /// The number of arguments that it takes.
    pub times: Times,
}

/// The type of the items of an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ItemType {
    /// The letter of the type; of a longer text the first one.
    pub letter: u8,
    /// True if the text has one letter: only then one value may replace an array.
    pub is_simple: bool,
}

impl ItemType {
    /// The types of the items; all, if the signature does not say it.
    pub fn types(self) -> Types {
        match self.letter {
            _ if !self.is_simple => Types::ALL,
            b's' => Types::STRING,
            b'n' => Types::NUMBER,
            b'b' => Types::BOOLEAN,
            b'o' => Types::OBJECT,
            _ => Types::ALL,
        }
    }
}

/// The number of arguments that a parameter takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Times {
    /// One.
    Once,
    /// One, or none: `?`, `-`.
    AtMostOnce,
    /// None, or one if the others need that: `-?`.
    RatherNone,
    /// At least one: `+`.
    Often,
}

/// A set of types. A missing argument (undefined) is a type, too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Types(u8);

impl Types {
    /// An argument that is undefined.
    pub const MISSING: Self = Self(1);
    /// A string.
    pub const STRING: Self = Self(2);
    /// A number.
    pub const NUMBER: Self = Self(4);
    /// `true` or `false`.
    pub const BOOLEAN: Self = Self(8);
    /// `null`
    pub const NULL: Self = Self(16);
    /// An object.
    pub const OBJECT: Self = Self(32);
    /// An array.
    pub const ARRAY: Self = Self(64);
    /// A function.
    pub const FUNCTION: Self = Self(128);

    /// No type.
    pub const NONE: Self = Self(0);
    /// All types.
    pub const ALL: Self = Self(255);

    /// Returns the types of both sets.
    #[must_use]
    pub const fn and(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// Returns the types of this set that are not among the others.
    #[must_use]
    pub const fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    /// Returns true if the others have all types of this set.
    pub const fn is_within(self, others: Self) -> bool {
        self.0 & !others.0 == 0
    }

    /// Returns true if the sets have a type in common.
    pub const fn meets(self, others: Self) -> bool {
        self.0 & others.0 != 0
    }

    /// Returns the type of a letter in a signature, or none for any other character.
    pub const fn of_letter(letter: u8) -> Self {
        match letter {
            b'm' => Self::MISSING,
            b's' => Self::STRING,
            b'n' => Self::NUMBER,
            b'b' => Self::BOOLEAN,
            b'l' => Self::NULL,
            b'o' => Self::OBJECT,
            b'a' => Self::ARRAY,
            b'f' => Self::FUNCTION,
            _ => Self::NONE,
        }
    }
}

/// A mistake in a signature.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mistake {
    /// S0401: a type parameter behind another type than `a` or `f`.
    Parameterized,
    /// S0402: a choice with a type parameter.
    ChoiceOfParameterized,
    /// Quantifiers that contradict each other, as `??+`.
    Quantifiers,
    /// More than [`MOST_PARAMETERS`] parameters.
    TooLong,
}

impl Mistake {
    /// Returns the code of jsonata-js. It has none for mistakes that fail within its own code.
    pub const fn code(self) -> Option<&'static str> {
        match self {
            Self::Parameterized => Some("S0401"),
            Self::ChoiceOfParameterized => Some("S0402"),
            Self::Quantifiers | Self::TooLong => None,
        }
    }
}

impl Signature {
    /// Reads a signature with its angle brackets. The type of the result has no effect, as in
    /// jsonata-js.
    pub const fn read(text: &str) -> Result<Self, Mistake> {
        let text = text.as_bytes();
        let nothing = Parameter {
            types: Types::NONE,
            is_array: false,
            items: None,
            takes_context: false,
            times: Times::Once,
        };
        let mut signature = Self { parameters: [nothing; MOST_PARAMETERS], count: 0 };
        let mut at = 1;
        while at < text.len() && byte(text, at) != b':' {
            at = match signature.read_symbol(text, at) {
                Ok(next) => next,
                Err(mistake) => return Err(mistake),
            };
        }
        Ok(signature)
    }

    /// Reads a signature that was read before without a mistake.
    pub const fn known(text: &str) -> Self {
        match Self::read(text) {
            Ok(signature) => signature,
            Err(_) => unreachable!(),
        }
    }

    /// Returns the parameters.
    pub fn parameters(&self) -> &[Parameter] {
        self.parameters.get(..self.count).unwrap_or_default()
    }

    /// Reads the symbol at this byte, and returns the byte after it.
    const fn read_symbol(&mut self, text: &[u8], at: usize) -> Result<usize, Mistake> {
        let symbol = byte(text, at);
        match symbol {
            b's' | b'n' | b'b' | b'l' | b'o' => self.add(Types::of_letter(symbol), at),
            b'f' => match self.add(Types::FUNCTION, at) {
                Ok(next) => {
                    // Alone it takes no missing argument.
                    self.set_types(Types::FUNCTION);
                    Ok(next)
                }
                Err(mistake) => Err(mistake),
            },
            b'a' | b'x' => self.add_any(symbol, at),
            b'j' => self.add(ANY_JSON, at),
            b'(' => self.add_choice(text, at),
            b'<' => self.add_item_type(text, at),
            b'-' | b'?' | b'+' => self.add_quantifier(symbol, at),
            _ => Ok(at + 1),
        }
    }

    const fn add(&mut self, types: Types, at: usize) -> Result<usize, Mistake> {
        if self.count == MOST_PARAMETERS {
            return Err(Mistake::TooLong);
        }
        self.count += 1;
        self.set_types(types.and(Types::MISSING));
        Ok(at + 1)
    }

    const fn add_any(&mut self, symbol: u8, at: usize) -> Result<usize, Mistake> {
        let next = self.add(ANY_JSON.and(Types::FUNCTION), at);
        if let Some(parameter) = self.last() {
            parameter.is_array = symbol == b'a';
        }
        next
    }

    /// Reads `(ns)`.
    const fn add_choice(&mut self, text: &[u8], at: usize) -> Result<usize, Mistake> {
        let close = closing(text, at, b'(', b')');
        let mut types = Types::NONE;
        let mut inner = at + 1;
        while inner < close {
            if byte(text, inner) == b'<' {
                return Err(Mistake::ChoiceOfParameterized);
            }
            types = types.and(Types::of_letter(byte(text, inner)));
            inner += 1;
        }
        self.add(types, close)
    }

    /// Reads `<n>` behind `a` or `f`.
    const fn add_item_type(&mut self, text: &[u8], at: usize) -> Result<usize, Mistake> {
        let close = closing(text, at, b'<', b'>');
        let item_type = ItemType { letter: byte(text, at + 1), is_simple: close == at + 2 };
        match self.last() {
            Some(parameter) if parameter.is_array => parameter.items = Some(item_type),
            // The types of a function's own arguments have no effect.
            Some(parameter) if parameter.types.0 == Types::FUNCTION.0 => {}
            _ => return Err(Mistake::Parameterized),
        }
        Ok(close + 1)
    }

    const fn add_quantifier(&mut self, symbol: u8, at: usize) -> Result<usize, Mistake> {
        let Some(parameter) = self.last() else { return Ok(at + 1) };
        parameter.times = match (parameter.times, symbol) {
            (Times::Once, b'+') => Times::Often,
            (Times::Once, _) => Times::AtMostOnce,
            (Times::AtMostOnce, b'?' | b'-') => Times::RatherNone,
            _ => return Err(Mistake::Quantifiers),
        };
        parameter.takes_context |= symbol == b'-';
        Ok(at + 1)
    }

    const fn set_types(&mut self, types: Types) {
        if let Some(parameter) = self.last() {
            parameter.types = types;
        }
    }

    #[expect(clippy::indexing_slicing, reason = "the count is within the array; no `get_mut` here")]
    const fn last(&mut self) -> Option<&mut Parameter> {
        if self.count == 0 { None } else { Some(&mut self.parameters[self.count - 1]) }
    }
}

/// Any type except a function.
const ANY_JSON: Types = Types(127);

/// Returns the byte at a place; 0 behind the end.
#[expect(clippy::indexing_slicing, reason = "the index is checked; `get` is not const")]
const fn byte(text: &[u8], at: usize) -> u8 {
    if at < text.len() { text[at] } else { 0 }
}

/// Returns the place of the bracket that closes the one at this place.
const fn closing(text: &[u8], open_at: usize, open: u8, close: u8) -> usize {
    let mut depth = 1_usize;
    let mut at = open_at;
    while at < text.len() {
        at += 1;
        let symbol = byte(text, at);
        if symbol == open {
            depth += 1;
        } else if symbol == close {
            depth -= 1;
            if depth == 0 {
                break;
            }
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<Parameter> {
        Signature::known(text).parameters().to_vec()
    }

    #[test]
    fn a_signature_has_its_parameters() {
        let [text, start, length] = read("<s-nn?:s>")[..] else { panic!("three parameters") };
        assert!(text.takes_context && text.times == Times::AtMostOnce);
        assert!(text.types.meets(Types::STRING) && !text.types.meets(Types::NUMBER));
        assert_eq!((start.times, length.times), (Times::Once, Times::AtMostOnce));
        assert!(!length.takes_context && length.types.meets(Types::MISSING));
        assert_eq!(read("<:n>"), []);
    }

    #[test]
    fn arrays_have_types_of_items() {
        let [array] = read("<a<n>:n>")[..] else { panic!("one parameter") };
        assert!(array.is_array && array.types.meets(Types::STRING));
        assert_eq!(array.items, Some(ItemType { letter: b'n', is_simple: true }));
        let [array] = read("<a<a<n>>>")[..] else { panic!("one parameter") };
        assert_eq!(array.items, Some(ItemType { letter: b'a', is_simple: false }));
        assert_eq!(read("<a+>").first().map(|array| array.times), Some(Times::Often));
    }

    #[test]
    fn choices_and_functions_have_their_types() {
        let [choice, function] = read("<(sf)-f<s:o>>")[..] else { panic!("two parameters") };
        assert!(choice.types.meets(Types::FUNCTION) && !choice.types.meets(Types::ARRAY));
        assert!(choice.types.meets(Types::MISSING) && !function.types.meets(Types::MISSING));
        assert!(!read("<j>")[0].types.meets(Types::FUNCTION));
    }

    #[test]
    fn mistakes_have_the_codes_of_jsonata_js() {
        let code = |text| Signature::read(text).map_err(Mistake::code);
        assert_eq!(code("<s<n>>").unwrap_err(), Some("S0401"));
        assert_eq!(code("<(sa<n>)>").unwrap_err(), Some("S0402"));
        assert_eq!(code("<s?+>").unwrap_err(), None);
        assert_eq!(Signature::read(&"s".repeat(99)), Err(Mistake::TooLong));
        for odd in ["", "<", "<(", "<a<", "<<>", "<?", "<-s>", "<a<>>"] {
            let _ = Signature::read(odd);
        }
    }
}
