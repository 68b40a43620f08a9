//! Permitted addresses.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// The addresses to which connections are permitted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Reach {
    /// Addresses of the public internet.
    #[default]
    Public,
    /// Public addresses and these networks, such as a service in the same data centre, or a test's
    /// server.
    PublicAnd(Vec<Network>),
    /// All addresses. Only for endpoints that are in the definition itself, never in its data.
    Any,
}

/// A network: an address and the length of its prefix in bits.
///
/// ```
/// use asl_http::{Network, Reach};
///
/// let reach = Reach::PublicAnd(vec![Network::new([10, 20, 0, 0], 16)]);
/// assert!(reach.allows([10, 20, 3, 4].into()));
/// assert!(!reach.allows([10, 21, 3, 4].into()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Network {
    address: IpAddr,
    bits: u32,
}

impl Network {
    /// The network of all addresses with the same first bits.
    pub fn new(address: impl Into<IpAddr>, bits: u32) -> Self {
        Self { address: address.into(), bits }
    }

    /// True if the network contains an address.
    pub fn contains(&self, address: IpAddr) -> bool {
        match (self.address, address) {
            (IpAddr::V4(network), IpAddr::V4(address)) => {
                self.agree(network.to_bits().into(), address.to_bits().into(), 32)
            }
            (IpAddr::V6(network), IpAddr::V6(address)) => {
                self.agree(network.to_bits(), address.to_bits(), 128)
            }
            (IpAddr::V4(_), IpAddr::V6(_)) | (IpAddr::V6(_), IpAddr::V4(_)) => false,
        }
    }

    fn agree(&self, network: u128, address: u128, length: u32) -> bool {
        let ignored = length.saturating_sub(self.bits);
        (network ^ address).checked_shr(ignored).unwrap_or(0) == 0
    }
}

impl Reach {
    /// True if connections to an address are permitted. An IPv4 address within an IPv6 address
    /// counts as the IPv4 address.
    pub fn allows(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        match self {
            Self::Any => true,
            Self::Public => is_public(address),
            Self::PublicAnd(networks) => {
                is_public(address) || networks.iter().any(|network| network.contains(address))
            }
        }
    }
}

/// IPv4 networks outside of the public internet: IANA's registry of special-purpose addresses, and
/// addresses of clouds' internal services. The metadata services of other clouds are in these
/// networks too.
const SPECIAL_V4: [([u8; 4], u32); 18] = [
    ([0, 0, 0, 0], 8),
    ([10, 0, 0, 0], 8),
    ([100, 64, 0, 0], 10),
    ([127, 0, 0, 0], 8),
    // IBM Cloud: services for its own networks.
    ([161, 26, 0, 0], 16),
    ([166, 8, 0, 0], 14),
    // Azure: the host of a virtual machine (WireServer), which has its configuration and secrets.
    ([168, 63, 129, 16], 32),
    ([169, 254, 0, 0], 16),
    ([172, 16, 0, 0], 12),
    ([192, 0, 0, 0], 24),
    ([192, 0, 2, 0], 24),
    ([192, 88, 99, 0], 24),
    ([192, 168, 0, 0], 16),
    ([198, 18, 0, 0], 15),
    ([198, 51, 100, 0], 24),
    ([203, 0, 113, 0], 24),
    ([224, 0, 0, 0], 4),
    ([240, 0, 0, 0], 4),
];

/// The only allocated part of IPv6, and the special networks in it.
const GLOBAL_V6: Network = v6(0x2000, 0, 3);
const SPECIAL_V6: [Network; 4] = [
    // Protocols, such as Teredo.
    v6(0x2001, 0, 23),
    v6(0x2001, 0x0db8, 32),
    // 6to4, which leads to any IPv4 address.
    v6(0x2002, 0, 16),
    v6(0x3fff, 0, 20),
];
/// IPv4 addresses behind a translator.
const TRANSLATED: Network = v6(0x0064, 0xff9b, 96);

/// A network by the first two groups of its address.
const fn v6(first: u16, second: u16, bits: u32) -> Network {
    Network { address: IpAddr::V6(Ipv6Addr::new(first, second, 0, 0, 0, 0, 0, 0)), bits }
}

fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(_) => !SPECIAL_V4
            .iter()
            .any(|(network, bits)| Network::new(*network, *bits).contains(address)),
        IpAddr::V6(v6) if TRANSLATED.contains(address) => {
            let [.., a, b, c, d] = v6.octets();
            is_public(IpAddr::V4(Ipv4Addr::new(a, b, c, d)))
        }
        IpAddr::V6(_) => {
            GLOBAL_V6.contains(address)
                && !SPECIAL_V6.iter().any(|network| network.contains(address))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_public_addresses_are_reached() {
        let refused = "0.0.0.0 0.1.2.3 10.0.0.1 100.64.0.1 127.0.0.1 127.255.255.255 169.254.169.254 172.16.0.1 \
            172.31.255.255 192.0.0.8 192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 \
            224.0.0.1 240.0.0.1 255.255.255.255 :: ::1 ::ffff:127.0.0.1 ::ffff:169.254.169.254 ::ffff:10.0.0.1 \
            ::127.0.0.1 64:ff9b::7f00:1 64:ff9b::a9fe:a9fe 64:ff9b:1::1 100::1 2001::1 2001:db8::1 2002:7f00:1:: 3fff::1 \
            fc00::1 fd00:ec2::254 fe80::1 fec0::1 ff02::1";
        let clouds = "168.63.129.16 ::ffff:168.63.129.16 64:ff9b::a83f:8110 2002:a83f:8110:: 161.26.0.10 166.11.255.255 \
            100.100.100.200 64:ff9b::6464:64c8 192.0.0.192 169.254.170.2 169.254.0.23 fd00:ec2::23 fd20:ce::254 \
            2001:0:a83f:8110::1 2001:0:4136:e378:8000:63bf:57c0:7eef ::168.63.129.16";
        for address in refused.split_whitespace().chain(clouds.split_whitespace()) {
            assert!(!Reach::Public.allows(address.parse().unwrap()), "{address}");
        }
        let allowed = "1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.1 \
            161.25.255.255 161.27.0.0 166.7.255.255 166.12.0.0 168.63.129.15 168.63.129.17 169.253.0.1 172.15.255.255 172.32.0.0 192.167.255.255 198.17.0.1 223.255.255.255 2606:4700:4700::1111 \
            2a00:1450::1 64:ff9b::808:808 ::ffff:8.8.8.8";
        for address in allowed.split_whitespace() {
            assert!(Reach::Public.allows(address.parse().unwrap()), "{address}");
        }
    }

    #[test]
    fn networks_can_be_allowed() {
        let loopback = Reach::PublicAnd(vec![
            Network::new([127, 0, 0, 0], 8),
            Network::new(Ipv6Addr::LOCALHOST, 128),
        ]);
        for address in ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1", "8.8.8.8"] {
            assert!(loopback.allows(address.parse().unwrap()), "{address}");
        }
        for address in ["10.0.0.1", "::2", "169.254.169.254", "fe80::1"] {
            assert!(!loopback.allows(address.parse().unwrap()), "{address}");
            assert!(Reach::Any.allows(address.parse().unwrap()));
        }
        assert!(Network::new([0, 0, 0, 0], 0).contains([255, 255, 255, 255].into()));
        assert!(!Network::new([0, 0, 0, 0], 0).contains(Ipv6Addr::LOCALHOST.into()));
    }
}
