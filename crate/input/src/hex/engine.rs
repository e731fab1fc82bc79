//! The engines, for those who choose one at run time.

hpack_engines::engines! {
    /// A hex engine by name, the best that this platform has last.
    pub enum HexEngine, best Self::ALL[Self::ALL.len() - 1];

    Branch "branch": "branches",
        "Compares each digit with the ranges of decimal digits, capitals and small letters, as Netty did at first.";

    Lookup "lookup": "look-ups",
        "Looks each digit up in a table of 256 rows, as Netty does now.";

    #[cfg(any(target_arch = "x86_64", target_arch = "wasm32"))]
    Simd "simd": "16 at once",
        "Classifies and packs sixteen digits at once in a vector register.";
}

/// Runs `$body` with `$hex` bound to the chosen engine: the one place where a
/// choice made at run time becomes a type, once per input.
#[macro_export]
macro_rules! with_hex {
    ($engine:expr, |$hex:ident| $body:expr) => {
        match $engine {
            $crate::hex::HexEngine::Branch => {
                let $hex = $crate::hex::Branch;
                $body
            }
            $crate::hex::HexEngine::Lookup => {
                let $hex = $crate::hex::Lookup;
                $body
            }
            #[cfg(any(target_arch = "x86_64", target_arch = "wasm32"))]
            $crate::hex::HexEngine::Simd => {
                let $hex = $crate::hex::Simd;
                $body
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use hpack_engines::Listed;

    #[test]
    fn every_engine_is_found_by_its_own_name() {
        for (place, engine) in HexEngine::ALL.into_iter().enumerate() {
            assert_eq!(engine as usize, place);
            assert_eq!(HexEngine::from_id(engine.id()), Some(engine));
            crate::with_hex!(engine, |hex| assert_eq!(hex.id(), engine.id()));
        }
        assert_eq!(HexEngine::from_id("none"), None);
    }

    #[test]
    fn the_best_by_name_is_the_best_by_type() {
        assert_eq!(HexEngine::BEST.id(), <crate::hex::Best as Listed>::ID);
    }
}
