//! Pages of lists and their tokens.
//!
//! A token is opaque for clients: it holds the key of the last item of its page, and a seal that
//! binds it to the operation and the filters of its request. The seal is made with a secret of the
//! registry, so clients can only use tokens that they were given. Tokens survive a restart if the
//! registry does.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use hmac_sha256::HMAC;
use serde::{Deserialize, Serialize};

use crate::fault::Fault;
use crate::uuid::uuid;

/// Bytes of a seal.
const SEAL: usize = 32;

/// The secret with which tokens are sealed.
#[derive(Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct PageSecret(String);

impl PageSecret {
    /// A new secret.
    pub(crate) fn random() -> Self {
        let mut bytes = [0; SEAL];
        if getrandom::getrandom(&mut bytes).is_err() {
            // Without the system's random numbers: those that hash tables are seeded with.
            return Self([uuid(), uuid()].concat());
        }
        Self(URL_SAFE_NO_PAD.encode(bytes))
    }
}

impl Default for PageSecret {
    fn default() -> Self {
        Self::random()
    }
}

/// Items of a page if the request has no `maxResults`, or 0.
const DEFAULT_LIMIT: usize = 100;

/// The page that a request asks for.
pub(crate) struct PageRequest {
    secret: PageSecret,
    /// The operation and its filters.
    request: Vec<u8>,
    after: Option<String>,
    limit: usize,
}

impl PageRequest {
    /// Reads `maxResults` and `nextToken`. `request` is the name of the operation, then its filters:
    /// a token is valid for the request it was made for.
    pub(crate) fn read(
        secret: &PageSecret,
        request: &[&str],
        max_results: Option<u32>,
        next_token: Option<&str>,
    ) -> Result<Self, Fault> {
        let request = joined(request);
        let after = next_token.map(|token| read_token(secret, &request, token)).transpose()?;
        let limit = match max_results.unwrap_or_default() {
            0 => DEFAULT_LIMIT,
            limit => usize::try_from(limit).unwrap_or(usize::MAX),
        };
        Ok(Self { secret: secret.clone(), request, after, limit })
    }

    /// Key of the last item of the page before.
    pub(crate) fn after(&self) -> Option<&str> {
        self.after.as_deref()
    }

    /// Maximum number of items.
    pub(crate) fn limit(&self) -> usize {
        self.limit
    }

    /// The token of the page after the item with a key.
    pub(crate) fn token(&self, last: &str) -> String {
        let seal = HMAC::mac(sealed(&self.request, last), &self.secret.0);
        URL_SAFE_NO_PAD.encode([&seal, last.as_bytes()].concat())
    }

    /// The page of a whole list in its order, and the token of the next page. `follows` tells
    /// if an item comes after a key, because the item with that key may have been deleted.
    pub(crate) fn cut<T>(
        &self,
        items: impl IntoIterator<Item = T>,
        key: impl Fn(&T) -> String,
        follows: impl Fn(&T, &str) -> bool,
    ) -> (Vec<T>, Option<String>) {
        let is_later = |item: &T| self.after().is_none_or(|after| follows(item, after));
        let mut later = items.into_iter().filter(is_later);
        let page: Vec<T> = later.by_ref().take(self.limit).collect();
        let token = match (page.last(), later.next()) {
            (Some(last), Some(_)) => Some(self.token(&key(last))),
            _ => None,
        };
        (page, token)
    }
}

/// Reads the key in a token.
fn read_token(secret: &PageSecret, request: &[u8], token: &str) -> Result<String, Fault> {
    let bytes = URL_SAFE_NO_PAD.decode(token).map_err(|_| invalid_token())?;
    let (seal, last) = bytes.split_first_chunk::<SEAL>().ok_or_else(invalid_token)?;
    let last = std::str::from_utf8(last).map_err(|_| invalid_token())?;
    if !HMAC::verify(sealed(request, last), &secret.0, seal) {
        return Err(invalid_token());
    }
    Ok(last.to_owned())
}

/// The fault for a token that is not one of this request.
pub(crate) fn invalid_token() -> Fault {
    Fault::new("InvalidToken", "Invalid Token: 'Invalid token'")
}

/// The parts of a request as bytes. The length separates them.
fn joined(request: &[&str]) -> Vec<u8> {
    let part = |part: &&str| [&part.len().to_le_bytes(), part.as_bytes()].concat();
    request.iter().flat_map(part).collect()
}

/// The bytes under a seal.
fn sealed(request: &[u8], last: &str) -> Vec<u8> {
    [&request.len().to_le_bytes(), request, last.as_bytes()].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    const REQUEST: &[&str] = &["ListStateMachines"];

    fn pages(items: &[u32], limit: u32) -> Vec<Vec<u32>> {
        let secret = PageSecret::random();
        let (mut pages, mut token) = (Vec::new(), None::<String>);
        loop {
            let request =
                PageRequest::read(&secret, REQUEST, Some(limit), token.as_deref()).unwrap();
            let (page, next) = request.cut(items.iter().copied(), u32::to_string, |item, after| {
                *item > after.parse().unwrap()
            });
            pages.push(page);
            token = next;
            if token.is_none() {
                return pages;
            }
        }
    }

    #[test]
    fn pages_hold_each_item_once_and_the_last_one_has_no_token() {
        assert_eq!(pages(&[1, 2, 3, 4, 5], 2), [vec![1, 2], vec![3, 4], vec![5]]);
        assert_eq!(pages(&[1, 2], 2), [vec![1, 2]]);
        assert_eq!(pages(&[], 2), [Vec::<u32>::new()]);
        assert_eq!(pages(&(0..100).collect::<Vec<_>>(), 0).len(), 1);
        assert_eq!(pages(&(0..101).collect::<Vec<_>>(), 0).len(), 2);
    }

    #[test]
    fn a_token_is_valid_after_its_item_was_deleted() {
        let secret = PageSecret::random();
        let first = PageRequest::read(&secret, REQUEST, Some(1), None).unwrap();
        let (_, token) = first.cut([1, 2, 3], i32::to_string, |_, _| true);
        let second = PageRequest::read(&secret, REQUEST, Some(1), token.as_deref()).unwrap();
        let follows = |item: &i32, after: &str| *item > after.parse().unwrap();
        assert_eq!(second.cut([2, 3], i32::to_string, follows).0, [2]);
    }

    #[test]
    fn tokens_of_other_requests_and_changed_tokens_are_refused() {
        let secret = PageSecret::random();
        let request =
            PageRequest::read(&secret, &["ListExecutions", "a", "bc"], None, None).unwrap();
        let token = request.token("key");
        let read =
            |request: &[&str], token: &str| PageRequest::read(&secret, request, None, Some(token));
        let same = read(&["ListExecutions", "a", "bc"], &token).unwrap();
        assert_eq!(same.after(), Some("key"));
        let invalid = Some(invalid_token());
        assert_eq!(read(&["ListExecutions", "ab", "c"], &token).err(), invalid);
        assert_eq!(read(&["ListMapRuns", "a", "bc"], &token).err(), invalid);
        let other = PageSecret::random();
        let forged = PageRequest::read(&other, &["ListExecutions", "a", "bc"], None, None).unwrap();
        assert_eq!(read(&["ListExecutions", "a", "bc"], &forged.token("key")).err(), invalid);
        let first = if token.starts_with('A') { "B" } else { "A" };
        let changed = format!("{first}{}", &token[1..]);
        for bad in ["", "x", "AAAA", "not base64!", &changed, &format!("{token}A")] {
            assert_eq!(read(&["ListExecutions", "a", "bc"], bad).err(), invalid, "{bad}");
        }
    }
}
