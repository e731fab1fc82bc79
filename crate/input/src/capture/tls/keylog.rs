//! Key logs in the NSS format.

use std::collections::HashMap;

use http2::Sender;
use sha2::{Digest, Sha256};

use super::budget::Budget;
use crate::{Problem, bounds::SECRETS};

/// Length of a hello's random, in bytes.
pub(super) const RANDOM: usize = 32;
/// Length of the TLS 1.2 master secret (RFC 5246 §8.1), in bytes.
pub(super) const MASTER: usize = 48;
/// Malformed lines reported individually.
const LISTED: usize = 20;
/// Sessions remembered for resumption.
const SESSIONS: usize = 4096;

pub(super) type Random = [u8; RANDOM];

/// Hash of a session ID or ticket: tickets are large and often looked up.
pub(super) type SessionName = [u8; 32];

/// Hashes a session ID or ticket, unless it is empty.
pub(super) fn session_name(bytes: &[u8]) -> Option<SessionName> {
    #[cfg(test)]
    crate::work::add(bytes.len());
    (!bytes.is_empty()).then(|| Sha256::digest(bytes).into())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Label {
    Master,
    /// Client early traffic secret (0-RTT).
    Early,
    Handshake(Sender),
    /// Application traffic secret after this number of key updates.
    Application(Sender, u32),
}

/// Labels other than those of application traffic secrets.
const LABELS: [(&str, Label); 4] = [
    ("CLIENT_RANDOM", Label::Master),
    ("CLIENT_EARLY_TRAFFIC_SECRET", Label::Early),
    (
        "CLIENT_HANDSHAKE_TRAFFIC_SECRET",
        Label::Handshake(Sender::Client),
    ),
    (
        "SERVER_HANDSHAKE_TRAFFIC_SECRET",
        Label::Handshake(Sender::Server),
    ),
];
/// Prefixes of the others, followed by the number of key updates.
const APPLICATION: [(&str, Sender); 2] = [
    ("CLIENT_TRAFFIC_SECRET_", Sender::Client),
    ("SERVER_TRAFFIC_SECRET_", Sender::Server),
];

impl Label {
    /// Parses a label; `None` if it is not needed here (exporters, QUIC, ECH).
    fn parse(name: &str) -> Option<Self> {
        if let Some((_, label)) = LABELS.iter().find(|(known, _)| *known == name) {
            return Some(*label);
        }
        APPLICATION.iter().find_map(|(prefix, sender)| {
            Some(Self::Application(
                *sender,
                name.strip_prefix(prefix)?.parse().ok()?,
            ))
        })
    }
}

impl std::fmt::Display for Label {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self, LABELS.iter().find(|(_, label)| label == self)) {
            (_, Some((name, _))) => f.write_str(name),
            (Self::Application(sender, update), _) => {
                let (prefix, _) = APPLICATION[usize::from(*sender != Sender::Client)];
                write!(f, "{prefix}{update}")
            }
            _ => f.write_str("SERVER_HANDSHAKE_TRAFFIC_SECRET"),
        }
    }
}

#[derive(Debug)]
pub(super) struct Secrets {
    pub(super) random: Random,
    /// One per label.
    pub(super) list: Vec<(Label, Box<[u8]>)>,
}

/// Secrets of connections, and session secrets learnt from connections.
#[derive(Debug, Default)]
pub struct KeyLog {
    /// In the order of the log.
    pub(super) connections: Vec<Secrets>,
    lines: u64,
    by_random: HashMap<Random, usize>,
    /// Master secrets of sessions that can be resumed.
    sessions: HashMap<SessionName, [u8; MASTER]>,
    /// Remaining cost of key searches.
    pub(super) budget: Budget,
}

impl KeyLog {
    /// Creates an empty key log.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates an empty key log with another search budget: bytes that may be
    /// authenticated without success before any input.
    #[must_use]
    pub fn searching(bytes: u64) -> Self {
        Self {
            budget: Budget::new(bytes),
            ..Self::default()
        }
    }

    /// Adds the secrets in `text`; `name` identifies it in problems (“key
    /// log”). Malformed lines are reported, the first ones individually.
    pub fn read(&mut self, name: &str, text: &[u8]) -> Vec<Problem> {
        let wide;
        let text = match text {
            [0xff, 0xfe, rest @ ..] => {
                wide = utf16_to_ascii(rest);
                &wide
            }
            [0xef, 0xbb, 0xbf, rest @ ..] => rest,
            _ => text,
        };
        let mut problems = Vec::new();
        let (mut used, mut malformed) = (0, 0_usize);
        for (number, line) in text.split(|&byte| byte == b'\n').enumerate() {
            match self.read_line(line.trim_ascii()) {
                Ok(known) => used += u64::from(known),
                Err(message) => {
                    malformed += 1;
                    if malformed <= LISTED {
                        problems.push(Problem::note(
                            format!("{name}, line {}", number + 1),
                            message,
                        ));
                    }
                }
            }
        }
        self.lines += used;
        if used == 0 {
            // A file that is not a key log is one problem, not one per line.
            problems.truncate(1);
            problems.push(Problem::note(
                name,
                "This holds no secrets in the NSS key log format, so nothing can be decrypted with it.",
            ));
        } else if malformed > LISTED {
            problems.push(Problem::note(
                name,
                format!(
                    "{} more line{} could not be used, for reasons like these.",
                    malformed - LISTED,
                    if malformed - LISTED == 1 { "" } else { "s" }
                ),
            ));
        }
        problems
    }

    /// Whether it has no secrets.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.connections.is_empty() && self.sessions.is_empty()
    }

    /// Number of lines used; a larger number may open more records.
    pub(super) const fn lines(&self) -> u64 {
        self.lines
    }

    /// Client random and master secret of connection `at`, if it has one.
    pub(super) fn master(&self, at: usize) -> Option<(Random, [u8; MASTER])> {
        let connection = self.connections.get(at)?;
        let mut list = connection.list.iter();
        let (_, master) = list.find(|(label, _)| *label == Label::Master)?;
        Some((connection.random, (**master).try_into().ok()?))
    }

    pub(super) fn secrets(&self, random: &Random) -> &[(Label, Box<[u8]>)] {
        self.by_random
            .get(random)
            .map_or(&[], |&at| &self.connections[at].list)
    }

    pub(super) fn secret(&self, random: &Random, label: Label) -> Option<&[u8]> {
        let (_, secret) = self
            .secrets(random)
            .iter()
            .find(|(known, _)| *known == label)?;
        Some(secret)
    }

    pub(super) fn session(&self, name: &SessionName) -> Option<[u8; MASTER]> {
        self.sessions.get(name).copied()
    }

    pub(super) fn remember(&mut self, name: Option<SessionName>, master: [u8; MASTER]) {
        if let Some(name) = name
            && self.sessions.len() < SESSIONS
        {
            self.sessions.insert(name, master);
        }
    }

    /// Reads one line. Returns whether it holds a needed secret.
    fn read_line(&mut self, line: &[u8]) -> Result<bool, String> {
        if line.is_empty() || line.starts_with(b"#") {
            return Ok(false);
        }
        if line.starts_with(b"-----BEGIN") {
            return Err("A certificate or private key cannot decrypt this: modern key exchanges need the secrets of each connection, in a key log.".to_owned());
        }
        let words: Vec<&[u8]> = line
            .split(u8::is_ascii_whitespace)
            .filter(|word| !word.is_empty())
            .collect();
        let name = words[0];
        if name == b"RSA" {
            return self.read_rsa_line(&words);
        }
        let well_formed =
            |byte: &u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b'_';
        if !name.iter().all(well_formed) {
            return Err("This is not a line of a key log, which has a label in capitals, then the client random and the secret in hex.".to_owned());
        }
        let &[_, random, secret] = words.as_slice() else {
            return Err(format!(
                "A line of a key log has three words (a label, the client random and the secret); this one has {}.",
                words.len()
            ));
        };
        let random = hex(random).map_err(|error| format!("The client random {error}."))?;
        let random = Random::try_from(random).map_err(|random| {
            format!(
                "The client random has {} bytes where it should have {RANDOM}.",
                random.len()
            )
        })?;
        let secret = hex(secret).map_err(|error| format!("The secret {error}."))?;
        let Some(label) = str::from_utf8(name).ok().and_then(Label::parse) else {
            return Ok(false);
        };
        let fits = match label {
            Label::Master => secret.len() == MASTER,
            _ => matches!(secret.len(), 32 | 48),
        };
        if !fits {
            return Err(format!(
                "The secret has {} bytes where {label} should have {}.",
                secret.len(),
                if label == Label::Master {
                    "48"
                } else {
                    "32 or 48"
                }
            ));
        }
        self.add(random, label, secret.into())?;
        Ok(true)
    }

    /// Reads `RSA Session-ID:… Master-Key:…`. `RSA` with an encrypted
    /// pre-master secret cannot be used without its ClientKeyExchange.
    fn read_rsa_line(&mut self, words: &[&[u8]]) -> Result<bool, String> {
        let part = |prefix: &[u8]| words.iter().find_map(|word| word.strip_prefix(prefix));
        let (Some(id), Some(master)) = (part(b"Session-ID:"), part(b"Master-Key:")) else {
            return Err(
                "Lines that begin with RSA are used only as “RSA Session-ID:… Master-Key:…”."
                    .to_owned(),
            );
        };
        let id = hex(id).map_err(|error| format!("The session ID {error}."))?;
        let master = hex(master).map_err(|error| format!("The master secret {error}."))?;
        let master = <[u8; MASTER]>::try_from(master).map_err(|master| {
            format!(
                "The master secret has {} bytes where it should have {MASTER}.",
                master.len()
            )
        })?;
        self.remember(session_name(&id), master);
        Ok(true)
    }

    fn add(&mut self, random: Random, label: Label, secret: Box<[u8]>) -> Result<(), String> {
        let at = *self.by_random.entry(random).or_insert_with(|| {
            self.connections.push(Secrets {
                random,
                list: Vec::new(),
            });
            self.connections.len() - 1
        });
        let list = &mut self.connections[at].list;
        match list.iter().position(|(known, _)| *known == label) {
            Some(at) => list[at].1 = secret,
            None if list.len() < SECRETS => list.push((label, secret)),
            None => {
                return Err(format!(
                    "There are more than {SECRETS} secrets for this connection: this one is not used."
                ));
            }
        }
        Ok(())
    }
}

fn hex(digits: &[u8]) -> Result<Vec<u8>, String> {
    let digit = |&digit: &u8| {
        (digit as char)
            .to_digit(16)
            .map(|value| value as u8)
            .ok_or_else(|| format!("has “{}”, which is not a hex digit", digit.escape_ascii()))
    };
    let pairs = digits.chunks_exact(2);
    if !pairs.remainder().is_empty() {
        digits.iter().try_for_each(|at| digit(at).map(drop))?;
        return Err(format!(
            "has an odd number of hex digits ({}): it may have been cut",
            digits.len()
        ));
    }
    pairs
        .map(|pair| Ok(digit(&pair[0])? << 4 | digit(&pair[1])?))
        .collect()
}

/// Converts UTF-16, which some shells write, to ASCII.
fn utf16_to_ascii(text: &[u8]) -> Vec<u8> {
    text.chunks_exact(2)
        .map(|unit| if unit[1] == 0 { unit[0] } else { b'?' })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const RANDOM_HEX: &str = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

    fn read(text: &[u8]) -> (KeyLog, Vec<Problem>) {
        let mut log = KeyLog::new();
        let problems = log.read("key log", text);
        (log, problems)
    }

    #[test]
    fn lines() {
        let (short, long) = ("ab".repeat(32), "cd".repeat(48));
        let r = RANDOM_HEX;
        // A line, and the secret's label or a part of the error.
        let capitals = format!(
            "CLIENT_RANDOM {} {}\r",
            r.to_uppercase(),
            long.to_uppercase()
        );
        let no_hex = format!("CLIENT_TRAFFIC_SECRET_0 {r} {}", "ag".repeat(32));
        let cases: [(String, Result<Option<Label>, &str>); 20] = [
            (format!("CLIENT_RANDOM {r} {long}"), Ok(Some(Label::Master))),
            (capitals, Ok(Some(Label::Master))),
            (
                format!("  CLIENT_EARLY_TRAFFIC_SECRET {r}\t{short} "),
                Ok(Some(Label::Early)),
            ),
            (
                format!("{} {r} {long}", LABELS[2].0),
                Ok(Some(Label::Handshake(Sender::Client))),
            ),
            (
                format!("{} {r} {short}", LABELS[3].0),
                Ok(Some(Label::Handshake(Sender::Server))),
            ),
            (
                format!("CLIENT_TRAFFIC_SECRET_0 {r} {short}"),
                Ok(Some(Label::Application(Sender::Client, 0))),
            ),
            (
                format!("SERVER_TRAFFIC_SECRET_12 {r} {short}"),
                Ok(Some(Label::Application(Sender::Server, 12))),
            ),
            (format!("EXPORTER_SECRET {r} {short}"), Ok(None)),
            (format!("LABEL_OF_TOMORROW_2 {r} {short}"), Ok(None)),
            ("# a comment".to_owned(), Ok(None)),
            (String::new(), Ok(None)),
            (format!("CLIENT_RANDOM {r}"), Err("this one has 2")),
            (
                format!("CLIENT_RANDOM {r} {short}"),
                Err("32 bytes where CLIENT_RANDOM should have 48"),
            ),
            (
                format!("CLIENT_RANDOM {r} {}", &long[1..]),
                Err("odd number of hex digits (95)"),
            ),
            (format!("CLIENT_RANDOM {r} {}", &long[2..]), Err("47 bytes")),
            (
                format!("CLIENT_TRAFFIC_SECRET_0 {} {short}", &r[2..]),
                Err("client random has 31 bytes"),
            ),
            (no_hex, Err("“g”, which is not a hex digit")),
            ("-----BEGIN PRIVATE KEY-----".to_owned(), Err("private key")),
            (format!("hello {r} {short}"), Err("not a line of a key log")),
            ("RSA 0123456789abcdef 00".to_owned(), Err("Session-ID")),
        ];
        for (line, expected) in cases {
            let mut log = KeyLog::new();
            match expected {
                Ok(label) => {
                    let used = log.read_line(line.trim_ascii().as_bytes());
                    assert_eq!(used, Ok(label.is_some()), "{line}");
                    let random = std::array::from_fn(|at| at as u8);
                    let known = log.secrets(&random).first().map(|(label, _)| *label);
                    assert_eq!(known, label, "{line}");
                }
                Err(message_part) => {
                    let message = log.read_line(line.as_bytes()).unwrap_err();
                    assert!(message.contains(message_part), "{line}: {message}");
                    assert!(log.is_empty());
                }
            }
        }
    }

    #[test]
    fn malformed_lines_do_not_affect_others() {
        let good = format!("CLIENT_RANDOM {RANDOM_HEX} {}\n", "ab".repeat(48));
        let (log, problems) = read(format!("\u{feff}what\n{good}CLIENT_RANDOM 00 00\n").as_bytes());
        assert!(!log.is_empty());
        let places: Vec<_> = problems.iter().map(|problem| &*problem.r#where).collect();
        assert_eq!(places, ["key log, line 1", "key log, line 3"]);

        let (_, problems) = read((good.clone() + &"what\n".repeat(1000)).as_bytes());
        assert_eq!(problems.len(), LISTED + 1);
        assert!(problems[LISTED].message.starts_with("980 more lines"));
    }

    #[test]
    fn reports_one_problem_for_other_files() {
        for text in [
            &b""[..],
            b"# nothing\n",
            &[0xd4, 0xc3, 0xb2, 0xa1, 0, 10, 3, 10, 10, 7],
        ] {
            let (log, problems) = read(text);
            assert!(log.is_empty());
            assert!(problems.len() <= 2);
            let last = &problems.last().unwrap().message;
            assert!(last.contains("holds no secrets"), "{last}");
        }
    }

    #[test]
    fn limits_secrets_of_a_connection() {
        let line = |number| {
            let secret = "ab".repeat(32);
            format!("CLIENT_TRAFFIC_SECRET_{number} {RANDOM_HEX} {secret}\n")
        };
        for (count, unused) in [(SECRETS, 0), (SECRETS + 1, 1), (SECRETS * 4, SECRETS * 3)] {
            let lines: String = (0..count).map(line).collect();
            let (log, problems) = read(lines.as_bytes());
            let random = std::array::from_fn(|at| at as u8);
            assert_eq!(log.secrets(&random).len(), SECRETS);
            assert_eq!(log.lines(), SECRETS as u64);
            assert_eq!(problems.len(), unused.min(LISTED + 1), "{count}");
        }
    }

    #[test]
    fn reads_utf_16() {
        let line = format!("CLIENT_RANDOM {RANDOM_HEX} {}\r\n", "ab".repeat(48));
        let wide: Vec<u8> = "\u{feff}"
            .chars()
            .chain(line.chars())
            .flat_map(|c| (c as u16).to_le_bytes())
            .collect();
        let (log, problems) = read(&wide);
        assert_eq!(problems, []);
        assert!(!log.is_empty());
    }

    #[test]
    fn last_duplicate_line_wins() {
        let line = |secret: &str| format!("CLIENT_RANDOM {RANDOM_HEX} {}\n", secret.repeat(48));
        let (log, _) = read((line("ab") + &line("cd")).as_bytes());
        let random = std::array::from_fn(|at| at as u8);
        assert_eq!(log.secret(&random, Label::Master), Some(&[0xcd; 48][..]));
        assert_eq!(log.secrets(&random).len(), 1);
    }
}
