//! Filters: selects the messages to show.

use std::collections::{HashMap, HashSet};

use inspect::{
    Session,
    assumed::AssumedEntries,
    search::{Query, Texts},
};

use crate::arguments::Decode;

/// Selects blocks by queries. In a connection, all blocks of a stream are shown
/// as soon as every query has matched in one of them: a path in the request, a
/// status in its response. Header blocks without frames are filtered one by
/// one.
#[derive(Debug, Default)]
pub(crate) struct Filter {
    queries: Vec<Query>,
    streams: HashMap<(usize, u32), Stream>,
}

/// Selected blocks, each by connection and block number.
pub(crate) type BlockSet = HashSet<(usize, usize)>;

/// A stream that is being filtered.
#[derive(Debug)]
struct Stream {
    /// Queries without a match so far.
    unmet: Vec<usize>,
    /// Blocks held back until all queries match.
    waiting: Vec<usize>,
}

impl Filter {
    /// Builds the queries from the arguments.
    pub(crate) fn new(arguments: &Decode) -> Self {
        let named = |name: &str, value: &Option<String>| {
            value.as_ref().map(|value| Query::field(name, value))
        };
        let queries = [
            named(":path", &arguments.path),
            named(":status", &arguments.status),
            arguments.name.as_ref().map(|name| Query::field(name, "")),
            arguments.value.as_ref().map(|value| Query::value(value)),
            arguments.errors.then_some(Query::Error(None)),
            arguments.find.as_deref().and_then(Query::parse),
        ];
        Self {
            queries: queries.into_iter().flatten().collect(),
            streams: HashMap::new(),
        }
    }

    /// Whether it selects everything.
    pub(crate) fn is_empty(&self) -> bool {
        self.queries.is_empty()
    }

    /// Returns the blocks of a connection to show now that `block`, the next
    /// one, is complete.
    pub(crate) fn next(
        &mut self,
        connection: usize,
        session: &Session,
        block: usize,
    ) -> Vec<usize> {
        let known = AssumedEntries::NONE;
        let overlay = known.over(session);
        self.advance(connection, session, block, |_, query| {
            overlay.has(query, block)
        })
    }

    /// Advances a stream by one block; `has` tests a query on it.
    fn advance(
        &mut self,
        connection: usize,
        session: &Session,
        block: usize,
        has: impl Fn(usize, &Query) -> bool,
    ) -> Vec<usize> {
        let Self { queries, streams } = self;
        if queries.is_empty() {
            return vec![block];
        }
        let is_unmet = |query: &usize| !has(*query, &queries[*query]);
        let Some(framed) = session.blocks()[block].framed else {
            let is_shown = !(0..queries.len()).any(|query| is_unmet(&query));
            return is_shown.then_some(block).into_iter().collect();
        };
        let number = framed.promised.unwrap_or(framed.stream);
        let stream = streams
            .entry((connection, number))
            .or_insert_with(|| Stream {
                unmet: (0..queries.len()).collect(),
                waiting: Vec::new(),
            });
        stream.waiting.push(block);
        stream.unmet.retain(is_unmet);
        if stream.unmet.is_empty() {
            std::mem::take(&mut stream.waiting)
        } else {
            Vec::new()
        }
    }

    /// Returns the blocks to show of complete connections; `None` without
    /// filters.
    pub(crate) fn all<'a>(&self, sessions: impl Iterator<Item = &'a Session>) -> Option<BlockSet> {
        if self.is_empty() {
            return None;
        }
        let mut fresh = Self {
            queries: self.queries.clone(),
            streams: HashMap::new(),
        };
        let mut shown = HashSet::new();
        for (number, session) in sessions.enumerate() {
            let known = AssumedEntries::NONE;
            let overlay = known.over(session);
            let blocks = 0..session.blocks().len();
            // Decoded once, since thousands of blocks may refer to one entry.
            let texts = Texts::new(overlay, 0..session.rows().len());
            let blocks_with = |query: &Query| -> HashSet<usize> {
                let found = overlay.search(query, &texts, blocks.clone());
                found.iter().map(|found| found.block as usize).collect()
            };
            let with: Vec<_> = self.queries.iter().map(blocks_with).collect();
            for block in blocks.clone() {
                let has = |query: usize, _: &Query| with[query].contains(&block);
                let next = fresh.advance(number, session, block, has);
                shown.extend(next.into_iter().map(|block| (number, block)));
            }
        }
        Some(shown)
    }
}
