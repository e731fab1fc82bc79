//! Labels that say which side sent a block.

use super::{
    pieces::{Piece, Pieces, Side},
    text::is_among,
};
use crate::{Block, Sender};
use http2::frame::sender_of_block;

/// Keys of a column or a member with the sender.
pub(super) const SENDERS: &str = "sender direction dir from side src source";

/// What is said of requests and responses in one list.
pub(super) const TWO: &str = "Requests and responses stand in one list here, and each side of a connection has a table of its own: mark what the client sent with “>” and what the server sent with “<”, or have the pseudo-header fields tell them apart.";

const CLIENT: [&str; 9] = [
    "client", "request", "requests", "req", "cli", "c", "c2s", "cliente", "anfrage",
];
const SERVER: [&str; 13] = [
    "serveur",
    "servidor",
    "antwort",
    "server",
    "response",
    "responses",
    "reply",
    "resp",
    "res",
    "rsp",
    "srv",
    "s",
    "s2c",
];

/// The side on which a log was written, and the other: which of them is the
/// client only what they sent tells.
const OWN: [&str; 12] = [
    "sendto", "writev", "write", "written", "send", "sent", "sending", "outbound", "out",
    "outgoing", "egress", "tx",
];
const PEER: [&str; 12] = [
    "recvfrom",
    "readv",
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
];

/// Names of the two sides themselves, and not of what they send.
const ROLES: &str = "client server cli srv c s cliente serveur servidor";

/// What else a side does that did not send.
const RECEIVES: &str = "got gets sees saw receives recvmsg input decodes decoder decoded";

/// Arrows to the side that is named before them.
const ARROWS: [&str; 6] = ["<-", "<=", "<<", "< ", "←", "‹"];

/// What may stand in a label that names who sent.
const WITH_SENDER: &str = "data payload buf buffer bytes fragment part chunk message msg packet section list initial first second third next last trailers trailer end start says said sends wrote writes a an my our and with seq line log raw dump this that is was here hello preface connection conn";

/// What is said of a label of which that is not known.
pub(super) const WHO: &str = "It is not certain that this label names who sent the bytes, and not who received them: if so, the sides are the other way round.";

/// What is said of a block that the other side sends.
const OTHER_SIDE: &str = "By its pseudo-header fields the other side sent this block than the text says (RFC 9113 §8.3): the text may name who received it, or it was promised in PUSH_PROMISE.";

/// What is said where that is so of all blocks of both sides.
const SWAPPED: &str = "By their pseudo-header fields the other side sent each of these blocks than the text says (RFC 9113 §8.3): the sides may be the other way round.";

/// What is said of a piece with a mark and a label of two sides.
const TWO_NAMES: &str = "An arrow or a heading names the sender of this block, and a label another: one of the two may be changed, or its other half missing. The label was not followed.";

/// What is said where nothing tells which side wrote a log.
const WRITER: &str = "Nothing here tells which side wrote this: it was read as the server's log, so that what it received is the client's. If the client wrote it, the sides are the other way round.";

/// What is said of `>` before lines of which only some have a label.
const MAIL: &str = "The “>” before every line was read as a quoted mail's, because a label above the bytes names another sender. If it is an arrow, the label is wrong.";

/// What is said of `>` before labels of one letter.
const LETTERS: &str = "The “>” before these labels was read as a quoted mail's; if it is what is left of “C -> S”, the senders are the other way round.";

/// Gives each piece the sender that its mark names, or, where no piece has a
/// mark, its label. Words of a log, such as WRITE, count where both of a pair
/// stand. What is to be said of a piece of which the two name different senders,
/// and its first byte.
pub(super) fn mark(pieces: &mut Pieces, raw: &str) -> Option<(usize, &'static str)> {
    let labels = pieces.list.iter().map(|piece| piece.label.as_deref());
    let mut labels: Vec<Option<Side>> = labels.map(|label| label.and_then(of_name)).collect();
    if is_variable(pieces) {
        labels.fill(None);
    }
    let marks: Vec<Option<Side>> = pieces.list.iter().map(|piece| piece.mark).collect();
    // One mark before all lines is a mail's, where a label above them, or one
    // before each, names the side.
    let is_quoted = marks.iter().all(|mark| *mark == marks[0])
        && marks[0] != Some(Side::Is(Sender::Server))
        && labels[0].is_some();
    let is_each = labels.iter().all(Option::is_some);
    let is_marked = !is_quoted && marks.iter().any(Option::is_some);
    let differ = |n: &usize| match (marks[*n], labels[*n]) {
        (Some(Side::Is(mark)), Some(Side::Is(label))) => mark != label,
        _ => false,
    };
    let two = (0..marks.len()).find(differ);
    let is_letter = |piece: &Piece| piece.label.as_ref().is_some_and(|label| label.len() == 1);
    let said = match two {
        Some(n) if is_marked => Some((n, TWO_NAMES)),
        Some(n) if !is_each => Some((n, MAIL)),
        _ if is_quoted && marks.contains(&Some(Side::Is(Sender::Client))) => {
            pieces.list.iter().all(is_letter).then_some((0, LETTERS))
        }
        _ => None,
    };
    let said = said
        .map(|(n, says)| (pieces.list[n].start, says))
        .filter(|&(first, _)| first < pieces.places.len());
    let named = if is_marked { marks } else { labels };
    let is = |side: &Option<Side>| matches!(side, Some(Side::Is(_)));
    let both = |one, other| named.contains(&Some(one)) && named.contains(&Some(other));
    let mut is_guess = false;
    let own = if named.iter().any(is) {
        Sender::Unknown
    } else if is_marked || both(Side::Own, Side::Peer) {
        let told = (0..named.len()).find_map(|at| {
            let sender = sender_of_block(pieces.of(at))?;
            match named[at]? {
                Side::Own => Some(sender),
                Side::Peer => Some(sender.peer()),
                Side::Is(_) => None,
            }
        });
        let told = told.or_else(|| writer(pieces, raw));
        is_guess = told.is_none();
        // Servers log more than clients do.
        told.unwrap_or(Sender::Server)
    } else {
        Sender::Unknown
    };
    for (piece, side) in pieces.list.iter_mut().zip(named) {
        let sender = match side {
            Some(Side::Is(sender)) => sender,
            Some(Side::Own) => own,
            Some(Side::Peer) => own.peer(),
            None => Sender::Unknown,
        };
        piece.mark = (sender != Sender::Unknown).then_some(Side::Is(sender));
    }
    let guess = || (is_guess && !pieces.places.is_empty()).then_some((0, WRITER));
    said.or_else(guess)
}

/// Whether the only label is a letter, and the pseudo-header fields of its block are
/// the other side's: `s = "…"` in a program.
fn is_variable(pieces: &Pieces) -> bool {
    let [piece] = &pieces.list[..] else {
        return false;
    };
    let label = piece.label.as_deref().unwrap_or_default();
    let label = label.rsplit(' ').next().filter(|name| name.len() == 1);
    let other = sender_of_block(&pieces.octets).map(|sender| Side::Is(sender.peer()));
    other.is_some() && label.and_then(of_name) == other
}

/// Who wrote a log, where one of the sides is named before all of its bytes.
fn writer(pieces: &Pieces, raw: &str) -> Option<Sender> {
    let head = &raw[..pieces.places.first()?.start as usize];
    let words = head.split(|c: char| !c.is_ascii_alphanumeric());
    if words.clone().any(|word| is_among(OTHERS, word)) {
        return None;
    }
    let roles = words.filter(|word| word.len() > 1 && is_among(ROLES, word));
    let mut named = roles.filter_map(|role| match side(role)? {
        Side::Is(sender) => Some(sender),
        _ => None,
    });
    let first = named.next()?;
    named.all(|sender| sender == first).then_some(first)
}

/// The side that a label names: “client”, “Response 2”, “C”, “WRITE”, “to server”.
pub(super) fn side(label: &str) -> Option<Side> {
    let label = label.to_ascii_lowercase();
    // client -> server: what stands before the arrow sends.
    let label = label.split(['>', '→']).next().unwrap_or_default();
    // Behind a command -c is an option and c.bin a file, C:\ is a drive, and C.2.1 is
    // a section of RFC 7541.
    let is_other = |(n, word): &(usize, &str)| {
        *n > 0 && word.len() == 2 && word.starts_with('-')
            || matches!(word.as_bytes(), [_, b'.', next, ..] if next.is_ascii_alphanumeric())
            || matches!(word.as_bytes(), [_, b':', b'\\' | b'/', ..])
    };
    let words = label.split_whitespace().enumerate();
    let words = words.filter(|word| !is_other(word));
    let words = words.flat_map(|(_, word)| word.split(|c: char| !c.is_ascii_alphanumeric()));
    let (mut named, mut receiver, mut before) = ([false; 4], None, "");
    // The last role, unless it stands behind “from”, and what that did.
    let (mut role, mut did) = (None, None);
    for word in words.filter(|word| !matches!(*word, "" | "the")) {
        let bare = word.trim_end_matches(|c: char| c.is_ascii_digit());
        let word = if bare.len() < 3 { word } else { bare };
        let lists = [&CLIENT[..], &SERVER, &OWN, &PEER];
        if let Some(at) = lists.iter().position(|list| list.contains(&word)) {
            // To the server; received by the server.
            match before {
                "to" | "for" => receiver = Some(at),
                "by" if named[3] => receiver = Some(at),
                _ => named[at] = true,
            }
            match at {
                0 | 1 if is_among(ROLES, word) => role = Some(at).filter(|_| before != "from"),
                2 | 3 if role.is_some() => did = Some(at),
                _ => {}
            }
        } else if role.is_some() && is_among(RECEIVES, word) {
            did = Some(3);
        }
        before = word;
    }
    if label.trim_end().ends_with('<') {
        did = Some(3);
    }
    // What the server received the client sent.
    if let ([true, false, ..] | [false, true, ..], Some(0 | 1), Some(3)) = (named, role, did) {
        named.swap(0, 1);
    }
    match (named, receiver) {
        ([true, true, ..], _) => None,
        ([true, ..], _) | ([_, false, ..], Some(1)) => Some(Side::Is(Sender::Client)),
        ([_, true, ..], _) | (_, Some(0)) => Some(Side::Is(Sender::Server)),
        ([.., true, false], _) => Some(Side::Own),
        ([.., false, true], _) => Some(Side::Peer),
        _ => None,
    }
}

/// Whether the pseudo-header fields of a block say of it what the text does.
pub(super) fn is_confirmed(block: &Block) -> bool {
    sender_of_block(&block.octets) == Some(block.sender)
}

/// Whether a word says of a side that it sent.
pub(super) fn is_sending(word: &str) -> bool {
    OWN.iter().any(|own| own.eq_ignore_ascii_case(word)) || is_among("wrote sends", word)
}

/// Whether a word says of a side that it received.
pub(super) fn is_receiving(word: &str) -> bool {
    PEER.iter().any(|peer| peer.eq_ignore_ascii_case(word))
}

/// Whether words before a block name its sender and say that this received: `[h2
/// client] <- 82`, `role=client op=recv block=82`.
pub(super) fn may_have_received(
    text: &str,
    words: &mut dyn Iterator<Item = &str>,
    sender: Sender,
) -> bool {
    let (mut roles, mut is_received) = ([false; 2], false);
    for word in words {
        let bare = word.trim_end_matches(|c: char| c.is_ascii_digit());
        let word = bare.to_ascii_lowercase();
        let is_role = word.len() > 1 && is_among(ROLES, &word);
        roles[0] |= is_role && CLIENT.contains(&word.as_str());
        roles[1] |= is_role && SERVER.contains(&word.as_str());
        is_received |= is_receiving(&word) || is_among(RECEIVES, &word);
    }
    let named = [sender == Sender::Client, sender == Sender::Server];
    let has_arrow = ARROWS.iter().any(|arrow| text.contains(arrow));
    roles == named && roles != [false; 2] && (is_received || has_arrow)
}

/// Whether a label has the name of a side and words that may say that it did not
/// send.
pub(super) fn is_doubtful(label: &str, sender: Sender) -> bool {
    if of_name(label) != Some(Side::Is(sender)) {
        return false;
    }
    let words = words_of(label).to_ascii_lowercase();
    let words = words.split(|c: char| c.is_ascii() && !c.is_ascii_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let bare = |word: &str| word.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let lists = [&CLIENT[..], &SERVER, &OWN, &PEER];
    let is_role = |word: &&&str| word.len() > 1 && is_among(ROLES, &word[..bare(word)]);
    let is_known = |word: &str| {
        let name = &word[..bare(word)];
        lists
            .iter()
            .any(|list| list.contains(&word) || list.contains(&name))
            || is_beside(name)
            || [WITH_SENDER, RECEIVES]
                .iter()
                .any(|known| is_among(known, name))
            || matches!(word, "to" | "for" | "of" | "no" | "nr")
            || name.len() < 2
    };
    words.iter().any(|word| is_role(&word)) && !words.iter().all(|word| is_known(word))
}

/// What is to be said of a block whose pseudo-header fields say that the other
/// side sent it, where others say what the text does, or are of the same side.
pub(super) fn other_side_note(blocks: &[Block]) -> Option<(usize, String)> {
    let told = |block: &&Block| {
        let told = sender_of_block(&block.octets)?;
        (block.sender != Sender::Unknown).then_some(told == block.sender)
    };
    let other = blocks.iter().find(|block| told(block) == Some(false))?;
    let is_agreed = blocks.iter().any(|block| told(&block) == Some(true));
    let is_alone = blocks.iter().all(|block| block.sender == blocks[0].sender);
    let place = other.places.first()?;
    let says = match is_agreed || is_alone {
        true => OTHER_SIDE,
        false => SWAPPED,
    };
    Some((place.start as usize, says.to_owned()))
}

/// The side that an identifier names: “request_block”, “responseBlock”.
pub(super) fn of_name(name: &str) -> Option<Side> {
    side(&words_of(name))
}

/// The words of an identifier.
fn words_of(name: &str) -> String {
    let mut words = String::with_capacity(name.len() + 2);
    for c in name.chars() {
        if c.is_ascii_uppercase() && words.ends_with(|c: char| c.is_ascii_lowercase()) {
            words.push(' ');
        }
        words.push(c);
    }
    words
}

/// What a line calls a side, without the level before it.
pub(super) fn name(named: &str) -> &str {
    let named = bare(named);
    match named.split_once([' ', '\t']) {
        Some((level, rest)) if is_among(LEVELS, bare(level)) => bare(rest),
        _ => named,
    }
}

/// A name without the signs around it.
pub(super) fn bare(name: &str) -> &str {
    name.trim_matches(|c: char| !c.is_alphanumeric())
}

/// Keys of what names a side that did not send, or may not have.
const OTHERS: &str = "peer to dst dest destination target receiver remote name";

/// Whether a value under a key says which side sent.
pub(super) fn is_told(key: &str, value: &str) -> bool {
    is_word(value) && !is_among(OTHERS, key)
}

/// What may stand beside the name of a side.
const WITH_SIDE: &str = "header headers block blocks hpack http http2 h2 frame frames bytes hex field fields from by the side sends says writes answers answered responds responded replies replied what encoded";

/// The levels of a log.
pub(super) const LEVELS: &str = "trace debug info warn warning error";

/// Whether a word says nothing else beside the name of a side.
pub(super) fn is_beside(word: &str) -> bool {
    [WITH_SIDE, LEVELS, NUMBERED]
        .into_iter()
        .any(|words| is_among(words, word))
}

/// What a number names that stands in a heading.
const NUMBERED: &str = "stream streamid id number no packet block frame";

/// Whether a word is the name of a side, and cannot be digits.
fn is_word(word: &str) -> bool {
    let all = |is: fn(&u8) -> bool| word.bytes().all(|byte| is(&byte));
    all(u8::is_ascii_alphanumeric)
        && !all(u8::is_ascii_hexdigit)
        && word.len() > 1
        && side(word).is_some()
}

/// What a line that is a heading names: a side in “Request”, “## Response
/// headers”, “--- client 2 ---”, “client -> server”, “dir: out”; or none in
/// “stream 1”.
pub(super) fn heading(line: &str) -> Option<Option<Side>> {
    if line.len() > 80 {
        return None;
    }
    // <b>Request</b>
    // But <Buffer 82 86> are bytes.
    let is_tag = |tag: &str| {
        let mut rest = tag.split_whitespace().skip(1);
        tag.starts_with(|c: char| c.is_alphabetic()) && rest.all(|word| word.contains(['=', '"']))
    };
    let tag = line.strip_prefix('<').and_then(|rest| rest.split_once('>'));
    let inner = tag.and_then(|(tag, inner)| is_tag(tag).then_some(inner));
    let line = inner.map_or(line, |inner| inner.split('<').next().unwrap_or_default());
    // Jira's h3. Request
    let title = matches!(line.as_bytes(), [b'h', b'1'..=b'6', b'.', b' ', ..]);
    let line = bare(if title { &line[4..] } else { line });
    if let Some((key, value)) = line.split_once([':', '=']) {
        let value = bare(value);
        let is_told = is_among(SENDERS, key.trim()) && (is_word(value) || value.len() == 1);
        return is_told.then(|| side(value)).flatten().map(Some);
    }
    if let Some((sender, rest)) = arrow(line) {
        return rest.is_empty().then_some(Some(Side::Is(sender)));
    }
    // An even number of digits may be octets.
    let is_number = |number: &str| {
        let digits = number.strip_prefix('#').unwrap_or(number);
        let is_told = digits.len() % 2 == 1 || digits.len() < number.len();
        is_told && digits.len() < 6 && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    let (words, number) = match line.rsplit_once(' ') {
        Some((words, number)) if is_number(number) => (words, Some(number)),
        _ => (line, None),
    };
    let has = |is: fn(&str) -> bool| words.split_whitespace().any(is);
    let is_numbered = |word: &str| is_among(NUMBERED, word);
    let is_said = |word: &str| is_word(word) || is_numbered(word) || is_among(WITH_SIDE, word);
    if line.contains('\t') || !words.split_whitespace().all(is_said) {
        return None;
    }
    match has(is_word) {
        true => side(words).map(Some),
        false => (number.is_some() && words.split_whitespace().any(is_numbered)).then_some(None),
    }
}

/// Whether a heading ends with dashes or the like and does not begin with as
/// many, or the other way round: `client ---`, `--- client`.
pub(super) fn is_torn(heading: &str) -> bool {
    let heading = heading.trim();
    if heading.starts_with("---") && !heading.ends_with('-') || heading.ends_with("->") {
        return true;
    }
    let Some(sign) = heading.chars().next_back().filter(|c| "-=*".contains(*c)) else {
        return false;
    };
    let (start, end) = (
        heading.trim_start_matches(sign),
        heading.trim_end_matches(sign),
    );
    start.len() != end.len()
}

/// The sender in “client -> server”, “C>S”, and what stands behind that.
fn arrow(line: &str) -> Option<(Sender, &str)> {
    let word = |text: &str| {
        text.len()
            - text
                .trim_start_matches(|c: char| c.is_ascii_alphanumeric())
                .len()
    };
    let (first, rest) = line.split_at(word(line));
    let rest = rest.trim_start();
    let mut arrows = ["-->", "->", "=>", ">"].iter();
    let other = arrows
        .find_map(|arrow| rest.strip_prefix(arrow))?
        .trim_start();
    let (second, rest) = other.split_at(word(other));
    match (side(first)?, side(second)?) {
        (Side::Is(sender), Side::Is(receiver)) => {
            (sender.peer() == receiver).then_some((sender, rest))
        }
        _ => None,
    }
}

/// The side that a line names before what that sent, and how long the name is:
/// “send 82”, “INFO client sent 82”, “[client] 82”, “C -> S: 82”. A label with a
/// colon alone is not one of these.
pub(super) fn before(line: &str) -> Option<(Side, usize)> {
    if let Some((sender, rest)) = arrow(line) {
        let rest = rest.strip_prefix(':').unwrap_or(rest);
        let is_apart = rest.starts_with([' ', '\t']);
        return is_apart.then_some((Side::Is(sender), line.len() - rest.len()));
    }
    if let Some(found) = numbered(line)
        .or_else(|| toward(line))
        .or_else(|| varnish(line))
    {
        return Some(found);
    }
    let mut rest = line;
    for _ in 0..6 {
        let word = rest.split([' ', '\t']).next().unwrap_or_default();
        // What wrote the line of a log: `hpack.go:12:`.
        if word.ends_with(':') && word.len() > 3 && side(word).is_none() && rest.len() == line.len()
        {
            rest = rest[word.len()..].trim_start();
            continue;
        }
        let is_framed = matches!(
            word.as_bytes(),
            [b'[', .., b']'] | [b'(', .., b')'] | [b'<', .., b'>'] | [b'*' | b'_', .., b':']
        );
        let name = if is_framed {
            bare(word)
        } else {
            word.trim_end_matches(['>', ',', ';'])
        };
        let is_letter = is_framed && matches!(name, "C" | "S")
            || word.len() > name.len() && matches!(name, "c" | "s" | "C" | "S");
        let is_sign = rest.len() < line.len() && matches!(word, "|" | "-" | ">");
        let is_said = is_word(name) || is_among(WITH_SIDE, name) || is_among(LEVELS, name);
        if !is_said && !is_letter && !is_sign {
            break;
        }
        rest = rest[word.len()..].trim_start();
    }
    let (named, is_label) = (
        &line[..line.len() - rest.len()],
        rest.contains(": ") || rest.ends_with(':'),
    );
    let is_letter = |word: &str| matches!(word, "c" | "s" | "C" | "S");
    let has_side = named
        .split_whitespace()
        .map(bare)
        .any(|word| is_word(word) || is_letter(word));
    (has_side && !is_label && begins_octets(rest))
        .then(|| Some((side(named)?, named.len())))
        .flatten()
}

/// The side that sent, by an arrow and the label behind it, which names whom the
/// arrow points to or comes from (`-> S:`, `<- C:`), and how long the label is.
pub(super) fn behind_arrow(arrow: &str, line: &str) -> Option<(Side, usize)> {
    let label = line.split(':').next()?;
    let Some(Side::Is(named)) = side(label).filter(|_| label.len() < line.len()) else {
        return None;
    };
    let sender = match arrow.trim_end() {
        arrow if arrow.ends_with("->") || arrow.ends_with("=>") => named.peer(),
        arrow if arrow.ends_with("<-") || arrow.ends_with("<=") => named,
        _ => return None,
    };
    Some((Side::Is(sender), label.len() + 1))
}

/// The side by an arrow behind a number: `#1 > 82`, `stream 3 <- 88`.
fn numbered(line: &str) -> Option<(Side, usize)> {
    let at = line
        .bytes()
        .take(24)
        .position(|byte| matches!(byte, b'<' | b'>'))?;
    let (sender, rest) = match line.as_bytes()[at] {
        b'>' => (Sender::Client, &line[at + 1..]),
        _ => (
            Sender::Server,
            line[at + 1..].trim_start_matches(['-', '=']),
        ),
    };
    let head = line[..at].trim_end_matches(['-', '=']);
    let digits = bare(head);
    // An even number of digits may be octets.
    let is_marked = digits.len() < head.trim_end().len() || digits.len() % 2 == 1;
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let is_head = is_number && is_marked || heading(head) == Some(None);
    (is_head && head.ends_with(' ') && rest.starts_with(' '))
        .then_some((Side::Is(sender), line.len() - rest.len()))
}

/// The sender in a record of varnishlog: `-   H2RxBody       c [8286]`, where `c` is
/// the side on which that is logged, and not who sent.
fn varnish(line: &str) -> Option<(Side, usize)> {
    let records = [("H2Rx", Sender::Client), ("H2Tx", Sender::Server)];
    let (start, sender) = records
        .iter()
        .find_map(|(record, sender)| Some((line.find(record)?, *sender)))?;
    let length = line[start..].find('[')?;
    let is_record = start < 24 && line[start..start + length].split_whitespace().count() == 2;
    is_record.then_some((Side::Is(sender), start + length))
}

/// The sender by an arrow behind the one side that a line names: `C> 82`,
/// `client <- 82`, `[h2 server] <<< 82`.
fn toward(line: &str) -> Option<(Side, usize)> {
    let is_sign = |c: char| "<>-=←→‹›".contains(c);
    let at = line.find(|c| is_sign(c) && c != '-' && c != '=')?;
    let name = line[..at].trim_end_matches(is_sign);
    let name = name
        .trim_end()
        .trim_start_matches('[')
        .trim_end_matches(']');
    let rest = line[at..].trim_start_matches(is_sign);
    let signs = &line[at..line.len() - rest.len()];
    let is_role = |word: &&str| is_among(ROLES, word);
    let are_known = name
        .split(' ')
        .all(|word| is_role(&word) || is_beside(word));
    if !are_known || name.split(' ').filter(is_role).count() != 1 || !rest.starts_with([' ', '\t'])
    {
        return None;
    }
    let is = |signs_of: &str| signs.contains(|c| signs_of.contains(c));
    let Some(Side::Is(named)) = side(name) else {
        return None;
    };
    let sender = match (is("<←‹"), is(">→›")) {
        (true, false) => named.peer(),
        (false, true) => named,
        _ => return None,
    };
    Some((Side::Is(sender), line.len() - rest.trim_start().len()))
}

/// The side that a comment behind the octets of a line names, or brackets there.
pub(super) fn behind(line: &str) -> Option<Side> {
    let signs = ["//", " #", " --", " ;", "/*", " ("];
    let at = signs.iter().filter_map(|sign| line.rfind(sign)).max()?;
    line[..at]
        .contains(|c: char| c.is_ascii_digit())
        .then(|| heading(&line[at..]))
        .flatten()
        .flatten()
}

/// What a program calls the octets behind this, or what it does with them, where
/// that names a side: `const request = [`, `write(5, "`.
pub(super) fn assigned(head: &str) -> Option<&str> {
    let bare = head.trim_end_matches(['"', '\'', '`']);
    let is_quoted = bare.len() < head.len();
    let sign = ['=', ':', '('].iter().find_map(|sign| head.find(*sign));
    let end = sign.or(is_quoted.then_some(bare.len()))?;
    let name = head[..end].trim_end_matches([' ', ':']);
    let name = match name.strip_suffix(']') {
        Some(array) => array.rsplit_once('[')?.0.trim_end_matches([' ', ':']),
        None => name,
    };
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let before = name.trim_end_matches(is_name);
    // Client -> Server: it receives.
    if ["->", "=>", "→"]
        .iter()
        .any(|arrow| before.trim_end().ends_with(arrow))
    {
        return None;
    }
    let name = &name[before.len()..];
    // A text without its blanks: constrequest=
    let name = name.strip_prefix("const").unwrap_or(name);
    (name.len() > 1 && of_name(name).is_some()).then_some(name)
}

/// Whether a text begins as octets do, and not with a word.
fn begins_octets(text: &str) -> bool {
    let word = text.split_whitespace().next().unwrap_or_default();
    let is_hex = word.bytes().all(|byte| byte.is_ascii_hexdigit());
    let signs = ["\\", "\"", "'", "[", "{", "<", "b'", "b\""];
    is_hex && !word.is_empty() && word.len().is_multiple_of(2)
        || word.starts_with(|c: char| c.is_ascii_digit())
        || signs.iter().any(|sign| word.starts_with(sign))
}

/// The side that a word or an arrow names: “client”, “s2c”, “->”, “out”.
pub(super) fn named(word: &str) -> Option<Side> {
    match word {
        "->" | ">" | ">>>" | "=>" => Some(Side::Is(Sender::Client)),
        "<-" | "<" | "<<<" | "<=" => Some(Side::Is(Sender::Server)),
        _ => side(word),
    }
}

/// Whether a label is the name of a side, with a number or a word at most.
pub(super) fn is_side(label: &str) -> bool {
    label.len() > 1 && label.split_whitespace().count() < 3 && side(label).is_some()
}

/// What is to be said of a block without a sender among those that have one.
pub(super) fn unnamed_note(blocks: &[Block]) -> Option<(usize, String)> {
    let note = |is_unnamed: &dyn Fn(&Block) -> bool, message: &str| {
        let unnamed = blocks.iter().find(|block| is_unnamed(block))?;
        let place = unnamed.places.first()?;
        let one = blocks.iter().any(|block| !is_unnamed(block));
        one.then(|| (place.start as usize, message.to_owned()))
    };
    let by_sender = note(
        &|block| block.sender == Sender::Unknown,
        "The text names no sender here, though it does elsewhere: this block was read with a table of its own.",
    );
    let is_open = blocks.iter().all(|block| block.sender == Sender::Unknown);
    by_sender.or_else(|| {
        is_open.then_some(())?;
        note(
            &|block| !block.label.as_deref().is_some_and(is_side),
            "A label names a side of the connection elsewhere, and none does here: it may be missing or changed. All blocks were read with one table.",
        )
    })
}

/// Whether blocks without senders are requests and responses: two tables.
pub(super) fn are_two(blocks: &[Block]) -> bool {
    if blocks.iter().any(|block| block.sender != Sender::Unknown) {
        return false;
    }
    let mut told = [false; 2];
    for block in blocks {
        match sender_of_block(&block.octets) {
            Some(Sender::Client) => told[0] = true,
            Some(Sender::Server) => told[1] = true,
            _ => {}
        }
        if told == [true; 2] {
            return true;
        }
    }
    false
}

/// Gives each block the sender that its pseudo-header fields tell; trailers,
/// which have none, are of the sender before them.
pub(super) fn by_fields(blocks: &mut [Block]) {
    let mut sender = Sender::Unknown;
    for block in blocks {
        sender = sender_of_block(&block.octets).unwrap_or(sender);
        block.sender = sender;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLIENT: Option<Side> = Some(Side::Is(Sender::Client));
    const SERVER: Option<Side> = Some(Side::Is(Sender::Server));

    #[test]
    fn words_name_sides() {
        for (name, named) in [
            ("client", CLIENT),
            ("Response 2", SERVER),
            ("to server", CLIENT),
            ("sent to the client", SERVER),
            ("received by the server", CLIENT),
            ("server received", CLIENT),
            ("server RX", CLIENT),
            ("server <<", CLIENT),
            ("server sent", SERVER),
            ("received from server", SERVER),
            ("for the client", SERVER),
            ("client to server", CLIENT),
            ("client -> server", CLIENT),
            ("RECV", Some(Side::Peer)),
            ("sent", Some(Side::Own)),
            ("client and server", None),
            ("send and receive", None),
            ("block", None),
        ] {
            assert_eq!(side(name), named, "{name}");
        }
        assert_eq!(of_name("responseBlock"), SERVER);
        assert_eq!(of_name("iAABeA0m3Aj7In"), None);
    }

    #[test]
    fn headings_name_sides_or_numbers() {
        for (line, named) in [
            ("## Request headers", Some(CLIENT)),
            ("--- server 2 ---", Some(None)),
            ("// response", Some(SERVER)),
            ("<b>Request</b>", Some(CLIENT)),
            ("client -> server", Some(CLIENT)),
            ("- dir: response", Some(SERVER)),
            ("stream 1", Some(None)),
            ("HEADERS stream #12", Some(None)),
            // An even number of digits may be octets.
            ("stream 12", None),
            ("Request 82", None),
            ("request\tblock", None),
            ("The server did not answer", None),
            ("headers", None),
            ("8286", None),
        ] {
            let line = line.replace("server 2", "stream 2");
            assert_eq!(heading(&line), named, "{line}");
        }
    }

    #[test]
    fn sides_stand_before_octets() {
        for (line, named) in [
            ("send 82", Some((Some(Side::Own), 5))),
            ("INFO client sent 82", Some((CLIENT, 17))),
            ("[client] 82", Some((CLIENT, 9))),
            ("[S] 82", Some((SERVER, 4))),
            ("server> 82", Some((SERVER, 8))),
            ("C -> S: 82", Some((CLIENT, 7))),
            ("hpack.go:12: recv 82", Some((Some(Side::Peer), 18))),
            ("#1 <- 82", Some((SERVER, 5))),
            ("stream 3 > 82", Some((CLIENT, 10))),
            ("12 > 82", None),
            ("client: 82", None),
            ("client has 82", None),
            ("request\tbytes", None),
            ("82 86", None),
        ] {
            let found = before(line).map(|(side, length)| (Some(side), length));
            assert_eq!(found, named, "{line}");
        }
    }

    #[test]
    fn a_label_behind_an_arrow_is_where_it_points() {
        for (arrow, line, named) in [
            ("-> ", "S: 82", Some((CLIENT, 2))),
            ("=> ", "client: 88", Some((SERVER, 7))),
            ("<- ", "S: 88", Some((SERVER, 2))),
            ("> ", "S: 88", None),
            ("-> ", "82", None),
        ] {
            let found = behind_arrow(arrow, line).map(|(side, length)| (Some(side), length));
            assert_eq!(found, named, "{arrow}{line}");
        }
    }

    #[test]
    fn programs_and_comments_name_sides() {
        for (head, name) in [
            ("const request = [", Some("request")),
            ("static const uint8_t response[] = { ", Some("response")),
            ("req := []byte{", Some("req")),
            ("write(5, \"", Some("write")),
            ("block = [", None),
        ] {
            assert_eq!(assigned(head), name, "{head}");
        }
        assert_eq!(behind("8286 // request"), CLIENT);
        assert_eq!(behind("8286 (the response)"), SERVER);
        assert_eq!(behind("8286 // first"), None);
    }

    #[test]
    fn what_may_name_a_receiver_is_said() {
        // Trailers, of which their fields do not say who sent them.
        let fields = "40889acac8b21234da8f810740899acac8b5254207317f823f5f";
        let request = "828684418cf1e3c2e5f23a6ba0ab90f4ff";
        for (text, said) in [
            (
                format!("client sent: {fields}\n\nserver 2: {fields}\n"),
                None,
            ),
            (
                format!("server queue: {fields}\n\nclient queue: {fields}\n"),
                Some(WHO),
            ),
            (
                format!("client queue: {request}\n\nserver queue: {fields}\n"),
                None,
            ),
            (
                format!("> 88\n< {request}\n> {request}\n"),
                Some(OTHER_SIDE),
            ),
        ] {
            let paste = crate::paste::read(text.as_bytes(), &crate::paste::Options::default());
            let problems = paste.expect(&text).problems;
            let says = |message: &str| problems.iter().any(|own| own.message == message);
            let found = [WHO, OTHER_SIDE].into_iter().find(|message| says(message));
            assert_eq!(found, said, "{text}");
        }
    }
}
