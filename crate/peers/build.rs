//! Compiles LiteSpeed's Huffman decoder from the sources in the crate
//! `ls-qpack-sys`, with a wrapper of our own. That crate's own build needs
//! other tools; cargo only fetches it.

use std::{env, error::Error, path::PathBuf, process::Command};

use cargo_metadata::MetadataCommand;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/huffman/litespeed.c");
    println!("cargo::rerun-if-changed=Cargo.lock");
    let metadata = MetadataCommand::new()
        .manifest_path(PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("Cargo.toml"))
        .other_options(["--locked".to_owned()])
        .exec()?;
    let package = metadata
        .packages
        .iter()
        .find(|package| package.name.as_str() == "ls-qpack-sys")
        .ok_or("Cargo.lock does not name ls-qpack-sys")?;
    let sources = package
        .manifest_path
        .parent()
        .ok_or("a manifest without a folder")?
        .join("deps/ls-qpack");
    let hash = sources.join("deps/xxhash");

    let mut build = cc::Build::new();
    build
        .file("src/huffman/litespeed.c")
        .file(hash.join("xxhash.c"))
        .include(&sources)
        .include(&hash)
        .opt_level(3)
        .define("NDEBUG", None)
        .warnings(false);
    build.compile("litespeed");

    let compiler = build.get_compiler();
    let version = Command::new(compiler.path()).arg("--version").output()?;
    let version = String::from_utf8_lossy(&version.stdout);
    let version = version.lines().next().unwrap_or("C compiler");
    println!("cargo::rustc-env=PEERS_CC={version}");
    Ok(())
}
