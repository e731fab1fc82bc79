/** A link as plain state; link-codec.ts parses and prints it. */
import type { FrameFilter, OpenOptions } from "../engine/types";
import type { Change } from "../session/schemas";
import type { LinkedChoice } from "./benchmark-choice";
import { USUAL_WHAT_IF, type WhatIfChoice } from "./what-if-choice";

export const VIEWS = ["inspect", "explain", "encode", "integers", "benchmark", "learn"] as const;
export type View = (typeof VIEWS)[number];

/** The parts of the Encode view. */
export const ENCODE_TABS = ["build", "what-if"] as const;
export type EncodeTab = (typeof ENCODE_TABS)[number];

/** The panes that a page inside another can have. */
export const PANES = ["bytes", "fields", "step", "table"] as const;
export type PaneName = (typeof PANES)[number];

/** The input, how it is decoded, and what is selected in it. */
export type SessionLink = {
  /** An example's id. */
  example: string | null;
  text: string | null;
  options: Partial<OpenOptions>;
  connection: number | null;
  /** The selected row; without one, the block whose start or error is selected. */
  row: number | null;
  block: number | null;
  /** A row of that block, counted within it. */
  field: number | null;
  error: number | null;
  frame: number | null;
  filter: Partial<FrameFilter>;
  change: Change | null;
  /** Guesses pinned on unknown entries. */
  guesses: Guess[];
};

export type Link = SessionLink & {
  view: View;
  /** Integers view: bytes as hex, and the prefix, bits. */
  bytes: string | null;
  prefix: number | null;
  /** Benchmark view. */
  choice: LinkedChoice;
  /** Encode view: the header lists, as JSON. */
  tab: EncodeTab;
  composition: string | null;
  whatIf: WhatIfChoice;
  /** Learn view; `example` and `row` are those of the chapter. */
  learn: LearnPlace;
  /** Presenter mode, over Inspect, Explain or Learn. */
  present: boolean;
  /** Names of fields whose values the link leaves out. */
  left: string[];
  /** Only these panes; null for the whole page. */
  panes: PaneName[] | null;
  theme: "light" | "dark" | "auto" | null;
  /** Parameters that can't be read, or that the view does not have. */
  unread: string[];
};

/** A guess at an unknown entry, which is named by a row that refers to it. A null value is open. */
export type Guess = { row: number; name: string; value: string | null };

/**
 * A chapter's id, an exercise's id in it and its variant, a heading as a word, and a byte of the example as “2-14”: block
 * 2, byte 14; for a reference page, the row that is meant.
 */
export type LearnPlace = {
  chapter: string | null;
  exercise: string | null;
  variant: number | null;
  heading: string | null;
  byte: string | null;
  row: string | null;
};

export const NO_SESSION_LINK: SessionLink = {
  example: null,
  text: null,
  options: {},
  connection: null,
  row: null,
  block: null,
  field: null,
  error: null,
  frame: null,
  filter: {},
  change: null,
  guesses: [],
};

export const NO_LINK: Link = {
  ...NO_SESSION_LINK,
  view: "inspect",
  bytes: null,
  prefix: null,
  choice: {},
  tab: "build",
  composition: null,
  whatIf: USUAL_WHAT_IF,
  learn: { chapter: null, exercise: null, variant: null, heading: null, byte: null, row: null },
  present: false,
  left: [],
  panes: null,
  theme: null,
  unread: [],
};

/** True if a link has options for decoding its input. */
export function hasOptions({ options }: SessionLink): boolean {
  return Object.keys(options).length > 0;
}
