//! Long strings in several interleaved lanes.
//!
//! Each look-up depends on the one before it, which leaves the CPU idle. So a
//! long string is cut at bytes: the first lane begins at its start, each other
//! one at a cut, which is often inside a code. The code is self-synchronizing: a
//! lane that begins inside a code usually soon reaches a true code boundary.
//! Each lane notes its first positions; the lane before it continues until it
//! reaches one of them. From there on the symbols of the next lane are correct.
//! If two lanes do not meet, the earlier one continues alone, so the result is
//! exact.

use super::{
    super::{Trace, code::MAX_BITS, tail},
    SLACK,
    lane::{GROUP_BITS, Lane},
};

/// Least length of a string for which lanes pay off, bytes.
pub(super) const MIN: usize = 512;

/// Number of lanes whose state fits in registers.
pub(super) const LANES: usize = if cfg!(target_family = "wasm") { 2 } else { 3 };

/// Most positions that a lane notes, one before each group.
const MAX_NOTES: usize = 10;

/// Bytes that a load can reach beyond the next bit: up to eight are in the
/// buffer, and eight are loaded.
const AHEAD: usize = 16;

/// Most bits that a lane uses between two notes: a group and a long code.
const MAX_NOTE_BITS: usize = GROUP_BITS + MAX_BITS as usize;

/// Bytes that a lane can run beyond the next cut: up to the last note, and a last
/// code.
const OVERRUN: usize = (MAX_NOTES * MAX_NOTE_BITS + MAX_BITS as usize) / 8 + 1;

/// Position of a lane between two groups.
#[derive(Clone, Copy)]
struct Note {
    bit: usize,
    /// Address of the next symbol.
    to: *mut u8,
}

struct Notes<const LANES: usize> {
    of_lane: [[Note; MAX_NOTES]; LANES],
    count: usize,
}

/// Bytes that the lane of a part of `part` bytes can write; the ranges of the
/// lanes do not overlap.
const fn room_of_part(part: usize) -> usize {
    tail::max_len(part + OVERRUN) + SLACK
}

/// Bytes that decoding a string of `length` bytes in `LANES` lanes can write.
pub(super) const fn room<const LANES: usize>(length: usize) -> usize {
    (LANES - 1) * room_of_part(length / LANES) + tail::max_len(length) + SLACK
}

/// Decodes `coded`, of at least [`MIN`] bytes, to `to`, in `LANES` lanes. Returns
/// the address after its last symbol; `None` if it is invalid.
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
            LANES > 0 && MIN / LANES >= AHEAD,
            "each lane loads up to AHEAD bytes ahead within its part"
        );
    }
    assert!(coded.len() >= MIN);
    let part = coded.len() / LANES;
    let lanes: [Lane; LANES] = core::array::from_fn(|number| {
        let to = to.wrapping_add(number * room_of_part(part));
        Lane::new(number * part, to)
    });
    // SAFETY: each lane has room for its part and `OVERRUN`, the last for more;
    // a lane that continues alone has written from the start of the room, which
    // has `tail::max_len` of `coded` and `SLACK`.
    unsafe {
        let (lanes, notes) = run_in_parallel(lanes, coded, part, trace);
        join(&lanes, &notes, coded, trace).finish(coded, trace)
    }
}

/// Runs all lanes in step until one of them nears the end of its part.
///
/// # Safety
/// `part` is the length of `coded`, in bytes, divided by `LANES`. Each lane is at
/// the start of its part and has room for the symbols of `part` bytes and
/// [`SLACK`].
#[inline(always)]
unsafe fn run_in_parallel<const LANES: usize, W: Trace>(
    mut lanes: [Lane; LANES],
    coded: &[u8],
    part: usize,
    trace: &mut W,
) -> ([Lane; LANES], Notes<LANES>) {
    let total = coded.len() * 8;
    let noted = ((part - AHEAD) * 8 / MAX_NOTE_BITS).min(MAX_NOTES);
    let nowhere = Note {
        bit: 0,
        to: core::ptr::null_mut(),
    };
    let mut notes = Notes {
        of_lane: [[nowhere; MAX_NOTES]; LANES],
        count: noted,
    };
    for group in 0..noted {
        for (lane, notes) in lanes.iter().zip(&mut notes.of_lane) {
            notes[group] = Note {
                bit: lane.bit(),
                to: lane.to,
            };
        }
        // SAFETY: `noted` groups with long codes, and loads ahead, are within a
        // part.
        unsafe {
            if group_each(&mut lanes, coded, trace) {
                (lanes, _) = decode_long_codes(lanes, coded, total, trace);
            }
        }
    }
    loop {
        // Number of groups that keep every lane within its part.
        let mut groups = usize::MAX;
        for (number, lane) in lanes.iter().enumerate() {
            let end = ((number + 1) * part).min(coded.len() - AHEAD) * 8;
            groups = groups.min(end.saturating_sub(lane.bit()) / GROUP_BITS);
        }
        if groups == 0 {
            return (lanes, notes);
        }
        let mut is_stuck = false;
        // SAFETY: for that number of groups each lane stays in its part, and
        // loads are within `coded`. A stuck lane has not used up its group, and a
        // long code is shorter than one.
        unsafe {
            while groups > 0 && !is_stuck {
                groups -= 1;
                is_stuck = group_each(&mut lanes, coded, trace);
            }
            if is_stuck {
                let is_valid;
                (lanes, is_valid) = decode_long_codes(lanes, coded, total, trace);
                if !is_valid {
                    return (lanes, notes);
                }
            }
        }
    }
}

/// Does a group of look-ups in each lane. Returns whether one of them met a code
/// longer than the window.
///
/// # Safety
/// Each lane can be refilled, and eight bytes can be written at its next symbol.
#[inline(always)]
unsafe fn group_each<const LANES: usize, W: Trace>(
    lanes: &mut [Lane; LANES],
    coded: &[u8],
    trace: &mut W,
) -> bool {
    let mut is_stuck = false;
    for (number, lane) in lanes.iter_mut().enumerate() {
        trace.lane(number);
        // SAFETY: this lane can be refilled, and has room for a group.
        unsafe {
            lane.refill(coded);
            is_stuck |= lane.group(trace) == 0;
        }
    }
    is_stuck
}

/// Decodes the next code of each lane if it is longer than the window. Returns
/// whether none of them is EOS. Takes the lanes by value, so that they can stay
/// in registers elsewhere.
///
/// # Safety
/// Each lane can be refilled, and has room for a symbol.
#[cold]
#[inline(never)]
unsafe fn decode_long_codes<const LANES: usize, W: Trace>(
    mut lanes: [Lane; LANES],
    coded: &[u8],
    total: usize,
    trace: &mut W,
) -> ([Lane; LANES], bool) {
    let mut is_valid = true;
    for (number, lane) in lanes.iter_mut().enumerate() {
        trace.lane(number);
        // SAFETY: this lane can be refilled, and has room for a symbol.
        unsafe {
            lane.refill(coded);
            if lane.is_at_long_code() {
                match lane.decode_long_code(total, trace) {
                    Some(next) => *lane = next,
                    None => is_valid = false,
                }
            }
        }
    }
    (lanes, is_valid)
}

/// Runs the first lane on until it meets the second, moves the symbols of the
/// second up to its own, and so on. Returns the lane that got furthest.
///
/// # Safety
/// `lanes` and `notes` come from [`run_in_parallel`] of `coded`.
#[inline(always)]
unsafe fn join<const LANES: usize, W: Trace>(
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
        // SAFETY: the lane has room up to the last note of the next, which is
        // within `OVERRUN`, and `SLACK`. The next lane has written all from the
        // note to its `to`; what this one has written ends before that.
        unsafe {
            let Some(note) = run_to_note(&mut lane, noted, coded, trace) else {
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

/// Runs `lane` to the first of `notes` at which one of its codes ends: group by
/// group to the first note, then code by code.
///
/// # Safety
/// The lane has room for the symbols up to the last note, and [`SLACK`].
#[inline(always)]
unsafe fn run_to_note<W: Trace>(
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
        // SAFETY: either a group that ends before the note, or a code that
        // begins before it.
        unsafe {
            if bit + GROUP_BITS > note.bit || lane.group(trace) == 0 {
                lane.refill_to_end(coded);
                *lane = lane.decode_code(total, trace)?;
            }
        }
    }
}
