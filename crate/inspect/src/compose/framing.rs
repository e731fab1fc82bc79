//! Frames of a composed block.

use http2::{
    Header,
    frame::{Prefix, flags, split_body, split_first},
    writer::{self, Carries},
};

use super::{ComposedFrame, FramingOptions, FramingPriority, Refused};

/// Returns the bytes of all frames, and their descriptions. `number` is the
/// block's, from 0.
pub(super) fn frames(
    block: &[u8],
    framing: &FramingOptions,
    number: u32,
) -> Result<(Vec<u8>, Vec<ComposedFrame>), Refused> {
    let writer_framing = writer_framing(framing, number)?;
    let bytes = writer::frames(block, &writer_framing).map_err(|error| Refused {
        message: error.to_string(),
        section: error.section(),
    })?;
    let frames = parse_frames(&bytes);
    Ok((bytes, frames))
}

fn writer_framing(framing: &FramingOptions, number: u32) -> Result<writer::Framing, Refused> {
    let later = number.saturating_mul(2);
    let priority = framing.priority.map(writer_priority).transpose()?;
    Ok(writer::Framing {
        stream: match framing.push_promise {
            Some(_) => framing.stream,
            None => framing.stream.saturating_add(later),
        },
        max_frame_size: framing.max_frame_size,
        padding: framing.padding,
        carries: match framing.push_promise {
            Some(promised) => Carries::PushPromise {
                promised: promised.saturating_add(later),
            },
            None => Carries::Headers {
                end_stream: framing.end_stream,
                priority,
            },
        },
    })
}

fn writer_priority(priority: FramingPriority) -> Result<http2::Priority, Refused> {
    let FramingPriority { weight, .. } = priority;
    Ok(http2::Priority {
        exclusive: priority.exclusive,
        dependency: priority.dependency,
        weight: u8::try_from(weight.wrapping_sub(1)).map_err(|_| Refused {
            message: format!("A weight of {weight} is not allowed: it must be from 1 to 256."),
            section: "RFC 7540 §5.3.2",
        })?,
    })
}

/// Parses frames that [`writer::frames`] wrote.
fn parse_frames(bytes: &[u8]) -> Vec<ComposedFrame> {
    let mut frames = Vec::new();
    let mut start = 0;
    while let Some((header, payload, _)) = split_first(&bytes[start..]) {
        let (_, fragment) = split_body(&header, payload).unwrap_or_default();
        frames.push(ComposedFrame {
            kind: header.kind.to_string(),
            flags: header.flags,
            flag_names: flags::names(header.kind, header.flags).collect(),
            stream: header.stream,
            length: payload.len(),
            start,
            fragment: (start + Header::LEN + Prefix::len(&header), fragment.len()),
        });
        start += Header::LEN + payload.len();
    }
    frames
}
