/** What the address says of the state, and that it is read back as that. */
import { describe, expect, test } from "vitest";
import { urlFromState } from "./address";
import { type AppState, START } from "./app-state";
import { buildingOf } from "./encode/composition";
import { parseComposition } from "./encode/parse-composition";
import type { FieldText } from "./engine/types";
import { FIRST_EXAMPLE } from "./examples/examples";
import { type Link, NO_LINK, parseFragment } from "./session/fragment";
import { DEFAULT_OPTIONS } from "./session/options";
import { EMPTY_SESSION } from "./session/session";
import { USUAL_WHAT_IF } from "./session/what-if-choice";

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
  ])("%s", async (_, state, fragment) => expect(await urlFromState(state, mask)).toBe(fragment));

  test("an address that names more stands while that is open", async () => {
    const { input } = example;
    const named = { input, settings: "", fragment: "example=rfc7541-c3&step=4" };
    const state = at({}, { session: example });
    expect(await urlFromState({ ...state, place: { ...state.place, named } }, mask)).toBe(named.fragment);
    const other = { ...named, input: { kind: "text" as const, text: "84" } };
    expect(await urlFromState({ ...state, place: { ...state.place, named: other } }, mask)).toBe("example=rfc7541-c3");
  });
});

describe("an address is read back as the place that it was made of", () => {
  const learn = { learn: { chapter: "strings", exercise: "decode", variant: 3 }, example: "c4", row: 2 };
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
    expect(await parseFragment(await urlFromState(state, mask))).toMatchObject({ view, ...link, unread: [] });
  });

  test("Build with fields", async () => {
    expect(composition).not.toBeNull();
    if (composition === null) return;
    const building = buildingOf(composition);
    const state = at({ view: "encode" }, { composer: { ...START.composer, building } });
    const read = await parseFragment(await urlFromState(state, mask));
    expect(parseComposition(read.composition ?? "")).toEqual(composition);
  });
});
