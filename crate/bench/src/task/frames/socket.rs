//! A gathering write to a socket.

use std::{
    io::{self, ErrorKind, IoSlice, Read, Write},
    os::unix::net::UnixStream,
};

use hpack_engines::frame_writer::Queue;

use super::Consume;

/// Both ends of a stream socket. The same thread reads what it writes, so that
/// writes never block.
pub(super) struct Socket {
    near: UnixStream,
    far: UnixStream,
    /// Read buffer, with the last burst at its start.
    received: Vec<u8>,
    /// Bytes of the last burst sent so far.
    sent: usize,
    /// Bytes of the last burst received so far.
    count: usize,
}

/// Slices in one write: eight frames of a head and a payload.
const SLICES: usize = 16;

/// Smallest read buffer, bytes.
const READ: usize = 1 << 16;

impl Socket {
    pub(super) fn new() -> io::Result<Self> {
        let (near, far) = UnixStream::pair()?;
        near.set_nonblocking(true)?;
        Ok(Self {
            near,
            far,
            received: Vec::new(),
            sent: 0,
            count: 0,
        })
    }

    fn receive(&mut self) -> io::Result<()> {
        while self.count < self.sent {
            if self.received.len() - self.count < READ {
                self.received.resize(self.count + READ, 0);
            }
            match self.far.read(&mut self.received[self.count..]) {
                Ok(bytes) => self.count += bytes,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    fn send(&mut self, mut slices: &mut [IoSlice<'_>]) -> io::Result<()> {
        while !slices.is_empty() {
            match self.near.write_vectored(slices) {
                Ok(bytes) => {
                    self.sent += bytes;
                    IoSlice::advance_slices(&mut slices, bytes);
                }
                // The socket is full.
                Err(error) if error.kind() == ErrorKind::WouldBlock => self.receive()?,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    fn transfer(&mut self, queue: &Queue<'_>) -> io::Result<()> {
        (self.sent, self.count) = (0, 0);
        let mut slices = [IoSlice::new(&[]); SLICES];
        let mut used = 0;
        for slice in queue.slices() {
            if used == SLICES {
                self.send(&mut slices)?;
                used = 0;
            }
            slices[used] = IoSlice::new(slice);
            used += 1;
        }
        self.send(&mut slices[..used])?;
        self.receive()
    }
}

impl Consume for Socket {
    fn consume(&mut self, queue: &Queue<'_>) {
        // A failure leaves the output incomplete, which the comparison before
        // timing detects.
        if self.transfer(queue).is_err() {
            self.count = 0;
        }
    }

    fn consumed(&self) -> &[u8] {
        &self.received[..self.count]
    }
}
