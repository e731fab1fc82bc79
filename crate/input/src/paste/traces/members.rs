//! Members that are printed with their places: `[1] = 134`, `"1":134`. Each has
//! its key, and the same signs around it.

use super::super::{Format, notes::Noted};
use super::{Gap, Walk};

pub(super) fn note(walk: &Walk, format: Format) -> Option<Noted> {
    let at = keys(walk).or_else(|| filled(walk, format))?;
    Some((at, "What stands before this number is not what stands before the others: a part of it may be missing or changed.".into()))
}

/// Text with one 0 for each number.
fn shape(text: &str) -> String {
    let mut shape = String::new();
    for c in text.chars() {
        match c {
            '0'..='9' if shape.ends_with('0') => {}
            '0'..='9' => shape.push('0'),
            _ => shape.push(c),
        }
    }
    shape
}

/// A member without the key that the first one has, whose number is 0.
fn keys(walk: &Walk) -> Option<usize> {
    let first = walk.gaps().next()?;
    let glue = walk.glue(first);
    let is_key = |part: &str, number: char| {
        let rest = part
            .trim_start_matches(['[', '"', '{'])
            .strip_prefix(number);
        rest.is_some_and(|rest| rest.starts_with([':', ']', '"']))
    };
    // The first member may have been read as a part of the second one's key.
    let line = glue.rsplit(['\n', '\r']).next().unwrap_or_default();
    let ends = ["1:", "1]:", "1\":", "1] ="];
    if is_key(line.trim_start(), '0') && ends.iter().any(|end| line.contains(end)) {
        return Some(first.start);
    }
    let key = glue
        .rsplit(['\n', '\r', '{', ' '])
        .find(|part| part.contains('0'))?;
    let key = &glue[key.as_ptr().addr() - glue.as_ptr().addr()..];
    if !is_key(key, '0') {
        return None;
    }
    let key = shape(key);
    let between = || {
        walk.gaps()
            .filter(|gap| gap.before.is_some() && gap.after.is_some())
    };
    let parts = |gap: &Gap| {
        let shape = shape(&walk.raw[gap.start..gap.end]);
        let before = shape.strip_suffix(&*key)?.trim_end_matches(['[', ' ']);
        Some(
            before
                .trim_start_matches([' ', ',', '\r', '\n', ')'])
                .is_empty(),
        )
    };
    // Lines may be numbered too, with more than one byte on each.
    let is_array = key.ends_with("] = ") || key.ends_with("]: 0x");
    let (mut keyed, mut all, mut odd) = (0, 0, None);
    for gap in between() {
        let own = parts(&gap);
        keyed += usize::from(own.is_some());
        all += 1;
        odd = odd.or((own != Some(true)).then_some(gap.end));
    }
    odd.filter(|_| keyed == all || (keyed > 1 || is_array) && keyed + 1 == all)
}

/// A blank before a comma in JSON, which no program prints there.
fn filled(walk: &Walk, format: Format) -> Option<usize> {
    let mut gaps = walk
        .gaps()
        .filter(|gap| gap.is_inner() && format == Format::Json);
    let is_odd = |gap: &Gap| {
        let glue = &walk.raw[gap.start..gap.end];
        glue.starts_with([' ', '\t']) && glue.trim_start().starts_with(',')
    };
    gaps.find(is_odd).map(|gap| gap.start)
}

#[cfg(test)]
mod tests {
    use super::super::said::says;

    #[test]
    fn each_member_has_its_key() {
        for text in [
            "0: 130x1: 134\n",
            "[0]: 0x88l[1]: 0xbe\n",
            "[0] = 136\n[1] = 190 190\n",
            "0: 32 32\n1: 130\n2: 134\n",
            "{\"0\"l190,\"1\":191}",
            "{\"0\":72,\"1\":3,\"2\":4 ,\"3\":48,\"4\":51}",
        ] {
            assert!(says(text, "stands before the others"), "{text}");
        }
        for text in [
            "0: 130\n1: 134\n",
            "{\"0\":72, \"1\":3}",
            "  [0] = 136\n  [1] = 190\n",
            "(uint8_t[2]) $0 = {\n  [0] = 0x82\n  [1] = 0x86\n}",
        ] {
            assert!(!says(text, "stands before the others"), "{text}");
        }
    }
}
