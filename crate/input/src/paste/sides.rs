//! Words and arrows that say which side sent a block.

use crate::Sender;

/// A side, as a text names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// This one.
    Is(Sender),
    /// The one that wrote the log.
    Own,
    /// The other one.
    Peer,
    /// One of two numbered peers (`peer0_1`, `peer: 1`).
    Numbered(u8),
}

const CLIENT: &[&str] = &["client", "request", "requests", "req", "cli", "c", "c2s"];
const SERVER: &[&str] = &[
    "server",
    "response",
    "responses",
    "resp",
    "res",
    "srv",
    "reply",
    "s",
    "s2c",
];
const OWN: &[&str] = &[
    "write", "wrote", "send", "sent", "sending", "outbound", "out", "outgoing", "egress", "tx",
    "writev", "sendto",
];
const PEER: &[&str] = &[
    "read",
    "recv",
    "received",
    "receive",
    "receiving",
    "inbound",
    "in",
    "incoming",
    "ingress",
    "rx",
    "readv",
    "recvfrom",
];

/// Whether a word names a side itself, and not what it sends.
fn is_role(word: &str) -> bool {
    matches!(word, "client" | "server" | "cli" | "srv" | "c" | "s")
}

fn side_of_word(word: &str) -> Option<Side> {
    let lists = [
        (CLIENT, Side::Is(Sender::Client)),
        (SERVER, Side::Is(Sender::Server)),
        (OWN, Side::Own),
        (PEER, Side::Peer),
    ];
    lists
        .into_iter()
        .find(|(words, _)| words.contains(&word))
        .map(|(_, side)| side)
}

/// An arrow that stands alone: where what is named before it sends to what is
/// named behind it, or the other way round.
fn arrow(text: &str) -> Option<(usize, usize, bool)> {
    const ARROWS: [(&str, bool); 10] = [
        (">>>", true),
        ("<<<", false),
        ("-->", true),
        ("<--", false),
        ("->", true),
        ("<-", false),
        ("=>", true),
        ("<=", false),
        ("→", true),
        ("←", false),
    ];
    let found = ARROWS
        .iter()
        .filter_map(|&(arrow, right)| text.find(arrow).map(|at| (at, arrow.len(), right)));
    found.min_by_key(|&(at, length, _)| (at, usize::MAX - length))
}

/// The side that a label names: “client”, “Response 2”, “C -> S”, “>”, “WRITE”.
pub(super) fn side(label: &str) -> Option<Side> {
    let label = label.trim();
    if label.is_empty() {
        return None;
    }
    match label.trim_end_matches([':', ' ']) {
        ">" | ">>" => return Some(Side::Is(Sender::Client)),
        "<" | "<<" => return Some(Side::Is(Sender::Server)),
        _ => {}
    }
    if let Some((at, length, right)) = arrow(label) {
        let (before, behind) = (&label[..at], &label[at + length..]);
        let role = |text: &str| {
            words(text)
                .into_iter()
                .rev()
                .find(|word| is_role(word))
                .and_then(|word| side_of_word(&word))
        };
        let named = match (role(before), role(behind)) {
            (Some(Side::Is(sender)), _) => Some(if right { sender } else { sender.peer() }),
            (None, Some(Side::Is(sender))) => Some(if right { sender.peer() } else { sender }),
            _ => None,
        };
        let is_fat = label[at..at + length].contains('=');
        let is_mark = !is_fat && (before.trim().is_empty() || behind.trim().is_empty());
        return match named {
            Some(sender) => Some(Side::Is(sender)),
            None => of_words(label).or(is_mark.then_some(Side::Is(if right {
                Sender::Client
            } else {
                Sender::Server
            }))),
        };
    }
    of_words(label)
}

fn of_words(label: &str) -> Option<Side> {
    if !label.contains(char::is_alphabetic) {
        return None;
    }
    let words = words(label);
    if let Some(at) = words.iter().position(|word| word == "peer")
        && let Some(number @ ("0" | "1")) = words.get(at + 1).map(String::as_str)
    {
        return Some(Side::Numbered(number.as_bytes()[0] - b'0'));
    }
    let mut named = [None; 2];
    let mut before = "";
    for word in &words {
        if let Some(side) = side_of_word(word) {
            let turned = match side {
                // To the server; the client got.
                Side::Is(sender) if matches!(before, "to" | "for" | "toward") => {
                    Side::Is(sender.peer())
                }
                side => side,
            };
            let is_sender = matches!(side, Side::Is(_));
            // A letter is the name of a side by itself only.
            if word.len() > 1
                || words
                    .iter()
                    .filter(|word| word.len() > 1 && word.chars().all(char::is_alphabetic))
                    .count()
                    == 0
            {
                named[usize::from(!is_sender)].get_or_insert(turned);
            }
        }
        before = word;
    }
    let role = words.iter().find(|word| is_role(word) && word.len() > 1);
    match (named, role) {
        // The server received: the client sent.
        ([Some(Side::Is(sender)), Some(Side::Peer)], Some(_))
            if !words.iter().any(|word| word == "from") =>
        {
            Some(Side::Is(sender.peer()))
        }
        ([Some(side), _], _) => Some(side),
        ([None, side], _) => side,
    }
}

/// The words of a label in lower case; names such as `requestBlock` and
/// `peer0_1` are several.
fn words(label: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut before = ' ';
    for c in label
        .chars()
        .rev()
        .take(200)
        .collect::<Vec<_>>()
        .into_iter()
        .rev()
    {
        let begins = c.is_alphanumeric()
            && (!before.is_alphanumeric()
                || c.is_ascii_uppercase() && before.is_ascii_lowercase()
                || before.is_alphabetic() && c.is_ascii_digit()
                || before.is_ascii_digit() && c.is_alphabetic() && c != '2');
        if begins {
            words.push(String::new());
        }
        if c.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.push(c.to_ascii_lowercase());
        }
        before = c;
    }
    // `c2s` was taken apart.
    for at in 0..words.len().saturating_sub(1) {
        if matches!(
            (words[at].as_str(), words[at + 1].as_str()),
            ("c", "2s") | ("s", "2c") | ("c", "2") | ("s", "2")
        ) {
            words[at] = if words[at] == "c" { "c2s" } else { "s2c" }.to_owned();
            words[at + 1].clear();
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels() {
        let client = Some(Side::Is(Sender::Client));
        let server = Some(Side::Is(Sender::Server));
        let cases = [
            ("client:", client),
            ("Response 2:", server),
            ("C:", client),
            ("> ", client),
            ("<", server),
            (">>>", client),
            ("client -> server", client),
            ("server → client:", server),
            ("client <- server", server),
            ("C -> S:", client),
            ("to server:", client),
            ("requestBlock =", client),
            ("\"dir\": \"s2c\", \"hex\": \"", server),
            ("server received", client),
            ("received from server", server),
            ("[id: 0x1] OUTBOUND HEADERS:", Some(Side::Own)),
            ("READ:", Some(Side::Peer)),
            ("char peer1_0[] =", Some(Side::Numbered(1))),
            ("peer: 0", Some(Side::Numbered(0))),
            ("c = ", client),
            ("see section c of", None),
            ("block:", None),
        ];
        for (label, expected) in cases {
            assert_eq!(side(label), expected, "{label}");
        }
    }
}
