//! Masks a whole capture.

use super::Capture;
use crate::mask::{Addresses, Keep, mask_label, problems, sentence};

impl Capture {
    /// Masks all text that `keep` does not keep.
    pub fn mask(&mut self, keep: &Keep) {
        problems(&mut self.problems);
        let mut addresses = Addresses::default();
        for connection in &mut self.connections {
            connection.session = connection.session.masked(keep);
            let about = &mut connection.about;
            if !keep.keeps_addresses() {
                for end in [&mut about.client, &mut about.server] {
                    *end = end.map(|end| addresses.replace(end));
                }
            }
            mask_label(about);
            for error in &mut connection.errors {
                error.message = sentence(&error.message);
            }
        }
    }
}
