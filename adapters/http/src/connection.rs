//! Credentials for endpoints, which AWS keeps in connections of `EventBridge`.

use std::fmt;
use std::pin::Pin;

use asl_runtime::{TaskError, Value};

/// Provides the credentials of a connection, by the `ConnectionArn` of the task.
///
/// ```
/// use std::pin::Pin;
/// use asl_http::{Connections, Credentials};
/// use asl_runtime::TaskError;
///
/// struct Stripe;
///
/// impl Connections for Stripe {
///     fn credentials<'a>(
///         &'a self,
///         _arn: &'a str,
///     ) -> Pin<Box<dyn Future<Output = Result<Credentials, TaskError>> + Send + 'a>> {
///         Box::pin(async { Ok(Credentials::bearer("the token")) })
///     }
/// }
/// ```
pub trait Connections: Send + Sync + 'static {
    /// Returns the credentials. Called before each request.
    fn credentials<'a>(
        &'a self,
        connection_arn: &'a str,
    ) -> Pin<Box<dyn Future<Output = Result<Credentials, TaskError>> + Send + 'a>>;
}

/// Additions of a connection to a request. They override the definition's values of the same names.
#[derive(Clone, Default)]
pub struct Credentials {
    /// Headers, such as `Authorization`.
    pub headers: Vec<(String, String)>,
    /// Parameters of the query.
    pub query: Vec<(String, String)>,
    /// Members of the body, if it is an object or empty.
    pub body: Vec<(String, Value)>,
}

impl Credentials {
    /// `Authorization: Bearer ..`
    pub fn bearer(token: &str) -> Self {
        Self {
            headers: vec![("authorization".to_owned(), format!("Bearer {token}"))],
            ..Self::default()
        }
    }
}

/// Prints names only, because the values are secret.
impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = |list: &[(String, String)]| {
            list.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>()
        };
        f.debug_struct("Credentials")
            .field("headers", &names(&self.headers))
            .field("query", &names(&self.query))
            .field("body", &self.body.iter().map(|(name, _)| name).collect::<Vec<_>>())
            .finish()
    }
}
