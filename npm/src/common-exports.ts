export { type Field, HpackError, type MaxTableSize } from "./common.ts";
export type { DecoderOptions } from "./decoder.ts";
export type { FieldToEncode, Text } from "./encoder.ts";
export type { ExplainedBlock, ExplainOptions } from "./explain.ts";
export { bytesOf, textOf } from "./latin1.ts";
