//! Header blocks of real connections, listed in `data/README.md`.

use super::{Conversation, Sent};

/// File and number of blocks of each direction of each connection.
const FILES: [(&str, usize); 8] = [
    (include_str!("../../data/chromium-nginx.client.txt"), 20),
    (include_str!("../../data/chromium-nginx.server.txt"), 20),
    (include_str!("../../data/libcurl-nginx.client.txt"), 17),
    (include_str!("../../data/libcurl-nginx.server.txt"), 17),
    (include_str!("../../data/node-node.client.txt"), 120),
    (include_str!("../../data/node-node.server.txt"), 120),
    (include_str!("../../data/go-go.client.txt"), 120),
    (include_str!("../../data/go-go.server.txt"), 120),
];

/// Returns every direction of every connection.
#[must_use]
pub fn captures() -> Vec<Conversation> {
    let conversation = |(file, _): &(&str, usize)| {
        let blocks = file.lines().filter_map(|line| {
            let mut bytes = Vec::new();
            input::hex::decode(line.as_bytes(), &mut bytes)?;
            let limit_changes = Vec::new();
            Some((
                (),
                Sent {
                    limit_changes,
                    bytes,
                },
            ))
        });
        Conversation::by_direction(blocks, None)
    };
    FILES.iter().flat_map(conversation).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::each_block;

    #[test]
    fn every_line_decodes() {
        let captures = captures();
        assert_eq!(captures.len(), FILES.len());
        for (capture, (file, blocks)) in captures.iter().zip(FILES) {
            assert_eq!(capture.blocks.len(), blocks);
            assert_eq!(file.lines().count(), blocks);
            each_block(std::slice::from_ref(capture), |decoder, block| {
                assert_eq!(decoder.decode(block, |_| ()), Ok(()));
            });
        }
    }
}
