/**
 * RFC 7541, Appendix C.2 to C.6, as printed there: each block's hex, fields
 * and representations, and the table after it. Held against the WebAssembly
 * package and against the page.
 */
export type Field = [kind: "indexed" | "incremental" | "without" | "never", name: string, value: string];
export type Entry = [size: number, name: string, value: string];
export type Block = { section: string; hex: string; fields: Field[]; table: Entry[]; size: number };
export type Example = { section: string; tableSize: number; blocks: Block[] };

const AUTHORITY: Entry = [57, ":authority", "www.example.com"];
const NO_CACHE: Entry = [53, "cache-control", "no-cache"];
const CUSTOM: Entry = [54, "custom-key", "custom-value"];
const STATUS_302: Entry = [42, ":status", "302"];
const STATUS_307: Entry = [42, ":status", "307"];
const PRIVATE: Entry = [52, "cache-control", "private"];
const DATE_21: Entry = [65, "date", "Mon, 21 Oct 2013 20:13:21 GMT"];
const DATE_22: Entry = [65, "date", "Mon, 21 Oct 2013 20:13:22 GMT"];
const LOCATION: Entry = [63, "location", "https://www.example.com"];
const GZIP: Entry = [52, "content-encoding", "gzip"];
const COOKIE: Entry = [98, "set-cookie", "foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1"];

const indexed = ([, name, value]: Entry): Field => ["indexed", name, value];
const incremental = ([, name, value]: Entry): Field => ["incremental", name, value];
const GET: Field = ["indexed", ":method", "GET"];
const HTTP: Field = ["indexed", ":scheme", "http"];
const HTTPS: Field = ["indexed", ":scheme", "https"];
const ROOT: Field = ["indexed", ":path", "/"];
const INDEX_HTML: Field = ["indexed", ":path", "/index.html"];
const STATUS_200: Field = ["indexed", ":status", "200"];

const single = (section: string, hex: string, field: Field, table: Entry[]): Example => ({
  section,
  tableSize: 4096,
  blocks: [{ section, hex, fields: [field], table, size: table.reduce((sum, [size]) => sum + size, 0) }],
});

const requests = (section: string, hex: [string, string, string]): Example => ({
  section,
  tableSize: 4096,
  blocks: [
    {
      section: `${section}.1`,
      hex: hex[0],
      fields: [GET, HTTP, ROOT, incremental(AUTHORITY)],
      table: [AUTHORITY],
      size: 57,
    },
    {
      section: `${section}.2`,
      hex: hex[1],
      fields: [GET, HTTP, ROOT, indexed(AUTHORITY), incremental(NO_CACHE)],
      table: [NO_CACHE, AUTHORITY],
      size: 110,
    },
    {
      section: `${section}.3`,
      hex: hex[2],
      fields: [GET, HTTPS, INDEX_HTML, indexed(AUTHORITY), incremental(CUSTOM)],
      table: [CUSTOM, NO_CACHE, AUTHORITY],
      size: 164,
    },
  ],
});

const responses = (section: string, hex: [string, string, string]): Example => ({
  section,
  tableSize: 256,
  blocks: [
    {
      section: `${section}.1`,
      hex: hex[0],
      fields: [STATUS_302, PRIVATE, DATE_21, LOCATION].map(incremental),
      table: [LOCATION, DATE_21, PRIVATE, STATUS_302],
      size: 222,
    },
    {
      section: `${section}.2`,
      hex: hex[1],
      fields: [incremental(STATUS_307), indexed(PRIVATE), indexed(DATE_21), indexed(LOCATION)],
      table: [STATUS_307, LOCATION, DATE_21, PRIVATE],
      size: 222,
    },
    {
      section: `${section}.3`,
      hex: hex[2],
      fields: [
        STATUS_200,
        indexed(PRIVATE),
        incremental(DATE_22),
        indexed(LOCATION),
        incremental(GZIP),
        incremental(COOKIE),
      ],
      table: [COOKIE, GZIP, DATE_22],
      size: 215,
    },
  ],
});

export const EXAMPLES: Example[] = [
  single(
    "C.2.1",
    "400a637573746f6d2d6b65790d637573746f6d2d686561646572",
    ["incremental", "custom-key", "custom-header"],
    [[55, "custom-key", "custom-header"]],
  ),
  single("C.2.2", "040c2f73616d706c652f70617468", ["without", ":path", "/sample/path"], []),
  single("C.2.3", "100870617373776f726406736563726574", ["never", "password", "secret"], []),
  single("C.2.4", "82", GET, []),
  requests("C.3", [
    "828684410f7777772e6578616d706c652e636f6d",
    "828684be58086e6f2d6361636865",
    "828785bf400a637573746f6d2d6b65790c637573746f6d2d76616c7565",
  ]),
  requests("C.4", [
    "828684418cf1e3c2e5f23a6ba0ab90f4ff",
    "828684be5886a8eb10649cbf",
    "828785bf408825a849e95ba97d7f8925a849e95bb8e8b4bf",
  ]),
  responses("C.5", [
    "4803333032580770726976617465611d4d6f6e2c203231204f637420323031332032303a31333a323120474d54" +
      "6e1768747470733a2f2f7777772e6578616d706c652e636f6d",
    "4803333037c1c0bf",
    "88c1611d4d6f6e2c203231204f637420323031332032303a31333a323220474d54c05a04677a69707738666f6f3d41" +
      "53444a4b48514b425a584f5157454f50495541585157454f49553b206d61782d6167653d333630303b2076657273696f6e3d31",
  ]),
  responses("C.6", [
    "488264025885aec3771a4b6196d07abe941054d444a8200595040b8166e082a62d1bff6e919d29ad171863c78f0b97c8e9ae82ae43d3",
    "4883640effc1c0bf",
    "88c16196d07abe941054d444a8200595040b8166e084a62d1bffc05a839bd9ab77ad94e7821dd7f2e6c7b335dfdfcd5b3960d5af" +
      "27087f3672c1ab270fb5291f9587316065c003ed4ee5b1063d5007",
  ]),
];

export function exampleOf(section: string): Example {
  const found = EXAMPLES.find((example) => example.section === section);
  if (found === undefined) throw new Error(`there is no ${section}`);
  return found;
}

/** An example as a person would paste it. */
export const asText = ({ tableSize, blocks }: Example): string =>
  `# initial table size ${tableSize}\n${blocks.map(({ hex }) => hex).join("\n\n")}\n`;
