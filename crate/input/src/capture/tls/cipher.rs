//! Authenticates and decrypts one sender's records in place.

use std::ops::Range;

use aes::{
    Aes128, Aes256,
    cipher::{BlockCipherEncrypt, BlockModeDecrypt, KeyInit, KeyIvInit},
};
use aes_gcm::{Aes128Gcm, Aes256Gcm, aead::AeadInOut};
use chacha20poly1305::ChaCha20Poly1305;
use ghash::{GHash, universal_hash::UniversalHash};

use super::{
    budget::Budget,
    derive::{self, KeyMaterial},
    record::Header,
    suite::{Bulk, Hash},
};

/// Length of every AEAD tag, in bytes.
const TAG: usize = 16;
/// Block length of AES, and of CBC's IV, in bytes.
const BLOCK: usize = 16;
/// Length of the explicit nonce of TLS 1.2's GCM (RFC 5288 §3), in bytes.
const EXPLICIT: usize = 8;

/// Sequence number of an authentic record, and range of its plaintext.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Opened {
    pub(super) number: u64,
    pub(super) text: Range<usize>,
}

#[derive(Debug)]
pub(super) enum Cipher {
    Aead(Box<Aead>),
    Cbc(Box<Cbc>),
}

impl Cipher {
    /// From a TLS 1.3 traffic secret; `None` if its length does not fit.
    pub(super) fn from_secret(bulk: Bulk, secret: &[u8]) -> Option<Self> {
        #[cfg(test)]
        crate::work::add(super::budget::DERIVE);
        let (key, iv) = derive::traffic(bulk, secret)?;
        Some(Self::Aead(Box::new(Aead {
            key: AeadKey::new(bulk, &key)?,
            secret: key,
            iv,
            form: Form::Tls13,
        })))
    }

    pub(super) fn from_keys(
        bulk: Bulk,
        keys: &KeyMaterial,
        mac_of_ciphertext: bool,
    ) -> Option<Self> {
        Some(match bulk {
            Bulk::AesCbc(length, hash) => Self::Cbc(Box::new(Cbc {
                key: keys.key,
                length,
                mac: keys.mac,
                hash,
                mac_of_ciphertext,
                scratch: Vec::new(),
            })),
            _ => Self::Aead(Box::new(Aead {
                key: AeadKey::new(bulk, &keys.key)?,
                secret: keys.key,
                iv: keys.iv,
                form: match bulk {
                    Bulk::ChaCha20Poly1305 => Form::Tls12,
                    _ => Form::Explicit(None),
                },
            })),
        })
    }

    pub(super) fn open(&mut self, number: u64, header: Header, body: &mut [u8]) -> Option<Opened> {
        #[cfg(test)]
        crate::work::add(body.len());
        let text = match self {
            Self::Aead(aead) => aead.open(number, header, body),
            Self::Cbc(cbc) => cbc
                .open(number..=number, header, body, &mut Budget::default())
                .map(|(_, text)| text),
        }?;
        Some(Opened { number, text })
    }

    /// Opens a record with one of these sequence numbers.
    pub(super) fn search(
        &mut self,
        numbers: Range<u64>,
        header: Header,
        body: &mut [u8],
        budget: &mut Budget,
    ) -> Option<Opened> {
        let (number, text) = match self {
            Self::Aead(aead) => aead.search(numbers, header, body, budget),
            Self::Cbc(cbc) => {
                let last = numbers.end.checked_sub(1)?;
                cbc.open(numbers.start..=last, header, body, budget)
            }
        }?;
        Some(Opened { number, text })
    }

    /// Length of the plaintext in a body of `body` bytes, if it is fixed.
    pub(super) fn text_length(&self, body: usize) -> Option<u64> {
        match self {
            Self::Aead(aead) => {
                let explicit = match aead.form {
                    Form::Tls13 => return None,
                    Form::Tls12 => 0,
                    Form::Explicit(_) => EXPLICIT,
                };
                body.checked_sub(explicit + TAG).map(|length| length as u64)
            }
            Self::Cbc(_) => None,
        }
    }
}

/// Construction of nonce and additional data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// RFC 8446 §5.2 and §5.3.
    Tls13,
    /// RFC 7905 §2 and RFC 5246 §6.2.3.3.
    Tls12,
    /// RFC 5288 §3. Holds the sequence number and explicit nonce of the last
    /// record: all known implementations increment the nonce.
    Explicit(Option<(u64, u64)>),
}

enum AeadKey {
    Aes128(Box<Aes128Gcm>),
    Aes256(Box<Aes256Gcm>),
    ChaCha(ChaCha20Poly1305),
}

impl std::fmt::Debug for AeadKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("AeadKey")
    }
}

impl AeadKey {
    fn new(bulk: Bulk, key: &[u8; 32]) -> Option<Self> {
        let key = &key[..bulk.key()];
        Some(match bulk {
            Bulk::Aes128Gcm => Self::Aes128(Box::new(Aes128Gcm::new_from_slice(key).ok()?)),
            Bulk::Aes256Gcm => Self::Aes256(Box::new(Aes256Gcm::new_from_slice(key).ok()?)),
            Bulk::ChaCha20Poly1305 => Self::ChaCha(ChaCha20Poly1305::new_from_slice(key).ok()?),
            Bulk::AesCbc(..) => return None,
        })
    }

    /// Decrypts `text` in place if it is authentic; else leaves it unchanged.
    fn open(&self, nonce: [u8; 12], extra: &[u8], text: &mut [u8], tag: [u8; TAG]) -> bool {
        let (nonce, tag, text) = (nonce.into(), tag.into(), text.into());
        match self {
            Self::Aes128(gcm) => gcm.decrypt_inout_detached(&nonce, extra, text, &tag),
            Self::Aes256(gcm) => gcm.decrypt_inout_detached(&nonce, extra, text, &tag),
            Self::ChaCha(chacha) => chacha.decrypt_inout_detached(&nonce, extra, text, &tag),
        }
        .is_ok()
    }
}

/// An AEAD cipher (RFC 5116).
#[derive(Debug)]
pub(super) struct Aead {
    key: AeadKey,
    /// Raw key, for the bare block cipher in a search.
    secret: [u8; 32],
    iv: [u8; 12],
    form: Form,
}

impl Aead {
    fn nonce(&self, number: u64) -> [u8; 12] {
        let mut nonce = self.iv;
        for (byte, count) in nonce[4..].iter_mut().zip(number.to_be_bytes()) {
            *byte ^= count;
        }
        nonce
    }

    fn open(&mut self, number: u64, header: Header, body: &mut [u8]) -> Option<Range<usize>> {
        let start = match self.form {
            Form::Explicit(_) => EXPLICIT,
            _ => 0,
        };
        let end = body.len().checked_sub(TAG).filter(|&end| end >= start)?;
        let tag = <[u8; TAG]>::try_from(&body[end..]).ok()?;
        let mut nonce = self.nonce(number);
        let mut extra = [0; 13];
        let mut last = None;
        let extra = match self.form {
            Form::Tls13 => &header.bytes()[..],
            form => {
                if let Form::Explicit(_) = form {
                    let explicit = <[u8; EXPLICIT]>::try_from(&body[..EXPLICIT]).ok()?;
                    nonce[..4].copy_from_slice(&self.iv[..4]);
                    nonce[4..].copy_from_slice(&explicit);
                    last = Some((number, u64::from_be_bytes(explicit)));
                }
                extra[..8].copy_from_slice(&number.to_be_bytes());
                extra[8..11].copy_from_slice(&header.bytes()[..3]);
                extra[11..].copy_from_slice(&((end - start) as u16).to_be_bytes());
                &extra[..]
            }
        };
        if !self.key.open(nonce, extra, &mut body[start..end], tag) {
            return None;
        }
        if last.is_some() {
            self.form = Form::Explicit(last);
        }
        Some(start..end)
    }

    fn search(
        &mut self,
        numbers: Range<u64>,
        header: Header,
        body: &mut [u8],
        budget: &mut Budget,
    ) -> Option<(u64, Range<usize>)> {
        if self.form == Form::Tls13 {
            let found = match &self.key {
                AeadKey::Aes128(_) => {
                    let aes = Aes128::new_from_slice(&self.secret[..16]).ok()?;
                    Some(self.locate(&aes, numbers.clone(), header, body, budget)?)
                }
                AeadKey::Aes256(_) => {
                    let aes = Aes256::new_from_slice(&self.secret).ok()?;
                    Some(self.locate(&aes, numbers.clone(), header, body, budget)?)
                }
                AeadKey::ChaCha(_) => None,
            };
            if let Some(number) = found {
                return Some((number, self.open(number, header, body)?));
            }
        }
        let likely = match (self.form, body.first_chunk()) {
            (Form::Explicit(last), Some(&explicit)) => {
                let explicit = u64::from_be_bytes(explicit);
                Some(last.map_or(explicit, |(number, nonce)| {
                    number.wrapping_add(explicit.wrapping_sub(nonce))
                }))
            }
            _ => None,
        }
        .filter(|number| numbers.contains(number));
        likely.into_iter().chain(numbers).find_map(|number| {
            if !budget.spend(body.len()) {
                return None;
            }
            Some((number, self.open(number, header, body)?))
        })
    }

    /// Finds the sequence number of a TLS 1.3 GCM record. GHASH is independent
    /// of the nonce: one pass over the record and an AES block per number
    /// suffice.
    fn locate(
        &self,
        aes: &impl BlockCipherEncrypt<BlockSize = ghash::universal_hash::consts::U16>,
        numbers: Range<u64>,
        header: Header,
        body: &[u8],
        budget: &mut Budget,
    ) -> Option<u64> {
        let text = body.len().checked_sub(TAG)?;
        if !budget.spend(body.len()) {
            return None;
        }
        let mut hash_key = ghash::Key::default();
        aes.encrypt_block(&mut hash_key);
        let mut hash = GHash::new(&hash_key);
        hash.update_padded(&header.bytes());
        hash.update_padded(&body[..text]);
        let mut lengths = ghash::Block::default();
        lengths[..8].copy_from_slice(&(header.bytes().len() as u64 * 8).to_be_bytes());
        lengths[8..].copy_from_slice(&(text as u64 * 8).to_be_bytes());
        hash.update(&[lengths]);
        let mut wanted = hash.finalize();
        for (byte, tag) in wanted.iter_mut().zip(&body[text..]) {
            *byte ^= tag;
        }

        let mut blocks = [ghash::Block::default(); 64];
        let mut next = numbers.start;
        while next < numbers.end {
            let count = (numbers.end - next).min(blocks.len() as u64) as usize;
            if !budget.spend(count * BLOCK) {
                return None;
            }
            for (block, number) in blocks[..count].iter_mut().zip(next..) {
                block[..12].copy_from_slice(&self.nonce(number));
                block[12..].copy_from_slice(&1_u32.to_be_bytes());
            }
            aes.encrypt_blocks(&mut blocks[..count]);
            if let Some(at) = blocks[..count].iter().position(|block| *block == wanted) {
                return Some(next + at as u64);
            }
            next += count as u64;
        }
        None
    }
}

/// AES-CBC with HMAC, over plaintext (RFC 5246 §6.2.3.2) or else RFC 7366.
pub(super) struct Cbc {
    key: [u8; 32],
    length: usize,
    mac: [u8; derive::LONGEST],
    hash: Hash,
    mac_of_ciphertext: bool,
    scratch: Vec<u8>,
}

impl std::fmt::Debug for Cbc {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Cbc")
    }
}

impl Cbc {
    /// Returns the matching sequence number and the range of the plaintext,
    /// which is moved to the front of the body.
    fn open(
        &mut self,
        mut numbers: std::ops::RangeInclusive<u64>,
        header: Header,
        body: &mut [u8],
        budget: &mut Budget,
    ) -> Option<(u64, Range<usize>)> {
        let mac = self.hash.length();
        let [kind, major, minor, ..] = header.bytes();
        let mut find_number = |secret: &[u8], text: &[u8], code: &[u8]| {
            let [high, low] = (text.len() as u16).to_be_bytes();
            numbers.find(|number| {
                let head = [kind, major, minor, high, low];
                budget.spend(text.len())
                    && derive::hmac(self.hash, secret, &[&number.to_be_bytes(), &head, text])[..mac]
                        == *code
            })
        };
        let secret = &self.mac[..mac];
        let (sealed, number) = if self.mac_of_ciphertext {
            let (sealed, code) = body.split_at_checked(body.len().checked_sub(mac)?)?;
            (sealed, Some(find_number(secret, sealed, code)?))
        } else {
            (&*body, None)
        };
        let (iv, sealed) = sealed.split_at_checked(BLOCK)?;
        self.scratch.clear();
        self.scratch.extend_from_slice(sealed);
        let (blocks, rest) = aes::Block::slice_as_chunks_mut(&mut self.scratch);
        if !rest.is_empty() {
            return None;
        }
        let key = &self.key[..self.length];
        if self.length == 16 {
            cbc::Decryptor::<Aes128>::new_from_slices(key, iv)
                .ok()?
                .decrypt_blocks(blocks);
        } else {
            cbc::Decryptor::<Aes256>::new_from_slices(key, iv)
                .ok()?
                .decrypt_blocks(blocks);
        }
        let padding = usize::from(*self.scratch.last()?) + 1;
        let padded = self.scratch.len().checked_sub(padding)?;
        if self.scratch[padded..]
            .iter()
            .any(|&byte| usize::from(byte) + 1 != padding)
        {
            return None;
        }
        let (text, number) = match number {
            Some(number) => (&self.scratch[..padded], number),
            None => {
                let (text, code) =
                    self.scratch[..padded].split_at_checked(padded.checked_sub(mac)?)?;
                (text, find_number(secret, text, code)?)
            }
        };
        body[..text.len()].copy_from_slice(text);
        Some((number, 0..text.len()))
    }
}
