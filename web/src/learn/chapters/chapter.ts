/** What a chapter is made of. */
import type { ComponentType } from "react";
import type { OpenOptions } from "../../engine/types";
import type { ExerciseSpec } from "../exercises/exercise";

export type LearnExample = {
  /** Unique in its chapter. */
  id: string;
  title: string;
  /** Header blocks or frames, as a person would paste them. */
  text: string;
  options?: Partial<OpenOptions>;
  /** The row that is selected at first; null for the first, or the fault. */
  row?: number;
  /** A sentence before the walk. */
  about?: string;
  /** Block by block, every byte in order: how many, and what they say as marked text (see `Marked`). */
  walk: readonly (readonly string[])[];
  /** Of frames, instead of the walk: every byte in order, those around the block too. */
  wire?: readonly string[];
};

export type Chapter = {
  id: string;
  title: string;
  /** What the chapter rests on. */
  sections: readonly string[];
  /** A line for the contents. */
  brief: string;
  examples: readonly LearnExample[];
  /** What is read: in its `Before` before the examples, in its `After` after them. */
  Text: ComponentType<{ components: object }>;
  exercises: readonly ExerciseSpec[];
};
