//! Encrypts records.

use aes::{
    Aes128, Aes256, Block,
    cipher::{BlockModeEncrypt, KeyInit, KeyIvInit},
};
use aes_gcm::{Aes128Gcm, Aes256Gcm, aead::AeadInOut};
use chacha20poly1305::ChaCha20Poly1305;

use super::{
    derive::{self, KeyMaterial},
    suite::Bulk,
};

pub(super) const ALERT: u8 = 21;
pub(super) const HANDSHAKE: u8 = 22;
pub(super) const DATA: u8 = 23;
pub(super) const CHANGE_CIPHER_SPEC: [u8; 6] = [20, 3, 3, 0, 1, 1];

pub(super) fn record(kind: u8, body: &[u8]) -> Vec<u8> {
    let length = (body.len() as u16).to_be_bytes();
    [&[kind, 3, 3], &length[..], body].concat()
}

pub(super) struct Seal {
    pub(super) bulk: Bulk,
    pub(super) keys: KeyMaterial,
    /// TLS 1.3 traffic secret; empty in TLS 1.2.
    pub(super) secret: Box<[u8]>,
    pub(super) mac_of_ciphertext: bool,
    pub(super) number: u64,
}

impl Seal {
    pub(super) fn from_secret(bulk: Bulk, secret: Box<[u8]>) -> Self {
        let (key, iv) = derive::traffic(bulk, &secret).expect("the secret fits the suite");
        let mac = [0; derive::LONGEST];
        Self {
            bulk,
            keys: KeyMaterial { mac, key, iv },
            secret,
            mac_of_ciphertext: false,
            number: 0,
        }
    }

    /// Encrypts in place and returns the tag.
    fn aead(&self, nonce: [u8; 12], extra: &[u8], text: &mut [u8]) -> Vec<u8> {
        let key = &self.keys.key[..self.bulk.key()];
        let nonce = nonce.into();
        match self.bulk {
            Bulk::Aes128Gcm => Aes128Gcm::new_from_slice(key)
                .expect("16 bytes")
                .encrypt_inout_detached(&nonce, extra, text.into()),
            Bulk::Aes256Gcm => Aes256Gcm::new_from_slice(key)
                .expect("32 bytes")
                .encrypt_inout_detached(&nonce, extra, text.into()),
            _ => ChaCha20Poly1305::new_from_slice(key)
                .expect("32 bytes")
                .encrypt_inout_detached(&nonce, extra, text.into()),
        }
        .expect("a short text")
        .to_vec()
    }

    /// Encrypts a record. `padding` is the number of zeros after the text in
    /// TLS 1.3, or of additional blocks in CBC.
    pub(super) fn seal(&mut self, kind: u8, text: &[u8], padding: usize) -> Vec<u8> {
        let number = self.number.to_be_bytes();
        self.number += 1;
        let mut nonce = self.keys.iv;
        for (byte, count) in nonce[4..].iter_mut().zip(number) {
            *byte ^= count;
        }
        if !self.secret.is_empty() {
            let mut text = [text, &[kind], &vec![0; padding]].concat();
            let mut sealed = record(DATA, &vec![0; text.len() + 16]);
            let tag = self.aead(nonce, &sealed[..5], &mut text);
            sealed.splice(5.., text.into_iter().chain(tag));
            return sealed;
        }
        let head = |length: usize| {
            let [high, low] = (length as u16).to_be_bytes();
            [&number[..], &[kind, 3, 3, high, low]].concat()
        };
        if let Bulk::AesCbc(..) = self.bulk {
            return record(kind, &self.cbc(text, padding, head));
        }
        let mut explicit = Vec::new();
        if self.bulk != Bulk::ChaCha20Poly1305 {
            // The sender chooses where the explicit nonce begins.
            explicit.extend((self.number + (1 << 40)).to_be_bytes());
            nonce = self.keys.iv;
            nonce[4..].copy_from_slice(&explicit);
        }
        let mut sealed = text.to_vec();
        let tag = self.aead(nonce, &head(text.len()), &mut sealed);
        record(kind, &[explicit, sealed, tag].concat())
    }

    fn cbc(&self, text: &[u8], padding: usize, head: impl Fn(usize) -> Vec<u8>) -> Vec<u8> {
        let Bulk::AesCbc(key, hash) = self.bulk else {
            unreachable!("called for CBC only");
        };
        let mac = |text: &[u8]| {
            let secret = &self.keys.mac[..hash.length()];
            derive::hmac(hash, secret, &[&head(text.len()), text])[..hash.length()].to_vec()
        };
        let mut inner = text.to_vec();
        if !self.mac_of_ciphertext {
            inner.extend(mac(text));
        }
        let count = 16 - inner.len() % 16 + 16 * (padding % 15);
        inner.resize(inner.len() + count, count as u8 - 1);
        let iv = [0x5c ^ self.number as u8; 16];
        let (blocks, _) = Block::slice_as_chunks_mut(&mut inner);
        let secret = &self.keys.key[..key];
        if key == 16 {
            cbc::Encryptor::<Aes128>::new_from_slices(secret, &iv)
                .expect("valid key and IV")
                .encrypt_blocks(blocks);
        } else {
            cbc::Encryptor::<Aes256>::new_from_slices(secret, &iv)
                .expect("valid key and IV")
                .encrypt_blocks(blocks);
        }
        let mut sealed = [&iv[..], &inner].concat();
        if self.mac_of_ciphertext {
            sealed.extend(mac(&sealed));
        }
        sealed
    }
}
