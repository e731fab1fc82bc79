//! JavaScript engines, raced like the others.

use bench::{
    Candidate, RaceWork, Stage, Task,
    workload::{Conversation, Data, Workload, decoded},
};
use wasm_bindgen::prelude::wasm_bindgen;

/// Our own engine, called from JavaScript.
pub(super) const OURS: &str = "ours";

/// Name of the stage.
pub(super) const ID: &str = "javascript";

#[wasm_bindgen]
extern "C" {
    /// Factory of runners: `JavascriptEngines` in the page.
    pub type JavascriptEngines;

    /// Creates the engine of that name for some conversations. `numbers` holds
    /// for each its SETTINGS_HEADER_TABLE_SIZE, the table's maximum at the
    /// start and the number of blocks; then for each block the number of limits
    /// acknowledged before it, these limits, and the block's length. `bytes`
    /// holds all blocks.
    #[wasm_bindgen(method)]
    fn runner(this: &JavascriptEngines, engine: &str, numbers: Vec<u32>, bytes: Vec<u8>) -> Runner;

    /// An engine with its work: `Runner` in the page.
    pub type Runner;

    /// Does all of the work `times` times.
    #[wasm_bindgen(method)]
    fn run(this: &Runner, times: u32);

    /// The output, in the format of `write_outcome`.
    #[wasm_bindgen(method)]
    fn output(this: &Runner) -> Vec<u8>;
}

impl Task for Runner {
    fn run(&mut self, times: u32) {
        Self::run(self, times);
    }

    fn output(&mut self) -> Vec<u8> {
        Self::output(self)
    }
}

/// The work of `workload`: whole blocks, with errors written without details,
/// which only our engines provide.
pub(super) fn work(workload: &Workload) -> Option<RaceWork> {
    let Data::Blocks(conversations) = &workload.data else {
        return None;
    };
    Some(RaceWork {
        stage: ID.to_owned(),
        expected: decoded(conversations, |out, _| out.extend_from_slice(b"error")),
        ..Stage::Blocks.work(workload)?
    })
}

/// Creates the engine of that name as a candidate.
pub(super) fn candidate(
    engines: &JavascriptEngines,
    engine: &str,
    workload: &Workload,
) -> Option<Candidate<'static>> {
    let Data::Blocks(conversations) = &workload.data else {
        return None;
    };
    let (numbers, bytes) = packed(conversations);
    Some(Candidate {
        engine: engine.to_owned(),
        task: Box::new(engines.runner(engine, numbers, bytes)),
    })
}

fn packed(conversations: &[Conversation]) -> (Vec<u32>, Vec<u8>) {
    let (mut numbers, mut bytes) = (Vec::new(), Vec::new());
    for conversation in conversations {
        numbers.extend([conversation.limit, conversation.maximum]);
        numbers.push(conversation.blocks.len() as u32);
        for sent in &conversation.blocks {
            numbers.push(sent.limit_changes.len() as u32);
            numbers.extend(&sent.limit_changes);
            numbers.push(sent.bytes.len() as u32);
            bytes.extend_from_slice(&sent.bytes);
        }
    }
    (numbers, bytes)
}
