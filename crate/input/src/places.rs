//! Places of the bytes of a block in the input, in little memory.

use std::ops::Range;

use crate::Place;

/// Places of one width, evenly spaced: every `over` of them, `step` further on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Stride {
    /// The start of the first place, if `phase` is 0.
    start: u32,
    width: u32,
    step: u32,
    count: u32,
    over: u8,
    /// Places before the first one; less than `over`.
    phase: u8,
}

impl Stride {
    fn place(&self, at: u32) -> Place {
        let number = u64::from(at) + u64::from(self.phase);
        let steps = number * u64::from(self.step) / u64::from(self.over);
        let start = self.start + steps as u32;
        Place {
            start,
            end: start + self.width,
        }
    }

    /// The places `range`.
    fn slice(&self, range: Range<u32>) -> Self {
        let over = u32::from(self.over);
        let first = range.start + u32::from(self.phase);
        Self {
            start: self.start + first / over * self.step,
            phase: (first % over) as u8,
            count: range.len() as u32,
            ..*self
        }
    }
}

/// The place of each byte of a block, in order. Evenly spaced places are one
/// stride, so that a line of a dump takes 24 bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// The last stride, the only one of most blocks; empty if there are no
    /// places at all.
    last: Stride,
    /// The strides before it, each with the number of places before that.
    strides: Vec<(u32, Stride)>,
}

impl Places {
    /// The places of `len` bytes of binary input from `start` on.
    #[must_use]
    pub fn consecutive(start: u32, len: u32) -> Self {
        let mut places = Self::default();
        let end = start + 1;
        places.push_stride(Place { start, end }, 1, len);
        places
    }

    /// The number of bytes.
    #[must_use]
    pub fn len(&self) -> usize {
        (self.before_last() + self.last.count) as usize
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.last.count == 0
    }

    /// Appends the place of the next byte.
    #[inline]
    pub fn push(&mut self, place: Place) {
        self.push_stride(place, 1, 1);
    }

    /// Appends the places of `count` bytes, the first at `first` and each next
    /// one `step` further on.
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

    /// Appends the places of `count` bytes in Base64, at most three for each four
    /// digits, the first of which is at `start`. A byte has its bits in two.
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
        // A single place has any step.
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
            let last = std::mem::replace(last, next);
            self.strides.push((self.before_last(), last));
        }
    }

    fn strides(&self) -> impl Iterator<Item = &Stride> {
        let last = (!self.is_empty()).then_some(&self.last);
        self.strides.iter().map(|(_, stride)| stride).chain(last)
    }

    /// The number of places before the last stride.
    fn before_last(&self) -> u32 {
        let end = |(before, stride): &(u32, Stride)| before + stride.count;
        self.strides.last().map_or(0, end)
    }

    /// Appends other places.
    pub fn extend(&mut self, other: &Self) {
        other.strides().for_each(|stride| self.append(*stride));
    }

    /// The places in order.
    pub fn iter(&self) -> impl Iterator<Item = Place> + '_ {
        self.strides()
            .flat_map(|stride| (0..stride.count).map(|at| stride.place(at)))
    }

    /// The place of the first byte.
    #[must_use]
    pub fn first(&self) -> Option<Place> {
        self.strides().next().map(|stride| stride.place(0))
    }

    /// The places of the bytes `range`; fewer if there are fewer.
    #[must_use]
    pub fn slice(&self, range: Range<usize>) -> Self {
        let (start, end) = (range.start as u32, range.end as u32);
        let is_over = |(before, stride): &(u32, Stride)| before + stride.count <= start;
        let from = self.strides.partition_point(is_over);
        let last = (self.before_last(), self.last);
        let last = (!self.is_empty()).then_some(&last);
        let rest = self.strides[from..].iter().chain(last);
        let mut part = Self::default();
        for (before, stride) in rest.take_while(|(before, _)| *before < end) {
            let last = end.min(before + stride.count);
            part.append(stride.slice(start.max(*before) - before..last - before));
        }
        part
    }

    /// Bytes of memory on the heap.
    #[must_use]
    pub fn held(&self) -> usize {
        self.strides.capacity() * size_of::<(u32, Stride)>()
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
    fn places_come_back_as_they_were_pushed() {
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
        // Seven bytes of ten digits.
        let digits = [40, 41, 42, 44, 45, 46, 48].map(|start| Place::new(start, start + 2));
        let list = [&list[..], &digits].concat();
        places.push_base64(40, 3);
        places.push_base64(44, 3);
        places.push_base64(48, 1);
        assert_eq!(places.strides.len(), 5);
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
}
