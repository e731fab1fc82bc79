//! A stage's engines by name.

/// Lists the engines of a stage: an enum with a variant for each, named as the
/// engine's type beside it is, and what is said of them. Adding an engine is
/// adding a file and a line to the list, and to the macro that turns a choice
/// made at run time into a type.
#[macro_export]
macro_rules! engines {
    (
        $(#[$meta:meta])*
        pub enum $name:ident, best $best:expr;
        $( $(#[cfg($cfg:meta)])? $engine:ident: $title:literal, $about:literal; )+
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
                    $( $(#[cfg($cfg)])? Self::$engine => super::$engine::ID, )+
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
