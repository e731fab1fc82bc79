//! TLS connections with their secrets, in pcapng files.

use super::build::{
    acknowledging, answer, enhanced, fill, interface, record, secrets, section, tcp,
};

/// A secret, and the first TLS_AES_128_GCM_SHA256 record under it: “x”.
const SECRET: [u8; 32] = [1; 32];
const GENUINE: [u8; 23] = [
    0x17, 0x03, 0x03, 0x00, 0x12, 0x4f, 0x46, 0xcd, 0x50, 0xac, 0x11, 0x37, 0x0d, 0xe1, 0x72, 0x26,
    0xdc, 0xee, 0x70, 0xc9, 0xab, 0xcb, 0xc0,
];
/// The client random of every connection.
const RANDOM: [u8; 32] = [0x5a; 32];

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn line(label: &str, secret: &[u8]) -> String {
    format!("{label} {} {}\n", hex(&RANDOM), hex(secret))
}

/// Lines `CLIENT_TRAFFIC_SECRET_n`, each with a new secret.
fn updates(count: u32) -> Vec<u8> {
    let lines: Vec<String> = (0..count)
        .map(|number| {
            let mut secret = [7; 32];
            secret[..4].copy_from_slice(&number.to_be_bytes());
            line(&format!("CLIENT_TRAFFIC_SECRET_{number}"), &secret)
        })
        .collect();
    let blocks = lines
        .chunks(400)
        .map(|lines| secrets(lines.concat().as_bytes()));
    blocks.flatten().collect()
}

fn message(kind: u8, body: &[u8]) -> Vec<u8> {
    let length = (body.len() as u32).to_be_bytes();
    record(22, &[&[kind], &length[1..], body].concat())
}

fn hello(random: [u8; 32], ciphers: &[u8], extensions: &[(u16, &[u8])]) -> Vec<u8> {
    let mut all = Vec::new();
    for (kind, body) in extensions {
        all.extend(kind.to_be_bytes());
        all.extend((body.len() as u16).to_be_bytes());
        all.extend(*body);
    }
    let length = (all.len() as u16).to_be_bytes();
    [&[3, 3], &random[..], &[0], ciphers, &length, &all].concat()
}

fn client_hello(suite: [u8; 2], extensions: &[(u16, &[u8])]) -> Vec<u8> {
    let ciphers = [0, 2, suite[0], suite[1], 1, 0];
    message(1, &hello(RANDOM, &ciphers, extensions))
}

fn server_hello(suite: [u8; 2], extensions: &[(u16, &[u8])]) -> Vec<u8> {
    message(2, &hello([2; 32], &[suite[0], suite[1], 0], extensions))
}

const TLS_13: [u8; 2] = [0x13, 1];
const VERSION: (u16, &[u8]) = (43, &[3, 4]);

/// Both hellos, then the client's records, after a gap of `missing` bytes if
/// that is not 0.
fn connection(
    number: u32,
    hellos: &[Vec<u8>; 2],
    first: &[u8],
    missing: u32,
    rest: &[u8],
) -> Vec<u8> {
    let [client, server] = hellos;
    let read = 1 + server.len() as u32;
    let mut sequence = 1 + client.len() as u32;
    let mut packets = vec![
        tcp(number, 0, 2, &[]),
        answer(number, 0, 18, &[]),
        tcp(number, 1, 16, client),
        acknowledging(answer(number, 1, 16, server), sequence),
    ];
    if !first.is_empty() {
        packets.push(acknowledging(tcp(number, sequence, 16, first), read));
        sequence += first.len() as u32;
    }
    sequence += missing;
    // The server received what the capture lacks.
    packets.push(acknowledging(answer(number, read, 16, &[]), sequence));
    for part in rest.chunks(32_768) {
        packets.push(acknowledging(tcp(number, sequence, 16, part), read));
        sequence += part.len() as u32;
    }
    packets.iter().flat_map(|packet| enhanced(packet)).collect()
}

fn start() -> Vec<u8> {
    [section(), interface()].concat()
}

/// Many key updates of one connection's secret.
pub(super) fn secrets_of_one(size: usize) -> Vec<u8> {
    let mut out = start();
    out.extend(updates((size / 162) as u32));
    let hellos = [client_hello(TLS_13, &[]), server_hello(TLS_13, &[VERSION])];
    out.extend(connection(0, &hellos, &[], 0, &record(23, &[0; 40])));
    out
}

/// Half secrets, half connections, whose records no secret decrypts.
pub(super) fn connections(size: usize) -> Vec<u8> {
    let mut out = start();
    out.extend(updates((size / 2 / 162) as u32));
    let hellos = [client_hello(TLS_13, &[]), server_hello(TLS_13, &[VERSION])];
    let records = record(23, &[0; 17]).repeat(64);
    fill(size, out, |number| {
        connection(number, &hellos, &[], 0, &records)
    })
}

/// A connection that may resume a session with a large ticket, in small
/// records.
pub(super) fn tickets(size: usize) -> Vec<u8> {
    let suite = [0xc0, 0x2f];
    let hellos = [
        client_hello(suite, &[(35, &[9; 16_000])]),
        server_hello(suite, &[]),
    ];
    let mut out = start();
    out.extend(secrets(line("CLIENT_TRAFFIC_SECRET_0", &SECRET).as_bytes()));
    let length = size - 20_000 - size / 400;
    let rest = record(23, &[0]).repeat(length / 6);
    out.extend(connection(0, &hellos, &[], 0, &rest));
    out
}

/// A decryptable connection, a gap, then bytes that look like headers of long
/// records.
pub(super) fn headers(size: usize) -> Vec<u8> {
    let hellos = [client_hello(TLS_13, &[]), server_hello(TLS_13, &[VERSION])];
    let mut out = start();
    out.extend(secrets(line("CLIENT_TRAFFIC_SECRET_0", &SECRET).as_bytes()));
    let length = size - 2000 - size / 300;
    let rest = [0x17, 3, 3, 0x40, 0].repeat(length / 5);
    out.extend(connection(0, &hellos, &GENUINE, 20_000, &rest));
    out
}
