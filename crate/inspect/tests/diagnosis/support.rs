//! Connections from real captures and stories.

use input::Sender;
use inspect::{Options, Session, diagnosis::Diagnosis};

use crate::sessions::support::{Sent, captures};

#[derive(Clone, Debug)]
pub(crate) struct Connection {
    pub(crate) name: String,
    pub(crate) options: Options,
    pub(crate) blocks: Vec<Sent>,
    /// Blocks of the other side, if `blocks` are of one side only.
    pub(crate) aside: Vec<Sent>,
}

impl Connection {
    pub(crate) fn session(&self) -> Session {
        Session::decode(self.options.clone(), &self.blocks)
    }

    /// Numbers of the blocks of `sender`.
    pub(crate) fn of(&self, sender: Sender) -> Vec<usize> {
        (0..self.blocks.len())
            .filter(|&number| self.blocks[number].sender == sender)
            .collect()
    }
}

pub(crate) fn all() -> Vec<Connection> {
    let captures = captures().into_iter();
    captures
        .map(|case| Connection {
            name: case.name,
            options: Options::default(),
            blocks: case.blocks,
            aside: Vec::new(),
        })
        .collect()
}

/// Stories of encoders that use the dynamic table, each of requests paired with
/// one of responses.
pub(crate) fn stories() -> Vec<Connection> {
    let mut all = Vec::new();
    for (encoder, stories) in testing::story::varied() {
        let (mut requests, mut responses) = (Vec::new(), Vec::new());
        for story in stories {
            let (to, sender) = if story.is_of_requests() {
                (&mut requests, Sender::Client)
            } else {
                (&mut responses, Sender::Server)
            };
            let mut limit = 4096;
            let blocks: Vec<Sent> = story
                .cases
                .into_iter()
                .map(|case| {
                    let size = case.header_table_size.filter(|&size| size != limit);
                    limit = size.unwrap_or(limit);
                    Sent::new(sender, case.wire, size.into_iter().collect())
                })
                .collect();
            to.push(blocks);
        }
        for (number, requests) in requests.into_iter().enumerate() {
            let responses = &responses[number % responses.len()];
            let pairs = requests.into_iter().zip(responses.iter().cloned());
            let blocks: Vec<Sent> = pairs
                .flat_map(|(request, response)| [request, response])
                .collect();
            let connection = Connection {
                name: format!("{encoder} {number}"),
                options: Options::default(),
                blocks,
                aside: Vec::new(),
            };
            let session = connection.session();
            if session.rows().iter().any(|row| row.index > 61) {
                all.push(connection);
            }
        }
    }
    all
}

/// Whether a block fails, and its fields.
pub(crate) type Fields = (bool, Vec<(Option<Vec<u8>>, Option<Vec<u8>>)>);

pub(crate) fn fields(session: &Session) -> Vec<Fields> {
    let own = |text: Option<&[u8]>| text.map(<[u8]>::to_vec);
    let blocks = session.blocks().iter().enumerate();
    blocks
        .map(|(number, block)| {
            let rows = session.rows_of(number).iter();
            let fields = rows.map(|row| (own(session.name(row)), own(session.value(row))));
            (block.error.is_some(), fields.collect())
        })
        .collect()
}

/// Number of blocks after the damage that are checked.
const MAX_CHECKED: usize = 40;

/// Diagnoses of the first block, from `from` on, that fails or has any.
pub(crate) fn first_diagnosis(session: &Session, from: usize) -> Option<Vec<Diagnosis>> {
    let blocks = session.blocks().iter().enumerate();
    blocks
        .skip(from)
        .take(MAX_CHECKED)
        .map(|(number, block)| (block.error, session.diagnose(number)))
        .find(|(error, found)| error.is_some() || !found.is_empty())
        .map(|(_, found)| found)
}

/// At most `most` positions in a connection, spread evenly.
pub(crate) fn spread(length: usize, most: usize) -> impl Iterator<Item = usize> {
    (0..length).step_by(length.div_ceil(most).max(1))
}

/// Seeds of a run: a fixed one; in a long run (`PROPTEST_CASES`), several from
/// `PROPTEST_RNG_SEED` on.
pub(crate) fn seeds() -> std::ops::Range<u64> {
    const SEVERAL: u64 = 5;
    let of_run = |_| std::env::var("PROPTEST_RNG_SEED").ok()?.parse::<u64>().ok();
    match std::env::var("PROPTEST_CASES").ok().and_then(of_run) {
        Some(seed) => seed..seed + SEVERAL,
        None => 0..1,
    }
}

/// Deterministic pseudorandom numbers: xorshift.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        let mut random = Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x2545_f491_4f6c_dd1d);
        (0..8).for_each(|_| {
            random.below(2);
        });
        random
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end as u64) as usize
    }
}
