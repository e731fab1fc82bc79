//! Aligns fields in the same order on both sides: by longest common subsequence
//! for small gaps, otherwise by anchors that occur once on each side, otherwise
//! greedily. Takes O(n log n) time and O(n) memory for any input.

use std::{collections::HashMap, ops::Range};

use super::words::{Field, is_known};

/// Pairs of a gap that is searched for its longest common subsequence. A field
/// costs at most half the square root.
const CELLS: usize = 1 << 14;

/// Maximum depth of splitting gaps at anchors.
const DEPTH: usize = 12;

/// Returns pairs of equal fields by position; both positions ascend.
pub(super) fn align(left: &[Field], right: &[Field]) -> Vec<(usize, usize)> {
    let mut search = Search {
        left,
        right,
        found: Vec::new(),
    };
    search.align_gap(0..left.len(), 0..right.len(), DEPTH);
    search.found
}

struct Search<'a> {
    left: &'a [Field],
    right: &'a [Field],
    found: Vec<(usize, usize)>,
}

impl Search<'_> {
    fn is_same(&self, left: usize, right: usize) -> bool {
        self.left[left] == self.right[right] && is_known(self.left[left])
    }

    fn align_gap(&mut self, mut left: Range<usize>, mut right: Range<usize>, depth: usize) {
        while !left.is_empty() && !right.is_empty() && self.is_same(left.start, right.start) {
            self.found.push((left.start, right.start));
            left.start += 1;
            right.start += 1;
        }
        let ends = (left.end, right.end);
        while !left.is_empty() && !right.is_empty() && self.is_same(left.end - 1, right.end - 1) {
            left.end -= 1;
            right.end -= 1;
        }
        if !left.is_empty() && !right.is_empty() {
            if left.len().saturating_mul(right.len()) <= CELLS {
                self.longest_common(left.clone(), right.clone());
            } else {
                let anchors = match depth {
                    0 => Vec::new(),
                    _ => self.anchors(left.clone(), right.clone()),
                };
                if anchors.is_empty() {
                    self.align_greedily(left.clone(), right.clone());
                } else {
                    let mut from = (left.start, right.start);
                    for (at_left, at_right) in anchors {
                        self.align_gap(from.0..at_left, from.1..at_right, depth - 1);
                        self.found.push((at_left, at_right));
                        from = (at_left + 1, at_right + 1);
                    }
                    self.align_gap(from.0..left.end, from.1..right.end, depth - 1);
                }
            }
        }
        self.found.extend((left.end..ends.0).zip(right.end..ends.1));
    }

    /// Longest common subsequence by dynamic programming.
    fn longest_common(&mut self, left: Range<usize>, right: Range<usize>) {
        let width = right.len() + 1;
        // Length for the remainder of both sides from each pair on.
        let mut lengths = vec![0_u16; (left.len() + 1) * width];
        for (row, at_left) in left.clone().enumerate().rev() {
            for (column, at_right) in right.clone().enumerate().rev() {
                let cell = row * width + column;
                lengths[cell] = if self.is_same(at_left, at_right) {
                    lengths[cell + width + 1] + 1
                } else {
                    lengths[cell + width].max(lengths[cell + 1])
                };
            }
        }
        let (mut row, mut column) = (0, 0);
        while row < left.len() && column < right.len() {
            let cell = row * width + column;
            if self.is_same(left.start + row, right.start + column) {
                self.found.push((left.start + row, right.start + column));
                row += 1;
                column += 1;
            } else if lengths[cell + width] >= lengths[cell + 1] {
                row += 1;
            } else {
                column += 1;
            }
        }
    }

    /// Fields that occur once on each side, in the longest common order.
    fn anchors(&self, left: Range<usize>, right: Range<usize>) -> Vec<(usize, usize)> {
        /// Number of occurrences on each side, and the last position.
        #[derive(Default)]
        struct Seen {
            left: (u32, usize),
            right: (u32, usize),
        }
        let mut seen: HashMap<Field, Seen> = HashMap::new();
        for at in left.clone().filter(|&at| is_known(self.left[at])) {
            let (count, place) = &mut seen.entry(self.left[at]).or_default().left;
            *count += 1;
            *place = at;
        }
        for at in right {
            if let Some(seen) = seen.get_mut(&self.right[at]) {
                seen.right = (seen.right.0 + 1, at);
            }
        }
        let once: Vec<(usize, usize)> = left
            .filter_map(|at| {
                let seen = seen.get(&self.left[at])?;
                (seen.left.0 == 1 && seen.right.0 == 1).then_some((at, seen.right.1))
            })
            .collect();
        longest_ascending(&once)
    }

    /// Pairs each field on the left with the next equal one on the right.
    fn align_greedily(&mut self, left: Range<usize>, right: Range<usize>) {
        let mut places: HashMap<Field, Vec<usize>> = HashMap::new();
        let mut from = right.start;
        for at in right {
            places.entry(self.right[at]).or_default().push(at);
        }
        for at in left.filter(|&at| is_known(self.left[at])) {
            let Some(places) = places.get(&self.left[at]) else {
                continue;
            };
            if let Some(&place) = places.get(places.partition_point(|&place| place < from)) {
                self.found.push((at, place));
                from = place + 1;
            }
        }
    }
}

/// Longest subsequence with ascending right positions. Left positions ascend
/// already.
fn longest_ascending(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // For each length, the pair with the smallest right position that ends such
    // a sequence; for each pair, its predecessor.
    let mut ends: Vec<usize> = Vec::new();
    let mut before = vec![usize::MAX; pairs.len()];
    for (number, &(_, place)) in pairs.iter().enumerate() {
        let length = ends.partition_point(|&end| pairs[end].1 < place);
        if let Some(&end) = length.checked_sub(1).and_then(|last| ends.get(last)) {
            before[number] = end;
        }
        match ends.get_mut(length) {
            Some(end) => *end = number,
            None => ends.push(number),
        }
    }
    let mut row = Vec::with_capacity(ends.len());
    let mut at = ends.last().copied();
    while let Some(&pair) = at.and_then(|at| pairs.get(at)) {
        row.push(pair);
        at = at.map(|at| before[at]);
    }
    row.reverse();
    row
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{super::words::UNKNOWN, *};

    fn fields(letters: &[u32]) -> Vec<Field> {
        letters.iter().map(|&letter| [0, letter]).collect()
    }

    /// Reference implementation of the longest common subsequence's length.
    fn longest(left: &[Field], right: &[Field]) -> usize {
        let mut row = vec![0; right.len() + 1];
        for one in left {
            let mut corner = 0;
            for (at, other) in right.iter().enumerate() {
                let above = row[at + 1];
                row[at + 1] = if one == other {
                    corner + 1
                } else {
                    above.max(row[at])
                };
                corner = above;
            }
        }
        row[right.len()]
    }

    fn check(left: &[Field], right: &[Field], found: &[(usize, usize)]) {
        for &(at, place) in found {
            assert_eq!(left[at], right[place]);
        }
        for pair in found.windows(2) {
            assert!(pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1);
        }
    }

    #[test]
    fn unknown_fields_equal_nothing() {
        let unknown = [[0, UNKNOWN], [UNKNOWN, UNKNOWN], [0, 1]];
        assert_eq!(align(&unknown, &unknown), [(2, 2)]);
    }

    #[test]
    fn splits_large_gaps_at_anchors() {
        // A thousand fields, every tenth of which differs on the right.
        let left: Vec<u32> = (0..1000).collect();
        let right: Vec<u32> = (0..1000)
            .map(|n| if n % 10 == 5 { 5000 + n } else { n })
            .collect();
        let found = align(&fields(&left), &fields(&right));
        assert_eq!(found.len(), 900);
    }

    #[test]
    fn hostile_input_does_not_take_quadratic_time() {
        // Nothing occurs once, and the ends differ: 10^10 pairs.
        let mut left: Vec<u32> = (0..100_000).map(|n| n % 2).collect();
        let mut right: Vec<u32> = (0..100_000).map(|n| n % 3 % 2).collect();
        left.insert(0, 7);
        left.push(7);
        right.insert(0, 8);
        right.push(8);
        let (left, right) = (fields(&left), fields(&right));
        let found = align(&left, &right);
        check(&left, &right, &found);
        assert!(found.len() > 30_000, "{}", found.len());
        // Anchors in reverse order: only one can be kept.
        let rise: Vec<u32> = (0..100_000).collect();
        let fall: Vec<u32> = rise.iter().rev().copied().collect();
        assert_eq!(align(&fields(&rise), &fields(&fall)).len(), 1);
    }

    proptest! {
        /// Small gaps are aligned optimally, large ones validly.
        #[test]
        fn small_alignments_are_optimal(
            left in prop::collection::vec(0_u32..6, 0..40),
            right in prop::collection::vec(0_u32..6, 0..40),
        ) {
            let (left, right) = (fields(&left), fields(&right));
            let found = align(&left, &right);
            check(&left, &right, &found);
            prop_assert_eq!(found.len(), longest(&left, &right));
        }

        #[test]
        fn large_alignments_are_valid(
            left in prop::collection::vec(0_u32..90, 150..400),
            right in prop::collection::vec(0_u32..90, 150..400),
        ) {
            let (left, right) = (fields(&left), fields(&right));
            check(&left, &right, &align(&left, &right));
        }
    }
}
