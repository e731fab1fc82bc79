//! The server.

use bytes::Bytes;
use h2::{RecvStream, server::SendResponse};
use http::{HeaderMap, Request, Response};
use tokio::net::{TcpListener, TcpStream};

use crate::{Failure, Settings, checked, is_right};

/// A path for measurements: a fixed answer, nothing checked.
const PLAIN: &str = "/plain";
const PLAIN_FIELDS: [(&str, &str); 9] = [
    ("server", "nginx/1.25.3"),
    ("date", "Tue, 14 Nov 2023 22:13:20 GMT"),
    ("content-type", "text/html; charset=utf-8"),
    ("cache-control", "private, max-age=0, must-revalidate"),
    ("vary", "Accept-Encoding, Cookie"),
    ("etag", "\"5d8c72a5edda8d6a:3239\""),
    ("strict-transport-security", "max-age=31536000"),
    ("x-content-type-options", "nosniff"),
    ("x-request-id", "7b0e2f1c-61b5-4c0e-9d35-4b7f1f6b3a55"),
];

/// Prints its port, then serves any number of connections.
pub async fn serve(settings: Settings) -> Result<(), Failure> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("{}", listener.local_addr()?.port());
    loop {
        let (socket, _) = listener.accept().await?;
        tokio::spawn(async move {
            if let Err(error) = connection(socket, settings).await {
                eprintln!("connection: {error}");
            }
        });
    }
}

async fn connection(socket: TcpStream, settings: Settings) -> Result<(), Failure> {
    socket.set_nodelay(true)?;
    let mut connection = h2::server::Builder::new()
        .header_table_size(settings.table)
        .max_header_list_size(settings.list)
        // Accept clients that send many small bodies.
        .data_frame_budget(usize::MAX)
        .handshake::<_, Bytes>(socket)
        .await?;
    while let Some(accepted) = connection.accept().await {
        let (request, response) = accepted?;
        // Errors close the connection, or the client detects them.
        tokio::spawn(answer(request, response));
    }
    Ok(())
}

async fn answer(
    request: Request<RecvStream>,
    mut respond: SendResponse<Bytes>,
) -> Result<(), Failure> {
    let (head, mut body) = request.into_parts();
    if head.uri.path() == PLAIN {
        let mut response = Response::new(());
        for (name, value) in PLAIN_FIELDS {
            response.headers_mut().append(name, value.parse()?);
        }
        respond.send_response(response, true)?;
        return Ok(());
    }
    while let Some(data) = body.data().await {
        body.flow_control().release_capacity(data?.len())?;
    }
    let fields = checked(&head.headers);
    let trailers = body.trailers().await?.map(|all| checked(&all));
    let right = is_right(&fields) && trailers.as_ref().is_none_or(is_right);
    let mut response = Response::new(());
    *response.status_mut() = if right { 200 } else { 400 }.try_into()?;
    *response.headers_mut() = fields;
    let mut stream = respond.send_response(response, false)?;
    stream.send_data(Bytes::from_static(b"body"), false)?;
    // A message without trailers gets trailers without a checksum.
    stream.send_trailers(trailers.unwrap_or_else(without_trailers))?;
    Ok(())
}

fn without_trailers() -> HeaderMap {
    HeaderMap::from_iter([("x-trailers".parse().unwrap(), "none".parse().unwrap())])
}
