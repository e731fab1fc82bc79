//! Scores of payloads.

use hpack::structure::representation_at;

use crate::{Detail, FrameType, Header, code_name, frame::split_body};

const EXAMINED: usize = 1 << 8;

/// Highest plausible index: a table of 4 MiB has no more entries.
const HIGHEST_INDEX: u32 = 1 << 17;

/// Score of a payload in bits, like [`header`](super::score::header); `None` if it
/// does not fit the header.
pub(super) fn score(header: &Header, payload: &[u8]) -> Option<u32> {
    let stream = |stream: u32| stream < 1 << 24;
    let code = |code: u32| code_name(code).is_some();
    match Detail::parse(header, payload) {
        Detail::None if header.kind.carries_block() && header.kind != FrameType::CONTINUATION => {
            score_fragment(header, payload)
        }
        Detail::Settings(settings) => {
            let known = settings.iter().filter(|one| one.name().is_some());
            Some(8 * known.take(4).count() as u32)
        }
        Detail::Window(increment) => (increment > 0).then_some(6),
        Detail::Reset(error) => code(error).then_some(20),
        Detail::GoAway(last, error, _) => {
            ((stream(last) || last == 0x7fff_ffff) && code(error)).then_some(8)
        }
        Detail::Priority(priority) => {
            (stream(priority.dependency) && priority.dependency != header.stream).then_some(8)
        }
        _ => Some(0),
    }
}

/// Score of the fragment of HEADERS or PUSH_PROMISE, by its representations.
fn score_fragment(header: &Header, payload: &[u8]) -> Option<u32> {
    let (_, block) = split_body(header, payload).ok()?;
    let mut at = 0;
    while at < block.len().min(EXAMINED) {
        match representation_at(block, at) {
            Ok(one) => {
                let has_index = one.kind != hpack::Kind::SizeUpdate;
                let zero = one.kind == hpack::Kind::Indexed && one.integer.value == 0;
                if zero || has_index && one.integer.value > HIGHEST_INDEX {
                    return None;
                }
                at = one.range.end;
            }
            // A fragment can end inside a representation.
            Err(_) if header.continues() => break,
            Err(_) => return None,
        }
    }
    // Weak evidence, since text often parses as string literals.
    Some(4 + (at as u32 / 8).min(8))
}
