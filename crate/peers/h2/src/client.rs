//! The client.

use std::{cell::RefCell, rc::Rc};

use bytes::Bytes;
use h2::client::SendRequest;
use http::{HeaderMap, HeaderName, HeaderValue, Request, StatusCode};
use tokio::{net::TcpStream, task::LocalSet};

use crate::{CHECK, Failure, Settings, checked, checksum};

/// The most concurrent requests.
const AT_ONCE: u32 = 16;
/// One request in this many is larger than a frame.
const LARGE_EVERY: u32 = 50;

/// How the requests ended.
#[derive(Default)]
struct Outcome {
    answered: u32,
    refused: u32,
    wrong: u32,
}

/// Sends `requests` over one connection.
pub async fn send(settings: Settings, port: u16, requests: u32) -> Result<(), Failure> {
    let socket = TcpStream::connect(("127.0.0.1", port)).await?;
    socket.set_nodelay(true)?;
    let (sender, connection) = h2::client::Builder::new()
        .header_table_size(settings.table)
        .max_header_list_size(settings.list)
        // As in the server: bodies are small.
        .data_frame_budget(usize::MAX)
        .handshake::<_, Bytes>(socket)
        .await?;
    let connection = tokio::spawn(connection);
    let outcome = Rc::new(RefCell::new(Outcome::default()));
    let tasks = LocalSet::new();
    for first in 0..AT_ONCE {
        let (sender, outcome) = (sender.clone(), outcome.clone());
        tasks.spawn_local(async move {
            for number in (first..requests).step_by(AT_ONCE as usize) {
                let result = request(sender.clone(), number).await;
                let mut outcome = outcome.borrow_mut();
                match result {
                    Ok(true) => outcome.answered += 1,
                    Ok(false) => outcome.refused += 1,
                    Err(error) => {
                        eprintln!("request {number}: {error}");
                        outcome.wrong += 1;
                    }
                }
            }
        });
    }
    tasks.await;
    drop(sender);
    connection.await??;
    let Outcome {
        answered,
        refused,
        wrong,
    } = *outcome.borrow();
    println!("{answered} {refused} {wrong}");
    Ok(())
}

/// Sends one request; returns `false` if it was refused for the size of its
/// header list.
async fn request(sender: SendRequest<Bytes>, number: u32) -> Result<bool, Failure> {
    let is_large = number % LARGE_EVERY == LARGE_EVERY - 1;
    let has_trailers = number.is_multiple_of(2);
    let sent = fields(number, if is_large { 80 } else { 8 });
    let trailers = has_trailers.then(|| fields(number, 2));

    let mut request = Request::post(format!("http://localhost/{}", number % 300)).body(())?;
    *request.headers_mut() = sent.clone();
    let (response, mut body) = sender.ready().await?.send_request(request, false)?;
    body.send_data(Bytes::from_static(b"body"), !has_trailers)?;
    if let Some(trailers) = &trailers {
        body.send_trailers(trailers.clone())?;
    }

    let response = match response.await {
        Ok(response) => response,
        Err(error) if is_large && error.is_reset() => return Ok(false),
        Err(error) => return Err(error.into()),
    };
    let (head, mut body) = response.into_parts();
    match head.status {
        StatusCode::OK => {}
        StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE if is_large => return Ok(false),
        status => return Err(status.to_string().into()),
    }
    while let Some(data) = body.data().await {
        body.flow_control().release_capacity(data?.len())?;
    }
    if checked(&head.headers) != sent {
        return Err("other fields came back".into());
    }
    let back = body.trailers().await?;
    if trailers.is_some() && back.map(|back| checked(&back)) != trailers {
        return Err("other trailers came back".into());
    }
    Ok(true)
}

/// Fields of which some repeat, some change, one is sensitive and two share a
/// name.
fn fields(number: u32, count: u32) -> HeaderMap {
    let mut fields = HeaderMap::new();
    for at in 0..count {
        let mut state = number.wrapping_mul(0x9e37_79b9) ^ at.wrapping_mul(0x85eb_ca6b);
        let mut next = |below: u32| {
            state = state.wrapping_mul(0x915f_77f5).wrapping_add(1);
            (state >> 16) % below
        };
        let (choice, length) = match count {
            0..20 => (next(40), next(60)),
            _ => (next(1000), 200 + next(200)),
        };
        let value = (0..length)
            .map(|place| char::from(b'!' + ((choice * 7 + place * (choice % 5 + 1)) % 94) as u8))
            .collect::<String>();
        let name = HeaderName::from_bytes(format!("x-{at}").as_bytes()).expect("a name");
        fields.append(name, value.parse().expect("a value"));
    }
    let mut secret = HeaderValue::from(number % 7);
    secret.set_sensitive(true);
    fields.append("x-secret", secret);
    fields.append("x-twice", HeaderValue::from(number % 3));
    fields.append("x-twice", HeaderValue::from(number));
    let sum = checksum(&fields);
    fields.insert(CHECK, sum);
    fields
}
