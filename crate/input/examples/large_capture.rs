//! Writes a pcap of HTTP/2 connections, mostly DATA frames, always the same for
//! the same numbers: `cargo run --release -p hpack-inspect-input --example large_capture --
//! FILE [MIB [BLOCKS [CONNECTIONS]]]`.

use std::{
    env,
    fs::File,
    io::{self, BufWriter, Write},
};

use hpack::Encoder;
use testing::hostile::build::{PREFACE, acknowledging, answer, frame, pcap_head, pcap_record, tcp};

/// The most bytes of a TCP segment, and of a DATA frame.
const SEGMENT: usize = 1448;
const FRAME: usize = 16_384;

const END_STREAM: u8 = 1;
const END_HEADERS: u8 = 4;

const SYN: u8 = 2;
const FIN_ACK: u8 = 17;
const PUSH_ACK: u8 = 24;

/// A pcap file, and its size.
struct Capture(BufWriter<File>, usize);

impl Capture {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.1 += bytes.len();
        self.0.write_all(bytes)
    }
}

/// A connection: its encoders and sent bytes, of the client and the server.
struct Connection {
    number: u32,
    stream: u32,
    encoders: [Encoder; 2],
    sent: [u32; 2],
}

impl Connection {
    fn open(number: u32, to: &mut Capture) -> io::Result<Self> {
        let (encoders, sent) = ([Encoder::default(), Encoder::default()], [1000 * number; 2]);
        let mut connection = Self {
            number,
            stream: 1,
            encoders,
            sent,
        };
        connection.send(to, 0, SYN, &[])?;
        connection.send(to, 1, SYN | 16, &[])?;
        // The client allows streams and the connection to send without end.
        let settings = frame(4, 0, 0, &[0, 4, 0x7f, 0xff, 0xff, 0xff]);
        let window = frame(8, 0, 0, &[0x7f, 0, 0, 0]);
        let acknowledged = frame(4, 1, 0, &[]);
        connection.send_all(to, 0, &[PREFACE, &settings, &window].concat())?;
        connection.send_all(to, 1, &[frame(4, 0, 0, &[]), acknowledged.clone()].concat())?;
        connection.send_all(to, 0, &acknowledged)?;
        Ok(connection)
    }

    /// Writes a segment of the client (0) or the server (1).
    fn send(&mut self, to: &mut Capture, side: usize, flags: u8, bytes: &[u8]) -> io::Result<()> {
        let make = if side == 0 { tcp } else { answer };
        let segment = make(self.number, self.sent[side], flags, bytes);
        to.write(&pcap_record(&acknowledging(segment, self.sent[1 - side])))?;
        let counted = bytes.len() as u32 + u32::from(flags & 3 != 0);
        self.sent[side] = self.sent[side].wrapping_add(counted);
        Ok(())
    }

    fn send_all(&mut self, to: &mut Capture, side: usize, bytes: &[u8]) -> io::Result<()> {
        for (number, part) in bytes.chunks(SEGMENT).enumerate() {
            self.send(to, side, PUSH_ACK, part)?;
            if number % 2 == 1 {
                self.send(to, 1 - side, 16, &[])?;
            }
        }
        Ok(())
    }

    /// Writes a request and its response with `size` bytes of content.
    fn exchange(
        &mut self,
        to: &mut Capture,
        number: u32,
        size: usize,
        content: &[u8],
    ) -> io::Result<()> {
        let path = format!("/items/{}?page={}", number % 5000, number % 7);
        let cookie = format!("session={}", number.wrapping_mul(2_654_435_761) >> 8);
        let (length, etag) = (
            size.to_string(),
            format!("\"{}\"", number.wrapping_mul(40_503) % 65_521),
        );
        let request = [
            (":method", "GET"),
            (":scheme", "http"),
            (":authority", "example.com"),
            (":path", &path),
            ("user-agent", "large_capture/1.0 (synthetic)"),
            ("cookie", &cookie),
        ];
        let response = [
            (":status", "200"),
            ("content-type", "application/octet-stream"),
            ("content-length", &length),
            ("etag", &etag),
            ("server", "synthetic"),
        ];
        let mut block = Vec::new();
        self.encoders[0].encode(request, &mut block);
        self.send_all(
            to,
            0,
            &frame(1, END_HEADERS | END_STREAM, self.stream, &block),
        )?;
        block.clear();
        self.encoders[1].encode(response, &mut block);
        let mut bytes = frame(1, END_HEADERS, self.stream, &block);
        for from in (0..size).step_by(FRAME) {
            let part = FRAME.min(size - from);
            let flags = if from + part == size { END_STREAM } else { 0 };
            let start = (number as usize * 31) % (content.len() - FRAME);
            bytes.extend(frame(0, flags, self.stream, &content[start..start + part]));
        }
        self.stream += 2;
        self.send_all(to, 1, &bytes)
    }
}

fn main() -> io::Result<()> {
    let words: Vec<String> = env::args().skip(1).collect();
    let number = |at: usize, usual: usize| {
        words
            .get(at)
            .and_then(|word| word.parse().ok())
            .unwrap_or(usual)
    };
    let (size, exchanges, connections) =
        (number(1, 1024) << 20, number(2, 100_000) / 2, number(3, 8));
    let name = words.first().ok_or(io::Error::other("Which file?"))?;
    let mut to = Capture(BufWriter::new(File::create(name)?), 0);
    to.write(&pcap_head(0xffff))?;
    // Bytes that compress badly.
    let mut state = 1_u32;
    let content: Vec<u8> = std::iter::repeat_with(|| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    })
    .take(4 * FRAME)
    .collect();
    let mut open = (0..connections as u32)
        .map(|number| Connection::open(number, &mut to))
        .collect::<io::Result<Vec<_>>>()?;
    for number in 0..exchanges {
        // The remaining bytes in equal parts, of which packets' headers take some.
        let left = size.saturating_sub(to.1) / (exchanges - number);
        let part = (left * 1000 / 1070).saturating_sub(300).max(16) + (number % 16) * 64;
        open[number % connections].exchange(&mut to, number as u32, part, &content)?;
    }
    for connection in &mut open {
        connection.send(&mut to, 0, FIN_ACK, &[])?;
        connection.send(&mut to, 1, FIN_ACK, &[])?;
    }
    to.0.flush()?;
    println!(
        "{name}: {} bytes, {} header blocks, {connections} connections",
        to.1,
        2 * exchanges
    );
    Ok(())
}
