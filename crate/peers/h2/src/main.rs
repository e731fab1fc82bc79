//! A server and a client over the crate h2 that check everything they receive,
//! to show that h2 works with another HPACK; run by lab/h2.mjs.
//!
//! The checksum of a message's `x-…` fields is in its field `x-check`, and so
//! for trailers. The server answers 400 if a checksum is wrong, and echoes the
//! fields, which the client compares.

mod client;
mod server;

use clap::{Parser, Subcommand};
use http::{HeaderMap, HeaderValue};

type Failure = Box<dyn std::error::Error + Send + Sync>;

#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    settings: Settings,
}

#[derive(Subcommand)]
enum Command {
    /// Serves until it is killed; prints its port
    Server,
    /// Sends requests; prints the numbers of answered, refused and wrong ones
    Client {
        /// The server's port
        port: u16,
        /// Number of requests
        requests: u32,
    },
}

/// Settings announced to the peer.
#[derive(Clone, Copy, clap::Args)]
struct Settings {
    /// SETTINGS_HEADER_TABLE_SIZE, in bytes.
    #[arg(long, global = true, default_value_t = 4096)]
    table: u32,
    /// SETTINGS_MAX_HEADER_LIST_SIZE, in bytes.
    #[arg(long, global = true, default_value_t = 1 << 20)]
    list: u32,
}

const CHECK: &str = "x-check";

/// The fields that the checksum covers and the server echoes.
fn checked(fields: &HeaderMap) -> HeaderMap {
    let wanted = fields
        .iter()
        .filter(|(name, _)| name.as_str().starts_with("x-"));
    wanted
        .map(|(name, value)| (name.clone(), value.clone()))
        .fold(HeaderMap::new(), |mut map, (name, value)| {
            map.append(name, value);
            map
        })
}

/// The sum of the fields' FNV-1a hashes, independent of their order.
fn checksum(fields: &HeaderMap) -> HeaderValue {
    let hash = |bytes: &[u8]| {
        bytes.iter().fold(0x811c_9dc5_u32, |hash, &byte| {
            (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
        })
    };
    let sum = fields
        .iter()
        .filter(|(name, _)| name.as_str() != CHECK)
        .map(|(name, value)| hash(&[name.as_str().as_bytes(), b":", value.as_bytes()].concat()))
        .fold(0, u32::wrapping_add);
    sum.into()
}

/// Whether the checksum is right.
fn is_right(fields: &HeaderMap) -> bool {
    fields.get(CHECK) == Some(&checksum(fields))
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Failure> {
    let Arguments { command, settings } = Arguments::parse();
    match command {
        Command::Server => server::serve(settings).await,
        Command::Client { port, requests } => client::send(settings, port, requests).await,
    }
}
