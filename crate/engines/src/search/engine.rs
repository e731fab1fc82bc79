//! The engines, for those who choose one at run time.

crate::engines! {
    /// A search engine by name.
    pub enum SearchEngine, best Self::Memmem;

    Scan "scan": "plain scan",
        "Compares the needle with every place, byte by byte, as Netty's indexOf did at first.";

    Kmp "kmp": "Knuth–Morris–Pratt",
        "Goes through the bytes once: after a mismatch, what has matched says where the needle may begin next.";

    BitMask "bit-mask": "bit mask",
        "Keeps a bit for each place that may still become a match in a word of 64, so that no needle may be longer; a byte costs a shift and a mask (bitap).";

    AhoCorasick "aho-corasick": "Aho–Corasick",
        "Goes through the bytes once for all needles, in a table that says for each state and byte the next state.";

    Memmem "memmem": "memchr::memmem",
        "The crate memchr: looks for rare bytes of the needle, many at once where the processor can, then compares.";

    AhoCorasickCrate "aho-corasick-crate": "crate aho-corasick",
        "The crate aho-corasick, asked for all matches that overlap.";
}

/// Runs `$body` with the type `$search` as the chosen engine: the one place
/// where a choice made at run time becomes a type.
#[macro_export]
macro_rules! with_search {
    ($engine:expr, $search:ident => $body:expr) => {
        match $engine {
            $crate::search::SearchEngine::Scan => {
                type $search = $crate::search::Scan;
                $body
            }
            $crate::search::SearchEngine::Kmp => {
                type $search = $crate::search::Kmp;
                $body
            }
            $crate::search::SearchEngine::BitMask => {
                type $search = $crate::search::BitMask;
                $body
            }
            $crate::search::SearchEngine::AhoCorasick => {
                type $search = $crate::search::AhoCorasick;
                $body
            }
            $crate::search::SearchEngine::Memmem => {
                type $search = $crate::search::Memmem;
                $body
            }
            $crate::search::SearchEngine::AhoCorasickCrate => {
                type $search = $crate::search::AhoCorasickCrate;
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
        for (place, engine) in SearchEngine::ALL.into_iter().enumerate() {
            assert_eq!(engine as usize, place);
            assert_eq!(SearchEngine::from_id(engine.id()), Some(engine));
            crate::with_search!(engine, Engine => assert_eq!(Engine::ID, engine.id()));
        }
        assert_eq!(SearchEngine::from_id("none"), None);
    }
}
