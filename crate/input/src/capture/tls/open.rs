//! Finds the key that opens a record: the one in use, the next, or any of the
//! key log if the handshake is missing.

use http2::Sender;

use super::{
    KeyLog,
    budget::DERIVE,
    cipher::{Cipher, Opened},
    connection::{MAX_SEARCH, Side, Stage, Tls, Version, side},
    derive,
    keylog::{Label, MASTER},
    missing::Missing,
    record::{Header, kind},
    suite::Bulk,
};
use crate::hex;

/// Searches through the whole key log for each sender.
const SEARCHES: u32 = 4;
/// Ranges of sequence numbers to search, most likely first.
const REACHES: [u64; 4] = [0, 256, 1 << 13, 1 << 18];
/// Records tried individually before the first is opened; then the secret does
/// not fit the sender.
const MAX_KEY_TRIES: u64 = 64;
/// The same in TLS 1.2, where the first record should open.
const MAX_KEY_TRIES_12: u64 = 3;
/// Minimum body of a protected record, in bytes: a tag or a block.
const MIN_BODY: usize = 16;
/// TLS 1.2 records that may have passed if ChangeCipherSpec was missed.
const UNSEEN_CHANGE: u64 = 16;

impl Side {
    fn open(&mut self, keys: &mut KeyLog, header: Header, body: &mut [u8]) -> Option<Opened> {
        let cipher = self.cipher.as_mut()?;
        let opened = open_or_search(cipher, self.number, self.slack, keys, header, body)?;
        self.number = opened.number + 1;
        self.slack = 0;
        Some(opened)
    }

    fn take(&mut self, stage: Stage, secret: &[u8], cipher: Cipher, opened: &Opened) {
        self.stage = stage;
        self.secret = secret.into();
        self.cipher = Some(cipher);
        self.number = opened.number + 1;
        self.slack = 0;
    }
}

/// Tries a record with `number`, then with up to `slack` higher numbers.
fn open_or_search(
    cipher: &mut Cipher,
    number: u64,
    slack: u64,
    keys: &mut KeyLog,
    header: Header,
    body: &mut [u8],
) -> Option<Opened> {
    cipher.open(number, header, body).or_else(|| {
        let next = number.checked_add(1)?;
        cipher.search(
            next..next.checked_add(slack)?,
            header,
            body,
            &mut keys.budget,
        )
    })
}

impl Tls {
    /// Decrypts a record in place if a known key authenticates it.
    pub(super) fn open(
        &mut self,
        keys: &mut KeyLog,
        sender: Sender,
        header: Header,
        body: &mut [u8],
    ) -> Option<Opened> {
        if body.len() < MIN_BODY {
            return None;
        }
        let at = self.side(sender);
        if let Some(opened) = self.sides[at].open(keys, header, body) {
            return Some(opened);
        }
        if !self.can_open(keys, sender) {
            return None;
        }
        let side = &mut self.sides[at];
        if side.unread >= MAX_KEY_TRIES {
            let again = side.unread.is_power_of_two() || side.lines != keys.lines();
            if !again {
                return None;
            }
        }
        side.lines = keys.lines();
        match self.version {
            Version::Old => None,
            Version::Tls12 => self.open_12(keys, sender, header, body),
            Version::Tls13 | Version::Unknown => self.open_13(keys, sender, header, body),
        }
    }

    /// Whether a record may be opened, now or with later input.
    pub(super) fn can_open(&self, keys: &KeyLog, sender: Sender) -> bool {
        let known = |suite: &super::suite::Suite| suite.bulk.is_some();
        if self.version == Version::Old || !self.suite.as_ref().is_none_or(known) {
            return false;
        }
        let side = &self.sides[self.side(sender)];
        if side.cipher.is_some() || self.must_wait(sender) {
            return true;
        }
        match (self.version, self.random) {
            (Version::Tls12, Some(_)) => !self.masters(keys).is_empty(),
            (_, Some(random)) => !keys.secrets(&random).is_empty(),
            (_, None) => !keys.connections.is_empty() && side.searches < SEARCHES,
        }
    }

    /// Why the records of `role` cannot be opened; `None` if they should be.
    pub(super) fn missing(&self, keys: &KeyLog, role: Sender) -> Option<Missing> {
        let state = &self.sides[side(role)];
        if self.version == Version::Old {
            return Some(Missing::Version);
        }
        if let Some(suite) = self.suite.as_ref().filter(|suite| suite.bulk.is_none()) {
            return Some(Missing::Suite(suite.name.clone()));
        }
        let Some(random) = self.random else {
            return Some(Missing::Beginning);
        };
        let secrets = keys.secrets(&random);
        let application = secrets
            .iter()
            .any(|(label, _)| matches!(label, Label::Application(whose, _) if *whose == role));
        match self.version {
            Version::Tls12 if self.masters(keys).is_empty() => Some(Missing::Secret(Label::Master)),
            Version::Tls12 => (state.stage == Stage::Start && state.unread >= MAX_KEY_TRIES_12)
                .then_some(Missing::Fit),
            _ if secrets.is_empty() => Some(Missing::Secrets),
            Version::Unknown if secrets.iter().all(|(label, _)| *label == Label::Master) => {
                Some(Missing::ServerHello)
            }
            _ if matches!(state.stage, Stage::Application(_)) => None,
            _ if !application => Some(Missing::Secret(Label::Application(role, 0))),
            _ => (state.unread >= MAX_KEY_TRIES).then_some(Missing::Fit),
        }
    }

    /// TLS 1.3: tries the keys that can follow the one in use.
    fn open_13(
        &mut self,
        keys: &mut KeyLog,
        sender: Sender,
        header: Header,
        body: &mut [u8],
    ) -> Option<Opened> {
        if header.kind() != kind::APPLICATION_DATA {
            return None;
        }
        let role = self.sender(sender);
        let (stage, slack) = {
            let side = &self.sides[side(role)];
            (side.stage, side.slack)
        };
        let mut next: Vec<(Stage, Box<[u8]>)> = Vec::new();
        if let Stage::Application(update) = stage {
            // A gap can hide two key updates.
            let mut secret = self.sides[side(role)].secret.clone();
            for more in 1..=if slack > 0 { 2 } else { 1 } {
                secret = derive::next_secret(&secret)?;
                next.push((
                    Stage::Application(update.saturating_add(more)),
                    secret.clone(),
                ));
            }
        } else {
            let Some(random) = self.random else {
                return self.find_13(keys, sender, header, body);
            };
            for (label, secret) in keys.secrets(&random) {
                let stage = match *label {
                    Label::Early if role == Sender::Client && stage == Stage::Start => Stage::Early,
                    Label::Handshake(whose) if whose == role && stage != Stage::Handshake => {
                        Stage::Handshake
                    }
                    Label::Application(whose, update) if whose == role => {
                        Stage::Application(update)
                    }
                    _ => continue,
                };
                next.push((stage, secret.clone()));
            }
        }
        if slack > MAX_KEY_TRIES {
            // This late in the connection, the handshake is over.
            next.sort_by_key(|(stage, _)| !matches!(stage, Stage::Application(_)));
        }
        let suite = self.suite.as_ref().and_then(|suite| suite.bulk);
        for (stage, secret) in next {
            for bulk in bulks(suite, &secret) {
                if !keys.budget.spend_or_report(DERIVE + body.len()) {
                    return None;
                }
                let Some(mut cipher) = Cipher::from_secret(bulk, &secret) else {
                    continue;
                };
                if let Some(opened) = open_or_search(&mut cipher, 0, slack, keys, header, body) {
                    self.sides[side(role)].take(stage, &secret, cipher, &opened);
                    self.set_tls13(bulk);
                    return Some(opened);
                }
            }
        }
        None
    }

    /// TLS 1.3 without its handshake: searches for the connection's secret and
    /// sequence number.
    fn find_13(
        &mut self,
        keys: &mut KeyLog,
        sender: Sender,
        header: Header,
        body: &mut [u8],
    ) -> Option<Opened> {
        let assumed = self.sender(sender);
        self.sides[side(assumed)].searches += 1;
        let suite = self.suite.as_ref().and_then(|suite| suite.bulk);
        let can_reverse = self.client.is_none()
            && self.server.is_none()
            && self.sides.iter().all(|side| side.cipher.is_none());
        let roles = [assumed, assumed.peer()];
        let roles = &roles[..if can_reverse { 2 } else { 1 }];
        let connections = &keys.connections;
        let found = keys.budget.with_half(|budget| {
            for reach in REACHES.windows(2) {
                for &role in roles {
                    for connection in connections {
                        if !budget.spend(0) {
                            return None;
                        }
                        for (label, secret) in &connection.list {
                            let stage = match *label {
                                Label::Handshake(whose) if whose == role => Stage::Handshake,
                                Label::Application(whose, update) if whose == role => {
                                    Stage::Application(update)
                                }
                                _ => continue,
                            };
                            for bulk in bulks(suite, secret) {
                                if !budget.spend(body.len()) {
                                    return None;
                                }
                                let Some(mut cipher) = Cipher::from_secret(bulk, secret) else {
                                    continue;
                                };
                                let numbers = reach[0]..reach[1];
                                if let Some(opened) = cipher.search(numbers, header, body, budget) {
                                    let random = connection.random;
                                    let secret = secret.clone();
                                    return Some((
                                        role, random, stage, secret, bulk, cipher, opened,
                                    ));
                                }
                            }
                        }
                    }
                }
            }
            None
        });
        let (role, random, stage, secret, bulk, cipher, opened) = found?;
        if role != assumed {
            self.reverse();
        }
        // The other side's sequence number is equally unknown.
        self.sides[side(role.peer())].slack =
            opened.number.saturating_mul(256).clamp(4096, MAX_SEARCH);
        self.sides[side(role)].take(stage, &secret, cipher, &opened);
        self.random = Some(random);
        self.about.client_random = Some(hex::encode(&random));
        self.set_tls13(bulk);
        self.changed = true;
        Some(opened)
    }

    /// Sets the version after opening a record with a TLS 1.3 key.
    fn set_tls13(&mut self, bulk: Bulk) {
        if self.version == Version::Unknown {
            self.version = Version::Tls13;
            self.about.version = Some("TLS 1.3");
            self.about.cipher = bulk.name().map(str::to_owned);
            self.suite = None;
            self.changed = true;
        }
    }

    /// TLS 1.2: opens the first record after ChangeCipherSpec.
    fn open_12(
        &mut self,
        keys: &mut KeyLog,
        sender: Sender,
        header: Header,
        body: &mut [u8],
    ) -> Option<Opened> {
        let role = self.sender(sender);
        if self.sides[side(role)].cipher.is_some() {
            return None;
        }
        let server = self.server.clone()?;
        let suite = self.suite.clone()?;
        let bulk = suite.bulk?;
        let known: Option<Vec<_>> = self.random.map(|random| {
            let masters = self.masters(keys).into_iter();
            masters.map(|master| (random, master)).collect()
        });
        if known.is_none() {
            self.sides[side(role)].searches += 1;
        }
        let count = known.as_ref().map_or(keys.connections.len(), Vec::len);
        let state = &self.sides[side(role)];
        let slack = state
            .slack
            .max(if state.protected { 0 } else { UNSEEN_CHANGE });
        let number = state.number;
        for at in 0..count {
            if !keys.budget.spend(DERIVE + body.len()) {
                return None;
            }
            let candidate = match &known {
                Some(known) => Some(known[at]),
                None => keys.master(at),
            };
            let Some((random, master)) = candidate else {
                continue;
            };
            let block = derive::key_block(suite.hash, bulk, &master, &random, &server.random);
            let mut cipher = Cipher::from_keys(bulk, &block[side(role)], server.mac_of_ciphertext)?;
            if let Some(opened) = open_or_search(&mut cipher, number, slack, keys, header, body) {
                self.sides[side(role)].take(Stage::Tls12, &[], cipher, &opened);
                self.sides[side(role)].protected = true;
                if self.random.is_none() {
                    self.random = Some(random);
                    self.about.client_random = Some(hex::encode(&random));
                    self.changed = true;
                }
                keys.remember(server.session, master);
                return Some(opened);
            }
        }
        None
    }

    /// TLS 1.2: possible master secrets of this connection, most likely first.
    pub(super) fn masters(&self, keys: &KeyLog) -> Vec<[u8; MASTER]> {
        let mut masters = Vec::new();
        if let Some(master) = self
            .random
            .and_then(|random| keys.secret(&random, Label::Master))
        {
            masters.extend(<[u8; MASTER]>::try_from(master));
        }
        let ticket = self
            .client
            .iter()
            .filter(|_| !self.full_handshake)
            .map(|client| &client.ticket);
        let session = self.server.iter().map(|server| &server.session);
        masters.extend(
            ticket
                .chain(session)
                .flatten()
                .filter_map(|name| keys.session(name)),
        );
        masters
    }
}

/// Ciphers that a TLS 1.3 secret can be for.
fn bulks(suite: Option<Bulk>, secret: &[u8]) -> Vec<Bulk> {
    suite.map_or_else(
        || Bulk::for_secret(secret.len()).to_vec(),
        |bulk| vec![bulk],
    )
}
