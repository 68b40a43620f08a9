//! The encoding of payloads, such as an encryption.

use std::fmt;
use std::sync::Arc;

/// Encodes the data of payloads, for example by encrypting them: inputs and outputs of executions
/// and tasks, events, reports, causes of failures and snapshots. Temporal stores and shows the
/// encoded form. See [`Options::codec`](crate::Options::codec) and
/// [`Client::codec`](crate::Client::codec).
///
/// ```
/// use asl_temporal::{Client, Codec, Options};
///
/// /// Stands for a cipher that authenticates, with a nonce of its own for each text.
/// #[derive(Clone)]
/// struct Cipher(u8);
///
/// impl Codec for Cipher {
///     fn encode(&self, plain: Vec<u8>) -> Result<Vec<u8>, String> {
///         Ok(plain.into_iter().map(|byte| byte ^ self.0).collect())
///     }
///
///     fn decode(&self, encoded: Vec<u8>) -> Result<Vec<u8>, String> {
///         self.encode(encoded)
///     }
/// }
///
/// # async fn run() -> Result<(), asl_temporal::ClientError> {
/// let options = Options::default().codec(Cipher(0x5a)); // of the worker
/// let client = Client::connect("http://127.0.0.1:7233").await?.codec(Cipher(0x5a));
/// # let _ = (options, client);
/// # Ok(())
/// # }
/// ```
///
/// A payload is encoded as a whole, as the codecs of Temporal's SDKs do: the message
/// `temporal.api.common.v1.Payload` as bytes, in a payload with the encoding `binary/encrypted`.
/// Payloads with another encoding are read as they are.
pub trait Codec: Send + Sync + 'static {
    /// Encodes bytes. The result may be another one each time, but has the same length for the same
    /// bytes: whether data are too large depends on it, also in a replay.
    ///
    /// # Errors
    /// The reason, such as a key that is not there.
    fn encode(&self, plain: Vec<u8>) -> Result<Vec<u8>, String>;

    /// Decodes bytes.
    ///
    /// # Errors
    /// The reason, such as another key.
    fn decode(&self, encoded: Vec<u8>) -> Result<Vec<u8>, String>;
}

/// A shared [`Codec`].
#[derive(Clone)]
pub struct CodecHandle(pub(crate) Arc<dyn Codec>);

impl<C: Codec> From<C> for CodecHandle {
    fn from(codec: C) -> Self {
        Self(Arc::new(codec))
    }
}

impl fmt::Debug for CodecHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CodecHandle")
    }
}
