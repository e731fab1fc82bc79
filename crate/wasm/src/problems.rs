//! Problems of the input.

use std::borrow::Cow;

use http2::FrameError;
use input::{Problem, visible::visible};
use serde::Serialize;

/// A problem of the input with its place: in the text, or in a capture.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Problem"))]
#[serde(rename_all = "camelCase")]
pub struct ProblemView<'a> {
    r#where: Cow<'a, str>,
    message: Cow<'a, str>,
    section: Option<&'static str>,
    connection: Option<usize>,
    /// Frame number within the connection.
    frame: Option<u32>,
    /// The skipped part of `Opened` that it is about.
    skipped: Option<usize>,
}

impl<'a> ProblemView<'a> {
    pub(crate) fn of(problem: &'a Problem, skipped: Option<usize>) -> Self {
        Self {
            skipped,
            r#where: visible(&problem.r#where),
            message: visible(&problem.message),
            section: None,
            connection: None,
            frame: None,
        }
    }

    /// An error of a connection's frame.
    pub fn of_frame(connection: usize, error: &'a FrameError) -> Self {
        Self {
            r#where: Cow::Borrowed(error.code.name()),
            message: visible(&error.message),
            section: Some(error.section),
            connection: Some(connection),
            frame: Some(error.frame),
            skipped: None,
        }
    }
}
