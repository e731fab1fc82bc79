import type { OpenOptions } from "../engine/types";
import { exampleById, exampleFile, exampleText } from "../examples/examples";
import type { Inspector } from "./inspector";
import { DEFAULT_OPTIONS } from "./options";
import type { Input } from "./session";

/** What a link says besides the example. */
type Place = { options?: Partial<OpenOptions>; row?: number | null; connection?: number | null; view?: string };

/**
 * Opens an example with its own options, or with a link's; options of another input are dropped. The example's own
 * step is selected unless the link has another or is to a page, which begins with the first block.
 */
export async function openExample(
  inspector: Inspector,
  id: string,
  { options: change, row = null, connection = null, view = "inspect" }: Place = {},
  signal: AbortSignal = inspector.begin(),
): Promise<boolean> {
  const example = exampleById(id);
  let input: Input;
  try {
    input = await inputOf(id, example?.file ?? null);
  } catch (reason) {
    if (!signal.aborted) inspector.failOpening(reason instanceof Error ? reason.message : String(reason));
    return false;
  }
  const { engine } = inspector.store.get().options;
  const options = { ...DEFAULT_OPTIONS, engine, start: example?.start ?? "fresh", ...change };
  const first = connection === null && view !== "explain" ? (example?.row ?? null) : null;
  return inspector.open(input, id, options, row ?? first, signal, connection);
}

async function inputOf(id: string, name: string | null): Promise<Input> {
  if (name === null) return { kind: "text", text: await exampleText(id) };
  return { kind: "file", name, file: await exampleFile(name) };
}
