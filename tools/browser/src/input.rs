//! Mouse and keyboard.

use asl_conformance::problem::{Problem, Result};
use serde_json::{Value, json};

use crate::Page;

/// A key that is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Modifier {
    /// None.
    None,
    /// Ctrl.
    Control,
}

impl Modifier {
    fn bits(self) -> u32 {
        match self {
            Self::None => 0,
            Self::Control => 2,
        }
    }
}

/// A key to press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// A key that writes this character.
    Character(char),
    /// The key with this name and code of Windows, such as `Enter`, 13.
    Named(&'static str, u32),
}

impl Key {
    /// Enter.
    pub const ENTER: Self = Self::Named("Enter", 13);
    /// Escape.
    pub const ESCAPE: Self = Self::Named("Escape", 27);
    /// The key to the next element.
    pub const TAB: Self = Self::Named("Tab", 9);
    /// The arrow to the right.
    pub const RIGHT: Self = Self::Named("ArrowRight", 39);
    /// The arrow to the left.
    pub const LEFT: Self = Self::Named("ArrowLeft", 37);
    /// The arrow downwards.
    pub const DOWN: Self = Self::Named("ArrowDown", 40);
    /// The arrow upwards.
    pub const UP: Self = Self::Named("ArrowUp", 38);
}

impl Page {
    /// Clicks on the middle of the first element that a selector finds.
    ///
    /// # Errors
    /// There is none, or another element covers it.
    pub fn click(&mut self, selector: &str) -> Result<()> {
        let (x, y) = self.middle(selector)?;
        self.click_at(x, y)
    }

    /// Clicks on a point of the window.
    ///
    /// # Errors
    /// Chromium refuses it.
    pub fn click_at(&mut self, x: f64, y: f64) -> Result<()> {
        self.point_at(x, y)?;
        let left = json!({"button": "left", "clickCount": 1});
        self.mouse("mousePressed", (x, y), left.clone())?;
        self.mouse("mouseReleased", (x, y), left)
    }

    /// Moves the mouse to a point of the window.
    ///
    /// # Errors
    /// Chromium refuses it.
    pub fn point_at(&mut self, x: f64, y: f64) -> Result<()> {
        self.mouse("mouseMoved", (x, y), json!({}))
    }

    /// Moves the mouse with its left button held.
    ///
    /// # Errors
    /// Chromium refuses it.
    pub fn drag(&mut self, from: (f64, f64), to: (f64, f64)) -> Result<()> {
        let left = || json!({"button": "left", "buttons": 1, "clickCount": 1});
        self.mouse("mouseMoved", from, json!({}))?;
        self.mouse("mousePressed", from, left())?;
        for part in [0.5, 1.0] {
            let at = (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part);
            self.mouse("mouseMoved", at, left())?;
        }
        self.mouse("mouseReleased", to, left())
    }

    /// Turns the wheel; positive numbers scroll down.
    ///
    /// # Errors
    /// Chromium refuses it.
    pub fn wheel(&mut self, at: (f64, f64), by: f64, held: Modifier) -> Result<()> {
        let wheel = json!({"deltaX": 0, "deltaY": by, "modifiers": held.bits()});
        self.mouse("mouseWheel", at, wheel)
    }

    /// Presses a key.
    ///
    /// # Errors
    /// Chromium refuses it.
    pub fn press(&mut self, key: Key) -> Result<()> {
        self.press_with(key, Modifier::None)
    }

    /// Presses a key while another one is held.
    ///
    /// # Errors
    /// Chromium refuses it.
    pub fn press_with(&mut self, key: Key, held: Modifier) -> Result<()> {
        let mut parameters = match key {
            Key::Character(character) => json!({"key": character, "text": character}),
            Key::Named(name, code) => {
                json!({"key": name, "code": name, "windowsVirtualKeyCode": code})
            }
        };
        if key == Key::ENTER {
            insert(&mut parameters, "text", json!("\r"));
        }
        insert(&mut parameters, "modifiers", json!(held.bits()));
        insert(&mut parameters, "type", json!("keyDown"));
        self.call("Input.dispatchKeyEvent", &parameters)?;
        insert(&mut parameters, "type", json!("keyUp"));
        insert(&mut parameters, "text", json!(""));
        self.call("Input.dispatchKeyEvent", &parameters).map(drop)
    }

    /// Clicks on an input field and writes into it, instead of what it has.
    ///
    /// # Errors
    /// There is none.
    pub fn write(&mut self, selector: &str, text: &str) -> Result<()> {
        self.click(selector)?;
        self.evaluate("document.activeElement.select()")?;
        self.call("Input.insertText", &json!({"text": text})).map(drop)
    }

    /// The middle of an element that can be clicked, after scrolling there.
    fn middle(&mut self, selector: &str) -> Result<(f64, f64)> {
        // Elements move when the styles of a page arrive.
        self.wait_for("document.readyState === 'complete'")?;
        let found = self.evaluate(&format!(
            "(() => {{
                const element = document.querySelector({});
                if (!element) return 'there is none';
                element.scrollIntoView({{block: 'center', inline: 'center', behavior: 'instant'}});
                const box = element.getBoundingClientRect();
                const at = [box.x + box.width / 2, box.y + box.height / 2];
                const top = document.elementFromPoint(...at);
                if (!top || !element.contains(top))
                    return 'covered by ' + (top ? top.outerHTML.slice(0, 200) : 'nothing');
                return at;
            }})()",
            json!(selector)
        ))?;
        let number = |place| found.get(place).and_then(Value::as_f64);
        match (number(0), number(1)) {
            (Some(x), Some(y)) => Ok((x, y)),
            _ => Err(Problem::new(format!("cannot click on {selector}: {found}"))),
        }
    }

    fn mouse(&mut self, kind: &str, at: (f64, f64), mut more: Value) -> Result<()> {
        insert(&mut more, "type", json!(kind));
        insert(&mut more, "x", json!(at.0));
        insert(&mut more, "y", json!(at.1));
        self.call("Input.dispatchMouseEvent", &more).map(drop)
    }
}

fn insert(object: &mut Value, name: &str, value: Value) {
    if let Some(object) = object.as_object_mut() {
        object.insert(name.to_owned(), value);
    }
}
