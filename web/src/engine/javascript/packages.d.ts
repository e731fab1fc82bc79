/** Types of the npm decoders, as far as they are used here; neither package has any. */
declare module "hpack" {
  export default class Hpack {
    lDynamicTable: { setTableSize(bytes: number): void };
    /** `block` is a Buffer. */
    decode(block: Uint8Array): [name: string, value: string][];
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
  const hpack: { decompressor: { create(options: { table: { maxSize: number } }): Decompressor } };
  export default hpack;
}

declare module "buffer/" {
  export const Buffer: { from(bytes: Uint8Array): Uint8Array };
}
