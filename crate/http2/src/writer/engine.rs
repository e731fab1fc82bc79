//! The engines, for those who choose one at run time.

hpack_engines::engines! {
    /// A way to hand on frames, by name.
    pub enum FrameWriterEngine, best Self::Copy128;

    Slices "slices": "separate slices",
        "Passes frame header and payload on as two slices, to be gathered when sent.";

    Copy64 "copy-64": "copies up to 64 bytes",
        "Copies payloads of up to 64 bytes into one buffer with their frame header.";

    Copy128 "copy-128": "copies up to 128 bytes",
        "Copies payloads of up to 128 bytes into one buffer with their frame header: Netty's cut-off.";

    Copy256 "copy-256": "copies up to 256 bytes",
        "Copies payloads of up to 256 bytes into one buffer with their frame header.";

    Copy1024 "copy-1024": "copies up to 1,024 bytes",
        "Copies payloads of up to 1,024 bytes into one buffer with their frame header.";

    CopyAll "copy-all": "copies everything",
        "Copies every payload into one buffer with its frame header.";
}

/// Runs `$body` with `$writer` bound to the chosen engine: the one place
/// where a choice made at run time becomes a type.
#[macro_export]
macro_rules! with_frame_writer {
    ($engine:expr, |$writer:ident| $body:expr) => {
        match $engine {
            $crate::writer::FrameWriterEngine::Slices => {
                let $writer = $crate::writer::Slices;
                $body
            }
            $crate::writer::FrameWriterEngine::Copy64 => {
                let $writer = $crate::writer::Copying::<64>;
                $body
            }
            $crate::writer::FrameWriterEngine::Copy128 => {
                let $writer = $crate::writer::Copying::<128>;
                $body
            }
            $crate::writer::FrameWriterEngine::Copy256 => {
                let $writer = $crate::writer::Copying::<256>;
                $body
            }
            $crate::writer::FrameWriterEngine::Copy1024 => {
                let $writer = $crate::writer::Copying::<1024>;
                $body
            }
            $crate::writer::FrameWriterEngine::CopyAll => {
                let $writer = $crate::writer::Copying::<{ usize::MAX }>;
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
        for (place, engine) in FrameWriterEngine::ALL.into_iter().enumerate() {
            assert_eq!(engine as usize, place);
            assert_eq!(FrameWriterEngine::from_id(engine.id()), Some(engine));
            crate::with_frame_writer!(engine, |writer| assert_eq!(writer.id(), engine.id()));
        }
        assert_eq!(FrameWriterEngine::from_id("none"), None);
    }
}
