//! Long strings in several lanes at once.
//!
//! A look-up waits for the one before it, and a processor has little to do
//! meanwhile. So a long string is cut at bytes: the first lane begins at its
//! start, each other one at a cut, which may well be in the middle of a code.
//! The code is self-synchronizing: a lane that begins inside a code usually
//! soon reaches a true boundary between codes. Each lane notes its first
//! positions; the lane before it goes on until it reaches one of them. From
//! there on, what the next lane has decoded is what the string stands for.
//! That is exact: where two lanes do not meet, the one that began at the
//! start goes on alone.

use super::{
    super::{Trace, code::MAX_BITS, tail},
    SLACK,
    lane::{GROUP_BITS, Lane},
};

/// Shorter strings are not worth it, bytes.
pub(super) const FEWEST: usize = 160;

/// Natively three lanes fit in the registers; in WebAssembly two do.
pub(super) const LANES: usize = if cfg!(target_family = "wasm") { 2 } else { 3 };

/// Groups before which a lane notes where it is, at most.
const NOTED_GROUPS: usize = 10;

/// Bytes that a load may reach beyond the bit that is next: up to eight are
/// in the buffer, and eight are loaded.
const AHEAD: usize = 16;

/// Bits that a lane uses between two notes at most: a group, and a long code
/// that it met there.
const NOTED_BITS: usize = GROUP_BITS + MAX_BITS as usize;

/// Bytes that a lane may go beyond the next cut: all that is noted, and what
/// a last code may take.
const BEYOND: usize = (NOTED_GROUPS * NOTED_BITS + MAX_BITS as usize) / 8 + 1;

/// Where a lane was, between two groups.
#[derive(Clone, Copy)]
struct Note {
    bit: usize,
    /// Where the next symbol went.
    to: *mut u8,
}

/// What each lane has noted.
struct Notes<const LANES: usize> {
    of_lane: [[Note; NOTED_GROUPS]; LANES],
    count: usize,
}

/// Bytes that the lane of a part of `length` bytes may write: each lane writes
/// where those before it cannot come.
const fn room_of_part(part: usize) -> usize {
    tail::most(part + BEYOND) + SLACK
}

/// Bytes that decoding a string of `length` bytes in that many lanes may write.
pub(super) const fn room<const LANES: usize>(length: usize) -> usize {
    (LANES - 1) * room_of_part(length / LANES) + tail::most(length) + SLACK
}

/// Decodes `coded`, of [`FEWEST`] bytes at least, to `to`, in that many lanes,
/// and returns where the next symbol would go; `None` if it is wrong.
///
/// # Safety
/// [`room`] of its length can be written at `to`.
#[inline(always)]
pub(super) unsafe fn decode<const LANES: usize, W: Trace>(
    coded: &[u8],
    to: *mut u8,
    trace: &mut W,
) -> Option<*mut u8> {
    const {
        assert!(
            LANES > 0 && FEWEST / LANES >= AHEAD,
            "each lane loads that far ahead within its part"
        );
    }
    assert!(coded.len() >= FEWEST);
    let part = coded.len() / LANES;
    let lanes: [Lane; LANES] = core::array::from_fn(|number| {
        let to = to.wrapping_add(number * room_of_part(part));
        Lane::new(number * part, to)
    });
    // SAFETY: each lane has room for its part and `BEYOND`, the last for more
    // than that; and the lane that goes on alone begins at the start of the
    // room, which has `tail::most` of `coded` and `SLACK`.
    unsafe {
        let (lanes, notes) = side_by_side(lanes, coded, part, trace);
        one_after_the_other(&lanes, &notes, coded, trace).finish(coded, trace)
    }
}

/// All lanes in step, until one of them is nearly through its part.
///
/// # Safety
/// `part` is the length of `coded`, in bytes, divided by `LANES`; each lane
/// stands at the start of its part, and has room for the symbols of `part`
/// bytes and [`SLACK`].
#[inline(always)]
unsafe fn side_by_side<const LANES: usize, W: Trace>(
    mut lanes: [Lane; LANES],
    coded: &[u8],
    part: usize,
    trace: &mut W,
) -> ([Lane; LANES], Notes<LANES>) {
    let total = coded.len() * 8;
    let noted = ((part - AHEAD) * 8 / NOTED_BITS).min(NOTED_GROUPS);
    let nowhere = Note {
        bit: 0,
        to: core::ptr::null_mut(),
    };
    let mut notes = Notes {
        of_lane: [[nowhere; NOTED_GROUPS]; LANES],
        count: noted,
    };
    for group in 0..noted {
        for (lane, notes) in lanes.iter().zip(&mut notes.of_lane) {
            notes[group] = Note {
                bit: lane.bit(),
                to: lane.to,
            };
        }
        // SAFETY: `noted` groups and long codes, and what is loaded ahead, are
        // within a part.
        unsafe {
            if group_each(&mut lanes, coded, trace) {
                (lanes, _) = past_long_codes(lanes, coded, total, trace);
            }
        }
    }
    loop {
        // As many groups as keep every lane within its part.
        let mut groups = usize::MAX;
        for (number, lane) in lanes.iter().enumerate() {
            let end = ((number + 1) * part).min(coded.len() - AHEAD) * 8;
            groups = groups.min(end.saturating_sub(lane.bit()) / GROUP_BITS);
        }
        if groups == 0 {
            return (lanes, notes);
        }
        let mut stuck = false;
        // SAFETY: for that many groups each lane stays in its part, and what is
        // loaded ahead is within `coded`. A lane that is stuck has not used
        // up its group, and a long code is shorter than one.
        unsafe {
            while groups > 0 && !stuck {
                groups -= 1;
                stuck = group_each(&mut lanes, coded, trace);
            }
            if stuck {
                let went_on;
                (lanes, went_on) = past_long_codes(lanes, coded, total, trace);
                if !went_on {
                    return (lanes, notes);
                }
            }
        }
    }
}

/// A group of look-ups in each lane; whether one of them met a code longer
/// than the window.
///
/// # Safety
/// Each lane can be filled, and eight bytes can be written where its next
/// symbol goes.
#[inline(always)]
unsafe fn group_each<const LANES: usize, W: Trace>(
    lanes: &mut [Lane; LANES],
    coded: &[u8],
    trace: &mut W,
) -> bool {
    let mut stuck = false;
    for (number, lane) in lanes.iter_mut().enumerate() {
        trace.lane(number);
        // SAFETY: this lane can be filled, and has room for a group.
        unsafe {
            lane.refill(coded);
            stuck |= lane.group(trace) == 0;
        }
    }
    stuck
}

/// Takes each lane past the code at its head if that is longer than the
/// window; whether none of them was EOS. By value, so that the lanes need not
/// stand in memory otherwise.
///
/// # Safety
/// Each lane can be filled, and has room for a symbol.
#[cold]
#[inline(never)]
unsafe fn past_long_codes<const LANES: usize, W: Trace>(
    mut lanes: [Lane; LANES],
    coded: &[u8],
    total: usize,
    trace: &mut W,
) -> ([Lane; LANES], bool) {
    let mut went_on = true;
    for (number, lane) in lanes.iter_mut().enumerate() {
        trace.lane(number);
        // SAFETY: this lane can be filled, and has room for a symbol.
        unsafe {
            lane.refill(coded);
            if lane.at_long_code() {
                match lane.past_long_code(total, trace) {
                    Some(past) => *lane = past,
                    None => went_on = false,
                }
            }
        }
    }
    (lanes, went_on)
}

/// The first lane goes on to where it meets the second, whose symbols are
/// moved up to its own; and so on. The lane that has come furthest.
///
/// # Safety
/// `lanes` and `notes` come from [`side_by_side`] of `coded`.
#[inline(always)]
unsafe fn one_after_the_other<const LANES: usize, W: Trace>(
    lanes: &[Lane; LANES],
    notes: &Notes<LANES>,
    coded: &[u8],
    trace: &mut W,
) -> Lane {
    let mut lane = lanes[0];
    trace.lane(0);
    let nexts = lanes.iter().zip(&notes.of_lane).enumerate().skip(1);
    for (number, (next, noted)) in nexts {
        let noted = &noted[..notes.count];
        // SAFETY: the lane has room up to the last note of the next, and
        // `SLACK`: all that is noted is within `BEYOND`. Where they meet, the
        // next has written all from the note to its `to`; what this one has
        // written ends before that.
        unsafe {
            let Some(note) = meet(&mut lane, noted, coded, trace) else {
                (number..LANES).for_each(|unused| trace.give_up(unused, usize::MAX));
                break;
            };
            trace.give_up(number, note.bit);
            trace.lane(number);
            let symbols = next.to.offset_from(note.to) as usize;
            core::ptr::copy(note.to, lane.to, symbols);
            let to = lane.to.add(symbols);
            lane = *next;
            lane.to = to;
        }
    }
    lane
}

/// Goes on to the first of `notes` where a code of this lane ends too: group
/// by group to the first note, then code by code.
///
/// # Safety
/// The lane has room for the symbols up to the last note, and [`SLACK`].
#[inline(always)]
unsafe fn meet<W: Trace>(
    lane: &mut Lane,
    notes: &[Note],
    coded: &[u8],
    trace: &mut W,
) -> Option<Note> {
    let total = coded.len() * 8;
    let mut notes = notes.iter();
    let mut note = notes.next()?;
    loop {
        let bit = lane.bit();
        while note.bit < bit {
            note = notes.next()?;
        }
        if note.bit == bit {
            return Some(*note);
        }
        lane.refill_to_end(coded);
        // SAFETY: a group only where it ends before the note, and else a code
        // that begins before it.
        unsafe {
            if bit + GROUP_BITS > note.bit || lane.group(trace) == 0 {
                lane.refill_to_end(coded);
                *lane = lane.past_code(total, trace)?;
            }
        }
    }
}
