//! The lists of a program: numbers in brackets, among names, types and
//! counts; and digits in its quotes.

use std::collections::HashSet;

use super::{
    super::{
        Fault, RefusalKind, Skipped,
        frame::Frame,
        literal::{changes, strings},
        split::Bond,
        text::Text,
    },
    Around, Chosen, lines,
    token::{Kind, Token},
};

/// Words that may stand with the numbers of a list: casts, and conversions
/// behind a number.
const CASTS: &str = " byte Byte sbyte char unsigned signed u8 i8 uint8 int8 uint8_t int8_t UInt8 Int8 toByte toUByte int as cast uchar ";

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
                && lines::is_slip(word, text)
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

/// A pair of brackets.
#[derive(Clone, Copy, Debug)]
struct Group {
    open: usize,
    close: usize,
    parent: Option<usize>,
    /// How many brackets are open around it.
    depth: usize,
    /// Numbers in it that are items of a list, if it is one.
    items: isize,
    /// The most numbers that brackets in it hold.
    most: usize,
}

/// The brackets of a text, in the order in which they open; `None` where some
/// have no partner, or there are none.
fn pairs(list: &[Token]) -> Option<Vec<Group>> {
    let mut groups: Vec<Group> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for (at, token) in list.iter().enumerate() {
        match token.kind {
            Kind::Open if open.len() > DEEPEST => return None,
            Kind::Open => {
                groups.push(Group {
                    open: at,
                    close: at,
                    parent: open.last().copied(),
                    depth: open.len(),
                    items: 0,
                    most: 0,
                });
                open.push(groups.len() - 1);
            }
            Kind::Close => groups[open.pop()?].close = at,
            _ => {}
        }
    }
    (open.is_empty() && !groups.is_empty()).then_some(groups)
}

/// Whether some bracket has no partner.
pub(super) fn unbalanced(list: &[Token]) -> bool {
    let is_bracket = |token: &Token| matches!(token.kind, Kind::Open | Kind::Close);
    list.iter().any(is_bracket) && pairs(list).is_none()
}

/// A text in which brackets stand.
struct Program<'a> {
    text: &'a Text<'a>,
    list: &'a mut [Token],
    /// Tokens that were passed over, with what they were.
    passed: Vec<(usize, Kind)>,
    groups: Vec<Group>,
    /// How many numbers stand before each token.
    before: Vec<u32>,
    /// Numbers that say how long a list is, each with where that opens.
    counts: Vec<(usize, usize)>,
    chosen: Chosen,
}

/// The numbers of the lists in brackets; `None` where the text is no program,
/// so that brackets are mere punctuation.
///
/// # Errors
/// Where a list has something in it that is no plain separator.
pub(super) fn brackets(text: &Text, list: &mut [Token]) -> Result<Option<Chosen>, Fault> {
    let Some(groups) = pairs(list) else {
        return Ok(None);
    };
    let mut program = Program {
        text,
        list,
        passed: Vec::new(),
        groups,
        before: Vec::new(),
        counts: Vec::new(),
        chosen: Chosen::new(Around::Brackets),
    };
    program.pass_over()?;
    program.count();
    let Some(taken) = program.take()? else {
        for &(at, kind) in &program.passed {
            program.list[at].kind = kind;
        }
        return Ok(None);
    };
    for &at in &taken {
        program.read(&program.groups[at].clone())?;
    }
    program.check_lengths(&taken);
    Ok(Some(program.chosen))
}

impl Program<'_> {
    fn content(&self, group: &Group) -> &[Token] {
        &self.list[group.open + 1..group.close]
    }

    fn skip(&mut self, from: usize, to: usize, reason: &'static str) {
        let (start, end) = (self.list[from].start, self.list[to].end);
        self.chosen.left_out.push(Skipped {
            place: self.text.place(start as usize, end as usize),
            reason: reason.into(),
            each: true,
        });
    }

    fn is_cast(&self, token: &Token) -> bool {
        let word = String::from_utf8_lossy(token.of(self.text));
        token.is(Kind::Word) && CASTS.contains(&format!(" {word} "))
    }

    /// The word that stands right before a bracket.
    fn name(&self, group: &Group) -> Option<&[u8]> {
        let before = group.open.checked_sub(1)?;
        let word = &self.list[before];
        let is_word = word.is(Kind::Word) || self.is_name(before);
        (is_word && word.end == self.list[group.open].start).then(|| word.of(self.text))
    }

    /// Whether hex digits are the name of something: `byte[] b = {…}`.
    fn is_name(&self, at: usize) -> bool {
        let digits = self.list[at].digits(self.text);
        let is_word = digits.iter().all(u8::is_ascii_alphabetic)
            || digits[0].is_ascii_alphabetic() && digits.contains(&b'_');
        let next = self.list.get(at + 1);
        self.list[at].is(Kind::Digits)
            && is_word
            && next.is_some_and(|next| next.is_label_end() || next.is(Kind::Open))
    }

    /// Marks what stands in brackets, or beside the items of a list, and is no
    /// item: how many there are, bounds, indices, properties.
    ///
    /// # Errors
    /// Where the indices of a list do not count its items.
    fn pass_over(&mut self) -> Result<(), Fault> {
        let mut due = vec![0; self.groups.len() + 1];
        for at in 0..self.groups.len() {
            let group = self.groups[at];
            let (content, sign) = (self.content(&group), self.list[group.open].sign);
            let next = self.list.get(group.close + 1);
            let whole = group.open..=group.close;
            let passed = match content {
                _ if content.iter().any(|token| token.of(self.text) == b"..") => whole,
                // [0] = 0x82
                [number]
                    if number.is_number()
                        && sign == b'['
                        && self.name(&group).is_none()
                        && group.parent.is_some()
                        && next.is_some_and(|next| next.is_sign(b"=")) =>
                {
                    let due = &mut due[group.parent.unwrap_or(0)];
                    if number.value(self.text) != Some(*due) {
                        let message = format!(
                            "{}]: the item [{due}] of the list is expected here: items are missing, or in a different order. Copy the whole list.",
                            self.text.quote(number.start as usize, number.end as usize),
                        );
                        return Err(self.list[group.open].fault(
                            self.text,
                            RefusalKind::Offsets,
                            &message,
                        ));
                    }
                    *due += 1;
                    let sign = self.list.get(group.close + 2);
                    let arrow = sign.is_some_and(|sign| sign.is_sign(b">"));
                    group.open..=group.close + 1 + usize::from(arrow)
                }
                // [148]byte{, Uint8Array(80) [, char x[10] = {, (80) [
                [number] if number.is_number() && matches!(sign, b'[' | b'(') => {
                    let typed =
                        sign == b'[' && group.open > 0 && self.is_cast(&self.list[group.open - 1]);
                    let after = next.is_some_and(|next| {
                        let listed = next.is(Kind::Open) && next.sign == b'[' && sign == b'(';
                        listed || next.is(Kind::Word) && next.follows(&self.list[group.close])
                    });
                    let open = self.list_after(group.close);
                    match open.filter(|_| typed || after || self.name(&group).is_some()) {
                        Some(open) => {
                            self.counts.push((group.open + 1, open));
                            whole
                        }
                        None => continue,
                    }
                }
                // [u8; 148]
                [first, .., semicolon, last]
                    if self.is_cast(first) && semicolon.sign == b';' && last.is_number() =>
                {
                    let open = self.list_after(group.close);
                    self.counts.extend(open.map(|open| (group.close - 1, open)));
                    whole
                }
                // [130, 134, buffer: ArrayBuffer(2), byteLength: 2]
                [first, ..] if first.is_number() && sign == b'[' => {
                    let Some(tail) = self.properties(&group) else {
                        continue;
                    };
                    self.skip(tail + 1, group.close - 1, "properties of the list");
                    tail..=group.close - 1
                }
                _ => continue,
            };
            for at in passed {
                let kind = std::mem::replace(&mut self.list[at].kind, Kind::Passed);
                self.passed.push((at, kind));
            }
        }
        Ok(())
    }

    /// Where a list opens that what ends at `close` may be the length of.
    fn list_after(&self, close: usize) -> Option<usize> {
        let line = self.list[close].line;
        let after = &self.list[close + 1..];
        let mut stands = after
            .iter()
            .take_while(|token| token.line == line && !token.is_number() && !token.is(Kind::Comma));
        let open = stands.position(|token| token.is(Kind::Open))?;
        let is_list = match &after[..open] {
            [] => true,
            [word] if word.is(Kind::Word) => word.follows(&self.list[close]),
            [.., last] => last.is(Kind::Close) || last.is_sign(b"="),
        };
        is_list.then_some(close + 1 + open)
    }

    /// The comma in a list after which only properties with names follow.
    fn properties(&self, group: &Group) -> Option<usize> {
        let mut depth = 0;
        (group.open + 1..group.close - 1).find(|&at| {
            match self.list[at].kind {
                Kind::Open => depth += 1,
                Kind::Close => depth -= 1,
                _ => {}
            }
            let name = match self.list[at + 1].kind {
                Kind::Word => at + 1,
                Kind::Open => at + 3,
                _ => return false,
            };
            let sign = self.list.get(name + 1);
            depth == 0
                && self.list[at].is(Kind::Comma)
                && sign.is_some_and(|sign| sign.is_sign(b":"))
        })
    }

    /// Counts the numbers of all brackets.
    fn count(&mut self) {
        let mut before = 0;
        for token in &*self.list {
            self.before.push(before);
            before += u32::from(token.is_number());
        }
        self.before.push(before);
        for at in (0..self.groups.len()).rev() {
            let group = self.groups[at];
            let all = self.numbers(&group);
            // In array('B', [130]) the character is the type of the numbers.
            let is_type = matches!(self.content(&group), [character, comma, open, ..]
                if character.is(Kind::Character) && comma.is(Kind::Comma) && open.is(Kind::Open));
            self.groups[at].items += all as isize;
            if is_type {
                self.groups[at].items -= 1;
            }
            if let Some(parent) = group.parent {
                // Each number may have brackets of its own: casts as functions.
                let is_item = self.list[group.open].sign == b'(' && all == 1;
                let parent = &mut self.groups[parent];
                parent.most = parent.most.max(all);
                if !is_item {
                    parent.items -= all as isize;
                }
            }
        }
    }

    fn numbers(&self, group: &Group) -> usize {
        (self.before[group.close] - self.before[group.open]) as usize
    }

    /// Chooses the brackets that are lists.
    ///
    /// # Errors
    /// Where numbers beside them may be bytes too.
    fn take(&mut self) -> Result<Option<Vec<usize>>, Fault> {
        let mut taken: Vec<usize> = Vec::new();
        let mut end = 0;
        for (at, group) in self.groups.iter().enumerate() {
            let content = self.content(group);
            let are_casts = || {
                content
                    .iter()
                    .all(|word| !word.is(Kind::Word) || self.is_cast(word))
            };
            if group.open >= end && group.items > 0 && group.most < 2 && are_casts() {
                end = group.close;
                taken.push(at);
            }
        }
        // f(3): [130, 134, 132]: what a call is given, unless its lists are.
        let groups = &self.groups;
        let is_list = |at: &usize| {
            let group = &groups[*at];
            let is_call =
                matches!(self.list[group.open].sign, b'(' | b'[') && self.name(group).is_some();
            let has_brackets = self.content(group).iter().any(|token| token.is(Kind::Open));
            self.numbers(group) > 1 || !is_call || has_brackets
        };
        let names: HashSet<Vec<u8>> = (taken.iter().filter(|at| is_list(at)))
            .filter_map(|&at| self.name(&groups[at]).map(<[u8]>::to_vec))
            .collect();
        let mut beside: Vec<usize> = Vec::new();
        if taken.iter().any(is_list) {
            taken.retain(|at| {
                let name = self.name(&groups[*at]);
                let stays = is_list(at) || name.is_some_and(|name| names.contains(name));
                beside.extend((!stays).then_some(at));
                stays
            });
        }
        // [82][86]: brackets around each octet are punctuation.
        let single = taken.len() > 1 && taken.iter().all(|&at| self.numbers(&groups[at]) == 1);
        let is_program = |token: &Token| matches!(token.kind, Kind::Word | Kind::Comma);
        if taken.is_empty() || single && !self.list.iter().any(is_program) {
            return Ok(None);
        }
        for at in beside {
            let group = self.groups[at];
            self.skip(group.open, group.close, "a number beside a list");
        }
        let mut seen = vec![false; self.list.len()];
        for &at in &taken {
            seen[self.groups[at].open..=self.groups[at].close].fill(true);
        }
        // Brackets like those of the lists, with nothing in them that was read.
        let like = |group: &Group| (self.list[group.open].sign, group.depth);
        let kinds: HashSet<(u8, usize)> = taken.iter().map(|&at| like(&self.groups[at])).collect();
        for group in self.groups.clone() {
            if seen[group.open] {
                continue;
            }
            let content = self.content(&group);
            let has_lists = || seen[group.open..group.close].contains(&true);
            let is_type = !content.is_empty() && content.iter().all(|word| self.is_cast(word));
            let is_like = kinds.contains(&(self.list[group.open].sign, group.depth));
            match self.numbers(&group) {
                0 if is_like && !is_type && !has_lists() => {
                    self.skip(group.open, group.close, "brackets without bytes");
                }
                1 => seen[group.open..=group.close].fill(true),
                _ => {}
            }
        }
        // Every number outside must be something else, by the words beside it.
        let unexplained = |at: &usize| {
            // array('B', […]): a character is a type's code.
            let is_number = self.list[*at].is_number() && !self.list[*at].is(Kind::Character);
            is_number
                && !seen[*at]
                && !(self.is_property(*at) || self.is_name(*at) || self.is_parameter(*at))
        };
        if let Some(odd) = (0..self.list.len()).find(unexplained) {
            return match taken
                .iter()
                .any(|&at| self.length(&self.groups[at]) > Some(1))
            {
                true => Err(self.list[odd].fault(self.text, RefusalKind::Ambiguous, OUTSIDE)),
                false => Ok(None),
            };
        }
        let opens = |at: &usize| &self.list[self.groups[*at].open];
        if taken.iter().any(|at| opens(at).end - opens(at).start == 2) {
            self.chosen.around = Around::Erlang;
        }
        // <Buffer 82 86> and what is left of another one.
        let cut = (0..self.list.len()).find(|&at| !seen[at] && self.list[at].is_sign(b"<"));
        if let Some(cut) = cut.filter(|_| taken.iter().any(|at| opens(at).sign == b'<')) {
            let message =
                " has no partner, as the others have: bytes may be missing here. Copy all of it.";
            return Err(self.list[cut].fault(self.text, RefusalKind::Truncated, message));
        }
        Ok(Some(taken))
    }

    /// Whether a number is a parameter of a type: `std::array<uint8_t, 17>`.
    fn is_parameter(&self, at: usize) -> bool {
        let [.., open, word, comma] = &self.list[..at] else {
            return false;
        };
        let closed = self.list.get(at + 1).is_some_and(|next| next.sign == b'>');
        closed && comma.is(Kind::Comma) && word.is(Kind::Word) && open.sign == b'<'
    }

    /// Whether a number is a property of something: `n = 3`, `length: 3`, `len 3`.
    fn is_property(&self, at: usize) -> bool {
        let token = &self.list[at];
        let named = match &self.list[..at] {
            [] => false,
            [word] => word.is(Kind::Word) && word.line == token.line,
            [.., name, sign] => {
                sign.line == token.line
                    && (sign.is(Kind::Word) || name.is(Kind::Word) && sign.is_label_end())
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
        let content = &self.list[group.open + 1..group.close];
        let numbers = self.numbers(group);
        let is_long =
            |token: &Token| token.is_number() && !token.is(Kind::Repeat) && token.length() > 3;
        // A list of long runs is a list of blocks.
        let long = content.iter().any(is_long);
        // The separator since the last number, and that between the first two.
        let (mut separator, mut usual) = (None, None);
        let (mut seen, mut casts) = (0, 0);
        for (n, token) in content.iter().enumerate() {
            if token.is_number() {
                let is_first = seen == 0;
                if token.kind != Kind::Repeat {
                    if !is_first && *usual.get_or_insert(separator) != separator {
                        return refuse(
                            token,
                            " has a different separator before it than the other numbers of the list. Write the same one between all of them.",
                        );
                    }
                    if casts > 2 {
                        return refuse(
                            token,
                            " has more than one type before it: a number may be missing.",
                        );
                    }
                    seen += 1;
                }
                let apart = is_first || long && separator == Some(b',');
                let bond = if apart { Bond::Apart } else { Bond::Joined };
                self.chosen.numbers.push((group.open + 1 + n, bond));
                if token.kind != Kind::Repeat {
                    (separator, casts) = (None, 0);
                }
            } else if token.is(Kind::Comma) || token.is_sign(b";") {
                if separator.is_some() || seen == 0 {
                    return refuse(token, " stands where a number is expected: one is missing.");
                }
                if token.sign == b';' && numbers == 2 {
                    return refuse(
                        token,
                        " may say that the number before it is repeated. Write the numbers out.",
                    );
                }
                (separator, casts) = (Some(token.sign), 0);
            } else if token.is(Kind::Foreign) {
                return refuse(token, " is not a number.");
            } else if token.is(Kind::Open) {
                casts += 1;
            } else if token.is(Kind::Sign) {
                let is_plain = match token.sign {
                    // 0x82.toByte()
                    b'.' => content.get(n + 1).is_some_and(|next| next.is(Kind::Word)),
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
        let [open, close] = [group.open, group.close].map(|at| self.list[at]);
        let method = self.list.get(group.close + 2);
        let is_method = || method.is_some_and(|word| changes(word.of(text)));
        if let Some(token) = self.list.get(group.close + 1)
            && token.line == close.line
            && (token.is_sign(b"*+/%")
                || token.is(Kind::Open) && token.sign == b'[' && token.follows(&close)
                || token.sign == b'.' && is_method())
        {
            return refuse(
                token,
                " computes another list from this one. Write the numbers out.",
            );
        }
        // What is lost at an end leaves its blank.
        if let [first, .., last] = content
            && open.line == close.line
            && (first.follows(&open) != close.follows(last))
        {
            let note = "There is a blank at one end of this list and none at the other: a number may be missing there.";
            self.chosen
                .notes
                .push((text.raw_at(close.start as usize), note.into()));
        }
        Ok(())
    }

    /// How many octets the numbers of a list are, if each is one.
    fn length(&self, group: &Group) -> Option<u64> {
        let mut numbers = self.content(group).iter().filter(|token| token.is_number());
        numbers.try_fold(0, |sum, token| match token.kind {
            Kind::Repeat => token.value(self.text)?.checked_sub(1)?.checked_add(sum),
            _ => (token.length() < 4).then_some(sum + 1),
        })
    }

    /// Says where a length that the text gives is not that of the list which it
    /// announces.
    fn check_lengths(&mut self, taken: &[usize]) {
        let parameters =
            (0..self.list.len()).filter(|&at| self.list[at].is_number() && self.is_parameter(at));
        let parameters: Vec<(usize, usize)> = parameters.map(|at| (at, at)).collect();
        for (at, open) in parameters
            .into_iter()
            .chain(std::mem::take(&mut self.counts))
        {
            let own = taken.partition_point(|&list| self.groups[list].open < open);
            let own = taken
                .get(own)
                .and_then(|&list| self.length(&self.groups[list]));
            if let (Some(said), Some(own)) = (self.list[at].value(self.text), own)
                && said != own
            {
                self.chosen.notes.push((
                    self.text.raw_at(self.list[at].start as usize),
                    format!("A list of {said} numbers is announced here, and {own} stand in it: some may be missing, or too many."),
                ));
            }
        }
    }
}
