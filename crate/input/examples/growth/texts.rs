//! Texts of any length: every notation of `tests/paste/growth.json`, and texts
//! that could take disproportionate time or memory.

use serde::Deserialize;

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Text {
    pub(crate) name: String,
    before: String,
    /// Repeated text, in which `@n` is replaced by the repetition's number,
    /// `@8` by the hex offset of a row of 16 bytes, and `@7` by the octal one.
    line: String,
    after: String,
}

impl Text {
    pub(crate) fn make(&self, size: usize) -> Vec<u8> {
        let is_wide = self.name.contains("UTF-16");
        let size = if is_wide { size / 2 } else { size };
        let mut text = String::with_capacity(size + 4096);
        text += &self.before;
        let is_numbered = ["@n", "@8", "@7"]
            .iter()
            .any(|mark| self.line.contains(mark));
        for n in 0.. {
            if text.len() + self.after.len() >= size {
                break;
            }
            if is_numbered {
                let line = self.line.replace("@n", &n.to_string());
                let line = line.replace("@8", &format!("{:08x}", 16 * n));
                text += &line.replace("@7", &format!("{:07o}", 16 * n));
            } else {
                text += &self.line;
            }
        }
        text += &self.after;
        if is_wide {
            return text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        }
        text.into_bytes()
    }
}

/// Returns the notations and the adversarial texts: every ASCII punctuation
/// mark, alone and before other text, and mixtures that invite repeated
/// searches.
pub(crate) fn texts() -> (Vec<Text>, Vec<Text>) {
    #[derive(Deserialize)]
    struct File {
        notations: Vec<Text>,
        mixtures: Vec<String>,
    }
    let file = include_str!("../../../../tests/paste/growth.json");
    let File {
        notations,
        mixtures,
    } = serde_json::from_str(file).expect("valid JSON");
    let marks = (b'!'..=b'~')
        .filter(u8::is_ascii_punctuation)
        .map(char::from);
    let marks = marks.flat_map(|mark| ["", " ", "82"].map(|rest| format!("{mark}{rest}")));
    let hostile = marks.chain(mixtures).map(|line| Text {
        name: format!("{line:?}"),
        line,
        ..Text::default()
    });
    (notations, hostile.collect())
}
