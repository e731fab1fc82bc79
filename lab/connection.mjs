/**
 * `npm run lab connection`: records the connection that Learn illustrates. Node asks Node for three files through a relay
 * that writes down the bytes of either side, up to the last response; the client allows the server a table of 128 bytes,
 * so that entries are evicted. Writes the example and, as its truth, what the two programs received.
 */
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import http2 from "node:http2";
import net from "node:net";
import path from "node:path";
import { TOP } from "../scripts/lib/paths.mjs";
import { main } from "../scripts/lib/run.mjs";

const EXAMPLE = path.join(TOP, "web/src/examples/connection.txt");
const TRUTH = path.join(TOP, "tests/data/connection.json");
const HEAD = "# Node.js to Node.js: three requests, all bytes of both sides in the order of the wire, one write a line";

/** @type {Record<string, [type: string, body: string]>} */
const FILES = {
  "/": ["text/html", "<h1>Pears</h1>\n"],
  "/pear.css": ["text/css", "h1{color:#7a3}\n"],
  "/pear.js": ["text/javascript", "alert('pear')\n"],
};
const SETTINGS = { headerTableSize: 128, enablePush: false };

/** What Node hands on: `raw` has names and values in turn. @typedef {[headers: http2.IncomingHttpHeaders, flags: number, raw: string[]]} Message */
/** @typedef {[stream: http2.ServerHttp2Stream, ...message: Message]} Stream */

/** Names and values as Node has them, in turn. @param {string[]} raw */
const fieldsOf = (raw) => raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ""]] : []));

/** @param {net.Server} server */
async function listen(server) {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return /** @type {net.AddressInfo} */ (server.address()).port;
}

await main(async () => {
  /** @type {string[]} */
  const lines = [HEAD];
  /** @type {{ sender: string, stream: number | undefined, fields: string[][] }[]} */
  const blocks = [];

  const server = http2.createServer();
  server.on("stream", (/** @type {Stream} */ ...[stream, headers, , raw]) => {
    blocks.push({ sender: "client", stream: stream.id, fields: fieldsOf(raw) });
    const [type = "", body = ""] = FILES[headers[":path"] ?? ""] ?? [];
    const fields = { "content-type": type, "content-length": body.length, "cache-control": "max-age=60" };
    stream.respond({ ":status": 200, ...fields }, /** @type {object} */ ({ sendDate: false }));
    stream.end(body);
  });
  const inside = await listen(server);
  const relay = net.createServer((client) => {
    const to = net.connect(inside, "127.0.0.1");
    for (const [mark, from, other] of /** @type {const} */ ([
      [">", client, to],
      ["<", to, client],
    ])) {
      from.setNoDelay(true).on("error", () => {});
      from.on("data", (bytes) => {
        lines.push(`${mark} ${bytes.toString("hex")}`);
        other.write(bytes);
      });
      from.on("close", () => other.destroy());
    }
  });
  const session = http2.connect(`http://127.0.0.1:${await listen(relay)}`, { settings: SETTINGS });
  for (const file of Object.keys(FILES)) {
    const request = session.request({
      ...{ ":method": "GET", ":scheme": "http", ":authority": "pears.example", ":path": file },
      ...{ "user-agent": "Node", authorization: "Basic cGVhcjp0cmVl" },
    });
    request.on("response", (/** @type {Message} */ ...[, , raw]) => {
      blocks.push({ sender: "server", stream: request.id, fields: fieldsOf(raw) });
    });
    request.resume().end();
    await once(request, "close");
  }
  // What the two say when they close is left out.
  await writeFile(EXAMPLE, `${lines.join("\n")}\n`);
  await writeFile(TRUTH, `${JSON.stringify({ settings: SETTINGS, bodies: FILES, blocks }, null, 2)}\n`);
  session.destroy();
  for (const one of [relay, server]) one.close();
});
