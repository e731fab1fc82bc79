//! Key derivation of TLS 1.3 (RFC 8446 §7.1) and TLS 1.2 (RFC 5246 §5).

use hkdf::Hkdf;
use hmac::{Hmac, KeyInit, Mac};
use sha1::Sha1;
use sha2::{Sha256, Sha384};

use super::{
    keylog::{MASTER, Random},
    suite::{Bulk, Hash},
};

/// Longest MAC, in bytes.
pub(super) const LONGEST: usize = 48;

/// HKDF-Expand-Label with an empty context. The secret's length selects the
/// hash.
fn expand(secret: &[u8], label: &str, out: &mut [u8]) -> Option<()> {
    let mut info = Vec::with_capacity(20);
    info.extend((out.len() as u16).to_be_bytes());
    info.push(6 + label.len() as u8);
    info.extend(b"tls13 ");
    info.extend(label.as_bytes());
    info.push(0);
    match secret.len() {
        32 => Hkdf::<Sha256>::from_prk(secret)
            .ok()?
            .expand(&info, out)
            .ok(),
        48 => Hkdf::<Sha384>::from_prk(secret)
            .ok()?
            .expand(&info, out)
            .ok(),
        _ => None,
    }
}

/// Derives key and IV of a TLS 1.3 traffic secret (RFC 8446 §7.3). The key is a
/// prefix of its array. `None` if the secret has the wrong length.
pub(super) fn traffic(bulk: Bulk, secret: &[u8]) -> Option<([u8; 32], [u8; 12])> {
    if !Bulk::for_secret(secret.len()).contains(&bulk) {
        return None;
    }
    let (mut key, mut iv) = ([0; 32], [0; 12]);
    expand(secret, "key", &mut key[..bulk.key()])?;
    expand(secret, "iv", &mut iv)?;
    Some((key, iv))
}

/// Derives the traffic secret after a key update (RFC 8446 §7.2).
pub(super) fn next_secret(secret: &[u8]) -> Option<Box<[u8]>> {
    let mut next = vec![0; secret.len()].into_boxed_slice();
    expand(secret, "traffic upd", &mut next)?;
    Some(next)
}

/// HMAC over the concatenated parts, as a prefix of the array.
pub(super) fn hmac(hash: Hash, key: &[u8], parts: &[&[u8]]) -> [u8; LONGEST] {
    fn over<M: Mac + KeyInit>(key: &[u8], parts: &[&[u8]]) -> [u8; LONGEST] {
        let mut out = [0; LONGEST];
        // HMAC accepts keys of any length.
        if let Ok(mut mac) = <M as KeyInit>::new_from_slice(key) {
            for part in parts {
                mac.update(part);
            }
            let code = mac.finalize().into_bytes();
            out[..code.len()].copy_from_slice(&code);
        }
        out
    }
    match hash {
        Hash::Sha1 => over::<Hmac<Sha1>>(key, parts),
        Hash::Sha256 => over::<Hmac<Sha256>>(key, parts),
        Hash::Sha384 => over::<Hmac<Sha384>>(key, parts),
    }
}

/// TLS 1.2's PRF (RFC 5246 §5): P_hash.
fn prf(hash: Hash, secret: &[u8], label: &[u8], seeds: [&[u8]; 2], out: &mut [u8]) {
    let length = hash.length();
    let mut a = hmac(hash, secret, &[label, seeds[0], seeds[1]]);
    for chunk in out.chunks_mut(length) {
        let block = hmac(hash, secret, &[&a[..length], label, seeds[0], seeds[1]]);
        chunk.copy_from_slice(&block[..chunk.len()]);
        a = hmac(hash, secret, &[&a[..length]]);
    }
}

/// TLS 1.2 keys of one sender (RFC 5246 §6.3), each a prefix of its array.
#[derive(Debug)]
pub(super) struct KeyMaterial {
    /// MAC key, for CBC.
    pub(super) mac: [u8; LONGEST],
    pub(super) key: [u8; 32],
    /// Implicit part of the nonce.
    pub(super) iv: [u8; 12],
}

pub(super) fn key_block(
    hash: Hash,
    bulk: Bulk,
    master: &[u8; MASTER],
    client: &Random,
    server: &Random,
) -> [KeyMaterial; 2] {
    let (mac, iv) = match bulk {
        Bulk::Aes128Gcm | Bulk::Aes256Gcm => (0, 4),
        Bulk::ChaCha20Poly1305 => (0, 12),
        Bulk::AesCbc(_, mac) => (mac.length(), 0),
    };
    let mut block = [0; 2 * (LONGEST + 32 + 12)];
    let block = &mut block[..2 * (mac + bulk.key() + iv)];
    prf(hash, master, b"key expansion", [server, client], block);
    let (macs, rest) = block.split_at(2 * mac);
    let (keys, ivs) = rest.split_at(2 * bulk.key());
    [0, 1].map(|side| {
        let mut material = KeyMaterial {
            mac: [0; LONGEST],
            key: [0; 32],
            iv: [0; 12],
        };
        let half = |from: &[u8], to: &mut [u8]| {
            let length = from.len() / 2;
            to[..length].copy_from_slice(&from[side * length..][..length]);
        };
        half(macs, &mut material.mac);
        half(keys, &mut material.key);
        half(ivs, &mut material.iv);
        material
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// RFC 8448 §3: the server's handshake and application traffic secrets.
    #[test]
    fn derives_keys_of_rfc_8448() {
        let cases = [
            (
                "b67b7d690cc16c4e75e54213cb2d37b4e9c912bcded9105d42befd59d391ad38",
                "3fce516009c21727d0f2e4e86ee403bc",
                "5d313eb2671276ee13000b30",
            ),
            (
                "a11af9f05531f856ad47116b45a950328204b4f44bfb6b3a4b4f1f3fcb631643",
                "9f02283b6c9c07efc26bb9f2ac92e356",
                "cf782b88dd83549aadf1e984",
            ),
        ];
        for (secret, key, iv) in cases {
            let secret: Vec<u8> = (0..32)
                .map(|at| u8::from_str_radix(&secret[2 * at..][..2], 16).unwrap())
                .collect();
            let (got, got_iv) = traffic(Bulk::Aes128Gcm, &secret).unwrap();
            assert_eq!((hex(&got[..16]).as_str(), hex(&got_iv).as_str()), (key, iv));
            assert!(traffic(Bulk::Aes256Gcm, &secret).is_none());
        }
    }
}
