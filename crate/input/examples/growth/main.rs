//! Measures how time and memory grow with the length of a pasted text, for
//! every notation and for texts that are made to cost more.
//!
//! `growth [--to MIB] [--only PART OF A NAME]` reads each text in lengths from
//! 64 KiB on, each twice the one before, and prints a table: the seconds of
//! the processor for each length, the growth per doubling over the last three
//! (2 is linear), the most bytes held at once per byte of the text, and all
//! that were asked for. Each reading has a process of its own, which is ended
//! when it takes too long.

#[path = "../../tests/growth/texts.rs"]
mod texts;

use std::{
    env,
    io::Read,
    process::{Command, ExitCode, Stdio},
    thread,
    time::{Duration, Instant},
};

use input::paste::{self, Content, Options};
use testing::meter::{Counting, measure};
use texts::{HOSTILE, NOTATIONS, Text};

/// Counts for [`measure`].
#[global_allocator]
static GLOBAL: Counting = Counting;

/// The shortest text.
const FROM: usize = 1 << 16;

/// A reading may take so long.
const PATIENCE: Duration = Duration::from_secs(20);

/// What a reading needed.
struct Cost {
    seconds: f64,
    /// The most bytes held at once, and all that were asked for.
    peak: usize,
    asked: usize,
    /// What was read.
    outcome: String,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let mut to = 16 << 20;
    let mut only = String::new();
    for pair in arguments.chunks(2) {
        match pair {
            [option, name] if option == "--one" => {
                let Some((name, size)) = name.split_once('@') else {
                    return usage();
                };
                return one(name, size.parse().unwrap_or(FROM));
            }
            [option, mebibytes] if option == "--to" => match mebibytes.parse::<usize>() {
                Ok(mebibytes @ 1..=512) => to = mebibytes << 20,
                _ => return usage(),
            },
            [option, name] if option == "--only" => only = name.to_lowercase(),
            _ => return usage(),
        }
    }
    let sizes: Vec<usize> = std::iter::successors(Some(FROM), |size| Some(size * 2))
        .take_while(|&size| size <= to)
        .collect();
    for (title, texts) in [("Notations", NOTATIONS), ("Hostile texts", HOSTILE)] {
        let texts: Vec<&Text> = texts
            .iter()
            .filter(|text| text.name.to_lowercase().contains(&only))
            .collect();
        if texts.is_empty() {
            continue;
        }
        let heads: Vec<String> = sizes.iter().map(|&size| named(size)).collect();
        println!(
            "| {title} | {} | growth | peak/byte | in all/byte | read as |",
            heads.join(" | ")
        );
        println!("|---|{}", "---:|".repeat(sizes.len() + 3) + "---|");
        for text in texts {
            row(text, &sizes);
        }
        println!();
    }
    ExitCode::SUCCESS
}

fn usage() -> ExitCode {
    eprintln!("growth [--to MIB] [--only PART OF A NAME]");
    ExitCode::FAILURE
}

/// `64 KiB`, `2 MiB`.
fn named(size: usize) -> String {
    if size < 1 << 20 {
        format!("{} KiB", size >> 10)
    } else {
        format!("{} MiB", size >> 20)
    }
}

/// Measures one text in all lengths and prints its row.
fn row(text: &Text, sizes: &[usize]) {
    let mut cells = Vec::new();
    let mut costs: Vec<Cost> = Vec::new();
    for &size in sizes {
        match measured(text.name, size) {
            Ok(cost) => {
                cells.push(format!("{:.4}", cost.seconds));
                costs.push(cost);
            }
            Err(why) => {
                cells.push(why);
                break;
            }
        }
    }
    let stopped = cells.len() > costs.len();
    cells.resize(sizes.len(), String::new());
    let steps = 3.min(costs.len().saturating_sub(1));
    let growth = match &costs[..] {
        [.., last] if steps > 0 => {
            let before = &costs[costs.len() - 1 - steps];
            let doublings = i32::try_from(steps).map_or(1.0, f64::from);
            let growth = (last.seconds / before.seconds).powf(doublings.recip());
            format!("{growth:.2}")
        }
        _ => String::new(),
    };
    let last = costs.last();
    let per_byte = |bytes: fn(&Cost) -> usize| {
        last.map_or(String::new(), |last| {
            format!("{:.1}", bytes(last) as f64 / sizes[costs.len() - 1] as f64)
        })
    };
    let (peak, asked) = (per_byte(|cost| cost.peak), per_byte(|cost| cost.asked));
    println!(
        "| {} | {} | {}{growth} | {peak} | {asked} | {} |",
        text.name.replace('|', "\\|"),
        cells.join(" | "),
        if stopped { "≥ " } else { "" },
        last.map_or("", |last| &last.outcome),
    );
}

/// Reads a text in a process of its own.
fn measured(name: &str, size: usize) -> Result<Cost, String> {
    let failed = |_| "failed".to_owned();
    let mut child = Command::new(env::current_exe().map_err(failed)?)
        .args(["--one", &format!("{name}@{size}")])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(failed)?;
    let begun = Instant::now();
    let status = loop {
        match child.try_wait().map_err(failed)? {
            Some(status) => break status,
            // What others do on this computer is not the reading's fault.
            None if begun.elapsed() > 2 * PATIENCE => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("> {} s", PATIENCE.as_secs()));
            }
            None => thread::sleep(Duration::from_millis(2)),
        }
    };
    let mut answer = String::new();
    if let Some(mut output) = child.stdout.take() {
        output.read_to_string(&mut answer).map_err(failed)?;
    }
    let mut words = answer.trim().splitn(4, ' ');
    let mut word = || words.next().unwrap_or_default();
    let (Ok(seconds), Ok(peak), Ok(asked), outcome) =
        (word().parse(), word().parse(), word().parse(), word())
    else {
        return Err(format!("{status}"));
    };
    if seconds > PATIENCE.as_secs_f64() {
        return Err(format!("> {} s", PATIENCE.as_secs()));
    }
    Ok(Cost {
        seconds,
        peak,
        asked,
        outcome: outcome.to_owned(),
    })
}

/// Reads one text, and prints what that needed.
fn one(name: &str, size: usize) -> ExitCode {
    let mut all = NOTATIONS.iter().chain(HOSTILE);
    let Some(text) = all.find(|text| text.name == name) else {
        return usage();
    };
    let text = (text.make)(size);
    let begun = processor();
    let (read, used) = measure(|| paste::read(&text, &Options::default()));
    let seconds = (processor() - begun).as_secs_f64();
    let outcome = match &read {
        Ok(paste) => {
            let found = match &paste.content {
                Content::Blocks => format!("{} blocks", paste.blocks.len()),
                Content::Frames(conversations) => format!("{} connections", conversations.len()),
                Content::Packets(packets) => format!("{} packets", packets.len()),
            };
            let notes = paste.problems.len();
            format!("{}: {found}, {notes} notes", paste.detail)
        }
        Err(refusal) => format!("refused: {:?}", refusal.kind),
    };
    println!("{seconds} {} {} {outcome}", used.peak, used.asked);
    ExitCode::SUCCESS
}

/// Time that the processor has spent on this thread.
#[cfg(target_os = "linux")]
fn processor() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    let nanos = u32::try_from(time.tv_nsec).unwrap_or(0);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), nanos)
}

/// Time that has passed, where the processor's is not known.
#[cfg(not(target_os = "linux"))]
fn processor() -> Duration {
    static BEGUN: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    BEGUN.get_or_init(Instant::now).elapsed()
}
