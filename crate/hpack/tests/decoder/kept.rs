//! What fuzzing found, or began with, is read again.

use crate::rivals;
use testing::kept;

#[test]
fn engines_answer_alike() {
    kept("huffman", rivals::huffman);
    kept("decode_block", rivals::blocks);
}
