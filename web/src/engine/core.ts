/**
 * The shape of the worker's API, as the page calls it. The worker implements
 * it over the WebAssembly package; comlink carries the calls.
 */

import type { Composed, Composition, FieldText, Policies } from "./compose-types";
import type { LearnCore } from "./learn-types";
import type { Tried } from "./try-out";
import type {
  BlockDetail,
  BlockOctets,
  BlockWindow,
  Connection,
  Control,
  Diagnosis,
  EngineReading,
  Explanation,
  Found,
  FrameFilter,
  FrameWindow,
  Framing,
  HuffmanEngine,
  IntegerExplanation,
  Opened,
  OpenOptions,
  PinView,
  Preview,
  Problem,
  Progress,
  Provenance,
  RowWindow,
  SessionTotals,
  Summary,
  TableView,
  TimingResult,
  Warning,
} from "./types";
import type { EntryQuestion, EntryWindow, TriedBlock, WhatIfAnswer, WhatIfMenu, WhatIfQuestion } from "./what-if-types";

export interface Core extends LearnCore {
  /** Those that can be chosen, and the id of the one to begin with. */
  engines(): Promise<{ engines: HuffmanEngine[]; best: string }>;
  /**
   * Reads and decodes an input, a file in chunks, with the secrets of a key
   * log. null where it was stopped and what was read until then is of no use.
   */
  open(
    input: string | Blob,
    options: OpenOptions,
    keyLog: Blob | null,
    onProgress: (progress: Progress) => void,
  ): Promise<Opened | null>;
  /** Decodes a text of header blocks by itself: what is open stays open. */
  tryOut(text: string, options: OpenOptions): Promise<Tried>;
  /** Stops the reading; what was read so far is then the answer. */
  stopOpening(): Promise<void>;
  connections(from: number, to: number): Promise<Connection[]>;
  /** Turns to a connection, of which all else then speaks; null where there is none of that number. */
  selectConnection(number: number): Promise<SessionTotals | null>;
  /** Which frames the timeline shows from now on; how many they are. */
  filterFrames(filter: FrameFilter): Promise<number>;
  frames(from: number, to: number): Promise<FrameWindow>;
  /** Where a frame, or the next that is shown, stands in the timeline; −1 behind the last. */
  frameAt(frame: number): Promise<number>;
  /** The frame that begins a block; −1 where there is none. */
  frameOf(block: number): Promise<number>;
  /** The first frame of any connection that came with a packet or after it. */
  frameOfPacket(packet: number): Promise<{ connection: number; frame: number } | null>;
  /** The next row with a text in its name or value, from `row` on, or the last before it; null for no text. */
  find(text: string, row: number, forward: boolean): Promise<Found | null>;
  /** The header lists of a HAR archive, as JSON for an encoder. */
  harLists(input: string | Blob): Promise<string>;
  /** Both directions of what is looked at. */
  summary(): Promise<Summary[]>;
  control(from: number, to: number): Promise<{ total: number; list: Control[] }>;
  problems(from: number, to: number): Promise<Problem[]>;
  rows(from: number, to: number): Promise<RowWindow>;
  blocks(from: number, to: number): Promise<BlockWindow>;
  octets(block: number): Promise<BlockOctets>;
  detail(block: number): Promise<BlockDetail | null>;
  /** The item (from 0) that each warning about a block is about, in order: as many as Block.warnings says. */
  warningItems(block: number): Promise<Uint32Array>;
  /** The warnings about items [from, to) of a block. */
  warnings(block: number, from: number, to: number): Promise<Warning[]>;
  explain(row: number, charactersFrom: number): Promise<Explanation | null>;
  explainFault(block: number, charactersFrom: number): Promise<Explanation | null>;
  /** How every Huffman engine reads the string whose data is at [start, end) of a block. */
  lookUps(block: number, start: number, end: number): Promise<EngineReading[] | null>;
  /** The fields of rows [from, to), whole: null for a size update and for what is not known; null where they are too large. */
  wholeFields(from: number, to: number): Promise<(FieldText | null)[] | null>;
  /** The table that a block meets, newest entry first; null where not all of it is known, or it is too large. */
  wholeTable(block: number): Promise<FieldText[] | null>;
  /** The bytes that string data at [start, end) of a block spell. */
  wholeString(block: number, start: number, end: number, huffman: boolean): Promise<Uint8Array>;
  /** A block with what its table needs, as text that is read back to the same fields; null where it needs nothing, or that is not known. */
  withTable(block: number): Promise<string | null>;
  table(direction: number, row: number, from: number, to: number): Promise<TableView | null>;
  /** null where the block came in no frames. */
  framing(block: number): Promise<Framing | null>;
  /** null for a size update. */
  provenance(row: number): Promise<Provenance | null>;
  /** Pins a guess on an unknown entry; whether it was taken. */
  pin(direction: number, position: number, name: string, value: string | null): Promise<boolean>;
  unpin(direction: number, position: number): Promise<void>;
  pins(): Promise<PinView[]>;
  /** What may be wrong with the whole session: one cause for each direction at most. */
  causes(): Promise<Diagnosis[]>;
  /** Why a block fails or makes no sense, the most likely first; nothing where nothing fits. */
  diagnose(block: number): Promise<Diagnosis[]>;
  previewChange(change: unknown, block: number): Promise<Preview | null>;
  /** Decodes anew with a change; null where it can't be applied. */
  applyChange(change: unknown, what: string): Promise<SessionTotals | null>;
  undoChange(): Promise<SessionTotals | null>;
  rowAtOctet(block: number, octet: number): Promise<number>;
  usesOf(position: number, direction: number): Promise<Int32Array>;
  setEngine(id: string): Promise<void>;
  /** Measures until done or stopped; `onResult` hears each round's figures. */
  measure(block: number, onResult: (result: TimingResult) => void): Promise<void>;
  stopMeasuring(): Promise<void>;
  whatIfMenu(): Promise<WhatIfMenu>;
  /** Tries until done, stopped, or something newer is tried; `onAnswer` hears what is known so far. */
  whatIf(question: WhatIfQuestion, onAnswer: (answer: WhatIfAnswer) => void): Promise<void>;
  stopWhatIf(): Promise<void>;
  /** WHAT_IF_STRIDE numbers a block. */
  whatIfBlocks(): Promise<Uint32Array>;
  whatIfEntries(question: EntryQuestion): Promise<EntryWindow | null>;
  /** A block of the session as it would be; null where its table holds what is no text. */
  whatIfBlock(block: number): Promise<TriedBlock | null>;
  explainInteger(octets: Uint8Array, prefixBits: number): Promise<IntegerExplanation | null>;
  /** Encodes what a person has put together. */
  compose(composition: Composition): Promise<Composed>;
  /** Those that choose representations. */
  policies(): Promise<Policies>;
}
