/** The two things that are built: the WebAssembly packages and, around them, the page. */
import { mkdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { build } from "vite";
import { CRATE, DIST, PKG, PKG_CAPTURES, TOP, WEB } from "./paths.mjs";
import { announce, must, outputOf } from "./run.mjs";
import { ensureWasmTools } from "./rust.mjs";
import { digest, unlessDone } from "./stamp.mjs";

const MODULE = "hpack_inspector_wasm";
const TARGET = "wasm32-unknown-unknown";
const PROFILE = "wasm";

/** The packages, by the crate that each is made of. */
const PACKAGES = [
  { crate: "hpack-inspector-first", folder: PKG },
  { crate: "hpack-inspector-captures", folder: PKG_CAPTURES },
];

/** What rustc uses by default, and vectors; every browser that can run the page has them. */
const OPTIMISE = [
  "-Os",
  "--one-caller-inline-max-function-size=0",
  "--enable-bulk-memory",
  "--enable-multivalue",
  "--enable-mutable-globals",
  "--enable-nontrapping-float-to-int",
  "--enable-reference-types",
  "--enable-sign-ext",
  "--enable-simd",
];

/** The packages are what crate/ says. */
export async function ensureWasm() {
  await ensureWasmTools();
  const tools = [
    (await outputOf("rustc", ["--version"], { cwd: CRATE })) ?? "",
    (await outputOf("wasm-opt", ["--version"])) ?? "",
    (await outputOf("wasm-bindgen", ["--version"])) ?? "",
    process.env.RUSTFLAGS ?? "",
    // Relative: a checkout that is moved or copied keeps what it has built.
    ...PACKAGES.map(({ crate, folder }) => `${crate} ${path.relative(TOP, folder)}`),
    ...OPTIMISE,
  ];
  const stamp = await digest([CRATE, path.join(TOP, "rust-toolchain.toml")], tools);
  const products = PACKAGES.map(({ folder }) => path.join(folder, `${MODULE}_bg.wasm`));
  await unlessDone("wasm", stamp, products, buildWasm);
}

async function buildWasm() {
  announce("WebAssembly packages: building");
  const target = path.resolve(CRATE, process.env.CARGO_TARGET_DIR ?? "target");
  const crates = PACKAGES.flatMap(({ crate }) => ["-p", crate]);
  // In one go: what both are made of is compiled once.
  await must("cargo", ["build", "--locked", "--quiet", "--target", TARGET, "--profile", PROFILE, ...crates], {
    cwd: CRATE,
  });
  await Promise.all(
    PACKAGES.map(async ({ crate, folder }) => {
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true });
      const compiled = path.join(target, TARGET, PROFILE, `${crate.replaceAll("-", "_")}.wasm`);
      await must("wasm-bindgen", ["--target", "web", "--out-name", MODULE, "--out-dir", folder, compiled]);
      const built = path.join(folder, `${MODULE}_bg.wasm`);
      await must("wasm-opt", [...OPTIMISE, built, "-o", built]);
    }),
  );
}

/** dist/ is what web/, public/ and the WebAssembly package say. */
export async function ensurePage() {
  await ensureWasm();
  const inputs = [
    WEB,
    path.join(TOP, "public"),
    PKG,
    PKG_CAPTURES,
    path.join(TOP, "vite.config.ts"),
    path.join(TOP, "scripts", "lib"),
  ];
  const stamp = await digest(inputs, [await readFile(path.join(TOP, "package-lock.json"), "utf8")]);
  await unlessDone("page", stamp, [path.join(DIST, "index.html")], async () => {
    announce("Page: building");
    await buildPage({ folder: DIST });
  });
}

/**
 * @param {object} options
 * @param {string} options.folder where the page goes
 * @param {boolean} [options.wrongEngine] with an engine that is wrong on purpose: for a test, never for `DIST`
 */
export async function buildPage({ folder, wrongEngine = false }) {
  // A test runner sets another: the page would be built around React's development build. And the other way round,
  // what runs after the build must not take itself for production.
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = "production";
  try {
    await build({
      configFile: path.join(TOP, "vite.config.ts"),
      logLevel: "warn",
      define: { __WRONG_ENGINE__: String(wrongEngine) },
      build: { outDir: folder, emptyOutDir: true },
    });
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
}
