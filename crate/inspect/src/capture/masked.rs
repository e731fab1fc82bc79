//! Masks a whole capture.

use super::Capture;
use crate::mask::{Keep, mask_label, problems, sentence};

impl Capture {
    /// Masks all text that `keep` does not keep.
    pub fn mask(&mut self, keep: &Keep) {
        problems(&mut self.problems);
        for connection in &mut self.connections {
            connection.session = connection.session.masked(keep);
            mask_label(&mut connection.about);
            for error in &mut connection.errors {
                error.message = sentence(&error.message);
            }
        }
    }
}
