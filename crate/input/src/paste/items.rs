//! The items of a list as a debugger or a console shows them: a line that says
//! how many there are, and a line for each with its index or a dash before it.

use super::{
    Fault, RefusalKind, Skipped,
    frame::Frame,
    text::{Line, Text, run},
};

/// Takes off what a debugger writes before the bytes of a list:
/// `{byte[3]@1234}` and `0 = -126`, `▿ 3 elements` and `- 130`.
///
/// # Errors
/// Where the list has not as many items as it says.
pub(super) fn strip(frame: &mut Frame, text: &Text) -> Result<(), Fault> {
    let plain = &*text.plain;
    let Some((first, items)) = frame.lines.split_first() else {
        return Ok(());
    };
    let Some(count) = announced(first.line.of(plain)) else {
        return Ok(());
    };
    let lines = items.iter().enumerate();
    let values: Option<Vec<Line>> = lines.map(|(n, line)| item(line.line, n, plain)).collect();
    let Some(values) = values.filter(|values| !values.is_empty()) else {
        return Ok(());
    };
    let at = first.line;
    if values.len() != count {
        let message = format!(
            "This list has {count} items, and {} stand below: some are missing. Copy all of it, with each item.",
            values.len()
        );
        return Err(Fault::at(
            RefusalKind::Truncated,
            text.raw_at(at.start),
            message,
        ));
    }
    frame.skip(text, at, "how many bytes a list has");
    for (line, value) in frame.lines[1..].iter_mut().zip(&values) {
        frame.skipped.push(Skipped {
            place: text.place(line.line.start, value.start),
            reason: "the index of each byte".into(),
            each: true,
        });
        line.line = *value;
    }
    frame.remove(&[0]);
    Ok(())
}

/// How many items a line says that a list has.
fn announced(line: &[u8]) -> Option<usize> {
    let line = str::from_utf8(line).ok()?;
    let number = |text: &str| text.parse().ok();
    if let Some(count) = line.strip_suffix("-element Vector{UInt8}:") {
        return number(count);
    }
    // block = {byte[3]@1234}
    if let Some((name, list)) = line.split_once('{') {
        let is_name = |c: char| c.is_ascii_alphanumeric() || "_. =".contains(c);
        let (kind, rest) = list.strip_suffix('}')?.split_once('[')?;
        let (count, rest) = rest.split_once(']')?;
        let is_list = name.chars().all(is_name) && kind.eq_ignore_ascii_case("byte");
        return number(count).filter(|_| is_list && (rest.is_empty() || rest.starts_with('@')));
    }
    // ▿ 3 elements
    let mut words = line.split(' ').skip(1);
    let is_sign = !line.starts_with(|c: char| c.is_ascii_graphic());
    let count = words.next().and_then(number)?;
    (is_sign && matches!(words.next(), Some("bytes" | "elements")) && words.next().is_none())
        .then_some(count)
}

/// The value of item `n`: of `[0]: 0x82`, `0 = -126`, `- 130`, `0x82`.
fn item(line: Line, n: usize, plain: &[u8]) -> Option<Line> {
    let content = line.of(plain);
    let index = n.to_string();
    let rest = match content.strip_prefix(b"- ") {
        Some(rest) => rest,
        None if content.starts_with(b"0x") => content,
        None => {
            let bare = content.strip_prefix(b"[").unwrap_or(content);
            let rest = bare.strip_prefix(index.as_bytes())?;
            let rest = rest.strip_prefix(b"]").unwrap_or(rest);
            let signs = run(rest, |byte| matches!(byte, b' ' | b':' | b'='));
            let is_told = rest[..signs].iter().any(|byte| matches!(byte, b':' | b'='));
            rest.get(signs..).filter(|_| is_told)?
        }
    };
    let is_value = |byte: &u8| byte.is_ascii_hexdigit() || matches!(byte, b'-' | b'x');
    let start = line.start + content.len() - rest.len();
    (!rest.is_empty() && rest.iter().all(is_value)).then_some(Line { start, ..line })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_of_debuggers_are_bytes() {
        for list in [
            "block = {byte[3]@1234}\n 0 = -126\n 1 = -122\n 2 = 65\n",
            "{byte[3]}\n    [0]: 0x82\n    [1]: 0x86\n    [2]: 0x41\n",
            "▿ 3 elements\n  - 130\n  - 134\n  - 65\n",
            "3-element Vector{UInt8}:\n 0x82\n 0x86\n 0x41\n",
        ] {
            let read = crate::paste::read(list.as_bytes(), &Default::default()).expect(list);
            assert_eq!(read.blocks.len(), 1, "{list}");
            assert_eq!(read.blocks[0].octets, [0x82, 0x86, 0x41], "{list}");
        }
    }

    #[test]
    fn a_list_has_as_many_items_as_it_says() {
        for list in [
            "{byte[3]@1234}\n 0 = -126\n 1 = -122\n",
            "▿ 3 bytes\n - 130\n - 134\n - 65\n - 64\n",
        ] {
            let text = Text::new(list);
            let mut frame = Frame::new(&text).unwrap();
            assert_eq!(
                strip(&mut frame, &text).unwrap_err().kind,
                RefusalKind::Truncated
            );
        }
    }
}
