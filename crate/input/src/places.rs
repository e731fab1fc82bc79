//! Compact representation of the [`Place`]s of a block's bytes.

use std::ops::Range;

use crate::Place;

/// Evenly spaced places of one width: every `over` of them advance by `step`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Stride {
    /// Start of the first place, if `phase` is 0.
    start: u32,
    width: u32,
    step: u32,
    count: u32,
    over: u8,
    /// Places skipped before the first one; less than `over`.
    phase: u8,
}

impl Stride {
    fn place(&self, at: u32) -> Place {
        let number = u64::from(at) + u64::from(self.phase);
        let steps = number * u64::from(self.step) / u64::from(self.over);
        let start = self.start.wrapping_add(steps as u32);
        Place {
            start,
            end: start.wrapping_add(self.width),
        }
    }

    fn slice(&self, range: Range<u32>) -> Self {
        let over = u32::from(self.over);
        let first = range.start + u32::from(self.phase);
        Self {
            start: (self.start).wrapping_add((first / over).wrapping_mul(self.step)),
            phase: (first % over) as u8,
            count: range.len() as u32,
            ..*self
        }
    }
}

/// The place of each byte of a block. Evenly spaced places form one stride of
/// about five bytes, such as a line of a dump or an unusually spelled byte.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// Last stride, the only one of most blocks; count 0 if there are no
    /// places.
    last: Stride,
    earlier: Option<Box<Coded>>,
}

/// Strides coded as differences from the previous one, as base-128 varints.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Coded {
    bytes: Vec<u8>,
    strides: usize,
    /// State before every [`MARKED`]th stride.
    marks: Vec<Coder>,
    /// State after all strides.
    end: Coder,
}

/// Strides between marks.
const MARKED: usize = 64;

/// State that the next stride is coded relative to; a position in [`Places`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Coder {
    /// Coded bytes so far.
    at: usize,
    count: u32,
    start: u32,
}

impl Coder {
    /// Advances past a stride that ends at coded byte `at`.
    fn pass(&mut self, stride: &Stride, at: usize) {
        self.at = at;
        self.count += stride.count;
        self.start = stride.place(stride.count - 1).start;
    }
}

impl Coded {
    fn push(&mut self, stride: &Stride) {
        let Stride {
            start,
            width,
            step,
            count,
            over,
            phase,
        } = *stride;
        if self.strides.is_multiple_of(MARKED) {
            self.marks.push(self.end);
        }
        self.strides += 1;
        let back = start.wrapping_sub(self.end.start).cast_signed();
        let kind = u64::from(over) << 2 | u64::from(phase);
        let numbers = [
            (i64::from(back) << 1 ^ i64::from(back) >> 63).cast_unsigned(),
            u64::from(width) << 4 | kind,
            u64::from(step),
            u64::from(count),
        ];
        for mut number in numbers {
            while number > 0x7f {
                self.bytes.push(number as u8 | 0x80);
                number >>= 7;
            }
            self.bytes.push(number as u8);
        }
        self.end.pass(stride, self.bytes.len());
    }

    /// Decodes the strides after `from`, with the position of each.
    fn strides(&self, mut from: Coder) -> impl Iterator<Item = (Coder, Stride)> {
        std::iter::from_fn(move || {
            let mut left = self.bytes.get(from.at..).filter(|left| !left.is_empty())?;
            let mut number = || {
                let (mut value, mut shift) = (0, 0);
                while let [byte, rest @ ..] = left {
                    left = rest;
                    value |= u64::from(byte & 0x7f) << shift;
                    shift += 7;
                    if *byte < 0x80 {
                        break;
                    }
                }
                value
            };
            let (back, kind) = (number(), number());
            let back = (back >> 1) as u32 ^ ((back & 1) as u32).wrapping_neg();
            let stride = Stride {
                start: from.start.wrapping_add(back),
                width: (kind >> 4) as u32,
                step: number() as u32,
                count: number() as u32,
                over: (kind >> 2 & 3) as u8,
                phase: (kind & 3) as u8,
            };
            let before = from;
            from.pass(&stride, self.bytes.len() - left.len());
            Some((before, stride))
        })
    }
}

impl Places {
    /// Places of `len` bytes of a binary input from `start` on.
    #[must_use]
    pub fn consecutive(start: u32, len: u32) -> Self {
        let mut places = Self::default();
        let end = start + 1;
        places.push_stride(Place { start, end }, 1, len);
        places
    }

    /// Number of bytes.
    #[must_use]
    pub fn len(&self) -> usize {
        (self.before_last() + self.last.count) as usize
    }

    /// Whether there are no places.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.last.count == 0
    }

    /// Appends the place of one byte.
    #[inline]
    pub fn push(&mut self, place: Place) {
        self.push_stride(place, 1, 1);
    }

    /// Appends the places of `count` bytes: `first`, then each `step` further,
    /// modulo 2³².
    pub fn push_stride(&mut self, first: Place, step: u32, count: u32) {
        self.append(Stride {
            start: first.start,
            width: first.end - first.start,
            step,
            count,
            over: 1,
            phase: 0,
        });
    }

    /// Appends the places of `count` bytes in Base64 from `start` on: three
    /// bytes for four digits, each byte spread over two digits.
    pub(crate) fn push_base64(&mut self, start: usize, count: usize) {
        self.append(Stride {
            start: start as u32,
            width: 2,
            step: 4,
            count: count as u32,
            over: 3,
            phase: 0,
        });
    }

    fn append(&mut self, next: Stride) {
        if next.count == 0 {
            return;
        }
        let last = &mut self.last;
        if last.count == 0 {
            *last = next;
            return;
        }
        let start = next.place(0).start;
        // The step of a single place is free.
        let gap = start.wrapping_sub(last.start);
        let is_even = last.over == 1 && next.over == 1;
        if is_even && last.count == 1 && start > last.start && (next.count == 1 || next.step == gap)
        {
            last.step = gap;
        }
        let is_alike = last.width == next.width && last.over == next.over && last.step > 0;
        let is_next = start == last.place(last.count).start
            && u32::from(next.phase) == (u32::from(last.phase) + last.count) % u32::from(last.over);
        if is_alike && is_next && (is_even && next.count == 1 || next.step == last.step) {
            last.count += next.count;
        } else {
            let earlier = self.earlier.get_or_insert_default();
            earlier.push(&std::mem::replace(last, next));
        }
    }

    fn before_last(&self) -> u32 {
        self.earlier.as_ref().map_or(0, |earlier| earlier.end.count)
    }

    /// The strides around place `from` and after it, each with its position. A
    /// position `near` and before it is quicker than the last mark.
    fn strides(&self, from: u32, near: Coder) -> impl Iterator<Item = (Coder, Stride)> {
        let earlier = self.earlier.iter().flat_map(move |earlier| {
            let marks = &earlier.marks;
            let mark = marks.partition_point(|mark| mark.count <= from);
            let mark = marks[mark.saturating_sub(1)];
            let is_nearer = near.count <= from && near.count > mark.count;
            earlier.strides(if is_nearer { near } else { mark })
        });
        let end = || {
            self.earlier
                .as_ref()
                .map_or_else(Coder::default, |all| all.end)
        };
        let last = (!self.is_empty()).then(|| (end(), self.last));
        earlier.chain(last)
    }

    fn all_strides(&self) -> impl Iterator<Item = (Coder, Stride)> {
        self.strides(0, Coder::default())
    }

    /// Appends all places of `other`.
    pub fn extend(&mut self, other: &Self) {
        let strides = other.all_strides();
        strides.for_each(|(_, stride)| self.append(stride));
    }

    pub(crate) fn shrink_to_fit(&mut self) {
        if let Some(earlier) = &mut self.earlier {
            earlier.bytes.shrink_to_fit();
            earlier.marks.shrink_to_fit();
        }
    }

    /// Returns the places in order.
    pub fn iter(&self) -> impl Iterator<Item = Place> + '_ {
        self.all_strides()
            .flat_map(|(_, stride)| (0..stride.count).map(move |at| stride.place(at)))
    }

    /// Place of the first byte.
    #[must_use]
    pub fn first(&self) -> Option<Place> {
        let (_, stride) = self.all_strides().next()?;
        Some(stride.place(0))
    }

    /// Places of the bytes `range`, clamped to those that exist.
    #[must_use]
    pub fn slice(&self, range: Range<usize>) -> Self {
        self.slice_near(range, &mut Coder::default())
    }

    /// As [`Self::slice`], of ranges in order: `near` is where the last one
    /// ended, or the start.
    pub(crate) fn slice_near(&self, range: Range<usize>, near: &mut Coder) -> Self {
        let (start, end) = (range.start as u32, range.end as u32);
        let mut part = Self::default();
        let strides = self.strides(start, *near);
        for (at, stride) in strides.take_while(|(at, _)| at.count < end) {
            *near = at;
            let last = end.min(at.count + stride.count);
            let first = start.max(at.count);
            if first < last {
                part.append(stride.slice(first - at.count..last - at.count));
            }
        }
        part
    }
}

impl FromIterator<Place> for Places {
    fn from_iter<T: IntoIterator<Item = Place>>(places: T) -> Self {
        let mut all = Self::default();
        places.into_iter().for_each(|place| all.push(place));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn returns_pushed_places() {
        let list: Vec<Place> = [
            (0, 2),
            (3, 5),
            (6, 8),
            (20, 22),
            (23, 25),
            (9, 13),
            (9, 13),
            (30, 31),
        ]
        .map(|(start, end)| Place { start, end })
        .to_vec();
        let mut places: Places = list.iter().copied().collect();
        // Seven bytes of ten Base64 digits.
        let digits = [40, 41, 42, 44, 45, 46, 48].map(|start| Place::new(start, start + 2));
        let list = [&list[..], &digits].concat();
        places.push_base64(40, 3);
        places.push_base64(44, 3);
        places.push_base64(48, 1);
        assert_eq!(places.all_strides().count(), 6);
        assert_eq!(Places::default().slice(0..3), Places::default());
        assert_eq!(places.len(), list.len());
        assert_eq!(places.iter().collect::<Vec<_>>(), list);
        for from in 0..list.len() {
            for to in from..=list.len() {
                let part = places.slice(from..to);
                assert_eq!(part.iter().collect::<Vec<_>>(), list[from..to]);
            }
        }
        assert_eq!(
            Places::consecutive(5, 3).iter().last(),
            Some(Place { start: 7, end: 8 })
        );
    }

    /// Enough strides of varying width and distance for several marks.
    #[test]
    fn returns_places_across_marks() {
        let place = |n: u32| {
            let start = n.wrapping_mul(2_654_435_761) >> (n % 29);
            Place {
                start,
                end: start.saturating_add(1 + n % 5),
            }
        };
        let list: Vec<Place> = (0..1000).map(place).collect();
        let places: Places = list.iter().copied().collect();
        assert_eq!(places.iter().collect::<Vec<_>>(), list);
        let mut near = Coder::default();
        for from in 0..list.len() {
            let part = places.slice(from..from + 3);
            assert_eq!(part, places.slice_near(from..from + 3, &mut near));
            let end = list.len().min(from + 3);
            assert_eq!(part.iter().collect::<Vec<_>>(), list[from..end]);
        }
    }
}
