import { expect, test } from "vitest";
import { saidFields, secretsSaid } from "./said-fields";

test.each([
  ["# cookie: a=1\n82", [["cookie", "a=1"]]],
  ["> Authorization: Basic YTpi\r\n84", [["Authorization", "Basic YTpi"]]],
  [
    ':path: /a\n"set-cookie": "b=2"',
    [
      [":path", "/a"],
      ["set-cookie", 'b=2"'],
    ],
  ],
  ["# table 62 cookie: a=1\n82", []],
  ["82: 86\ncookie:\n", []],
  [`${"8".repeat(100_000)}\n# cookie: a`, [["cookie", "a"]]],
])("%j", (text, expected) => {
  expect(saidFields(text).map(({ name, value }) => [name, value])).toEqual(expected);
});

test("of what looks like fields those are secrets whose names are known and whose values are masked", async () => {
  const mask = async (fields: { name: string; value: string }[]) =>
    fields.map(({ name, value }) => ({
      name: name === "note" ? "aaaa" : name,
      value: name === "accept" ? value : value.replaceAll(/./g, "b"),
    }));
  expect(await secretsSaid("# note: see cookie: c=1\n# accept: */*\n82", mask)).toEqual([
    { name: "cookie", value: "c=1" },
  ]);
});
