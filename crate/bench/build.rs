//! Passes the compiler version and the target to the program, which reports them
//! with its times.

use std::{env, process::Command};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let compiler = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(compiler)
        .arg("--version")
        .output()
        .ok()
        .and_then(|answer| String::from_utf8(answer.stdout).ok())
        .unwrap_or_default();
    // “rustc 1.90.0 (…)”.
    let number = version.split_whitespace().nth(1).unwrap_or("?");
    println!("cargo::rustc-env=BENCH_RUSTC={number}");
    let target = env::var("TARGET").unwrap_or_default();
    println!("cargo::rustc-env=BENCH_TARGET={target}");
}
