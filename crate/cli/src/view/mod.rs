//! `hpack-inspect view`: the page, with the named inputs in it, on an address
//! of this machine.

mod pipe;
mod request;
mod response;
#[cfg(feature = "view")]
mod run;
mod server;
#[cfg(test)]
mod tests;

#[cfg(feature = "view")]
pub(crate) use run::run;
