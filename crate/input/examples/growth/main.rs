//! Measures how time and memory grow with the length of a pasted text, for
//! every notation and for adversarial texts.
//!
//! `growth [--to MIB] [--only PART OF A NAME]` reads each text at lengths from
//! 1 MiB on, doubling, and prints a row: CPU nanoseconds per byte for each
//! length, the growth per doubling (2 is linear), the peak of bytes held per
//! byte of text, and what was read. Rows with `!` exceed a limit. Each reading
//! runs in its own process, which is killed if it takes too long.

mod texts;

use std::{
    env,
    process::{Command, ExitCode, Stdio},
    thread,
    time::{Duration, Instant},
};

use input::paste::{self, Content, Options};
use testing::meter::{Counting, measure};
use texts::{Text, texts};

#[global_allocator]
static GLOBAL: Counting = Counting;

const MIB: usize = 1 << 20;

/// Time limit for 64 MiB of any text; shorter ones have a proportional limit.
const PATIENCE: Duration = Duration::from_secs(10);
/// Peak of bytes held per byte of text.
const HELD: f64 = 10.0;
/// Limits for lines of hex, the most common input.
const HEX_LINES: (Duration, f64) = (Duration::from_secs(2), 2.0);

struct Cost {
    seconds: f64,
    peak: f64,
    outcome: String,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let (mut to, mut only) = (16, String::new());
    for pair in arguments.chunks(2) {
        match pair {
            [option, name] if option == "--one" => return measure_one(name),
            [option, mebibytes] if option == "--to" => to = mebibytes.parse().unwrap_or(to),
            [option, name] if option == "--only" => only = name.to_lowercase(),
            _ => {
                eprintln!("growth [--to MIB] [--only PART OF A NAME]");
                return ExitCode::FAILURE;
            }
        }
    }
    let sizes: Vec<usize> = (0..12)
        .map(|n| 1 << n)
        .take_while(|&size| size <= to)
        .collect();
    let heads: Vec<String> = sizes.iter().map(|size| format!("{size} MiB")).collect();
    println!(
        "| ns per byte | {} | growth | peak/byte | read as |",
        heads.join(" | ")
    );
    println!("|---|{}---|", "---:|".repeat(sizes.len() + 2));
    let (notations, hostile) = texts();
    for text in notations.iter().chain(&hostile) {
        if text.name.to_lowercase().contains(&only) {
            print_row(text, &sizes);
        }
    }
    ExitCode::SUCCESS
}

fn print_row(text: &Text, sizes: &[usize]) {
    let mut cells = vec![String::new(); sizes.len()];
    let mut costs: Vec<Cost> = Vec::new();
    for (cell, &size) in cells.iter_mut().zip(sizes) {
        match measure_in_process(&text.name, size) {
            Ok(cost) => {
                *cell = format!("{:.1}", cost.seconds * 1e9 / (size * MIB) as f64);
                costs.push(cost);
            }
            Err(why) => {
                *cell = why;
                break;
            }
        }
    }
    let is_stopped = costs.len() < sizes.len();
    let growth = match &costs[..] {
        [first, .., last] => {
            let doublings = (costs.len() - 1) as f64;
            format!(
                "{:.2}",
                (last.seconds / first.seconds).powf(doublings.recip())
            )
        }
        _ => String::new(),
    };
    let (limit, held) = match text.name.starts_with("hex lines") {
        true => HEX_LINES,
        false => (PATIENCE, HELD),
    };
    let last = costs.last();
    let is_over = last.is_none_or(|last| {
        let share = limit.as_secs_f64() / 64.0 * sizes[costs.len() - 1] as f64;
        is_stopped || last.seconds > share || last.peak > held
    });
    println!(
        "| {}{} | {} | {growth} | {} | {} |",
        if is_over { "! " } else { "" },
        text.name.replace('|', "\\|"),
        cells.join(" | "),
        last.map_or(String::new(), |last| format!("{:.1}", last.peak)),
        last.map_or("", |last| &last.outcome),
    );
}

/// Reads a text in its own process.
fn measure_in_process(name: &str, size: usize) -> Result<Cost, String> {
    let failed = |_| "failed".to_owned();
    let mut child = Command::new(env::current_exe().map_err(failed)?)
        .args(["--one", &format!("{size} {name}")])
        .stdout(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    let begun = Instant::now();
    while child.try_wait().map_err(failed)?.is_none() {
        // Other programs can slow it down.
        if begun.elapsed() > 3 * PATIENCE {
            let _ = child.kill();
            let _ = child.wait();
            return Err(format!("> {} s", 3 * PATIENCE.as_secs()));
        }
        thread::sleep(Duration::from_millis(2));
    }
    let output = child.wait_with_output().map_err(failed)?;
    let answer = String::from_utf8_lossy(&output.stdout);
    let mut words = answer.trim().splitn(3, ' ');
    let mut word = || words.next().unwrap_or_default();
    match (word().parse(), word().parse(), word()) {
        (Ok(seconds), Ok(peak), outcome) => Ok(Cost {
            seconds,
            peak,
            outcome: outcome.to_owned(),
        }),
        _ => Err(output.status.to_string()),
    }
}

fn measure_one(argument: &str) -> ExitCode {
    let (size, name) = argument.split_once(' ').unwrap_or_default();
    let size = size.parse::<usize>().unwrap_or(1) * MIB;
    let (notations, hostile) = texts();
    let mut all = notations.into_iter().chain(hostile);
    let Some(text) = all.find(|text| text.name == name) else {
        return ExitCode::FAILURE;
    };
    let text = text.make(size);
    let begun = cpu_time();
    let (read, used) = measure(|| paste::read(&text, &Options::default()));
    let seconds = (cpu_time() - begun).as_secs_f64();
    let outcome = match &read {
        Ok(paste) => {
            let found = match &paste.content {
                Content::Blocks => format!("{} blocks", paste.blocks.len()),
                Content::Frames(conversations) => format!("{} connections", conversations.len()),
                Content::Packets(packets) => format!("{} packets", packets.len()),
            };
            format!("{}: {found}, {} notes", paste.detail, paste.problems.len())
        }
        Err(refusal) => format!("refused: {:?}", refusal.kind),
    };
    println!(
        "{seconds} {} {outcome}",
        used.peak as f64 / text.len() as f64
    );
    ExitCode::SUCCESS
}

#[cfg(target_os = "linux")]
fn cpu_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    let nanos = u32::try_from(time.tv_nsec).unwrap_or(0);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), nanos)
}

/// Wall-clock time, where CPU time is unavailable.
#[cfg(not(target_os = "linux"))]
fn cpu_time() -> Duration {
    static BEGUN: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    BEGUN.get_or_init(Instant::now).elapsed()
}
