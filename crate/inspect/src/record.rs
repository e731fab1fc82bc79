//! Fixed-width numeric records that cross to the page in one buffer. Each
//! record's columns are declared once, for Rust and for the page.

/// A value that fits into a column. Larger numbers saturate.
pub trait Cell {
    /// Converts to the column's representation.
    fn cell(self) -> u32;
}

macro_rules! cells {
    ($($number:ty),*) => {
        $(impl Cell for $number {
            fn cell(self) -> u32 {
                self.try_into().unwrap_or(u32::MAX)
            }
        })*
    };
}

cells!(bool, u8, u16, u32, u64, usize);

/// `None` sentinel.
pub const NONE: u32 = u32::MAX;

impl Cell for Option<u32> {
    fn cell(self) -> u32 {
        self.unwrap_or(NONE)
    }
}

/// Declares a struct whose fields are the columns of a record, in order.
/// `COLUMNS` holds their names and doc comments.
#[macro_export]
macro_rules! record {
    (
        $(#[$about:meta])*
        $vis:vis struct $record:ident {
            $($(#[doc = $doc:literal])* $column:ident: $type:ty,)*
        }
    ) => {
        $(#[$about])*
        $vis struct $record {
            $($(#[doc = $doc])* $vis $column: $type,)*
        }

        impl $record {
            /// Names and doc comments of the columns.
            $vis const COLUMNS: &[(&str, &str)] =
                &[$((stringify!($column), concat!($($doc),*))),*];

            /// Number of columns.
            $vis const STRIDE: usize = Self::COLUMNS.len();

            /// Returns the values in column order.
            $vis fn cells(self) -> [u32; Self::STRIDE] {
                [$($crate::record::Cell::cell(self.$column)),*]
            }
        }
    };
}

/// Declares a module with a constant for each flag. `ALL` holds names, bits and
/// doc comments.
#[macro_export]
macro_rules! flags {
    (
        $(#[$about:meta])*
        $vis:vis mod $module:ident: $type:ty {
            $($(#[doc = $doc:literal])* $flag:ident = $bit:literal,)*
        }
    ) => {
        $(#[$about])*
        $vis mod $module {
            $($(#[doc = $doc])* pub const $flag: $type = 1 << $bit;)*

            /// Names, bits and doc comments of the flags.
            pub const ALL: &[(&str, $type, &str)] =
                &[$((stringify!($flag), $flag, concat!($($doc),*))),*];
        }
    };
}
