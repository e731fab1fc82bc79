//! What takes part in a race: a stage with its engines, and an engine at work.

use std::sync::Arc;

use hpack_engines::{List, Visit};

use crate::workload::Data;

/// Does the same work again and again.
pub trait Task {
    /// Does the whole work `times` times, and uses what comes out so that
    /// nothing of it can be left out.
    fn run(&mut self, times: u32);

    /// What the work puts out, to be compared before anything is timed.
    fn output(&mut self) -> Vec<u8>;

    /// Bytes that the work writes, where engines may differ in them.
    fn written(&mut self) -> Option<usize> {
        None
    }
}

/// A stage: its engines, and what they do with a workload.
pub(crate) trait Race: Sized {
    /// What its engines work on.
    type Data: ?Sized;

    /// Its engines.
    type Engines: List + Visit<Start<Self>, Started>;

    /// What it takes of a workload.
    fn data(data: &Data) -> Option<&Arc<Self::Data>>;

    /// Number of strings, integers, blocks: what memory is divided by.
    fn operations(data: &Self::Data) -> usize;

    /// Number of units in the work: what time is divided by.
    fn amount(data: &Self::Data) -> usize {
        Self::operations(data)
    }

    /// What every engine has to put out.
    fn expected(data: &Arc<Self::Data>) -> Vec<u8>;
}

/// Sets an engine to work on data; visits the engines of a stage.
pub(crate) struct Start<R: Race>(pub(crate) Arc<R::Data>);

/// An engine at work; `None` if it cannot do the work.
pub(crate) type Started = Option<Box<dyn Task>>;
