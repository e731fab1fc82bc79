//! The filters of the command line: which messages are shown.

use std::collections::{HashMap, HashSet};

use inspect::{
    Session,
    assumed::AssumedEntries,
    search::{Query, Texts},
};

use crate::arguments::Decode;

/// What blocks are asked for. Of a connection, the blocks of a stream are
/// shown together, as soon as what is asked for has been found among them: a
/// path in the request, a status in its response. Blocks by themselves are
/// shown one by one.
#[derive(Debug, Default)]
pub(crate) struct Filter {
    queries: Vec<Query>,
    streams: HashMap<(usize, u32), Stream>,
}

/// Blocks by the numbers of their connection and their own.
pub(crate) type Wanted = HashSet<(usize, usize)>;

/// The blocks of a stream.
#[derive(Debug)]
struct Stream {
    /// Numbers of the queries that are not met yet.
    unmet: Vec<usize>,
    /// Blocks that wait for that.
    waiting: Vec<usize>,
}

impl Filter {
    /// What the arguments ask for.
    pub(crate) fn new(arguments: &Decode) -> Self {
        let Decode {
            path,
            status,
            name,
            value,
            errors,
            find,
            ..
        } = arguments;
        let named = |name: &str, value: &Option<String>| {
            value.as_ref().map(|value| Query::field(name, value))
        };
        let queries = [
            named(":path", path),
            named(":status", status),
            name.as_ref().map(|name| Query::field(name, "")),
            value.as_ref().map(|value| Query::value(value)),
            errors.then_some(Query::Fault(None)),
            find.as_deref().and_then(Query::parse),
        ];
        Self {
            queries: queries.into_iter().flatten().collect(),
            streams: HashMap::new(),
        }
    }

    /// The blocks of a connection that are to be shown now that `block`, the
    /// next one, is there.
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

    /// [`next`](Self::next), where `has` says which queries the block meets.
    fn advance(
        &mut self,
        connection: usize,
        session: &Session,
        block: usize,
        has: impl Fn(usize, &Query) -> bool,
    ) -> Vec<usize> {
        let Self { queries, streams } = self;
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

    /// The blocks of whole connections that are to be shown; `None` where
    /// nothing is asked for.
    pub(crate) fn all<'a>(&self, sessions: impl Iterator<Item = &'a Session>) -> Option<Wanted> {
        if self.queries.is_empty() {
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
            // All at once, as thousands of blocks may refer to one entry.
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
