//! The engines, for those who choose one at run time.

crate::engines! {
    /// An integer engine by name.
    pub enum IntegerEngine, best Self::Bits32;

    Bits64 "bits64": "64 bits, checked afterwards",
        "Adds up in 64 bits, which no five bytes can overflow, and compares the result with 2^32 − 1 at the end.";

    Bits32 "bits32": "32 bits, checked at the fifth byte",
        "Adds up in 32 bits, byte by byte without a loop, and looks for an overflow only at the fifth byte, the first that can cause one.";
}

/// Runs `$body` with `$integer` bound to the chosen engine: the one place
/// where a choice made at run time becomes a type, once per block.
#[macro_export]
macro_rules! with_integer {
    ($engine:expr, |$integer:ident| $body:expr) => {
        match $engine {
            $crate::integer::IntegerEngine::Bits64 => {
                let $integer = $crate::integer::Bits64;
                $body
            }
            $crate::integer::IntegerEngine::Bits32 => {
                let $integer = $crate::integer::Bits32;
                $body
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Listed;

    #[test]
    fn every_engine_is_found_by_its_own_name() {
        for (place, engine) in IntegerEngine::ALL.into_iter().enumerate() {
            assert_eq!(engine as usize, place);
            assert_eq!(IntegerEngine::from_id(engine.id()), Some(engine));
            crate::with_integer!(engine, |integer| assert_eq!(integer.id(), engine.id()));
        }
        assert_eq!(IntegerEngine::from_id("none"), None);
    }
}
