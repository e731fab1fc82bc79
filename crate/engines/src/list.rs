//! The engines of a stage, as a list of types.

/// An implementation of a stage.
pub trait Engine {
    /// Its description.
    const ENTRY: Entry;
}

/// Description of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Stable name.
    pub id: &'static str,
    /// Name in a menu.
    pub title: &'static str,
    /// How it works and where it is used, in a sentence.
    pub about: &'static str,
}

/// Runs generic code with an engine of type `E`. Implemented for all engines of a
/// stage that implement its trait.
pub trait Visitor<E, A> {
    /// Runs with that engine.
    fn visit(self) -> A;
}

/// A list of engines, made by [`list!`](crate::list).
pub trait List {
    /// Number of engines.
    const COUNT: usize;

    /// Description of engine `number`, or of the last engine.
    fn entry(number: usize) -> Entry;

    /// Descriptions of all engines.
    #[must_use]
    fn entries() -> Vec<Entry> {
        (0..Self::COUNT).map(Self::entry).collect()
    }

    /// Number of the engine with that name.
    #[must_use]
    fn find(id: &str) -> Option<usize> {
        (0..Self::COUNT).find(|&number| Self::entry(number).id == id)
    }

    /// Runs `visitor` with engine `number`, or with the last engine.
    fn visit<V, A>(number: usize, visitor: V) -> A
    where
        Self: Visit<V, A>,
    {
        Self::send(number, visitor)
    }
}

/// A list all of whose engines `V` can visit.
pub trait Visit<V, A> {
    /// See [`List::visit`].
    fn send(number: usize, visitor: V) -> A;
}

/// Defines the engines of a stage and their descriptions.
#[macro_export]
macro_rules! engines {
    (
        $(#[$doc:meta])*
        pub type $list:ident;
        $($engine:ty, $id:literal, $title:literal, $about:literal;)+
    ) => {
        $(#[$doc])*
        pub type $list = $crate::list![$($engine),+];

        $(impl $crate::Engine for $engine {
            const ENTRY: $crate::Entry = $crate::Entry {
                id: $id,
                title: $title,
                about: $about,
            };
        })+
    };
}

/// The type of a list of engines.
#[macro_export]
macro_rules! list {
    ($last:ty $(,)?) => { ($last,) };
    ($first:ty, $($rest:ty),+ $(,)?) => { ($first, $crate::list![$($rest),+]) };
}

impl<E: Engine> List for (E,) {
    const COUNT: usize = 1;

    fn entry(_: usize) -> Entry {
        E::ENTRY
    }
}

impl<E: Engine, R: List> List for (E, R) {
    const COUNT: usize = 1 + R::COUNT;

    fn entry(number: usize) -> Entry {
        match number.checked_sub(1) {
            None => E::ENTRY,
            Some(number) => R::entry(number),
        }
    }
}

impl<E, V: Visitor<E, A>, A> Visit<V, A> for (E,) {
    #[inline]
    fn send(_: usize, visitor: V) -> A {
        visitor.visit()
    }
}

impl<E, R: Visit<V, A>, V: Visitor<E, A>, A> Visit<V, A> for (E, R) {
    #[inline]
    fn send(number: usize, visitor: V) -> A {
        match number.checked_sub(1) {
            None => visitor.visit(),
            Some(number) => R::send(number, visitor),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{header_buffer, hex, huffman, integer, search, static_look_up};

    struct Name;

    impl<E: Engine> Visitor<E, &'static str> for Name {
        fn visit(self) -> &'static str {
            E::ENTRY.id
        }
    }

    #[test]
    fn engines_are_found_by_name() {
        fn check<L: List + Visit<Name, &'static str>>() {
            for (number, entry) in L::entries().into_iter().enumerate() {
                assert_eq!(L::find(entry.id), Some(number), "{}", entry.id);
                assert_eq!(L::visit(number, Name), entry.id);
            }
            assert_eq!(L::find("none"), None);
        }
        check::<header_buffer::Engines>();
        check::<hex::Engines>();
        check::<huffman::Engines>();
        check::<integer::Engines>();
        check::<search::Engines>();
        check::<static_look_up::Engines>();
    }
}
