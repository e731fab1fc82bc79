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
/// stride, so that a line of a dump takes 16 bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// The last stride, the only one of most blocks; empty if there are no
    /// places at all.
    last: Stride,
    /// The strides before it.
    strides: Vec<Stride>,
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
        self.strides().map(|stride| stride.count as usize).sum()
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
            self.strides.push(std::mem::replace(last, next));
        }
    }

    fn strides(&self) -> impl Iterator<Item = &Stride> {
        let last = (!self.is_empty()).then_some(&self.last);
        self.strides.iter().chain(last)
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
        self.split([range.start, range.end])
            .nth(1)
            .unwrap_or_default()
    }

    /// The places between each of `ends`, which rise, and the one before.
    pub fn split(&self, ends: impl IntoIterator<Item = usize>) -> impl Iterator<Item = Self> {
        let mut strides = self.strides().peekable();
        let (mut used, mut before) = (0, 0);
        ends.into_iter().map(move |end| {
            let mut part = Self::default();
            while before < end
                && let Some(&&at) = strides.peek()
            {
                let count = ((at.count - used) as usize).min(end - before) as u32;
                part.push_stride(at.place(used), at.step, count);
                before += count as usize;
                used += count;
                if used == at.count {
                    strides.next();
                    used = 0;
                }
            }
            part
        })
    }

    /// Bytes of memory on the heap.
    #[must_use]
    pub fn held(&self) -> usize {
        self.strides.capacity() * size_of::<Stride>()
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
