//! Recognises words and arrows that show the sender of a block.

use crate::Sender;

/// Sender, as named by a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Is(Sender),
    /// The side that wrote the log.
    Own,
    /// The side it talks to.
    Peer,
    /// One of two numbered peers (`peer0_1`, `peer: 1`).
    Numbered(u8),
}

fn side_of_word(word: &str) -> Option<Side> {
    Some(match word {
        "client" | "request" | "requests" | "req" | "cli" | "c" => Side::Is(Sender::Client),
        "server" | "response" | "responses" | "resp" | "res" | "srv" | "reply" | "s" => {
            Side::Is(Sender::Server)
        }
        "write" | "wrote" | "send" | "sent" | "sending" | "outbound" | "out" | "outgoing"
        | "egress" | "tx" | "writev" | "sendto" => Side::Own,
        "read" | "recv" | "received" | "receive" | "receiving" | "inbound" | "in" | "incoming"
        | "ingress" | "rx" | "readv" | "recvfrom" => Side::Peer,
        _ => return None,
    })
}

/// Returns the side if the word names it rather than what it sends.
fn role(word: &str) -> Option<Sender> {
    match word {
        "client" | "cli" | "c" => Some(Sender::Client),
        "server" | "srv" | "s" => Some(Sender::Server),
        _ => None,
    }
}

/// Splits a label at its first arrow: text before, arrow, text after.
fn split_at_arrow(label: &str) -> Option<(&str, &str, &str)> {
    const ARROWS: [&str; 10] = [">>>", "<<<", "-->", "<--", "→", "←", "->", "<-", "=>", "<="];
    let arrow_at = |at: usize| {
        let rest = label.get(at..)?;
        Some((at, ARROWS.iter().find(|arrow| rest.starts_with(**arrow))?))
    };
    let (at, arrow) = (0..label.len()).find_map(arrow_at)?;
    Some((&label[..at], arrow, &label[at + arrow.len()..]))
}

/// Returns the side named by a label: “client”, “Response 2”, “C -> S”, “>”.
pub(super) fn side(label: &str) -> Option<Side> {
    let label = label.trim();
    match label.trim_end_matches([':', ' ']) {
        ">" | ">>" => return Some(Side::Is(Sender::Client)),
        "<" | "<<" => return Some(Side::Is(Sender::Server)),
        _ => {}
    }
    let Some((before, arrow, after)) = split_at_arrow(label) else {
        return side_of_words(label).or_else(|| side_of_mark(label));
    };
    let last_role = |text: &str| words(text).iter().rev().find_map(|word| role(word));
    let is_mark = !arrow.contains('=') && (before.trim().is_empty() || after.trim().is_empty());
    let (from, to, mark) = match arrow.ends_with(['>', '→']) {
        true => (before, after, Sender::Client),
        false => (after, before, Sender::Server),
    };
    let sender = last_role(from).or_else(|| last_role(to).map(Sender::peer));
    let sender = sender.map(Side::Is).or_else(|| side_of_words(label));
    sender.or(is_mark.then_some(Side::Is(mark)))
}

/// Returns the side of a mark before words, as in “> stream 1”.
fn side_of_mark(label: &str) -> Option<Side> {
    match label.split_once(char::is_whitespace)?.0 {
        ">" | ">>" => Some(Side::Is(Sender::Client)),
        "<" | "<<" => Some(Side::Is(Sender::Server)),
        _ => None,
    }
}

fn side_of_words(label: &str) -> Option<Side> {
    let words = words(label);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let is_long = |word: &&str| word.len() > 1 && word.chars().all(char::is_alphabetic);
    // Among longer words, a single letter does not name a side.
    let least = if words.iter().any(is_long) { 2 } else { 1 };
    let named = |word: &str| side_of_word(word).filter(|_| word.len() >= least);
    let (mut sender, mut direction) = (None, None);
    for at in 0..words.len() {
        let (from, to) = match words[at..] {
            ["peer", "0", ..] => return Some(Side::Numbered(0)),
            ["peer", "1", ..] => return Some(Side::Numbered(1)),
            ["c", "2", "s", ..] => (Some(Side::Is(Sender::Client)), None),
            ["s", "2", "c", ..] => (Some(Side::Is(Sender::Server)), None),
            ["to" | "for" | "toward", to, ..] => (None, named(to)),
            [word, ..] => (named(word), None),
            [] => break,
        };
        match (from, to) {
            (Some(Side::Is(from)), _) => sender = sender.or(Some(from)),
            (_, Some(Side::Is(to))) => sender = sender.or(Some(to.peer())),
            _ => direction = direction.or(from),
        }
    }
    let has_role = words
        .iter()
        .any(|word| word.len() > 1 && role(word).is_some());
    match (sender, direction) {
        // Received by the server, hence sent by the client.
        (Some(sender), Some(Side::Peer)) if has_role && !words.contains(&"from") => {
            Some(Side::Is(sender.peer()))
        }
        (Some(sender), _) => Some(Side::Is(sender)),
        (None, direction) => direction,
    }
}

/// Splits a label into lower-case words, including parts of names such as
/// `requestBlock` and `peer0_1`.
fn words(label: &str) -> Vec<String> {
    let chars: Vec<char> = label.chars().collect();
    let is_joined = |a: &char, b: &char| {
        a.is_alphanumeric() == b.is_alphanumeric()
            && a.is_ascii_digit() == b.is_ascii_digit()
            && !(a.is_ascii_lowercase() && b.is_ascii_uppercase())
    };
    let words = chars.chunk_by(is_joined);
    let words = words.filter(|word| word[0].is_alphanumeric());
    let lower = words.map(|word| String::from_iter(word).to_ascii_lowercase());
    lower.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognises_labels() {
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
            ("> stream 1:", client),
            ("< stream 1:", server),
            ("<Buffer ", None),
            ("see section c of", None),
            ("block:", None),
        ];
        for (label, expected) in cases {
            assert_eq!(side(label), expected, "{label}");
        }
    }
}
