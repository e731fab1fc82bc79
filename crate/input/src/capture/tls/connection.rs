//! One connection: records and handshake messages to keys, and with them to
//! application data.

use http2::{Arrival, Sender};

use super::{
    About, KeyLog, Output,
    cipher::Cipher,
    early::Early,
    gap::{Cause, Gap},
    held::Held,
    hello::{ClientHello, Message, Messages, ServerHello},
    keylog::{Label, Random},
    missing::{self, Missing},
    name,
    record::{Header, Item, Reader, kind},
    suite::Suite,
};

/// The most records that are assumed to have passed where the number of
/// missing octets is unknown.
const UNKNOWN_LOSS: u64 = 4096;
/// The most sequence numbers that one search looks through.
pub(super) const FARTHEST: u64 = 1 << 20;
/// Octets of the smallest protected record, header included.
const SMALLEST: u64 = 5 + 17;

/// The version, as far as it matters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Version {
    #[default]
    Unknown,
    /// Before 1.2, which HTTP/2 does not go with.
    Old,
    Tls12,
    Tls13,
}

/// Which of a sender's keys is in use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Stage {
    /// None has opened a record yet.
    #[default]
    Start,
    /// TLS 1.3, 0-RTT.
    Early,
    /// TLS 1.3.
    Handshake,
    /// TLS 1.3, after this many key updates.
    Application(u32),
    /// TLS 1.2, after ChangeCipherSpec.
    Tls12,
}

/// One sender.
#[derive(Debug, Default)]
pub(super) struct Side {
    records: Reader,
    messages: Messages,
    pub(super) stage: Stage,
    /// TLS 1.3: the secret of the stage.
    pub(super) secret: Box<[u8]>,
    pub(super) cipher: Option<Cipher>,
    /// The sequence number after that of the last record that was opened.
    pub(super) number: u64,
    /// The most records that may have passed unread since.
    pub(super) slack: u64,
    /// Whether anything of this sender has come, or is known to be missing.
    met: bool,
    /// TLS 1.2: whether ChangeCipherSpec was seen, so that all is protected.
    pub(super) protected: bool,
    /// Protected records since the last one that was opened.
    pub(super) unread: u64,
    /// Lines of the key log when a key was last looked for.
    pub(super) lines: u64,
    /// Searches for the key of a connection whose beginning is missing.
    pub(super) searches: u32,
    /// Application data that is missing before the next.
    gap: Option<Gap>,
    pub(super) missing: Option<Missing>,
}

impl Side {
    /// Up to `records` more records may have passed unread.
    fn pass(&mut self, records: u64) {
        self.slack = self.slack.saturating_add(records).min(FARTHEST);
    }
}

/// The TLS of one connection: both directions, from their first octet or
/// from somewhere in the middle.
#[derive(Debug, Default)]
pub struct Tls {
    pub(super) about: About,
    pub(super) version: Version,
    pub(super) client: Option<ClientHello>,
    pub(super) server: Option<ServerHello>,
    pub(super) suite: Option<Suite>,
    /// The client's and the server's.
    pub(super) sides: [Side; 2],
    /// Whether who is called the client is the server.
    reversed: bool,
    /// TLS 1.2: whether a message was seen that only a full handshake has.
    pub(super) full: bool,
    held: Held,
    early: Early,
    /// The client random: of its hello, or found in the key log.
    pub(super) random: Option<Random>,
    /// Whether [`Output::Reversed`] is due.
    turned: bool,
    /// Whether [`Output::About`] is due.
    pub(super) changed: bool,
}

/// Where a sender's side stands.
pub(super) const fn side(sender: Sender) -> usize {
    match sender {
        Sender::Client => 0,
        Sender::Server | Sender::Unknown => 1,
    }
}

/// Where outputs go.
type Out<'o> = &'o mut dyn FnMut(Output<'_>);

impl Tls {
    /// Nothing is known yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// What is known of the connection.
    #[must_use]
    pub fn about(&self) -> &About {
        &self.about
    }

    /// The next octets of `sender`, as TCP brought them. `keys` may have
    /// learnt more since the last call; it also carries what one connection
    /// tells about another (sessions that are resumed).
    pub fn push(
        &mut self,
        keys: &mut KeyLog,
        sender: Sender,
        octets: &[u8],
        arrival: Arrival,
        out: Out<'_>,
    ) {
        keys.budget.earn(octets.len());
        let mut records = std::mem::take(&mut self.sides[self.side(sender)].records);
        records.push(octets);
        while let Some(item) = records.next(|header| self.wanted(keys, sender, header)) {
            match item {
                Item::Record(header) => {
                    self.record(keys, sender, header, records.body(), arrival, out);
                }
                Item::Candidate(header, chained) => {
                    let body = records.body();
                    let protected = self.protected(sender, header, body);
                    // A few octets may look like the header of a long record,
                    // again and again.
                    let opened = if protected && keys.budget.afford(header.length()) {
                        self.open(keys, sender, header, body)
                    } else {
                        None
                    };
                    match (opened, chained) {
                        (Some(opened), _) => {
                            let text = &body[opened.text];
                            self.opened(keys, sender, header, text, arrival, out);
                            records.accept();
                        }
                        (None, Some(true)) => {
                            if protected {
                                self.unread(keys, sender, header, arrival);
                            } else {
                                self.record(keys, sender, header, body, arrival, out);
                            }
                            records.accept();
                        }
                        (None, Some(false)) => records.refuse(),
                        (None, None) => {
                            records.wait();
                            break;
                        }
                    }
                }
                Item::Skipped(header) => self.unread(keys, sender, header, arrival),
                Item::Astray(octets) => {
                    self.wait_no_more(keys, sender, out);
                    self.astray(sender, octets, arrival, out);
                }
            }
        }
        let side = self.side(sender);
        self.sides[side].records = records;
        self.sides[side].met |= !octets.is_empty();
        if keys.budget.is_news() {
            out(Output::Problem(
                arrival,
                "Finding out which secret opens which record takes too long: from here on, records are left out for which many secrets, or many places, would have to be tried.".to_owned(),
            ));
        }
        self.tell(keys, out);
    }

    /// `sender`'s octets are missing here; the number of them, if known.
    pub fn lose(
        &mut self,
        keys: &mut KeyLog,
        sender: Sender,
        octets: Option<u64>,
        arrival: Arrival,
        out: Out<'_>,
    ) {
        if octets == Some(0) {
            return;
        }
        self.wait_no_more(keys, sender, out);
        let at = self.side(sender);
        let side = &mut self.sides[at];
        side.met = true;
        side.messages.clear();
        let damaged = side.records.lose(octets);
        let scanning = side.records.scanning();
        side.pass(match (damaged, scanning) {
            // The record that was begun, and no other.
            (Some(_), false) => 1,
            // The rest of one that counts already.
            (None, false) => 0,
            (_, true) => octets.map_or(UNKNOWN_LOSS, |octets| octets / SMALLEST + 2),
        });
        match damaged {
            Some(header) if !scanning => {
                let text = self.text_length(at, header);
                self.gap(sender, Cause::Hole, text, arrival);
            }
            None if !scanning => {}
            _ => self.gap(sender, Cause::Hole, None, arrival),
        }
        self.release(keys, out);
        self.tell(keys, out);
    }

    /// The connection, or the file, ends here: what was waiting for more is
    /// given up.
    pub fn finish(&mut self, keys: &mut KeyLog, out: Out<'_>) {
        for sender in [Sender::Client, Sender::Server] {
            self.sides[side(sender)].met = true;
        }
        self.release(keys, out);
        self.settle(true, out);
        for sender in [Sender::Client, Sender::Server] {
            let side = &mut self.sides[side(sender)];
            if side.cipher.is_some() && side.missing.is_none() {
                if let Some(gap) = side.gap.take() {
                    gap.tell(sender, out);
                }
                let waiting = side.records.waiting();
                if waiting > 0 {
                    out(Output::Problem(
                        Arrival::default(),
                        format!(
                            "The last TLS record of the {} is cut off: its {waiting} bytes cannot be decrypted.",
                            name(sender)
                        ),
                    ));
                }
            }
        }
        self.tell(keys, out);
    }

    /// No header stands where one should.
    fn astray(&mut self, sender: Sender, octets: [u8; 5], arrival: Arrival, out: Out<'_>) {
        let side = self.side(sender);
        self.sides[side].pass(UNKNOWN_LOSS);
        self.gap(sender, Cause::Astray, None, arrival);
        // Where the capture begins inside a record, that is nothing wrong.
        if self.sides[side].met {
            out(Output::Problem(
                arrival,
                format!(
                    "A TLS record of the {} should begin here, but {octets:02x?} is not a record header; reading continues at the next one.",
                    name(self.sender(sender))
                ),
            ));
        }
    }

    /// Who this sender really is.
    pub(super) const fn sender(&self, sender: Sender) -> Sender {
        match (sender, self.reversed) {
            (Sender::Client, false) | (Sender::Server, true) => Sender::Client,
            _ => Sender::Server,
        }
    }

    /// The index of the side that this sender really is.
    pub(super) const fn side(&self, sender: Sender) -> usize {
        side(self.sender(sender))
    }

    /// It turns out that the senders are the other way round.
    pub(super) fn reverse(&mut self) {
        self.reversed = !self.reversed;
        self.sides.swap(0, 1);
        self.turned = !self.turned;
    }

    /// Whether a record is worth keeping until it is whole.
    fn wanted(&self, keys: &KeyLog, sender: Sender, header: Header) -> bool {
        header.kind() != kind::APPLICATION_DATA
            || self.sides[self.side(sender)].cipher.is_some()
            || self.hopeful(keys, sender)
    }

    /// A whole record.
    fn record(
        &mut self,
        keys: &mut KeyLog,
        sender: Sender,
        header: Header,
        body: &mut [u8],
        arrival: Arrival,
        out: Out<'_>,
    ) {
        let changes = header.kind() == kind::CHANGE_CIPHER_SPEC
            && (self.version != Version::Tls13 || *body == [1]);
        let follows = self.held.sender() == Some(sender);
        if changes || follows || self.protected(sender, header, body) {
            if self.waits(sender) && self.held.add(sender, header, body, arrival) {
                return;
            }
            self.release(keys, out);
        }
        if changes {
            // Where there are keys, it is sealed itself.
            let at = self.side(sender);
            let sealed = self.version != Version::Tls13 && self.sides[at].cipher.is_some();
            if sealed && self.open(keys, sender, header, body).is_none() {
                self.unread(keys, sender, header, arrival);
            } else {
                self.change_cipher(sender);
            }
        } else if self.protected(sender, header, body) {
            match self.open(keys, sender, header, body) {
                Some(opened) => self.opened(keys, sender, header, &body[opened.text], arrival, out),
                None => self.unread(keys, sender, header, arrival),
            }
        } else {
            self.content(keys, sender, header.kind(), body, arrival, out);
        }
        let side = self.side(sender);
        self.sides[side].met = true;
        self.release(keys, out);
    }

    /// Whether a record can't be read as it is.
    fn protected(&self, sender: Sender, header: Header, body: &[u8]) -> bool {
        let side = &self.sides[self.side(sender)];
        let sealed = match self.version {
            Version::Tls13 => matches!(side.stage, Stage::Handshake | Stage::Application(_)),
            _ => side.protected,
        };
        match header.kind() {
            kind::APPLICATION_DATA => true,
            kind::HANDSHAKE if self.version == Version::Tls13 => sealed,
            // Without the hellos, what begins no message is protected.
            kind::HANDSHAKE if self.client.is_none() && self.server.is_none() => {
                side.protected || !matches!(body.first(), Some(0..=2))
            }
            kind::HANDSHAKE => side.protected,
            kind::ALERT => body.len() != 2,
            kind::CHANGE_CIPHER_SPEC if self.version != Version::Tls13 => false,
            _ => sealed,
        }
    }

    /// Whether a sender's protected records have to wait: the other side's
    /// hello, which has its part of the keys, comes later in the capture.
    pub(super) fn waits(&self, sender: Sender) -> bool {
        let (mine, other) = match self.sender(sender) {
            Sender::Client => (self.client.is_some(), self.server.is_some()),
            _ => (self.server.is_some(), self.client.is_some()),
        };
        mine && !other && !self.held.full() && !self.sides[1 - self.side(sender)].met
    }

    /// Reads what waited, if it need not wait longer.
    fn release(&mut self, keys: &mut KeyLog, out: Out<'_>) {
        if self
            .held
            .sender()
            .is_some_and(|sender| !self.waits(sender) || self.held.full())
        {
            for mut record in self.held.take() {
                self.record(
                    keys,
                    record.sender,
                    record.header,
                    &mut record.body,
                    record.arrival,
                    out,
                );
            }
        }
    }

    /// Octets of this sender are missing: what follows is found by decrypting
    /// it, so that what waits before it has to be read now.
    fn wait_no_more(&mut self, keys: &mut KeyLog, sender: Sender, out: Out<'_>) {
        if self.held.sender() == Some(sender) {
            self.held.close();
            self.release(keys, out);
        }
    }

    /// ChangeCipherSpec: in TLS 1.3 without meaning.
    fn change_cipher(&mut self, sender: Sender) {
        if self.version == Version::Tls13 {
            return;
        }
        if self.version == Version::Tls12 && self.sender(sender) == Sender::Server {
            self.about.resumed = !self.full && self.client.is_some();
            self.changed = true;
        }
        let side = self.side(sender);
        let side = &mut self.sides[side];
        side.protected = true;
        side.cipher = None;
        side.stage = Stage::Start;
        side.number = 0;
        side.slack = 0;
        side.messages.clear();
    }

    /// A record is genuine, and this is its plaintext.
    fn opened(
        &mut self,
        keys: &mut KeyLog,
        sender: Sender,
        header: Header,
        text: &[u8],
        arrival: Arrival,
        out: Out<'_>,
    ) {
        let side = self.side(sender);
        let side = &mut self.sides[side];
        side.unread = 0;
        if side.missing.take().is_some() {
            self.changed = true;
        }
        if side.stage == Stage::Tls12 {
            self.content(keys, sender, header.kind(), text, arrival, out);
            return;
        }
        // RFC 8446 §5.2: the type is the last octet that is not zero.
        let Some(end) = text.iter().rposition(|&octet| octet != 0) else {
            return;
        };
        if side.stage == Stage::Handshake && !self.early.taken() {
            // What was lost before the handshake's end was no application data.
            side.gap = None;
        }
        self.content(keys, sender, text[end], &text[..end], arrival, out);
    }

    /// What stands in a record.
    fn content(
        &mut self,
        keys: &mut KeyLog,
        sender: Sender,
        content: u8,
        mut text: &[u8],
        arrival: Arrival,
        out: Out<'_>,
    ) {
        match content {
            kind::HANDSHAKE => {
                let side = self.side(sender);
                let mut messages = std::mem::take(&mut self.sides[side].messages);
                while let Some(message) = messages.next(&mut text) {
                    self.message(keys, sender, message, out);
                }
                let side = self.side(sender);
                self.sides[side].messages = messages;
            }
            kind::APPLICATION_DATA => self.data(keys, sender, text, arrival, out),
            kind::ALERT => self.alert(sender, text, arrival, out),
            _ => {}
        }
    }

    /// Application data.
    fn data(&mut self, keys: &KeyLog, sender: Sender, text: &[u8], arrival: Arrival, out: Out<'_>) {
        let side = self.side(sender);
        self.tell(keys, out);
        if self.sides[side].stage == Stage::Early {
            self.early.data(text, arrival, out);
            return;
        }
        if self.early.offered() {
            // Once application data is sent, the fate of early data is
            // settled. Had the server accepted it, a client whose handshake
            // can be read would have ended it with EndOfEarlyData.
            let read = self.random.is_some_and(|random| {
                keys.secret(&random, Label::Handshake(Sender::Client))
                    .is_some()
            });
            self.settle(self.sender(sender) == Sender::Server || !read, out);
        }
        if let Some(gap) = self.sides[side].gap.take() {
            gap.tell(self.sender(sender), out);
        }
        if !text.is_empty() {
            out(Output::Data(self.sender(sender), text, arrival));
        }
    }

    /// An alert: a fatal one says why there is nothing more.
    fn alert(&self, sender: Sender, text: &[u8], arrival: Arrival, out: Out<'_>) {
        if let &[2, code] = text {
            out(Output::Event(
                arrival,
                format!(
                    "The {} ended the TLS connection with the alert {} ({code}).",
                    name(self.sender(sender)),
                    tls_parser::TlsAlertDescription(code)
                ),
            ));
        }
    }

    /// A handshake message.
    fn message(&mut self, keys: &mut KeyLog, sender: Sender, message: Message, out: Out<'_>) {
        // A key tells who is who better than a message does.
        let new = self.client.is_none()
            && self.server.is_none()
            && self.sides.iter().all(|side| side.cipher.is_none());
        let role = match message {
            Message::ClientHello(_) | Message::EndOfEarlyData => Sender::Client,
            _ => Sender::Server,
        };
        if self.sender(sender) != role {
            if !new {
                return;
            }
            self.reverse();
        }
        self.changed = true;
        match message {
            Message::ClientHello(hello) => {
                self.random = Some(hello.random);
                self.about.client_random = Some(hex(&hello.random));
                self.about.server_name.clone_from(&hello.server_name);
                self.full = false;
                if hello.early_data {
                    self.early.offer();
                }
                self.client = Some(hello);
            }
            Message::ServerHello(hello) => {
                let (version, name) = match hello.version {
                    0x0300 => (Version::Old, "SSL 3.0"),
                    0x0301 => (Version::Old, "TLS 1.0"),
                    0x0302 => (Version::Old, "TLS 1.1"),
                    0x0303 => (Version::Tls12, "TLS 1.2"),
                    _ => (Version::Tls13, "TLS 1.3"),
                };
                let suite = Suite::new(hello.suite);
                self.version = version;
                self.about.version = Some(name);
                self.about.cipher = Some(suite.name.clone());
                if hello.alpn.is_some() {
                    self.about.alpn.clone_from(&hello.alpn);
                }
                self.suite = Some(suite);
                if version == Version::Tls13 {
                    self.about.resumed = hello.resumes;
                    let readable = self.random.is_none_or(|random| {
                        keys.secret(&random, Label::Handshake(Sender::Server))
                            .is_some()
                    });
                    // Without EncryptedExtensions, resumption is the best sign.
                    if !hello.resumes || !readable {
                        self.settle(hello.resumes, out);
                    }
                }
                self.server = Some(hello);
            }
            Message::Retry => {
                self.version = Version::Tls13;
                self.settle(false, out);
            }
            Message::EncryptedExtensions(alpn, early) => {
                if alpn.is_some() {
                    self.about.alpn = alpn;
                }
                self.settle(early, out);
            }
            Message::Ticket(ticket) => {
                if self.version == Version::Tls12
                    && let Some(&master) = self.masters(keys).first()
                {
                    keys.remember(ticket, master);
                }
            }
            Message::EndOfEarlyData => self.settle(true, out),
            Message::Full => self.full = true,
        }
    }

    /// What became of early data.
    fn settle(&mut self, taken: bool, out: Out<'_>) {
        if !self.early.offered() {
            return;
        }
        let client = &self.sides[side(Sender::Client)];
        if taken && client.stage == Stage::Start && client.unread > 0 {
            let first = client.gap.as_ref().map_or(Arrival::default(), Gap::arrival);
            self.gap_of(Sender::Client, Cause::Early, None, first);
        }
        self.early.settle(taken, out);
    }

    /// A protected record could not be read.
    fn unread(&mut self, keys: &KeyLog, sender: Sender, header: Header, arrival: Arrival) {
        let at = self.side(sender);
        let role = self.sender(sender);
        let side = &mut self.sides[at];
        side.unread += 1;
        let missing = self.missing(keys, role);
        let side = &mut self.sides[at];
        // Without the handshake's secrets its records are nothing to count.
        let expected = missing.is_none()
            && matches!(side.stage, Stage::Start | Stage::Early)
            && self.version != Version::Tls12
            && self
                .random
                .is_some_and(|random| keys.secret(&random, Label::Handshake(role)).is_none());
        if !expected {
            side.pass(1);
        } else if side.unread >= 16 && side.unread.is_power_of_two() {
            side.pass(side.unread);
        }
        let early = role == Sender::Client
            && self.sides[at].stage == Stage::Start
            && (self.early.offered() || self.early.settled());
        let cause = match missing {
            Some(_) => Cause::Key,
            None if early && self.early.taken() => Cause::Early,
            None if early || expected => return,
            None => Cause::Forged,
        };
        if self.sides[at].missing != missing {
            self.sides[at].missing = missing;
            self.changed = true;
        }
        let text = self.text_length(at, header);
        self.gap(sender, cause, text, arrival);
    }

    /// Octets of application data in a record, where that is known.
    fn text_length(&self, side: usize, header: Header) -> Option<u64> {
        match (header.kind(), &self.sides[side].cipher) {
            (kind::APPLICATION_DATA, Some(cipher)) => cipher.text_length(header.length()),
            // What calls itself something else may be some all the same.
            (kind::APPLICATION_DATA, None) | (_, Some(_)) => None,
            (_, None) => Some(0),
        }
    }

    /// Application data may be missing here.
    fn gap(&mut self, sender: Sender, cause: Cause, octets: Option<u64>, arrival: Arrival) {
        self.gap_of(self.sender(sender), cause, octets, arrival);
    }

    fn gap_of(&mut self, role: Sender, cause: Cause, octets: Option<u64>, arrival: Arrival) {
        if octets != Some(0) {
            let gap = &mut self.sides[side(role)].gap;
            *gap = Some(Gap::more(gap.take(), cause, octets, arrival));
        }
    }

    /// Says what is new about the connection.
    fn tell(&mut self, keys: &KeyLog, out: Out<'_>) {
        if std::mem::take(&mut self.turned) {
            out(Output::Reversed);
        }
        if std::mem::take(&mut self.changed) {
            self.about.missing = missing::sentence(
                self.sides.each_ref().map(|side| side.missing.as_ref()),
                &self.about,
                keys,
            );
            out(Output::About(&self.about));
        }
    }
}

/// As a key log writes it.
pub(super) fn hex(octets: &[u8]) -> String {
    octets.iter().map(|octet| format!("{octet:02x}")).collect()
}
