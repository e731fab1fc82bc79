//! Inputs that fuzzing found or began with.

use crate::rivals;
use testing::kept;

#[test]
fn engines_agree() {
    kept("huffman", rivals::huffman);
    kept("decode_block", rivals::blocks);
}
