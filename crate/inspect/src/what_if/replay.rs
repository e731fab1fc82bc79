//! Re-encodes the lists block by block.

use hpack::{
    DynamicTable, Encoder, FieldLine, History, Kind,
    encoder::{Choice, Entered, Huffman},
};

use super::{
    account::Step,
    lists::{Listed, Lists},
    plan::{Choices, Plan},
};
use crate::{
    Session,
    columns::{BlockRecord, Row, flags},
    policies::{
        Change, Chooser, HuffmanUse, Indexing, NamedPolicy, UpcomingBlock, check, encoded_len,
    },
};

/// Fields that the look-ahead policy plans at a time: it encodes them many
/// times to find a plan.
const AHEAD: usize = 8192;

/// Decoded size of these fields, bytes: a few bytes can expand to many.
const AHEAD_BYTES: u64 = 4 << 20;

/// An encoder with its position in the lists.
#[derive(Debug)]
pub(super) struct Replay {
    plan: Plan,
    encoder: Encoder,
    chooser: Option<Chooser>,
    /// Next block before which the look-ahead policy needs a new plan.
    replan_at: usize,
    /// Huffman policy for strings that were not sent as literals.
    sender_huffman: HuffmanUse,
    next: usize,
}

impl Replay {
    pub(super) fn new(session: &Session, lists: &Lists, plan: Plan) -> Self {
        let options = session.options();
        let prior = options.start.prior.iter();
        let table = DynamicTable::new(options.limit, options.maximum, History::Forgotten)
            .with_prior(prior.map(|(name, value)| (&name[..], &value[..])));
        let mut encoder = Encoder::with_table(table);
        if let Some(maximum) = plan.maximum {
            follow(&mut encoder, Change::Maximum(maximum));
        }
        Self {
            chooser: match plan.choices {
                Choices::AsSent => None,
                Choices::Policy(indexing) => {
                    let default = NamedPolicy::from(indexing);
                    Some(Chooser::new(NamedPolicy {
                        huffman: plan.huffman.unwrap_or(default.huffman),
                        indexing,
                    }))
                }
            },
            replan_at: match plan.choices {
                Choices::Policy(Indexing::LookAhead) => 0,
                _ => usize::MAX,
            },
            sender_huffman: plan
                .huffman
                .unwrap_or_else(|| sender_huffman(session, lists)),
            plan,
            encoder,
            next: 0,
        }
    }

    /// Huffman policy for strings that were not sent as literals.
    pub(super) fn coding(&self) -> HuffmanUse {
        match &self.chooser {
            Some(chooser) => chooser.policy().huffman,
            None => self.sender_huffman,
        }
    }

    pub(super) fn done(&self) -> usize {
        self.next
    }

    pub(super) fn encoder(&self) -> &Encoder {
        &self.encoder
    }

    /// Appends the next block to `out`, if there is one.
    pub(super) fn block(&mut self, session: &Session, lists: &Lists, out: &mut Vec<u8>) {
        self.begin(session, lists, out, |_| {});
        self.fields(session, lists, Some(out), |_| {});
    }

    /// Encodes the next block without writing it, and passes every
    /// representation to `each`.
    pub(super) fn steps(&mut self, session: &Session, lists: &Lists, mut each: impl FnMut(&Step)) {
        self.begin(session, lists, &mut Vec::new(), &mut each);
        self.fields(session, lists, None, each);
    }

    pub(super) fn begin(
        &mut self,
        session: &Session,
        lists: &Lists,
        out: &mut Vec<u8>,
        mut each: impl FnMut(&Step),
    ) {
        let Some(block) = lists.blocks.get(self.next) else {
            return;
        };
        if self.plan.maximum.is_none() {
            for change in changes(&session.blocks()[block.number as usize], session) {
                follow(&mut self.encoder, change);
            }
        }
        if self.next >= self.replan_at {
            self.look_ahead(session, lists);
        }
        let from = out.len();
        let before = self.encoder.table().state();
        let count = self.encoder.table().count() as i64;
        self.encoder.begin(out);
        if out.len() > from {
            let left = count - self.encoder.table().count() as i64;
            let oldest = before.end() - count;
            each(&Step {
                field: None,
                kind: Kind::SizeUpdate,
                bytes: (out.len() - from) as u32,
                index: 0,
                refers: None,
                huffman: [None; 2],
                inserted: None,
                evicted: oldest..oldest + left,
            });
        }
    }

    /// Encodes the fields of the current block, into `out` if given.
    pub(super) fn fields(
        &mut self,
        session: &Session,
        lists: &Lists,
        mut out: Option<&mut Vec<u8>>,
        mut each: impl FnMut(&Step),
    ) {
        let Some(block) = lists.blocks.get(self.next) else {
            return;
        };
        let first = block.end as usize - lists.fields_of(self.next).len();
        for at in first..block.end as usize {
            let field = lists.fields[at];
            let (choice, step) = self.field(session, lists, field);
            if let Some(out) = &mut out {
                choice.append(line(lists, field), out);
            }
            each(&Step {
                field: Some(at as u32),
                ..step
            });
        }
        self.next += 1;
    }

    fn field(&mut self, session: &Session, lists: &Lists, field: Listed) -> (Choice, Step) {
        let line = line(lists, field);
        let Entered {
            choice,
            refers,
            inserted,
            evicted,
            ..
        } = match &mut self.chooser {
            Some(chooser) => self.encoder.enter_with(chooser, line),
            None => {
                let choice = self.as_sent(line, &session.rows()[field.row as usize]);
                self.encoder.enter(line, choice)
            }
        };
        let step = Step {
            field: None,
            kind: choice.kind,
            bytes: encoded_len(line, coded(lists, field), &choice),
            index: choice.index.unwrap_or(0),
            refers,
            huffman: inserted.map_or([None; 2], |_| {
                [(choice.name, field.name), (choice.value, field.value)]
                    .map(|(coding, string)| Some(lists.is_coded(coding, string)))
            }),
            inserted,
            evicted,
        };
        (choice, step)
    }

    /// Representation that the sender chose, or the closest that the table
    /// allows.
    fn as_sent(&self, line: FieldLine<'_>, row: &Row) -> Choice {
        let [names, values] = row.huffman();
        let same_table = self.plan.maximum.is_none();
        let index = (row.index > 0).then_some(row.index);
        if same_table
            && self.plan.huffman.is_none()
            && let Ok(exactly) = check(&self.encoder, line, row.kind, index, row.huffman())
        {
            return exactly;
        }
        let kind = match row.kind {
            Kind::Indexed | Kind::SizeUpdate => Kind::Incremental,
            kind => kind,
        };
        let indexes = kind == Kind::Incremental && !(same_table && row.kind == kind);
        let sender_huffman =
            |text, sent: Option<bool>| match sent.filter(|_| self.plan.huffman.is_none()) {
                Some(true) => Huffman::Always,
                Some(false) => Huffman::Never,
                None => self.sender_huffman.of(text),
            };
        let [name, value] = [(line.name, names), (line.value, values)]
            .map(|(text, sent)| sender_huffman(text, sent));
        let found = self.encoder.find(line);
        let indexed = found.field().filter(|_| indexes);
        match indexed {
            Some(index) => Choice::new(Kind::Indexed, Some(index)),
            None => found.literal(kind).with_huffman(name, value),
        }
    }

    /// Plans the next blocks. Another plan is made when half of them are
    /// written, unless they are the last.
    fn look_ahead(&mut self, session: &Session, lists: &Lists) {
        let Some(policy) = self.chooser.as_ref().map(Chooser::policy) else {
            return;
        };
        let mut fields = Vec::new();
        let mut lengths = Vec::new();
        let mut planned = Vec::new();
        let mut end = self.next;
        let mut bytes = 0;
        while end < lists.blocks.len() && fields.len() < AHEAD && bytes < AHEAD_BYTES {
            bytes += u64::from(lists.blocks[end].plain);
            let from = fields.len();
            let listed = lists.fields_of(end).iter();
            fields.extend(listed.clone().map(|&field| line(lists, field)));
            lengths.extend(listed.map(|&field| coded(lists, field)));
            let block = &session.blocks()[lists.blocks[end].number as usize];
            let changes = if self.plan.maximum.is_none() && end > self.next {
                changes(block, session)
            } else {
                Vec::new()
            };
            planned.push((changes, from..fields.len()));
            end += 1;
        }
        let ahead: Vec<UpcomingBlock<'_>> = planned
            .iter()
            .map(|(changes, range)| UpcomingBlock {
                changes,
                fields: &fields[range.clone()],
            })
            .collect();
        self.chooser = Some(Chooser::with_lookahead_lengths(
            policy,
            &self.encoder,
            &ahead,
            &lengths,
        ));
        self.replan_at = if end == lists.blocks.len() {
            usize::MAX
        } else {
            self.next + (end - self.next).div_ceil(2)
        };
    }
}

/// Huffman-coded lengths of name and value, bytes.
fn coded(lists: &Lists, field: Listed) -> [u32; 2] {
    [field.name, field.value].map(|string| lists.length(string, true))
}

fn line(lists: &Lists, field: Listed) -> FieldLine<'_> {
    FieldLine {
        name: lists.string(field.name),
        value: lists.string(field.value),
        sensitive: field.sensitive,
    }
}

/// Limits acknowledged before a block, and maximums set in it.
fn changes(block: &BlockRecord, session: &Session) -> Vec<Change> {
    let limits = block
        .limit_changes
        .iter()
        .map(|&limit| Change::Limit(limit));
    let rows = session.rows()[block.rows.clone()].iter();
    let maximums = rows
        .take_while(|row| row.kind == Kind::SizeUpdate)
        .map(|row| Change::Maximum(row.size()));
    limits.chain(maximums).collect()
}

/// Applies `change`. Raises the limit for a maximum above it: the sender must
/// have had a limit that was not seen.
fn follow(encoder: &mut Encoder, change: Change) {
    if let (Err(_), Change::Maximum(maximum)) = (change.apply(encoder), change) {
        encoder.acknowledge_limit(maximum);
        encoder.set_maximum(maximum).expect("the limit was raised");
    }
}

/// Infers the sender's Huffman policy: any coded literal means that it codes.
pub(super) fn sender_huffman(session: &Session, lists: &Lists) -> HuffmanUse {
    let coded = |field: &Listed| {
        session.rows()[field.row as usize].has(flags::NAME_HUFFMAN | flags::VALUE_HUFFMAN)
    };
    if lists.fields.iter().any(coded) {
        HuffmanUse::Shorter
    } else {
        HuffmanUse::Never
    }
}
