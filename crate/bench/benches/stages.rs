//! Races all engines of every stage on the built-in workloads: `cargo bench -p
//! hpack-inspect-bench [-- TEXT]`, with TEXT only stages and workloads whose
//! names contain it.

use std::{
    env,
    io::{self, stdout},
};

use bench::{
    Plan, Stage,
    meter::Counting,
    native::{self, machine},
    table, workload,
};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn main() -> io::Result<()> {
    // Cargo passes `--bench`.
    let wanted: Vec<String> = env::args()
        .skip(1)
        .filter(|text| !text.starts_with('-'))
        .collect();
    println!("{}", machine::pin_to_core());
    for stage in Stage::ALL {
        for workload in workload::built_in() {
            let is_wanted =
                |text: &String| stage.id().contains(text) || workload.id.contains(text.as_str());
            if !wanted.is_empty() && !wanted.iter().any(is_wanted) {
                continue;
            }
            let Some(work) = stage.work(&workload) else {
                continue;
            };
            let engines = stage.engines();
            let usual = stage.usual_baseline();
            let baseline = engines.iter().position(|engine| engine.id == usual);
            let racing = engines
                .iter()
                .filter_map(|engine| stage.candidate(engine.id, &workload))
                .collect();
            let results = native::race(Plan::NATIVE, work, racing, baseline.unwrap_or(0));
            println!();
            table::write(&mut stdout(), &results)?;
        }
    }
    Ok(())
}
