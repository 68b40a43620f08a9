//! Splits a name into words, and joins the words in the styles of Rust.

/// Lower-case words of ASCII letters and digits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::emit) struct Words(Vec<String>);

impl Words {
    /// Splits at every character that is not an ASCII letter or digit, and where a capital begins a
    /// word: `HTTPServer`, `chargeCard`.
    pub(in crate::emit) fn of(text: &str) -> Self {
        let words = text
            .split(|c: char| !c.is_ascii_alphanumeric())
            .flat_map(cased)
            .map(str::to_ascii_lowercase)
            .collect();
        Self(words)
    }

    /// These words, or those of `other` if there are none. A leading digit gets the first word of
    /// `other` as a prefix.
    pub(in crate::emit) fn or(mut self, other: &str) -> Self {
        match self.0.first() {
            None => Self::of(other),
            Some(word) if word.starts_with(|c: char| c.is_ascii_digit()) => {
                self.0.splice(0..0, Self::of(other).0.into_iter().take(1));
                self
            }
            Some(_) => self,
        }
    }

    /// Returns true if there is no word.
    pub(in crate::emit) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// These words and a number.
    pub(in crate::emit) fn numbered(&self, number: u32) -> Self {
        let mut words = self.0.clone();
        words.push(number.to_string());
        Self(words)
    }

    /// The key that must differ between names: names with the same key could be equal in one of the
    /// styles.
    pub(in crate::emit) fn key(&self) -> String {
        self.0.concat()
    }

    /// `charge_card`
    pub(in crate::emit) fn snake(&self) -> String {
        self.0.join("_")
    }

    /// `CHARGE_CARD`
    pub(in crate::emit) fn upper(&self) -> String {
        self.snake().to_ascii_uppercase()
    }

    /// `ChargeCard`
    pub(in crate::emit) fn camel(&self) -> String {
        let mut joined = String::with_capacity(self.0.iter().map(String::len).sum());
        for word in &self.0 {
            let mut letters = word.chars();
            joined.extend(letters.next().map(|first| first.to_ascii_uppercase()));
            joined.push_str(letters.as_str());
        }
        joined
    }
}

/// The parts of a run of letters and digits, each beginning with a capital.
fn cased(run: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = run;
    let mut lower = false;
    let mut start = 0;
    let letters: Vec<char> = run.chars().collect();
    for (at, pair) in letters.windows(2).enumerate() {
        let &[this, next] = pair else { continue };
        lower = if this.is_ascii_digit() { lower } else { this.is_ascii_lowercase() };
        let after = letters.get(at + 2).is_some_and(char::is_ascii_lowercase);
        // Before the C in `cardCharge`, before the S in `HTTPServer`. Digits count like the
        // character before them.
        if next.is_ascii_uppercase() && (lower || after) {
            let (part, tail) = rest.split_at(at + 1 - start);
            parts.push(part);
            rest = tail;
            start = at + 1;
        }
    }
    if !rest.is_empty() {
        parts.push(rest);
    }
    parts
}
