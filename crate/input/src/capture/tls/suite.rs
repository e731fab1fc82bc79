//! Cipher suites and alerts by IANA's numbers; suites have IANA's names too.

/// Each line a number of four hexadecimal digits and a name.
const SUITES: &str = include_str!("suites.txt");
const ALERTS: &str = include_str!("alerts.txt");

/// Name of a cipher suite.
pub(crate) fn suite_name(id: u16) -> Option<&'static str> {
    name(SUITES, id)
}

/// Name of an alert, or "unknown".
pub(super) fn alert_name(code: u8) -> &'static str {
    name(ALERTS, code.into()).unwrap_or("unknown")
}

fn name(names: &'static str, number: u16) -> Option<&'static str> {
    let number = format!("{number:04x} ");
    names.lines().find_map(|line| line.strip_prefix(&number))
}

/// Hash of a key derivation or MAC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hash {
    /// MAC only.
    Sha1,
    Sha256,
    Sha384,
}

impl Hash {
    /// Length of the output, in bytes.
    pub(super) const fn length(self) -> usize {
        match self {
            Self::Sha1 => 20,
            Self::Sha256 => 32,
            Self::Sha384 => 48,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bulk {
    Aes128Gcm,
    Aes256Gcm,
    ChaCha20Poly1305,
    /// AES-CBC with a key length in bytes and a MAC hash.
    AesCbc(usize, Hash),
}

impl Bulk {
    /// Length of the key, in bytes.
    pub(super) const fn key(self) -> usize {
        match self {
            Self::Aes128Gcm => 16,
            Self::Aes256Gcm | Self::ChaCha20Poly1305 => 32,
            Self::AesCbc(key, _) => key,
        }
    }

    /// Ciphers of a TLS 1.3 secret of this length, in bytes, of unknown suite.
    pub(super) const fn for_secret(bytes: usize) -> &'static [Self] {
        match bytes {
            32 => &[Self::Aes128Gcm, Self::ChaCha20Poly1305],
            _ => &[Self::Aes256Gcm],
        }
    }

    /// Name of the TLS 1.3 suite with this cipher.
    pub(super) const fn name(self) -> Option<&'static str> {
        match self {
            Self::Aes128Gcm => Some("TLS_AES_128_GCM_SHA256"),
            Self::Aes256Gcm => Some("TLS_AES_256_GCM_SHA384"),
            Self::ChaCha20Poly1305 => Some("TLS_CHACHA20_POLY1305_SHA256"),
            Self::AesCbc(..) => None,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Suite {
    /// IANA name, or its number if unknown.
    pub(super) name: String,
    /// `None` if unsupported.
    pub(super) bulk: Option<Bulk>,
    /// Hash of the key derivation.
    pub(super) hash: Hash,
}

impl Suite {
    pub(super) fn new(id: u16) -> Self {
        let name = suite_name(id).map_or_else(|| format!("{id:#06x}"), str::to_owned);
        // TLS 1.3 suites name no key exchange.
        let cipher = match name.split_once("_WITH_") {
            Some((_, cipher)) => cipher,
            None => name.trim_start_matches("TLS_"),
        };
        Self {
            bulk: match cipher {
                "AES_128_GCM_SHA256" => Some(Bulk::Aes128Gcm),
                "AES_256_GCM_SHA384" => Some(Bulk::Aes256Gcm),
                "CHACHA20_POLY1305_SHA256" => Some(Bulk::ChaCha20Poly1305),
                "AES_128_CBC_SHA" => Some(Bulk::AesCbc(16, Hash::Sha1)),
                "AES_256_CBC_SHA" => Some(Bulk::AesCbc(32, Hash::Sha1)),
                "AES_128_CBC_SHA256" => Some(Bulk::AesCbc(16, Hash::Sha256)),
                "AES_256_CBC_SHA256" => Some(Bulk::AesCbc(32, Hash::Sha256)),
                "AES_128_CBC_SHA384" => Some(Bulk::AesCbc(16, Hash::Sha384)),
                "AES_256_CBC_SHA384" => Some(Bulk::AesCbc(32, Hash::Sha384)),
                _ => None,
            },
            // RFC 5246 §5: SHA-256 unless the suite defines another.
            hash: match cipher.ends_with("SHA384") {
                true => Hash::Sha384,
                false => Hash::Sha256,
            },
            name,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_suites_by_number() {
        let cases = [
            (0x1301, Some(Bulk::Aes128Gcm), Hash::Sha256),
            (0x1302, Some(Bulk::Aes256Gcm), Hash::Sha384),
            (0x1303, Some(Bulk::ChaCha20Poly1305), Hash::Sha256),
            (0x1304, None, Hash::Sha256),
            (0x002f, Some(Bulk::AesCbc(16, Hash::Sha1)), Hash::Sha256),
            (0x003d, Some(Bulk::AesCbc(32, Hash::Sha256)), Hash::Sha256),
            (0xc013, Some(Bulk::AesCbc(16, Hash::Sha1)), Hash::Sha256),
            (0xc027, Some(Bulk::AesCbc(16, Hash::Sha256)), Hash::Sha256),
            (0xc028, Some(Bulk::AesCbc(32, Hash::Sha384)), Hash::Sha384),
            (0xc02b, Some(Bulk::Aes128Gcm), Hash::Sha256),
            (0xc030, Some(Bulk::Aes256Gcm), Hash::Sha384),
            (0xcca8, Some(Bulk::ChaCha20Poly1305), Hash::Sha256),
            (0xc012, None, Hash::Sha256),
            (0xfefe, None, Hash::Sha256),
        ];
        for (id, bulk, hash) in cases {
            let suite = Suite::new(id);
            assert_eq!(
                (suite.bulk, suite.hash),
                (bulk, hash),
                "{id:#06x} {}",
                suite.name
            );
        }
        assert_eq!(
            Suite::new(0xc02f).name,
            "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"
        );
        assert_eq!(Suite::new(0xfefe).name, "0xfefe");
    }

    #[test]
    fn names_alerts_by_number() {
        let names = [0, 40, 120, 99].map(alert_name);
        assert_eq!(
            names,
            [
                "CloseNotify",
                "HandshakeFailure",
                "NoApplicationProtocol",
                "unknown"
            ]
        );
    }

    #[test]
    fn names_match_tls_13_suites() {
        for id in 0x1301..=0x1303 {
            let suite = Suite::new(id);
            assert_eq!(suite.bulk.and_then(Bulk::name), Some(suite.name.as_str()));
        }
    }
}
