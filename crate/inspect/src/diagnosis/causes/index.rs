//! An index off by one: an encoder that counts wrongly.

use hpack::{DecodeErrorKind, Kind, structure::representation_at};

use crate::diagnosis::{
    change::{Change, Indices},
    search::Search,
};

/// Representations of the block that are tried one by one.
const SINGLE: usize = 64;

pub(super) fn shifted(search: &mut Search<'_>) {
    let here = search.block;
    let first = search
        .session
        .direction(here as usize)
        .blocks
        .first()
        .copied();
    // An encoder that counted well does not begin to count wrongly. Where the
    // block is the first to refer to the table, it may always have counted so.
    if search.referred_before() {
        return;
    }
    let start = first.filter(|_| search.here == search.number);
    for by in [-1, 1] {
        for indices in [Indices::Dynamic, Indices::All] {
            for from in [start, Some(here)].into_iter().flatten() {
                search.attempt(Change::IndexOffByOne { from, by, indices });
            }
        }
    }
}

pub(super) fn single(search: &mut Search<'_>) {
    let octets = search.octets().to_vec();
    let only = search.fault.and_then(|fault| {
        matches!(fault.kind, DecodeErrorKind::IndexOutOfRange { .. }).then_some(fault.field_offset)
    });
    let mut at = 0;
    let mut places = Vec::new();
    while at < octets.len() && places.len() < SINGLE {
        let Ok(found) = representation_at(&octets, at) else {
            break;
        };
        if found.kind != Kind::SizeUpdate
            && found.integer.value > 0
            && only.is_none_or(|only| only == at)
        {
            places.push(at as u32);
        }
        at = found.range.end;
    }
    for place in places {
        for by in [-1, 1] {
            search.attempt(Change::IndexOffByOne {
                from: search.block,
                by,
                indices: Indices::At(place),
            });
        }
    }
}
