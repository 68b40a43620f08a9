//! The shapes of types of the standard library.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::marker::PhantomData;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::atomic::{
    AtomicBool, AtomicI8, AtomicI16, AtomicI32, AtomicI64, AtomicIsize, AtomicU8, AtomicU16,
    AtomicU32, AtomicU64, AtomicUsize,
};
use std::sync::{Arc, Mutex, RwLock};

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

/// Types that serde writes and reads as the one that they hold.
macro_rules! holders {
    ($($type:ty),* $(,)?) => {
        $(impl<T: Shape + ?Sized> Shape for $type {
            const WRITTEN: &'static Values<'static> = T::WRITTEN;
            const READ: &'static Values<'static> = T::READ;
            const MAY_BE_ABSENT: bool = T::MAY_BE_ABSENT;
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

shapes! {
    u128: Values::Integer(0, i128::MAX),
}

holders! {
    &T, &mut T, Box<T>, Rc<T>, Arc<T>, Cell<T>, RefCell<T>, Mutex<T>, RwLock<T>,
}

lists! { Vec, VecDeque, LinkedList, BinaryHeap, BTreeSet }

tuples! {
    (A), (A, B), (A, B, C), (A, B, C, D), (A, B, C, D, E), (A, B, C, D, E, F),
    (A, B, C, D, E, F, G), (A, B, C, D, E, F, G, H),
}

impl<T: Shape> Shape for [T] {
    const WRITTEN: &'static Values<'static> = &Values::List(T::WRITTEN);
    const READ: &'static Values<'static> = &Values::List(T::READ);
}

impl<T: Shape, const N: usize> Shape for [T; N] {
    const WRITTEN: &'static Values<'static> = &Values::Tuple(&[T::WRITTEN; N]);
    const READ: &'static Values<'static> = &Values::Tuple(&[T::READ; N]);
}

impl<T: Shape, S> Shape for HashSet<T, S> {
    const WRITTEN: &'static Values<'static> = &Values::List(T::WRITTEN);
    const READ: &'static Values<'static> = &Values::List(T::READ);
}

/// The keys are texts in JSON, whatever their type is.
impl<K, V: Shape, S> Shape for HashMap<K, V, S> {
    const WRITTEN: &'static Values<'static> = &Values::Map(V::WRITTEN);
    const READ: &'static Values<'static> = &Values::Map(V::READ);
}

impl<K, V: Shape> Shape for BTreeMap<K, V> {
    const WRITTEN: &'static Values<'static> = &Values::Map(V::WRITTEN);
    const READ: &'static Values<'static> = &Values::Map(V::READ);
}

impl<T: Shape> Shape for Option<T> {
    const WRITTEN: &'static Values<'static> = &Values::OneOf(&[T::WRITTEN, &Values::Null]);
    const READ: &'static Values<'static> = &Values::OneOf(&[T::READ, &Values::Null]);
    const MAY_BE_ABSENT: bool = true;
}

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
