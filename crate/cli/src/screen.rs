//! What a terminal adds to a table: colours, and lines that fit.

use std::{io, sync::OnceLock};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use hpack::Kind;
use terminal_size::{Width, terminal_size_of};

/// Narrower than this, lines are left to the terminal.
const NARROWEST: usize = 40;

/// Where standard output goes.
#[derive(Clone, Copy, Debug, Default)]
struct Screen {
    /// Whether it shows colours: a terminal, unless `NO_COLOR` or the like is
    /// set.
    colours: bool,
    /// Columns of a terminal.
    width: Option<usize>,
}

fn screen() -> Screen {
    static SCREEN: OnceLock<Screen> = OnceLock::new();
    *SCREEN.get_or_init(|| Screen {
        colours: AutoStream::choice(&io::stdout()) != ColorChoice::Never,
        width: terminal_size_of(io::stdout()).map(|(Width(width), _)| usize::from(width)),
    })
}

/// What is painted.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Paint {
    /// What a block or a connection is called.
    Title,
    /// A representation.
    Kind(Kind),
    /// An error.
    Error,
    /// A warning.
    Warning,
    /// What is seldom looked at.
    Dim,
}

impl Paint {
    /// Its style; of no effect where there are no colours. Written with `{}`
    /// before what is painted, and with `{:#}` behind.
    pub(crate) fn style(self) -> Style {
        if !screen().colours {
            return Style::new();
        }
        let colour = |colour: AnsiColor| Style::new().fg_color(Some(colour.into()));
        match self {
            Self::Title => Style::new().bold(),
            Self::Kind(Kind::Indexed) => colour(AnsiColor::Blue),
            Self::Kind(Kind::Incremental) => colour(AnsiColor::Green),
            Self::Kind(Kind::WithoutIndexing) | Self::Warning => colour(AnsiColor::Yellow),
            Self::Kind(Kind::NeverIndexed) => colour(AnsiColor::Magenta),
            Self::Kind(Kind::SizeUpdate) => colour(AnsiColor::Cyan),
            Self::Error => colour(AnsiColor::Red).bold(),
            Self::Dim => Style::new().dimmed(),
        }
    }
}

/// Text that begins in a column, in lines that fit the terminal, those behind
/// the first as far in as that; as it is where there is none.
pub(crate) fn fitted(text: String, column: usize) -> String {
    match screen().width {
        Some(width) => wrapped(text, column, width),
        None => text,
    }
}

fn wrapped(text: String, column: usize, width: usize) -> String {
    let room = width.saturating_sub(column);
    if width < NARROWEST || room < NARROWEST / 2 || text.chars().count() <= room {
        return text;
    }
    let mut out = String::new();
    for (at, c) in text.chars().enumerate() {
        if at > 0 && at % room == 0 {
            out.push('\n');
            out.extend(std::iter::repeat_n(' ', column));
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_fit() {
        for (text, column, width, wanted) in [
            ("short", 4, 40, "short"),
            (&"a".repeat(36), 4, 40, &"a".repeat(36)[..]),
            (
                &"é".repeat(75),
                4,
                40,
                &format!("{0}\n    {0}\n    ééé", "é".repeat(36)),
            ),
            // There is no room for columns.
            (&"a".repeat(99), 4, 39, &"a".repeat(99)),
            (&"a".repeat(99), 30, 45, &"a".repeat(99)),
        ] {
            assert_eq!(wrapped(text.to_owned(), column, width), wanted);
        }
    }
}
