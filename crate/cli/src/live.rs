//! Blocks shown to people as they become whole: a live capture has no end.

use std::io::{self, Write};

use http2::{Event, Sender};
use input::{
    Problem,
    capture::{About, Logged, Sink},
};
use inspect::{capture::Capture, report::Only};

use crate::table;

/// A capture that is shown while it is read.
pub(crate) struct Live<'a, W: Write> {
    capture: Capture,
    /// Where blocks are shown; nowhere, where they are shown at the end.
    out: Option<&'a mut W>,
    only: Only,
    /// The connection that was named last.
    shown: Option<usize>,
    written: io::Result<()>,
}

impl<'a, W: Write> Live<'a, W> {
    pub(crate) fn new(capture: Capture, out: Option<&'a mut W>, only: Only) -> Self {
        Self {
            capture,
            out,
            only,
            shown: None,
            written: Ok(()),
        }
    }

    /// Hands on what has been shown.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        std::mem::replace(&mut self.written, Ok(()))?;
        self.out.as_mut().map_or(Ok(()), |out| out.flush())
    }

    /// The capture, at the end.
    pub(crate) fn finish(mut self) -> io::Result<Capture> {
        self.flush()?;
        Ok(self.capture)
    }

    fn show(&mut self, number: usize) {
        let Some(out) = &mut self.out else { return };
        if self.written.is_err() || self.only.connection.is_some_and(|wanted| wanted != number) {
            return;
        }
        let Some(connection) = self.capture.connections.get(number) else {
            return;
        };
        let block = connection.framing.len() - 1;
        let framing = &connection.framing[block];
        if self
            .only
            .stream
            .is_some_and(|wanted| wanted != framing.stream)
        {
            return;
        }
        self.written = (|| {
            if self.shown != Some(number) {
                if self.shown.is_some() {
                    writeln!(out)?;
                }
                table::connection(out, number, connection)?;
                self.shown = Some(number);
            }
            writeln!(out)?;
            table::block(out, &connection.session, block, Some(framing))
        })();
    }
}

impl<W: Write> Sink for Live<'_, W> {
    fn connection(&mut self, number: usize, about: &About) {
        self.capture.connection(number, about);
    }

    fn event(&mut self, connection: usize, event: Event<'_>) {
        let block = matches!(event, Event::Block(_));
        self.capture.event(connection, event);
        if block {
            self.show(connection);
        }
    }

    fn logged(&mut self, connection: usize, sender: Sender, stream: u32, fields: Vec<Logged>) {
        self.capture.logged(connection, sender, stream, fields);
    }

    fn problem(&mut self, problem: Problem) {
        self.capture.problem(problem);
    }

    fn kept(&self) -> usize {
        self.capture.kept()
    }
}
