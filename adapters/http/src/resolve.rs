//! Resolution of a host's name to its permitted addresses.

use std::io;
use std::net::{IpAddr, SocketAddr};

use reqwest::dns::{Addrs, Name, Resolve, Resolving};

use crate::fault::Fault;
use crate::options::HttpOptions;

impl HttpOptions {
    /// The permitted addresses of a host, which is a name or an address. Adapters with a transport
    /// of their own enforce [`Reach`](crate::Reach) by connecting to these addresses only.
    pub async fn addresses(&self, host: &str) -> Result<Vec<IpAddr>, Fault> {
        let literal = host
            .strip_prefix('[')
            .and_then(|host| host.strip_suffix(']'))
            .unwrap_or(host)
            .parse::<IpAddr>();
        let found = match (literal, &self.lookup) {
            (Ok(address), _) => Ok(vec![address]),
            (Err(_), Some(lookup)) => lookup.lookup(host.to_owned()).await,
            (Err(_), None) => system(host).await,
        };
        let found = found.map_err(|error| Fault::connection(&error))?;
        let (allowed, others): (Vec<_>, Vec<_>) =
            found.into_iter().partition(|address| self.reach.allows(*address));
        if allowed.is_empty() && !others.is_empty() {
            return Err(Fault::private_address());
        }
        Ok(allowed)
    }
}

async fn system(host: &str) -> io::Result<Vec<IpAddr>> {
    Ok(tokio::net::lookup_host((host, 0)).await?.map(|address| address.ip()).collect())
}

/// Resolves names for reqwest.
pub(crate) struct Resolver(pub(crate) HttpOptions);

impl Resolve for Resolver {
    fn resolve(&self, name: Name) -> Resolving {
        let (options, host) = (self.0.clone(), name.as_str().to_owned());
        Box::pin(async move {
            let addresses = options.addresses(&host).await?;
            Ok(Box::new(addresses.into_iter().map(|address| SocketAddr::new(address, 0))) as Addrs)
        })
    }
}
