/** The engines of the stage “from JavaScript”, loaded on demand. */
import { ours } from "./ours";
import { type BlockEngine, Runner } from "./runner";

const LOADERS: Record<string, (memory: WebAssembly.Memory) => BlockEngine | Promise<BlockEngine>> = {
  ours,
  // They look for Node's globals while they are being loaded.
  hpack: async () => {
    await import("./node");
    return (await import("./hpack")).engine;
  },
  "hpack.js": async () => {
    await import("./node");
    return (await import("./hpack-js")).engine;
  },
};

export async function loadEngines(ids: string[], memory: WebAssembly.Memory): Promise<Map<string, BlockEngine>> {
  const known = ids.filter((id) => id in LOADERS);
  const loaded = known.map(async (id) => [id, await LOADERS[id]?.(memory)] as const);
  return new Map((await Promise.all(loaded)).flatMap(([id, engine]) => (engine === undefined ? [] : [[id, engine]])));
}

/** Makes runners for the package. */
export class JavascriptEngines {
  constructor(private readonly engines: Map<string, BlockEngine>) {}

  runner(id: string, numbers: Uint32Array, bytes: Uint8Array): Runner {
    const engine = this.engines.get(id);
    if (engine === undefined) throw new Error(`the engine ${id} is not loaded`);
    return new Runner(engine, numbers, bytes);
  }
}
