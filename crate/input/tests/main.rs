//! Pasted text, captures, key logs and NetLogs, on samples and on random input.

mod captures;
mod frames;
mod growth;
mod kept;
mod netlog;
mod paste;
mod sealed;
#[path = "support/sealed/mod.rs"]
mod sealed_connections;
mod support;
mod tls;
