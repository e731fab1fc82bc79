//! Matching of positions on two sides by keys.

use std::{
    collections::{HashMap, VecDeque},
    hash::Hash,
};

/// Partner of each position on both sides.
pub(super) struct Pairing {
    pub(super) of_left: Vec<Option<usize>>,
    pub(super) of_right: Vec<Option<usize>>,
}

impl Pairing {
    pub(super) fn new(left: usize, right: usize) -> Self {
        Self {
            of_left: vec![None; left],
            of_right: vec![None; right],
        }
    }

    pub(super) fn pair(&mut self, left: usize, right: usize) {
        self.of_left[left] = Some(right);
        self.of_right[right] = Some(left);
    }

    /// Pairs unmatched positions with equal keys, in order. Returns those on
    /// the left.
    pub(super) fn match_by<K: Hash + Eq>(
        &mut self,
        left_key: impl Fn(usize) -> Option<K>,
        right_key: impl Fn(usize) -> Option<K>,
    ) -> Vec<usize> {
        let unmatched = |side: &[Option<usize>]| -> Vec<usize> {
            (0..side.len()).filter(|&at| side[at].is_none()).collect()
        };
        let mut by_key: HashMap<K, VecDeque<usize>> = HashMap::new();
        for at in unmatched(&self.of_right) {
            if let Some(key) = right_key(at) {
                by_key.entry(key).or_default().push_back(at);
            }
        }
        let mut paired = unmatched(&self.of_left);
        paired.retain(|&at| {
            let queue = left_key(at).and_then(|key| by_key.get_mut(&key));
            let place = queue.and_then(VecDeque::pop_front);
            place.map(|place| self.pair(at, place)).is_some()
        });
        paired
    }
}
