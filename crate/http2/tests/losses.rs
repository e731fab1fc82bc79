//! Missing bytes: no frame is invented, and few others are lost.

use std::collections::BTreeMap;

use crate::support::{
    Kept,
    rebuild::{self, opening, pieces},
};
use http2::{Opening, Sender};
use serde_json::Value;

struct Whole {
    pieces: Vec<(Sender, Vec<u8>)>,
    /// By sender, ends of its frames by their starts.
    places: [BTreeMap<u64, u64>; 2],
}

fn side(sender: Sender) -> usize {
    usize::from(sender == Sender::Server)
}

impl Whole {
    fn of(connection: &Value) -> Self {
        let pieces = pieces(connection);
        let mut places = [BTreeMap::new(), BTreeMap::new()];
        let mut ends = [0, 0];
        for (sender, bytes) in &pieces {
            let end = &mut ends[side(*sender)];
            if !bytes.starts_with(b"PRI") {
                places[side(*sender)].insert(*end, *end + bytes.len() as u64);
            }
            *end += bytes.len() as u64;
        }
        Self { pieces, places }
    }

    /// Reads all except `count` bytes of `lossy` from `from` on.
    fn without(&self, start: Opening, lossy: Sender, from: u64, count: u64) -> Kept {
        let mut kept = Kept::new(start);
        let mut at = 0;
        for (sender, bytes) in &self.pieces {
            if *sender != lossy {
                kept.push(*sender, bytes);
                continue;
            }
            let end = at + bytes.len() as u64;
            let cut = |place: u64| place.clamp(at, end) - at;
            let (before, after) = (cut(from) as usize, cut(from + count) as usize);
            kept.push(lossy, &bytes[..before]);
            if (at..end).contains(&from) {
                kept.lose(lossy, Some(count));
            }
            kept.push(lossy, &bytes[after..]);
            at = end;
        }
        kept.finish(Sender::Client);
        kept.finish(Sender::Server);
        kept
    }
}

fn connections() -> impl Iterator<Item = Value> {
    let all = rebuild::connections().into_iter().map(|(_, one)| one);
    all.filter(|one| one["protocol"] == "h2")
}

#[test]
fn finds_frames_around_a_loss() {
    let mut late = 0;
    let mut holes = 0;
    for connection in connections() {
        let whole = Whole::of(&connection);
        let start = opening(&connection);
        for lossy in [Sender::Client, Sender::Server] {
            let places = &whole.places[side(lossy)];
            let Some(total) = places.values().next_back().copied() else {
                continue;
            };
            for from in (30..total).step_by(211) {
                for count in [1, 9, 154, 1448] {
                    let kept = whole.without(start.clone(), lossy, from, count);
                    let frames = kept.frames();
                    let found = frames.iter().filter(|frame| frame.sender == lossy);
                    let found: Vec<u64> = found.map(|frame| frame.offset).collect();
                    let is_left =
                        |(start, end): &(&u64, &u64)| **end <= from || **start >= from + count;
                    let left: Vec<u64> = places
                        .iter()
                        .filter(is_left)
                        .map(|(start, _)| *start)
                        .collect();
                    for offset in &found {
                        let case = format!("{count} bytes from {from}: invented at {offset}");
                        assert!(left.contains(offset), "{case}: {frames:?} {left:?}");
                    }
                    late += left.len() - found.len();
                    holes += 1;
                    let errors = kept.errors();
                    assert!(errors.is_empty(), "{count} bytes from {from}: {errors:?}");
                }
            }
        }
    }
    eprintln!("{late} frames more than needed were lost in {holes} holes");
    assert!(late * 10 <= holes, "{late} frames lost in {holes} holes");
}

#[test]
fn finds_frames_from_the_middle() {
    let mut late = 0;
    let mut starts = 0;
    for connection in connections() {
        let whole = Whole::of(&connection);
        for sender in [Sender::Client, Sender::Server] {
            let places = &whole.places[side(sender)];
            let pieces = whole.pieces.iter().filter(|piece| piece.0 == sender);
            let bytes: Vec<u8> = pieces.flat_map(|piece| piece.1.clone()).collect();
            let boundaries = places.keys().map(|place| *place as usize);
            for from in boundaries.chain((30..bytes.len()).step_by(97)) {
                let mut kept = Kept::new(Opening::Middle);
                kept.push(sender, &bytes[from..]);
                kept.finish(sender);
                let frames = kept.frames();
                let found: Vec<u64> = frames
                    .iter()
                    .map(|frame| frame.offset + from as u64)
                    .collect();
                let left: Vec<u64> = places.range(from as u64..).map(|(at, _)| *at).collect();
                assert!(
                    left.ends_with(&found),
                    "from {from}: {found:?} {:?}",
                    frames[0]
                );
                late += left.len() - found.len();
                starts += 1;
                assert!(kept.errors().is_empty(), "from {from}: {:?}", kept.errors());
            }
        }
    }
    eprintln!("{late} frames more than needed were lost in {starts} starts");
    assert!(late * 10 <= starts, "{late} frames lost in {starts} starts");
}
