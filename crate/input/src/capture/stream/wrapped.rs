//! Preambles before a connection's own protocol: PROXY protocol 1 and 2, and
//! SOCKS 4, 4a and 5 (RFC 1928, RFC 1929).

const PROXY_1: &[u8] = b"PROXY ";
const PROXY_2: &[u8] = b"\r\n\r\n\0\r\nQUIT\n";
/// Longest PROXY 1 line, in bytes.
const LINE: usize = 107;

/// Whether a SOCKS proxy accepted one of the client's methods (RFC 1928 §3) or
/// a BIND request, and did not visibly refuse.
pub(super) fn is_socks(client: &[u8], server: &[u8]) -> bool {
    if let ([4, 2, ..], [0, 90, ..]) = (client, server) {
        return true;
    }
    let ([5, count, methods @ ..], [5, method, rest @ ..]) = (client, server) else {
        return false;
    };
    let reply = rest.get(if *method == 2 { 2.. } else { 0.. });
    let is_refused = matches!(reply, Some([5, code, ..]) if *code != 0) && *method != 1;
    let offered = methods.get(..usize::from(*count));
    offered.is_some_and(|offered| offered.contains(method)) && *method != 0xff && !is_refused
}

/// Length of the preamble from client and server, 0 if absent. `None` if more
/// bytes are needed.
pub(super) fn preamble_lengths(client: &[u8], server: &[u8]) -> Option<[usize; 2]> {
    let whole = match client.first()? {
        b'P' | b'\r' => [proxy_length(client)?, 0],
        5 => socks5_lengths(client, server)?,
        4 => socks4_lengths(client, server)?,
        _ => [0, 0],
    };
    (whole[0] <= client.len() && whole[1] <= server.len()).then_some(whole)
}

fn proxy_length(client: &[u8]) -> Option<usize> {
    if client.starts_with(PROXY_2) {
        return Some(16 + usize::from(be_u16_at(client, 14)?));
    }
    if client.starts_with(PROXY_1) {
        let line = &client[..client.len().min(LINE)];
        let end = line.windows(2).position(|end| end == b"\r\n");
        return end.map(|end| end + 2).or((line.len() == LINE).then_some(0));
    }
    let is_begun = [PROXY_1, PROXY_2]
        .iter()
        .any(|whole| whole.starts_with(client));
    (!is_begun).then_some(0)
}

fn be_u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    let word = bytes.get(at..at + 2)?;
    Some(u16::from_be_bytes([word[0], word[1]]))
}

fn socks5_lengths(client: &[u8], server: &[u8]) -> Option<[usize; 2]> {
    let none = Some([0, 0]);
    let mut at = [2 + usize::from(*client.get(1)?), 2];
    if *server.first()? != 5 {
        return none;
    }
    match *server.get(1)? {
        0 => {}
        2 => {
            let name = usize::from(*client.get(at[0] + 1)?);
            let password = usize::from(*client.get(at[0] + 2 + name)?);
            at = [at[0] + 3 + name + password, 4];
        }
        _ => return none,
    }
    let heads = [(client, 1), (server, 0)];
    for ((bytes, command), at) in heads.into_iter().zip(&mut at) {
        let [5, code, 0, kind] = *bytes.get(*at..)?.first_chunk::<4>()? else {
            return none;
        };
        let address = match kind {
            1 => 4,
            3 => 1 + usize::from(*bytes.get(*at + 4)?),
            4 => 16,
            _ => return none,
        };
        if code != command {
            return none;
        }
        *at += 4 + address + 2;
    }
    Some(at)
}

fn socks4_lengths(client: &[u8], server: &[u8]) -> Option<[usize; 2]> {
    let [_, 1, _, _, address @ ..] = client.get(..8)? else {
        return Some([0, 0]);
    };
    // SOCKS 4a: an invalid address announces a host name.
    let is_named = address[..3] == [0; 3] && address[3] != 0;
    let mut end = 8;
    for _ in 0..1 + usize::from(is_named) {
        end += client.get(end..)?.iter().position(|byte| *byte == 0)? + 1;
    }
    let is_granted = *server.get(..2)? == [0, 90];
    Some(if is_granted { [end, 8] } else { [0, 0] })
}
