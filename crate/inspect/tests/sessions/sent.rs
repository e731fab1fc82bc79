//! An owned header block.

use input::{Before, Block, Sender};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sent {
    pub(crate) sender: Sender,
    pub(crate) bytes: Vec<u8>,
    pub(crate) before: Before,
}

impl Sent {
    pub(crate) fn new(sender: Sender, bytes: Vec<u8>, limit_changes: Vec<u32>) -> Self {
        Self {
            sender,
            bytes,
            before: Before {
                limit_changes,
                ..Before::default()
            },
        }
    }
}

impl<'a> From<&'a Sent> for Block<'a> {
    fn from(sent: &'a Sent) -> Self {
        Self {
            before: &sent.before,
            ..Self::new(sent.sender, &sent.bytes)
        }
    }
}
