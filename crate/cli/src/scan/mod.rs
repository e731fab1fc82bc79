//! `hpack-inspect scan`: many captures to tables of fields and blocks.

#[cfg(feature = "parquet")]
mod parquet;
mod part;
mod progress;
mod row;
mod rows;
mod table;
mod table_use;
mod walk;

use std::{
    fs::{self, OpenOptions, TryLockError},
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        PoisonError, RwLock,
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
    thread,
};

use input::{Source, bounds::KEPT, capture::Sink as _, paste::Content};
use inspect::{
    capture::Capture,
    mask::{self, Keep},
};

use crate::{
    Outcome, Stop,
    arguments::{Input, Scan},
    message::complain,
    read, side_file,
};
use part::{Made, Output, Part, Record};
use progress::Progress;
use row::CaptureRow;
use walk::Found;

/// Decodes the captures that the output does not have yet.
///
/// # Errors
/// If the output cannot be written.
pub(crate) fn run(arguments: &Scan) -> Result<Outcome, Stop> {
    let how = Input {
        keylog: arguments.keylog.clone(),
        ..Input::default()
    };
    let keylog = side_file::keylog(how.keylog.as_deref())?;
    let keep = arguments.masking.keep()?;
    let output = Output {
        folder: &arguments.output,
        rows: arguments.format,
    };
    fs::create_dir_all(output.folder)?;
    let path = output.folder.join("_lock");
    part::require_file(&path)?;
    let lock = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)?;
    match lock.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            let folder = output.folder.display();
            return Err(format!("{folder}: another scan writes to it").into());
        }
        Err(TryLockError::Error(error)) => return Err(error.into()),
    }
    let (mut found, skipped) = walk::find(&arguments.inputs, output.folder);
    let made = Made::new(keep.as_ref(), &keylog);
    let record = Record::read(output, &made, &found)?;
    if skipped > 0 {
        complain(&format!(
            "{skipped} pipes, devices, sockets or links to folders were skipped"
        ));
    }
    if found.is_empty() {
        return Err("there is no capture to scan".into());
    }
    let all = found.len();
    found.retain(|capture| !record.captures.contains(&capture.name));
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let jobs = arguments.jobs.map_or(cores, usize::from);
    let scanner = Scanner {
        output,
        jobs: jobs.clamp(1, found.len().max(1)),
        memory: RwLock::new(()),
        reading: input::Options {
            keylog,
            paste: read::notation(&how),
        },
        how,
        keep,
        next: AtomicUsize::new(0),
        part: AtomicUsize::new(record.next),
        captures: found,
    };
    let progress = scanner.run()?;
    let failed = record.failed + progress.failed;
    complain(&format!(
        "{} of {all} captures were scanned now, {} before; {failed} of all could not be read",
        progress.done,
        all - scanner.captures.len()
    ));
    Ok(Outcome::decoded(failed > 0))
}

struct Scanner<'a> {
    output: Output<'a>,
    how: Input,
    reading: input::Options,
    keep: Option<Keep>,
    captures: Vec<Found>,
    /// Number of threads.
    jobs: usize,
    /// Written while a capture is read that needs more than a thread's share.
    memory: RwLock<()>,
    /// Number of the next capture.
    next: AtomicUsize,
    /// Number of the next part.
    part: AtomicUsize,
}

impl<'a> Scanner<'a> {
    fn run(&self) -> io::Result<Progress> {
        let mut progress = Progress::new(self.captures.len());
        thread::scope(|scope| {
            let (sender, done) = mpsc::channel();
            let work = |sender: mpsc::Sender<bool>| move || self.work(&sender);
            let threads: Vec<_> = (0..self.jobs)
                .map(|_| scope.spawn(work(sender.clone())))
                .collect();
            drop(sender);
            for is_read in done {
                progress.add(is_read);
            }
            progress.finish();
            threads.into_iter().try_for_each(|thread| {
                thread
                    .join()
                    .unwrap_or_else(|_| Err(io::Error::other("a thread panicked")))
            })
        })?;
        Ok(progress)
    }

    /// Decodes captures until none is left.
    fn work(&self, done: &mpsc::Sender<bool>) -> io::Result<()> {
        let mut part = None;
        while let Some(found) = self.captures.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            let result = self.capture(found, &mut part);
            if result.is_err() {
                // The other threads stop, too.
                self.next.store(self.captures.len(), Ordering::Relaxed);
            }
            let _ = done.send(result?);
            if let Some(full) = part.take_if(|part: &mut Part<'_>| part.is_full()) {
                full.finish()?;
            }
        }
        part.map_or(Ok(()), Part::finish)
    }

    /// Writes the rows of one capture; returns whether it could be read.
    fn capture(&self, found: &Found, part: &mut Option<Part<'a>>) -> io::Result<bool> {
        let part = match part {
            Some(part) => part,
            None => {
                let number = self.part.fetch_add(1, Ordering::Relaxed);
                part.insert(Part::create(self.output, number)?)
            }
        };
        let row = CaptureRow {
            capture: found.name.clone(),
            file_bytes: found.version.file_bytes,
            modified_us: found.version.modified_us,
            ..CaptureRow::default()
        };
        let written = survive(|| {
            self.read_and(found, |source, capture| {
                rows::write(row.clone(), source, capture, part)
            })
        });
        let error = match written {
            Ok(written) => return written.map(|()| true),
            Err(message) if self.keep.is_some() => mask::sentence(&message),
            Err(message) => message,
        };
        part.capture(CaptureRow {
            bytes: row.file_bytes,
            error: Some(error),
            ..row
        })?;
        Ok(false)
    }

    /// Passes a capture to `take`. One that needs more than a thread's share of
    /// the memory is read again while no other is.
    fn read_and<T>(
        &self,
        found: &Found,
        take: impl FnOnce(&Source, &Capture) -> T,
    ) -> Result<T, String> {
        let others = self.memory.read().unwrap_or_else(PoisonError::into_inner);
        let (source, capture) = self.read(found, KEPT / self.jobs);
        if capture.kept() <= KEPT || self.jobs == 1 {
            return Ok(take(&source?, &capture));
        }
        drop((source, capture, others));
        let _alone = self.memory.write().unwrap_or_else(PoisonError::into_inner);
        let (source, capture) = self.read(found, KEPT);
        Ok(take(&source?, &capture))
    }

    /// Reads a capture, of which at most `room` bytes are kept.
    fn read(&self, found: &Found, room: usize) -> (Result<Source, String>, Capture) {
        let mut capture = Capture::new(read::options(&self.how, None, None)).within(room);
        let source = if found.is_special {
            Err("is a pipe, a device or a socket, not a file".to_owned())
        } else {
            read::read_into(&mut capture, Some(&found.path), &self.reading)
        };
        if let Some(keep) = &self.keep {
            capture.mask(keep);
        }
        let source = source.and_then(|source| match source {
            Source::Paste(paste, _) if paste.content == Content::Blocks => {
                Err("has header blocks without frames, so is no capture".to_owned())
            }
            source => Ok(source),
        });
        (source, capture)
    }
}

/// Calls `decode`; a panic is an error like others.
fn survive<T>(decode: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(decode))
        .unwrap_or_else(|_| Err("the program failed on it".to_owned()))
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::*;
    use crate::arguments::Rows;

    /// Reads the captures with `jobs` threads. Returns for each the numbers
    /// of connections, frames and problems, and whether it was read while no other was.
    fn read_all(captures: &[PathBuf], jobs: usize) -> Vec<([usize; 3], bool)> {
        let output = Output {
            folder: Path::new("none"),
            rows: Rows::Ndjson,
        };
        let scanner = Scanner {
            output,
            how: Input::default(),
            reading: input::Options::default(),
            keep: None,
            captures: walk::find(captures, output.folder).0,
            jobs,
            memory: RwLock::new(()),
            next: AtomicUsize::new(0),
            part: AtomicUsize::new(0),
        };
        let read = |found| {
            scanner.read_and(
                found,
                |_,
                 Capture {
                     connections,
                     problems,
                     ..
                 }| {
                    let frames = connections.iter().map(|one| one.frames.len()).sum();
                    let kept = [connections.len(), frames, problems.len()];
                    (kept, scanner.memory.try_read().is_err())
                },
            )
        };
        let read = scanner.captures.iter().map(read);
        read.collect::<Result<_, _>>().expect("valid captures")
    }

    #[test]
    fn captures_beyond_a_share_of_the_memory_are_read_whole_one_at_a_time() {
        let folder = std::env::temp_dir().join(format!("hpack-shares-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let names = [
            "connections-of-a-request",
            "paddings-too-long",
            "events-of-one-byte",
        ];
        let captures = names.map(|name| {
            let path = folder.join(name);
            fs::write(&path, testing::hostile::make(name, 1 << 16)).expect("a file");
            path
        });
        let kept = [[648, 1296, 0], [1, 0, 1], [1, 5955, 5954]];
        for (jobs, is_alone) in [(1, false), (4, false), (KEPT, true)] {
            let expected = kept.map(|kept| (kept, is_alone));
            assert_eq!(read_all(&captures, jobs), expected, "{jobs}");
        }
        fs::remove_dir_all(folder).expect("a folder");
    }

    #[test]
    fn a_panic_is_an_error() {
        assert_eq!(survive(|| Ok(1)), Ok(1));
        assert!(survive::<()>(|| panic!("expected")).is_err());
    }
}
