//! Everything that an observer and a sink hear, in one list.

use std::{cell::RefCell, ops::Range};

use hpack::{
    Decoder, DynamicTable, Engines, Fault, Field, Kind, Moment, Observer, Reference,
    decoder::Role,
    huffman::{Engine, HuffmanDecoder},
    integer::Bits32,
    structure::StringLiteral,
    with_huffman,
};

use super::Owned;

/// A call of the observer or of the sink.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    Integer(Range<usize>, u8, u32),
    Reference(u32, Reference),
    String(Role, Literal, Vec<u8>),
    Evicted(Range<i64>),
    Inserted(i64, u64),
    TooLarge,
    SizeUpdated(u32),
    Field(Owned),
    Step(Kind, Range<usize>, Box<Snapshot>),
    Fault(Fault),
}

/// A string literal: the octets of its length, the H bit, the octets of its data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Literal(
    pub(crate) Range<usize>,
    pub(crate) bool,
    pub(crate) Range<usize>,
);

impl From<&StringLiteral> for Literal {
    fn from(literal: &StringLiteral) -> Self {
        assert_eq!(literal.length.prefix_bits, 7);
        assert_eq!(literal.length.value as usize, literal.data.len());
        Self(
            literal.length.octets.clone(),
            literal.huffman,
            literal.data.clone(),
        )
    }
}

/// Name and value of an entry, and its size.
pub(crate) type EntryCopy = (Option<Vec<u8>>, Option<Vec<u8>>, u64);

/// The table as a step left it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Snapshot {
    pub(crate) moment: Moment,
    pub(crate) size: u64,
    pub(crate) count: usize,
    pub(crate) unknown: usize,
    /// Newest first.
    pub(crate) entries: Vec<EntryCopy>,
}

impl Snapshot {
    /// The table as it is now, by the functions for now.
    pub(crate) fn now(table: &DynamicTable) -> Self {
        let moment = table.moment();
        Self {
            moment,
            size: table.size(),
            count: table.count(),
            unknown: table.unknown_at(&moment),
            entries: table.entries().map(|entry| copy(&entry)).collect(),
        }
    }

    /// The table as it was at `moment`, by the functions for any moment.
    pub(crate) fn at(table: &DynamicTable, moment: Moment) -> Self {
        Self {
            moment,
            size: table.size_at(&moment),
            count: table.count_at(&moment),
            unknown: table.unknown_at(&moment),
            entries: table
                .entries_at(&moment)
                .map(|entry| copy(&entry))
                .collect(),
        }
    }
}

fn copy(entry: &hpack::Entry<'_>) -> EntryCopy {
    (
        entry.name.map(<[u8]>::to_vec),
        entry.value.map(<[u8]>::to_vec),
        entry.size,
    )
}

struct Recorder<'a>(&'a RefCell<Vec<Event>>);

impl Recorder<'_> {
    fn push(&self, event: Event) {
        self.0.borrow_mut().push(event);
    }
}

impl Observer for Recorder<'_> {
    fn integer(&mut self, octets: Range<usize>, prefix_bits: u8, value: u32) {
        self.push(Event::Integer(octets, prefix_bits, value));
    }

    fn reference(&mut self, index: u32, meaning: Reference) {
        self.push(Event::Reference(index, meaning));
    }

    fn string(&mut self, role: Role, literal: &StringLiteral, text: &[u8]) {
        self.push(Event::String(role, literal.into(), text.to_vec()));
    }

    fn evicted(&mut self, positions: Range<i64>) {
        self.push(Event::Evicted(positions));
    }

    fn inserted(&mut self, position: i64, size: u64) {
        self.push(Event::Inserted(position, size));
    }

    fn too_large(&mut self) {
        self.push(Event::TooLarge);
    }

    fn size_updated(&mut self, maximum: u32) {
        self.push(Event::SizeUpdated(maximum));
    }

    fn step(&mut self, kind: Kind, octets: Range<usize>, table: &DynamicTable) {
        self.push(Event::Step(kind, octets, Box::new(Snapshot::now(table))));
    }

    fn fault(&mut self, fault: &Fault) {
        self.push(Event::Fault(*fault));
    }
}

/// Decodes `block` and gives all that was heard of it.
pub(crate) fn record(decoder: &mut Decoder, engine: Engine, block: &[u8]) -> Vec<Event> {
    with_huffman!(engine, |huffman| record_with(decoder, huffman, block))
}

fn record_with<H: HuffmanDecoder>(decoder: &mut Decoder, huffman: H, block: &[u8]) -> Vec<Event> {
    let engines = Engines {
        huffman,
        integer: Bits32,
    };
    let heard = RefCell::new(Vec::new());
    let result = decoder.decode(
        &engines,
        block,
        &mut |field: Field<'_>| heard.borrow_mut().push(Event::Field(field.into())),
        &mut Recorder(&heard),
    );
    let heard = heard.into_inner();
    match (result, heard.last()) {
        (Err(fault), Some(Event::Fault(last))) => assert_eq!(fault, *last),
        (Err(fault), _) => panic!("the observer did not hear of {fault:?}"),
        (Ok(()), last) => assert!(!matches!(last, Some(Event::Fault(_)))),
    }
    heard
}

/// Fields and fault of what was heard.
pub(crate) fn decoded(heard: &[Event]) -> super::Decoded {
    let fields = heard.iter().filter_map(|event| match event {
        Event::Field(field) => Some(field.clone()),
        _ => None,
    });
    let fault = heard.iter().find_map(|event| match event {
        Event::Fault(fault) => Some(*fault),
        _ => None,
    });
    (fields.collect(), fault)
}

/// The steps heard: their octets and the table after each.
pub(crate) fn steps(heard: &[Event]) -> impl Iterator<Item = (Kind, &Range<usize>, &Snapshot)> {
    heard.iter().filter_map(|event| match event {
        Event::Step(kind, octets, snapshot) => Some((*kind, octets, &**snapshot)),
        _ => None,
    })
}
