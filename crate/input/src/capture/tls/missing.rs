//! Explains why a connection cannot be decrypted and what to do.

use http2::Sender;

use super::{About, KeyLog, keylog::Label, name};

const ADVICE: &str = "To get one, start the client with the environment variable SSLKEYLOGFILE set to the name of a file (curl, Firefox and Chromium honor it; Node.js has --tls-keylog=FILE, Go has tls.Config.KeyLogWriter) and capture again.";

/// Reason why one sender's records cannot be decrypted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Missing {
    /// A version before TLS 1.2.
    Version,
    Suite(String),
    /// A secret is not in the key log.
    Secret(Label),
    /// The key log has no secret of this connection.
    Secrets,
    /// The key log's secret opens no record.
    Fit,
    /// The ServerHello, which TLS 1.2 needs for its random.
    ServerHello,
    /// The start of the connection.
    Beginning,
}

/// Describes what is missing for the client and the server, and what to do.
pub(super) fn sentence(
    [client, server]: [Option<&Missing>; 2],
    about: &About,
    keys: &KeyLog,
) -> Option<String> {
    let (whose, missing) = match (client, server) {
        (Some(one), Some(_)) => ("nothing of this connection".to_owned(), one),
        (Some(one), None) => (sent(Sender::Client), one),
        (None, Some(one)) => (sent(Sender::Server), one),
        (None, None) => return None,
    };
    let both = client.is_some() && server.is_some();
    let label = match missing {
        Missing::Secret(Label::Application(..)) if both => {
            "CLIENT_TRAFFIC_SECRET_0 and SERVER_TRAFFIC_SECRET_0".to_owned()
        }
        Missing::Secret(label) => label.to_string(),
        _ => String::new(),
    };
    let mut connection = match &about.client_random {
        Some(random) => format!("client random {random}"),
        None => "this connection".to_owned(),
    };
    if let Some(name) = &about.server_name {
        connection += &format!(" (“{name}”)");
    }
    let whose = format!("so {whose} can be decrypted");
    Some(match missing {
        Missing::Version => format!(
            "{} cannot be decrypted here; HTTP/2 needs at least TLS 1.2.",
            about.version.unwrap_or("This version of TLS")
        ),
        Missing::Suite(suite) => format!(
            "The cipher suite {suite} cannot be decrypted here; AES-GCM, AES-CBC and ChaCha20-Poly1305 can."
        ),
        _ if keys.is_empty() => {
            format!("There is no key log with the secrets of {connection}, {whose}. {ADVICE}")
        }
        Missing::Secret(_) => {
            format!("The key log has no {label} for {connection}, {whose}. {ADVICE}")
        }
        Missing::Secrets => {
            format!("The key log has no secrets for {connection}, {whose}. {ADVICE}")
        }
        Missing::Fit => format!(
            "The key log's secrets for {connection} open none of the records, {whose}: the line may be broken or belong to another connection."
        ),
        Missing::ServerHello => format!(
            "The ServerHello of {connection} is not in the capture, and TLS 1.2's keys need it, {whose}. Capture from the beginning of the connection."
        ),
        Missing::Beginning => format!(
            "The capture begins after this connection's handshake, and none of the key log's TLS 1.3 secrets opens its records, {whose} (TLS 1.2 cannot be decrypted without both hellos). Capture from the beginning of the connection, with a key log of the same session."
        ),
    })
}

fn sent(sender: Sender) -> String {
    format!("nothing that the {} sent", name(sender))
}
