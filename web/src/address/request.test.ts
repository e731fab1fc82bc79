import { describe, expect, test } from "vitest";
import { NO_LINK } from "./link";
import { parseFragment } from "./link-codec";

describe("a request in the fragment", () => {
  test.each([
    ["v=1&block=8286", { text: "8286" }],
    ["v=1&block=8286&block=84BE", { text: "8286\n\n84BE" }],
    ["v=1&block=82&panes=bytes+fields&theme=dark", { text: "82", panes: ["bytes", "fields"], theme: "dark" }],
    ["v=1&block=82&panes=table,step", { text: "82", panes: ["table", "step"] }],
    ["v=1&block=82&select=1", { text: "82", block: 0 }],
    ["v=1&block=82&select=2.3", { text: "82", block: 1, field: 2 }],
    ["v=1&panes=bytes", { panes: ["bytes"] }],
    ["v=1&block=8", { text: "8", options: { format: "hex" } }],
    ["v=1&block=82&block=zz", { text: "82\n\nzz", options: { format: "hex" } }],
    ["v=1&block=", { text: "", options: { format: "hex" } }],
    ["v=1&block=82&select=0", { text: "82", unread: ["select"] }],
    ["v=1&block=82&panes=headers", { text: "82", unread: ["panes"] }],
    ["v=1&block=82&pane=bytes&x=1", { text: "82", unread: ["pane with v=1", "x with v=1"] }],
    ["v=2&block=82", { unread: ["v"] }],
    ["example=rfc7541-c4&panes=bytes,fields", { example: "rfc7541-c4", unread: ["panes without v=1"] }],
  ])("%s", async (fragment, expected) => {
    expect(await parseFragment(`#${fragment}`)).toEqual({ ...NO_LINK, ...expected });
  });
});
