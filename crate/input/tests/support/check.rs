//! Invariants of any input, for fuzz targets and for replaying their findings.

use input::{
    Options, Place, Places, Reader, Refusal, Source,
    capture::netlog::NetLog,
    paste::{Content, Format, Part, PartKind, Paste},
};
use testing::shaped::Script;

use super::{Seen, events};

/// Checks that NetLogs never panic, and read the same in chunks of any size.
/// The first byte is the chunk size; the rest is a log, or a script for one if
/// it does not begin like text.
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

/// Checks that captures (or whatever format is recognised) read the same at
/// once and in small chunks.
pub(crate) fn capture(file: &[u8]) {
    let read = |size: usize| {
        let mut seen = Seen::default();
        let mut reader = Reader::new(&Options::default());
        if file
            .chunks(size)
            .all(|part| reader.push(part, &mut seen).is_ok())
        {
            // Refusals are tested elsewhere.
            let _ = reader.finish(&mut seen);
        }
        assert!(seen.problems.iter().all(|one| !one.message.is_empty()));
        seen
    };
    let (whole, parts) = (read(usize::MAX), read(19));
    // Where damaged gzip stops depends on the chunks.
    if !file.starts_with(&[0x1f, 0x8b]) {
        assert_eq!(whole, parts);
    }
}

/// Checks that any input is read or refused consistently.
pub(crate) fn paste(input: &[u8]) {
    let mut seen = Seen::default();
    let mut reader = Reader::new(&Options::default());
    if reader.push(input, &mut seen).is_err() {
        return;
    }
    match reader.finish(&mut seen) {
        Ok(Source::Paste(paste, _)) => {
            if let Content::Frames(conversations) = &paste.content {
                assert_eq!(seen.connections.len(), conversations.len());
            }
            check_parts(input, &paste);
        }
        Ok(Source::Capture { .. }) => {}
        Err(refusal) => check_refusal(input, &refusal),
    }
}

/// Checks that a refusal has a reason and places inside the input.
pub(crate) fn check_refusal(input: &[u8], refusal: &Refusal) {
    assert!(!refusal.message.is_empty());
    // UTF-16 text is longer in UTF-8.
    let length = 3 * input.len();
    assert!(refusal.offset.is_none_or(|offset| offset <= length));
    let nearest = |place: Place| place.start < place.end && place.end as usize <= length;
    assert!(refusal.nearest.is_none_or(nearest));
}

/// Checks that the parts cover the text without gaps, and that each byte's
/// place is in a part with bytes.
pub(crate) fn check_parts(input: &[u8], paste: &Paste) {
    let length = paste.transcoded.as_ref().map_or(input.len(), String::len) as u32;
    // Bare bytes and exported blocks have no parts.
    let has_parts = !paste.parts.is_empty();
    let mut end = 0;
    for part in &paste.parts {
        let Place { start, end: next } = part.place;
        assert!(start == end && next > start, "{part:?} after {end}");
        end = next;
    }
    assert!(!has_parts || end == length, "{end} of {length}");
    assert!(has_parts || paste.format == Format::Binary || paste.detail.contains("exported"));
    let is_bytes = |part: &&Part| part.kind == PartKind::Bytes;
    let holders: Vec<Place> = paste
        .parts
        .iter()
        .filter(is_bytes)
        .map(|part| part.place)
        .collect();
    let check_places = |bytes: &[u8], places: &Places| {
        // Bare bytes need no places.
        assert!(places.len() == bytes.len() || !has_parts && places.is_empty());
        for place in places.iter() {
            assert!(place.start < place.end && place.end <= length, "{place:?}");
            let after = holders.partition_point(|part| part.start <= place.start);
            let is_held = after > 0 && place.end <= holders[after - 1].end;
            assert!(
                is_held || !has_parts,
                "{place:?} is outside of the parts with bytes, {holders:?}"
            );
        }
    };
    for (number, block) in paste.blocks.iter().enumerate() {
        check_places(block.bytes, &paste.blocks.places(number));
    }
    match &paste.content {
        Content::Blocks => assert!(!paste.blocks.is_empty()),
        Content::Packets(packets) => assert!(!packets.is_empty()),
        Content::Frames(conversations) => {
            for conversation in conversations {
                let mut read = vec![0; conversation.streams.len()];
                for chunk in &conversation.chunks {
                    assert_eq!(chunk.bytes.start, read[chunk.stream]);
                    read[chunk.stream] = chunk.bytes.end;
                }
                for (stream, read) in conversation.streams.iter().zip(read) {
                    assert_eq!(stream.bytes.len(), read);
                    check_places(&stream.bytes, &stream.places);
                }
            }
        }
    }
}
