/** The address of a state, and that parsing it gives the state back. */
import { describe, expect, test } from "vitest";
import { type Link, NO_LINK } from "../address/link";
import { USUAL_WHAT_IF } from "../address/what-if-choice";
import { buildingOf } from "../encode/composition";
import { parseComposition } from "../encode/parse-composition";
import { answer } from "../engine/fake-worker";
import type { Reader } from "../engine/reader";
import type { FieldText } from "../engine/types";
import { FIRST_EXAMPLE } from "../examples/examples";
import { DEFAULT_OPTIONS } from "../session/options";
import { EMPTY_SESSION, NO_FILTER, type Session } from "../session/session";
import { parseFragment, printAddress } from "./address";
import { type AppState, START } from "./app-state";

/** The state of a page at a link. */
function at(link: Partial<Link>, parts: Partial<AppState> = {}): AppState {
  return { ...START, ...parts, place: { ...START.place, ready: true, link: { ...NO_LINK, ...link } } };
}

const example = { ...EMPTY_SESSION, example: "rfc7541-c3" };
const typed: [string, string][] = [["cookie", "session=1234"]];
const mask = async (fields: FieldText[]) =>
  fields.map((field) => (field.name === "cookie" ? { ...field, value: "masked" } : field));

describe("Inspect", () => {
  test.each<[what: string, state: AppState, fragment: string]>([
    ["nothing is open", at({}), ""],
    ["the first example", at({}, { session: { ...EMPTY_SESSION, example: FIRST_EXAMPLE } }), ""],
    ["another example", at({}, { session: example }), "example=rfc7541-c3"],
    ["the person's own text", at({}, { session: { ...EMPTY_SESSION, input: { kind: "text", text: "82" } } }), ""],
    [
      "an example read in another way",
      at({}, { session: { ...example, options: { ...DEFAULT_OPTIONS, start: "unknown" } } }),
      "example=rfc7541-c3&start=unknown",
    ],
    [
      "entries that a person typed",
      at({}, { session: { ...example, options: { ...DEFAULT_OPTIONS, prior: typed } } }),
      "example=rfc7541-c3&left=cookie",
    ],
  ])("%s", async (_, state, fragment) => expect(await printAddress(state, mask)).toBe(fragment));

  const opened = { ...answer(), connections: null };
  const shown = { ...example, opened };
  const selection = { block: 1, row: 4, error: false, byte: null };
  test.each<[what: string, session: Session, fragment: string]>([
    ["the first step", { ...shown, selection: { ...selection, block: 0, row: 0 } }, "example=rfc7541-c3"],
    ["another step", { ...shown, selection }, "example=rfc7541-c3&step=5"],
    ["the start of a block", { ...shown, selection: { ...selection, row: null } }, "example=rfc7541-c3&block=2"],
    ["an error", { ...shown, selection: { ...selection, row: null, error: true } }, "example=rfc7541-c3&error=2"],
    [
      "the first error",
      { ...shown, opened: { ...opened, firstError: 1 }, selection: { ...selection, row: null, error: true } },
      "example=rfc7541-c3",
    ],
    ["the first example's own step", { ...shown, example: FIRST_EXAMPLE, selection: { ...selection, row: 3 } }, ""],
    ["another step of it", { ...shown, example: FIRST_EXAMPLE, selection }, "example=rfc7541-c4&step=5"],
    [
      "a connection, a frame and a filter",
      {
        ...shown,
        opened: answer(),
        selection: { ...selection, block: 0, row: 0 },
        timeline: { ...shown.timeline, frame: 2, filter: { ...NO_FILTER, stream: 3, text: "typed" } },
        reader: { core: { pins: async () => [] } } as unknown as Reader,
      },
      "example=rfc7541-c3&connection=1&frame=3&filter=%7B%22stream%22%3A3%7D",
    ],
  ])("what is selected and shown: %s", async (_, session, fragment) =>
    expect(await printAddress(at({}, { session }), mask)).toBe(fragment),
  );

  test("guesses are in it, except for values that masking changes", async () => {
    const pins = [":authority", "cookie"].map((name, position) => ({ rows: [position + 2], name, value: "b" }));
    const core = { pins: async () => pins };
    const session: Session = {
      ...shown,
      options: { ...DEFAULT_OPTIONS, start: "unknown" },
      selection: { ...selection, block: 0, row: 0 },
      reader: { core } as unknown as Reader,
    };
    expect(await parseFragment(await printAddress(at({}, { session }), mask))).toMatchObject({
      guesses: [{ row: 2, name: ":authority", value: "b" }],
      left: ["cookie"],
    });
  });

  test("what a link carried of the user's own stays while it is open", async () => {
    const input = { kind: "text" as const, text: "82" };
    const options = { ...DEFAULT_OPTIONS, prior: typed };
    const state = at({}, { session: { ...shown, example: null, input, options, selection } });
    const sharedContent = { input, options, timeline: state.session.timeline };
    const place = { ...state.place, sharedContent };
    expect(await parseFragment(await printAddress({ ...state, place }, mask))).toEqual({
      ...NO_LINK,
      text: "82",
      row: 4,
      options: { prior: typed },
    });
    const session = { ...state.session, input: { ...input } };
    expect(await printAddress({ ...state, place, session }, mask)).toBe("");
  });
});

describe("an address is read back as the place that it was made of", () => {
  const learn = {
    learn: { ...NO_LINK.learn, chapter: "strings", exercise: "decode", variant: 3, byte: "2-14" },
    example: "c4",
    row: 2,
  };
  const composition = parseComposition('{"blocks":[{"rows":[{"name":"a","value":"b"}]}]}');
  test.each<[what: string, state: AppState, link: Partial<Link>]>([
    ["Integers", at({ view: "integers", bytes: "1f9a0a", prefix: 5 }), { bytes: "1f9a0a", prefix: 5 }],
    ["Learn", at({ view: "learn" }, { learn }), learn],
    [
      "What if",
      at({ view: "encode", tab: "what-if" }, { session: example, whatIf: { ...USUAL_WHAT_IF } }),
      { tab: "what-if", example: "rfc7541-c3" },
    ],
    ["Benchmark", at({ view: "benchmark" }), {}],
    ["Build with nothing built", at({ view: "encode" }), { tab: "build", composition: null }],
  ])("%s", async (_, state, link) => {
    const { view } = state.place.link;
    expect(await parseFragment(await printAddress(state, mask))).toMatchObject({ view, ...link, unread: [] });
  });

  test("Build with fields", async () => {
    expect(composition).not.toBeNull();
    if (composition === null) return;
    const building = buildingOf(composition);
    const state = at({ view: "encode" }, { composer: { ...START.composer, building } });
    const read = await parseFragment(await printAddress(state, mask));
    expect(parseComposition(read.composition ?? "")).toEqual(composition);
  });
});
