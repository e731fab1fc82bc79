//! The engines, for those who choose one at run time.

crate::engines! {
    /// A way to keep header buffers, by name.
    pub enum HeaderBufferEngine, best Self::Reused;

    Zeroed "zeroed": "a new buffer of zeros",
        "A new buffer of 16 KiB for each block, filled with zeros first, as in a Java program.";

    Fresh "fresh": "a new buffer",
        "A new buffer of 16 KiB for each block, left uninitialized.";

    Growing "growing": "a new small buffer",
        "A new buffer of 128 bytes for each block, which doubles when it is full.";

    Reused "reused": "one buffer, then a copy",
        "One buffer of 16 KiB for the connection, and for each block a copy of just the bytes that were written, as the JDK's HTTP client does.";
}

/// Runs `$body` with `$buffer` bound to a new one of the chosen engine: the
/// one place where a choice made at run time becomes a type.
#[macro_export]
macro_rules! with_header_buffer {
    ($engine:expr, |$buffer:ident| $body:expr) => {
        match $engine {
            $crate::header_buffer::HeaderBufferEngine::Zeroed => {
                let $buffer = $crate::header_buffer::Zeroed;
                $body
            }
            $crate::header_buffer::HeaderBufferEngine::Fresh => {
                let $buffer = $crate::header_buffer::Fresh;
                $body
            }
            $crate::header_buffer::HeaderBufferEngine::Growing => {
                let $buffer = $crate::header_buffer::Growing;
                $body
            }
            $crate::header_buffer::HeaderBufferEngine::Reused => {
                let $buffer = $crate::header_buffer::Reused::default();
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
        for (place, engine) in HeaderBufferEngine::ALL.into_iter().enumerate() {
            assert_eq!(engine as usize, place);
            assert_eq!(HeaderBufferEngine::from_id(engine.id()), Some(engine));
            crate::with_header_buffer!(engine, |buffer| assert_eq!(buffer.id(), engine.id()));
        }
        assert_eq!(HeaderBufferEngine::from_id("none"), None);
    }
}
