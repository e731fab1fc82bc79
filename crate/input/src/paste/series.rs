//! Lists of individually marked bytes, as printed by debuggers and programs:
//! `[0] = 0x82, [1] = 0x86` or `byte{0x82}, byte{0x86}`.

use super::{
    lexer::{Element, Elements, Kind},
    text::is_blank,
};

const MIN_MEMBERS: usize = 4;

/// Longest text between two numbers of a series.
const MAX_DISTANCE: usize = 48;

/// Marks the members of each series; indices become margins.
pub(super) fn mark(elements: &mut Elements, plain: &[u8]) {
    let mut at = 0;
    while at < elements.list.len() {
        let numbers = Numbers {
            elements,
            plain,
            start: at,
        };
        let indexed = numbers.count_indexed();
        let count = if indexed < MIN_MEMBERS {
            numbers.count_wrapped()
        } else {
            indexed
        };
        if count < MIN_MEMBERS {
            at += 1;
            continue;
        }
        let is_indexed = count == indexed;
        let is_torn = is_indexed && numbers.goes_on(count);
        for member in 0..count {
            if is_indexed {
                elements.list[at].kind = Kind::Margin(member as u32);
                at += 1;
            }
            if let Kind::Run(run) = &mut elements.list[at].kind {
                run.separator = b',';
                run.is_indexed = is_indexed;
                run.is_member = member > 0;
                run.is_torn |= is_torn;
            }
            at += 1;
        }
    }
}

/// Elements from `start` on as potential members.
struct Numbers<'a> {
    elements: &'a Elements,
    plain: &'a [u8],
    start: usize,
}

impl Numbers<'_> {
    /// Returns a number of at most three digits.
    fn get(&self, at: usize) -> Option<&Element> {
        let element = self.elements.list.get(self.start + at)?;
        let Kind::Run(run) = &element.kind else {
            return None;
        };
        let shapes = self.elements.shapes_of(element.place(), run);
        matches!(shapes[..], [shape] if shape.count == 1 && shape.width < 4).then_some(element)
    }

    /// Returns the text between number `at` and the next.
    fn between(&self, at: usize) -> Option<&[u8]> {
        let (one, next) = (self.get(at)?, self.get(at + 1)?);
        let text = &self.plain[one.end as usize..next.start as usize];
        (text.len() <= MAX_DISTANCE).then_some(text)
    }

    /// Counts members with consecutive indices from 0 or 1.
    fn count_indexed(&self) -> usize {
        let value = |at| -> Option<usize> {
            let element = self.get(at)?;
            let digits = &self.plain[element.start as usize..element.end as usize];
            str::from_utf8(digits).ok()?.parse().ok()
        };
        let (Some(first), Some(inner)) = (value(0), self.between(0)) else {
            return 0;
        };
        let before = self.elements.list[self.start].start as usize;
        let is_bracketed = inner.starts_with(b"]") && self.plain[..before].ends_with(b"[");
        let mark: Vec<u8> = inner
            .iter()
            .copied()
            .filter(|&byte| !is_blank(byte))
            .collect();
        let is_index = match &mark[..] {
            b"=" | b"=>" => true,
            b"]=" | b"]=>" | b"]:" => is_bracketed,
            b"]" => is_bracketed && first == 0,
            _ => false,
        };
        let joint = self.between(1);
        let is_plain = is_bracketed
            || !joint
                .unwrap_or_default()
                .iter()
                .any(u8::is_ascii_alphabetic);
        if !is_index || first > 1 || !is_plain {
            return 0;
        }
        let is_next = |member: &usize| {
            let at = 2 * member;
            value(at) == Some(first + member)
                && self.between(at) == Some(inner)
                && (*member == 0 || self.between(at - 1) == joint)
        };
        (0..).take_while(is_next).count()
    }

    /// Whether another member follows with the wrong index.
    fn goes_on(&self, count: usize) -> bool {
        let last = self.between(2 * count - 1);
        last.is_some() && last == self.between(1)
    }

    /// Counts members in quotes or brackets of their own.
    fn count_wrapped(&self) -> usize {
        let Some(joint) = self.between(0) else {
            return 0;
        };
        let has_letters = || {
            joint
                .iter()
                .filter(|byte| byte.is_ascii_alphabetic())
                .count()
                > 1
        };
        let is_wrapped = match joint {
            [b'"', .., b'"'] | [b'\'', .., b'\''] => !has_letters(),
            [b')', .., b'('] | [b'}', .., b'{'] | [b'>', .., b'<'] | [b']', .., b'['] => {
                !joint.contains(&b'"') && !joint.contains(&b'\'')
            }
            _ => false,
        };
        match is_wrapped {
            true => {
                1 + (0..)
                    .take_while(|&at| self.between(at) == Some(joint))
                    .count()
            }
            false => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::paste::{Options, read};

    /// Texts and the bytes of their only block.
    const SERIES: &str = "\
[0] = 0x82¶[1] = 0x86¶[2] = 0x84¶[3] = 0xbe → 828684be
[0] = 0x82¶[1] = 0x86¶[2] = 0x84¶[3] = 0x90 → 82868490
[0]: 130¶[1]: 134¶[2]: 132¶[3]: 144 → 82868490
(const uint8_t) [0] = 0x82¶(const uint8_t) [1] = 0x86¶(const uint8_t) [2] = 0x84¶(const uint8_t) [3] = 0x90 → 82868490
Array ([1] => 130 [2] => 134 [3] => 132 [4] => 144 ) → 82868490
p = {byte[4]@1187}¶ 0 = -126¶ 1 = -122¶ 2 = -124¶ 3 = -112 → 82868490
{byte{0x82}, byte{0x86}, byte{0x84}, byte{0x90}} → 82868490
x\"82\" & x\"86\" & x\"84\" & x\"90\" → 82868490
[0] = 0x82¶[1] = 0x86¶[2] = 0x84¶[3] = 0x90¶[5] = 0x90 → refused
";

    #[test]
    fn reads_members_as_one_block() {
        for line in SERIES.lines() {
            let (text, expected) = line.split_once(" → ").unwrap();
            let hex = match read(text.replace('¶', "\n").as_bytes(), &Options::default()) {
                Ok(paste) if paste.blocks.len() == 1 => {
                    let bytes = paste.blocks.bytes().iter();
                    bytes.map(|byte| format!("{byte:02x}")).collect()
                }
                Ok(paste) => format!("{} blocks", paste.blocks.len()),
                Err(_) => "refused".to_owned(),
            };
            assert_eq!(hex, expected, "{text}");
        }
    }
}
