//! Pasted text: whatever it is, it is read or refused, and every octet that
//! is read has its place in the text.

#![no_main]

use input::paste;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| {
    let Ok(read) = paste::read(text, &paste::Options::default()) else {
        return;
    };
    assert!(!read.blocks.is_empty());
    for block in &read.blocks {
        assert_eq!(block.places.len(), block.octets.len());
        for place in &block.places {
            assert!(place.start < place.end && place.end as usize <= text.len());
        }
    }
});
