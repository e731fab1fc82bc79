//! One connection: records and handshake messages to keys, and with them to
//! application data.

use http2::{Arrival, Input, Sender};

use super::{
    About, KeyLog, Output,
    cipher::Cipher,
    early::Early,
    gap::{Gap, reason},
    held::Held,
    hello::{ClientHello, Message, Messages, ServerHello},
    keylog::{Label, Random},
    missing::{self, Missing},
    name,
    record::{Header, Item, Records, kind},
    suite::Suite,
};

/// The most records that are assumed to have passed where the number of
/// missing bytes is unknown.
const UNKNOWN_LOSS: u64 = 4096;
/// The most sequence numbers that one search looks through.
pub(super) const FARTHEST: u64 = 1 << 20;
/// Bytes of the smallest protected record, header included.
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
    records: Records,
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

/// The TLS of one connection: both directions, from their first byte or
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

/// A call: what it reads with, and where outputs go.
pub(super) struct Call<'a> {
    /// May have learnt more since the last call, and carries what one connection
    /// tells about another (sessions that are resumed).
    pub(super) keys: &'a mut KeyLog,
    /// Of the record at hand.
    arrival: Arrival,
    out: &'a mut dyn FnMut(Output<'_>),
}

impl Call<'_> {
    fn problem(&mut self, message: String) {
        (self.out)(Output::Problem(self.arrival, message));
    }
}

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

    /// Reads what comes next of `sender`, as TCP brought it. The end of one is
    /// that of both: what was waiting for more is given up.
    pub fn read(
        &mut self,
        keys: &mut KeyLog,
        sender: Sender,
        input: Input<&[u8]>,
        out: &mut dyn FnMut(Output<'_>),
    ) {
        let arrival = match input {
            Input::Bytes(_, arrival) | Input::Lost(_, arrival) => arrival,
            Input::End => Arrival::default(),
        };
        let call = &mut Call { keys, arrival, out };
        match input {
            Input::Bytes(bytes, _) => self.push(sender, bytes, call),
            Input::Lost(Some(0), _) => return,
            Input::Lost(count, _) => self.lose(sender, count, call),
            Input::End => self.finish(call),
        }
        self.tell(call);
    }

    fn push(&mut self, sender: Sender, bytes: &[u8], call: &mut Call<'_>) {
        call.keys.budget.earn(bytes.len());
        let mut records = std::mem::take(&mut self.side_of(sender).records);
        records.push(bytes);
        while let Some(item) = records.next(|header| self.wanted(call.keys, sender, header)) {
            match item {
                Item::Record(header) => self.record(sender, header, records.body(), call),
                Item::Candidate(header, chained) => {
                    let body = records.body();
                    let protected = self.protected(sender, header, body);
                    // A few bytes may look like the header of a long record,
                    // again and again.
                    let opened = if protected && call.keys.budget.afford(header.length()) {
                        self.open(call.keys, sender, header, body)
                    } else {
                        None
                    };
                    match (opened, chained) {
                        (Some(opened), _) => {
                            self.opened(sender, header, &body[opened.text], call);
                            records.accept();
                        }
                        (None, Some(true)) => {
                            if protected {
                                self.unread(sender, header, call);
                            } else {
                                self.record(sender, header, body, call);
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
                Item::Skipped(header) => self.unread(sender, header, call),
                Item::Astray(bytes) => {
                    self.wait_no_more(sender, call);
                    self.astray(sender, bytes, call);
                }
            }
        }
        let side = self.side_of(sender);
        side.records = records;
        side.met |= !bytes.is_empty();
        if call.keys.budget.is_news() {
            call.problem("Finding out which secret opens which record takes too long: from here on, records are left out for which many secrets, or many places, would have to be tried.".to_owned());
        }
    }

    /// `sender`'s bytes are missing here; the number of them, if known.
    fn lose(&mut self, sender: Sender, count: Option<u64>, call: &mut Call<'_>) {
        self.wait_no_more(sender, call);
        let side = self.side_of(sender);
        side.met = true;
        side.messages.clear();
        let damaged = side.records.lose(count);
        let scanning = side.records.scanning();
        side.pass(match (damaged, scanning) {
            // The record that was begun, and no other.
            (Some(_), false) => 1,
            // The rest of one that counts already.
            (None, false) => 0,
            (_, true) => count.map_or(UNKNOWN_LOSS, |count| count / SMALLEST + 2),
        });
        match damaged {
            Some(header) if !scanning => {
                let text = self.text_length(sender, header);
                self.gap(self.sender(sender), reason::HOLE, text, call.arrival);
            }
            None if !scanning => {}
            _ => self.gap(self.sender(sender), reason::HOLE, None, call.arrival),
        }
        self.release(call);
    }

    fn finish(&mut self, call: &mut Call<'_>) {
        for side in &mut self.sides {
            side.met = true;
        }
        self.release(call);
        self.settle(true, call);
        for sender in [Sender::Client, Sender::Server] {
            let side = &mut self.sides[side(sender)];
            if side.cipher.is_some() && side.missing.is_none() {
                if let Some(gap) = side.gap.take() {
                    (call.out)(gap.output(sender));
                }
                let waiting = side.records.waiting();
                if waiting > 0 {
                    call.problem(format!(
                        "The last TLS record of the {} is cut off: its {waiting} bytes cannot be decrypted.",
                        name(sender)
                    ));
                }
            }
        }
    }

    /// The sender's records cannot be followed.
    fn astray(&mut self, sender: Sender, bytes: [u8; 5], call: &mut Call<'_>) {
        let role = self.sender(sender);
        self.gap(role, reason::ASTRAY, None, call.arrival);
        let side = self.side_of(sender);
        side.pass(UNKNOWN_LOSS);
        // A capture that begins inside a record is not wrong.
        if side.met {
            call.problem(format!(
                "A TLS record of the {} should begin here, but {bytes:02x?} is not a record header; reading continues at the next one.",
                name(role)
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

    /// Index of the side that this sender really is.
    pub(super) const fn side(&self, sender: Sender) -> usize {
        side(self.sender(sender))
    }

    fn side_of(&mut self, sender: Sender) -> &mut Side {
        &mut self.sides[self.side(sender)]
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
    fn record(&mut self, sender: Sender, header: Header, body: &mut [u8], call: &mut Call<'_>) {
        let changes = header.kind() == kind::CHANGE_CIPHER_SPEC
            && (self.version != Version::Tls13 || *body == [1]);
        let follows = self.held.sender() == Some(sender);
        if changes || follows || self.protected(sender, header, body) {
            if self.waits(sender) && self.held.add(sender, header, body, call.arrival) {
                return;
            }
            self.release(call);
        }
        let protected = self.protected(sender, header, body);
        // If there are keys, ChangeCipherSpec is sealed itself.
        let is_tls13 = self.version == Version::Tls13;
        let sealed = match changes {
            true => !is_tls13 && self.side_of(sender).cipher.is_some(),
            false => protected,
        };
        match sealed.then(|| self.open(call.keys, sender, header, body)) {
            Some(None) => self.unread(sender, header, call),
            _ if changes => self.change_cipher(sender),
            Some(Some(opened)) => self.opened(sender, header, &body[opened.text], call),
            None => self.content(sender, header.kind(), body, call),
        }
        self.side_of(sender).met = true;
        self.release(call);
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

    /// Reads what waited, unless it has to wait longer.
    fn release(&mut self, call: &mut Call<'_>) {
        let waits = |sender| self.waits(sender) && !self.held.full();
        if self.held.sender().is_some_and(|sender| !waits(sender)) {
            let now = call.arrival;
            for mut record in self.held.take() {
                call.arrival = record.arrival;
                self.record(record.sender, record.header, &mut record.body, call);
            }
            call.arrival = now;
        }
    }

    /// Bytes of this sender are missing: what follows is found by decrypting
    /// it, so that what waits before it has to be read now.
    fn wait_no_more(&mut self, sender: Sender, call: &mut Call<'_>) {
        if self.held.sender() == Some(sender) {
            self.held.close();
            self.release(call);
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
        let side = self.side_of(sender);
        side.protected = true;
        side.cipher = None;
        side.stage = Stage::Start;
        side.number = 0;
        side.slack = 0;
        side.messages.clear();
    }

    /// A record is authentic, and this is its plaintext.
    fn opened(&mut self, sender: Sender, header: Header, text: &[u8], call: &mut Call<'_>) {
        let is_early = self.early.taken();
        let side = self.side_of(sender);
        side.unread = 0;
        let was_missing = side.missing.take().is_some();
        let stage = side.stage;
        // RFC 8446 §5.2: the type is the last byte that is not zero.
        let (kind, text) = match text.iter().rposition(|&byte| byte != 0) {
            _ if stage == Stage::Tls12 => (header.kind(), text),
            Some(end) => (text[end], &text[..end]),
            None => (0, text),
        };
        if stage == Stage::Handshake && kind != 0 && !is_early {
            // What was lost before the handshake's end was no application data.
            side.gap = None;
        }
        self.changed |= was_missing;
        self.content(sender, kind, text, call);
    }

    /// The content of a record.
    fn content(&mut self, sender: Sender, kind: u8, mut text: &[u8], call: &mut Call<'_>) {
        match kind {
            kind::HANDSHAKE => {
                let mut messages = std::mem::take(&mut self.side_of(sender).messages);
                while let Some(message) = messages.next(&mut text) {
                    self.message(sender, message, call);
                }
                self.side_of(sender).messages = messages;
            }
            kind::APPLICATION_DATA => self.data(sender, text, call),
            kind::ALERT => {
                // A fatal one says why there is nothing more.
                if let &[2, code] = text {
                    let message = format!(
                        "The {} ended the TLS connection with the alert {} ({code}).",
                        name(self.sender(sender)),
                        tls_parser::TlsAlertDescription(code)
                    );
                    (call.out)(Output::Event(call.arrival, message));
                }
            }
            _ => {}
        }
    }

    /// Application data.
    fn data(&mut self, sender: Sender, text: &[u8], call: &mut Call<'_>) {
        self.tell(call);
        if self.side_of(sender).stage == Stage::Early {
            return self.early.data(text, call.arrival, call.out);
        }
        let role = self.sender(sender);
        if self.early.offered() {
            // Once application data is sent, the fate of early data is
            // settled. Had the server accepted it, a client whose handshake
            // can be read would have ended it with EndOfEarlyData.
            let read = self.has_secret(call.keys, Label::Handshake(Sender::Client));
            self.settle(role == Sender::Server || read != Some(true), call);
        }
        if let Some(gap) = self.side_of(sender).gap.take() {
            (call.out)(gap.output(role));
        }
        if !text.is_empty() {
            (call.out)(Output::Data(role, text, call.arrival));
        }
    }

    /// Whether the key log has a secret of this connection; `None` if that
    /// cannot be known.
    fn has_secret(&self, keys: &KeyLog, label: Label) -> Option<bool> {
        Some(keys.secret(&self.random?, label).is_some())
    }

    /// A handshake message.
    fn message(&mut self, sender: Sender, message: Message, call: &mut Call<'_>) {
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
                    let label = Label::Handshake(Sender::Server);
                    // Without EncryptedExtensions, resumption is the best sign.
                    if !hello.resumes || self.has_secret(call.keys, label) == Some(false) {
                        self.settle(hello.resumes, call);
                    }
                }
                self.server = Some(hello);
            }
            Message::Retry => {
                self.version = Version::Tls13;
                self.settle(false, call);
            }
            Message::EncryptedExtensions(alpn, early) => {
                if alpn.is_some() {
                    self.about.alpn = alpn;
                }
                self.settle(early, call);
            }
            Message::Ticket(ticket) => {
                if self.version == Version::Tls12
                    && let Some(&master) = self.masters(call.keys).first()
                {
                    call.keys.remember(ticket, master);
                }
            }
            Message::EndOfEarlyData => self.settle(true, call),
            Message::Full => self.full = true,
        }
    }

    /// What became of early data.
    fn settle(&mut self, taken: bool, call: &mut Call<'_>) {
        if !self.early.offered() {
            return;
        }
        let client = &self.sides[side(Sender::Client)];
        if taken && client.stage == Stage::Start && client.unread > 0 {
            let first = client.gap.map_or(Arrival::default(), |gap| gap.arrival);
            self.gap(Sender::Client, reason::EARLY, None, first);
        }
        self.early.settle(taken, call.out);
    }

    /// A protected record could not be read.
    fn unread(&mut self, sender: Sender, header: Header, call: &Call<'_>) {
        let role = self.sender(sender);
        self.side_of(sender).unread += 1;
        let missing = self.missing(call.keys, role);
        let has_secret = self.has_secret(call.keys, Label::Handshake(role));
        let version = self.version;
        let is_early = self.early.offered() || self.early.settled();
        let side = self.side_of(sender);
        // Without the handshake's secrets its records are nothing to count.
        let expected = missing.is_none()
            && matches!(side.stage, Stage::Start | Stage::Early)
            && version != Version::Tls12
            && has_secret == Some(false);
        if !expected {
            side.pass(1);
        } else if side.unread >= 16 && side.unread.is_power_of_two() {
            side.pass(side.unread);
        }
        let early = role == Sender::Client && side.stage == Stage::Start && is_early;
        let has_changed = side.missing != missing;
        let reason = match missing {
            Some(_) => reason::KEY,
            None if early && self.early.taken() => reason::EARLY,
            None if early || expected => return,
            None => reason::FORGED,
        };
        self.side_of(sender).missing = missing;
        self.changed |= has_changed;
        let text = self.text_length(sender, header);
        self.gap(role, reason, text, call.arrival);
    }

    /// Bytes of application data in a record, if known.
    fn text_length(&mut self, sender: Sender, header: Header) -> Option<u64> {
        match (header.kind(), &self.side_of(sender).cipher) {
            (kind::APPLICATION_DATA, Some(cipher)) => cipher.text_length(header.length()),
            // What calls itself something else may be some all the same.
            (kind::APPLICATION_DATA, None) | (_, Some(_)) => None,
            (_, None) => Some(0),
        }
    }

    /// Application data may be missing here.
    fn gap(&mut self, role: Sender, reason: &'static str, count: Option<u64>, arrival: Arrival) {
        if count != Some(0) {
            let gap = &mut self.sides[side(role)].gap;
            *gap = Some(
                Gap {
                    reason,
                    count,
                    arrival,
                }
                .after(*gap),
            );
        }
    }

    /// Says what is new about the connection.
    fn tell(&mut self, call: &mut Call<'_>) {
        if std::mem::take(&mut self.turned) {
            (call.out)(Output::Reversed);
        }
        if std::mem::take(&mut self.changed) {
            self.about.missing = missing::sentence(
                self.sides.each_ref().map(|side| side.missing.as_ref()),
                &self.about,
                call.keys,
            );
            (call.out)(Output::About(&self.about));
        }
    }
}

/// As a key log writes it.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
