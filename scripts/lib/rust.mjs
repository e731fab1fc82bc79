/** The Rust side of the tool chain: what has to be there, and how to get it. */
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { CRATE, TOOLS, TOP } from "./paths.mjs";
import { Advice, announce, must, outputOf, run, which } from "./run.mjs";

const WASM_TARGET = "wasm32-unknown-unknown";

/** Where the tool is built. It goes when that is done. */
const TOOLS_TARGET = path.join(TOOLS, "target");

/** The toolchain that rust-toolchain.toml names is there, whether or not rustup installs by itself. */
export async function ensureRust() {
  if (which("rustup") === null) {
    throw new Advice("rustup is missing: install it (rustup.rs tells how), then run this again.");
  }
  if ((await outputOf("cargo", ["--version"], { cwd: CRATE })) !== null) return;
  const file = await readFile(path.join(CRATE, "..", "rust-toolchain.toml"), "utf8");
  const channel = /channel\s*=\s*"([^"]+)"/.exec(file)?.[1] ?? "stable";
  announce(`Rust ${channel}: installing (once)`);
  await must("rustup", ["toolchain", "install", "--profile", "minimal", channel]);
}

/**
 * rustfmt, clippy and the like.
 * @param {string[]} names
 */
export async function ensureComponents(names) {
  await ensureRust();
  for (const name of names) {
    const command = name === "clippy" ? "clippy-driver" : name;
    if ((await outputOf("rustup", ["which", command], { cwd: CRATE })) !== null) continue;
    announce(`${name}: installing (once)`);
    await must("rustup", ["component", "add", name], { cwd: CRATE });
  }
}

/**
 * The oldest toolchain that a manifest promises will do is there; gives its version.
 * @param {string} folder where the manifest is
 */
export async function ensureLeastRust(folder) {
  const manifest = await readFile(path.join(folder, "Cargo.toml"), "utf8");
  const version = /^rust-version = "([^"]+)"/m.exec(manifest)?.[1];
  if (version === undefined) throw new Advice(`${path.relative(TOP, folder)}/Cargo.toml has no rust-version.`);
  if ((await outputOf("cargo", [`+${version}`, "--version"])) === null) {
    announce(`Rust ${version}: installing (once)`);
    await must("rustup", ["toolchain", "install", "--profile", "minimal", version]);
  }
  return version;
}

/** What building the WebAssembly package needs, wasm-opt apart, which npm installs. */
export async function ensureWasmTools() {
  await ensureRust();
  const targets = await outputOf("rustup", ["target", "list", "--installed"], { cwd: CRATE });
  if (!targets?.split(/\s+/).includes(WASM_TARGET)) {
    announce(`Rust for ${WASM_TARGET}: installing (once)`);
    await must("rustup", ["target", "add", WASM_TARGET], { cwd: CRATE });
  }
  await ensureTool("wasm-bindgen-cli", "wasm-bindgen", await lockedVersion("wasm-bindgen"));
  await rm(TOOLS_TARGET, { recursive: true, force: true });
}

/**
 * A command-line tool from crates.io in this very version: one that is installed, or one built into the checkout's own
 * folder.
 * @param {string} crate
 * @param {string} command
 * @param {string} version
 */
async function ensureTool(crate, command, version) {
  if (which(command) !== null) {
    const found = await outputOf(command, ["--version"]);
    if (found?.trim().split(/\s+/)[1] === version) return;
  }
  announce(`${crate} ${version}: building into .tools (once, one or two minutes)`);
  const args = ["install", "--locked", "--force", "--root", TOOLS, "--version", version, crate];
  const status = await run("cargo", args, {
    cwd: CRATE,
    env: {
      // Neither the workspace's target folder nor its flags concern the tools.
      CARGO_TARGET_DIR: TOOLS_TARGET,
      RUSTFLAGS: "",
      // The tools run for seconds; to build them fast matters more than that they are fast.
      CARGO_PROFILE_RELEASE_OPT_LEVEL: "0",
      CARGO_PROFILE_RELEASE_DEBUG: "false",
      CARGO_PROFILE_RELEASE_LTO: "off",
      CARGO_PROFILE_RELEASE_CODEGEN_UNITS: "16",
    },
  });
  if (status !== 0) {
    throw new Advice(`${crate} ${version} could not be built: cargo's own message is above (a C linker is needed).`);
  }
}

/**
 * The version of a crate that Cargo.lock names: the command-line tool and the library must be of one version.
 * @param {string} crate
 */
async function lockedVersion(crate) {
  const lock = await readFile(path.join(CRATE, "Cargo.lock"), "utf8");
  const version = new RegExp(`name = "${crate}"\\nversion = "([^"]+)"`).exec(lock.replaceAll("\r", ""))?.[1];
  if (version === undefined) throw new Advice(`crate/Cargo.lock does not name ${crate}.`);
  return version;
}
