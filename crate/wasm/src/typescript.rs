//! TypeScript declarations of everything passed to the page; written by `npm
//! run types`.

use std::{
    collections::BTreeMap,
    fmt::{Display, Write},
};

use hpack::Kind;
use input::paste;
use inspect::{
    attacks::{Amplification, SizeOracle},
    columns,
    compose::Composition,
    record::NONE,
    what_if,
    whole::FieldText,
};
use ts_rs::{Config, TS, TypeVisitor};

use crate::{
    compare::PairCells,
    windows::{BlockCells, RowCells, TEXT_CUT},
};

/// Declarations collected so far.
pub struct Types {
    config: Config,
    /// Constants of records and flags.
    text: String,
    /// Declarations by name.
    declarations: BTreeMap<String, String>,
}

impl TypeVisitor for Types {
    /// Declares a type and the types that it refers to.
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        let generic = T::output_path().is_none();
        if generic {
            T::visit_generics(self);
            return;
        }
        let declaration = format!(
            "{}export {}\n",
            T::docs().unwrap_or_default(),
            T::decl(&self.config)
        );
        let name = T::ident(&self.config);
        match self.declarations.insert(name.clone(), declaration.clone()) {
            None => T::visit_dependencies(self),
            Some(earlier) => assert_eq!(earlier, declaration, "two types are called {name}"),
        }
    }
}

impl Types {
    /// The types of the first package.
    pub fn new() -> Self {
        let mut types = Self {
            // Counts and sizes stay far below 2^53.
            config: Config::new().with_large_int("number"),
            text: String::from(HEAD),
            declarations: BTreeMap::new(),
        };
        types.constants();
        types.roots();
        types.names::<http2::Sender>("SENDERS");
        types.names::<paste::Blocks>("SPLITTINGS");
        types.names::<paste::Sides>("SIDES");
        types.names::<paste::As>("READ_AS");
        types.names::<crate::open_options::TableAtStart>("TABLES_AT_START");
        types.record("ROW", RowCells::COLUMNS);
        types.flags("FLAG", columns::flags::ALL);
        types.record("BLOCK", BlockCells::COLUMNS);
        types.record("PAIR", PairCells::COLUMNS);
        types.record("WHAT_IF_BLOCK", what_if::view::BlockCells::COLUMNS);
        types
    }

    /// The text of the generated file.
    pub fn written(mut self) -> String {
        for declaration in self.declarations.values() {
            self.text.push_str(declaration);
            self.text.push('\n');
        }
        self.text
    }

    /// Exports the names of an enumeration's variants as a constant, in order.
    pub fn names<T: TS + 'static>(&mut self, constant: &str) {
        self.visit::<T>();
        let names = T::inline(&self.config).replace(" | ", ", ");
        let list = format!("export const {constant} = [{names}] as const;\n");
        self.declarations.insert(constant.to_owned(), list);
    }

    /// Exports the offsets of a record's columns, and its length.
    pub fn record(&mut self, name: &str, columns: &[(&str, &str)]) {
        let places = columns
            .iter()
            .enumerate()
            .map(|(place, (column, about))| (*column, place, *about));
        self.object(name, places);
        let _ = writeln!(
            self.text,
            "export const {name}_STRIDE = {};\n",
            columns.len()
        );
    }

    /// Exports the bit of each flag.
    pub fn flags<T: Copy + Into<u64>>(&mut self, name: &str, flags: &[(&str, T, &str)]) {
        let bits = flags
            .iter()
            .map(|&(flag, bit, about)| (flag, bit.into(), about));
        self.object(name, bits);
        self.text.push('\n');
    }

    fn object<'a, T: Display>(
        &mut self,
        name: &str,
        members: impl Iterator<Item = (&'a str, T, &'a str)>,
    ) {
        let _ = writeln!(self.text, "export const {name} = {{");
        for (member, number, about) in members {
            let _ = writeln!(
                self.text,
                "/**{about} */\n{}: {number},",
                camel_case(member)
            );
        }
        self.text.push_str("} as const;\n");
    }

    fn constants(&mut self) {
        let kinds = Kind::ALL
            .map(|kind| format!("\"{}\"", kind.name()))
            .join(", ");
        for (about, declaration) in [
            (
                "RFC 7541 §6: the four ways to write a field, and the size update.",
                format!("const KINDS = [{kinds}] as const"),
            ),
            (
                "One of them.",
                "type Kind = (typeof KINDS)[number]".to_owned(),
            ),
            (
                "The ways to write a field.",
                "type FieldKind = Exclude<Kind, \"size-update\">".to_owned(),
            ),
            (
                "One engine on one workload; its time is absent until there are rounds enough, and for a wrong engine.",
                "type BenchmarkResult = BenchmarkOutcome & Partial<Estimate>".to_owned(),
            ),
            (
                "Stands in a column for nothing.",
                format!("const NONE = {NONE}"),
            ),
            (
                "UTF-16 units of a name or value that a window of rows carries.",
                format!("const TEXT_CUT = {TEXT_CUT}"),
            ),
        ] {
            let _ = writeln!(self.text, "/** {about} */\nexport {declaration};\n");
        }
    }

    /// Visits everything passed as JSON.
    fn roots(&mut self) {
        macro_rules! visit {
            ($($type:ty),* $(,)?) => { $(self.visit::<$type>();)* };
        }
        visit! {
            // Opening.
            crate::open_options::OpenOptions,
            crate::opened::Opened<'static>,
            inspect::pasted::ListedTable,
            crate::opened::SessionView<'static>,
            crate::problems::ProblemView<'static>,
            inspect::policies::MenuOption,
            // Blocks and fields.
            crate::answer::BlockDetail,
            crate::integers::IntegerView,
            inspect::warnings::Warning,
            inspect::explain::ExplainedBlock,
            inspect::explain::Explanation,
            inspect::explain::EngineReading,
            inspect::table::TableView,
            inspect::timing::TimingResult,
            inspect::provenance::Provenance,
            inspect::assumed::AssumedView,
            FieldText,
            crate::search::FoundView<'static>,
            inspect::search::Match,
            // Diagnosis.
            inspect::diagnosis::Diagnosis,
            crate::diagnosis::PreviewView,
            crate::export::ExportQuestion,
            inspect::mask::MaskCount,
            inspect::mask::Keep,
            // Encode.
            Composition,
            inspect::compose::Composed,
            crate::compose::Policies,
            // What if.
            inspect::what_if::view::Menu,
            crate::what_if::Question,
            crate::what_if::EntryQuestion,
            inspect::what_if::view::WhatIfView,
            inspect::what_if::view::EntryWindow,
            inspect::what_if::block::TriedBlock,
            // Compare.
            inspect::compare::block::View,
            // Learn.
            inspect::explain::CodeRow,
            inspect::explain::HuffmanReading,
            Amplification,
            inspect::attacks::Amplified,
            SizeOracle,
            inspect::attacks::GuessSizes,
        }
    }
}

impl Default for Types {
    fn default() -> Self {
        Self::new()
    }
}

const HEAD: &str = "\
// Generated by npm run types from the Rust structs: change those.
import type { ShownText } from \"./shown-text.ts\";

";

fn camel_case(name: &str) -> String {
    let mut words = name.split('_').map(str::to_lowercase);
    let mut camel = words.next().unwrap_or_default();
    for word in words {
        let (first, rest) = word.split_at(1);
        camel += &first.to_uppercase();
        camel += rest;
    }
    camel
}
