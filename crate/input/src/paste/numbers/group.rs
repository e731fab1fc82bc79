//! The lists of a program: numbers in brackets, among names, types and counts.

use std::collections::{HashMap, HashSet};

use super::{
    super::{
        Fault, RefusalKind, Skipped,
        frame::Frame,
        literal::{changes, strings},
        notes::Notes,
        split::Bond,
        text::Text,
    },
    Chosen, lines,
    token::{Kind, Token, Tokens},
};

/// Words that may stand with the numbers of a list: casts, and conversions
/// behind a number.
const CASTS: &str = " byte Byte sbyte char unsigned signed u8 i8 uint8 int8 uint8_t int8_t UInt8 Int8 toByte toUByte int as cast uchar ";

/// The digits in quotes among the words of a program: `x'8286'`,
/// `Buffer.from("8286", "hex")`.
///
/// # Errors
/// Where a string would be such digits but for a slip.
pub(super) fn quoted(text: &Text, frame: &Frame, tokens: &Tokens) -> Result<Option<Chosen>, Fault> {
    let list = &tokens.list;
    let mut chosen = Chosen {
        bracketed: true,
        ..Chosen::default()
    };
    let quotes = list.iter().filter(|token| token.is_sign(b"\"'`")).count();
    // An odd quote may be of digits that stand in no string then.
    let strings = (quotes > 0 && quotes.is_multiple_of(2))
        .then(|| strings(text, frame, &mut chosen.notes, &mut chosen.left_out));
    let Some(Ok(mut strings)) = strings else {
        return Ok(None);
    };
    // With x or hex before their quotes, or all.
    let marked = strings.iter().any(|literal| literal.hex);
    strings.retain(|literal| literal.hex || !marked);
    let first = |raw: usize| list.partition_point(|token| token.start < text.plain_at(raw) as u32);
    for literal in strings {
        let mut bond = match literal.bond {
            Bond::Joined => Bond::Joined,
            _ => Bond::Apart,
        };
        for &(start, end) in &literal.parts {
            let inner = first(start)..first(end);
            let content = &list[inner.clone()];
            if let [word] = content
                && word.is_word()
                && word.length() > 3
                && lines::is_slip(word, text)
            {
                return Err(lines::bad(word, text));
            }
            let is_digits =
                |token: &Token| token.is_number() || token.kind == Kind::Sign || token.is_comma();
            let are_digits = content.iter().all(is_digits);
            if !are_digits {
                let left_out = literal.skipped("a string without bytes");
                chosen.left_out.extend(left_out);
            }
            for number in inner.filter(|&number| are_digits && list[number].is_number()) {
                chosen.numbers.push((number, bond));
                bond = Bond::Joined;
            }
        }
    }
    let words = list.iter().any(Token::is_word);
    Ok((words && !chosen.numbers.is_empty()).then_some(chosen))
}

/// Whether some bracket has no partner.
pub(super) fn unbalanced(tokens: &Tokens) -> bool {
    tokens
        .list
        .iter()
        .any(|token| token.kind == Kind::Open || token.kind == Kind::Close)
        && pair(&tokens.list).is_none()
}

/// A pair of brackets.
struct Group {
    open: usize,
    close: usize,
    children: Vec<usize>,
    parent: Option<usize>,
    /// How many brackets are open around it.
    depth: usize,
}

/// The numbers of the lists in brackets; `None` where the text is no program,
/// so that brackets are mere punctuation.
///
/// # Errors
/// Where a list has something in it that is no plain separator.
pub(super) fn lists(text: &Text, tokens: &Tokens) -> Result<Option<Chosen>, Fault> {
    if !tokens.list.iter().any(|token| token.kind == Kind::Open) {
        return Ok(None);
    }
    let mut list = tokens.list.clone();
    let mut chosen = Chosen {
        bracketed: true,
        ..Chosen::default()
    };
    let counts = pass_over(text, &mut list, &mut chosen)?;
    let list = &list[..];
    let Some(groups) = pair(list) else {
        return Ok(None);
    };
    let mut taken = Vec::new();
    for root in (0..groups.len()).filter(|&at| groups[at].parent.is_none()) {
        choose(text, list, &groups, root, &mut taken);
    }
    let count = |at: usize| numbers_in(list, &groups[at]);
    // f(3): [130, 134, 132]: what a call is given, unless its lists are.
    let is_list = |at: &usize| count(*at) > 1 || !is_aside(text, list, &groups[*at]);
    let names: Vec<&[u8]> = taken
        .iter()
        .copied()
        .filter(is_list)
        .filter_map(|at| name_before(text, list, &groups[at]))
        .collect();
    let left_out = |group: &Group, reason: &'static str| Skipped {
        place: text.place(
            list[group.open].start as usize,
            list[group.close].end as usize,
        ),
        reason: reason.into(),
        each: true,
    };
    if taken.iter().any(is_list) {
        taken.retain(|at| {
            let group = &groups[*at];
            let name = name_before(text, list, group);
            let stays = is_list(at) || name.is_some_and(|name| names.contains(&name));
            if !stays {
                chosen
                    .left_out
                    .push(left_out(group, "a number beside a list"));
            }
            stays
        });
    }
    // [82][86]: brackets around each octet are punctuation.
    let single = taken.len() > 1 && taken.iter().all(|&at| count(at) == 1);
    if taken.is_empty() || single && !list.iter().any(|token| token.is_word() || token.is_comma()) {
        return Ok(None);
    }
    let mut seen = vec![false; list.len()];
    for &at in &taken {
        seen[groups[at].open..=groups[at].close].fill(true);
    }
    // Brackets like those of the lists, with nothing in them that was read.
    let like = |group: &Group| (list[group.open].sign, group.depth);
    let kinds: HashSet<(u8, usize)> = taken.iter().map(|&at| like(&groups[at])).collect();
    for group in &groups {
        if seen[group.open] {
            continue;
        }
        let has_lists = seen[group.open..group.close].contains(&true);
        let content = &list[group.open + 1..group.close];
        let is_type = !content.is_empty() && content.iter().all(|word| is_cast(text, word));
        if kinds.contains(&like(group)) && !has_lists && !is_type && numbers_in(list, group) == 0 {
            chosen
                .left_out
                .push(left_out(group, "brackets without bytes"));
        }
        if numbers_in(list, group) == 1 {
            seen[group.open..=group.close].fill(true);
        }
    }
    // Every number outside must be something else, by the words beside it.
    let unexplained = |at: &usize| {
        // array('B', […]): a character is a type's code.
        list[*at].is_number()
            && list[*at].kind != Kind::Character
            && !seen[*at]
            && !is_property(list, *at)
            && !is_name(text, list, *at)
            && !is_parameter(list, *at)
    };
    if let Some(odd) = (0..list.len()).find(unexplained) {
        return match taken.iter().any(|&at| length(text, list, &groups[at]) > Some(1)) {
            true => Err(list[odd].fault(text, RefusalKind::Ambiguous, " stands outside the brackets of the list and may be a byte too. Leave only the bytes.")),
            false => Ok(None),
        };
    }
    chosen.erlang = taken
        .iter()
        .any(|&at| list[groups[at].open].end - list[groups[at].open].start == 2);
    for &at in &taken {
        check(text, list, &groups[at])?;
        let group = &groups[at];
        take(group, &list[group.open + 1..group.close], &mut chosen);
    }
    let lists: Vec<&Group> = taken.iter().map(|&at| &groups[at]).collect();
    check_lengths(text, list, &lists, &counts, &mut chosen.notes);
    Ok(Some(chosen))
}

/// Says where a length that the text gives is not that of the list beside it:
/// of the one it announces, or else of the one before or after it.
fn check_lengths(
    text: &Text,
    list: &[Token],
    lists: &[&Group],
    counts: &[(usize, usize)],
    notes: &mut Notes,
) {
    let lengths: Vec<Option<u64>> = lists
        .iter()
        .map(|group| length(text, list, group))
        .collect();
    let counts: HashMap<usize, usize> = counts.iter().copied().collect();
    for at in 0..list.len() {
        let after = lists.partition_point(|group| group.open <= at);
        let beside = match counts.get(&at) {
            Some(open) => lists.partition_point(|group| group.open < *open)..lists.len(),
            None if is_parameter(list, at) => after..lists.len(),
            None if is_length(text, list, at) => after.saturating_sub(1)..lists.len(),
            None => continue,
        };
        let most = if beside.start < after { 2 } else { 1 };
        let own = || lengths[beside.clone()].iter().take(most);
        let Some(said) = value(text, &list[at]) else {
            continue;
        };
        if let Some(Some(first)) = own().next()
            && own().all(|own| own.is_some_and(|own| own != said))
        {
            notes.push((
                text.raw_at(list[at].start as usize),
                format!("A list of {said} numbers is announced here, and {first} stand in it: some may be missing, or too many."),
            ));
        }
    }
}

/// Whether a number is called the length of something.
fn is_length(text: &Text, list: &[Token], at: usize) -> bool {
    let [.., word, sign] = &list[..at] else {
        return false;
    };
    let name = word.of(text).to_ascii_lowercase();
    let is_named = [&b"len"[..], b"length", b"size", b"count"]
        .iter()
        .any(|known| name.ends_with(known));
    sign.is_label_end() && sign.line == list[at].line && (is_named || name == b"int")
}

/// Marks what stands in brackets, or beside the items of a list, and is no
/// item: how many there are, bounds, indices, properties. Gives each count
/// with the bracket that opens the list it is of.
///
/// # Errors
/// Where the indices of a list do not count its items.
fn pass_over(
    text: &Text,
    list: &mut [Token],
    chosen: &mut Chosen,
) -> Result<Vec<(usize, usize)>, Fault> {
    let Some(groups) = pair(list) else {
        return Ok(Vec::new());
    };
    let mut counts = Vec::new();
    let mut passed: Vec<std::ops::RangeInclusive<usize>> = Vec::new();
    let mut due: Vec<u64> = vec![0; groups.len()];
    for group in &groups {
        let content = &list[group.open + 1..group.close];
        let sign = list[group.open].sign;
        let typed = |at: usize| is_cast(text, &list[at]) && sign == b'[';
        let glued = name_before(text, list, group).is_some()
            || group.open.checked_sub(1).is_some_and(typed);
        let next = list.get(group.close + 1);
        let whole = group.open..=group.close;
        match (content, group.parent) {
            // [0] = 0x82
            ([number], Some(parent))
                if number.is_number()
                    && sign == b'['
                    && !glued
                    && next.is_some_and(|next| next.kind == Kind::Sign && next.sign == b'=') =>
            {
                if value(text, number) != Some(due[parent]) {
                    let message = format!(
                        "{}]: the item [{}] of the list is expected here: items are missing, or in a different order. Copy the whole list.",
                        text.quote(number.start as usize, number.end as usize),
                        due[parent]
                    );
                    return Err(list[group.open].fault(text, RefusalKind::Offsets, &message));
                }
                due[parent] += 1;
                passed.push(group.open..=group.close + 1);
            }
            // array[0..2]
            _ if content.iter().any(|token| token.of(text) == b"..") => passed.push(whole),
            // [148]byte{, Uint8Array(80) [, char x[10] = {, (80) [
            ([number], _) if number.is_number() && matches!(sign, b'[' | b'(') => {
                let after = next.is_some_and(|next| {
                    let listed = next.kind == Kind::Open && next.sign == b'[' && sign == b'(';
                    listed || next.is_word() && next.start == list[group.close].end
                });
                if (glued || after)
                    && let Some(open) = list_after(list, group.close)
                {
                    counts.push((group.open + 1, open));
                    passed.push(whole);
                }
            }
            // [u8; 148]
            ([first, .., semicolon, last], _)
                if is_cast(text, first) && semicolon.sign == b';' && last.is_number() =>
            {
                counts.extend(list_after(list, group.close).map(|open| (group.close - 1, open)));
                passed.push(whole);
            }
            // [130, 134, buffer: ArrayBuffer(2), byteLength: 2]
            ([first, ..], _) if first.is_number() && sign == b'[' => {
                if let Some(tail) = properties(list, &groups, group) {
                    chosen.left_out.push(Skipped {
                        place: text.place(
                            list[tail + 1].start as usize,
                            list[group.close - 1].end as usize,
                        ),
                        reason: "properties of the list".into(),
                        each: true,
                    });
                    passed.push(tail..=group.close - 1);
                }
            }
            _ => {}
        }
    }
    for range in passed {
        for token in &mut list[range] {
            token.kind = Kind::Passed;
        }
    }
    Ok(counts)
}

/// Where a list opens that what ends at `close` may be the length of.
fn list_after(list: &[Token], close: usize) -> Option<usize> {
    let line = list[close].line;
    let open = list[close + 1..]
        .iter()
        .take_while(|token| token.line == line && !token.is_number() && !token.is_comma())
        .position(|token| token.kind == Kind::Open)?
        + close
        + 1;
    let stands = match &list[close + 1..open] {
        [] => true,
        [word] if word.is_word() => word.start == list[close].end,
        [.., last] => last.kind == Kind::Close || last.is_label_end() && last.sign == b'=',
    };
    stands.then_some(open)
}

/// The comma in a list after which only properties with names follow.
fn properties(list: &[Token], groups: &[Group], group: &Group) -> Option<usize> {
    let mut at = group.open + 1;
    let mut children = group.children.iter();
    while at + 2 < group.close {
        let name = match list[at + 1].kind {
            Kind::Word => Some(at + 1),
            Kind::Open if list[at + 2].is_word() => Some(at + 3),
            _ => None,
        };
        if list[at].is_comma() && name.is_some_and(|name| list[name + 1].sign == b':') {
            return Some(at);
        }
        if list[at].kind == Kind::Open {
            at = groups[*children.next()?].close;
        }
        at += 1;
    }
    None
}

/// The number that a token is.
fn value(text: &Text, token: &Token) -> Option<u64> {
    let base = if token.kind == Kind::Hex { 16 } else { 10 };
    u64::from_str_radix(str::from_utf8(token.digits(text)).ok()?, base).ok()
}

/// How many octets the numbers of a list are, if each is one.
fn length(text: &Text, list: &[Token], group: &Group) -> Option<u64> {
    let mut numbers = list[group.open..group.close]
        .iter()
        .filter(|token| token.is_number());
    numbers.try_fold(0, |sum, token| match token.kind {
        Kind::Repeat => value(text, token)?.checked_sub(1)?.checked_add(sum),
        _ => (token.length() < 4).then_some(sum + 1),
    })
}

fn numbers_in(list: &[Token], group: &Group) -> usize {
    list[group.open..group.close]
        .iter()
        .filter(|token| token.is_number())
        .count()
}

/// The word that stands right before a bracket.
fn name_before<'a>(text: &'a Text, list: &[Token], group: &Group) -> Option<&'a [u8]> {
    let before = group.open.checked_sub(1)?;
    let word = &list[before];
    let is_word = word.is_word() || is_name(text, list, before);
    (is_word && word.end == list[group.open].start)
        .then(|| &text.plain[word.start as usize..word.end as usize])
}

/// Whether a group of numbers only may be what a call is given, or an index.
fn is_aside(text: &Text, list: &[Token], group: &Group) -> bool {
    name_before(text, list, group).is_some()
        && group.children.is_empty()
        && matches!(list[group.open].sign, b'(' | b'[')
}

/// Whether a number is a parameter of a type: `std::array<uint8_t, 17>`.
fn is_parameter(list: &[Token], at: usize) -> bool {
    let closed = list.get(at + 1).is_some_and(|next| next.sign == b'>');
    let opens = |word: usize| list[word].is_word() && list[word - 1].sign == b'<';
    closed && at > 2 && list[at - 1].is_comma() && opens(at - 2)
}

/// Whether hex digits are the name of something: `byte[] b = {…}`.
fn is_name(text: &Text, list: &[Token], at: usize) -> bool {
    let token = &list[at];
    let digits = token.digits(text);
    let letters = digits.iter().all(u8::is_ascii_alphabetic);
    token.kind == Kind::Digits
        && (letters || digits[0].is_ascii_alphabetic() && digits.contains(&b'_'))
        && list
            .get(at + 1)
            .is_some_and(|next| next.is_label_end() || next.kind == Kind::Open)
}

/// Whether a number is a property of something: `n = 3`, `length: 3`, `len 3`.
fn is_property(list: &[Token], at: usize) -> bool {
    let token = &list[at];
    let [.., name, sign] = &list[..at] else {
        return at == 1 && list[0].is_word() && list[0].line == token.line;
    };
    let alone = list
        .get(at + 1)
        .is_none_or(|next| !next.is_number() || next.line != token.line);
    let named = sign.is_word() || name.is_word() && sign.is_label_end();
    named && sign.line == token.line && alone && token.length() < 6
}

/// Refuses what is no plain separator among the numbers of a list: operators,
/// keys, widths, repetitions.
fn check(text: &Text, list: &[Token], group: &Group) -> Result<(), Fault> {
    let content = &list[group.open + 1..group.close];
    let refuse =
        |token: &Token, message: &str| Err(token.fault(text, RefusalKind::BadDigit, message));
    let numbers = numbers_in(list, group);
    // The separator since the last number, and that between the first two.
    let (mut separator, mut usual) = (None, None);
    let mut seen = 0;
    for (n, token) in content.iter().enumerate() {
        if token.is_number() && token.kind != Kind::Repeat {
            if seen > 0 && *usual.get_or_insert(separator) != separator {
                return refuse(
                    token,
                    " has a different separator before it than the other numbers of the list. Write the same one between all of them.",
                );
            }
            seen += 1;
            separator = None;
        } else if token.is_comma() || token.is_sign(b";") {
            if separator.is_some() || seen == 0 {
                return refuse(token, " stands where a number is expected: one is missing.");
            }
            if token.sign == b';' && numbers == 2 {
                return refuse(
                    token,
                    " may say that the number before it is repeated. Write the numbers out.",
                );
            }
            separator = Some(token.sign);
        } else if token.is_foreign() {
            return refuse(token, " is not a number.");
        } else if token.kind == Kind::Sign {
            let is_plain = match token.sign {
                // 0x82.toByte()
                b'.' => content.get(n + 1).is_some_and(Token::is_word),
                b'|' | b'&' => separator.is_some() || seen == 0 || seen == numbers,
                sign => sign.is_ascii_alphanumeric() || b"\"'`\\$@".contains(&sign),
            };
            if !is_plain {
                return refuse(
                    token,
                    " is a calculation, or no plain separator between numbers. Leave only the bytes.",
                );
            }
        }
    }
    // [0x82] * 3, [130] + [134], [130, 134][1:], [130, 134].slice(1)
    let close = &list[group.close];
    let is_method = || {
        list.get(group.close + 2)
            .is_some_and(|word| changes(word.of(text)))
    };
    match list.get(group.close + 1) {
        Some(token)
            if token.line == close.line
                && (token.is_sign(b"*+/%")
                    || token.kind == Kind::Open && token.sign == b'[' && token.follows(close)
                    || token.sign == b'.' && is_method()) =>
        {
            refuse(
                token,
                " computes another list from this one. Write the numbers out.",
            )
        }
        _ => Ok(()),
    }
}

fn pair(list: &[Token]) -> Option<Vec<Group>> {
    let mut groups: Vec<Group> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for (at, token) in list.iter().enumerate() {
        match token.kind {
            Kind::Open => {
                // No program nests so deep; and each level costs a look at all it holds.
                if open.len() > 64 {
                    return None;
                }
                let parent = open.last().copied();
                open.push(groups.len());
                if let Some(parent) = parent {
                    let child = groups.len();
                    groups[parent].children.push(child);
                }
                groups.push(Group {
                    open: at,
                    close: at,
                    children: Vec::new(),
                    parent,
                    depth: open.len(),
                });
            }
            Kind::Close => groups[open.pop()?].close = at,
            _ => {}
        }
    }
    (open.is_empty() && !groups.is_empty()).then_some(groups)
}

/// Takes the numbers of a group, or of the groups inside it. Iterative, for
/// brackets may nest as deep as the text is long.
fn choose(text: &Text, list: &[Token], groups: &[Group], root: usize, taken: &mut Vec<usize>) {
    let mut todo = vec![root];
    while let Some(at) = todo.pop() {
        let group = &groups[at];
        let content = &list[group.open + 1..group.close];
        let words_are_casts = content
            .iter()
            .all(|token| !token.is_word() || is_cast(text, token));
        let own = has_own_numbers(list, groups, group);
        let nested = group
            .children
            .iter()
            .filter(|&&child| {
                list[groups[child].open].sign == b'('
                    && has_own_numbers(list, groups, &groups[child])
            })
            .count();
        let inside = lists_inside(list, groups, group);
        if words_are_casts && own && !inside {
            taken.push(at);
        } else if words_are_casts
            && nested > 0
            && nested * 2 > content.iter().filter(|token| token.is_number()).count()
            && !inside
        {
            // Each number has brackets of its own: casts as functions.
            taken.push(at);
        } else {
            todo.extend(group.children.iter().rev());
        }
    }
}

/// Whether some group inside holds several numbers.
fn lists_inside(list: &[Token], groups: &[Group], group: &Group) -> bool {
    let mut children = group.children.iter();
    children.any(|&child| numbers_in(list, &groups[child]) > 1)
}

/// Whether numbers stand right in a group. In `array('B', [130])` the
/// character is the type of the numbers.
fn has_own_numbers(list: &[Token], groups: &[Group], group: &Group) -> bool {
    let typed = matches!(list[group.open + 1..], [character, comma, open, ..]
        if character.kind == Kind::Character && comma.is_comma() && open.kind == Kind::Open);
    if typed {
        return false;
    }
    let mut at = group.open + 1;
    let mut children = group.children.iter();
    while at < group.close {
        if list[at].kind == Kind::Open {
            let Some(&child) = children.next() else {
                return false;
            };
            at = groups[child].close;
        } else if list[at].is_number() {
            return true;
        }
        at += 1;
    }
    false
}

fn take(group: &Group, content: &[Token], chosen: &mut Chosen) {
    let long = content
        .iter()
        .filter(|token| token.is_number())
        .any(|token| token.kind != Kind::Repeat && token.length() > 3);
    let mut first = true;
    let mut comma = false;
    for (n, token) in content.iter().enumerate() {
        comma |= token.is_comma();
        if token.is_number() {
            // A list of long runs is a list of blocks.
            let apart = first || comma && long;
            chosen.numbers.push((
                group.open + 1 + n,
                if apart { Bond::Apart } else { Bond::Joined },
            ));
            first = false;
            comma = false;
        }
    }
}

fn is_cast(text: &Text, token: &Token) -> bool {
    let word = String::from_utf8_lossy(token.of(text));
    token.is_word() && CASTS.contains(&format!(" {word} "))
}
