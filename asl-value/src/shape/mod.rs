//! Shapes: what JSON values a Rust type has, as constants that rustc checks a definition against.
//!
//! - `std_types`, `crates`: the shapes of types that are not the user's.
//! - `derived`: what the derive emits for structs.
//! - `own`: types that contain themselves.
//! - `held`: if a value is in a set.
//! - `stored`: sets as text.
//!
//! The sets themselves are in `asl_language::shape`, which the compiler uses for JSON Schemas.

mod crates;
mod derived;
mod held;
mod own;
mod std_types;
mod stored;

use std::marker::PhantomData;

pub use asl_language::shape::{
    Fit, Kinds, Member, Message, Misfit, Name, Object, Others, Presence, Reason, Step, Values,
    checks, type_id,
};
#[doc(hidden)]
pub use asl_language::shape::{NO_ALIASES, NO_SETS};
#[doc(hidden)]
pub use derived::{
    Fields, Reading, Shaped, Unshaped, Way, Writing, member, read, with_default, written,
};
pub use held::{Direction, Outside, check};
pub use own::Own;
pub use stored::{from_text, to_text};

/// A type whose JSON values are known when the program is compiled. `#[derive(Shape)]` reads serde's
/// attributes, so it says what serde does.
///
/// The values that serde writes may be others than those that it reads: a field with `default` is
/// always written, and need not be there to be read.
///
/// The types of the standard library have shapes, and so have those of `bytes`, `chrono`, `jiff`,
/// `rust_decimal`, `url` and `uuid` with the features of `asl_runtime` of these names. A type whose
/// implementations of serde's traits are by hand says its values itself:
///
/// ```
/// use asl_runtime::shape::{Shape, Values};
///
/// /// A price, such as `"12.50"` in JSON.
/// struct Price(i64);
///
/// impl Shape for Price {
///     const WRITTEN: &'static Values<'static> = &Values::Text;
///     const READ: &'static Values<'static> = &Values::Text;
/// }
/// ```
///
/// A field of another package's type says which type has the same JSON, be it one that is there for
/// nothing else:
///
/// ```
/// # mod time {
/// #     #[derive(serde::Serialize, serde::Deserialize)]
/// #     pub struct OffsetDateTime(String);
/// # }
/// #[derive(serde::Serialize, serde::Deserialize, asl_runtime::Shape)]
/// struct Payment {
///     #[shape(as = String)]
///     at: time::OffsetDateTime,
/// }
/// ```
///
/// # Note
/// A shape that says less than serde writes or reads makes rustc refuse definitions that work. If in
/// doubt, give no shape: nothing is checked then.
pub trait Shape {
    /// The values that serde writes for the type.
    const WRITTEN: &'static Values<'static>;
    /// The values that serde reads into the type.
    const READ: &'static Values<'static>;
    /// If a member of this type may be absent where serde reads a struct, as one of `Option` may.
    const MAY_BE_ABSENT: bool = false;
}

/// The shape of any type: that of a type with [`Shape`], and [`Values::Any`] for all others.
///
/// An inherent constant goes before that of a trait, so `ShapeOf::<T>::WRITTEN` is the first one if
/// `T` has a shape. The trait [`NoShape`] must be in scope.
pub struct ShapeOf<T: ?Sized>(PhantomData<T>);

impl<T: Shape + ?Sized> ShapeOf<T> {
    #[doc(hidden)]
    pub const OF: Shaped<T> = Shaped::NEW;
    /// See [`Shape::WRITTEN`].
    pub const WRITTEN: &'static Values<'static> = T::WRITTEN;
    /// See [`Shape::READ`].
    pub const READ: &'static Values<'static> = T::READ;
    /// The presence of a field of the type without a default where serde reads a struct.
    pub const PRESENCE: Presence = Self::OF.presence();
}

/// The shape of types without one.
pub trait NoShape {
    #[doc(hidden)]
    const OF: Unshaped = Unshaped;
    /// All values.
    const WRITTEN: &'static Values<'static> = &Values::Any;
    /// All values.
    const READ: &'static Values<'static> = &Values::Any;
    /// Nothing is known.
    const PRESENCE: Presence = Presence::Unknown;
}

impl<T: ?Sized> NoShape for ShapeOf<T> {}
