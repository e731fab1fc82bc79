//! Traits of races: a stage with its engines, and the task of an engine.

use std::sync::Arc;

use hpack_engines::{List, Visit};

use crate::workload::Data;

/// Work that can be repeated.
pub trait Task {
    /// Does the whole work `times` times, and uses the results so that the
    /// compiler cannot remove it.
    fn run(&mut self, times: u32);

    /// Output of the work, to compare before timing.
    fn output(&mut self) -> Vec<u8>;

    /// Number of bytes written, if engines can differ in it.
    fn written(&mut self) -> Option<usize> {
        None
    }
}

/// A stage: its engines and their data.
pub(crate) trait Race: Sized {
    type Data: ?Sized;
    type Engines: List + Visit<CreateTask<Self>, BoxedTask>;

    /// Data of a workload for this stage.
    fn data(data: &Data) -> Option<&Arc<Self::Data>>;

    /// Number of strings, integers or blocks, which memory is divided by.
    fn operations(data: &Self::Data) -> usize;

    /// Number of units, which time is divided by.
    fn amount(data: &Self::Data) -> usize {
        Self::operations(data)
    }

    fn expected(data: &Arc<Self::Data>) -> Vec<u8>;
}

/// Visitor that creates the task of an engine.
pub(crate) struct CreateTask<R: Race>(pub(crate) Arc<R::Data>);

pub(crate) type BoxedTask = Option<Box<dyn Task>>;
