//! The frames of a block that was built.

use http2::{
    Kind,
    frame::{HEADER, flags},
    writer::{self, Carries},
};

use super::{Frame, Framing, Refused};

/// The frames' octets, and each of them. `number` is the block's, from 0.
pub(super) fn frames(
    block: &[u8],
    framing: &Framing,
    number: u32,
) -> Result<(Vec<u8>, Vec<Frame>), Refused> {
    let asked = asked(framing, number)?;
    let octets = writer::frames(block, &asked).map_err(|refusal| Refused {
        message: refusal.to_string(),
        section: refusal.section(),
    })?;
    let frames = taken_apart(&octets);
    Ok((octets, frames))
}

fn asked(framing: &Framing, number: u32) -> Result<writer::Framing, Refused> {
    let later = number.saturating_mul(2);
    let priority = framing
        .priority
        .map(
            |priority| match u8::try_from(priority.weight.wrapping_sub(1)) {
                Ok(weight) => Ok(http2::Priority {
                    exclusive: priority.exclusive,
                    dependency: priority.dependency,
                    weight,
                }),
                Err(_) => Err(Refused {
                    message: format!(
                        "A weight of {} is not allowed: it must be from 1 to 256.",
                        priority.weight
                    ),
                    section: "RFC 7540 §5.3.2",
                }),
            },
        )
        .transpose()?;
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

/// The frames in octets that [`writer::frames`] wrote.
fn taken_apart(octets: &[u8]) -> Vec<Frame> {
    let mut frames = Vec::new();
    let mut start = 0;
    while let Some(&[a, b, c, kind, bits, d, e, f, g]) = octets
        .get(start..)
        .and_then(|rest| rest.first_chunk::<HEADER>())
    {
        let length = u32::from_be_bytes([0, a, b, c]) as usize;
        let kind = Kind(kind);
        let payload = start + HEADER;
        let padded = bits & flags::PADDED != 0 && kind != Kind::CONTINUATION;
        let padding = match octets.get(payload) {
            Some(&padding) if padded => usize::from(padding),
            _ => 0,
        };
        let mut before = usize::from(padded);
        if kind == Kind::HEADERS && bits & flags::PRIORITY != 0 {
            before += 5;
        }
        if kind == Kind::PUSH_PROMISE {
            before += 4;
        }
        frames.push(Frame {
            kind: kind.to_string(),
            flags: bits,
            flag_names: flags::names(kind, bits).collect(),
            stream: u32::from_be_bytes([d, e, f, g]),
            length,
            start,
            fragment: (payload + before, length.saturating_sub(before + padding)),
        });
        start = payload + length;
    }
    frames
}
