export * from "./common-exports.ts";
export { Decoder, Encoder } from "./with-core.ts";
export { explain } from "./with-explain.ts";
