/**
 * Every view of the page in every state that a person can bring it into: an address to open, and what is then done.
 * For tests that hold of all of them: nothing is cut off, axe-core finds nothing, forced colors show it all.
 */
import { readdir, readFile } from "node:fs/promises";
import { expect, type Page } from "playwright/test";
import { type Link, NO_LINK } from "../../web/src/address/link";
import { printFragment } from "../../web/src/address/link-codec";
import { BUILD_EXAMPLES } from "../../web/src/encode/examples";
import { beginning, literal as literalBytes } from "../../web/src/learn/wire";
import { hexOf } from "../../web/src/ui/figures";
import { drop, fieldGrid, inputText, shownFields, stepPane, turnToView, whenOpen } from "./reading";

/** Does something on the page, or waits for something. */
type Act = (page: Page) => Promise<unknown>;

/** Set by `npm run test:long`: every state and every example is gone through, which takes many minutes. */
export const HAS_ALL = process.env.HPACK_ALL_STATES === "1";

export type State = {
  name: string;
  /** What follows the page's address. */
  path: string;
  /** Waits until the state can be seen, and does what leads there. */
  prepare: Act;
  /**
   * Whether what is seen is a popup, or a choice that the panes keep to themselves: it does not outlast a change
   * between the layouts for wide, middling and narrow windows, and is prepared again in each.
   */
  ofLayout?: boolean;
  /** Whether it is another of these states with other words: then only whether they fit is looked at. */
  otherWords?: boolean;
};

let entered = 0;

/** Opens the page in that state, whatever was there before. */
export async function enter(page: Page, { path, prepare }: State): Promise<void> {
  // Another fragment alone would leave what is open and what was done; a page of another origin in between would cost
  // a new process, in which all is compiled again.
  entered += 1;
  await page.goto(`/?state${entered}${path}`);
  await prepare(page);
}

/** One after the other. */
const steps =
  (...acts: Act[]): Act =>
  async (page) => {
    for (const act of acts) await act(page);
  };

/** In a narrow window the panes are tabs; elsewhere all of them are in view. */
const turn =
  (pane: string): Act =>
  async (page) => {
    const tab = page.getByRole("tablist", { name: "Panes" }).getByRole("tab", { name: pane, exact: true });
    if (await tab.isVisible()) await tab.click();
  };

const inPane = (pane: string) => steps(whenOpen, turn(pane));

type Name = string | RegExp;

const press =
  (name: Name): Act =>
  (page) =>
    page.getByRole("button", { name }).click();
const pressFirst =
  (name: Name): Act =>
  (page) =>
    page.getByRole("button", { name }).first().click();
const see =
  (role: Parameters<Page["getByRole"]>[0], name?: Name): Act =>
  (page) =>
    page
      .getByRole(role, name === undefined ? {} : { name })
      .first()
      .waitFor();
const read =
  (text: Name): Act =>
  (page) =>
    page.getByText(text).first().waitFor();

async function linked(link: Partial<Link>): Promise<string> {
  return `#${await printFragment({ ...NO_LINK, ...link })}`;
}

/** A state that outlasts a change between layouts. */
const state = (name: string, path: string, ...acts: Act[]): State => ({ name, path, prepare: steps(...acts) });
/** A state that does not. */
const popup = (...given: Parameters<typeof state>): State => ({ ...state(...given), ofLayout: true });
const rewordedIf = (otherWords: boolean, state: State): State => ({ ...state, otherWords });

/** A literal with incremental indexing, RFC 7541 §6.2.1, as hex. */
const literal = (name: string, value: string) => hexOf(literalBytes("incremental", name, value));

const TABLE = 2 ** 24;

/** Blocks beyond 1000, positions such as 120:113 and 1000:274, indexes and sizes of five digits, 1,200 fields in one block. */
function largeNumbers(): string {
  const blocks = [];
  for (let block = 1; block <= 1000; block += 1) {
    const before = block === 1000 ? 274 : block % 274;
    blocks.push(`${"82".repeat(before)}${literal(`x-${block}`, String(block))}`);
  }
  const many = Array.from({ length: 600 }, (_, at) => literal(`n-${at}`, "v"));
  const wide = [literal("x-wide", "w".repeat(123_456)), hexOf(beginning("indexed", 1500)), "90".repeat(598)];
  return [`# initial table size ${TABLE}`, ...blocks, [...many, ...wide].join("")].join("\n\n");
}

const LONG_NAME = `x-${"a-very-long-name-".repeat(12)}end`;
const LONG_VALUES = [
  literal(LONG_NAME, "short"),
  literal("cookie", Array.from({ length: 60 }, (_, at) => `part${at}=${"0123456789abcdef".repeat(2)}`).join("; ")),
  literal("x-unbroken", "m".repeat(2249)),
].join("");

const GO_CLIENT = await readFile(new URL("../../crate/bench/data/go-go.client.txt", import.meta.url), "utf8");
/** Thirty requests of a Go client, without the fourth. */
const DAMAGED = GO_CLIENT.split("\n").toSpliced(3, 1).slice(0, 30).join("\n");
/** Two requests that refer to an entry whose insertion was not seen; a field that becomes one. */
const FROM_THE_MIDDLE = "828684be\n\n82868441 0161 bf";
/** A request with a name in upper case and a field of HTTP/1.1. */
const INVALID = "828684400a436f6e6e656374696f6e05636c6f7365410161";

/** Numbers of either of two notations, each line with its time. */
const AMBIGUOUS = "202 206 204 101\n";
const REPORT =
  "curl fails since today (2026-11-22, build 4711).\n\nblock: 828684410f7777772e6578616d706c652e636f6d\n\nIt works with nghttp.\n";
/** Words around bytes that are a block by accident, perhaps. */
const DOUBTFUL = "something was sent\n\n82 86\n41 8c\n\nor so\n";
/** A request and a response, without their senders. */
const TWO_DIRECTIONS = "828684\n\n88\n";

async function exampleFile(name: string): Promise<Buffer> {
  return readFile(new URL(`../../public/examples/${name}`, import.meta.url));
}

/** The example of TLS without the secrets that the file holds. */
async function withoutKeys(): Promise<Buffer> {
  const file = await exampleFile("tls.pcapng");
  const SECRETS = 0x0a;
  const kept = [];
  for (let at = 0; at < file.length; ) {
    const length = file.readUInt32LE(at + 4);
    if (file.readUInt32LE(at) !== SECRETS) kept.push(file.subarray(at, at + length));
    at += length;
  }
  return Buffer.concat(kept);
}

/** An example of clear text without one of its packets. */
async function withGap(): Promise<Buffer> {
  const file = await exampleFile("table-sizes.pcap");
  const packets = [];
  for (let at = 24; at < file.length; ) {
    const length = 16 + file.readUInt32LE(at + 8);
    packets.push(file.subarray(at, at + length));
    at += length;
  }
  // The largest of the first half: it carries header blocks, and others refer to what they inserted.
  const half = packets.slice(0, packets.length / 2);
  const lost = half.reduce((most, packet) => (packet.length > most.length ? packet : most));
  return Buffer.concat([file.subarray(0, 24), ...packets.filter((packet) => packet !== lost)]);
}

const frames = (page: Page) => page.getByRole("grid", { name: "Frames" });
const requests = (page: Page) => page.getByRole("grid", { name: "Requests" });

/** A capture, its requests in view. */
const whenRequests: Act = (page) => requests(page).getByRole("row").nth(1).waitFor();

/** Drops a file onto the page and waits until it is read as a capture. */
const dropCapture = (name: string, bytes: Buffer) =>
  steps(
    whenOpen,
    (page) => drop(page, [{ name, bytes }]),
    (page) => page.getByRole("tab", { name: /^Frames/ }).waitFor(),
  );

const captureTab = (tab: string) => {
  const name = new RegExp(`^${tab}`);
  return steps(
    (page) => turnToView(page, tab),
    (page) => page.getByRole("tabpanel", { name }).getByText(/\w/).filter({ visible: true }).first().waitFor(),
  );
};

/** A capture, its frames in view. */
const whenFrames = steps(whenRequests, captureTab("Frames"), (page) => frames(page).getByRole("row").nth(1).waitFor());

const BROKEN = (await readdir(new URL("../../web/src/examples/", import.meta.url)))
  .flatMap((file) => /^broken-(.*)\.txt$/.exec(file)?.[1] ?? [])
  .sort();

const text = (text: string, more: Partial<Link> = {}) => linked({ text, ...more });

async function inspect(): Promise<State[]> {
  const unknownStart = await text(FROM_THE_MIDDLE, { options: { start: "unknown" }, row: 3 });
  const [damaged, numbers] = await Promise.all([text(DAMAGED), largeNumbers()]);
  const numbersAt = (row: number) => text(numbers, { options: { blocks: "blank" }, row });
  const seeDirections = see("button", /^two directions/i);
  return [
    state("an example", "", whenOpen),
    state("an example without details", "", whenOpen, (page) => page.keyboard.press("d")),
    state("a size update and evictions", "#example=rfc7541-c5&step=9", whenOpen),
    ...BROKEN.map((code) =>
      rewordedIf(
        code !== "truncated" && code !== "huffman-eos",
        state(`broken, ${code}`, `#example=broken-${code}`, whenOpen, (page) =>
          page.getByText(code, { exact: true }).first().waitFor(),
        ),
      ),
    ),
    state("refused", await text("82 8g\n"), see("heading", /^Not decoded\./)),
    state(
      "empty",
      "#example=rfc7541-c6",
      inPane("Input"),
      (page) => inputText(page).fill(""),
      (page) => expect(fieldGrid(page)).toHaveCount(0),
    ),
    popup("the menu of examples", "", inPane("Input"), press("Examples"), see("menu")),
    popup(
      "all examples",
      "",
      inPane("Input"),
      press("Examples"),
      press(/^All \d+ examples/),
      see("menuitem", /^missing-size-update/),
    ),
    popup(
      "options open",
      "#example=rfc7541-c6&start=unknown",
      inPane("Input"),
      (page) => page.locator("#input").getByRole("button", { expanded: false }).last().click(),
      see("dialog"),
    ),
    {
      name: "options set",
      path: await text(FROM_THE_MIDDLE, {
        options: { start: "unknown", maxTableSize: 4_294_967_295, blocks: "blank", prior: [["x-new", "2"]] },
      }),
      prepare: whenOpen,
    },
    state(
      "from the middle, decoding as such offered",
      "#example=middle",
      see("button", "Decode as mid-connection data"),
    ),
    state("an unknown start, a field that is not known", unknownStart, whenOpen, (page) =>
      fieldGrid(page).getByText("unknown", { exact: true }).first().waitFor(),
    ),
    popup(
      "a guess",
      unknownStart,
      inPane("Step"),
      (page) =>
        stepPane(page)
          .getByRole("textbox", { name: /^Guess/ })
          .fill(":authority: example.com"),
      (page) => page.keyboard.press("Enter"),
      see("region", "Your guess"),
    ),
    state("an ambiguous text", await text(AMBIGUOUS), inPane("Input"), see("button", /^Read as /)),
    popup(
      "why a part was skipped",
      await text(REPORT),
      inPane("Input"),
      pressFirst(/parts? skipped: /),
      see("tooltip"),
    ),
    state(
      "a refused text, a part of it offered",
      await text(DOUBTFUL),
      read(/not decoded/i),
      turn("Input"),
      see("button", "Read only line 3"),
    ),
    state(
      "only a part of a text is read",
      await text(DOUBTFUL, { options: { part: [20, 31] } }),
      inPane("Input"),
      see("button", "Read the whole text"),
    ),
    state("two directions in one list, offered", await text(TWO_DIRECTIONS), inPane("Input"), seeDirections),
    state(
      "two directions in one list, applied",
      await text(TWO_DIRECTIONS, { options: { sides: "fields" } }),
      inPane("Input"),
      seeDirections,
    ),
    state("a session of two directions", "#example=capture-node&step=14", whenOpen),
    state("a cause for what is wrong", damaged, inPane("Fields"), see("button", "Preview")),
    popup("the preview of a cause", damaged, inPane("Fields"), pressFirst("Preview"), (page) =>
      page.getByRole("dialog").getByRole("cell").first().waitFor(),
    ),
    state("a cause applied", damaged, inPane("Fields"), pressFirst("Apply"), see("button", "Undo")),
    popup("timing measured", "#example=rfc7541-c6", inPane("Time"), see("button", "Measure again")),
    state("warnings", await text(INVALID, { row: 3 }), whenOpen),
    state("long names and values", await text(LONG_VALUES, { row: 1 }), whenOpen),
    state(
      "a long line opened, below the byte grid",
      await text(LONG_VALUES, { row: 1 }),
      whenOpen,
      (page) => page.keyboard.press("g"),
      (page) => fieldGrid(page).press("Enter"),
      (page) => page.getByRole("button", { name: /^Less of line/ }).waitFor(),
    ),
    state("large numbers, the middle of the session", await numbersAt(136_000), whenOpen),
    state(
      "large numbers, the end of the session",
      await numbersAt(137_500),
      inPane("Step"),
      (page) => page.getByRole("slider", { name: "Step" }).press("End"),
      turn("Fields"),
      (page) => expect.poll(async () => (await shownFields(page)).length).toBeGreaterThan(1),
    ),
    popup("the uses of an entry", "#example=rfc7541-c6", inPane("Table"), pressFirst(/^Uses of/), see("dialog")),
    state("a broken reading after an error in a capture of text", "#example=capture-table-sizes", whenOpen),
  ];
}

async function captures(): Promise<State[]> {
  const keyless = await withoutKeys();
  const withoutItsKeys = dropCapture("without-keys.pcapng", keyless);
  const gap = dropCapture("gap.pcap", await withGap());
  return [
    state("inside TLS", "#example=file-tls", whenRequests),
    state("push, padding, two connections", "#example=file-push", whenRequests),
    popup("a menu of connections", "#example=file-push", whenRequests, press(/^Connection: /), see("listbox")),
    popup(
      "a request opened",
      "#example=file-push",
      whenRequests,
      (page) => requests(page).getByRole("row", { name: /style/ }).click(),
      whenOpen,
    ),
    state("frames", "#example=file-table-sizes", whenFrames),
    state("frames from the middle", "#example=file-middle", whenFrames),
    popup(
      "frames as text",
      await text(`000004 0004000000\n${"000003 010500000001 828684\n".repeat(5)}`),
      whenRequests,
      captureTab("Input"),
    ),
    state(
      "a filter that leaves nothing",
      "#example=file-push",
      whenFrames,
      (page) => page.getByRole("textbox", { name: "Stream" }).fill("4000000000"),
      (page) => frames(page).waitFor({ state: "detached" }),
    ),
    popup(
      "a text found",
      "#example=file-table-sizes",
      whenFrames,
      (page) => page.getByRole("searchbox").fill("wax"),
      read(/^\d+ of \d+ match(es)?$/),
    ),
    state(
      "a frame around a block",
      "#example=file-push",
      whenOpen,
      (page) =>
        page
          .getByRole("grid", { name: "Fields" })
          .getByRole("row", { name: /HEADERS frame/ })
          .click(),
      turn("Step"),
      (page) =>
        stepPane(page)
          .getByText(/END_HEADERS/)
          .first()
          .waitFor(),
    ),
    ...(["Summary", "Settings", "Problems"] as const).flatMap((tab) =>
      ["file-table-sizes", "file-push", "file-middle"].map((example) =>
        rewordedIf(
          example !== "file-table-sizes",
          popup(`${tab} of ${example}`, `#example=${example}`, whenRequests, captureTab(tab)),
        ),
      ),
    ),
    state("TLS without its keys", "", withoutItsKeys, see("note", "What is missing")),
    popup("requests, sorted", "#example=file-push", whenRequests, async (page) => {
      const path = page.getByRole("columnheader", { name: /^path/ });
      await path.getByRole("button").click();
      await path.and(page.locator("[aria-sort=ascending]")).waitFor();
    }),
    popup(
      "a few frames",
      await text("000003 01 05 00000001 828684\n000001 01 05 00000003 82\n"),
      turn("Fields"),
      see("group", "Frames"),
    ),
    state(
      "a key log beside it",
      "",
      dropCapture("a-capture-with-rather-a-long-name-of-its-own.pcapng", keyless),
      (page) =>
        page.getByLabel("Key log file").setInputFiles({
          name: "sslkeylog-of-another-connection-2026-11-22.log",
          mimeType: "text/plain",
          buffer: Buffer.from(`CLIENT_RANDOM ${"0a".repeat(32)} ${"0b".repeat(48)}\n`),
        }),
      see("button", /^Remove key log: /),
    ),
    state("a gap", "", gap, whenRequests),
    popup("a gap, the problems", "", gap, captureTab("Problems")),
  ];
}

async function explain(): Promise<State[]> {
  const whenExplained = (page: Page) =>
    page
      .getByRole("heading", { name: /^The table before/ })
      .first()
      .waitFor();
  const linkedText = (text: string, more: Partial<Link> = {}) => linked({ view: "explain", text, ...more });
  const middle = await linkedText(FROM_THE_MIDDLE, { options: { start: "unknown" }, row: 3 });
  const long = await linkedText(largeNumbers(), { options: { blocks: "blank" }, row: 137_900 });
  return [
    state("a block", "#view=explain&example=rfc7541-c6&block=3", whenExplained),
    state("an error", "#view=explain&example=broken-huffman-eos", whenExplained),
    state("nothing decoded", await linkedText("8286 zz"), (page) => page.getByText("Not decoded.").waitFor()),
    state("warnings", await linkedText(INVALID), whenExplained),
    state("long names and values", await linkedText(LONG_VALUES), whenExplained),
    state("unknown entries", middle, whenExplained),
    state("large numbers, the middle of a long block", long, whenExplained),
  ];
}

const composed = (id: string) =>
  linked({
    view: "encode",
    composition: JSON.stringify(BUILD_EXAMPLES.find((example) => example.id === id)?.composition),
  });

const whenBuilt: Act = (page) => page.getByRole("textbox", { name: "Name of field 1", exact: true }).waitFor();
const whenTried = see("table", "As sent and re-encoded");

async function encode(): Promise<State[]> {
  const long = JSON.stringify({
    limit: 256,
    prior: [{ name: "x-prior", value: "entry" }],
    framing: {
      stream: 2_147_483_647,
      maxFrameSize: 16_777_215,
      padding: 255,
      endStream: true,
      priority: { dependency: 2_147_483_647, exclusive: true, weight: 256 },
      pushPromise: 2_147_483_646,
    },
    blocks: [
      {
        changes: [{ limit: 0 }, { limit: 1024 }],
        rows: [
          { name: ":method", value: "GET" },
          { name: LONG_NAME, value: "m".repeat(900) },
          { name: "Authorization", value: "Bearer 0123456789", sensitive: true },
        ],
      },
      { rows: [{ name: ":status", value: "200" }] },
    ],
  });
  return [
    state("empty", "#view=encode", whenBuilt),
    state("a composition", await composed("browser"), whenBuilt),
    state("evictions", await composed("c6"), whenBuilt),
    popup(
      "a sensitive field, its representations",
      await composed("response"),
      whenBuilt,
      (page) => page.getByRole("textbox", { name: "Name of field 5", exact: true }).focus(),
      turn("Representations"),
      (page) => page.getByRole("radiogroup").getByRole("radio").first().waitFor(),
    ),
    state("long names, large settings", await linked({ view: "encode", composition: long }), whenBuilt),
    popup("the formats to copy as", await composed("c4"), whenBuilt, press("Copy as"), see("menu")),
    popup(
      "the lists of a HAR archive",
      "#view=encode",
      whenBuilt,
      (page) => page.getByLabel("HAR archive").setInputFiles(new URL("../paste/nghttp.har", import.meta.url).pathname),
      see("dialog"),
    ),
    state(
      "What if",
      "#view=encode&tab=what-if&example=file-push&side=server&policy=nghttp2&size=256&compare=never+go",
      whenTried,
    ),
    popup(
      "What if, all of it unfolded",
      "#view=encode&tab=what-if&example=file-table-sizes&size=512",
      whenTried,
      async (page) => {
        for (const summary of await page.locator("summary").all()) await summary.click();
      },
      see("region", /block, as a table/),
    ),
    state("What if, of a session with large numbers", "#view=encode&tab=what-if&example=large", whenTried),
  ];
}

const QUICK = "#view=benchmark&engines=window16+window14&baseline=window16&care=quick&workloads=9";

function benchmark(): State[] {
  const RUN = "Compare";
  return [
    state("before", "#view=benchmark", see("button", RUN)),
    state("during", "#view=benchmark&care=thorough", press(RUN), see("progressbar")),
    state("after", QUICK, press(RUN), (page) => page.getByRole("heading", { name: "Result", exact: true }).waitFor()),
    state("refused", "#view=benchmark&workloads=file", press(RUN), see("alert")),
  ];
}

export const CHAPTERS = "before why tables integers representations strings table-life frames sensitive errors".split(
  " ",
);

/** Without a live inspector. */
const PAGES = ["capstone", "connection", "static-table", "codes", "handout", "rules", "glossary", "qpack", "teacher"];

const whenLive: Act = (page) =>
  page.getByRole("region", { name: "Live inspector" }).getByRole("gridcell").first().waitFor();

function learn(): State[] {
  const exercise = (page: Page) => page.getByRole("region", { name: "Which index is this now?" });
  async function answer(page: Page, index: number): Promise<void> {
    await exercise(page).getByRole("textbox", { name: "Index" }).fill(String(index));
    await page.keyboard.press("Enter");
    await expect(exercise(page).getByRole("status")).not.toHaveText("");
  }
  return [
    state("the contents", "#view=learn", whenLive),
    popup("the contents above a chapter", "#view=learn&chapter=errors", whenLive, async (page) => {
      const fold = page.locator("[data-document] > details > summary");
      if (await fold.isVisible()) await fold.click();
    }),
    // Their widgets stand in the text.
    ...CHAPTERS.map((chapter) => state(`chapter “${chapter}”`, `#view=learn&chapter=${chapter}`, whenLive)),
    ...PAGES.map((id) =>
      state(`page “${id}”`, `#view=learn&chapter=${id}`, (page: Page) =>
        page.locator("article :is(table, progress, ul)").first().waitFor(),
      ),
    ),
    state("a message of a connection, open", "#view=learn&chapter=connection&row=m13-9", (page: Page) =>
      page.locator("details[open] #m13-9").waitFor(),
    ),
    state(
      "an exercise answered wrong, with its hints",
      "#view=learn&chapter=tables&exercise=which-index&variant=2",
      whenLive,
      async (page) => {
        await answer(page, 61);
        const hint = exercise(page).getByRole("button", { name: /hint/i });
        while ((await hint.count()) > 0 && (await hint.isEnabled())) await hint.click();
      },
    ),
    state(
      "an exercise answered right",
      "#view=learn&chapter=tables&exercise=which-index&variant=2",
      whenLive,
      async (page) => {
        const asked = /index does (\S+) have/.exec((await exercise(page).textContent()) ?? "")?.[1] ?? "";
        const names = await exercise(page).locator("tbody td:first-child").allTextContents();
        await answer(page, 62 + names.length - 1 - names.indexOf(asked));
      },
    ),
    state(
      "a path down the code tree",
      "#view=learn&chapter=strings",
      whenLive,
      ...Array.from({ length: 9 }, () => press("Next bit")),
    ),
    state(
      "an attack on a secret",
      "#view=learn&chapter=sensitive",
      whenLive,
      press("Try all ten next digits"),
      see("table", "Sizes of the guesses"),
    ),
    state("Integers", "#view=integers&octets=1f9a0a&prefix=5", read("The integer is")),
    rewordedIf(
      true,
      state("Integers, a large one", "#view=integers&octets=1fe0ffffff0f00&prefix=5", read("The integer is")),
    ),
    state(
      "Integers, one that overflows",
      "#view=integers&octets=1fffffffffffffff7f&prefix=5",
      read("integer-overflow"),
    ),
  ];
}

function dialogs(): State[] {
  const compare = steps(whenOpen, (page) => page.keyboard.press("c"));
  const share = steps(press("Share"), see("dialog"));
  return [
    popup("Help", "", whenOpen, press("Help and keys"), see("dialog")),
    popup("Compare, two blocks", "#example=capture-node&step=14", compare, see("table", "Totals")),
    popup(
      "Compare, two sessions",
      "#example=capture-node",
      compare,
      (page) => page.getByRole("radio", { name: "Another text or file" }).check(),
      (page) => page.getByRole("dialog").getByRole("textbox").fill(`${LONG_VALUES}\n\n${DAMAGED}`),
      (page) => page.getByRole("listbox", { name: "Pairs of blocks" }).getByRole("option").first().waitFor(),
    ),
    popup("Share, of Inspect", "#example=capture-node", whenOpen, share),
    popup("Share, of Encode", "#view=encode", whenBuilt, share),
    popup("Share, of Learn", "#view=learn&chapter=tables", whenLive, share),
  ];
}

const VIEWS: Record<string, State[]> = {
  Inspect: await inspect(),
  Capture: await captures(),
  Explain: await explain(),
  Encode: await encode(),
  Benchmark: benchmark(),
  Learn: learn(),
  Dialogs: dialogs(),
};

export const STATES: State[] = Object.entries(VIEWS).flatMap(([view, states]) =>
  states.map((state) => ({ ...state, name: `${view}: ${state.name}` })),
);
