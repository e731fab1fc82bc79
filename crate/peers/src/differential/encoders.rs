//! Our encoder and others on lists of fields.

use std::ptr;

use bench::workload::Sent;
use fastrand::Rng;
use hpack::{Encoder, FieldLine};
use inspect::policies::{Change, Chooser, HuffmanUse, Indexing, NamedPolicy, UpcomingBlock};
use libnghttp2_sys as sys;

use super::write::pick;

/// A header list and the changes before it.
pub(super) struct List<'a> {
    pub(super) changes: Vec<Change>,
    pub(super) fields: Vec<FieldLine<'a>>,
}

impl List<'_> {
    fn sent(&self, bytes: Vec<u8>) -> Sent {
        let limit = |change: &Change| match *change {
            Change::Limit(limit) => Some(limit),
            Change::Maximum(_) => None,
        };
        Sent {
            limit_changes: self.changes.iter().filter_map(limit).collect(),
            bytes,
        }
    }
}

/// Our encoder, with a random policy.
pub(super) fn ours(rng: &mut Rng, lists: &[List<'_>]) -> Vec<Sent> {
    let policy = NamedPolicy {
        huffman: pick(rng, &HuffmanUse::ALL),
        indexing: pick(rng, &Indexing::ALL),
    };
    let ahead: Vec<UpcomingBlock<'_>> = lists
        .iter()
        .map(|list| UpcomingBlock {
            changes: &list.changes,
            fields: &list.fields,
        })
        .collect();
    let mut encoder = Encoder::new(4096);
    let mut chooser = Chooser::with_lookahead(policy, &encoder, &ahead);
    let block = |list: &List<'_>| {
        for &change in &list.changes {
            // A maximum above the limit has no effect.
            let _ = change.apply(&mut encoder);
        }
        let mut bytes = Vec::new();
        encoder.encode_with(&mut chooser, &list.fields, &mut bytes);
        list.sent(bytes)
    };
    lists.iter().map(block).collect()
}

/// nghttp2's deflater, with limits and no other maximum.
pub(super) fn nghttp2(lists: &[List<'_>]) -> Vec<Sent> {
    let mut deflater = ptr::null_mut();
    // SAFETY: the pointer to the result is valid.
    let answer = unsafe { sys::nghttp2_hd_deflate_new(&raw mut deflater, 1 << 20) };
    assert_eq!(answer, 0, "a deflater");
    let mut block = |list: &List<'_>| {
        let mut fields: Vec<sys::nghttp2_nv> = list
            .fields
            .iter()
            .map(|field| sys::nghttp2_nv {
                name: field.name.as_ptr().cast_mut(),
                value: field.value.as_ptr().cast_mut(),
                namelen: field.name.len(),
                valuelen: field.value.len(),
                flags: u8::from(field.sensitive),
            })
            .collect();
        let mut sent = list.sent(Vec::new());
        // SAFETY: the deflater is alive; names and values outlive the call and
        // are only read; the buffer has the size that it asked for.
        unsafe {
            for &limit in &sent.limit_changes {
                sys::nghttp2_hd_deflate_change_table_size(deflater, limit as usize);
            }
            let (first, count) = (fields.as_mut_ptr(), fields.len());
            let bound = sys::nghttp2_hd_deflate_bound(deflater, first, count);
            sent.bytes.resize(bound, 0);
            let buffer = sent.bytes.as_mut_ptr();
            let written = sys::nghttp2_hd_deflate_hd2(deflater, buffer, bound, first, count);
            let written = usize::try_from(written).expect("a block");
            sent.bytes.truncate(written);
        }
        sent
    };
    let blocks = lists.iter().map(&mut block).collect();
    // SAFETY: allocated by this library and not used again.
    unsafe { sys::nghttp2_hd_deflate_del(deflater) };
    blocks
}

/// The crate fluke-hpack, which has no limit.
pub(super) fn fluke(lists: &[List<'_>]) -> Vec<Sent> {
    let mut encoder = fluke_hpack::Encoder::new();
    let block = |list: &List<'_>| {
        let fields = list.fields.iter().map(|field| (field.name, field.value));
        unlimited(encoder.encode(fields))
    };
    lists.iter().map(block).collect()
}

/// The crate httlib-hpack with random flags; it has no limit.
pub(super) fn httlib(rng: &mut Rng, lists: &[List<'_>]) -> Vec<Sent> {
    let mut encoder = httlib_hpack::Encoder::with_dynamic_size(4096);
    let block = |list: &List<'_>| {
        let mut bytes = Vec::new();
        for field in &list.fields {
            let flags = rng.u8(..32);
            let field = (field.name.to_vec(), field.value.to_vec(), flags);
            encoder.encode(field, &mut bytes).expect("a field");
        }
        unlimited(bytes)
    };
    lists.iter().map(block).collect()
}

fn unlimited(bytes: Vec<u8>) -> Sent {
    Sent {
        limit_changes: Vec::new(),
        bytes,
    }
}

#[cfg(test)]
mod tests {
    use bench::{native, workload::Data};
    use hpack::encoder::Nghttp2Policy;

    use super::*;

    /// Checks that our encoder with nghttp2's policy writes the same blocks.
    fn check(lists: &[List<'_>]) {
        let mut encoder = Encoder::default();
        for (list, theirs) in lists.iter().zip(nghttp2(lists)) {
            for change in &list.changes {
                change.apply(&mut encoder).expect("the limit itself");
            }
            let mut ours = Vec::new();
            encoder.encode_with(&mut Nghttp2Policy, &list.fields, &mut ours);
            assert_eq!(ours, theirs.bytes, "{:?}", list.fields);
        }
    }

    #[test]
    fn blocks_of_generated_lists_are_those_of_nghttp2() {
        const NAMES: [&str; 12] = [
            ":path",
            ":status",
            "cookie",
            "authorization",
            "etag",
            "date",
            "set-cookie",
            "a",
            "b",
            "x-long-name-of-a-field",
            "x-another-name",
            "",
        ];
        for seed in 0..300 {
            let mut rng = Rng::with_seed(seed);
            let values: Vec<String> = (0..20)
                .map(|_| {
                    let length = match rng.u8(..) {
                        0..200 => rng.usize(..40),
                        200..250 => rng.usize(..300),
                        _ => rng.usize(..5_000),
                    };
                    let ascii = rng.u8(..) < 230;
                    (0..length)
                        .map(|_| {
                            if ascii {
                                rng.alphanumeric()
                            } else {
                                rng.char('\0'..'\u{ff}')
                            }
                        })
                        .collect()
                })
                .collect();
            let mut maximum = 4096;
            let lists: Vec<List<'_>> = (0..60)
                .map(|_| {
                    let fields = (0..rng.usize(..12)).map(|_| FieldLine {
                        sensitive: rng.u8(..) < 10,
                        ..(pick(&mut rng, &NAMES), &*values[rng.usize(..values.len())]).into()
                    });
                    let fields = fields.collect();
                    let next = pick(&mut rng, &[0, 50, 200, 1_000, 4_096, 20_000]);
                    let changes = match next == maximum || rng.u8(..) > 30 {
                        true => Vec::new(),
                        false => vec![Change::Limit(next), Change::Maximum(next)],
                    };
                    if !changes.is_empty() {
                        maximum = next;
                    }
                    List { changes, fields }
                })
                .collect();
            check(&lists);
        }
    }

    #[test]
    fn blocks_of_stories_are_those_of_nghttp2() {
        let stories = "../../node_modules/hpack/test/hpack-test-case";
        let folders = std::fs::read_dir(stories).expect("the stories");
        let mut connections = 0;
        for folder in folders.map(|entry| entry.expect("an entry").path()) {
            // Files, and folders without blocks or with undecodable ones, are no
            // workloads.
            for workload in native::folder(&folder).into_iter().flatten().flatten() {
                let Data::Blocks(conversations) = &workload.data else {
                    continue;
                };
                for connection in bench::workload::lists(conversations) {
                    let mut maximum = 4096;
                    let lists = connection.lists.iter().map(|list| List {
                        // nghttp2 answers a limit that it has already, too.
                        changes: (list.limits.iter())
                            .filter(|&&limit| core::mem::replace(&mut maximum, limit) != limit)
                            .flat_map(|&limit| [Change::Limit(limit), Change::Maximum(limit)])
                            .collect(),
                        fields: list.lines().collect(),
                    });
                    check(&lists.collect::<Vec<_>>());
                    connections += 1;
                }
            }
        }
        assert!(connections > 300, "{connections} connections");
    }
}
