//! Every cut-off against the joined frames of the crate http2.

use http2::writer::{Carries, Framing, LEAST_MAX_FRAME_SIZE, frames, split};
use proptest::{collection::vec, option, prelude::*};

use super::{Copying, CutOff, Engines, Queue, Slices};
use crate::{List, Visitor};

/// Header bytes of a frame (RFC 9113 §4.1).
const HEAD: usize = 9;

struct Most;

impl<C: CutOff> Visitor<C, Option<usize>> for Most {
    fn visit(self) -> Option<usize> {
        C::MOST
    }
}

fn put<'a>(bytes: &'a [u8], framing: &Framing, most: Option<usize>, queue: &mut Queue<'a>) {
    for frame in split(bytes, framing).unwrap() {
        queue.put(frame.head(), frame.payload, frame.padding, most);
    }
}

fn check(bytes: &[u8], framing: &Framing) {
    let expected = frames(bytes, framing).unwrap();
    for number in 0..Engines::COUNT {
        let mut queue = Queue::default();
        put(bytes, framing, Engines::visit(number, Most), &mut queue);
        let slices: Vec<&[u8]> = queue.slices().collect();
        assert!(slices.iter().all(|slice| !slice.is_empty()));
        assert!(slices.concat() == expected, "{}", Engines::entry(number).id);
    }
}

#[test]
fn copies_payloads_up_to_the_cut_off() {
    let cases = [
        (Slices::MOST, 0, 1),
        (Slices::MOST, 64, 2),
        (Copying::<64>::MOST, 64, 1),
        (Copying::<64>::MOST, 65, 2),
        (Copying::<128>::MOST, 128, 1),
        (Copying::<128>::MOST, 129, 2),
        (Copying::<256>::MOST, 256, 1),
        (Copying::<256>::MOST, 257, 2),
        (Copying::<1024>::MOST, 1024, 1),
        (Copying::<1024>::MOST, 1025, 2),
        (Copying::<{ usize::MAX }>::MOST, 16_384, 1),
    ];
    for (most, bytes, slices) in cases {
        let payload = vec![0x82; bytes];
        let mut queue = Queue::default();
        put(&payload, &Framing::headers(1, false), most, &mut queue);
        assert_eq!(queue.slices().count(), slices, "{most:?}, {bytes} bytes");
        let copied = if slices == 1 { bytes } else { 0 };
        assert_eq!(queue.copied(), HEAD + copied, "{most:?}, {bytes} bytes");
    }
}

#[test]
fn recycled_queue_is_empty() {
    let block = vec![0x82; 40];
    let framing = Framing::headers(1, false);
    let mut queue = Queue::default();
    for _ in 0..3 {
        put(&block, &framing, Some(128), &mut queue);
        let slices: Vec<&[u8]> = queue.slices().collect();
        assert_eq!(slices.concat(), frames(&block, &framing).unwrap());
        queue = queue.recycle();
        assert_eq!(queue.slices().count() + queue.copied(), 0);
    }
}

proptest! {
    #[test]
    fn same_bytes_from_every_engine(
        bytes in prop_oneof![4 => vec(any::<u8>(), 0..1_200), 1 => vec(any::<u8>(), 16_000..40_000)],
        padding in option::of(0..=255_u32),
        is_data in any::<bool>(),
    ) {
        let headers = Framing::headers(1, true);
        let carries = if is_data { Carries::Data { end_stream: true } } else { headers.carries };
        let max_frame_size = LEAST_MAX_FRAME_SIZE + 7;
        check(&bytes, &Framing { padding, carries, max_frame_size, ..headers });
    }
}
