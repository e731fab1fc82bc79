export { type Field, HpackError, type MaxTableSize } from "./common.ts";
export { Decoder, type DecoderOptions } from "./decoder.ts";
export { Encoder, type FieldToEncode, type Text } from "./encoder.ts";
export { type ExplainedBlock, type ExplainOptions, explain } from "./explain.ts";
export { bytesOf, textOf } from "./latin1.ts";
