/**
 * The shape of the worker's API, as the page calls it. The worker implements
 * it over the WebAssembly package; comlink carries the calls.
 */
import type {
  BlockDetail,
  BlockOctets,
  BlockWindow,
  EngineReading,
  Explanation,
  HuffmanEngine,
  IntegerExplanation,
  Opened,
  OpenOptions,
  RowWindow,
  TableView,
  TimingResult,
} from "./types";

export interface Core {
  /** Those that can be chosen, and the id of the one to begin with. */
  engines(): Promise<{ engines: HuffmanEngine[]; best: string }>;
  open(input: string | Uint8Array, options: OpenOptions): Promise<Opened>;
  rows(from: number, to: number): Promise<RowWindow>;
  blocks(from: number, to: number): Promise<BlockWindow>;
  octets(block: number): Promise<BlockOctets>;
  detail(block: number): Promise<BlockDetail | null>;
  explain(row: number, charactersFrom: number): Promise<Explanation | null>;
  explainFault(block: number, charactersFrom: number): Promise<Explanation | null>;
  /** How every Huffman engine reads the string whose data is at [start, end) of a block. */
  lookUps(block: number, start: number, end: number): Promise<EngineReading[] | null>;
  table(direction: number, row: number, from: number, to: number): Promise<TableView | null>;
  rowAtOctet(block: number, octet: number): Promise<number>;
  usesOf(position: number, direction: number): Promise<Int32Array>;
  setEngine(id: string): Promise<void>;
  /** Measures until done or stopped; `onResult` hears each round's figures. */
  measure(block: number, onResult: (result: TimingResult) => void): Promise<void>;
  stopMeasuring(): Promise<void>;
  explainInteger(octets: Uint8Array, prefixBits: number): Promise<IntegerExplanation | null>;
}
