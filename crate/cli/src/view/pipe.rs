//! Standard input as it arrives.

use std::{
    io::{self, Read},
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
};

/// The bytes of a pipe so far. All of them are kept, so that a page that is
/// loaded again gets them from the start.
#[derive(Debug, Default)]
pub(super) struct Pipe {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    bytes: Vec<u8>,
    ended: bool,
}

impl Pipe {
    pub(super) fn push(&self, bytes: &[u8]) {
        self.state().bytes.extend_from_slice(bytes);
        self.changed.notify_all();
    }

    pub(super) fn end(&self) {
        self.state().ended = true;
        self.changed.notify_all();
    }

    /// Reads from the start, and waits for bytes until the pipe ends.
    pub(super) fn read(&self) -> impl Read {
        Reading { pipe: self, at: 0 }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Reading<'a> {
    pipe: &'a Pipe,
    at: usize,
}

impl Read for Reading<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let waits = |state: &mut State| state.bytes.len() == self.at && !state.ended;
        let state = self
            .pipe
            .changed
            .wait_while(self.pipe.state(), waits)
            .unwrap_or_else(PoisonError::into_inner);
        let read = (&state.bytes[self.at..]).read(out)?;
        self.at += read;
        Ok(read)
    }
}
