//! The lists of a program: numbers in brackets, among names, types and
//! counts; and digits in its quotes.

use std::collections::HashSet;

use super::{
    super::{
        Fault, RefusalKind, Skipped,
        frame::Frame,
        literal::{changes, strings},
        pieces::Bond,
        text::Text,
    },
    Around, Chosen,
    shape::{Rule, shape},
    token::{Kind, Token, are_balanced},
};

/// No program nests so deep; and each level costs a look at all it holds.
const DEEPEST: usize = 64;

const OUTSIDE: &str =
    " stands outside the brackets of the list and may be a byte too. Leave only the bytes.";

/// The digits in quotes among the words of a program: `x'8286'`,
/// `Buffer.from("8286", "hex")`.
///
/// # Errors
/// Where a string would be such digits but for a slip.
pub(super) fn quotes(text: &Text, frame: &Frame, list: &[Token]) -> Result<Option<Chosen>, Fault> {
    let mut chosen = Chosen::new(Around::Brackets);
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
                && word.length() > 3
                && word.is_slip(text)
            {
                return Err(word.bad(text));
            }
            let is_digits =
                |token: &Token| token.is_number() || matches!(token.kind, Kind::Sign | Kind::Comma);
            if !content.iter().all(is_digits) {
                chosen
                    .left_out
                    .extend(literal.skipped("a string without bytes"));
                continue;
            }
            for number in inner.filter(|&number| list[number].is_number()) {
                chosen.numbers.push((number, bond));
                bond = Bond::Joined;
            }
        }
    }
    let words = list.iter().any(|token| token.is(Kind::Word));
    Ok((words && !chosen.numbers.is_empty()).then_some(chosen))
}

/// Parts of a shape that are no items of a list, and where in each of them a
/// number says how long the list is that follows.
const ASIDES: [(&[u8], usize); 8] = [
    // (byte) 0x82, (unsigned char) 0x82, 0x82.toByte()
    (b"(c)", 0),
    (b"(cc)", 0),
    (b".c()", 0),
    // array[0..2], [u8; 148], std::array<uint8_t, 17>
    (b"[ndn]", 0),
    (b"[c;n]", 3),
    (b"lc,ng", 3),
    (b"lw,ng", 3),
    (b"lw::c,ng", 6),
];

/// What may stand among the numbers of a list.
const RULE: Rule = Rule {
    before: b"&|",
    between: &[b"", b",", b";", b",&", b",|"],
    after: b",;&|",
    nothing: b"rcs\"'`\\$@",
};

/// A pair of brackets, by the indices of signs.
#[derive(Clone, Copy, Debug)]
struct Group {
    open: usize,
    close: usize,
    /// How many brackets are open around it.
    depth: usize,
    numbers: usize,
    /// Whether words that are no types, or other brackets, stand in it.
    mixed: bool,
}

/// A text in which brackets stand.
struct Program<'a> {
    text: &'a Text<'a>,
    list: &'a [Token],
    /// What may be items of lists, and the token of each.
    shape: Vec<u8>,
    tokens: Vec<u32>,
    /// Brackets, in the order in which they close.
    groups: Vec<Group>,
    /// Tokens that say how long the list is that opens behind them.
    counts: Vec<usize>,
    chosen: Chosen,
}

/// The numbers of the lists in brackets; `None` where the text is no program,
/// so that brackets are mere punctuation.
///
/// # Errors
/// Where a list has something in it that is no plain separator.
pub(super) fn brackets(text: &Text, list: &[Token]) -> Result<Option<Chosen>, Fault> {
    if !are_balanced(list) || !list.iter().any(|token| token.is(Kind::Open)) {
        return Ok(None);
    }
    let mut program = Program {
        text,
        list,
        shape: Vec::new(),
        tokens: Vec::new(),
        groups: Vec::new(),
        counts: Vec::new(),
        chosen: Chosen::new(Around::Brackets),
    };
    program.group()?;
    let Some(taken) = program.take()? else {
        return Ok(None);
    };
    for group in &taken {
        program.read(group)?;
    }
    program.check_lengths(&taken);
    Ok(Some(program.chosen))
}

impl Program<'_> {
    /// The token of a sign.
    fn token(&self, at: usize) -> &Token {
        &self.list[self.tokens[at] as usize]
    }

    fn skip(&mut self, from: usize, to: usize, reason: &'static str) {
        let (start, end) = (self.list[from].start, self.list[to].end);
        self.chosen.left_out.push(Skipped {
            place: self.text.place(start as usize, end as usize),
            reason: reason.into(),
            each: true,
        });
    }

    /// The word that stands right before a token.
    fn name(&self, at: usize) -> Option<&[u8]> {
        let word = &self.list[at.checked_sub(1)?];
        let is_word = word.is(Kind::Word) || self.is_name(at - 1);
        (is_word && self.list[at].follows(word)).then(|| word.of(self.text))
    }

    /// Whether hex digits are the name of something: `byte[] b = {…}`.
    fn is_name(&self, at: usize) -> bool {
        let digits = self.list[at].digits(self.text);
        let is_word = digits.iter().all(u8::is_ascii_alphabetic)
            || digits[0].is_ascii_alphabetic() && digits.contains(&b'_');
        let next = self.list.get(at + 1);
        let is_named = next.is_some_and(|next| next.is_label_end() || next.is(Kind::Open));
        self.list[at].is(Kind::Digits) && is_word && is_named
    }

    /// Pairs the brackets, without what is no item of a list.
    ///
    /// # Errors
    /// Where the indices of a list do not count its items, or where two types
    /// stand before one of them.
    fn group(&mut self) -> Result<(), Fault> {
        let (text, list) = (self.text, self.list);
        let shape = shape(text, list);
        // The brackets that are open, and the next index in each.
        let mut open: Vec<(Group, u64)> = Vec::new();
        let mut at = 0;
        while at < list.len() {
            let rest = &shape[at..];
            if rest.starts_with(b"(c)(c)") {
                let message = " has more than one type before it: a number may be missing.";
                return Err(list[at + 3].fault(text, RefusalKind::BadDigit, message));
            }
            if let Some((aside, count)) = ASIDES.iter().find(|(aside, _)| rest.starts_with(aside)) {
                self.counts.extend((*count > 0).then_some(at + count));
                at += aside.len();
                continue;
            }
            if let [b'[' | b'(', b'n', b']' | b')', then @ ..] = rest {
                if rest[0] == b'['
                    && then.first() == Some(&b'=')
                    && self.name(at).is_none()
                    && let Some((group, due)) = open.last_mut()
                {
                    // [0] = 0x82: each with one number.
                    if list[at + 1].value(text) != Some(*due) || group.numbers as u64 != *due {
                        let message = format!(
                            " is the index of this item, and {due} is expected, with one number for each item before it: items are missing, or in a different order. Copy the whole list."
                        );
                        return Err(list[at + 1].fault(text, RefusalKind::Offsets, &message));
                    }
                    *due += 1;
                    at += 4 + usize::from(then.get(1) == Some(&b'g'));
                    continue;
                }
                if self.is_count(&shape, at) {
                    self.counts.push(at + 1);
                    at += 3;
                    continue;
                }
            }
            // byte(0x82), (byte) (0x82), (0x82): the brackets of an item.
            let is_item = |at: usize| {
                let before = at.checked_sub(1).map_or(b' ', |before| shape[before]);
                shape[at..].starts_with(b"(n)") && !open.is_empty() && b"c),({[".contains(&before)
            };
            let is_close = rest[0] == b')' && at > 1 && is_item(at - 2);
            if (is_item(at) || is_close)
                && !(shape.get(at + 3) == Some(&b')') && at > 0 && shape[at - 1] == b'(')
            {
                at += 1;
                continue;
            }
            // [130, 134, buffer: ArrayBuffer(2), byteLength: 2]
            let is_property = rest.starts_with(b",w:") || rest.starts_with(b",[w]:");
            if let Some((group, _)) = open.last().filter(|_| is_property)
                && self.shape[group.open..].starts_with(b"[n")
            {
                let mut depth = 0;
                let ends = |token: &Token| {
                    depth += i32::from(token.is(Kind::Open)) - i32::from(token.is(Kind::Close));
                    depth < 0
                };
                let end = at + list[at..].iter().position(ends).unwrap_or(1);
                self.skip(at + 1, end - 1, "properties of the list");
                at = end;
                continue;
            }
            let (own, depth) = (self.shape.len(), open.len());
            self.shape.push(rest[0]);
            self.tokens.push(at as u32);
            if depth > DEEPEST {
                self.groups.clear();
                return Ok(());
            }
            if list[at].is(Kind::Open) {
                let group = Group {
                    open: own,
                    close: own,
                    depth,
                    numbers: 0,
                    mixed: false,
                };
                open.push((group, 0));
            } else if list[at].is(Kind::Close)
                && let Some((group, _)) = open.pop()
            {
                self.groups.push(Group {
                    close: own,
                    ..group
                });
                if let Some((around, _)) = open.last_mut() {
                    around.numbers += group.numbers;
                    around.mixed = true;
                }
            } else if let Some((around, _)) = open.last_mut() {
                around.numbers += usize::from(b"nr".contains(&rest[0]));
                around.mixed |= rest[0] == b'w';
            }
            at += 1;
        }
        Ok(())
    }

    /// Whether a number in brackets is the length of a list: `Uint8Array(80) [`,
    /// `[148]byte{`, `char x[10] = {`, `(80) [`.
    fn is_count(&self, shape: &[u8], at: usize) -> bool {
        let next = self.list.get(at + 3);
        let typed = shape[at] == b'[' && at > 0 && shape[at - 1] == b'c';
        let after = next.is_some_and(|next| {
            let is_list = next.sign == b'[' && shape[at] == b'(';
            is_list || next.is(Kind::Word) && next.follows(&self.list[at + 2])
        });
        // The list opens in the same line.
        let line = self.list[at].line;
        let behind = self.list[at + 3..].iter().zip(&shape[at + 3..]);
        let signs = behind.take_while(|(token, sign)| token.line == line && !b"nr,".contains(sign));
        let signs: Vec<u8> = signs.map(|(_, sign)| *sign).take(64).collect();
        let open = signs.iter().position(|sign| b"([{<".contains(sign));
        let opens = open.is_some_and(|open| match &signs[..open] {
            [] => true,
            [b'c' | b'w'] => next.is_some_and(|next| next.follows(&self.list[at + 2])),
            [.., last] => b")]}>=".contains(last),
        });
        opens && (typed || after || self.name(at).is_some())
    }

    /// Chooses the brackets that are lists.
    ///
    /// # Errors
    /// Where numbers beside them may be bytes too.
    fn take(&mut self) -> Result<Option<Vec<Group>>, Fault> {
        let name = |group: &Group| self.name(self.tokens[group.open] as usize);
        let lists = self
            .groups
            .iter()
            .filter(|group| group.numbers > 0 && !group.mixed);
        let mut taken: Vec<Group> = lists.copied().collect();
        // f(3): [130, 134, 132]: what a call is given, unless its lists are.
        let is_list = |group: &Group| {
            let is_call = b"([".contains(&self.shape[group.open]) && name(group).is_some();
            let is_bare = self.tokens[group.open + 1] == self.tokens[group.open] + 1;
            group.numbers > 1 || !is_call || !is_bare
        };
        let named = taken.iter().filter(|group| is_list(group));
        let names: HashSet<&[u8]> = named.filter_map(name).collect();
        let mut beside: Vec<Group> = Vec::new();
        if taken.iter().any(is_list) {
            taken.retain(|group| {
                let stays = is_list(group) || name(group).is_some_and(|name| names.contains(name));
                beside.extend((!stays).then_some(*group));
                stays
            });
        }
        // [82][86]: brackets around each octet are punctuation.
        let single = taken.len() > 1 && taken.iter().all(|group| group.numbers == 1);
        if taken.is_empty() || single && !self.shape.iter().any(|sign| b"cw,".contains(sign)) {
            return Ok(None);
        }
        // Every number outside must be something else, by the words beside it.
        let mut seen = vec![false; self.shape.len()];
        for group in taken
            .iter()
            .chain(self.groups.iter().filter(|group| group.numbers == 1))
        {
            seen[group.open..=group.close].fill(true);
        }
        let unexplained = |at: &usize| {
            let token = self.tokens[*at] as usize;
            // array('B', […]): a character is a type's code.
            let is_number =
                b"nr".contains(&self.shape[*at]) && !self.list[token].is(Kind::Character);
            is_number && !seen[*at] && !self.is_property(token) && !self.is_name(token)
        };
        if let Some(odd) = (0..seen.len()).find(unexplained) {
            return match taken.iter().any(|group| self.length(group) > Some(1)) {
                true => Err(self
                    .token(odd)
                    .fault(self.text, RefusalKind::Ambiguous, OUTSIDE)),
                false => Ok(None),
            };
        }
        let opens = |sign: u8, length| {
            let is = |group: &Group| {
                self.token(group.open).length() == length && self.shape[group.open] == sign
            };
            taken.iter().any(is)
        };
        // <Buffer 82 86> and what is left of another one.
        let cut = (0..seen.len()).find(|&at| self.shape[at] == b'l' && !seen[at]);
        if let Some(cut) = cut.filter(|_| opens(b'<', 1)) {
            let message =
                " has no partner, as the others have: bytes may be missing here. Copy all of it.";
            return Err(self
                .token(cut)
                .fault(self.text, RefusalKind::Truncated, message));
        }
        if opens(b'<', 2) {
            self.chosen.around = Around::Erlang;
        }
        // Brackets like those of the lists, with nothing in them that was read.
        let like = |group: &Group| (self.shape[group.open], group.depth);
        let kinds: HashSet<(u8, usize)> = taken.iter().map(like).collect();
        let is_empty = |group: &&Group| {
            let is_type = group.close > group.open + 1 && !group.mixed;
            group.numbers == 0 && kinds.contains(&like(group)) && !is_type
        };
        let empty: Vec<Group> = self.groups.iter().filter(is_empty).copied().collect();
        let opens: HashSet<u8> = taken.iter().map(|group| self.shape[group.open]).collect();
        let is_damaged = |group: &&Group| {
            let content = &self.shape[group.open + 1..group.close];
            let starts = |at: usize| self.token(at).of(self.text)[0].is_ascii_digit();
            let is_list = (group.open + 1..group.close).any(starts)
                && !content.iter().any(|sign| b"([{<".contains(sign));
            let is_whole = group.numbers > 0 && !group.mixed;
            !is_whole && is_list && opens.contains(&self.shape[group.open])
        };
        let damaged: Vec<Group> = self.groups.iter().filter(is_damaged).copied().collect();
        for (group, reason) in (beside.iter().map(|group| (group, "a number beside a list")))
            .chain(empty.iter().map(|group| (group, "brackets without bytes")))
            .chain(
                damaged
                    .iter()
                    .map(|group| (group, "a list with words in it")),
            )
        {
            let [open, close] = [group.open, group.close].map(|at| self.tokens[at] as usize);
            self.skip(open, close, reason);
        }
        Ok(Some(taken))
    }

    /// Whether a number is a property of something: `n = 3`, `length: 3`, `len 3`.
    fn is_property(&self, at: usize) -> bool {
        let token = &self.list[at];
        let named = match &self.list[..at] {
            [] => false,
            [word] => word.is(Kind::Word) && word.line == token.line,
            [.., name, sign] => {
                let is_label = sign.is_label_end() && name.is(Kind::Word);
                sign.line == token.line && (sign.is(Kind::Word) || is_label)
            }
        };
        let next = self.list.get(at + 1);
        let alone = next.is_none_or(|next| !next.is_number() || next.line != token.line);
        named && alone && token.length() < 6
    }

    /// Takes the numbers of a list.
    ///
    /// # Errors
    /// At what is no plain separator among them: operators, keys, widths,
    /// repetitions.
    fn read(&mut self, group: &Group) -> Result<(), Fault> {
        let text = self.text;
        let refuse =
            |token: &Token, message: &str| Err(token.fault(text, RefusalKind::BadDigit, message));
        let content = &self.shape[group.open + 1..group.close];
        let is_repeat = group.numbers == 2 && content.contains(&b';');
        let is_empty = content.ends_with(b",,").then(|| content.len() - 1);
        // A type of a number that is gone.
        let is_bare = |two: &[u8]| matches!(two, [b',', b'c']) || matches!(two, [b'c', b',']);
        let bare = || content.windows(2).position(is_bare);
        let odd = RULE.broken(content).or(is_empty).or_else(bare);
        let odd = odd.or(is_repeat.then_some(1));
        if let Some(odd) = odd {
            return refuse(
                self.token(group.open + 1 + odd),
                " is no plain separator between numbers, or not that between the others: a number may be missing, repeated or computed. Leave only the bytes, with the same sign between all.",
            );
        }
        // A list of long runs is a list of blocks.
        let is_long = |at: usize| {
            let token = self.token(at);
            let most = if token.is(Kind::Bits) { 8 } else { 3 };
            self.shape[at] == b'n' && token.length() > most
        };
        let long = (group.open + 1..group.close).any(is_long);
        let is_quote = |sign: u8| b"\"'`".contains(&sign);
        let ends = |at: &usize| match content[*at..] {
            [first, b'n', close, open, ..] => {
                let [before, after] = [2, 5].map(|n| group.open + n + at);
                let is_several = !is_quote(first) || is_long(before) || is_long(after);
                is_several && is_quote(close) && is_quote(open)
            }
            _ => false,
        };
        // What is made of one string: bytes.fromhex('82' '86').
        let open = self.tokens[group.open] as usize;
        let is_given = content.contains(&b',') || self.list[open].sign != b'(' || open == 0;
        let name = (!is_given).then(|| self.list[open - 1].of(text).to_ascii_lowercase());
        let is_one = name.is_some_and(|name| name.windows(3).any(|part| part == b"hex"));
        if let Some(at) = (0..content.len()).find(ends).filter(|_| !is_one) {
            let message = ": two strings stand beside each other here without a comma between them, and may be one block or two. Write a comma between blocks.";
            let token = self.token(group.open + 1 + at + 3);
            return Err(token.fault(text, RefusalKind::Ambiguous, message));
        }
        let mut bond = Bond::Apart;
        for at in group.open + 1..group.close {
            match self.shape[at] {
                b'n' | b'r' => {
                    self.chosen.numbers.push((self.tokens[at] as usize, bond));
                    bond = Bond::Joined;
                }
                b',' if long => bond = Bond::Apart,
                _ => {}
            }
        }
        // [0x82] * 3, [130] + [134], [130, 134][1:], [130, 134].slice(1)
        let to = self.tokens[group.close] as usize;
        let close = &self.list[to];
        let is_method = || {
            self.list
                .get(to + 2)
                .is_some_and(|word| changes(word.of(text)))
        };
        if let Some(token) = self
            .list
            .get(to + 1)
            .filter(|token| token.line == close.line)
            && (token.is_sign(b"*+/%")
                || token.sign == b'[' && token.follows(close)
                || token.sign == b'.' && is_method())
        {
            return refuse(
                token,
                " computes another list from this one. Write the numbers out.",
            );
        }
        Ok(())
    }

    /// How many octets the numbers of a list are, if each is one.
    fn length(&self, group: &Group) -> Option<u64> {
        (group.open..group.close).try_fold(0, |sum, at| match self.shape[at] {
            b'r' => self
                .token(at)
                .value(self.text)?
                .checked_sub(1)?
                .checked_add(sum),
            b'n' => (self.token(at).length() < 4).then_some(sum + 1),
            _ => Some(sum),
        })
    }

    /// Says where a length that the text gives is not that of the list which it
    /// announces.
    fn check_lengths(&mut self, taken: &[Group]) {
        for &at in &self.counts {
            let own = taken.partition_point(|list| (self.tokens[list.open] as usize) < at);
            let own = taken.get(own).and_then(|list| self.length(list));
            if let (Some(said), Some(own)) = (self.list[at].value(self.text), own)
                && said != own
            {
                let message = format!(
                    "A list of {said} numbers is announced here, and {own} stand in it: some may be missing, or too many."
                );
                self.chosen
                    .notes
                    .push((self.text.raw_at(self.list[at].start as usize), message));
            }
        }
    }
}
