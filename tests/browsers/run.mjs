/**
 * `npm run test:browsers`: the built page in Firefox and WebKitGTK, which take the same steps as Chromium. What they show
 * has to be what Chromium shows: texts, boxes, the focus, and the mean colour of each pane and of the selected digits.
 * test-results/browsers has the pictures.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { deflateRawSync } from "node:zlib";
import { chromium } from "playwright-core";
import { CHROMIUM_FLAGS, requireChromium } from "../../scripts/lib/chromium.mjs";
import { serve } from "../../scripts/lib/serve.mjs";

/**
 * `run` runs the body of an async function in the page; its result crosses as JSON. `press` presses one key after the
 * other, and for "Control+a" the second while the first is held. `picture` is a PNG in Base64.
 * @typedef {{ version: string, goTo: (address: string) => Promise<unknown>, run: (script: string) => Promise<any>,
 *   press: (keys: string[]) => Promise<unknown>, picture: () => Promise<string> }} Browser
 */
/** @typedef {(browser: Browser) => Promise<unknown>} Action */
/** `near`: how far the numbers can be from Chromium's. @typedef {[what: string, near: number, numbers: number[]]} Figure */
/** @typedef {{ texts: string[], figures: Figure[], ms: number }} Shown */

const WINDOW = { width: 1440, height: 900 };

/** Starts a program that ends with this one. @param {string} name @param {string[]} args */
function start(name, args) {
  const child = spawn(name, args, { stdio: ["ignore", "ignore", "pipe"], detached: true });
  child.once("error", () => {
    throw new Error(`${name} is missing: apt-get install -y firefox-esr webkit2gtk-driver xvfb`);
  });
  process.once("exit", () => spawnSync("kill", ["--", `-${child.pid}`]));
  return child;
}

/** @returns {Promise<Browser>} */
async function openChromium() {
  const browser = await chromium.launch({ executablePath: requireChromium(), args: CHROMIUM_FLAGS });
  const page = await browser.newPage({ viewport: WINDOW });
  return {
    version: browser.version(),
    goTo: (address) => page.goto(address),
    run: (script) => page.evaluate(`(async () => { ${script} })()`),
    press: async (keys) => {
      for (const key of keys) await page.keyboard.press(key);
    },
    picture: async () => (await page.screenshot()).toString("base64"),
  };
}

/** What WebDriver calls the keys that print nothing. @type {Record<string, string>} */
const KEYS = { Control: "\uE009", Enter: "\uE007", ArrowUp: "\uE013" };

/** @param {string[]} keys */
function pressActions(keys) {
  const actions = keys.flatMap((key) => {
    const held = key.split("+").map((name) => KEYS[name] ?? name);
    return ["keyDown", "keyUp"].flatMap((type) => held.map((value) => ({ type, value })));
  });
  return [{ type: "key", id: "keyboard", actions }];
}

/** An expression for both drivers below. @param {string} script */
const asJson = (script) => `(async () => JSON.stringify(await (async () => { ${script} })()) ?? "null")()`;

/** Over WebDriver BiDi, which Firefox serves itself. @returns {Promise<Browser>} */
async function openFirefox() {
  const profile = await mkdtemp(`${tmpdir()}/hpack-firefox-`);
  const child = start("firefox-esr", ["--headless", "--profile", profile, "--remote-debugging-port", "0"]);
  let said = "";
  while (!/ws:\S+\s/.test(said)) said += (await once(child.stderr, "data"))[0];
  const socket = new WebSocket(`${/ws:\S+/.exec(said)}/session`);
  await once(socket, "open");
  let id = 0;
  /** One command after the other. @param {string} method @param {object} [params] @returns {Promise<any>} */
  const send = async (method, params = {}) => {
    id += 1;
    socket.send(JSON.stringify({ id, method, params }));
    for (;;) {
      const answer = JSON.parse((await once(socket, "message"))[0].data);
      if (answer.type === "error") throw new Error(`${method}: ${answer.message}`);
      if (answer.id === id) return answer.result;
    }
  };
  const { capabilities } = await send("session.new", { capabilities: {} });
  // In the first tab the address bar has the focus, and nothing on the page would match :focus.
  const { context } = await send("browsingContext.create", { type: "tab" });
  await send("browsingContext.setViewport", { context, viewport: WINDOW });
  return {
    version: capabilities.browserVersion,
    goTo: (url) => send("browsingContext.navigate", { context, url, wait: "complete" }),
    run: async (script) => {
      const params = { expression: asJson(script), target: { context }, awaitPromise: true };
      const { result, exceptionDetails } = await send("script.evaluate", params);
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return JSON.parse(result.value);
    },
    press: (keys) => send("input.performActions", { context, actions: pressActions(keys) }),
    picture: async () => (await send("browsingContext.captureScreenshot", { context })).data,
  };
}

/** WebKitGTK over WebDriver, on a screen in memory. @returns {Promise<Browser>} */
async function openWebKit() {
  const port = 20_000 + (process.pid % 20_000);
  // Without a graphics card, its pictures would be black otherwise.
  process.env.WEBKIT_DISABLE_DMABUF_RENDERER = "1";
  start("xvfb-run", ["-a", "-s", "-screen 0 1640x1100x24", "WebKitWebDriver", `--port=${port}`]);
  let session = `http://127.0.0.1:${port}/session`;
  /** @param {string} command @param {object} [params] @returns {Promise<any>} */
  const send = async (command, params) => {
    const answer = await fetch(session + command, params && { method: "POST", body: JSON.stringify(params) });
    const { value } = /** @type {any} */ (await answer.json());
    if (!answer.ok) throw new Error(`${command}: ${value.message}`);
    return value;
  };
  /** Until the driver listens. @returns {Promise<any>} */
  const connect = () => send("", { capabilities: {} }).catch(() => wait(200).then(connect));
  const { sessionId, capabilities } = await connect();
  session += `/${sessionId}`;
  const run = async (/** @type {string} */ script) =>
    JSON.parse(await send("/execute/sync", { script: `return ${asJson(script)}`, args: [] }));
  const { x, y } = await run("return { x: outerWidth - innerWidth, y: outerHeight - innerHeight }");
  await send("/window/rect", { width: WINDOW.width + x, height: WINDOW.height + y });
  return {
    version: capabilities.browserVersion,
    goTo: (url) => send("/url", { url }),
    run,
    press: (keys) => send("/actions", { actions: pressActions(keys) }),
    picture: async () => {
      // It waits until the page is painted again.
      await run("const { style } = document.body; style.opacity = 0.99; setTimeout(() => { style.opacity = 1 }, 500)");
      return send("/screenshot");
    },
  };
}

/** Letters and native controls differ in width: CSS pixels. Colours are of 255, and a mark holds letters. */
const NEAR = { sides: 24, panes: 8, colours: 5, marks: 16 };
const PATIENCE_MS = 30_000;
const UNTIL_TIMES_ARE_SHOWN_MS = 2000;
const PICTURES = new URL("../../test-results/browsers/", import.meta.url);
const CAPTURES = new URL("../data/captures/", import.meta.url);

/** In the page: functions for the steps. */
const TOOLS = `
  const all = (selector) => [...document.querySelectorAll(selector)];
  const nameOf = (element) => (element.getAttribute("aria-label") ?? element.textContent).trim();
  const find = (selector, name) => all(selector).find((element) => nameOf(element).startsWith(name));
  const rows = (grid) => all('[role="grid"][aria-label="' + grid + '"] [role="row"]').slice(1);
`;

/** In the page: what is seen of it, without what is measured; the sides of elements whose name is theirs alone. */
const VIEW = `
  const measured = document.title.startsWith("Benchmark") ? ":not(h2, h3, button, button *)" : "#timing *";
  const isSeen = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.matches(measured);
  const marks = [...(CSS.highlights.get("source-selected") ?? [])];
  const focused = document.activeElement;
  const ring = getComputedStyle(focused).outlineStyle;
  const texts = ["selected in the input: " + marks, "focused: " + nameOf(focused).slice(0, 20) + ", outline: " + ring];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.data.trim().replace(/\\s+/g, " ");
    if (!/^$| (ns|µs|ms)\\b/.test(text) && isSeen(node.parentElement)) texts.push(text);
  }
  const named = Map.groupBy(
    all("h1, h2, h3, [role=row], [role=option], [role=tab], button, input, select, textarea").filter(isSeen),
    (element) => element.localName + " " + nameOf(element).slice(0, 20),
  );
  const boxOf = (place) => {
    const { x, y, width, height } = place.getBoundingClientRect();
    return [x, y, width, height];
  };
  const alone = [...named].filter(([, same]) => same.length === 1);
  const sides = alone.map(([name, [element]]) => [name, ${NEAR.sides}, boxOf(element).filter((_, at) => at % 2 === 0)]);
  // What scrolls with the page adds up a fraction of a pixel for each line of text.
  const panes = all("section[id]:not(#timing, [id^=step-])")
    .map((element) => ["pane " + element.id, ${NEAR.panes}, boxOf(element)])
    .filter(([, , [, , width, height]]) => width * height > 0);
  const painted = [
    ...panes.map(([name, , box]) => ["colour of " + name, ${NEAR.colours}, box]),
    ...marks.map((range) => ["colour of what is selected in the input", ${NEAR.marks}, boxOf(range)]),
  ];
  return { texts, figures: [...sides, ...panes], painted };
`;

/** @param {string} condition in the page @returns {Action} */
const until = (condition) => async (browser) => {
  const end = performance.now() + PATIENCE_MS;
  while (!(await browser.run(`${TOOLS} return Boolean(${condition})`).catch(() => false))) {
    if (performance.now() > end) throw new Error(`this did not come true: ${condition}`);
    await wait(20);
  }
};

/** @param {string[]} keys @returns {Action} */
const press = (keys) => (browser) => browser.press(keys);

/** @param {string} selector @param {string} name what the element's name begins with @returns {Action} */
const click = (selector, name) => async (browser) => {
  const element = `find("${selector}", "${name}")`;
  await until(element)(browser);
  await browser.run(`${TOOLS} ${element}.click()`);
};

/** @param {string[]} names of captures and key logs @returns {Action} */
const drop = (names) => async (browser) => {
  const files = names.map(async (name) => [name, await readFile(new URL(name, CAPTURES), "base64")]);
  await browser.run(`const dataTransfer = new DataTransfer();
    for (const [name, base64] of ${JSON.stringify(await Promise.all(files))}) {
      dataTransfer.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name));
    }
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));`);
};

const { address } = await serve({ port: 0 });
/** Another fragment alone would not load the page again. @param {string} fragment @returns {Action} */
const open = (fragment) => (browser) => browser.goTo(`${address}?${performance.now()}${fragment}`);

const BLOCKS = [..."8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff", "Enter", "Enter", ..."8286 84be 5886 a8eb 1064 9cbf"];
const SHARED = deflateRawSync("client:\n82 86 84 41 03 61 2e 62\n\nserver:\n88\n").toString("base64url");
const QUICK = "#view=benchmark&engines=window16+window14&baseline=window16&care=quick&workloads=9";

/** @type {Record<string, Action[]>} */
const STEPS = {
  "the first look": [open(""), until(`rows("Fields").length === 4`)],
  "Inspect opens": [open("#example=rfc7541-c6"), until(`rows("Fields").length === 6`)],
  "selecting by keys": [press(["4", "ArrowUp"]), until(`rows("Fields")[3].ariaSelected === "true"`)],
  "typing, cutting and pasting": [
    press(["1", "Control+a", ...BLOCKS, "Control+a", "Control+x"]),
    until(`rows("Fields").length === 0`),
    press(["Control+v"]),
    until(`all("#blocks [role=option]").length === 2 && rows("Fields").length === 4`),
  ],
  Explain: [open("#view=explain&example=rfc7541-c6&block=3"), until(`find("button", "Save as page")`)],
  "back in Inspect": [open("#example=rfc7541-c6"), until(`rows("Fields").length === 6`)],
  Encode: [click("nav a", "Encode"), until(`find("button", "RFC 7541 C.6")`)],
  building: [click("button", "RFC 7541 C.6"), until(`find("input", "Name of field 4")?.value`)],
  "What if": [open("#view=encode&tab=what-if&example=file-push"), until(`find("table", "As sent and re-encoded")`)],
  Learn: [click("nav a", "Learn"), until(`rows("Fields").length > 0`)],
  "Learn in the other theme": [click("button", "Use the dark theme"), until(`find("button", "Use the light theme")`)],
  Benchmark: [click("nav a", "Benchmark"), until(`find("button", "Compare")`)],
  "a quick benchmark": [open(QUICK), click("button", "Compare"), until(`find("h2", "Result")`)],
  "dropping a capture and its keys": [
    open(""),
    until(`rows("Fields").length === 4`),
    drop(["d03-curl-nginx-tls13.pcap", "d03-curl-nginx-tls13.keys.log"]),
    until(`rows("Requests").length > 5 && rows("Fields").length > 0`),
  ],
  "a shared link": [open(`#text=${SHARED}&step=4`), until(`rows("Fields")[3]?.ariaSelected === "true"`)],
};

/** The mean colour of each box. @param {string} picture @param {Figure[]} boxes @returns {Promise<Figure[]>} */
const coloursOf = (picture, boxes) =>
  reference.run(`
    const bytes = Uint8Array.from(atob("${picture}"), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    return ${JSON.stringify(boxes)}.map(([what, near, [x, y, width, height]]) => {
      const context = new OffscreenCanvas(width, height).getContext("2d");
      context.drawImage(bitmap, -x, -y);
      const { data } = context.getImageData(0, 0, width, height);
      const sums = [0, 0, 0, 0];
      for (const [at, value] of data.entries()) sums[at % 4] += value;
      return [what, near, sums.map((sum) => (4 * sum) / data.length)];
    });`);

/** @param {string} name @param {Browser} browser @param {string} step @param {Action[]} actions @returns {Promise<Shown>} */
async function take(name, browser, step, actions) {
  const begin = performance.now();
  for (const act of actions) await act(browser);
  const ms = Math.round(performance.now() - begin);
  await wait(UNTIL_TIMES_ARE_SHOWN_MS);
  const { texts, figures, painted } = await browser.run(TOOLS + VIEW);
  const picture = await browser.picture();
  await writeFile(new URL(`${step}, ${name}.png`, PICTURES), picture, "base64");
  return { texts, figures: [...figures, ...(await coloursOf(picture, painted))], ms };
}

/** @param {Shown} here @param {Shown} there in Chromium */
function differencesOf(here, there) {
  const missing = there.texts.filter((text) => !here.texts.includes(text)).map((text) => `without “${text}”`);
  const added = here.texts.filter((text) => !there.texts.includes(text)).map((text) => `with “${text}”`);
  const figures = there.figures.flatMap(([what, near, expected]) => {
    const numbers = here.figures.find(([other]) => other === what)?.[2] ?? expected;
    const far = Math.round(Math.max(...numbers.map((number, at) => Math.abs(number - Number(expected[at])))));
    return far > near ? [`${what}: ${far} off`] : [];
  });
  return [...missing, ...added, ...figures];
}

await mkdir(PICTURES, { recursive: true });
const reference = await openChromium();
/** @type {Record<string, Shown>} */
const expected = {};
for (const [step, actions] of Object.entries(STEPS)) expected[step] = await take("Chromium", reference, step, actions);
let failures = 0;
for (const [name, openBrowser] of Object.entries({ Firefox: openFirefox, WebKitGTK: openWebKit })) {
  const browser = await openBrowser();
  console.log(`${name} ${browser.version}, compared with Chromium ${reference.version}`);
  for (const [step, there] of Object.entries(expected)) {
    const here = await take(name, browser, step, STEPS[step] ?? []).catch(String);
    const differences = typeof here === "string" ? [here] : differencesOf(here, there);
    failures += Math.sign(differences.length);
    const times = typeof here === "string" ? "" : `: ${here.ms} ms, in Chromium ${there.ms} ms`;
    const verdict = differences.length > 0 ? "failed" : "passed";
    console.log([`  ${verdict}  ${step}${times}`, ...differences].join("\n          "));
  }
}
console.log(failures === 0 ? "Both show what Chromium shows." : `${failures} steps failed.`);
process.exit(Math.sign(failures));
