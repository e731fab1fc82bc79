//! Records of numbers that cross to the page in one buffer: what a record's
//! columns are is said once, for those who write them and for the page.

/// What can be written into a column. What is too large is the most that a
/// column holds.
pub trait Cell {
    /// The number as it is carried.
    fn cell(self) -> u32;
}

impl Cell for u32 {
    fn cell(self) -> u32 {
        self
    }
}

impl Cell for bool {
    fn cell(self) -> u32 {
        self.into()
    }
}

impl Cell for u8 {
    fn cell(self) -> u32 {
        self.into()
    }
}

impl Cell for u16 {
    fn cell(self) -> u32 {
        self.into()
    }
}

impl Cell for usize {
    fn cell(self) -> u32 {
        u32::try_from(self).unwrap_or(u32::MAX)
    }
}

impl Cell for u64 {
    fn cell(self) -> u32 {
        u32::try_from(self).unwrap_or(u32::MAX)
    }
}

/// Stands in a column for nothing.
pub const NONE: u32 = u32::MAX;

impl Cell for Option<u32> {
    fn cell(self) -> u32 {
        self.unwrap_or(NONE)
    }
}

/// A struct whose fields are the columns of a record, in their order.
/// `COLUMNS` has the name and the comment of each.
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
            /// Names and comments of the columns.
            $vis const COLUMNS: &[(&str, &str)] =
                &[$((stringify!($column), concat!($($doc),*))),*];

            /// The number of columns.
            $vis const STRIDE: usize = Self::COLUMNS.len();

            /// The numbers, in the order of the columns.
            $vis fn cells(self) -> [u32; Self::STRIDE] {
                [$($crate::record::Cell::cell(self.$column)),*]
            }
        }
    };
}

/// A module with a constant for each flag. `ALL` has the name, the bit and
/// the comment of each.
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

            /// Names, bits and comments of the flags.
            pub const ALL: &[(&str, $type, &str)] =
                &[$((stringify!($flag), $flag, concat!($($doc),*))),*];
        }
    };
}
