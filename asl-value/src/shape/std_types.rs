//! The shapes of types of the standard library.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::marker::PhantomData;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use std::num::{
    NonZeroI8, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroI128, NonZeroIsize, NonZeroU8,
    NonZeroU16, NonZeroU32, NonZeroU64, NonZeroU128, NonZeroUsize, Saturating, Wrapping,
};
use std::ops::{Bound, Range, RangeFrom, RangeInclusive, RangeTo};
use std::path::{Path, PathBuf};
use std::rc::{Rc, Weak as RcWeak};
use std::sync::atomic::{
    AtomicBool, AtomicI8, AtomicI16, AtomicI32, AtomicI64, AtomicIsize, AtomicU8, AtomicU16,
    AtomicU32, AtomicU64, AtomicUsize,
};
use std::sync::{Arc, Mutex, RwLock, Weak as ArcWeak};
use std::time::{Duration, SystemTime};

use super::{Member, Object, Others, Shape, Values};

/// The same values in both directions.
macro_rules! shapes {
    ($($type:ty: $values:expr),* $(,)?) => {
        $(impl Shape for $type {
            const WRITTEN: &'static Values<'static> = &$values;
            const READ: &'static Values<'static> = &$values;
        })*
    };
}

/// Whole numbers with the range of the type.
macro_rules! integers {
    ($($type:ty: $range:ty),* $(,)?) => {
        shapes!($($type: Values::Integer(<$range>::MIN as i128, <$range>::MAX as i128)),*);
    };
}

/// Whole numbers but zero. serde refuses it.
macro_rules! without_zero {
    ($($type:ty: $range:ty),* $(,)?) => {
        shapes!($($type: Values::OneOf(&[
            &Values::Integer(<$range>::MIN as i128, -1),
            &Values::Integer(1, <$range>::MAX as i128),
        ])),*);
    };
}

/// Numbers that serde takes for the nearest one of the type, whatever they are.
macro_rules! saturating {
    ($($type:ty),* $(,)?) => {
        $(impl Shape for Saturating<$type> {
            const WRITTEN: &'static Values<'static> = <$type as Shape>::WRITTEN;
            const READ: &'static Values<'static> =
                &Values::Integer(i64::MIN as i128, u64::MAX as i128);
        })*
    };
}

/// Types that serde writes and reads as structs with fields of one type, and no others. All must be
/// there, even an `Option`.
macro_rules! ranges {
    ($($type:ident: $($field:literal),+;)*) => {
        $(impl<T: Shape> Shape for $type<T> {
            const WRITTEN: &'static Values<'static> = &Values::Object(Object::of(
                &[$(Member::new($field, T::WRITTEN)),+],
                Others::Denied,
            ));
            const READ: &'static Values<'static> = &Values::Object(Object::of(
                &[$(Member::new($field, T::READ)),+],
                Others::Denied,
            ));
        })*
    };
}

/// Types that serde writes and reads as the one that they hold.
macro_rules! holders {
    ($($type:ty $(where T: $sized:ident)?),* $(,)?) => {
        $(impl<T: Shape + ?Sized $(+ $sized)?> Shape for $type {
            const WRITTEN: &'static Values<'static> = T::WRITTEN;
            const READ: &'static Values<'static> = T::READ;
            const MAY_BE_ABSENT: bool = T::MAY_BE_ABSENT;
        })*
    };
}

/// Types that serde writes and reads as the one that they hold, or as `null`.
macro_rules! options {
    ($($type:ident),* $(,)?) => {
        $(impl<T: Shape> Shape for $type<T> {
            const WRITTEN: &'static Values<'static> = &Values::OneOf(&[T::WRITTEN, &Values::Null]);
            const READ: &'static Values<'static> = &Values::OneOf(&[T::READ, &Values::Null]);
            const MAY_BE_ABSENT: bool = true;
        })*
    };
}

/// Types that serde writes and reads as lists.
macro_rules! lists {
    ($($type:ident),* $(,)?) => {
        $(impl<T: Shape> Shape for $type<T> {
            const WRITTEN: &'static Values<'static> = &Values::List(T::WRITTEN);
            const READ: &'static Values<'static> = &Values::List(T::READ);
        })*
    };
}

/// Tuples, and types of numbered parts.
macro_rules! tuples {
    ($(($($part:ident),+)),* $(,)?) => {
        $(impl<$($part: Shape),+> Shape for ($($part,)+) {
            const WRITTEN: &'static Values<'static> = &Values::Tuple(&[$($part::WRITTEN),+]);
            const READ: &'static Values<'static> = &Values::Tuple(&[$($part::READ),+]);
        })*
    };
}

shapes! {
    bool: Values::Boolean,
    f32: Values::Number,
    f64: Values::Number,
    char: Values::Text,
    str: Values::Text,
    String: Values::Text,
    Path: Values::Text,
    PathBuf: Values::Text,
    IpAddr: Values::Text,
    Ipv4Addr: Values::Text,
    Ipv6Addr: Values::Text,
    SocketAddr: Values::Text,
    SocketAddrV4: Values::Text,
    SocketAddrV6: Values::Text,
    (): Values::Null,
    AtomicBool: Values::Boolean,
}

integers! {
    u8: u8, u16: u16, u32: u32, u64: u64, usize: u64, i8: i8, i16: i16, i32: i32, i64: i64,
    isize: i64, i128: i128,
    AtomicU8: u8, AtomicU16: u16, AtomicU32: u32, AtomicU64: u64, AtomicUsize: u64,
    AtomicI8: i8, AtomicI16: i16, AtomicI32: i32, AtomicI64: i64, AtomicIsize: i64,
}

// No JSON number that is read is larger.
shapes! {
    u128: Values::Integer(0, i128::MAX),
    NonZeroU128: Values::Integer(1, i128::MAX),
    NonZeroU8: Values::Integer(1, u8::MAX as i128),
    NonZeroU16: Values::Integer(1, u16::MAX as i128),
    NonZeroU32: Values::Integer(1, u32::MAX as i128),
    NonZeroU64: Values::Integer(1, u64::MAX as i128),
    NonZeroUsize: Values::Integer(1, u64::MAX as i128),
}

without_zero! {
    NonZeroI8: i8, NonZeroI16: i16, NonZeroI32: i32, NonZeroI64: i64, NonZeroIsize: i64,
    NonZeroI128: i128,
}

saturating! { u8, u16, u32, u64, usize, i8, i16, i32, i64, isize }

ranges! {
    Range: "start", "end";
    RangeInclusive: "start", "end";
    RangeFrom: "start";
    RangeTo: "end";
}

holders! {
    &T, &mut T, Box<T>, Rc<T>, Arc<T>, Cell<T>, RefCell<T>, Mutex<T>, RwLock<T>,
    Reverse<T> where T: Sized, Wrapping<T> where T: Sized,
}

lists! { Vec, VecDeque, LinkedList, BinaryHeap, BTreeSet }

tuples! {
    (A), (A, B), (A, B, C), (A, B, C, D), (A, B, C, D, E), (A, B, C, D, E, F),
    (A, B, C, D, E, F, G), (A, B, C, D, E, F, G, H), (A, B, C, D, E, F, G, H, I),
    (A, B, C, D, E, F, G, H, I, J), (A, B, C, D, E, F, G, H, I, J, K),
    (A, B, C, D, E, F, G, H, I, J, K, L), (A, B, C, D, E, F, G, H, I, J, K, L, M),
    (A, B, C, D, E, F, G, H, I, J, K, L, M, N), (A, B, C, D, E, F, G, H, I, J, K, L, M, N, O),
    (A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P),
}

shapes! {
    Duration: Values::Object(Object::of(
        &[Member::new("secs", u64::READ), Member::new("nanos", u32::READ)],
        Others::Denied,
    )),
    SystemTime: Values::Object(Object::of(
        &[Member::new("secs_since_epoch", u64::READ), Member::new("nanos_since_epoch", u32::READ)],
        Others::Denied,
    )),
}

impl<T: Shape> Shape for [T] {
    const WRITTEN: &'static Values<'static> = &Values::List(T::WRITTEN);
    const READ: &'static Values<'static> = &Values::List(T::READ);
}

/// serde has them to a length of 32.
impl<T: Shape, const N: usize> Shape for [T; N] {
    const WRITTEN: &'static Values<'static> = &Values::Tuple(&[T::WRITTEN; N]);
    const READ: &'static Values<'static> = &Values::Tuple(&[T::READ; N]);
}

impl<T: Shape, S> Shape for HashSet<T, S> {
    const WRITTEN: &'static Values<'static> = &Values::List(T::WRITTEN);
    const READ: &'static Values<'static> = &Values::List(T::READ);
}

/// The keys are texts in JSON, whatever their type is. Which texts are keys is not known.
impl<K, V: Shape, S> Shape for HashMap<K, V, S> {
    const WRITTEN: &'static Values<'static> = &Values::Map(V::WRITTEN);
    const READ: &'static Values<'static> = &Values::Map(V::READ);
}

impl<K, V: Shape> Shape for BTreeMap<K, V> {
    const WRITTEN: &'static Values<'static> = &Values::Map(V::WRITTEN);
    const READ: &'static Values<'static> = &Values::Map(V::READ);
}

options! { Option, RcWeak, ArcWeak }

impl<T: Shape + ToOwned + ?Sized> Shape for Cow<'_, T> {
    const WRITTEN: &'static Values<'static> = T::WRITTEN;
    const READ: &'static Values<'static> = T::READ;
    const MAY_BE_ABSENT: bool = T::MAY_BE_ABSENT;
}

impl<T: ?Sized> Shape for PhantomData<T> {
    const WRITTEN: &'static Values<'static> = &Values::Null;
    const READ: &'static Values<'static> = &Values::Null;
}

impl<T: Shape, E: Shape> Shape for Result<T, E> {
    const WRITTEN: &'static Values<'static> = &Values::OneOf(&[
        &Values::Object(Object::of(&[Member::new("Ok", T::WRITTEN)], Others::None)),
        &Values::Object(Object::of(&[Member::new("Err", E::WRITTEN)], Others::None)),
    ]);
    const READ: &'static Values<'static> = &Values::OneOf(&[
        &Values::Object(Object::of(&[Member::new("Ok", T::READ)], Others::Denied)),
        &Values::Object(Object::of(&[Member::new("Err", E::READ)], Others::Denied)),
    ]);
}

impl<T: Shape> Shape for Bound<T> {
    const WRITTEN: &'static Values<'static> = &Values::OneOf(&[
        &Values::Constant("Unbounded"),
        &Values::Object(Object::of(&[Member::new("Included", T::WRITTEN)], Others::None)),
        &Values::Object(Object::of(&[Member::new("Excluded", T::WRITTEN)], Others::None)),
    ]);
    const READ: &'static Values<'static> = &Values::OneOf(&[
        &Values::Constant("Unbounded"),
        &Values::Object(Object::of(&[Member::new("Unbounded", &Values::Null)], Others::Denied)),
        &Values::Object(Object::of(&[Member::new("Included", T::READ)], Others::Denied)),
        &Values::Object(Object::of(&[Member::new("Excluded", T::READ)], Others::Denied)),
    ]);
}
