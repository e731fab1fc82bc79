export { type Field, HpackError, type MaxTableSize } from "./common.ts";
export { Decoder } from "./decoder.ts";
export { Encoder, type FieldToEncode } from "./encoder.ts";
export { type ExplainedBlock, type ExplainOptions, explain } from "./explain.ts";
export { bytesOf, textOf } from "./latin1.ts";
