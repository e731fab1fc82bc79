/** The headers that the page is served with. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";

/**
 * Cross-origin isolation: the browser then lets `performance.now()` tick in 5 µs instead of 100 µs.
 * @type {Record<string, string>}
 */
export const ISOLATION = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "same-origin",
};

/** Of the page as one file, which any page may show in a frame; its policy is in it. */
export const EMBED_HEADERS = {
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "Content-Security-Policy": "frame-ancestors *",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

/** The one style sheet that react-aria adds by script; the policy lets in exactly this text. */
const REACT_ARIA_STYLE = `@layer {
  [data-react-aria-pressable] {
    touch-action: pan-x pan-y pinch-zoom;
  }
}`;

/** The policy's sources for exactly these texts. @param {string[]} texts of scripts or of style sheets */
function sourcesOf(texts) {
  return texts.map((text) => ` 'sha256-${createHash("sha256").update(text).digest("base64")}'`).join("");
}

/** @typedef {{ workers: string, connections: string, others?: string[] }} Reach what a page may load and reach */

/**
 * Captures hold cookies and tokens: the page can load its own files, and those parts that its HTML holds itself, and reach
 * nothing else.
 * @param {string} html @param {Reach} reach
 */
export function policyOf(html, { workers, connections, others = [] }) {
  const textsIn = (/** @type {RegExp} */ elements) => [...html.matchAll(elements)].map(([, text = ""]) => text);
  const scripts = textsIn(/<script(?: type="module"| data-core="[^"]*")?>([\s\S]*?)<\/script>/g);
  return [
    "default-src 'none'",
    `script-src 'self' 'wasm-unsafe-eval'${sourcesOf(scripts)}`,
    `worker-src ${workers}`,
    `connect-src ${connections}`,
    `style-src 'self'${sourcesOf([REACT_ARIA_STYLE, ...textsIn(/<style>([\s\S]*?)<\/style>/g)])}`,
    "img-src 'self' data:",
    "manifest-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    ...others,
  ].join("; ");
}

/** The headers of the built page. @param {string} folder the built page @returns {Record<string, string>} */
export function pageHeaders(folder) {
  const page = readFileSync(path.join(folder, "index.html"), "utf8");
  const reach = { workers: "'self'", connections: "'self'", others: ["frame-ancestors 'none'"] };
  return {
    ...ISOLATION,
    "Content-Security-Policy": policyOf(page, reach),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
  };
}
