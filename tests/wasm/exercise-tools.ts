/** The core's own functions for exercises; the last answers are kept. */
import { compose, Inspector } from "@wasm/hpack_inspector_wasm";
import { tryOut } from "../../web/src/engine/try-out";
import { toolsOf } from "../../web/src/learn/exercises/exercise";
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

export const tools = toolsOf({
  tryOut: kept((text, options) => tryOut(inspector, text, options)),
  compose: kept((composition) => JSON.parse(compose(JSON.stringify(composition)))),
});
export const attempt = tools.tryOut;
