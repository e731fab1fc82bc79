//! Seeds of the fuzz target, whole and with every byte damaged in turn.

use crate::support::read;

fn seeds() -> Vec<(String, Vec<u8>)> {
    let mut seeds = testing::seeds("capture");
    // Inputs found by fuzzing have no extension.
    seeds.retain(|(name, _)| name.contains('.'));
    seeds
}

#[test]
fn reads_the_same_in_chunks_of_any_size() {
    let files = seeds();
    assert!(files.len() >= 4);
    for (name, file) in files {
        let (whole, source) = read(&file, Vec::new(), 1 << 20);
        source.unwrap();
        assert!(!whole.connections.is_empty(), "{name}");
        for part in [1, 19, 4096] {
            assert_eq!(read(&file, Vec::new(), part).0, whole, "{name}");
        }
    }
}

#[test]
fn survives_damage_anywhere() {
    for (name, file) in seeds() {
        // At most 700 bytes of each file, to take only seconds.
        for at in (0..file.len()).step_by(1 + file.len() / 700) {
            let mut damaged = file.clone();
            damaged[at] ^= 1 << (at % 8);
            let (record, _) = read(&damaged, Vec::new(), 1 << 20);
            assert!(record.connections.len() < 100, "{name}, byte {at}");
        }
    }
}
