//! Finds the evidence for and against a candidate.

use std::{
    collections::HashMap,
    hash::{DefaultHasher, Hash, Hasher},
    rc::Rc,
    sync::LazyLock,
};

use super::{
    Format,
    candidates::{Candidate, Join, Signature, Text, has_words},
    evidence::{Around, Feature, Features},
    lexer::Kind,
    number::Style,
    operands,
    scan::{byte_at, byte_before, contains, span},
    sides,
    text::{ELLIPSIS, FILLER, is_word, line_start, near_line_end},
};

/// Parts of words for header blocks and coding.
const NAMES: [&[u8]; 10] = [
    b"block", b"hpack", b"frag", b"decode", b"encoded", b"inflate", b"header", b"hdr", b"wire",
    b"payload",
];

/// Words for what is not a header block; the last word of a label for it; words
/// of frames without header blocks.
const OTHER: u8 = 1;
const OTHER_LAST: u8 = 2;
const FRAME: u8 = 4;
const LISTS: [(u8, &str); 3] = [
    (
        OTHER,
        "hash sha md5 uuid guid trace commit digest cookie token nonce salt cipher ptr addr pid color colour etag request_id checksum crc bisect build rev version fingerprint serial mac iv secret psk random sessionid session password traceid span",
    ),
    (OTHER_LAST, "id key name path etag date time value_hash"),
    (
        FRAME,
        "DATA PING SETTINGS GOAWAY WINDOW_UPDATE RST_STREAM PRIORITY DataFrame PingFrame SettingsFrame GoAwayFrame GoawayFrame WindowUpdateFrame RstStreamFrame PriorityFrame",
    ),
];

/// Words for a number of bytes.
const SIZES: [&str; 5] = ["len", "length", "size", "bytes", "octets"];

fn is_listed(list: u8, word: &str) -> bool {
    static WORDS: LazyLock<HashMap<&str, u8>> = LazyLock::new(|| {
        let mut words = HashMap::new();
        for (list, all) in LISTS {
            for word in all.split(' ') {
                *words.entry(word).or_default() |= list;
            }
        }
        words
    });
    WORDS.get(word).is_some_and(|lists| lists & list != 0)
}

fn is_named(word: &str) -> bool {
    let rest = |at: usize| &word.as_bytes()[at..];
    (0..word.len()).any(|at| NAMES.iter().any(|name| rest(at).starts_with(name)))
}

fn hash(word: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    word.hash(&mut hasher);
    hasher.finish()
}

/// Words with at least one letter, in lower case.
fn words(text: &str) -> Vec<String> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c.is_alphabetic();
    let words = text.split(|c| !is_part(c));
    let words = words.filter(|word| word.contains(char::is_alphabetic));
    words.map(str::to_lowercase).collect()
}

/// The last line above that has letters, at most four lines up.
pub(super) fn heading(text: &Text<'_>, line: usize) -> (usize, usize) {
    let plain = text.plain();
    let mut end = line;
    for _ in 0..4 {
        let Some(before) = end
            .checked_sub(1)
            .filter(|_| byte_at(plain, end - 1) == b'\n')
        else {
            break;
        };
        let start = line_start(plain, before);
        let part = &plain[start..before];
        let is_setting = part.trim_ascii_start().starts_with(b"# ");
        if part.iter().any(u8::is_ascii_alphabetic) && !is_setting {
            return (start, before);
        }
        end = start;
    }
    (line, line)
}

/// Whether an ellipsis replaces what follows `at`.
pub(super) fn is_cut_after(plain: &[u8], at: usize) -> bool {
    let near = &plain[at..plain.len().min(at + 20)];
    let is_sign = |n: usize| near[n] == ELLIPSIS || near[n..].starts_with(b"...");
    let signs = near
        .iter()
        .take(9)
        .take_while(|&&byte| byte == ELLIPSIS || !is_word(byte) && byte != b'\n')
        .count();
    if (0..signs).any(|n| n < 12 && is_sign(n)) {
        return true;
    }
    let lower = near[signs..].to_ascii_lowercase();
    let digits = |text: &[u8]| span(text, 0, |byte| byte.is_ascii_digit());
    let more = |text: &[u8]| digits(text) > 0 && text[digits(text)..].starts_with(b" more");
    // As a key it can be false.
    lower.starts_with(b"truncated") && byte_before(near, signs) != b'"'
        || lower.starts_with(b"remaining")
        || more(&lower)
        || lower.strip_prefix(b"and ").is_some_and(more)
}

fn is_cut_before(before: &[u8]) -> bool {
    let end = before
        .iter()
        .rev()
        .take(4)
        .take_while(|&&byte| !is_word(byte) && !matches!(byte, b'.' | ELLIPSIS | FILLER))
        .count();
    let before = &before[..before.len() - end];
    before.ends_with(b"...")
        || before.ends_with(b"truncated")
        || before.ends_with(&[ELLIPSIS, FILLER, FILLER])
}

fn is_punctuation(text: &[u8], signs: &[u8]) -> bool {
    text.iter().all(|byte| signs.contains(byte))
}

/// How many bytes are missing behind `count` of them, as the words before or
/// behind them say: `(17 more bytes)`, `344 bytes`, `offset=118/417`.
pub(super) fn missing_bytes(before: &str, behind: &str, count: usize) -> Option<u64> {
    let split = |text| str::split(text, |c: char| !c.is_ascii_alphanumeric() && c != '/');
    let tokens = |text| -> Vec<&str> { split(text).filter(|one| !one.is_empty()).collect() };
    let is_size = |token: &str| {
        let mut sizes = SIZES.iter().chain(&["count"]);
        sizes.any(|size| size.eq_ignore_ascii_case(token))
    };
    let more = tokens(behind).windows(2).find_map(|two| {
        let is_more = ["more", "remaining"].contains(&two[1]);
        two[0].parse().ok().filter(|_| is_more)
    });
    let total = tokens(before).windows(2).find_map(|two| {
        let of = two[1].split_once('/').and_then(|of| of.1.parse().ok());
        let of = of.filter(|_: &u64| two[0].eq_ignore_ascii_case("offset"));
        let after = two[1].parse().ok().filter(|_| is_size(two[0]));
        of.or(after)
            .or_else(|| two[0].parse().ok().filter(|_| is_size(two[1])))
    });
    more.or_else(|| total?.checked_sub(count as u64))
        .filter(|&missing| missing > 0)
}

impl Text<'_> {
    /// End of the last element before `p` that is not a short number.
    pub(super) fn end_before(&self, p: usize, line: usize) -> usize {
        let most = if self.is_many() { 8 } else { usize::MAX };
        let before = (0..p).rev().take(most).take_while(|&q| self.end(q) > line);
        let mut long = before.filter(|&q| self.end(q) - self.start(q) > 10);
        long.next().map_or(line, |q| self.end(q))
    }

    /// Whether an element could be a block only together with this candidate.
    fn is_sole(&self, candidate: &Candidate) -> bool {
        let is_inside = |(first, last)| candidate.first() <= first && last <= candidate.last();
        !self.is_many() && candidate.bytes().len() > 2 && self.long.is_none_or(is_inside)
    }

    /// Whether words stand between elements; never in a text without words.
    pub(super) fn has_words_within(&self, members: &[u32]) -> bool {
        let gap = |two: &[u32]| has_words(self.text_between(two[0] as usize, two[1] as usize));
        !self.is_strict && members.windows(2).any(gap)
    }

    /// The mark of a side before an element, `<` or `>`.
    pub(super) fn mark(&self, p: usize) -> Option<u8> {
        let (plain, at) = (self.plain(), self.start(p));
        let mark = plain[line_start(plain, at)..at].trim_ascii_start().first();
        mark.copied().filter(|mark| b"<>".contains(mark))
    }

    /// The label of an element.
    fn around(&self, p: usize) -> Rc<Around> {
        if let Some((last, around)) = &*self.around.borrow()
            && *last == p
        {
            return around.clone();
        }
        let around = Rc::new(self.read_label(p));
        *self.around.borrow_mut() = Some((p, around.clone()));
        around
    }

    fn read_label(&self, p: usize) -> Around {
        let plain = self.plain();
        let start = self.start(p);
        let line = line_start(plain, start);
        let from = self.end_before(p, line).clamp(line, start);
        let mut all = Around {
            line,
            from,
            label: (from, from),
            ..Around::default()
        };
        // In a long text without words, only comments could be labels.
        if self.is_strict && self.is_many() {
            return all;
        }
        let own = words(self.source.slice(from, start));
        all.is_labelled = !own.is_empty();
        all.label = if all.is_labelled {
            (from, start)
        } else {
            heading(self, line)
        };
        let label = self.source.slice(all.label.0, all.label.1);
        all.words = own.len();
        let is_side = |word: &String| sides::is_named(word);
        all.has_side = own.iter().any(is_side);
        let key = own
            .iter()
            .rev()
            .flat_map(|word| word.rsplit(|c: char| !c.is_ascii_lowercase()))
            .find(|word| !word.is_empty());
        let is_side = key.is_some_and(sides::is_named) || own.iter().rev().take(8).any(is_side);
        all.key = if is_side { Some("side") } else { key }.map(|key| hash(key.as_bytes()));
        let words = if all.is_labelled { own } else { words(label) };
        all.distance = words.iter().rev().take(6).position(|word| is_named(word));
        let near = &words[words.len().saturating_sub(3)..];
        let is_other = |word: &String| {
            let tail = word.rsplit('_').next().unwrap_or(word);
            let name = tail.trim_end_matches(|c: char| c.is_ascii_digit());
            [word, tail, name].iter().any(|one| is_listed(OTHER, one))
        };
        let is_id = near.last().is_some_and(|word| is_listed(OTHER_LAST, word))
            && !near.iter().any(|word| word == "stream");
        all.is_other = near.iter().any(is_other) || is_id;
        let mut tail = label.len().saturating_sub(60);
        while !label.is_char_boundary(tail) {
            tail += 1;
        }
        let tail = &label[tail..];
        let mut frames = tail.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let is_headers = |word: &str| {
            let word = word
                .strip_suffix("s")
                .or(word.strip_suffix("S"))
                .unwrap_or(word);
            word.eq_ignore_ascii_case("header")
        };
        all.is_frame = frames.clone().any(|word| is_listed(FRAME, word)) && !frames.any(is_headers);
        all
    }

    /// Finds the features that do not depend on other candidates.
    pub(super) fn measure(&self, candidate: &mut Candidate) {
        use Feature as F;
        let plain = self.plain();
        let (start, end) = (candidate.start(), candidate.end());
        let (first, last) = (candidate.first(), candidate.last());
        let element = self.element(first);
        let around = self.around(first);
        let Around {
            line,
            from,
            is_labelled,
            ..
        } = *around;
        let line_end = near_line_end(plain, end);
        let before = &plain[from..start];
        let after = &plain[end..line_end];
        let bytes = candidate.bytes();
        let count = bytes.len();
        let run = match element.kind {
            Kind::Run(run) => Some(run),
            _ => None,
        };
        let bracket = run.map_or(0, |run| run.bracket);
        let separator = run.map_or(0, |run| run.separator);
        let is_hex_style = run.is_some_and(|run| run.style == Style::Hex);
        let is_single = first == last;
        let is_base64 = element.kind == Kind::Base64;
        let mut f = Features(Vec::with_capacity(48));
        f.set(F::Bias, true);

        let opening = before.trim_ascii_end().last().copied();
        let closing = after.trim_ascii_start().first().copied();
        let is_quoted = opening.is_some_and(|byte| b"\"'`".contains(&byte)) && closing == opening;
        let is_tagged =
            opening == Some(b'>') && closing == Some(b'<') && (is_base64 || run.is_some());
        let is_listed_run = bracket != 0 && (bracket != b'(' || separator != 0);
        let is_enclosed = is_quoted || is_tagged || element.kind == Kind::Literal || is_listed_run;
        f.set(F::Enclosed, is_enclosed);
        f.set(F::Certain, candidate.reading.is_certain);

        // The label: words before it in its line, or else the line above.
        let is_alone = is_labelled || is_punctuation(after, b" \t\r,;)]}\"'`|");
        let distance = around.distance.filter(|_| is_alone);
        f.set(F::LabelLast, distance == Some(0));
        f.set(F::LabelNear, matches!(distance, Some(1..4)));
        f.set(F::LabelOther, around.is_other);
        f.set(F::LabelFrame, around.is_frame);
        let head = &plain[line..near_line_end(plain, line.max(end.min(line + 200)))];
        let has_call = |name: &[u8]| {
            head.windows(name.len())
                .any(|part| part.eq_ignore_ascii_case(name))
        };
        let is_prefixed = start > 1 && matches!(plain[start - 2], b'x' | b'X');
        let is_converted = || match candidate.reading.format {
            Format::Hex => has_call(b"hex") || is_prefixed,
            Format::Base64 => has_call(b"64"),
            _ => false,
        };
        f.set(F::Called, is_enclosed && is_converted());
        let ends_line = is_punctuation(after, b" \t\r,;)]}\"'`|.");
        f.set(
            F::LabelSide,
            is_labelled && around.words < 4 && around.has_side && ends_line,
        );
        f.set(F::Sole, self.is_sole(candidate));
        f.set(F::EndsLine, ends_line);
        let has_tail = after
            .windows(2)
            .any(|two| two.iter().all(u8::is_ascii_alphabetic));
        let tail = after.trim_ascii_start();
        let is_comment = [b";".as_slice(), b"//", b"#", b"|", b"--", b"<-", b"/*"]
            .iter()
            .any(|mark| tail.starts_with(mark));

        // What is missing.
        let is_cut = element_is_cut(self, candidate, before);
        f.set(F::Cut, is_cut);
        f.set(F::CutTail, is_cut && !is_enclosed);
        let is_expression = matches!(candidate.join, Join::Operator | Join::Adjacent);
        let is_torn = candidate
            .members
            .iter()
            .any(|&p| self.is_incomplete(p as usize))
            && !is_expression;
        f.set(F::Torn, is_torn);
        let behind = &plain[end..plain.len().min(end + 60)];
        let is_open = matches!(bracket, b'[' | b'{')
            && candidate.join == Join::One
            && !behind.iter().any(|byte| b"]})".contains(byte))
            || is_hex_style
                && separator == b','
                && matches!(bracket, b'[' | b'{')
                && plain.len() < end + 60
                && matches!(behind.trim_ascii(), b"" | b",");
        f.set(F::Unclosed, is_open);
        f.set(F::OpenQuote, element.kind == Kind::Unclosed);
        let is_appended = is_enclosed
            && (operands::is_appended(plain, end) || operands::is_prepended(plain, start));
        f.set(F::Appended, is_appended);

        // How its parts are joined.
        f.set(F::Operator, candidate.join == Join::Operator);
        let is_rows = candidate.join == Join::Rows;
        let has_words_between = is_rows && self.has_words_within(&candidate.members);
        f.set(F::Rows, is_rows);
        f.set(F::RowsWords, has_words_between);
        f.set(
            F::TailComment,
            has_tail && !is_enclosed && is_comment && !has_words_between,
        );
        f.set(F::Trimmed, candidate.is_trimmed());
        let even = self.even_of(first);
        f.set(
            F::PartOfEven,
            even.is_some_and(|even| even != (first, last) && last <= even.1),
        );

        // What the run looks like.
        let is_number = is_single && separator == 0;
        let width = is_number
            .then(|| self.numbers(first))
            .filter(|all| all.len() == 1)
            .map(|all| all[0].1 - all[0].0 - all[0].2);
        f.set(F::Number, width.is_some_and(|width| width < 4));
        let two = &plain[start.saturating_sub(2)..start];
        let is_clock = |part: &[u8]| matches!(part, [b'0'..=b'5', b'0'..=b'9']);
        let mut parts = plain[start..end].split(|&byte| byte == separator);
        f.set(
            F::TimeLike,
            matches!(separator, b':' | b'-') && count < 4 && is_single && parts.all(is_clock),
        );
        let is_date = run.is_some() && start > 0 && plain[start - 1] == b'+' && count < 9
            || run.is_some()
                && is_single
                && count < 8
                && matches!(two, [digit, b'/' | b'.' | b':' | b'-'] if digit.is_ascii_digit())
            || count < 8
                && matches!(plain[end..], [b'/' | b'.' | b':' | b'-', digit, ..] if digit.is_ascii_digit());
        f.set(F::DateLike, is_date);
        let is_text = |byte: &u8| matches!(byte, b' '..=b'~' | b'\r' | b'\n' | b'\t');
        let is_printable = count > 3 && bytes.iter().all(is_text);
        f.set(F::Printable, is_printable && !self.is_chosen);
        f.set(
            F::Known,
            candidate.reading.known.is_some() && !is_printable && !self.is_chosen,
        );
        f.set(F::Bits, candidate.reading.format == Format::Bits);
        let is_little = candidate.reading.tag.contains("little");
        // A debugger prints words of memory behind their address, and `od` and
        // `hexdump`, which write no colon behind theirs, print words of the machine.
        let spelled = &plain[start..end];
        let address = spelled.iter().take_while(|byte| byte.is_ascii_hexdigit());
        let has_colon = spelled.get(address.count()) != Some(&b' ');
        let are_words = || !has_colon || contains(spelled, b"\t0x") || contains(spelled, b" 0x");
        let is_dump = matches!(element.kind, Kind::Dump(_));
        f.set(F::Little, is_little);
        f.set(F::LittleDump, is_little && is_dump && are_words());
        f.set(F::OneByte, count == 1);

        let kind = match element.kind {
            Kind::Run(run) => (run.style as u8, true, run.bracket != 0),
            Kind::Literal => (0, false, false),
            Kind::Unclosed => (1, false, false),
            Kind::Plain => (2, false, false),
            Kind::Base64 => (3, false, false),
            Kind::Percent => (4, false, false),
            _ => (5, false, false),
        };
        candidate.signature = Rc::new(Signature {
            kind,
            key: around.key.filter(|_| is_labelled),
            is_labelled,
        });
        f.0.shrink_to_fit();
        candidate.features = Rc::new(f);
    }
}

fn element_is_cut(text: &Text<'_>, candidate: &Candidate, before: &[u8]) -> bool {
    let is_dump = matches!(text.element(candidate.first()).kind, Kind::Dump(_));
    is_cut_before(before) || !is_dump && is_cut_after(text.plain(), candidate.end())
}
