//! HTTP server for the page and its inputs.

use std::{
    fs::File,
    io::{self, Read},
    net::{Ipv4Addr, TcpListener, TcpStream},
    path::PathBuf,
    sync::{Arc, mpsc},
    thread,
    time::{Duration, Instant},
};

use serde::Serialize;
use serde_json::json;

use super::{
    pipe::Pipe,
    request::Request,
    response::{Type, refuse, send},
};

/// A request has to arrive within this time, all of it.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// Answers at the same time; a connection beyond that is closed.
pub(super) const ANSWERS: usize = 64;

/// After the last answer, a page that has just been loaded can still ask for
/// its input.
const LINGER: Duration = Duration::from_millis(500);

/// An input of the page.
#[derive(Clone, Debug)]
pub(super) enum Input {
    File {
        name: String,
        path: PathBuf,
        /// What the page selects, if not the first block.
        selected: Option<Selected>,
    },
    Pipe {
        name: String,
        pipe: Arc<Pipe>,
    },
}

/// A block by its connection and its number there.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Selected {
    pub(super) connection: usize,
    pub(super) block: usize,
}

/// The server of one page.
#[derive(Debug)]
pub(super) struct Server {
    listener: TcpListener,
    /// Only requests to this host are answered, and only from its own pages: another site's page
    /// can have the browser send requests to this machine.
    host: String,
    /// First part of every path: other users of this machine can connect, too.
    token: String,
    /// Compressed by gzip.
    page: &'static [u8],
    inputs: Vec<Input>,
    keylog: Vec<u8>,
    pub(super) patience: Duration,
}

/// A connection that has to be read until a moment.
struct Until<'a>(&'a TcpStream, Instant);

impl Read for Until<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let left = self.1.saturating_duration_since(Instant::now());
        // Fails if nothing is left.
        self.0.set_read_timeout(Some(left))?;
        self.0.read(out)
    }
}

impl Server {
    /// Listens on a free port of this machine.
    ///
    /// # Errors
    /// If there is none.
    pub(super) fn new(
        token: String,
        page: &'static [u8],
        inputs: Vec<Input>,
        keylog: Vec<u8>,
    ) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let host = listener.local_addr()?.to_string();
        Ok(Self {
            listener,
            host,
            token,
            page,
            inputs,
            keylog,
            patience: PATIENCE,
        })
    }

    /// Address of the page, which finds its inputs next to itself.
    pub(super) fn address(&self) -> String {
        format!("http://{}/{}/?inputs", self.host, self.token)
    }

    /// Answers requests until a page has received a pipe to its end, if that is the only input, and
    /// nothing else is being sent; for ever otherwise.
    ///
    /// # Errors
    /// If no more requests are accepted.
    pub(super) fn serve(self) -> io::Result<()> {
        let (done, is_done) = mpsc::channel();
        let server = Arc::new(self);
        let shared = Arc::clone(&server);
        let accept = move || {
            for stream in shared.listener.incoming() {
                let Ok(stream) = stream else {
                    // Too many files are open, and soon fewer.
                    thread::sleep(LINGER);
                    continue;
                };
                if answers(&shared) >= ANSWERS {
                    continue;
                }
                let (server, done) = (Arc::clone(&shared), done.clone());
                let answer = move || {
                    // A page that was closed does not read on.
                    if server.answer(&stream).is_ok_and(|sent| sent == Sent::Pipe) {
                        let _ = done.send(());
                    }
                };
                // If there is no thread, the connection is closed.
                let _ = thread::Builder::new().spawn(answer);
            }
        };
        thread::Builder::new().spawn(accept)?;
        is_done.recv().map_err(io::Error::other)?;
        loop {
            thread::sleep(LINGER);
            if answers(&server) == 0 {
                return Ok(());
            }
        }
    }

    fn answer(&self, stream: &TcpStream) -> io::Result<Sent> {
        stream.set_nodelay(true)?;
        let Some(request) = Request::read(Until(stream, Instant::now() + self.patience)) else {
            refuse(stream, "400 Bad Request")?;
            return Ok(Sent::Other);
        };
        let Some(path) = self.allowed(&request) else {
            refuse(stream, "403 Forbidden")?;
            return Ok(Sent::Other);
        };
        match path {
            "" => send(stream, Type::Page, self.page)?,
            "inputs.json" => send(stream, Type::Json, self.list().as_bytes())?,
            "keylog" => send(stream, Type::Bytes, &*self.keylog)?,
            _ => match self.input(path) {
                None => refuse(stream, "404 Not Found")?,
                Some(Input::File { path, .. }) => match File::open(path) {
                    Ok(file) => send(stream, Type::Bytes, file)?,
                    Err(_) => refuse(stream, "404 Not Found")?,
                },
                Some(Input::Pipe { pipe, .. }) => {
                    send(stream, Type::Bytes, pipe.read())?;
                    if self.inputs.len() == 1 {
                        return Ok(Sent::Pipe);
                    }
                }
            },
        }
        Ok(Sent::Other)
    }

    /// The path after the token, if the request may be answered.
    fn allowed<'a>(&self, request: &'a Request) -> Option<&'a str> {
        let Request {
            path,
            hosts,
            origins,
        } = request;
        let origin = format!("http://{}", self.host);
        let is_own =
            hosts == std::slice::from_ref(&self.host) && origins.iter().all(|one| *one == origin);
        path.strip_prefix('/')?
            .strip_prefix(&*self.token)?
            .strip_prefix('/')
            .filter(|_| is_own)
    }

    fn input(&self, path: &str) -> Option<&Input> {
        let number: usize = path.strip_prefix("input/")?.parse().ok()?;
        self.inputs.get(number)
    }

    /// JSON of the inputs: their names, whether they grow, and what is selected.
    fn list(&self) -> String {
        let inputs: Vec<_> = self
            .inputs
            .iter()
            .map(|input| match input {
                Input::File { name, selected, .. } => {
                    json!({"name": name, "grows": false, "selected": selected})
                }
                Input::Pipe { name, .. } => {
                    json!({"name": name, "grows": true, "selected": null})
                }
            })
            .collect();
        json!({"inputs": inputs, "keylog": !self.keylog.is_empty()}).to_string()
    }
}

/// Answers in progress: all that holds the server besides its two threads.
fn answers(server: &Arc<Server>) -> usize {
    Arc::strong_count(server).saturating_sub(2)
}

/// What a response was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sent {
    /// The pipe, to its end, and it is the only input.
    Pipe,
    Other,
}
