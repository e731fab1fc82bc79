//! Decides what of a text is read: frames of a connection, or the candidates
//! with the most evidence.

use std::rc::Rc;

use hpack::structure;

use super::{
    Ambiguity, As, Blocks, Format, Options, Paste,
    candidates::{Candidate, Join, Text, is_blank_line},
    choose::{Chooser, Solution, Weights},
    content,
    features::is_cut_after,
    finish::{Selection, finish},
    gap::Gap,
    judge::{Grade, Table, judge, judge_next},
    lexer::Kind,
    refuse,
    settings::{self, Setting},
    sides::{self, Piece, Side},
    source::Source,
};
use crate::{Refusal, RefusalKind, Sender, feature::Feature};

/// Lines that are weighed together even if each decodes.
const FEW: usize = 250;

/// Most elements whose directions are followed to join frames.
const MOST_FRAMED: usize = 1 << 10;

/// Reads the bytes of a text.
///
/// # Errors
/// If the text has no header blocks or is ambiguous.
pub(super) fn read(
    source: Source<'_>,
    options: &Options,
    weights: &Weights,
) -> Result<Paste, Refusal> {
    let elements = source.elements;
    for element in &elements.list {
        if let Kind::Setting(n) = element.kind
            && let Setting::Bad(message) = elements.settings[n as usize]
        {
            return Err(Refusal::at(
                RefusalKind::Setting,
                element.start as usize,
                message,
            ));
        }
    }
    let can_be = |kind: Kind| kind.has_bytes() && kind != Kind::Plain;
    if !elements.list.iter().any(|element| can_be(element.kind)) {
        return Err(refuse::nothing(&source));
    }
    let mut text = Text::new(source, options, settings::initial(&elements.settings));
    if let Some(chosen) = lines(&text, options) {
        let (pieces, guess) = sides::find(&text, chosen);
        let selection = Selection {
            pieces,
            guess,
            ambiguous: None,
        };
        let chooser = Chooser {
            text: &text,
            all: None,
        };
        return finish(&chooser, weights, selection, options);
    }
    text.find_joins();
    let chooser = Chooser::new(&text);
    let selection = match take_frames(&text, options) {
        Some(selection) => selection,
        None => choose(&chooser, weights, options)?,
    };
    finish(&chooser, weights, selection, options)
}

fn choose(
    chooser: &Chooser<'_, '_>,
    weights: &Weights,
    options: &Options,
) -> Result<Selection, Refusal> {
    let text = chooser.text;
    let solution = chooser.solve(weights);
    let is_whole = text.is_strict && options.format.is_none();
    let leftover = is_whole.then(|| chooser.leftover(&solution)).flatten();
    if leftover.is_some() || solution.chosen.is_empty() {
        let shortened = shortened(chooser, weights);
        if !shortened.is_empty() {
            let (pieces, guess) = sides::find(text, shortened);
            return Ok(Selection {
                pieces,
                guess,
                ambiguous: None,
            });
        }
        return Err(match text.is_strict {
            true => refuse::bytes(chooser, leftover.as_ref()),
            false => refuse::prose(chooser, weights),
        });
    }
    let ambiguous = ambiguity(text, &solution);
    let chosen = solution.chosen.into_iter();
    let chosen = chosen.map(|node| node.candidate).collect();
    let (pieces, guess) = sides::find(text, chosen);
    Ok(Selection {
        pieces,
        guess,
        ambiguous,
    })
}

/// The likeliest runs, if an ellipsis is behind them and they are good up to it.
fn shortened(chooser: &Chooser<'_, '_>, weights: &Weights) -> Vec<Rc<Candidate>> {
    let text = chooser.text;
    let mut chosen: Vec<Rc<Candidate>> = Vec::new();
    if refuse::by_tool(&text.source).is_some() {
        return chosen;
    }
    for one in refuse::rank(chooser, weights) {
        let candidate = one.candidate;
        let is_free = !chosen.iter().any(|other| other.overlaps(candidate));
        let is_cut = matches!(one.missing, Some(Feature::Cut | Feature::CutTail))
            && is_cut_after(text.plain(), candidate.end());
        if !is_free || !is_cut || candidate.reading.known.is_some() {
            continue;
        }
        let bytes = candidate.bytes();
        let mut candidate = candidate.clone();
        if content::is_frames(bytes) {
            Rc::make_mut(&mut candidate).take_as_frames();
        } else if !candidate.holds.is_framed() {
            let whole = &bytes[..structure::whole_part(bytes)];
            let verdict = judge(whole, &Rc::new(Table::new(text.initial.unwrap_or(4096))));
            let is_labelled = candidate.features.has(Feature::LabelLast);
            let is_sure = verdict.fields > 1 || is_labelled || text.is_strict;
            if verdict.grade < Grade::Decodes || verdict.pseudo == 0 || !is_sure {
                continue;
            }
        }
        chosen.push(candidate);
    }
    chosen.sort_by_key(|one| one.first());
    chosen
}

/// The lines of a text of nothing else, if each decodes: what weighing
/// would choose. Those with nothing between are one candidate.
fn lines(text: &Text<'_>, options: &Options) -> Option<Vec<Rc<Candidate>>> {
    let is_wanted =
        text.is_strict && text.len() > FEW && options.content.is_none() && text.tables.is_empty();
    if !is_wanted || text.blocks == Blocks::Blank {
        return None;
    }
    let mut p: u32 = 0;
    let mut is_line = true;
    // Whether something other than a line end is before the row.
    let mut is_start = true;
    let (mut starts, mut marks) = (Vec::new(), Vec::new());
    for element in &text.source.elements.list {
        let gap = element.gap;
        if gap.has(Gap::WORDS | Gap::PUNCTUATION) {
            return None;
        }
        is_line |= gap.has(Gap::LINE);
        is_start |= gap.has(Gap::MARK);
        match element.kind {
            Kind::Run(run) if run.bracket == 0 && !b",;".contains(&run.separator) && is_line => {
                if is_start {
                    let side = match text.mark(p as usize) {
                        Some(b'>') => 1,
                        Some(_) => 2,
                        None => 0,
                    };
                    starts.push(p);
                    marks.push(side);
                }
                (is_line, is_start) = (false, false);
                p += 1;
            }
            kind if kind.has_bytes() => return None,
            _ => is_start = true,
        }
    }
    let chosen = text.lines(&starts)?;
    let mut tables = [(); 3].map(|()| Rc::new(Table::new(text.initial.unwrap_or(4096))));
    for (one, side) in chosen.iter().zip(marks) {
        let decodes = |part: &[u8]| {
            let verdict = judge_next(part, &mut tables[side]);
            verdict.grade >= Grade::Decodes && !content::is_frames(part)
        };
        if !one.parts().all(decodes) {
            return None;
        }
    }
    Some(chosen)
}

fn ambiguity(text: &Text<'_>, solution: &Solution) -> Option<Ambiguity> {
    let rival = solution.close_rival()?;
    let one = solution
        .chosen
        .iter()
        .find(|node| node.candidate.overlaps(rival))?;
    let (one, other) = (one.candidate.reading.format, rival.reading.format);
    if one == other && text.is_strict {
        return None;
    }
    let message = match one == other {
        true => format!(
            "These can be split into bytes in two ways, both {}, and nothing decides.",
            one.title()
        ),
        false => format!(
            "These can be {} or {}, and nothing decides.",
            one.title(),
            other.title()
        ),
    };
    Some(Ambiguity { message, other })
}

/// Selects everything as frames, if each side sent only frames and the text has
/// nothing else, or if the user says so.
fn take_frames(text: &Text<'_>, options: &Options) -> Option<Selection> {
    let is_chosen = options.content == Some(As::Frames);
    let is_small = text.len() <= MOST_FRAMED;
    if !is_chosen && (options.content.is_some() || !is_small) {
        return None;
    }
    // Groups of Base64 digits are torn over rows.
    let is_torn = |one: &&Candidate| {
        one.reading.format == Format::Base64
            && one.members.len() > 1
            && one.is_run()
            && !text.has_words_within(&one.members)
            && !one
                .members
                .windows(2)
                .any(|two| is_blank_line(text.text_between(two[0] as usize, two[1] as usize)))
    };
    let mut chosen: Vec<Rc<Candidate>> = Vec::new();
    let mut p = 0;
    while p < text.len() {
        let all = text.at(p);
        let rows = all.iter().filter(is_torn).max_by_key(|one| one.last());
        let is_alone = |one: &&Candidate| one.join == Join::One && !one.is_trimmed();
        let alone = || all.iter().filter(is_alone);
        // A notation that yields frames is the right one.
        let frames = || alone().find(|one| content::is_frames(one.bytes()));
        match rows.or_else(frames).or_else(|| alone().next()) {
            Some(one) => {
                p = one.last() + 1;
                chosen.push(Rc::new(one.clone()));
            }
            None if text.is_strict => return None,
            None => p += 1,
        }
    }
    let (mut pieces, guess) = sides::find(text, chosen);
    // Of two numbered peers, only runs as long as a frame header count.
    let is_peer = |piece: &Piece| {
        matches!(piece.side, Some(Side::Numbered(_))) && piece.end() - piece.start() > 11
    };
    let has_peers = !text.is_strict && pieces.iter().any(is_peer);
    if !is_chosen && !text.is_strict && !has_peers {
        return None;
    }
    if has_peers {
        pieces.retain(is_peer);
    }
    let has_hole = |piece: &Piece| {
        let features = &piece.candidate.features;
        features.has(Feature::Cut) || features.has(Feature::Torn)
    };
    let are_frames = |sender: Sender| {
        let sent = pieces.iter().filter(|piece| piece.sender == sender);
        let sent: Vec<&[u8]> = sent.map(|piece| piece.candidate.bytes()).collect();
        let bytes = sent.concat();
        bytes.is_empty() || content::is_frames(&bytes)
    };
    let senders = [Sender::Unknown, Sender::Client, Sender::Server];
    let is_whole = || !pieces.iter().any(has_hole) && senders.into_iter().all(are_frames);
    if pieces.is_empty() || !is_chosen && !is_whole() {
        return None;
    }
    for piece in &mut pieces {
        Rc::make_mut(&mut piece.candidate).take_as_frames();
    }
    Some(Selection {
        pieces,
        guess,
        ambiguous: None,
    })
}
