/** Decoder and encoder with their module: a bundle that imports neither has none. */
import CORE from "inlined:core";
import { provideCore } from "./core.ts";
import * as decoder from "./decoder.ts";
import * as encoder from "./encoder.ts";

provideCore(CORE);

// Constants, not exports of other files, which bundlers would take from there without this one.
export const Decoder = decoder.Decoder;
export type Decoder = decoder.Decoder;
export const Encoder = encoder.Encoder;
export type Encoder = encoder.Encoder;
