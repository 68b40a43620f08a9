//! Types of the cases beside this folder.
#![allow(unused_imports, reason = "not every case uses all of them")]

use std::collections::HashMap;

pub use asl_runtime::{Shape, asl_machine};
pub use serde::{Deserialize, Serialize};

#[derive(Debug, Serialize, Deserialize, Shape)]
pub struct Order {
    pub id: String,
    pub total: u64,
    pub paid: bool,
    pub tags: Vec<String>,
    pub lines: Vec<Line>,
    pub customer: Customer,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    pub prices: HashMap<String, u32>,
    #[serde(flatten)]
    pub origin: Origin,
}

#[derive(Debug, Serialize, Deserialize, Shape)]
pub struct Line {
    pub sku: String,
    pub count: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gift: Option<Gift>,
}

#[derive(Debug, Serialize, Deserialize, Shape)]
pub struct Gift {
    pub text: String,
}

#[derive(Debug, Serialize, Deserialize, Shape)]
pub struct Customer {
    #[serde(rename = "fullName")]
    pub name: String,
    pub address: Address,
}

#[derive(Debug, Serialize, Deserialize, Shape)]
pub struct Address {
    pub city: String,
    pub zip: u32,
}

#[derive(Debug, Serialize, Deserialize, Shape)]
pub struct Origin {
    pub channel: String,
}

#[derive(Debug, Serialize, Deserialize, Shape)]
pub struct Payment {
    pub id: String,
    pub cents: u32,
}

#[derive(Debug, Serialize, Deserialize, Shape)]
pub struct Receipt {
    pub receipt: String,
    pub total: u64,
}

/// Values of which nothing is known.
pub type Anything = serde_json::Value;
