//! Places of the bytes of a block in the input, in little memory.

use std::ops::Range;

use crate::Place;

/// Places of one width at one distance from each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Stride {
    start: u32,
    width: u32,
    step: u32,
    count: u32,
}

impl Stride {
    fn place(&self, at: u32) -> Place {
        let start = self.start + at * self.step;
        Place {
            start,
            end: start + self.width,
        }
    }
}

/// The place of each byte of a block, in order. Evenly spaced places are one
/// stride, so that a line of a dump takes 20 bytes.
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
        if count == 0 {
            return;
        }
        let width = first.end - first.start;
        let next = Stride {
            start: first.start,
            width,
            step,
            count,
        };
        let last = &mut self.last;
        if last.count == 0 {
            *last = next;
            return;
        }
        // A single place has any step.
        let gap = first.start.wrapping_sub(last.start);
        if last.count == 1 && first.start > last.start && (count == 1 || step == gap) {
            last.step = gap;
        }
        let is_next = first.start == last.start + last.count * last.step;
        if last.width == width && is_next && (count == 1 || step == last.step) && last.step > 0 {
            last.count += count;
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
        for stride in other.strides() {
            self.push_stride(stride.place(0), stride.step, stride.count);
        }
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
        let rest = self.strides[from..].iter().chain([&last]);
        let mut part = Self::default();
        for (before, stride) in rest.take_while(|(before, _)| *before < end) {
            let first = start.max(*before);
            let count = end.min(before + stride.count).saturating_sub(first);
            part.push_stride(stride.place(first - before), stride.step, count);
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
        let places: Places = list.iter().copied().collect();
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
