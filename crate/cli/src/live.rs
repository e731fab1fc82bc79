//! Blocks shown to people as they become whole: a live capture has no end.

use std::io::{self, Write};

use http2::{Event, Sender};
use input::{
    Problem,
    capture::{About, Logged, Sink},
};
use inspect::{
    capture::Capture,
    report::{Lines, Only},
};

use crate::table;

/// How blocks are shown.
pub(crate) enum Shown {
    /// As a table.
    Table,
    /// As a line of JSON each.
    Lines(Lines),
}

/// A capture that is shown while it is read.
pub(crate) struct Live<'a, W: Write> {
    capture: Capture,
    /// Where blocks are shown, and how; nowhere, where they are shown at the
    /// end.
    out: Option<(&'a mut W, Shown)>,
    /// Whether secrets are masked: all of it is shown at the end then.
    mask: bool,
    only: Only,
    /// The connection that was named last.
    shown: Option<usize>,
    written: io::Result<()>,
}

impl<'a, W: Write> Live<'a, W> {
    pub(crate) fn new(
        capture: Capture,
        out: Option<(&'a mut W, Shown)>,
        mask: bool,
        only: Only,
    ) -> Self {
        Self {
            capture,
            out,
            mask,
            only,
            shown: None,
            written: Ok(()),
        }
    }

    /// So many bytes more are read.
    pub(crate) fn read(&self, bytes: usize) {
        if let Some((_, Shown::Lines(lines))) = &self.out {
            lines.read(bytes);
        }
    }

    /// Hands on what has been shown.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        std::mem::replace(&mut self.written, Ok(()))?;
        self.out.as_mut().map_or(Ok(()), |(out, _)| out.flush())
    }

    /// The capture, at the end.
    pub(crate) fn finish(mut self) -> io::Result<Capture> {
        if self.mask {
            for connection in &mut self.capture.connections {
                connection.session = connection.session.masked(&[]);
            }
            for number in 0..self.capture.connections.len() {
                for block in 0..self.capture.connections[number].framing.len() {
                    self.show(number, block);
                }
            }
        }
        self.flush()?;
        Ok(self.capture)
    }

    fn show(&mut self, number: usize, block: usize) {
        let Some((out, how)) = &mut self.out else {
            return;
        };
        if self.written.is_err() || self.only.connection.is_some_and(|wanted| wanted != number) {
            return;
        }
        let Some(connection) = self.capture.connections.get(number) else {
            return;
        };
        let framing = &connection.framing[block];
        if self
            .only
            .stream
            .is_some_and(|wanted| wanted != framing.stream)
        {
            return;
        }
        self.written = (|| {
            if let Shown::Lines(lines) = how {
                serde_json::to_writer(&mut *out, &lines.of_connection(number, connection, block))?;
                return out.write_all(b"\n");
            }
            if self.shown != Some(number) {
                if self.shown.is_some() {
                    writeln!(out)?;
                }
                table::connection(out, number, connection)?;
                self.shown = Some(number);
            }
            writeln!(out)?;
            table::block(out, &connection.session, block)
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
        if block
            && !self.mask
            && let Some(shown) = self.capture.connections.get(connection)
        {
            self.show(connection, shown.framing.len() - 1);
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
