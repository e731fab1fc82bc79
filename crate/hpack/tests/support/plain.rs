//! A second, simple decoder written from the RFC, as the reference of the
//! properties: the dynamic table is a deque of owned entries, integers are 64-bit,
//! Huffman codes are looked up bit by bit in a map.

use std::{
    collections::{HashMap, VecDeque},
    ops::Range,
    sync::OnceLock,
};

use hpack_core::{
    Code, DecodeError, Kind,
    huffman::code::{CODES, EOS, LENGTHS},
    static_table,
};

use super::steps::EntryCopy;

/// Name, `None` if unknown, and value of an entry.
pub(crate) type PlainEntry = (Option<Vec<u8>>, Vec<u8>);

#[derive(Clone, Debug)]
pub(crate) struct Plain {
    /// Newest first.
    pub(crate) entries: VecDeque<PlainEntry>,
    pub(crate) maximum: u32,
    pub(crate) limit: u32,
    pub(crate) pending: Option<u32>,
    /// Whether unknown entries can exist from before the first byte.
    unknown_before: bool,
    /// Most unknown entries that still fit.
    pub(crate) unknown: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlainField {
    pub(crate) kind: Kind,
    pub(crate) name: Option<Vec<u8>>,
    pub(crate) value: Option<Vec<u8>>,
    pub(crate) inserted: bool,
}

/// A decoded representation, and the table after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlainStep {
    pub(crate) kind: Kind,
    pub(crate) bytes: Range<usize>,
    pub(crate) table: Vec<EntryCopy>,
    pub(crate) size: u64,
    pub(crate) maximum: u32,
    pub(crate) unknown: usize,
    /// Number of known entries evicted.
    pub(crate) evicted: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlainError {
    pub(crate) code: Code,
    pub(crate) field_offset: usize,
    pub(crate) at: usize,
    pub(crate) bit: u8,
}

impl From<&DecodeError> for PlainError {
    fn from(error: &DecodeError) -> Self {
        Self {
            code: error.code(),
            field_offset: error.field_offset,
            at: error.at,
            bit: error.bit,
        }
    }
}

/// Name and value at an index, `None` if unknown.
type Resolved = (Option<Vec<u8>>, Option<Vec<u8>>);

#[derive(Debug, Default)]
pub(crate) struct PlainBlock {
    pub(crate) fields: Vec<PlainField>,
    pub(crate) steps: Vec<PlainStep>,
    pub(crate) error: Option<PlainError>,
}

/// Code, byte and bit of an error.
type Located = (Code, usize, u8);

fn entry_size((name, value): &PlainEntry) -> u64 {
    (name.as_ref().map_or(0, Vec::len) + value.len() + 32) as u64
}

impl Plain {
    pub(crate) fn new(limit: u32, maximum: u32) -> Self {
        Self {
            entries: VecDeque::new(),
            maximum,
            limit,
            pending: None,
            unknown_before: false,
            unknown: 0,
        }
    }

    /// Adds entries from before the first byte, newest first, as many as fit.
    pub(crate) fn with_prior(mut self, newest_first: &[(Vec<u8>, Vec<u8>)]) -> Self {
        for (name, value) in newest_first {
            self.entries.push_back((Some(name.clone()), value.clone()));
            if self.size() > u64::from(self.maximum) {
                self.entries.pop_back();
                break;
            }
        }
        self
    }

    pub(crate) fn with_unknown_before(mut self) -> Self {
        self.unknown = ((u64::from(self.maximum) - self.size()) / 32) as usize;
        self.unknown_before = true;
        self
    }

    pub(crate) fn size(&self) -> u64 {
        self.entries.iter().map(entry_size).sum()
    }

    pub(crate) fn acknowledge_limit(&mut self, limit: u32) {
        self.limit = limit;
        if limit < self.maximum {
            self.pending = Some(self.pending.map_or(limit, |pending| pending.min(limit)));
        }
    }

    pub(crate) fn resize(&mut self, maximum: u32) -> usize {
        self.maximum = maximum;
        if self.pending.is_some_and(|pending| maximum <= pending) {
            self.pending = None;
        }
        self.shrink(u64::from(maximum))
    }

    /// Evicts the oldest entries until the rest takes at most `room` bytes.
    fn shrink(&mut self, room: u64) -> usize {
        let before = self.entries.len();
        while self.size() > room {
            self.entries.pop_back();
        }
        let evicted = before - self.entries.len();
        // Unknown entries are older than all known ones and have at least 32 bytes.
        let most = (room - self.size()) / 32;
        self.unknown = if evicted > 0 {
            0
        } else {
            self.unknown.min(most as usize)
        };
        evicted
    }

    /// Returns whether the entry was added, and the number of entries evicted.
    pub(crate) fn insert(&mut self, entry: PlainEntry) -> (bool, usize) {
        let Some(room) = u64::from(self.maximum).checked_sub(entry_size(&entry)) else {
            let evicted = self.entries.len();
            self.entries.clear();
            self.unknown = 0;
            return (false, evicted);
        };
        let evicted = self.shrink(room);
        self.entries.push_front(entry);
        (true, evicted)
    }

    fn look_up(&self, index: u32, at: usize) -> Result<Resolved, Located> {
        if let Some((name, value)) = static_table::get(index) {
            return Ok((Some(name.into()), Some(value.into())));
        }
        match self.entries.get(index as usize - 62) {
            Some((name, value)) => Ok((name.clone(), Some(value.clone()))),
            None if self.unknown_before => Ok((None, None)),
            None => Err((Code::IndexOutOfRange, at, 0)),
        }
    }

    pub(crate) fn decode(&mut self, block: &[u8]) -> PlainBlock {
        let mut out = PlainBlock::default();
        let mut at = 0;
        loop {
            let update = block.get(at).is_some_and(|byte| byte & 0xe0 == 0x20);
            let result = if (!update || at > 0) && self.pending.is_some() {
                Err((Code::MissingSizeUpdate, at, 0))
            } else if at == block.len() {
                return out;
            } else if update && !out.fields.is_empty() {
                Err((Code::SizeUpdateNotFirst, at, 0))
            } else {
                self.representation(block, at, &mut out)
            };
            match result {
                Ok(end) => at = end,
                Err((code, place, bit)) => {
                    self.pending = None;
                    out.error = Some(PlainError {
                        code,
                        field_offset: at,
                        at: place,
                        bit,
                    });
                    return out;
                }
            }
        }
    }

    fn representation(
        &mut self,
        block: &[u8],
        at: usize,
        out: &mut PlainBlock,
    ) -> Result<usize, Located> {
        let byte = block[at];
        let (kind, prefix) = if byte & 0x80 != 0 {
            (Kind::Indexed, 7)
        } else if byte & 0x40 != 0 {
            (Kind::Incremental, 6)
        } else if byte & 0x20 != 0 {
            (Kind::SizeUpdate, 5)
        } else if byte & 0x10 != 0 {
            (Kind::NeverIndexed, 4)
        } else {
            (Kind::WithoutIndexing, 4)
        };
        let (value, mut end) = integer(block, at, prefix)?;
        let mut evicted = 0;
        if kind == Kind::SizeUpdate {
            if value > self.limit {
                return Err((Code::SizeUpdateTooLarge, at, 0));
            }
            evicted = self.resize(value);
        } else {
            let mut inserted = false;
            let (name, value) = if kind == Kind::Indexed {
                if value == 0 {
                    return Err((Code::IndexZero, at, 0));
                }
                self.look_up(value, at)?
            } else {
                let name = if value == 0 {
                    let (name, after) = string(block, end)?;
                    end = after;
                    Some(name)
                } else {
                    self.look_up(value, at)?.0
                };
                let (value, after) = string(block, end)?;
                end = after;
                if kind == Kind::Incremental {
                    (inserted, evicted) = self.insert((name.clone(), value.clone()));
                }
                (name, Some(value))
            };
            out.fields.push(PlainField {
                kind,
                name,
                value,
                inserted,
            });
        }
        out.steps.push(PlainStep {
            kind,
            bytes: at..end,
            table: self.table(),
            size: self.size(),
            maximum: self.maximum,
            unknown: self.unknown,
            evicted,
        });
        Ok(end)
    }

    /// Entries with their sizes, newest first.
    pub(crate) fn table(&self) -> Vec<EntryCopy> {
        self.entries
            .iter()
            .map(|entry| (entry.0.clone(), Some(entry.1.clone()), entry_size(entry)))
            .collect()
    }
}

/// §5.1, up to 2^32 − 1 and five bytes after the prefix.
fn integer(block: &[u8], at: usize, prefix: u32) -> Result<(u32, usize), Located> {
    let full = (1 << prefix) - 1;
    let mut value = u64::from(block[at]) & full;
    if value < full {
        return Ok((value as u32, at + 1));
    }
    for i in 0..5 {
        let place = at + 1 + i;
        let byte = *block
            .get(place)
            .ok_or((Code::TruncatedInteger, block.len(), 0))?;
        value += u64::from(byte & 0x7f) << (7 * i);
        if value > u64::from(u32::MAX) {
            break;
        }
        if byte & 0x80 == 0 {
            return Ok((value as u32, place + 1));
        }
    }
    Err((Code::IntegerOverflow, at, 0))
}

/// §5.2.
fn string(block: &[u8], at: usize) -> Result<(Vec<u8>, usize), Located> {
    let Some(first) = block.get(at) else {
        return Err((Code::Truncated, at, 0));
    };
    let (length, from) = integer(block, at, 7)?;
    let end = from + length as usize;
    let data = block.get(from..end).ok_or((Code::TruncatedString, at, 0))?;
    let text = if first & 0x80 == 0 {
        data.to_vec()
    } else {
        huffman(data).map_err(|(code, bit)| (code, from + bit / 8, (bit % 8) as u8))?
    };
    Ok((text, end))
}

fn huffman(data: &[u8]) -> Result<Vec<u8>, (Code, usize)> {
    static SYMBOLS: OnceLock<HashMap<(u8, u32), u16>> = OnceLock::new();
    let symbols = SYMBOLS.get_or_init(|| {
        let codes = LENGTHS.into_iter().zip(CODES);
        codes.zip(0..).collect()
    });
    let mut text = Vec::new();
    let (mut bits, mut code) = (0, 0);
    let bit_of = |bit: usize| u32::from(data[bit / 8] >> (7 - bit % 8) & 1);
    let total = data.len() * 8;
    for bit in 0..total {
        code = code << 1 | bit_of(bit);
        bits += 1;
        match symbols.get(&(bits, code)) {
            None => {}
            Some(&EOS) => return Err((Code::HuffmanEos, bit)),
            Some(&symbol) => {
                text.push(symbol as u8);
                (bits, code) = (0, 0);
            }
        }
    }
    let open = total - usize::from(bits);
    if bits >= 8 {
        return Err((Code::HuffmanPaddingTooLong, total - 1));
    }
    match (open..total).find(|&bit| bit_of(bit) == 0) {
        Some(bit) => Err((Code::HuffmanPaddingNotOnes, bit)),
        None => Ok(text),
    }
}
