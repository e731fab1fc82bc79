//! Blocks shown as they complete: a live capture has no end.

use std::io::{self, Write};

use http2::{Event, Sender};
use input::{
    Problem,
    capture::{About, Logged, Sink},
};
use inspect::{
    capture::Capture,
    json,
    mask::Keep,
    report::{BlockFilter, Lines, OutputBudget},
};

use crate::{
    filter::{BlockSet, Filter},
    table,
};

pub(crate) enum Shown {
    Table(OutputBudget),
    /// As one line of JSON each.
    Lines(Lines),
}

/// A capture that is shown while it is read.
pub(crate) struct Live<'a, W: Write> {
    capture: Capture,
    /// Destination and format; `None` if blocks are shown at the end.
    out: Option<(&'a mut W, Shown)>,
    /// Masking options. A masked capture is shown at the end, when it is
    /// complete.
    mask: Option<Keep>,
    only: BlockFilter<'static>,
    filter: Filter,
    /// Whether what was written is dropped: the capture is not asked for it again.
    drops: bool,
    /// The connection whose heading was written last.
    shown: Option<usize>,
    written: io::Result<()>,
}

impl<'a, W: Write> Live<'a, W> {
    pub(crate) fn new(
        capture: Capture,
        out: Option<(&'a mut W, Shown)>,
        mask: Option<Keep>,
        only: BlockFilter<'static>,
        filter: Filter,
    ) -> Self {
        let drops = out.is_some() && mask.is_none() && only.stream.is_none() && filter.is_empty();
        Self {
            capture,
            out,
            mask,
            only,
            filter,
            drops,
            shown: None,
            written: Ok(()),
        }
    }

    /// Records bytes read.
    pub(crate) fn read(&self, bytes: usize) {
        match &self.out {
            Some((_, Shown::Lines(lines))) => lines.read(bytes),
            Some((_, Shown::Table(room))) => room.grow(bytes as u64),
            None => {}
        }
    }

    /// Flushes what has been shown.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        std::mem::replace(&mut self.written, Ok(()))?;
        self.out.as_mut().map_or(Ok(()), |(out, _)| out.flush())
    }

    /// Returns the capture at its end, with the blocks that the filter
    /// selected, if there is one.
    pub(crate) fn finish(mut self) -> io::Result<(Capture, Option<BlockSet>)> {
        let sessions = self.capture.connections.iter().map(|one| &one.session);
        let wanted = self.filter.all(sessions);
        if let Some(keep) = &self.mask {
            self.capture.mask(keep);
            for number in 0..self.capture.connections.len() {
                let only = BlockFilter {
                    blocks: wanted.as_ref(),
                    ..self.only
                };
                let session = &self.capture.connections[number].session;
                let blocks: Vec<usize> = only.blocks_of(number, session).collect();
                for block in blocks {
                    self.show(number, block);
                }
            }
        }
        self.flush()?;
        Ok((self.capture, wanted))
    }

    /// Shows a completed block, preceded by the blocks that the filter held back.
    fn take(&mut self, number: usize, block: usize) {
        if self.out.is_none() {
            return;
        }
        let Some(connection) = self.capture.connections.get(number) else {
            return;
        };
        let session = &connection.session;
        if self.only.has(number, session, block) {
            for block in self.filter.next(number, session, block) {
                self.show(number, block);
            }
        }
    }

    fn show(&mut self, number: usize, block: usize) {
        let Some((out, how)) = &mut self.out else {
            return;
        };
        let connection = &self.capture.connections[number];
        if self.written.is_err() {
            return;
        }
        self.written = (|| {
            let room = match how {
                Shown::Table(room) => room,
                Shown::Lines(lines) => {
                    let line = lines.of(&connection.session, number, Some(connection), block);
                    return json::line(&mut *out, &line);
                }
            };
            if self.shown != Some(number) {
                if self.shown.is_some() {
                    writeln!(out)?;
                }
                table::connection(out, number, connection)?;
                self.shown = Some(number);
            }
            writeln!(out)?;
            table::block(out, &connection.session, block, room)
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
            && self.mask.is_none()
            && let Some(shown) = self.capture.connections.get(connection)
        {
            self.take(connection, shown.framing.len() - 1);
            if self.drops {
                self.capture.drop_written(connection);
            }
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
