/**
 * The page's calls of the core other than reads of the open session (reads.ts):
 * the worker answers from these tables, and the calls' types (core.ts) come
 * from them.
 */
import { readDialogue } from "./dialogue";
import { capturesPackage, firstPackage, type Handle } from "./packages";
import { frameFilters, ofCapture } from "./reads";
import { decodeStandalone, type StandaloneResult } from "./try-out";
import type {
  Blast,
  Bomb,
  CodeRow,
  Composed,
  Composition,
  FieldText,
  Guessed,
  Guesses,
  HuffmanReading,
  IntegerExplanation,
  Keep,
  MenuOption,
  OpenOptions,
  Policies,
  SessionTotals,
} from "./types";

/** Changes of the open session; null if one cannot be made, and nothing changed. */
export const CHANGES = {
  /** Pins a guess on an unknown entry; null if it is not accepted. */
  pin: (
    { inspector: of }: Handle,
    direction: number,
    position: number,
    name: string,
    value: string | null,
  ): true | null => of.pin(direction, position, name, value) || null,
  unpin: ({ inspector: of }: Handle, direction: number, position: number): true => {
    of.unpin(direction, position);
    return true;
  },
  /** Decodes again with a change. */
  applyChange: ({ inspector: of }: Handle, change: unknown): SessionTotals | null =>
    JSON.parse(of.applyChange(JSON.stringify(change))),
  undoChange: ({ inspector: of }: Handle): SessionTotals | null => JSON.parse(of.undoChange()),
  /** Selects a connection, which all other questions are then about. */
  selectConnection: ofCapture(({ wasm, inspector }, number: number): SessionTotals | null => {
    // Another connection shows all of its frames.
    frameFilters.delete(inspector);
    return JSON.parse(wasm.selectConnection(inspector, number));
  }),
};

/** Functions that need no session. */
export const FUNCTIONS = {
  /** The engines, and the id of the default one. */
  engines: async (): Promise<{ engines: MenuOption[]; best: string }> => {
    const { huffmanEngines, bestHuffmanEngine } = await firstPackage();
    return { engines: JSON.parse(huffmanEngines()), best: bestHuffmanEngine() };
  },
  /** Decodes a text of header blocks independently of the open session. */
  decodeStandalone: async (text: string, options: OpenOptions): Promise<StandaloneResult> => {
    const { Inspector } = await firstPackage();
    const trial = new Inspector();
    try {
      return decodeStandalone(trial, text, options);
    } finally {
      trial.free();
    }
  },
  /** All messages of a connection in a text of frames, explained. */
  dialogue: readDialogue,
  /** The header lists of a HAR archive, as JSON for an encoder. */
  harLists: async (input: string | Blob): Promise<string> => {
    const { harLists } = await capturesPackage();
    return harLists(new Uint8Array(await new Blob([input]).arrayBuffer()));
  },
  explainInteger: async (bytes: Uint8Array, prefixBits: number): Promise<IntegerExplanation | null> =>
    JSON.parse((await firstPackage()).explainInteger(bytes, prefixBits)),
  /** The fields, masked except for what `keep` keeps. */
  maskedFields: async (fields: FieldText[], keep: Keep): Promise<FieldText[]> =>
    JSON.parse((await firstPackage()).maskedFields(JSON.stringify(fields), JSON.stringify(keep))),
  compose: async (composition: Composition): Promise<Composed> =>
    JSON.parse((await firstPackage()).compose(JSON.stringify(composition))),
  /** A composition as text that can be decoded, a story or a test. */
  written: async (composition: Composition, form: string): Promise<string> =>
    (await firstPackage()).written(JSON.stringify(composition), form),
  /** The policies that choose representations. */
  policies: async (): Promise<Policies> => JSON.parse((await firstPackage()).policies()),
  /** Appendix A: names and values from index 0, which is empty; and Appendix B by symbol. */
  appendices: async (): Promise<{ staticTable: string[]; huffmanCode: CodeRow[] }> => {
    const { staticStrings, huffmanCode } = await firstPackage();
    return { staticTable: staticStrings(), huffmanCode: JSON.parse(huffmanCode()) };
  },
  /** Huffman-codes bytes, with padding, and decodes the result. */
  huffmanEncode: async (text: Uint8Array): Promise<{ coded: Uint8Array; reading: HuffmanReading }> => {
    const { huffmanEncode, readHuffman } = await firstPackage();
    const coded = huffmanEncode(text);
    return { coded, reading: JSON.parse(readHuffman(coded)) };
  },
  /** Decodes a Huffman-coded string. */
  readHuffman: async (coded: Uint8Array): Promise<HuffmanReading> =>
    JSON.parse((await firstPackage()).readHuffman(coded)),
  bomb: async (given: Bomb): Promise<Blast> => JSON.parse((await firstPackage()).bomb(JSON.stringify(given))),
  guess: async (given: Guesses): Promise<Guessed> => JSON.parse((await firstPackage()).guess(JSON.stringify(given))),
};
