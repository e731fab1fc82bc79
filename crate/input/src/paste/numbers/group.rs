//! The lists of a program: numbers in brackets, among names, types and counts.

use super::{
    super::{split::Bond, text::Text},
    Chosen,
    token::{Kind, Token, Tokens},
};

/// Words that may stand with the numbers of a list: casts, and conversions
/// behind a number.
const CASTS: [&[u8]; 20] = [
    b"byte",
    b"Byte",
    b"sbyte",
    b"char",
    b"unsigned",
    b"signed",
    b"u8",
    b"i8",
    b"uint8",
    b"int8",
    b"uint8_t",
    b"int8_t",
    b"UInt8",
    b"Int8",
    b"toByte",
    b"toUByte",
    b"int",
    b"as",
    b"cast",
    b"uchar",
];

/// The digits in quotes among the words of a program: `x'8286'`,
/// `Buffer.from("8286", "hex")`.
pub(super) fn quoted(text: &Text, tokens: &Tokens) -> Option<Chosen> {
    let list = &tokens.list;
    let mut chosen = Chosen {
        bracketed: true,
        ..Chosen::default()
    };
    let mut marked = Chosen {
        bracketed: true,
        ..Chosen::default()
    };
    let mut words = false;
    let mut comma = true;
    let mut at = 0;
    while at < list.len() {
        let token = &list[at];
        comma |= matches!(token.sign, b',' | b';' | b'=');
        if !(token.kind == Kind::Sign && matches!(token.sign, b'"' | b'\'' | b'`')) {
            words |= token.is_word();
            at += 1;
            continue;
        }
        let close = at
            + 1
            + list[at + 1..].iter().position(|other| {
                other.kind == Kind::Sign && other.sign == token.sign && other.line == token.line
            })?;
        let inner = at + 1..close;
        let digits = !inner.is_empty()
            && list[inner.clone()]
                .iter()
                .all(|token| token.is_number() || token.kind == Kind::Sign || token.is_comma());
        let before = list[..at]
            .last()
            .filter(|before| before.end == token.start && before.is_word());
        let prefix = before.is_some_and(|word| {
            matches!(
                &text.plain[word.start as usize..word.end as usize],
                b"x" | b"X" | b"h" | b"hex"
            )
        });
        if digits {
            for to in [Some(&mut chosen), prefix.then_some(&mut marked)]
                .into_iter()
                .flatten()
            {
                let mut bond = if comma || to.numbers.is_empty() {
                    Bond::Apart
                } else {
                    Bond::Joined
                };
                for number in inner.clone().filter(|&number| list[number].is_number()) {
                    to.numbers.push((number, bond));
                    bond = Bond::Joined;
                }
            }
            comma = false;
        }
        at = close + 1;
    }
    let chosen = if marked.numbers.is_empty() {
        chosen
    } else {
        marked
    };
    (words && !chosen.numbers.is_empty()).then_some(chosen)
}

/// A pair of brackets.
struct Group {
    open: usize,
    close: usize,
    children: Vec<usize>,
    parent: Option<usize>,
}

/// The numbers of the lists in brackets; `None` where the text is no program,
/// so that brackets are mere punctuation.
pub(super) fn lists(text: &Text, tokens: &Tokens) -> Option<Chosen> {
    let list = &tokens.list;
    let groups = pair(list)?;
    let mut chosen = Chosen {
        bracketed: true,
        ..Chosen::default()
    };
    let mut inside = vec![false; list.len()];
    for root in (0..groups.len()).filter(|&at| groups[at].parent.is_none()) {
        choose(text, list, &groups, root, &mut chosen);
        inside[groups[root].open..=groups[root].close].fill(true);
    }
    if chosen.numbers.is_empty() {
        return None;
    }
    // Numbers outside brackets are a program's only among its words.
    let outside = |is: fn(&Token) -> bool| {
        list.iter()
            .zip(&inside)
            .any(|(token, inside)| !inside && is(token))
    };
    if outside(Token::is_number) && !outside(Token::is_word) {
        return None;
    }
    Some(chosen)
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
fn choose(text: &Text, list: &[Token], groups: &[Group], root: usize, chosen: &mut Chosen) {
    let mut todo = vec![root];
    while let Some(at) = todo.pop() {
        let group = &groups[at];
        if is_count(text, list, group) {
            continue;
        }
        let content = &list[group.open + 1..group.close];
        let words_are_casts = content
            .iter()
            .all(|token| !token.is_word() || is_cast(text, token));
        let own = has_own_numbers(list, groups, group);
        let nested = group
            .children
            .iter()
            .filter(|&&child| has_own_numbers(list, groups, &groups[child]))
            .count();
        let inside = lists_inside(list, groups, group);
        if words_are_casts && own && !inside {
            take(group, content, chosen);
        } else if words_are_casts
            && nested > 0
            && nested * 2 > content.iter().filter(|token| token.is_number()).count()
            && !inside
        {
            // Each number has brackets of its own: casts as functions.
            take(group, content, chosen);
        } else {
            todo.extend(group.children.iter().rev());
        }
    }
}

/// Whether some group inside holds several numbers.
fn lists_inside(list: &[Token], groups: &[Group], group: &Group) -> bool {
    group.children.iter().any(|&child| {
        let child = &groups[child];
        list[child.open..child.close]
            .iter()
            .filter(|token| token.is_number())
            .count()
            > 1
    })
}

fn has_own_numbers(list: &[Token], groups: &[Group], group: &Group) -> bool {
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
    CASTS.contains(&&text.plain[token.start as usize..token.end as usize])
}

/// A count of items and no list: `[148]byte{`, `Uint8Array(80) [`,
/// `char x[10] = {`, `[u8; 148]`.
fn is_count(text: &Text, list: &[Token], group: &Group) -> bool {
    let content = &list[group.open + 1..group.close];
    // array[0..2]
    if content
        .iter()
        .any(|token| token.kind == Kind::Sign && token.sign == b'.' && token.end - token.start == 2)
    {
        return true;
    }
    let numbers = content.iter().filter(|token| token.is_number()).count();
    if numbers != 1 {
        return false;
    }
    if let [first, .., semicolon, last] = content
        && is_cast(text, first)
        && semicolon.sign == b';'
        && last.is_number()
    {
        return true;
    }
    let Some(next) = list.get(group.close + 1) else {
        return false;
    };
    let word_before = group.open > 0 && list[group.open - 1].is_word();
    let sign =
        |token: &Token| token.kind == Kind::Open || token.kind == Kind::Sign && token.sign == b'=';
    next.is_word()
        && list
            .get(group.close + 2)
            .is_some_and(|after| after.kind == Kind::Open)
        || word_before && sign(next)
}
