//! A scripted connection: handshake, actions of either side, and damage.

use http2::Sender;
use testing::shaped::Script;

use super::{
    SEARCH_BUDGET, derive, keylog,
    seal::{ALERT, CHANGE_CIPHER_SPEC, DATA, HANDSHAKE, Seal, record},
    side,
    suite::{Bulk, Suite},
};

/// Random of a HelloRetryRequest (RFC 8446 §4.1.3).
const RETRY: [u8; 32] = [
    0xcf, 0x21, 0xad, 0x74, 0xe5, 0x9a, 0x61, 0x11, 0xbe, 0x1d, 0x8c, 0x02, 0x1e, 0x65, 0xb8, 0x91,
    0xc2, 0xa2, 0x11, 0x16, 0x7a, 0xbb, 0x8c, 0x5e, 0x07, 0x9e, 0x09, 0xe2, 0xc8, 0xa8, 0x33, 0x9c,
];
const SERVER_RANDOM: [u8; 32] = [2; 32];
const SESSION: [u8; 8] = [7; 8];
const MASTER: [u8; keylog::MASTER] = [9; keylog::MASTER];

/// One suite of every cipher and hash, TLS 1.3 first.
const SUITES: [u16; 12] = [
    0x1301, 0x1302, 0x1303, 0xc02f, 0xc030, 0xcca8, 0xc013, 0xc014, 0xc027, 0xc028, 0x003c, 0x003d,
];
const TLS_13: usize = 3;

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn message(kind: u8, body: &[u8]) -> Vec<u8> {
    let length = (body.len() as u32).to_be_bytes();
    [&[kind], &length[1..], body].concat()
}

/// The body of a hello, with `ciphers` between session ID and extensions.
fn hello(random: [u8; 32], session: &[u8], ciphers: &[u8], extensions: &[(u16, &[u8])]) -> Vec<u8> {
    let mut all = Vec::new();
    for (kind, body) in extensions {
        all.extend(kind.to_be_bytes());
        all.extend((body.len() as u16).to_be_bytes());
        all.extend(*body);
    }
    let length = (all.len() as u16).to_be_bytes();
    let session = [&[session.len() as u8], session].concat();
    [&[3, 3], &random[..], &session, ciphers, &length, &all].concat()
}

/// Bytes sent, or lost in transit.
pub(super) enum Step {
    Bytes(Vec<u8>),
    Lost(Option<u64>),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    Whole,
    /// Damaged or missing.
    Harmed,
    /// Early data rejected by the server.
    Refused,
}

pub(super) struct Sent {
    pub(super) text: Vec<u8>,
    pub(super) fate: Fate,
}

#[derive(Default)]
pub(super) struct Side {
    seal: Option<Seal>,
    pub(super) sent: Vec<Sent>,
    /// Bytes lost since the last intact record.
    missing: usize,
    damaged: u32,
}

/// A connection being generated.
pub(super) struct Talk {
    suite: u16,
    flags: u8,
    /// Whether the key log lacks a TLS 1.3 handshake secret.
    blind: bool,
    pub(super) sides: [Side; 2],
    pub(super) steps: Vec<(Sender, Step)>,
    /// Cost for the reader of searching after gaps, in bytes.
    cost: usize,
    pub(super) keys: Vec<String>,
    /// Whether every intact record must be decrypted.
    pub(super) strict: bool,
    pub(super) handshakes: u8,
}

impl Talk {
    /// Runs the script; `flags` configure the handshake.
    pub(super) fn new(script: &mut Script<'_>, flags: u8, blind: bool) -> Self {
        let mut talk = Self {
            suite: SUITES[usize::from(script.byte()) % SUITES.len()],
            flags,
            blind,
            sides: Default::default(),
            steps: Vec::new(),
            cost: 0,
            keys: Vec::new(),
            strict: true,
            handshakes: 0,
        };
        if talk.is_13() {
            talk.handshake_13();
        } else {
            talk.handshake_12();
        }
        while !script.is_empty() {
            talk.perform_action(script);
        }
        talk
    }

    fn flag(&self, number: u8) -> bool {
        self.flags >> number & 1 != 0
    }

    pub(super) fn is_13(&self) -> bool {
        SUITES[..TLS_13].contains(&self.suite)
    }

    fn bulk(&self) -> Bulk {
        Suite::new(self.suite).bulk.expect("a supported suite")
    }

    fn push(&mut self, sender: Sender, bytes: Vec<u8>) {
        self.steps.push((sender, Step::Bytes(bytes)));
    }

    fn seal(&mut self, sender: Sender, kind: u8, text: &[u8], padding: usize) -> Vec<u8> {
        let seal = self.sides[side(sender)].seal.as_mut();
        seal.expect("the handshake is over")
            .seal(kind, text, padding)
    }

    /// Encrypts the next application data of a sender.
    fn data(&mut self, sender: Sender, length: usize, padding: usize, fate: Fate) -> Vec<u8> {
        let count = self.sides[side(sender)].sent.len();
        let mut text = format!("{count}, ").into_bytes();
        text.extend((0..length).map(|at| (count * 31 + at) as u8));
        text.truncate(length);
        let sealed = self.seal(sender, DATA, &text, padding);
        // An empty record yields no output.
        if !text.is_empty() {
            self.sides[side(sender)].sent.push(Sent { text, fate });
        }
        sealed
    }

    fn secret(&mut self, label: &str, random: [u8; 32], number: u8) -> Seal {
        let bytes = match self.bulk() {
            Bulk::Aes256Gcm => 48,
            _ => 32,
        };
        let secret = vec![number; bytes].into_boxed_slice();
        let line = format!("{label} {} {}", hex(&random), hex(&secret));
        self.keys.push(line);
        Seal::from_secret(self.bulk(), secret)
    }

    fn handshake_13(&mut self) {
        use Sender::{Client, Server};
        let random = [0x5a; 32];
        let [offered, taken, retry] = [0, 1, 2].map(|number| self.flag(number));
        let taken = offered && taken && !retry;
        let [high, low] = self.suite.to_be_bytes();
        let ciphers = [0, 2, high, low, 1, 0];
        let server_name: (u16, &[u8]) = (0, b"\0\x04\0\0\x01e");
        let mut extensions = vec![server_name];
        if offered {
            extensions.push((42, &[]));
        }
        let client = message(1, &hello(random, &SESSION, &ciphers, &extensions));
        self.push(Client, record(HANDSHAKE, &client));
        let client_keys = self.secret("CLIENT_HANDSHAKE_TRAFFIC_SECRET", random, 1);
        let server_keys = self.secret("SERVER_HANDSHAKE_TRAFFIC_SECRET", random, 2);
        let client_data = self.secret("CLIENT_TRAFFIC_SECRET_0", random, 3);
        let server_data = self.secret("SERVER_TRAFFIC_SECRET_0", random, 4);
        if offered {
            self.sides[0].seal = Some(self.secret("CLIENT_EARLY_TRAFFIC_SECRET", random, 5));
            let fate = if taken { Fate::Whole } else { Fate::Refused };
            for length in [5, 40] {
                let sealed = self.data(Client, length, 0, fate);
                self.push(Client, sealed);
            }
        }
        let ciphers = [high, low, 0];
        let version: (u16, &[u8]) = (43, &[3, 4]);
        if retry {
            let server = message(2, &hello(RETRY, &SESSION, &ciphers, &[version]));
            self.push(Server, record(HANDSHAKE, &server));
            let ciphers = [0, 2, high, low, 1, 0];
            let client = message(1, &hello(random, &SESSION, &ciphers, &[server_name]));
            self.push(Client, record(HANDSHAKE, &client));
        }
        let mut extensions = vec![version];
        if offered {
            extensions.push((41, &[0, 0]));
        }
        let server = hello(SERVER_RANDOM, &SESSION, &ciphers, &extensions);
        self.push(Server, record(HANDSHAKE, &message(2, &server)));
        self.push(Server, CHANGE_CIPHER_SPEC.to_vec());
        self.sides[1].seal = Some(server_keys);
        let mut extensions = b"\0\x10\0\x05\0\x03\x02h2".to_vec();
        if taken {
            extensions.extend([0, 42, 0, 0]);
        }
        let length = (extensions.len() as u16).to_be_bytes();
        let encrypted = message(8, &[&length[..], &extensions].concat());
        let finished = message(20, &[0; 32]);
        let sealed = self.seal(Server, HANDSHAKE, &[&encrypted[..], &finished].concat(), 0);
        self.push(Server, sealed);
        if taken {
            let sealed = self.seal(Client, HANDSHAKE, &message(5, &[]), 0);
            self.push(Client, sealed);
        }
        self.sides[0].seal = Some(client_keys);
        let sealed = self.seal(Client, HANDSHAKE, &finished, 0);
        self.push(Client, sealed);
        self.sides[0].seal = Some(client_data);
        self.sides[1].seal = Some(server_data);
    }

    /// Sends a handshake message, encrypted if keys are in use.
    fn send_handshake(&mut self, sender: Sender, kind: u8, body: &[u8]) {
        let message = message(kind, body);
        let bytes = if self.sides[side(sender)].seal.is_some() {
            self.seal(sender, HANDSHAKE, &message, 0)
        } else {
            record(HANDSHAKE, &message)
        };
        self.push(sender, bytes);
    }

    /// Sends a TLS 1.2 handshake or renegotiation.
    fn handshake_12(&mut self) {
        use Sender::{Client, Server};
        let [etm, resumes, ticket] = [0, 1, 2].map(|number| self.flag(number));
        let random = [0x5a ^ self.handshakes; 32];
        let [high, low] = self.suite.to_be_bytes();
        let mut extensions: Vec<(u16, &[u8])> = Vec::new();
        if etm {
            extensions.push((22, &[]));
        }
        if ticket {
            extensions.push((35, &[6; 40]));
        }
        let session = if resumes { &SESSION[..] } else { &[] };
        let client = hello(random, session, &[0, 2, high, low, 1, 0], &extensions);
        self.send_handshake(Client, 1, &client);
        let server = hello(SERVER_RANDOM, session, &[high, low, 0], &extensions);
        self.send_handshake(Server, 2, &server);
        // A resumed session uses the secret of another client random.
        let name = if resumes && self.handshakes == 0 {
            format!("RSA Session-ID:{}", hex(session))
        } else {
            format!("CLIENT_RANDOM {}", hex(&random))
        };
        self.keys.push(if name.starts_with("RSA") {
            format!("{name} Master-Key:{}", hex(&MASTER))
        } else {
            format!("{name} {}", hex(&MASTER))
        });
        let bulk = self.bulk();
        let hash = Suite::new(self.suite).hash;
        let keys = derive::key_block(hash, bulk, &MASTER, &random, &SERVER_RANDOM);
        let mut seals = keys.map(|keys| {
            Some(Seal {
                bulk,
                keys,
                secret: Box::default(),
                mac_of_ciphertext: etm,
                number: 0,
            })
        });
        if !resumes {
            self.send_handshake(Server, 11, &[0, 0, 0]);
            self.send_handshake(Server, 14, &[]);
            self.send_handshake(Client, 16, &[0; 33]);
        }
        let last = if resumes { Client } else { Server };
        for sender in [last.peer(), last] {
            if ticket && sender == Server {
                self.send_handshake(Server, 4, &[&[0, 0, 0, 9, 0, 40][..], &[6; 40]].concat());
            }
            let change = match self.sides[side(sender)].seal {
                Some(_) => self.seal(sender, 20, &[1], 0),
                None => CHANGE_CIPHER_SPEC.to_vec(),
            };
            self.push(sender, change);
            self.sides[side(sender)].seal = seals[side(sender)].take();
            self.send_handshake(sender, 20, &[0; 12]);
        }
        self.handshakes += 1;
    }

    /// Performs the next action of a sender, or damages what it sends.
    fn perform_action(&mut self, script: &mut Script<'_>) {
        let choice = script.byte();
        let sender = if choice & 0x80 == 0 {
            Sender::Client
        } else {
            Sender::Server
        };
        let at = side(sender);
        let mut length = || usize::from(script.byte()) << (choice >> 4 & 6);
        match choice & 15 {
            0..=4 => {
                let length = length();
                let padding = if choice & 3 == 3 { 40 } else { 0 };
                let sealed = self.data(sender, length, padding, Fate::Whole);
                self.push(sender, sealed);
                self.account_for_intact(at, length);
            }
            5 if self.is_13() => {
                let sealed = self.seal(sender, HANDSHAKE, &message(24, &[0]), 0);
                self.push(sender, sealed);
                let seal = self.sides[at].seal.as_mut().expect("the handshake is over");
                let next = derive::next_secret(&seal.secret).expect("a valid secret");
                *seal = Seal::from_secret(seal.bulk, next);
                // Between two gaps, more key updates can hide than are tried.
                self.strict &= self.sides[at].missing == 0;
            }
            5 if self.handshakes < u8::MAX => {
                self.strict &= self.sides.iter().all(|side| side.missing == 0);
                self.handshake_12();
            }
            6 => {
                // NewSessionTicket, or arbitrary content.
                let body = script.bytes(usize::from(choice >> 4 & 7) << 3);
                let kind = if choice & 0x70 == 0 { 4 } else { script.byte() };
                self.strict &= choice & 0x70 == 0;
                let sealed = self.seal(sender, HANDSHAKE, &message(kind, body), 0);
                self.push(sender, sealed);
            }
            7 => {
                let alert = [1 + (choice >> 4 & 1), script.byte()];
                let sealed = self.seal(sender, ALERT, &alert, 0);
                self.push(sender, sealed);
            }
            8 => {
                // In TLS 1.2 it would have to be encrypted, so it is a forgery.
                self.strict &= self.is_13() || self.is_steady(at) && self.sides[at].missing == 0;
                self.sides[at].damaged += 1;
                self.push(sender, CHANGE_CIPHER_SPEC.to_vec());
            }
            9 | 10 => {
                let length = length();
                let count = 1 + usize::from(choice >> 4 & 7);
                let lost: usize = (0..count)
                    .map(|_| self.data(sender, length, 0, Fate::Harmed).len())
                    .sum();
                let known = choice & 15 == 9;
                self.strict &= known && self.is_steady(at);
                self.sides[at].missing += lost;
                let lost = known.then_some(lost as u64);
                self.steps.push((sender, Step::Lost(lost)));
            }
            11 => {
                let length = 1 + length();
                let sealed = self.data(sender, length, 0, Fate::Harmed);
                let start = usize::from(script.short()) % sealed.len();
                let end = start + 1 + usize::from(script.short()) % (sealed.len() - start);
                // Without its header, the rest can look like any record.
                self.strict &= self.is_steady(at) && start >= 5 && self.sides[at].missing == 0;
                self.sides[at].missing += end - start;
                self.push(sender, sealed[..start].to_vec());
                let lost = Step::Lost(Some((end - start) as u64));
                self.steps.push((sender, lost));
                self.push(sender, sealed[end..].to_vec());
            }
            12 | 13 => {
                let length = 1 + length();
                let mut sealed = self.data(sender, length, 0, Fate::Harmed);
                let changed = if choice & 1 == 0 {
                    5 + usize::from(script.short()) % (sealed.len() - 5)
                } else {
                    usize::from(script.byte()) % 5
                };
                sealed[changed] ^= script.byte().max(1);
                // Without a valid header, the next one may not be found. A
                // changed type is still valid.
                let is_header = changed >= 5 || changed == 0 && (20..=24).contains(&sealed[0]);
                self.strict &= is_header && self.is_steady(at) && self.sides[at].missing == 0;
                self.sides[at].damaged += 1;
                self.push(sender, sealed);
            }
            14 => {
                self.strict = false;
                let count = usize::from(script.byte());
                self.push(sender, script.bytes(count).to_vec());
            }
            _ => {
                self.strict = false;
                let last = self.steps.len() - 1;
                match (choice & 0x10, &self.steps[last]) {
                    (0, (sender, Step::Bytes(bytes))) => {
                        let again = (*sender, Step::Bytes(bytes.clone()));
                        self.steps.push(again);
                    }
                    _ => self.steps.swap(last, last.saturating_sub(1)),
                }
            }
        }
    }

    /// Accounts for an intact record. After a gap, its sequence number must be
    /// found, which may exceed the budget unless its nonce shows it.
    fn account_for_intact(&mut self, at: usize, length: usize) {
        let gcm = matches!(self.bulk(), Bulk::Aes128Gcm | Bulk::Aes256Gcm);
        let each = match (gcm, self.is_13()) {
            (true, false) => 0,
            (true, true) => 16,
            (false, _) => length + 256,
        };
        let side = &mut self.sides[at];
        self.cost += side.missing / 22 * each;
        self.strict &= self.cost < SEARCH_BUDGET as usize / 4;
        (side.missing, side.damaged) = (0, 0);
    }

    /// Whether damage on a side cannot hide anything else: its keys are known
    /// to be in use, or the handshake secrets show that.
    fn is_steady(&self, at: usize) -> bool {
        let side = &self.sides[at];
        let used = side.sent.iter().any(|sent| sent.fate == Fate::Whole);
        (used || !self.blind) && side.damaged < 8
    }
}
