//! The machine that the benchmark runs on.

use std::thread;

use sysinfo::{CpuRefreshKind, RefreshKind, System};

/// Pins this thread to its current core, if the system supports that. Returns the
/// core.
fn pin_thread() -> Option<usize> {
    #[cfg(target_os = "linux")]
    {
        use rustix::thread::{CpuSet, sched_getcpu, sched_setaffinity};
        let core = sched_getcpu();
        let mut set = CpuSet::new();
        if core < CpuSet::MAX_CPU {
            set.set(core);
            return sched_setaffinity(None, &set).ok().map(|()| core);
        }
    }
    None
}

/// Pins this thread to its current core if possible. Returns processor, cores,
/// system, compiler, target, and that core, in one line.
#[must_use]
pub fn pin_to_core() -> String {
    // Before pinning, which leaves one available core.
    let machine = describe();
    match pin_thread() {
        Some(core) => format!("{machine}, kept on core {core}"),
        None => machine,
    }
}

fn describe() -> String {
    let refresh = RefreshKind::nothing().with_cpu(CpuRefreshKind::nothing());
    let system = System::new_with_specifics(refresh);
    let processor = system
        .cpus()
        .first()
        .map(|core| core.brand().trim())
        .filter(|brand| !brand.is_empty())
        .unwrap_or("unknown processor");
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let cores = format!("{cores} {}", if cores == 1 { "core" } else { "cores" });
    let system = System::long_os_version().unwrap_or_else(|| std::env::consts::OS.to_owned());
    format!(
        "{processor}, {cores}, {system}, rustc {}, {}",
        env!("BENCH_RUSTC"),
        env!("BENCH_TARGET"),
    )
}
