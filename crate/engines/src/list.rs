//! A stage's engines by name.

/// An engine that stands in a list made by [`engines!`](crate::engines).
pub trait Listed {
    /// Its stable name.
    const ID: &'static str;

    /// The same of a value.
    fn id(&self) -> &'static str {
        Self::ID
    }
}

/// Lists the engines of a stage: an enum with a variant for each, named as the
/// engine's type beside it is, its stable name, and what is said of it. Adding an
/// engine is adding a file and a line to the list, and to the macro that turns a
/// choice made at run time into a type.
#[macro_export]
macro_rules! engines {
    (
        $(#[$meta:meta])*
        pub enum $name:ident, best $best:expr;
        $( $(#[cfg($cfg:meta)])? $engine:ident $id:literal: $title:literal, $about:literal; )+
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $(
                $(#[cfg($cfg)])?
                #[doc = concat!("[`", stringify!($engine), "`](super::", stringify!($engine), "): ", $about)]
                $engine,
            )+
        }

        $(
            $(#[cfg($cfg)])?
            impl $crate::Listed for super::$engine {
                const ID: &'static str = $id;
            }
        )+

        impl $name {
            /// Every engine that this platform has, in the order in which they
            /// are offered.
            pub const ALL: [Self; { [$( $(#[cfg($cfg)])? () ),+].len() }] =
                [$( $(#[cfg($cfg)])? Self::$engine ),+];

            /// The default engine.
            pub const BEST: Self = $best;

            /// Stable name.
            #[must_use]
            pub fn id(self) -> &'static str {
                match self {
                    $( $(#[cfg($cfg)])? Self::$engine => $id, )+
                }
            }

            /// The engine of that name, if this platform has it.
            #[must_use]
            pub fn from_id(id: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|engine| engine.id() == id)
            }

            /// What a menu calls it.
            #[must_use]
            pub fn title(self) -> &'static str {
                match self {
                    $( $(#[cfg($cfg)])? Self::$engine => $title, )+
                }
            }

            /// How it works, in a sentence.
            #[must_use]
            pub fn about(self) -> &'static str {
                match self {
                    $( $(#[cfg($cfg)])? Self::$engine => $about, )+
                }
            }
        }
    };
}
