//! Splits a sender's bytes into records (RFC 8446 §5.1), also after a loss.

/// Length of a record header, in bytes.
const HEADER: usize = 5;
/// Longest body, in bytes: 2^14 of text and the expansion of RFC 5246 §6.2.3.
const LONGEST: usize = (1 << 14) + 2048;

/// Content types (RFC 8446 §5.1, RFC 5246 §6.2.1).
pub(super) mod kind {
    pub(crate) const CHANGE_CIPHER_SPEC: u8 = 20;
    pub(crate) const ALERT: u8 = 21;
    pub(crate) const HANDSHAKE: u8 = 22;
    pub(crate) const APPLICATION_DATA: u8 = 23;
    /// RFC 6520.
    pub(crate) const HEARTBEAT: u8 = 24;
}

/// A record's header.
///
/// ```text
/// +---------------+-------------------------------+-------------------------------+
/// |   Type (8)    |        Version (16)           |         Length (16)           |
/// +---------------+-------------------------------+-------------------------------+
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Header([u8; HEADER]);

impl Header {
    /// Parses a header, if it is plausible.
    fn new(bytes: &[u8]) -> Option<Self> {
        let header = Self(*bytes.first_chunk()?);
        let [_, major, minor, ..] = header.0;
        let fits = (kind::CHANGE_CIPHER_SPEC..=kind::HEARTBEAT).contains(&header.kind())
            && major == 3
            && minor <= 4
            && (1..=LONGEST).contains(&header.length());
        fits.then_some(header)
    }

    pub(super) const fn kind(self) -> u8 {
        self.0[0]
    }

    /// Length of the body, in bytes.
    pub(super) const fn length(self) -> usize {
        u16::from_be_bytes([self.0[3], self.0[4]]) as usize
    }

    pub(super) const fn bytes(self) -> [u8; HEADER] {
        self.0
    }
}

/// Whether bytes contain an application data record that is followed by another
/// header or nothing.
pub(super) fn contains_record(bytes: &[u8]) -> bool {
    bytes.windows(HEADER).enumerate().any(|(at, window)| {
        window[..3] == [kind::APPLICATION_DATA, 3, 3]
            && Header::new(window).is_some_and(|header| {
                let end = at + HEADER + header.length();
                end == bytes.len() || bytes.get(end..).and_then(Header::new).is_some()
            })
    })
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// A complete record; [`Records::body`] returns its body.
    Record(Header),
    /// A possible record after a loss, to be accepted or rejected. The flag
    /// shows whether another header follows; `None` if no bytes follow yet.
    Candidate(Header, Option<bool>),
    /// A record that is not wanted, and skipped.
    Skipped(Header),
    /// Invalid header: scanning for the next one starts.
    Desync([u8; HEADER]),
}

/// Interpretation of the next bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Aligned,
    /// Bytes of a skipped body left.
    Skipping(usize),
    Scanning,
}

#[derive(Debug)]
pub(super) struct Records {
    mode: Mode,
    /// Buffered bytes; those before `start` are consumed.
    bytes: Vec<u8>,
    start: usize,
    /// Length of the last record with its header, dropped by the next call.
    last: usize,
}

impl Default for Records {
    fn default() -> Self {
        Self {
            mode: Mode::Aligned,
            bytes: Vec::new(),
            start: 0,
            last: 0,
        }
    }
}

impl Records {
    /// Appends bytes. Call [`Records::next`] until it returns `None`.
    pub(super) fn push(&mut self, mut bytes: &[u8]) {
        if let Mode::Skipping(rest) = &mut self.mode
            && self.bytes.is_empty()
        {
            let skipped = bytes.len().min(*rest);
            bytes = &bytes[skipped..];
            *rest -= skipped;
            if *rest == 0 {
                self.mode = Mode::Aligned;
            }
        }
        self.bytes.extend_from_slice(bytes);
    }

    /// Returns the next item. `keep`: whether to buffer an incomplete record.
    pub(super) fn next(&mut self, keep: impl FnOnce(Header) -> bool) -> Option<Item> {
        self.start += std::mem::take(&mut self.last);
        let item = match self.mode {
            Mode::Aligned => self.next_record(keep),
            Mode::Skipping(rest) => {
                let skipped = rest.min(self.bytes.len() - self.start);
                self.start += skipped;
                if skipped == rest {
                    self.mode = Mode::Aligned;
                    self.next_record(keep)
                } else {
                    self.mode = Mode::Skipping(rest - skipped);
                    None
                }
            }
            Mode::Scanning => self.next_candidate(),
        };
        if item.is_none() {
            self.compact();
        }
        item
    }

    pub(super) fn body(&mut self) -> &mut [u8] {
        &mut self.bytes[self.start + HEADER..self.start + self.last.max(HEADER)]
    }

    /// Accepts the candidate: the next header follows it.
    pub(super) fn accept_candidate(&mut self) {
        self.mode = Mode::Aligned;
    }

    /// Rejects the candidate: the search continues at its second byte.
    pub(super) fn reject_candidate(&mut self) {
        self.last = 1;
    }

    /// Keeps the candidate until more bytes arrive.
    pub(super) fn keep_candidate(&mut self) {
        self.last = 0;
        self.compact();
    }

    /// Skips missing bytes; `lost` is their number, if known. Returns the
    /// header of the damaged record, unless it is being skipped.
    pub(super) fn skip_lost(&mut self, lost: Option<u64>) -> Option<Header> {
        let lost = lost.and_then(|lost| usize::try_from(lost).ok());
        self.start += std::mem::take(&mut self.last);
        let have = self.bytes.len() - self.start;
        let (item, rest) = match self.mode {
            Mode::Scanning => (None, None),
            Mode::Skipping(rest) => (None, Some(rest)),
            Mode::Aligned => match Header::new(&self.bytes[self.start..]) {
                Some(header) => (Some(header), (HEADER + header.length()).checked_sub(have)),
                None => (None, (have == 0 && lost == Some(0)).then_some(0)),
            },
        };
        self.bytes = Vec::new();
        self.start = 0;
        self.mode = match rest
            .zip(lost)
            .and_then(|(rest, lost)| rest.checked_sub(lost))
        {
            Some(0) => Mode::Aligned,
            Some(rest) => Mode::Skipping(rest),
            None => Mode::Scanning,
        };
        item
    }

    /// Bytes of an incomplete record.
    pub(super) fn waiting(&self) -> usize {
        self.bytes.len() - self.start - self.last
    }

    pub(super) fn is_scanning(&self) -> bool {
        self.mode == Mode::Scanning
    }

    fn next_record(&mut self, keep: impl FnOnce(Header) -> bool) -> Option<Item> {
        let rest = &self.bytes[self.start..];
        let bytes = *rest.first_chunk::<HEADER>()?;
        let Some(header) = Header::new(rest) else {
            self.mode = Mode::Scanning;
            return Some(Item::Desync(bytes));
        };
        let whole = HEADER + header.length();
        if rest.len() >= whole {
            self.last = whole;
            return Some(Item::Record(header));
        }
        if keep(header) {
            return None;
        }
        self.mode = Mode::Skipping(whole - rest.len());
        self.start = self.bytes.len();
        Some(Item::Skipped(header))
    }

    fn next_candidate(&mut self) -> Option<Item> {
        loop {
            let rest = &self.bytes[self.start..];
            let header = Header::new(rest);
            match header {
                // After the hellos, every record has the version of TLS 1.2.
                Some(header) if header.0[2] == 3 => {
                    let whole = HEADER + header.length();
                    if rest.len() < whole {
                        return None;
                    }
                    let next = &rest[whole..];
                    let chained = (next.len() >= HEADER).then(|| Header::new(next).is_some());
                    self.last = whole;
                    return Some(Item::Candidate(header, chained));
                }
                _ if rest.len() < HEADER => return None,
                _ => self.start += 1,
            }
        }
    }

    /// Frees consumed bytes.
    fn compact(&mut self) {
        if self.start == self.bytes.len() {
            self.bytes = Vec::new();
        } else {
            self.bytes.drain(..self.start);
        }
        self.start = 0;
    }
}
