//! A list whose items keep their numbers when earlier ones are dropped.

use std::ops::{Deref, Index};

use crate::recorder::make_room;

/// Numbered items, of which the first ones may have been dropped. Dereferences
/// to the remaining items.
#[derive(Debug)]
pub struct Numbered<T> {
    dropped: usize,
    left: Vec<T>,
}

impl<T> Numbered<T> {
    pub(super) const fn new() -> Self {
        Self {
            dropped: 0,
            left: Vec::new(),
        }
    }

    /// Number of items, including dropped ones.
    pub fn len(&self) -> usize {
        self.dropped + self.left.len()
    }

    /// Whether there never was an item.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Item `number`; `None` if out of range or dropped.
    pub fn get(&self, number: usize) -> Option<&T> {
        self.left.get(number.checked_sub(self.dropped)?)
    }

    pub(super) fn get_mut(&mut self, number: usize) -> Option<&mut T> {
        self.left.get_mut(number.checked_sub(self.dropped)?)
    }

    pub(super) fn push(&mut self, item: T) {
        make_room(&mut self.left);
        self.left.push(item);
    }

    /// Drops the first `count` remaining items.
    pub(super) fn drop_first(&mut self, count: usize) {
        self.left.drain(..count);
        self.dropped += count;
    }
}

impl<T> Deref for Numbered<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.left
    }
}

impl<T> Index<usize> for Numbered<T> {
    type Output = T;

    /// Item `number`. Panics if out of range or dropped.
    fn index(&self, number: usize) -> &T {
        &self.left[number - self.dropped]
    }
}

impl<'a, T> IntoIterator for &'a Numbered<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.left.iter()
    }
}
