//! Long strings in several lanes at once.
//!
//! A look-up waits for the one before it, and a processor has little to do
//! meanwhile. So a long string is cut at octets: the first lane begins at its
//! start, each other one at a cut, which may well be in the middle of a code.
//! The code is self-synchronizing: a lane that begins inside a code usually
//! soon reaches a true boundary between codes. Each lane notes its first
//! positions; the lane before it goes on until it reaches one of them. From
//! there on, what the next lane has decoded is what the string stands for.
//! That is exact: where two lanes do not meet, the one that began at the
//! start goes on alone.

use super::{
    super::{HuffmanFault, code::MAX_BITS, tail},
    SLACK, finish, grow,
    lane::{GROUP_BITS, Lane},
    tables::Tables,
};

/// Shorter strings are not worth it, octets.
pub(super) const FEWEST: usize = 160;

/// Natively three lanes fit in the registers; in WebAssembly two do.
const LANES: usize = if cfg!(target_family = "wasm") { 2 } else { 3 };

/// Groups before which a lane notes where it is, at most.
const NOTED_GROUPS: usize = 10;

/// Octets that a load may reach beyond the bit that is next: up to eight are
/// in the buffer, and eight are loaded.
const AHEAD: usize = 16;

/// Bits that a lane uses between two notes at most: a group, and a long code
/// that it met there.
const NOTED_BITS: usize = GROUP_BITS + MAX_BITS as usize;

/// Octets that a lane may go beyond the next cut: all that is noted, and what
/// a last code may take.
const BEYOND: usize = (NOTED_GROUPS * NOTED_BITS + MAX_BITS as usize) / 8 + 1;

/// Where a lane was, between two groups.
#[derive(Clone, Copy)]
struct Note {
    bit: usize,
    /// Where the next symbol went.
    to: *mut u8,
}

/// Appends what `coded`, of [`FEWEST`] octets at least, stands for to `out`.
#[inline(never)]
pub(super) fn decode(tables: Tables, coded: &[u8], out: &mut Vec<u8>) -> Result<(), HuffmanFault> {
    in_step(tables, coded, out)
}

/// [`decode`], as part of its caller.
#[inline(always)]
pub(super) fn in_step(tables: Tables, coded: &[u8], out: &mut Vec<u8>) -> Result<(), HuffmanFault> {
    assert!(coded.len() >= FEWEST);
    let before = out.len();
    let part = coded.len() / LANES;
    // Each lane writes where those before it cannot come.
    let room_of_part = tail::most(part + BEYOND) + SLACK;
    let most = (LANES - 1) * room_of_part + tail::most(coded.len()) + SLACK;
    if out.capacity() - before < most {
        grow(out, most);
    }
    let room = out.spare_capacity_mut().as_mut_ptr().cast::<u8>();
    let lanes: [Lane; LANES] = std::array::from_fn(|number| {
        // SAFETY: within `most`.
        let to = unsafe { room.add(number * room_of_part) };
        Lane {
            at: number * part,
            ..Lane::new(tables, to)
        }
    });
    // SAFETY: each lane has room for its part and `BEYOND`; the last has more
    // than that, and the first has `most` as soon as it goes on alone.
    let (lane, right) = unsafe {
        let (lanes, notes) = side_by_side(lanes, coded, part);
        one_after_the_other(&lanes, &notes, coded).long(coded)
    };
    let length = lane.written(room, before);
    if !right {
        return finish(coded, lane.bit(), length, out);
    }
    // SAFETY: as many octets have been written, within the capacity.
    unsafe { out.set_len(length) };
    Ok(())
}

/// What each lane but the first has noted.
struct Notes {
    of_lane: [[Note; NOTED_GROUPS]; LANES],
    count: usize,
}

/// All lanes in step, until one of them is nearly through its part.
///
/// # Safety
/// `part` is the length of `coded`, in octets, divided by [`LANES`], and each
/// lane has room for the symbols of `part` octets and [`SLACK`].
#[inline(always)]
unsafe fn side_by_side(
    mut lanes: [Lane; LANES],
    coded: &[u8],
    part: usize,
) -> ([Lane; LANES], Notes) {
    let total = coded.len() * 8;
    let noted = ((part - AHEAD) * 8 / NOTED_BITS).min(NOTED_GROUPS);
    let nowhere = Note {
        bit: 0,
        to: std::ptr::null_mut(),
    };
    let mut notes = Notes {
        of_lane: [[nowhere; NOTED_GROUPS]; LANES],
        count: noted,
    };
    for group in 0..noted {
        let mut stuck = false;
        for (lane, notes) in lanes.iter_mut().zip(&mut notes.of_lane) {
            notes[group] = Note {
                bit: lane.bit(),
                to: lane.to,
            };
            // SAFETY: all of these groups, with what is loaded ahead, are
            // within a part.
            unsafe {
                lane.refill(coded);
                stuck |= lane.group() == 0;
            }
        }
        if stuck {
            // SAFETY: as above.
            (lanes, _) = unsafe { past_long_codes(lanes, coded, total) };
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
        while groups > 0 && !stuck {
            groups -= 1;
            for lane in &mut lanes {
                // SAFETY: it stays in its part, and what is loaded ahead is
                // within `coded`.
                unsafe {
                    lane.refill(coded);
                    stuck |= lane.group() == 0;
                }
            }
        }
        if stuck {
            let went_on;
            // SAFETY: as above, and a long code is shorter than a group.
            (lanes, went_on) = unsafe { past_long_codes(lanes, coded, total) };
            if !went_on {
                return (lanes, notes);
            }
        }
    }
}

/// Takes each lane past the code at its head if that is longer than the
/// window; whether none of them was EOS. By value, so that the lanes need not
/// stand in memory otherwise.
///
/// # Safety
/// Each lane can be filled, and has room for a symbol.
#[cold]
#[inline(never)]
unsafe fn past_long_codes(
    mut lanes: [Lane; LANES],
    coded: &[u8],
    total: usize,
) -> ([Lane; LANES], bool) {
    let mut went_on = true;
    for lane in &mut lanes {
        // SAFETY: as the caller says.
        unsafe {
            lane.refill(coded);
            if lane.at_long_code() {
                match lane.past_long_code(total) {
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
/// As for [`decode`].
#[inline(always)]
unsafe fn one_after_the_other(lanes: &[Lane; LANES], notes: &Notes, coded: &[u8]) -> Lane {
    let mut lane = lanes[0];
    for (next, noted) in lanes.iter().zip(&notes.of_lane).skip(1) {
        // SAFETY: it goes no further than the last note of the next.
        let met = unsafe { meet(&mut lane, &noted[..notes.count], coded) };
        let Some(note) = met else {
            break;
        };
        let symbols = next.to as usize - note.to as usize;
        // SAFETY: what the next lane has written since then; what this one has
        // written ends before it.
        unsafe {
            std::ptr::copy(note.to, lane.to, symbols);
            let to = lane.to.add(symbols);
            lane = Lane { to, ..*next };
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
unsafe fn meet(lane: &mut Lane, notes: &[Note], coded: &[u8]) -> Option<Note> {
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
        // SAFETY: as the caller says.
        unsafe {
            lane.refill_to_end(coded);
            if bit + GROUP_BITS > note.bit || lane.group() == 0 {
                lane.refill_to_end(coded);
                *lane = lane.past_code(total)?;
            }
        }
    }
}
