/** The Rust tools that have to be present; rustup and cargo install what is missing, in the pinned versions. */
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { CRATE, TOOLS, TOP } from "./paths.mjs";
import { Advice, announce, outputOf, requireProgram, run, which } from "./run.mjs";

/** Installs the toolchain of rust-toolchain.toml with its components and targets, whether or not rustup does so itself. */
export async function ensureRust() {
  requireProgram("rustup", "install it (rustup.rs shows how), then run this again");
  const file = await readFile(path.join(TOP, "rust-toolchain.toml"), "utf8");
  /** @param {string} key */
  const values = (key) => [...(new RegExp(`^${key} = (.*)$`, "m").exec(file)?.[1] ?? "").matchAll(/"([^"]+)"/g)];
  const [[, channel = ""] = []] = values("channel");
  const options = [];
  let isInstalled = true;
  for (const kind of ["component", "target"]) {
    const installed = await outputOf("rustup", [kind, "list", "--installed", "--toolchain", channel]);
    for (const [, name = ""] of values(`${kind}s`)) {
      options.push(`--${kind}`, name);
      isInstalled &&= installed?.includes(name) === true;
    }
  }
  if (!isInstalled) await installRust(channel, options);
}

/** @param {string} version @param {string[]} [options] */
async function installRust(version, options = []) {
  announce(`Rust ${version}: installing (once)`);
  const { status } = await run("rustup", ["toolchain", "install", "--profile", "minimal", version, ...options]);
  if (status !== 0) throw new Advice(`Rust ${version} could not be installed: see rustup's message above.`);
}

/** Installs the oldest toolchain that a manifest allows; returns its version. @param {string} folder of the manifest */
export async function ensureOldestRust(folder) {
  const manifest = await readFile(path.join(folder, "Cargo.toml"), "utf8");
  const version = /^rust-version = "([^"]+)"/m.exec(manifest)?.[1];
  if (version === undefined) throw new Advice(`${path.relative(TOP, folder)}/Cargo.toml has no rust-version.`);
  if ((await outputOf("cargo", [`+${version}`, "--version"])) === null) await installRust(version);
  return version;
}

/** The wasm-pack that is built where none is installed whose options are those that `buildWasm` uses. */
const WASM_PACK = { pinned: "0.15.1", fits: /^0\.1[45]\./ };

/** wasm-pack and, in the version of the library, wasm-bindgen, each with its version; and those that are not installed. */
export async function findWasmTools() {
  await ensureRust();
  const lock = await readFile(path.join(CRATE, "Cargo.lock"), "utf8");
  const library = /name = "wasm-bindgen"\r?\nversion = "([^"]+)"/.exec(lock)?.[1];
  const [pack = "", bindgen] = await Promise.all(["wasm-pack", "wasm-bindgen"].map(installedVersion));
  const found = [`wasm-pack@${pack}`, `wasm-bindgen-cli@${bindgen}`];
  const tools = [`wasm-pack@${WASM_PACK.fits.test(pack) ? pack : WASM_PACK.pinned}`, `wasm-bindgen-cli@${library}`];
  return { tools, missing: tools.filter((tool) => !found.includes(tool)) };
}

/** The version that a tool prints, or "" without the tool. @param {string} name */
async function installedVersion(name) {
  const printed = which(name) === null ? null : await outputOf(name, ["--version"]);
  return printed?.trim().split(/\s+/)[1] ?? "";
}

/**
 * Builds tools into the checkout's own folder, all in one go: what they have in common is compiled once.
 * @param {string[]} tools with their versions
 */
export async function installTools(tools) {
  if (tools.length === 0) return;
  announce(`${tools.join(" and ")}: building into .tools (once, two to four minutes on two cores)`);
  const target = path.join(TOOLS, "target");
  const { status } = await run("cargo", ["install", "--locked", "--force", "--root", TOOLS, ...tools], {
    env: {
      // Neither the workspace's target folder nor its flags concern the tools.
      CARGO_TARGET_DIR: target,
      RUSTFLAGS: "",
      // They run for seconds: a short build matters more than their speed.
      CARGO_PROFILE_RELEASE_OPT_LEVEL: "0",
      CARGO_PROFILE_RELEASE_LTO: "off",
      CARGO_PROFILE_RELEASE_CODEGEN_UNITS: "16",
    },
  });
  if (status !== 0) throw new Advice(`${tools.join(" and ")} could not be built: see above (a C linker is needed).`);
  await rm(target, { recursive: true, force: true });
}
