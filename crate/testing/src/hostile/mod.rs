//! Inputs that cost as much time or memory as possible, at any size: tests and
//! reports read them at n, 2n and 4n.

pub mod build;
mod files;
mod frames;
mod logs;
mod packets;
mod text;
mod tls;

/// Makes an input of about that many bytes.
pub type Make = fn(usize) -> Vec<u8>;

/// Name, maker, and the arguments of `hpack-inspect` before the file's name,
/// separated by spaces.
#[rustfmt::skip]
pub const ROWS: &[(&str, Make, &str)] = &[
    ("tunnels-in-a-tunnel", packets::tunnels, "decode"),
    ("pcap-headers-without-packets", files::pcap_headers, "decode"),
    ("pcapng-headers-without-blocks", files::pcapng_headers, "decode"),
    ("fragments-that-overlap", packets::fragments, "decode"),
    ("connections-of-a-syn", packets::syns, "decode"),
    ("connections-of-a-request", packets::requests, "decode"),
    ("paddings-too-long", frames::paddings, "decode"),
    ("size-updates-in-continuations", frames::size_updates, "decode"),
    ("secrets-of-one-connection", tls::secrets_of_one, "decode"),
    ("secrets-and-connections", tls::connections, "decode"),
    ("tickets-and-small-records", tls::tickets, "decode"),
    ("record-headers-behind-a-hole", tls::headers, "decode"),
    ("connections-that-fail", packets::failures, "decode"),
    ("events-of-one-byte", logs::events, "decode"),
    ("size-updates-that-rise", text::updates, "decode --start unknown"),
    ("references-to-a-large-entry", text::references, "decode"),
    ("references-as-json", text::references, "decode --format json"),
    ("references-to-measure", text::references, "bench blocks --quick --input"),
    ("frames-side-after-side", text::sides, "decode"),
    ("fields-of-one-byte", text::fields, "decode"),
    ("fields-as-json", text::fields, "decode --format json"),
];

/// Makes the input of that name.
///
/// # Panics
/// If there is none.
#[must_use]
pub fn make(name: &str, size: usize) -> Vec<u8> {
    let row = ROWS.iter().find(|(known, ..)| *known == name);
    let (_, make, _) = row.expect("a row of that name");
    make(size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_have_the_size_that_is_asked_for() {
        for (name, make, _) in ROWS {
            for size in [1 << 18, 1 << 20] {
                let length = make(size).len();
                assert!(
                    length <= size + size / 8 && length >= size / 2,
                    "{name}: {length} for {size}"
                );
            }
        }
    }
}
