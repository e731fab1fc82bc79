//! A TLS connection: derives keys from the handshake and decrypts records.

use http2::{Arrival, Input, Sender};

use super::{
    About, KeyLog, Output,
    cipher::Cipher,
    early::Early,
    gap::{Gap, reason},
    held::DeferredRecords,
    hello::{ClientHello, Message, Messages, ServerHello},
    keylog::{Label, Random},
    missing::{self, Missing},
    name,
    record::{Header, Item, Records, kind},
    suite::{Suite, alert_name},
};
use crate::hex;

/// Records assumed lost if the number of missing bytes is unknown.
const UNKNOWN_LOSS: u64 = 4096;
/// Most sequence numbers tried by one search.
pub(super) const MAX_SEARCH: u64 = 1 << 20;
/// Length of the smallest protected record with its header, in bytes.
const SMALLEST: u64 = 5 + 17;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Version {
    #[default]
    Unknown,
    /// Before TLS 1.2, the minimum for HTTP/2.
    Old,
    Tls12,
    Tls13,
}

/// Key of a sender that is in use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Stage {
    /// No record was opened yet.
    #[default]
    Start,
    Early,
    Handshake,
    /// TLS 1.3 application data after this number of key updates.
    Application(u32),
    /// TLS 1.2 after ChangeCipherSpec.
    Tls12,
}

#[derive(Debug, Default)]
pub(super) struct Side {
    records: Records,
    messages: Messages,
    pub(super) stage: Stage,
    /// TLS 1.3: traffic secret of the stage.
    pub(super) secret: Box<[u8]>,
    pub(super) cipher: Option<Cipher>,
    /// Sequence number after the last record opened.
    pub(super) number: u64,
    /// Records that may have passed unread since.
    pub(super) slack: u64,
    /// Whether anything of this sender arrived or is known to be missing.
    seen: bool,
    /// TLS 1.2: whether ChangeCipherSpec was seen, so records are protected.
    pub(super) protected: bool,
    /// Protected records since the last one opened.
    pub(super) unread: u64,
    /// Lines of the key log at the last search for a key.
    pub(super) lines: u64,
    /// Searches for the key of a connection without its handshake.
    pub(super) searches: u32,
    /// Application data missing before the next record.
    gap: Option<Gap>,
    pub(super) missing: Option<Missing>,
}

impl Side {
    /// Accounts for up to `records` unread records.
    fn add_slack(&mut self, records: u64) {
        self.slack = self.slack.saturating_add(records).min(MAX_SEARCH);
    }
}

/// TLS of one connection, read from its first byte or from the middle.
#[derive(Debug, Default)]
pub struct Tls {
    pub(super) about: About,
    pub(super) version: Version,
    pub(super) client: Option<ClientHello>,
    pub(super) server: Option<ServerHello>,
    pub(super) suite: Option<Suite>,
    pub(super) sides: [Side; 2],
    /// Whether the assumed client is the server.
    reversed: bool,
    /// TLS 1.2: whether a message of a full handshake was seen.
    pub(super) full_handshake: bool,
    held: DeferredRecords,
    early: Early,
    /// Client random, from the hello or the key log.
    pub(super) random: Option<Random>,
    /// Whether [`Output::Reversed`] must be emitted.
    reversal_pending: bool,
    /// Whether [`Output::About`] must be emitted.
    pub(super) changed: bool,
}

pub(super) const fn side(sender: Sender) -> usize {
    match sender {
        Sender::Client => 0,
        Sender::Server | Sender::Unknown => 1,
    }
}

pub(super) struct Call<'a> {
    /// Can grow between calls. Carries session secrets between connections.
    pub(super) keys: &'a mut KeyLog,
    arrival: Arrival,
    out: &'a mut dyn FnMut(Output<'_>),
}

impl Call<'_> {
    fn problem(&mut self, message: String) {
        (self.out)(Output::Problem(self.arrival, message));
    }
}

impl Tls {
    /// Creates an empty reader.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Metadata of the connection.
    #[must_use]
    pub fn about(&self) -> &About {
        &self.about
    }

    /// Reads the next TCP input of `sender`. `Input::End` ends both sides.
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
            Input::Lost(count, _) => self.handle_loss(sender, count, call),
            Input::End => self.finish(call),
        }
        self.report_changes(call);
    }

    fn push(&mut self, sender: Sender, bytes: &[u8], call: &mut Call<'_>) {
        call.keys.budget.add_input(bytes.len());
        let mut records = std::mem::take(&mut self.side_mut(sender).records);
        records.push(bytes);
        while let Some(item) = records.next(|header| self.is_wanted(call.keys, sender, header)) {
            match item {
                Item::Record(header) => self.read_record(sender, header, records.body(), call),
                Item::Candidate(header, chained) => {
                    let body = records.body();
                    let protected = self.is_protected(sender, header, body);
                    // Limited, since a few bytes can repeatedly look like the
                    // header of a long record.
                    let opened = if protected && call.keys.budget.spend_or_report(header.length()) {
                        self.open(call.keys, sender, header, body)
                    } else {
                        None
                    };
                    match (opened, chained) {
                        (Some(opened), _) => {
                            self.read_opened(sender, header, &body[opened.text], call);
                            records.accept_candidate();
                        }
                        (None, Some(true)) => {
                            if protected {
                                self.count_unread(sender, header, call);
                            } else {
                                self.read_record(sender, header, body, call);
                            }
                            records.accept_candidate();
                        }
                        (None, Some(false)) => records.reject_candidate(),
                        (None, None) => {
                            records.keep_candidate();
                            break;
                        }
                    }
                }
                Item::Skipped(header) => self.count_unread(sender, header, call),
                Item::Desync(bytes) => {
                    self.stop_waiting(sender, call);
                    self.report_desync(sender, bytes, call);
                }
            }
        }
        let side = self.side_mut(sender);
        side.records = records;
        side.seen |= !bytes.is_empty();
        if call.keys.budget.take_refusal() {
            call.problem("Finding out which secret opens which record takes too long: from here on, records are left out for which many secrets, or many places, would have to be tried.".to_owned());
        }
    }

    /// Handles missing bytes of `sender`; their number, if known.
    fn handle_loss(&mut self, sender: Sender, count: Option<u64>, call: &mut Call<'_>) {
        self.stop_waiting(sender, call);
        let side = self.side_mut(sender);
        side.seen = true;
        side.messages.clear();
        let damaged = side.records.skip_lost(count);
        let scanning = side.records.is_scanning();
        side.add_slack(match (damaged, scanning) {
            // The record in progress only.
            (Some(_), false) => 1,
            // The rest of a record that is already counted.
            (None, false) => 0,
            (_, true) => count.map_or(UNKNOWN_LOSS, |count| count / SMALLEST + 2),
        });
        match damaged {
            Some(header) if !scanning => {
                let text = self.text_length(sender, header);
                self.add_gap(self.sender(sender), reason::HOLE, text, call.arrival);
            }
            None if !scanning => {}
            _ => self.add_gap(self.sender(sender), reason::HOLE, None, call.arrival),
        }
        self.release(call);
    }

    fn finish(&mut self, call: &mut Call<'_>) {
        for side in &mut self.sides {
            side.seen = true;
        }
        self.release(call);
        self.settle_early_data(true, call);
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

    /// Reports that the record boundaries were lost.
    fn report_desync(&mut self, sender: Sender, bytes: [u8; 5], call: &mut Call<'_>) {
        let role = self.sender(sender);
        self.add_gap(role, reason::DESYNC, None, call.arrival);
        let side = self.side_mut(sender);
        side.add_slack(UNKNOWN_LOSS);
        // Not reported if the capture begins inside a record.
        if side.seen {
            call.problem(format!(
                "A TLS record of the {} should begin here, but {bytes:02x?} is not a record header; reading continues at the next one.",
                name(role)
            ));
        }
    }

    /// Role of a sender as it is now known.
    pub(super) const fn sender(&self, sender: Sender) -> Sender {
        match (sender, self.reversed) {
            (Sender::Client, false) | (Sender::Server, true) => Sender::Client,
            _ => Sender::Server,
        }
    }

    /// Index of a sender's real side.
    pub(super) const fn side(&self, sender: Sender) -> usize {
        side(self.sender(sender))
    }

    fn side_mut(&mut self, sender: Sender) -> &mut Side {
        &mut self.sides[self.side(sender)]
    }

    /// Swaps the roles of the senders.
    pub(super) fn reverse(&mut self) {
        self.reversed = !self.reversed;
        self.sides.swap(0, 1);
        self.reversal_pending = !self.reversal_pending;
    }

    /// Whether a record should be buffered until it is complete.
    fn is_wanted(&self, keys: &KeyLog, sender: Sender, header: Header) -> bool {
        header.kind() != kind::APPLICATION_DATA
            || self.sides[self.side(sender)].cipher.is_some()
            || self.can_open(keys, sender)
    }

    fn read_record(
        &mut self,
        sender: Sender,
        header: Header,
        body: &mut [u8],
        call: &mut Call<'_>,
    ) {
        let changes = header.kind() == kind::CHANGE_CIPHER_SPEC
            && (self.version != Version::Tls13 || *body == [1]);
        let follows = self.held.sender() == Some(sender);
        if changes || follows || self.is_protected(sender, header, body) {
            if self.must_wait(sender) && self.held.add(sender, header, body, call.arrival) {
                return;
            }
            self.release(call);
        }
        let protected = self.is_protected(sender, header, body);
        // With keys in use, ChangeCipherSpec is itself encrypted.
        let is_tls13 = self.version == Version::Tls13;
        let sealed = match changes {
            true => !is_tls13 && self.side_mut(sender).cipher.is_some(),
            false => protected,
        };
        match sealed.then(|| self.open(call.keys, sender, header, body)) {
            Some(None) => self.count_unread(sender, header, call),
            _ if changes => self.change_cipher(sender),
            Some(Some(opened)) => self.read_opened(sender, header, &body[opened.text], call),
            None => self.read_content(sender, header.kind(), body, call),
        }
        self.side_mut(sender).seen = true;
        self.release(call);
    }

    fn is_protected(&self, sender: Sender, header: Header, body: &[u8]) -> bool {
        let side = &self.sides[self.side(sender)];
        let sealed = match self.version {
            Version::Tls13 => matches!(side.stage, Stage::Handshake | Stage::Application(_)),
            _ => side.protected,
        };
        match header.kind() {
            kind::APPLICATION_DATA => true,
            kind::HANDSHAKE if self.version == Version::Tls13 => sealed,
            // Without the hellos, records that begin no message are protected.
            kind::HANDSHAKE if self.client.is_none() && self.server.is_none() => {
                side.protected || !matches!(body.first(), Some(0..=2))
            }
            kind::HANDSHAKE => side.protected,
            kind::ALERT => body.len() != 2,
            kind::CHANGE_CIPHER_SPEC if self.version != Version::Tls13 => false,
            _ => sealed,
        }
    }

    /// Whether a sender's protected records must wait for the other side's
    /// hello, which comes later in the capture.
    pub(super) fn must_wait(&self, sender: Sender) -> bool {
        let (mine, other) = match self.sender(sender) {
            Sender::Client => (self.client.is_some(), self.server.is_some()),
            _ => (self.server.is_some(), self.client.is_some()),
        };
        mine && !other && !self.held.is_full() && !self.sides[1 - self.side(sender)].seen
    }

    /// Reads held records unless they must wait longer.
    fn release(&mut self, call: &mut Call<'_>) {
        let waits = |sender| self.must_wait(sender) && !self.held.is_full();
        if self.held.sender().is_some_and(|sender| !waits(sender)) {
            let now = call.arrival;
            for mut record in self.held.take() {
                call.arrival = record.arrival;
                self.read_record(record.sender, record.header, &mut record.body, call);
            }
            call.arrival = now;
        }
    }

    /// Bytes of this sender are missing. What follows is found by decrypting
    /// it, so held records have to be read now.
    fn stop_waiting(&mut self, sender: Sender, call: &mut Call<'_>) {
        if self.held.sender() == Some(sender) {
            self.held.close();
            self.release(call);
        }
    }

    /// Applies ChangeCipherSpec, which has no meaning in TLS 1.3.
    fn change_cipher(&mut self, sender: Sender) {
        if self.version == Version::Tls13 {
            return;
        }
        if self.version == Version::Tls12 && self.sender(sender) == Sender::Server {
            self.about.resumed = !self.full_handshake && self.client.is_some();
            self.changed = true;
        }
        let side = self.side_mut(sender);
        side.protected = true;
        side.cipher = None;
        side.stage = Stage::Start;
        side.number = 0;
        side.slack = 0;
        side.messages.clear();
    }

    fn read_opened(&mut self, sender: Sender, header: Header, text: &[u8], call: &mut Call<'_>) {
        let is_early = self.early.is_accepted();
        let side = self.side_mut(sender);
        side.unread = 0;
        let was_missing = side.missing.take().is_some();
        let stage = side.stage;
        // RFC 8446 §5.2: the type is the last nonzero byte.
        let (kind, text) = match text.iter().rposition(|&byte| byte != 0) {
            _ if stage == Stage::Tls12 => (header.kind(), text),
            Some(end) => (text[end], &text[..end]),
            None => (0, text),
        };
        if stage == Stage::Handshake && kind != 0 && !is_early {
            // Losses before the end of the handshake were not application data.
            side.gap = None;
        }
        self.changed |= was_missing;
        self.read_content(sender, kind, text, call);
    }

    fn read_content(&mut self, sender: Sender, kind: u8, mut text: &[u8], call: &mut Call<'_>) {
        match kind {
            kind::HANDSHAKE => {
                let mut messages = std::mem::take(&mut self.side_mut(sender).messages);
                while let Some(message) = messages.next(&mut text) {
                    self.read_message(sender, message, call);
                }
                self.side_mut(sender).messages = messages;
            }
            kind::APPLICATION_DATA => self.read_data(sender, text, call),
            kind::ALERT => {
                // A fatal alert explains why nothing follows.
                if let &[2, code] = text {
                    let message = format!(
                        "The {} ended the TLS connection with the alert {} ({code}).",
                        name(self.sender(sender)),
                        alert_name(code)
                    );
                    (call.out)(Output::Event(call.arrival, message));
                }
            }
            _ => {}
        }
    }

    fn read_data(&mut self, sender: Sender, text: &[u8], call: &mut Call<'_>) {
        self.report_changes(call);
        if self.side_mut(sender).stage == Stage::Early {
            return self.early.read(text, call.arrival, call.out);
        }
        let role = self.sender(sender);
        if self.early.is_pending() {
            // Application data shows that early data was answered. Had the
            // server accepted it, a client whose handshake can be read would
            // have sent EndOfEarlyData.
            let read = self.has_secret(call.keys, Label::Handshake(Sender::Client));
            self.settle_early_data(role == Sender::Server || read != Some(true), call);
        }
        if let Some(gap) = self.side_mut(sender).gap.take() {
            (call.out)(gap.output(role));
        }
        if !text.is_empty() {
            (call.out)(Output::Data(role, text, call.arrival));
        }
    }

    /// Whether the key log has a secret of this connection; `None` if its
    /// client random is unknown.
    fn has_secret(&self, keys: &KeyLog, label: Label) -> Option<bool> {
        Some(keys.secret(&self.random?, label).is_some())
    }

    fn read_message(&mut self, sender: Sender, message: Message, call: &mut Call<'_>) {
        // Keys show the roles more reliably than messages.
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
                self.about.client_random = Some(hex::encode(&hello.random));
                self.about.server_name.clone_from(&hello.server_name);
                self.full_handshake = false;
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
                    // Without EncryptedExtensions, resumption indicates it
                    // best.
                    if !hello.resumes || self.has_secret(call.keys, label) == Some(false) {
                        self.settle_early_data(hello.resumes, call);
                    }
                }
                self.server = Some(hello);
            }
            Message::Retry => {
                self.version = Version::Tls13;
                self.settle_early_data(false, call);
            }
            Message::EncryptedExtensions(alpn, early) => {
                if alpn.is_some() {
                    self.about.alpn = alpn;
                }
                self.settle_early_data(early, call);
            }
            Message::Ticket(ticket) => {
                if self.version == Version::Tls12
                    && let Some(&master) = self.masters(call.keys).first()
                {
                    call.keys.remember(ticket, master);
                }
            }
            Message::EndOfEarlyData => self.settle_early_data(true, call),
            Message::Full => self.full_handshake = true,
        }
    }

    /// Applies the server's answer to early data.
    fn settle_early_data(&mut self, accepted: bool, call: &mut Call<'_>) {
        if !self.early.is_pending() {
            return;
        }
        let client = &self.sides[side(Sender::Client)];
        if accepted && client.stage == Stage::Start && client.unread > 0 {
            let first = client.gap.map_or(Arrival::default(), |gap| gap.arrival);
            self.add_gap(Sender::Client, reason::EARLY, None, first);
        }
        self.early.settle(accepted, call.out);
    }

    /// Accounts for a protected record that could not be opened.
    fn count_unread(&mut self, sender: Sender, header: Header, call: &Call<'_>) {
        let role = self.sender(sender);
        self.side_mut(sender).unread += 1;
        let missing = self.missing(call.keys, role);
        let has_secret = self.has_secret(call.keys, Label::Handshake(role));
        let version = self.version;
        let is_early = self.early.is_pending() || self.early.is_settled();
        let side = self.side_mut(sender);
        // Without the handshake secret, handshake records are not counted.
        let expected = missing.is_none()
            && matches!(side.stage, Stage::Start | Stage::Early)
            && version != Version::Tls12
            && has_secret == Some(false);
        if !expected {
            side.add_slack(1);
        } else if side.unread >= 16 && side.unread.is_power_of_two() {
            side.add_slack(side.unread);
        }
        let early = role == Sender::Client && side.stage == Stage::Start && is_early;
        let has_changed = side.missing != missing;
        let reason = match missing {
            Some(_) => reason::KEY,
            None if early && self.early.is_accepted() => reason::EARLY,
            None if early || expected => return,
            None => reason::FORGED,
        };
        self.side_mut(sender).missing = missing;
        self.changed |= has_changed;
        let text = self.text_length(sender, header);
        self.add_gap(role, reason, text, call.arrival);
    }

    /// Number of application data bytes in a record, if known.
    fn text_length(&mut self, sender: Sender, header: Header) -> Option<u64> {
        match (header.kind(), &self.side_mut(sender).cipher) {
            (kind::APPLICATION_DATA, Some(cipher)) => cipher.text_length(header.length()),
            // Other types can still hold application data.
            (kind::APPLICATION_DATA, None) | (_, Some(_)) => None,
            (_, None) => Some(0),
        }
    }

    /// Notes that application data may be missing.
    fn add_gap(
        &mut self,
        role: Sender,
        reason: &'static str,
        count: Option<u64>,
        arrival: Arrival,
    ) {
        if count != Some(0) {
            let gap = &mut self.sides[side(role)].gap;
            *gap = Some(
                Gap {
                    reason,
                    count,
                    arrival,
                }
                .extend(*gap),
            );
        }
    }

    /// Emits changed metadata.
    fn report_changes(&mut self, call: &mut Call<'_>) {
        if std::mem::take(&mut self.reversal_pending) {
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
