//! What tools print and what happens to it on the way into a paste: each text
//! of `tests/paste/damage.json` gives exactly its blocks, or is refused where
//! it says so. `mayBeRefused`: a refusal is right too, other octets are not.
//! A reading that is labelled as ambiguous counts as refused: the command line
//! does refuse it. `senders`: who sent each block, where the text says so.

use std::{fs, path::Path};

use input::{
    Sender,
    paste::{self, Options},
};
use serde_json::Value;

fn hex(octets: &[u8]) -> String {
    octets.iter().map(|octet| format!("{octet:02x}")).collect()
}

/// What is wrong with the answer to one text, if anything.
fn wrong(case: &Value) -> Option<String> {
    let text = case["text"].as_str()?;
    let refused = case["refused"] == true;
    match paste::read(text.as_bytes(), &Options::default()) {
        Ok(read) if read.ambiguous.is_some() => (!refused && case["mayBeRefused"] != true)
            .then(|| format!("{text:?}: ambiguous, {:?}", read.ambiguous)),
        Ok(read) => {
            let blocks: Vec<String> = read.blocks.iter().map(|block| hex(&block.octets)).collect();
            let senders: Vec<&str> = read.blocks.iter().map(|block| name(block.sender)).collect();
            let other_sides = case
                .get("senders")
                .is_some_and(|wanted| *wanted != Value::from(senders.clone()));
            (refused || other_sides || case["blocks"] != Value::from(blocks.clone())).then(|| {
                format!(
                    "{text:?}: read as {blocks:?} of {senders:?} ({})",
                    read.detail
                )
            })
        }
        Err(refusal) => {
            if refusal.message.is_empty() {
                return Some(format!("{text:?}: refused without a reason"));
            }
            (!refused && case["mayBeRefused"] != true)
                .then(|| format!("{text:?}: refused, {refusal}"))
        }
    }
}

fn name(sender: Sender) -> &'static str {
    match sender {
        Sender::Client => "client",
        Sender::Server => "server",
        Sender::Unknown => "unknown",
    }
}

#[test]
fn no_text_gives_other_octets_than_it_has() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/paste/damage.json");
    let cases = fs::read_to_string(file).expect("the cases are there");
    let cases: Vec<Value> = serde_json::from_str(&cases).expect("the cases are JSON");
    assert!(cases.len() > 700, "only {} cases", cases.len());
    let failed: Vec<String> = cases.iter().filter_map(wrong).collect();
    assert!(
        failed.is_empty(),
        "{} of {}:\n{}",
        failed.len(),
        cases.len(),
        failed.join("\n")
    );
}
