//! Types of the standard library.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::marker::PhantomData;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::{NonZeroI8, NonZeroU32, Saturating, Wrapping};
use std::ops::Bound;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::{Arc, Mutex, RwLock};
use std::time::{Duration, UNIX_EPOCH};

use super::agreement::{agree, agree_in_part};
use super::structs::line;

#[test]
fn numbers() {
    agree(&[0_u8, 255]);
    agree(&[-1_i8]);
    agree(&[3_u16]);
    agree(&[-3_i16]);
    agree(&[3_u32]);
    agree(&[-3_i32]);
    agree(&[3_u64]);
    agree(&[-3_i64]);
    agree(&[3_u128]);
    agree(&[-3_i128]);
    agree(&[3_usize]);
    agree(&[3_isize]);
    agree(&[1.5_f32]);
    agree(&[1.5_f64, 2.0]);
    agree(&[NonZeroI8::MIN, NonZeroI8::MAX]);
    agree(&[NonZeroU32::MAX]);
    agree(&[Wrapping(3_u8)]);
    agree(&[Saturating(3_u8)]);
    agree(&[std::sync::atomic::AtomicU16::new(1)]);
}

#[test]
fn texts_and_units() {
    agree(&[true]);
    agree(&["text".to_owned()]);
    agree(&[Box::<str>::from("text")]);
    agree(&[Cow::<str>::from("text")]);
    agree(&[PathBuf::from("a/b")]);
    agree(&[()]);
    agree(&[PhantomData::<u8>]);
    agree_in_part(&['c']);
    agree_in_part(&[IpAddr::from(Ipv4Addr::LOCALHOST)]);
    agree_in_part(&[SocketAddr::from((Ipv4Addr::LOCALHOST, 80))]);
}

#[test]
fn holders() {
    agree(&[Some(3_u8), None]);
    agree(&[Some(Some("x".to_owned())), Some(None), None]);
    agree(&[Box::new(line())]);
    agree(&[Rc::new(line())]);
    agree(&[Arc::new(line())]);
    agree(&[Cell::new(1_u8)]);
    agree(&[RefCell::new(line())]);
    agree(&[Mutex::new(line())]);
    agree(&[RwLock::new(line())]);
    agree(&[Reverse(line())]);
    agree(&[Ok::<u8, String>(4), Err("x".into())]);
}

#[test]
fn lists_and_maps() {
    agree(&[vec![1_u8, 2], vec![]]);
    agree(&[VecDeque::from([1_u8])]);
    agree(&[LinkedList::from([1_u8])]);
    agree(&[BinaryHeap::from([1_u8])]);
    agree(&[BTreeSet::from([1_u8])]);
    agree(&[HashSet::from([1_u8])]);
    agree(&[[1_u8, 2]]);
    agree(&[[0_u8; 0]]);
    agree(&[(1_u8,)]);
    agree(&[(1_u8, "x".to_owned(), None::<u8>)]);
    agree(&[Arc::<[u8]>::from([1, 2])]);
    agree(&[HashMap::from([("k".to_owned(), 1_u8)])]);
    agree(&[BTreeMap::from([("k".to_owned(), line())])]);
    agree_in_part(&[BTreeMap::from([(1_u8, 1_u8)])]);
}

#[test]
fn times_and_ranges() {
    agree(&[Duration::from_millis(1_500)]);
    agree_in_part(&[UNIX_EPOCH + Duration::from_millis(1_500)]);
    agree(&[0_u8..3]);
    agree(&[0_u8..=3]);
    agree(&[0_u8..]);
    agree(&[..3_u8]);
    agree(&[Bound::Unbounded, Bound::Included(1_u8), Bound::Excluded(2)]);
}
