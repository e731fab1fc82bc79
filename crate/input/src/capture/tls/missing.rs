//! Why a connection can't be decrypted, and what a person can do.

use http2::Sender;

use super::{
    KeyLog,
    connection::{Stage, Tls, Version, name, side},
    keylog::Label,
};

/// Records of a sender after which a secret that opened none is not its.
const PATIENCE: u64 = 64;
/// The same in TLS 1.2, where the first record should be opened.
const PATIENCE_12: u64 = 3;

/// How to get a key log.
const ADVICE: &str = "To get one, start the client with the environment variable SSLKEYLOGFILE set to the name of a file (curl, Firefox and Chromium honor it; Node.js has --tls-keylog=FILE, Go has tls.Config.KeyLogWriter), capture again, and give that file along with the capture.";

/// What keeps one sender's records from being read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Missing {
    /// A version before 1.2.
    Version,
    /// A cipher suite that is not known here.
    Suite(String),
    /// A secret is not in the key log.
    Secret(Label),
    /// Nothing at all is in the key log for this connection.
    Secrets,
    /// The connection's secret opens none of the records.
    Fit,
    /// The ServerHello, with TLS 1.2's server random.
    ServerHello,
    /// The beginning of the connection.
    Beginning,
}

impl Missing {
    /// Why the records of `role` can't be read; `None` when they should be.
    pub(super) fn of(tls: &Tls, keys: &KeyLog, role: Sender) -> Option<Self> {
        let here = &tls.sides[side(role)];
        if tls.version == Version::Old {
            return Some(Self::Version);
        }
        if let Some(suite) = tls.suite.as_ref().filter(|suite| suite.bulk.is_none()) {
            return Some(Self::Suite(suite.name.clone()));
        }
        let Some(random) = tls.random else {
            return Some(Self::Beginning);
        };
        let secrets = keys.secrets(&random);
        let application = secrets
            .iter()
            .any(|(label, _)| matches!(label, Label::Application(whose, _) if *whose == role));
        match tls.version {
            Version::Tls12 if tls.masters(keys).is_empty() => Some(Self::Secret(Label::Master)),
            Version::Tls12 => {
                (here.stage == Stage::Start && here.unread >= PATIENCE_12).then_some(Self::Fit)
            }
            _ if secrets.is_empty() => Some(Self::Secrets),
            Version::Unknown if secrets.iter().all(|(label, _)| *label == Label::Master) => {
                Some(Self::ServerHello)
            }
            _ if matches!(here.stage, Stage::Application(_)) => None,
            _ if !application => Some(Self::Secret(Label::Application(role, 0))),
            _ => (here.unread >= PATIENCE).then_some(Self::Fit),
        }
    }
}

/// What is missing for decryption and what to do.
pub(super) fn sentence(tls: &Tls, keys: &KeyLog) -> Option<String> {
    let [client, server] = &tls.sides;
    let (whose, missing) = match (&client.missing, &server.missing) {
        (Some(one), Some(_)) => ("nothing of this connection".to_owned(), one),
        (Some(one), None) => (sent(Sender::Client), one),
        (None, Some(one)) => (sent(Sender::Server), one),
        (None, None) => return None,
    };
    let both = client.missing.is_some() && server.missing.is_some();
    let label = match missing {
        Missing::Secret(Label::Application(..)) if both => {
            "CLIENT_TRAFFIC_SECRET_0 and SERVER_TRAFFIC_SECRET_0".to_owned()
        }
        Missing::Secret(label) => label.to_string(),
        _ => String::new(),
    };
    let mut connection = match &tls.about.client_random {
        Some(random) => format!("client random {random}"),
        None => "this connection".to_owned(),
    };
    if let Some(name) = &tls.about.server_name {
        connection += &format!(" ({name})");
    }
    let whose = format!("so {whose} can be decrypted");
    Some(match missing {
        Missing::Version => format!(
            "{} cannot be decrypted here; HTTP/2 needs at least TLS 1.2.",
            tls.about.version.unwrap_or("This version of TLS")
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
