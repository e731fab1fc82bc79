//! Named policies and legal representations.

mod chosen;
mod fewest;
mod illegal;
mod programs;
mod properties;

use hpack::{DecodeError, Decoder, InspectedField, Kind};

/// A decoded field: kind, name and value.
type Owned = (Kind, Vec<u8>, Vec<u8>);

fn decode(decoder: &mut Decoder, block: &[u8]) -> (Vec<Owned>, Option<DecodeError>) {
    let mut fields = Vec::new();
    let result = decoder.visit(block, &mut |field: InspectedField<'_>| {
        let [name, value] = [field.name, field.value].map(|text| text.unwrap_or_default().to_vec());
        fields.push((field.kind, name, value));
    });
    (fields, result.err())
}
