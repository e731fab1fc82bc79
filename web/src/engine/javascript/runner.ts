/** Runs a JavaScript engine on conversations, called by `crate/wasm/captures/src/benchmark/javascript.rs`. */

export type Field = (name: string, value: string) => void;

/** Decodes the blocks of one direction of a connection. */
export interface BlockDecoder {
  /** Applies an acknowledged change of SETTINGS_HEADER_TABLE_SIZE, bytes. */
  acknowledge(limit: number): void;
  /** Calls `field` for each field. Throws on an error. */
  decode(block: Uint8Array, field: Field): void;
  /** Called after the last block. */
  end(): void;
}

export interface BlockEngine {
  /** `limit` is SETTINGS_HEADER_TABLE_SIZE, `maximum` the table's at the start, bytes. */
  begin(limit: number, maximum: number): BlockDecoder;
  /** A block in the form that the engine takes. */
  block(bytes: Uint8Array): Uint8Array;
}

type Sent = { limits: number[]; bytes: Uint8Array };
type Conversation = { limit: number; maximum: number; blocks: Sent[] };

function unpack(numbers: Uint32Array, bytes: Uint8Array, engine: BlockEngine): Conversation[] {
  const conversations: Conversation[] = [];
  let at = 0;
  let byte = 0;
  const next = () => numbers[at++] ?? 0;
  while (at < numbers.length) {
    const conversation: Conversation = { limit: next(), maximum: next(), blocks: [] };
    for (let left = next(); left > 0; left -= 1) {
      const limits = Array.from({ length: next() }, next);
      const length = next();
      conversation.blocks.push({ limits, bytes: engine.block(bytes.slice(byte, byte + length)) });
      byte += length;
    }
    conversations.push(conversation);
  }
  return conversations;
}

/** Keeps the optimizer from skipping results: every field must be read. */
let seen = 0;

/** Reads a character of both strings, so that lazily concatenated ones are flattened. */
function read(name: string, value: string): void {
  seen =
    (seen + name.length + name.charCodeAt(name.length - 1) + value.length + value.charCodeAt(value.length - 1)) | 0;
}

export class Runner {
  private readonly conversations: Conversation[];

  constructor(
    private readonly engine: BlockEngine,
    numbers: Uint32Array,
    bytes: Uint8Array,
  ) {
    this.conversations = unpack(numbers, bytes, engine);
  }

  run(times: number): void {
    for (; times > 0; times -= 1) this.eachBlock(read, () => {});
  }

  output(): Uint8Array {
    const out: number[] = [];
    const put = (text: string) => {
      for (let shift = 0; shift < 32; shift += 8) out.push((text.length >>> shift) & 255);
      for (let at = 0; at < text.length; at += 1) out.push(text.charCodeAt(at) & 255);
    };
    this.eachBlock(
      (name, value) => {
        put(name);
        put(value);
      },
      () => out.push(...new TextEncoder().encode("error")),
    );
    return Uint8Array.from(out);
  }

  private eachBlock(field: Field, onError: () => void): void {
    for (const { limit, maximum, blocks } of this.conversations) {
      const decoder = this.engine.begin(limit, maximum);
      for (const { limits, bytes } of blocks) {
        for (const limit of limits) decoder.acknowledge(limit);
        try {
          decoder.decode(bytes, field);
        } catch {
          onError();
        }
      }
      decoder.end();
    }
  }
}
