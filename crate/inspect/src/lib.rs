//! Sessions: the header blocks of one connection decoded in order and stored as
//! columns, and every analysis that runs on them.

pub mod assumed;
pub mod attacks;
pub mod capture;
mod codes;
pub mod columns;
pub mod compare;
pub mod compose;
pub mod diagnosis;
pub mod explain;
pub mod export;
pub mod export_job;
pub mod facts;
#[cfg(test)]
mod fixtures;
pub mod json;
pub mod line;
pub mod listing;
pub mod mask;
pub mod pasted;
pub mod policies;
pub mod provenance;
pub mod record;
pub mod recorder;
pub mod report;
pub mod search;
pub mod session;
mod strings;
pub mod table;
pub mod tally;
pub mod text;
pub mod timing;
pub mod warnings;
pub mod what_if;
pub mod whole;

pub use session::{Options, Session, Start};
