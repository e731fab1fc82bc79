//! What must hold of any input, for the fuzz targets and for the tests that
//! replay what those found.

use input::{
    Options, Reader, Source,
    capture::netlog::NetLog,
    paste::{self, Content},
};
use testing::shaped::Script;

use super::{Seen, events};

/// A log of Chromium, whatever it holds: nothing panics, and how the bytes
/// come changes nothing. The first byte is the size of the parts; the rest is
/// a log, or a script of one where it begins like no text.
pub(crate) fn netlog(input: &[u8]) {
    let Some((&size, mut log)) = input.split_first() else {
        return;
    };
    let made;
    if log.first().is_some_and(|&byte| byte < b'\t') {
        made = events::log(&mut Script::new(log));
        log = &made;
    }
    let read = |size: usize| {
        let mut seen = Seen::default();
        let mut reader = NetLog::new();
        log.chunks(size)
            .for_each(|part| reader.push(part, &mut seen));
        let end = reader.finish(&mut seen);
        (seen, end)
    };
    assert_eq!(read(usize::from(size) + 1), read(usize::MAX));
}

/// Captures: pcap, pcapng, gzip around them, or whatever else the recogniser
/// takes them for; in one part and in small ones, which makes no difference
/// to what is found.
pub(crate) fn capture(file: &[u8]) {
    let read = |size: usize| {
        let mut seen = Seen::default();
        let mut reader = Reader::new(&Options::default());
        if file
            .chunks(size)
            .all(|part| reader.push(part, &mut seen).is_ok())
        {
            // Refusals are found out elsewhere.
            let _ = reader.finish(&mut seen);
        }
        assert!(seen.problems.iter().all(|one| !one.message.is_empty()));
        seen
    };
    let (whole, parts) = (read(usize::MAX), read(19));
    // Where compression breaks depends on what was taken at once.
    if !file.starts_with(&[0x1f, 0x8b]) {
        assert_eq!(whole, parts);
    }
}

/// Text or bare bytes, whatever they are: each octet that is read has its
/// place in them, and what is no header blocks can be fed on.
pub(crate) fn paste(input: &[u8]) {
    let mut seen = Seen::default();
    let mut reader = Reader::new(&Options::default());
    if reader.push(input, &mut seen).is_err() {
        return;
    }
    let Ok(Source::Paste(paste, _)) = reader.finish(&mut seen) else {
        return;
    };
    let length = paste.transcoded.as_ref().map_or(input.len(), String::len);
    let placed = |octets: &[u8], places: &[input::Place]| {
        // The places of bare bytes are their own.
        let bare = paste.format == paste::Format::Binary && places.is_empty();
        assert!(places.len() == octets.len() || bare);
        for place in places {
            assert!(place.start < place.end && place.end as usize <= length);
        }
    };
    for block in &paste.blocks {
        placed(&block.octets, &block.places);
    }
    match &paste.content {
        Content::Blocks => assert!(!paste.blocks.is_empty()),
        Content::Packets(packets) => {
            assert!(!packets.is_empty());
            for packet in packets {
                placed(&packet.octets, &packet.places);
            }
        }
        Content::Frames(conversations) => {
            assert_eq!(seen.connections.len(), conversations.len());
            for conversation in conversations {
                let mut read = vec![0; conversation.streams.len()];
                for chunk in &conversation.chunks {
                    assert_eq!(chunk.octets.start, read[chunk.stream]);
                    read[chunk.stream] = chunk.octets.end;
                }
                for (stream, read) in conversation.streams.iter().zip(read) {
                    assert_eq!(stream.octets.len(), read);
                    placed(&stream.octets, &stream.places);
                }
            }
        }
    }
}
