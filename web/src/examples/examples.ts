/**
 * What the page offers to look at. The texts are part of the page, so that
 * choosing one asks nothing of any server.
 */

export type Example = {
  id: string;
  title: string;
  about: string;
  /** The row to select at first, from 0; null for the first, or the fault. */
  row: number | null;
  /** How it is to be opened, where that is not the usual way. */
  start: "fresh" | "unknown";
  /** The file's name, where it is a file and no text. */
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
      example("rfc7541-c4", "C.4", "Three requests, Huffman-coded"),
      example("rfc7541-c5", "C.5", "Three responses with a 256-byte table"),
      example("rfc7541-c6", "C.6", "Three responses with a 256-byte table, Huffman-coded", 12),
    ],
  },
  {
    title: "Captured connections",
    examples: [
      example("capture-curl-nginx", "curl → nginx", "The requests of one connection"),
      example("capture-node", "Node.js", "Both directions, with fields never indexed and trailers"),
      example("capture-chromium", "Chromium → nginx", "A page, its resources and its fetch() calls"),
      example("capture-table-sizes", "Changing table sizes", "SETTINGS_HEADER_TABLE_SIZE changed four times"),
      example("middle", "From the middle", "Blocks of a connection that began earlier"),
    ],
  },
  {
    title: "Packet captures",
    examples: [
      capture("push.pcap", "Push and padding", "nghttp → nghttpd in clear text: two connections, pushes, trailers"),
      capture("tls.pcapng", "TLS 1.3", "curl → nginx, with its secrets in the file"),
      capture("table-sizes.pcap", "Table sizes", "SETTINGS_HEADER_TABLE_SIZE announced, acknowledged, used"),
      capture("middle.pcap", "From the middle", "A connection that began before the capture"),
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

/** What is open when the page opens. */
export const FIRST_EXAMPLE = "rfc7541-c6";

const TEXTS = import.meta.glob<string>("./*.txt", { query: "?raw", import: "default", eager: true });

/** Fetched when one is chosen, with the page's own scripts. */
const FILES = import.meta.glob<string>("./captures/*.b64.txt", { query: "?raw", import: "default" });

/** An example that is a file. */
export async function exampleFile(name: string): Promise<Blob> {
  const base64 = (await FILES[`./captures/${name}.b64.txt`]?.()) ?? "";
  return new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))]);
}

export function exampleById(id: string): Example | null {
  for (const { examples } of EXAMPLE_GROUPS) {
    for (const example of examples) if (example.id === id) return example;
  }
  return null;
}

/** The example's text; "" where there is none of that name. */
export function exampleText(id: string): string {
  return id === "large" ? largeExample() : (TEXTS[`./${id}.txt`] ?? "");
}

const LARGE_BLOCKS = 1000;
const LARGE_FIELDS = 100;

/** A session in which most fields refer to the table and some put new entries into it. */
export function largeExample(): string {
  const lines = ["# 1,000 blocks of 100 fields"];
  const hex = (text: string) =>
    Array.from(text, (letter) => letter.charCodeAt(0).toString(16).padStart(2, "0")).join("");
  for (let block = 0; block < LARGE_BLOCKS; block += 1) {
    // C.2.1's shape: a name by index (:path, 4), a new value, incremental indexing.
    const path = `/orchard/${block}`;
    let line = `44${path.length.toString(16).padStart(2, "0")}${hex(path)}`;
    for (let field = 1; field < LARGE_FIELDS; field += 1) {
      line += field % 3 === 0 ? "be" : (0x82 + (field % 14)).toString(16);
    }
    lines.push("", line);
  }
  return `${lines.join("\n")}\n`;
}
