/** The examples: the first text is here, the others and the files are loaded on demand. */
import first from "./rfc7541-c4.txt?raw";

export type Example = {
  id: string;
  title: string;
  about: string;
  /** The row to select initially, from 0; null for the first error, or the first row. */
  row: number | null;
  /** The start, which is part of the input's options. */
  start: "fresh" | "unknown";
  /** File name of an example that is not text. */
  file: string | null;
};

export type ExampleGroup = { title: string; examples: Example[] };

function example(id: string, title: string, about: string, row: number | null = null): Example {
  return { id, title, about, row, start: "fresh", file: null };
}

function capture(file: string, title: string, about: string): Example {
  return { ...example(`file-${file.replace(/\..*/, "")}`, title, about), file };
}

export const EXAMPLE_GROUPS: ExampleGroup[] = [
  {
    title: "RFC 7541, Appendix C",
    examples: [
      example("rfc7541-c2-1", "C.2.1", "A literal with incremental indexing"),
      example("rfc7541-c2-2", "C.2.2", "A literal without indexing"),
      example("rfc7541-c2-3", "C.2.3", "A literal never indexed"),
      example("rfc7541-c2-4", "C.2.4", "An indexed field"),
      example("rfc7541-c3", "C.3", "Three requests, no Huffman coding"),
      example("rfc7541-c4", "C.4", "Three requests, Huffman-coded", 3),
      example("rfc7541-c5", "C.5", "Three responses with a 256-byte table"),
      example("rfc7541-c6", "C.6", "Three responses with a 256-byte table, Huffman-coded", 12),
    ],
  },
  {
    title: "Captured connections",
    examples: [
      example("capture-curl-nginx", "curl → nginx", "The requests of one connection"),
      example("connection", "Node.js, frame by frame", "All bytes of three requests and their responses"),
      example("capture-node", "Node.js", "Both directions, with fields never indexed and trailers"),
      example("capture-chromium", "Chromium → nginx", "A page, its resources and its fetch() calls"),
      example("capture-table-sizes", "Changing table sizes", "SETTINGS_HEADER_TABLE_SIZE changed four times"),
      example("middle", "Blocks from the middle", "Of a connection that began earlier"),
    ],
  },
  {
    title: "Packet captures",
    examples: [
      capture("push.pcap", "Push and padding", "nghttp → nghttpd in clear text: two connections, pushes, trailers"),
      capture("tls.pcapng", "TLS 1.3", "curl → nginx, with its secrets in the file"),
      capture("table-sizes.pcap", "Table sizes", "SETTINGS_HEADER_TABLE_SIZE announced, acknowledged, used"),
      capture("middle.pcap", "Capture from the middle", "Of a connection that began earlier"),
    ],
  },
  {
    title: "Broken blocks, one per error code",
    examples: [
      example("broken-index-zero", "index-zero", "An indexed field with index 0"),
      example("broken-index-out-of-range", "index-out-of-range", "An index beyond both tables"),
      example("broken-truncated", "truncated", "The block ends where a string should begin"),
      example("broken-truncated-integer", "truncated-integer", "The block ends inside an integer"),
      example("broken-truncated-string", "truncated-string", "A string longer than the block"),
      example("broken-integer-overflow", "integer-overflow", "An integer with too many bytes"),
      example("broken-huffman-eos", "huffman-eos", "The EOS code inside a string"),
      example("broken-huffman-padding-too-long", "huffman-padding-too-long", "Padding of 8 bits or more"),
      example("broken-huffman-padding-not-ones", "huffman-padding-not-ones", "Padding that contains a 0 bit"),
      example("broken-size-update-too-large", "size-update-too-large", "A size update above the limit"),
      example("broken-size-update-not-first", "size-update-not-first", "A size update after a field"),
      example(
        "broken-missing-size-update",
        "missing-size-update",
        "A lowered limit without the size update it requires",
      ),
    ],
  },
  {
    title: "Large",
    examples: [example("large", "100,000 fields", "Generated when opened: 1,000 blocks of 100 fields")],
  },
];

/** Open when the page opens. */
export const FIRST_EXAMPLE = "rfc7541-c4";
export const FIRST_TEXT = first;

/** A file in public/examples. */
export async function exampleFile(name: string): Promise<Blob> {
  const file = `examples/${name}`;
  const response = await fetch(globalThis.fileAddresses?.[file] ?? `${import.meta.env.BASE_URL}${file}`);
  if (!response.ok) throw new Error(`The example ${name} could not be loaded.`);
  return response.blob();
}

export function exampleById(id: string): Example | null {
  for (const { examples } of EXAMPLE_GROUPS) {
    for (const example of examples) if (example.id === id) return example;
  }
  return null;
}

/** Offered first: one of each kind. */
export const FEATURED: Example[] = [
  FIRST_EXAMPLE,
  "rfc7541-c6",
  "capture-node",
  "file-tls",
  "file-middle",
  "broken-huffman-eos",
].flatMap((id) => exampleById(id) ?? []);

/** Empty if there is no such example. */
export async function exampleText(id: string): Promise<string> {
  if (id === FIRST_EXAMPLE) return first;
  const { textOf } = await import("./texts");
  return textOf(id);
}
