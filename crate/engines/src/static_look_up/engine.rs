//! The engines, for those who choose one at run time.

crate::engines! {
    /// A look-up engine by name.
    pub enum StaticLookUpEngine, best Self::Hash;

    Scan "scan": "full scan",
        "Compares with each of the 61 entries in turn, until it finds the name and value.";

    Stop "stop": "scan that stops",
        "Scans for the first entry of the name, then continues only while the name is the same, and never beyond index 14, the last at which a name repeats: the part of Netty's method that is claimed to pay off.";

    Hash "hash": "perfect hash",
        "Uses the name's length and three of its bytes to find the only entry that can have it, in a table made at compile time, then continues like the scan that stops.";
}

/// Runs `$body` with `$look_up` bound to the chosen engine: the one place
/// where a choice made at run time becomes a type.
#[macro_export]
macro_rules! with_look_up {
    ($engine:expr, |$look_up:ident| $body:expr) => {
        match $engine {
            $crate::static_look_up::StaticLookUpEngine::Scan => {
                let $look_up = $crate::static_look_up::Scan;
                $body
            }
            $crate::static_look_up::StaticLookUpEngine::Stop => {
                let $look_up = $crate::static_look_up::Stop;
                $body
            }
            $crate::static_look_up::StaticLookUpEngine::Hash => {
                let $look_up = $crate::static_look_up::Hash;
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
        for (place, engine) in StaticLookUpEngine::ALL.into_iter().enumerate() {
            assert_eq!(engine as usize, place);
            assert_eq!(StaticLookUpEngine::from_id(engine.id()), Some(engine));
            crate::with_look_up!(engine, |look_up| assert_eq!(look_up.id(), engine.id()));
        }
        assert_eq!(StaticLookUpEngine::from_id("none"), None);
    }
}
