//! What-if: re-encodes what one side of the selected connection sent.

use inspect::{
    policies::Named,
    what_if::{
        WhatIf,
        plan::Choices,
        view::{EntryOrder, Menu, PlanView},
    },
};
use serde::Deserialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{answer::json, clock::now, inspector::Inspector};

/// The change to try.
#[derive(Deserialize)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(rename = "WhatIfQuestion")
)]
pub(crate) struct Question {
    /// Number of the direction.
    direction: usize,
    #[serde(flatten)]
    plan: PlanView,
    /// The policies whose curves are requested, in order.
    curves: Vec<String>,
}

/// Selects the entries to list.
#[derive(Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub(crate) struct EntryQuestion {
    /// Whether to list the entries as sent, rather than re-encoded.
    sent: bool,
    order: EntryOrder,
    descending: bool,
    from: usize,
    to: usize,
}

#[wasm_bindgen]
impl Inspector {
    /// Available options: JSON of `WhatIfMenu`.
    #[wasm_bindgen(js_name = whatIfMenu)]
    pub fn what_if_menu(&self) -> String {
        json(&Menu::whole())
    }

    /// Starts on a `WhatIfQuestion`; returns whether the direction exists.
    /// Keeps earlier results for the same direction.
    #[wasm_bindgen(js_name = startWhatIf)]
    pub fn start_what_if(&mut self, question: &str) -> bool {
        let (Some(document), Ok(question)) = (
            &mut self.document,
            serde_json::from_str::<Question>(question),
        ) else {
            return false;
        };
        let plan = (&question.plan).into();
        let mut what_if = document
            .what_if
            .take()
            .filter(|held| held.direction == question.direction);
        if let Some(session) = document.session() {
            match &mut what_if {
                Some(held) => held.set_plan(session, plan),
                None => what_if = WhatIf::new(session, question.direction, plan),
            }
        }
        if let Some(held) = &mut what_if {
            let choices = question.curves.iter().filter_map(|id| Choices::from_id(id));
            held.set_curves(choices.map(|choices| (choices, plan.huffman)));
        }
        document.what_if = what_if;
        document.what_if.is_some()
    }

    /// Continues for about `budget_ms` milliseconds; returns whether all
    /// results are known.
    #[wasm_bindgen(js_name = whatIfRound)]
    pub fn what_if_round(&mut self, budget_ms: f64) -> bool {
        let Some(document) = &mut self.document else {
            return true;
        };
        let mut what_if = document.what_if.take();
        if let (Some(held), Some(session)) = (&mut what_if, document.session()) {
            held.run_for(session, &mut now, budget_ms * 1e6);
        }
        document.what_if = what_if;
        self.what_if().is_none_or(WhatIf::done)
    }

    /// The results so far: JSON of `WhatIfAnswer`, or `null`.
    #[wasm_bindgen(js_name = whatIf)]
    pub fn what_if_so_far(&self) -> String {
        json(&self.what_if().map(WhatIf::view))
    }

    /// For each block its number and its bytes: as sent, re-encoded, in plain
    /// text.
    #[wasm_bindgen(js_name = whatIfBlocks)]
    pub fn what_if_blocks(&self) -> Vec<u32> {
        self.what_if().map_or_else(Vec::new, WhatIf::block_columns)
    }

    /// Entries for an `EntryQuestion`: JSON of `EntryWindow`, or `null`.
    #[wasm_bindgen(js_name = whatIfEntries)]
    pub fn what_if_entries(&self, question: &str) -> String {
        let question = serde_json::from_str::<EntryQuestion>(question).ok();
        json(&self.what_if().zip(question).map(|(what_if, question)| {
            what_if.entries(
                question.sent,
                question.order,
                question.descending,
                question.from,
                question.to,
            )
        }))
    }

    /// A re-encoded block of the session: JSON of `TriedBlock`, or `null`.
    #[wasm_bindgen(js_name = whatIfBlock)]
    pub fn what_if_block(&self, block: u32) -> String {
        self.answer(|of| self.what_if()?.block(of.session, block))
    }
}

impl Inspector {
    fn what_if(&self) -> Option<&WhatIf> {
        self.document.as_ref()?.what_if.as_ref()
    }
}
