/** The core's own functions for exercises; the last answers are kept. */
import { compose, Inspector } from "@wasm/hpack_inspector_wasm";
import { decodeStandalone } from "../../web/src/engine/try-out";
import type { Composed, Composition, OpenOptions } from "../../web/src/engine/types";
import { tryOutOf } from "../../web/src/learn/exercises/exercise";
import type { HeaderField } from "../../web/src/learn/wire";
import "./opening";

/** Most answers that are kept. */
const MOST = 5000;

function kept<Given extends unknown[], Answer>(ask: (...given: Given) => Answer) {
  const answers = new Map<string, Answer>();
  return async (...given: Given) => {
    const key = JSON.stringify(given);
    const answer = answers.get(key) ?? ask(...given);
    if (answers.size >= MOST) answers.clear();
    answers.set(key, answer);
    return answer;
  };
}

const inspector = new Inspector();

export const encode = async (composition: Composition): Promise<Composed> =>
  JSON.parse(compose(JSON.stringify(composition)));

export const attempt = tryOutOf({
  decodeStandalone: kept((text: string, options: OpenOptions) => decodeStandalone(inspector, text, options)),
});

/** Every legal representation of a field, cheapest first, as hex; `prior` is the table, newest first. */
export const waysOf = kept(
  async (prior: readonly HeaderField[], field: HeaderField, sensitive: boolean): Promise<string[]> => {
    const { blocks } = await encode({
      limit: 4096,
      prior: [...prior],
      policy: { indexing: "always" },
      framing: { stream: 1, maxFrameSize: 16384, padding: null, endStream: true, priority: null, pushPromise: null },
      blocks: [{ changes: [], rows: [{ ...field, sensitive }] }],
    });
    return blocks[0]?.rows[0]?.choices.map(({ hex }) => hex) ?? [];
  },
);
