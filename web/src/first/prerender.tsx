/** Renders the page with the first example, for the build. */
import { bestHuffmanEngine, huffmanEngines, Inspector, initSync } from "@wasm/hpack_inspector_wasm";
import { renderToString } from "react-dom/server";
import { App } from "../app/app";
import { START } from "../app/app-state";
import { AnswerCache } from "../engine/answers";
import { beginOpen, type Handle } from "../engine/packages";
import { Reader } from "../engine/reader";
import { READS } from "../engine/reads";
import { exampleById, FIRST_EXAMPLE, FIRST_TEXT } from "../examples/examples";
import { DEFAULT_OPTIONS } from "../session/options";
import { type FirstExample, sessionOf, toJson } from "./first-example";

/** Answers that are available at once. */
class MadeAnswers extends AnswerCache {
  /** The worker's answers. */
  readonly asked = new Map<string, unknown>();

  constructor(private readonly handle: Handle) {
    super();
  }

  override read(question: string, ask: () => unknown): unknown {
    const [, name = "", given = ""] = /^(\w+) (\[.*\])$/.exec(question) ?? [];
    if (given === "") return super.read(question, ask);
    return super.read(question, () => {
      const answer = Reflect.apply(Reflect.get(READS, name), null, [this.handle, ...JSON.parse(given)]);
      this.asked.set(question, answer);
      return answer;
    });
  }
}

/** The page's HTML, and `FirstExample` as JSON. `module`: the WebAssembly package. */
export function prerender(module: BufferSource): { html: string; first: string } {
  initSync({ module });
  const handle: Handle = { wasm: null, inspector: new Inspector() };
  const { inspector } = handle;
  beginOpen(handle, DEFAULT_OPTIONS, new Uint8Array());
  inspector.push(new TextEncoder().encode(FIRST_TEXT));
  const answer: FirstExample["answer"] = JSON.parse(inspector.finishOpen());
  const answers = new MadeAnswers(handle);
  const reader = new Reader(null, answer, answers);
  const block = reader.known.row(exampleById(FIRST_EXAMPLE)?.row ?? 0)?.block ?? 0;
  const made = { answer, block, engines: JSON.parse(huffmanEngines()), best: bestHuffmanEngine() };
  const html = renderToString(<App start={{ ...START, session: sessionOf({ ...made, answers: [] }, reader) }} />);
  return { html, first: toJson({ ...made, answers: [...answers.asked] }) };
}
