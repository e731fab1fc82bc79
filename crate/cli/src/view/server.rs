//! What is served, and to whom.

use std::{
    fs::File,
    io,
    net::{Ipv4Addr, TcpListener, TcpStream},
    path::PathBuf,
    sync::{Arc, mpsc},
    thread,
    time::Duration,
};

use serde::Serialize;
use serde_json::json;

use super::{
    pipe::Pipe,
    request::Request,
    response::{Type, refuse, send},
};

/// A request has to arrive within this time.
const PATIENCE: Duration = Duration::from_secs(10);

/// An input of the page.
#[derive(Clone, Debug)]
pub(super) enum Input {
    File {
        path: PathBuf,
        /// What the page selects, if not the first block.
        selected: Option<Selected>,
    },
    Pipe(Arc<Pipe>),
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
        })
    }

    /// Address of the page, which finds its inputs next to itself.
    pub(super) fn address(&self) -> String {
        format!("http://{}/{}/?inputs", self.host, self.token)
    }

    /// Answers requests until a page has received a pipe to its end, if that is the only input; for
    /// ever otherwise.
    pub(super) fn serve(self) {
        let (done, is_done) = mpsc::channel();
        thread::spawn(move || {
            let server = Arc::new(self);
            for stream in server.listener.incoming().flatten() {
                let (server, done) = (Arc::clone(&server), done.clone());
                thread::spawn(move || {
                    // A page that was closed does not read on.
                    if server.answer(&stream).is_ok_and(|sent| sent == Sent::Pipe) {
                        let _ = done.send(());
                    }
                });
            }
        });
        let _ = is_done.recv();
    }

    fn answer(&self, stream: &TcpStream) -> io::Result<Sent> {
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_nodelay(true)?;
        let Some(request) = Request::read(stream) else {
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
                Some(Input::Pipe(pipe)) => {
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
                Input::File { path, selected } => {
                    let name = path.file_name().unwrap_or(path.as_os_str());
                    json!({"name": name.to_string_lossy(), "grows": false, "selected": selected})
                }
                Input::Pipe(_) => {
                    json!({"name": "Standard input", "grows": true, "selected": null})
                }
            })
            .collect();
        json!({"inputs": inputs, "keylog": !self.keylog.is_empty()}).to_string()
    }
}

/// What a response was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sent {
    /// The pipe, to its end, and it is the only input.
    Pipe,
    Other,
}
