//! Any bytes: events do not depend on how they are split, and blocks and frames
//! come from them.

use crate::support::{Kept, Owned};
use http2::{Opening, Sender, Setting};
use proptest::{collection::vec, prelude::*, sample::Index};

fn start() -> impl Strategy<Value = Opening> {
    prop_oneof![
        Just(Opening::Preface),
        Just(Opening::Upgrade(vec![Setting { id: 1, value: 256 }])),
        Just(Opening::Middle),
        Just(Opening::Frames),
    ]
}

/// Mostly plausible frames of any type.
fn frame() -> impl Strategy<Value = Vec<u8>> {
    let kind = prop_oneof![9 => 0_u8..10, 1 => any::<u8>()];
    let flags = prop_oneof![
        Just(0_u8),
        Just(1),
        Just(4),
        Just(5),
        Just(0x0c),
        Just(0x2c),
        any::<u8>()
    ];
    let stream = prop_oneof![Just(0_u32), 1_u32..9, any::<u32>()];
    let payload = prop_oneof![
        Just(Vec::new()),
        vec(any::<u8>(), 4..=4),
        vec(any::<u8>(), 8..=8),
        vec(0x82_u8..0x90, 0..40),
        vec(any::<u8>(), 0..80),
    ];
    (kind, flags, stream, payload).prop_map(|(kind, flags, stream, payload)| {
        let mut bytes = (payload.len() as u32).to_be_bytes()[1..].to_vec();
        bytes.extend([kind, flags]);
        bytes.extend(stream.to_be_bytes());
        bytes.extend(payload);
        bytes
    })
}

fn stream_of_bytes() -> impl Strategy<Value = Vec<u8>> {
    let frames = vec(frame(), 0..24).prop_map(|frames| frames.concat());
    let preface = prop_oneof![Just(&b""[..]), Just(http2::PREFACE), Just(&b"PRI * H"[..])];
    prop_oneof![
        4 => (preface, frames).prop_map(|(preface, frames)| [preface, &frames].concat()),
        1 => vec(any::<u8>(), 0..600),
    ]
}

fn pieces<'a>(bytes: &'a [u8], cuts: &[Index]) -> Vec<&'a [u8]> {
    let mut places: Vec<usize> = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).collect();
    places.extend([0, bytes.len()]);
    places.sort_unstable();
    places
        .windows(2)
        .map(|pair| &bytes[pair[0]..pair[1]])
        .collect()
}

fn sender() -> impl Strategy<Value = Sender> {
    prop_oneof![
        Just(Sender::Client),
        Just(Sender::Server),
        Just(Sender::Unknown)
    ]
}

proptest! {

    #[test]
    fn splitting_changes_nothing(
        start in start(),
        sender in sender(),
        parts in vec((stream_of_bytes(), proptest::option::of(0_u64..200)), 1..4),
        cuts in vec(any::<Index>(), 0..40),
    ) {
        let mut whole = Kept::new(start.clone());
        let mut cut = Kept::new(start.clone());
        let mut single = Kept::new(start);
        for (bytes, hole) in &parts {
            whole.push(sender, bytes);
            for piece in pieces(bytes, &cuts) {
                cut.push(sender, piece);
            }
            for byte in bytes {
                single.push(sender, &[*byte]);
            }
            for kept in [&mut whole, &mut cut, &mut single] {
                kept.lose(sender, *hole);
            }
        }
        for kept in [&mut whole, &mut cut, &mut single] {
            kept.finish(sender);
        }
        prop_assert_eq!(&whole.events, &cut.events);
        prop_assert_eq!(&whole.events, &single.events);
    }

    #[test]
    fn blocks_and_frames_come_from_the_bytes(
        start in start(),
        parts in vec((sender(), stream_of_bytes()), 1..5),
    ) {
        let mut kept = Kept::new(start);
        for (sender, bytes) in &parts {
            kept.push(*sender, bytes);
        }
        for sender in [Sender::Client, Sender::Server, Sender::Unknown] {
            kept.finish(sender);
        }
        let of = |sender: Sender| -> Vec<u8> {
            let parts = parts.iter().filter(|part| part.0 == sender);
            parts.flat_map(|part| part.1.clone()).collect()
        };
        let frames = kept.frames();
        for block in kept.blocks() {
            let bytes = of(block.sender);
            let mut joined: Vec<u8> = Vec::new();
            for fragment in &block.fragments {
                prop_assert_eq!(fragment.start as usize, joined.len());
                let start = fragment.offset as usize;
                joined.extend(&bytes[start..start + fragment.length as usize]);
                let frame = frames[fragment.frame as usize];
                prop_assert_eq!(frame.sender, block.sender);
                prop_assert!(frame.offset < fragment.offset);
            }
            prop_assert_eq!(&joined, &block.bytes);
        }
        let mut end = [0; 3];
        for frame in &frames {
            let end = &mut end[frame.sender as usize];
            prop_assert!(frame.offset >= *end);
            *end = frame.offset + 9 + u64::from(frame.header.length);
            prop_assert!(*end <= of(frame.sender).len() as u64);
        }
        for event in &kept.events {
            if let Owned::Error(error) = event {
                prop_assert!(error.frame as usize <= frames.len());
            }
        }
    }
}
