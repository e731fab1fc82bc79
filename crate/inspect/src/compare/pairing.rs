//! Which place of one side goes with which of the other.

use std::{
    collections::{HashMap, VecDeque},
    hash::Hash,
};

/// For each place, the one on the other side, once there is one.
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

    /// Pairs places of the same key that are alone, the first with the first and
    /// so on. Returns those on the left.
    pub(super) fn match_by<K: Hash + Eq>(
        &mut self,
        left_key: impl Fn(usize) -> Option<K>,
        right_key: impl Fn(usize) -> Option<K>,
    ) -> Vec<usize> {
        let alone = |side: &[Option<usize>]| -> Vec<usize> {
            (0..side.len()).filter(|&at| side[at].is_none()).collect()
        };
        let mut waiting: HashMap<K, VecDeque<usize>> = HashMap::new();
        for at in alone(&self.of_right) {
            if let Some(key) = right_key(at) {
                waiting.entry(key).or_default().push_back(at);
            }
        }
        let mut paired = alone(&self.of_left);
        paired.retain(|&at| {
            let queue = left_key(at).and_then(|key| waiting.get_mut(&key));
            let place = queue.and_then(VecDeque::pop_front);
            place.map(|place| self.pair(at, place)).is_some()
        });
        paired
    }
}
