//! Whatever a person brings, to header blocks.
