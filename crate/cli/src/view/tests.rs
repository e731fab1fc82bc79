//! The server as a browser and others meet it.

use std::{
    io::{self, Read, Write},
    net::TcpStream,
    sync::Arc,
    thread,
    time::Duration,
};

use super::{
    pipe::Pipe,
    request::Request,
    server::{ANSWERS, Input, Selected, Server},
};

/// Starts a server of `inputs`; returns its host.
fn start(inputs: Vec<Input>) -> (String, thread::JoinHandle<io::Result<()>>) {
    let mut server = Server::new("token".to_owned(), b"page", inputs, b"keys".to_vec()).unwrap();
    let host = server.address()["http://".len()..]
        .split_once('/')
        .unwrap()
        .0
        .to_owned();
    server.patience = Duration::from_millis(500);
    (host, thread::spawn(move || server.serve()))
}

fn standard_input() -> (Arc<Pipe>, Input) {
    let pipe = Arc::new(Pipe::default());
    let name = "Standard input".to_owned();
    (Arc::clone(&pipe), Input::Pipe { name, pipe })
}

fn connect(host: &str, path: &str, headers: &str) -> TcpStream {
    let mut stream = TcpStream::connect(host).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\n{headers}\r\n").unwrap();
    stream
}

fn response(host: &str, path: &str, headers: &str) -> String {
    let mut bytes = Vec::new();
    connect(host, path, headers)
        .read_to_end(&mut bytes)
        .unwrap();
    String::from_utf8_lossy(&bytes).into_owned()
}

fn body(response: &str) -> &str {
    response.split_once("\r\n\r\n").unwrap().1
}

#[test]
fn answers_only_its_own_page() {
    let file = testing::repository().join("crate/input/tests/captures/upgrade-null.pcap");
    let (host, _) = start(vec![Input::File {
        name: "null".to_owned(),
        path: file,
        selected: None,
    }]);
    let own = format!("Host: {host}\r\n");
    let page = "/token/?inputs";
    for (path, headers, status) in [
        (page, own.clone(), 200),
        (page, format!("{own}Origin: http://{host}\r\n"), 200),
        ("/token/inputs.json", own.clone(), 200),
        ("/token/keylog", own.clone(), 200),
        ("/token/input/0", own.clone(), 200),
        ("/token/input/1", own.clone(), 404),
        ("/token/../Cargo.toml", own.clone(), 404),
        ("/", own.clone(), 403),
        ("/tokem/", own.clone(), 403),
        ("/tokens", own.clone(), 403),
        (page, String::new(), 403),
        (page, "Host: example.org\r\n".to_owned(), 403),
        (page, format!("{own}Host: example.org\r\n"), 403),
        (page, format!("{own}Origin: http://example.org\r\n"), 403),
        (page, format!("{own}Origin: null\r\n"), 403),
    ] {
        let found = response(&host, path, &headers);
        assert!(
            found.starts_with(&format!("HTTP/1.1 {status} ")),
            "{path} {headers}: {found}"
        );
        for header in [
            "frame-ancestors 'none'",
            "no-referrer",
            "nosniff",
            "require-corp",
        ] {
            assert!(found.contains(header), "{path}: {header}");
        }
    }
}

#[test]
fn reads_only_whole_requests_of_bounded_size() {
    let long = format!("GET / HTTP/1.1\r\nX: {}\r\n\r\n", "x".repeat(1 << 14));
    for (head, path) in [
        ("GET /a?b HTTP/1.1\r\n\r\n", Some("/a")),
        ("POST /a HTTP/1.1\r\n\r\n", None),
        ("GET /a HTTP/1.1\r\nHost: b", None),
        ("GET /a\r\n\r\n", None),
        (&long, None),
    ] {
        let found = Request::read(head.as_bytes()).map(|request| request.path);
        assert_eq!(found.as_deref(), path, "{head:.40}");
    }
}

#[test]
fn lists_and_sends_inputs() {
    let (host, _) = start(vec![
        standard_input().1,
        Input::File {
            name: "a.pcap".to_owned(),
            path: "b/a.pcap".into(),
            selected: Some(Selected {
                connection: 1,
                block: 2,
            }),
        },
    ]);
    let own = format!("Host: {host}\r\n");
    for (path, expected) in [
        ("/token/", "4\r\npage\r\n0\r\n\r\n"),
        ("/token/keylog", "4\r\nkeys\r\n0\r\n\r\n"),
        (
            "/token/inputs.json",
            r#"{"inputs":[{"grows":true,"name":"Standard input","selected":null},{"grows":false,"name":"a.pcap","selected":{"block":2,"connection":1}}],"keylog":true}"#,
        ),
    ] {
        let found = response(&host, path, &own);
        assert!(body(&found).contains(expected), "{path}: {found}");
    }
}

/// Each part is there before the next is sent, and the server ends with the
/// pipe.
#[test]
fn passes_a_pipe_on_as_it_arrives() {
    let (pipe, input) = standard_input();
    let (host, serving) = start(vec![input]);
    let headers = format!("Host: {host}\r\n");
    let mut stream = connect(&host, "/token/input/0", &headers);
    let mut until = |end: &str| {
        let mut seen = Vec::new();
        while !seen.ends_with(end.as_bytes()) {
            let mut byte = [0];
            stream.read_exact(&mut byte).unwrap();
            seen.extend(byte);
        }
    };
    until("\r\n\r\n");
    for part in ["one", "three"] {
        pipe.push(part.as_bytes());
        until(&format!("{:x}\r\n{part}\r\n", part.len()));
    }
    let mut later = connect(&host, "/token/input/0", &headers);
    pipe.end();
    until("0\r\n\r\n");
    let mut all = String::new();
    later.read_to_string(&mut all).unwrap();
    assert_eq!(body(&all), "8\r\nonethree\r\n0\r\n\r\n");
    serving.join().unwrap().unwrap();
}

/// A second page that reads slowly gets everything before the server ends.
#[test]
fn ends_when_every_page_has_the_pipe() {
    let (pipe, input) = standard_input();
    let (host, serving) = start(vec![input]);
    let headers = format!("Host: {host}\r\n");
    let mut slow = connect(&host, "/token/input/0", &headers);
    slow.read_exact(&mut [0; 20]).unwrap();
    pipe.push(&vec![b'x'; 40 << 20]);
    pipe.end();
    let all = response(&host, "/token/input/0", &headers).len();
    thread::sleep(Duration::from_secs(1));
    let mut rest = Vec::new();
    slow.read_to_end(&mut rest).unwrap();
    assert_eq!(rest.len() + 20, all);
    serving.join().unwrap().unwrap();
}

#[test]
fn requests_have_little_time_and_answers_a_bound() {
    let (_, input) = standard_input();
    let (host, _) = start(vec![input]);
    let slow = |mut stream: TcpStream| {
        let mut sent = 0;
        while sent < 20 && stream.write_all(b"x").is_ok() {
            thread::sleep(Duration::from_millis(100));
            sent += 1;
        }
        sent
    };
    assert!(slow(TcpStream::connect(&host).unwrap()) < 20);
    let own = format!("Host: {host}\r\n");
    let waiting: Vec<_> = (0..ANSWERS)
        .map(|_| connect(&host, "/token/input/0", &own))
        .collect();
    // As if there were no thread for it.
    let mut closed = TcpStream::connect(&host).unwrap();
    assert!(matches!(closed.read(&mut [0]), Ok(0) | Err(_)));
    drop(waiting);
}
