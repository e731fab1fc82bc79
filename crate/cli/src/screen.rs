//! Terminal output: colours, and lines wrapped to the width.

use std::{io, sync::OnceLock};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use hpack::Kind;
use terminal_size::{Width, terminal_size_of};

/// Narrower terminals wrap lines themselves.
const NARROWEST: usize = 40;

/// Properties of standard output.
#[derive(Clone, Copy, Debug, Default)]
struct Screen {
    /// Whether it shows colours: it is a terminal and `NO_COLOR` or the like is
    /// not set.
    colours: bool,
    /// Width of the terminal in columns.
    width: Option<usize>,
}

fn screen() -> Screen {
    static SCREEN: OnceLock<Screen> = OnceLock::new();
    *SCREEN.get_or_init(|| Screen {
        colours: AutoStream::choice(&io::stdout()) != ColorChoice::Never,
        width: terminal_size_of(io::stdout()).map(|(Width(width), _)| usize::from(width)),
    })
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Paint {
    /// Name of a block or connection.
    Title,
    Kind(Kind),
    Error,
    Warning,
    /// Secondary information.
    Dim,
}

impl Paint {
    /// The style, empty without colours. Write `{}` before the styled text and
    /// `{:#}` after it.
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

/// Wraps text that starts in a column to the terminal, with continuation lines
/// indented to that column; unchanged without a terminal.
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
            // Too narrow for columns.
            (&"a".repeat(99), 4, 39, &"a".repeat(99)),
            (&"a".repeat(99), 30, 45, &"a".repeat(99)),
        ] {
            assert_eq!(wrapped(text.to_owned(), column, width), wanted);
        }
    }
}
