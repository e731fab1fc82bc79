/** Types of the npm decoders and encoders, as far as they are used here; neither package has any. */
declare module "hpack" {
  export default class Hpack {
    lDynamicTable: { setTableSize(bytes: number): void };
    /** `block` is a Buffer. */
    decode(block: Uint8Array): [name: string, value: string][];
    encode(list: [name: string, value: string][]): Uint8Array;
  }
}

declare module "hpack.js" {
  type Decompressor = {
    _table: { protocolMaxSize: number };
    updateTableSize(bytes: number): void;
    on(event: "error", listener: (error: unknown) => void): void;
    /** `block` is a Buffer. */
    write(block: Uint8Array): void;
    execute(): void;
    read(): { name: string; value: string } | null;
  };
  type Compressor = {
    write(list: { name: string; value: string }[]): void;
    read(): Uint8Array | null;
  };
  type Options = { table: { maxSize: number } };
  const hpack: {
    decompressor: { create(options: Options): Decompressor };
    compressor: { create(options: Options): Compressor };
  };
  export default hpack;
}

declare module "buffer/" {
  export const Buffer: { from(bytes: Uint8Array): Uint8Array };
}
