//! Encodes a composition.

use hpack::{DynamicTable, Encoder, FieldLine, History, Kind, dynamic_table::DEFAULT_MAXIMUM};
use http2::{Sender, validity};

use super::{
    Chosen, Composed, ComposedBlock, ComposedProblem, ComposedRow, ComposedSizeUpdate,
    ComposedWarning, Composition, Refused, Representation, Sums, composition::CompositionRow,
    framing,
};
use crate::{
    codes::string_data,
    policies::{Chooser, Legal, NamedPolicy, UpcomingBlock},
    text::hex,
    whole::FieldText,
};

/// Bytes shown of a representation: a value may be long, and can be encoded in
/// many ways.
pub const SHOWN: usize = 256;

/// Maximum number of dynamic entries offered as name references.
pub const MOST_REFERENCES: usize = 8;

/// Encodes `composition` and describes the result.
pub fn compose(composition: &Composition) -> Result<Composed, String> {
    let policy = composition.policy.policy()?;
    let prior = bytes(composition.prior.iter())?;
    let blocks = composition.blocks.iter();
    let blocks: Vec<_> = blocks
        .map(|block| bytes(block.rows.iter().map(|row| &row.text)))
        .collect::<Result<_, _>>()?;
    let limit = composition.limit;
    let maximum = composition.maximum.unwrap_or(limit.min(DEFAULT_MAXIMUM));
    let table = DynamicTable::new(limit, maximum.min(limit), History::Kept)
        .with_prior(prior.iter().map(|(name, value)| (&name[..], &value[..])));
    Ok(Run::new(composition, policy, table, &blocks).run())
}

/// Names and values.
type Lines = Vec<(Vec<u8>, Vec<u8>)>;

fn bytes<'a>(texts: impl Iterator<Item = &'a FieldText>) -> Result<Lines, String> {
    texts.map(FieldText::bytes).collect()
}

struct Run<'a> {
    composition: &'a Composition,
    fields: Vec<Vec<FieldLine<'a>>>,
    encoder: Encoder,
    chooser: Chooser,
    messages: validity::Messages,
    out: Composed,
}

impl<'a> Run<'a> {
    fn new(
        composition: &'a Composition,
        policy: NamedPolicy,
        table: DynamicTable,
        blocks: &'a [Lines],
    ) -> Self {
        let described = composition.blocks.iter();
        let fields = described.clone().zip(blocks).map(|(block, lines)| {
            let rows = block.rows.iter().zip(lines);
            let fields = rows.map(|(row, (name, value))| FieldLine {
                name,
                value,
                sensitive: row.sensitive,
            });
            fields.collect()
        });
        let fields: Vec<Vec<FieldLine<'_>>> = fields.collect();
        let encoder = Encoder::with_table(table);
        let ahead = described.zip(&fields).map(|(block, fields)| UpcomingBlock {
            changes: &block.changes,
            fields,
        });
        let ahead: Vec<UpcomingBlock<'_>> = ahead.collect();
        let chooser = Chooser::with_lookahead(policy, &encoder, &ahead);
        Self {
            composition,
            fields,
            chooser,
            messages: validity::Messages::new(true),
            out: Composed {
                blocks: Vec::new(),
                maximum: encoder.table().state().maximum(),
                sums: Sums::default(),
                problems: Vec::new(),
            },
            encoder,
        }
    }

    fn run(mut self) -> Composed {
        for (number, fields) in std::mem::take(&mut self.fields).into_iter().enumerate() {
            let block = self.block(number, &fields);
            let (all, sums) = (&mut self.out.sums, block.sums);
            all.fields += sums.fields;
            all.bytes += sums.bytes;
            all.plain_bytes += sums.plain_bytes;
            all.frame_bytes += sums.frame_bytes;
            self.out.blocks.push(block);
        }
        self.out
    }

    fn block(&mut self, number: usize, fields: &[FieldLine<'_>]) -> ComposedBlock {
        let described = &self.composition.blocks[number];
        for &change in &described.changes {
            if let Err(above) = change.apply(&mut self.encoder) {
                self.out.problems.push(ComposedProblem {
                    block: number,
                    message: format!(
                        "The maximum cannot be set above the limit, which is {}.",
                        above.limit
                    ),
                    section: "RFC 7541 §4.2",
                });
            }
        }
        let mut bytes = Vec::new();
        let size_updates = self.write_size_updates(&mut bytes);
        let rows = described
            .rows
            .iter()
            .zip(fields)
            .map(|(described, &field)| self.row(described, field, &mut bytes))
            .collect();
        let framing = described
            .framing
            .as_ref()
            .map_or((&self.composition.framing, number), |framing| (framing, 0));
        let framed = framing::frames(&bytes, framing.0, framing.1 as u32);
        let (frames_problem, (frame_bytes, frames)) = match framed {
            Ok(framed) => (None, framed),
            Err(refused) => (Some(refused), Default::default()),
        };
        ComposedBlock {
            hex: hex(&bytes),
            size_updates,
            rows,
            warnings: self.warnings(framing.0.push_promise.is_some(), fields),
            frames,
            frames_hex: hex(&frame_bytes),
            frames_problem,
            limit: self.encoder.table().state().limit(),
            sums: Sums {
                fields: fields.len(),
                bytes: bytes.len(),
                plain_bytes: fields
                    .iter()
                    .map(|field| field.name.len() + field.value.len())
                    .sum(),
                frame_bytes: frame_bytes.len(),
            },
        }
    }

    fn write_size_updates(&mut self, bytes: &mut Vec<u8>) -> Vec<ComposedSizeUpdate> {
        let updates = self.encoder.begin(bytes);
        updates
            .into_iter()
            .map(|update| ComposedSizeUpdate {
                maximum: update.state.maximum(),
                start: update.range.start,
                end: update.range.end,
            })
            .collect()
    }

    fn row(
        &mut self,
        described: &CompositionRow,
        field: FieldLine<'_>,
        bytes: &mut Vec<u8>,
    ) -> ComposedRow {
        let by_policy = self.encoder.choose(&mut self.chooser, field);
        let by_policy = Legal::of(&self.encoder, field, &by_policy);
        let (chosen, refused) = match &described.choice {
            None => (None, None),
            Some(chosen) => match self.legal(field, chosen) {
                Ok(choice) => (Some(choice), None),
                Err(refused) => (None, Some(refused)),
            },
        };
        let taken = chosen.unwrap_or(by_policy);
        let (mut choices, more) = Legal::all(&self.encoder, field, MOST_REFERENCES);
        let least = choices.first().map_or(taken.length, |first| first.length);
        let at = choices.iter().position(|choice| *choice == taken);
        let at = at.unwrap_or_else(|| {
            choices.push(taken);
            choices.len() - 1
        });
        let choices = choices
            .iter()
            .map(|choice| self.representation(field, choice, least))
            .collect();
        let start = bytes.len();
        self.encoder.write(field, taken.choice(), bytes);
        ComposedRow {
            choices,
            more,
            taken: at,
            by_policy: chosen.is_none(),
            refused,
            start,
            end: bytes.len(),
        }
    }

    /// Resolves an explicit choice, if it is legal.
    fn legal(&self, field: FieldLine<'_>, chosen: &Chosen) -> Result<Legal, Refused> {
        let mut kinds = Kind::ALL.into_iter();
        let kind = kinds
            .find(|kind| *kind != Kind::SizeUpdate && kind.name() == chosen.kind)
            .ok_or_else(|| Refused {
                message: format!("There is no representation “{}”.", chosen.kind),
                section: "RFC 7541 §6",
            })?;
        let huffman = [chosen.name_huffman, chosen.value_huffman];
        let legal = Legal::from_parts(&self.encoder, field, kind, chosen.index, huffman);
        legal.map_err(|illegal| Refused {
            message: illegal.to_string(),
            section: illegal.section(),
        })
    }

    fn representation(&self, field: FieldLine<'_>, choice: &Legal, least: usize) -> Representation {
        let mut bytes = Vec::new();
        choice.choice().append(field, &mut bytes);
        let [name_huffman, value_huffman] = choice.huffman;
        Representation {
            chosen: Chosen {
                kind: choice.kind.name().to_owned(),
                index: choice.index,
                name_huffman,
                value_huffman,
            },
            bytes: choice.length,
            strings: string_data(&bytes, 0).map(|data| [data.start, data.end]),
            cut: bytes.len() > SHOWN,
            hex: hex(&bytes[..bytes.len().min(SHOWN)]),
            evicts: choice.evicts,
            empties: choice.empties,
            proper: choice.proper,
            cheapest: choice.length == least,
        }
    }

    fn warnings(&mut self, promised: bool, fields: &[FieldLine<'_>]) -> Vec<ComposedWarning> {
        let fields: Vec<validity::Field<'_>> = fields
            .iter()
            .map(|field| validity::Field {
                name: Some(field.name),
                value: Some(field.value),
            })
            .collect();
        let context = self.messages.next(
            Sender::Unknown,
            None,
            promised,
            false,
            fields.iter().copied(),
        );
        validity::check(context, &fields)
            .into_iter()
            .map(|violation| ComposedWarning {
                row: violation.field(),
                code: violation.rule.code(),
                section: violation.rule.section(),
                message: violation.message(|number| fields[number]),
            })
            .collect()
    }
}
