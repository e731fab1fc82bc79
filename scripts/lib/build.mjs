/** The two things that are built: the WebAssembly packages and, around them, the page. */
import { readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { build } from "vite";
import { CRATE, DIST, PKG, PKG_CAPTURES, PKG_MORE, TOP, WEB } from "./paths.mjs";
import { announce, must, outputOf } from "./run.mjs";
import { ensureWasmTools } from "./rust.mjs";
import { digest, unlessDone } from "./stamp.mjs";

const MODULE = "hpack_inspector_wasm_bg.wasm";

/** What rustc uses by default, and vectors; every browser that can run the page has them. */
const WASM_FEATURES = [
  "--enable-bulk-memory",
  "--enable-multivalue",
  "--enable-mutable-globals",
  "--enable-nontrapping-float-to-int",
  "--enable-reference-types",
  "--enable-sign-ext",
  "--enable-simd",
];
/** What is fast when rustc has written it: more of wasm-opt makes it no faster, and takes a minute longer. */
const FOR_SPEED = ["-O1", ...WASM_FEATURES];
const FOR_SIZE = ["-Os", "--converge", "--one-caller-inline-max-function-size=0", ...WASM_FEATURES];

/**
 * The packages: the features of crate/wasm that each has, and whether it is made small or fast.
 * @type {{ folder: string, features: string, profile: string, optimise: string[] }[]}
 */
const PACKAGES = [
  { folder: PKG, features: "small", profile: "wasm-small", optimise: FOR_SIZE },
  { folder: PKG_MORE, features: "more", profile: "wasm", optimise: FOR_SPEED },
  { folder: PKG_CAPTURES, features: "captures,benchmark", profile: "wasm", optimise: FOR_SPEED },
];

/** The packages are what crate/ says. */
export async function ensureWasm() {
  await ensureWasmTools();
  const tools = [
    (await outputOf("rustc", ["--version"], { cwd: CRATE })) ?? "",
    (await outputOf("wasm-opt", ["--version"])) ?? "",
    (await outputOf("wasm-pack", ["--version"])) ?? "",
    process.env.RUSTFLAGS ?? "",
    // Relative: a checkout that is moved or copied keeps what it has built.
    ...PACKAGES.map((wanted) => JSON.stringify({ ...wanted, folder: path.relative(TOP, wanted.folder) })),
  ];
  const stamp = await digest([CRATE, path.join(TOP, "rust-toolchain.toml")], tools);
  const products = PACKAGES.map(({ folder }) => path.join(folder, MODULE));
  await unlessDone("wasm", stamp, products, buildWasm);
}

async function buildWasm() {
  announce("WebAssembly packages: building");
  for (const wanted of PACKAGES) await buildPackage(wanted);
}

/** @param {typeof PACKAGES[number]} wanted */
async function buildPackage({ folder, features, profile, optimise }) {
  // --no-install: wasm-bindgen stands in .tools; --no-opt: wasm-pack would look for a wasm-opt of its own choice.
  const options = ["--mode", "no-install", "--target", "web", "--profile", profile, "--no-opt", "--out-dir", folder];
  const wanted = ["--no-default-features", "--features", features];
  const crate = path.join(CRATE, "wasm");
  await must("wasm-pack", ["--log-level", "error", "build", ...options, crate, "--locked", ...wanted]);
  const built = path.join(folder, MODULE);
  const optimised = `${built}.opt`;
  await must("wasm-opt", [...optimise, built, "-o", optimised]);
  await rm(built);
  await rename(optimised, built);
}

/** dist/ is what web/, public/ and the WebAssembly package say. */
export async function ensurePage() {
  await ensureWasm();
  const inputs = [
    WEB,
    path.join(TOP, "public"),
    PKG,
    PKG_MORE,
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
