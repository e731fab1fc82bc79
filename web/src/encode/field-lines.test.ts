import { expect, test } from "vitest";
import { parseFieldLines } from "./field-lines";

test.each<[string, string, [string, string][] | null]>([
  ["one field", "accept: */*", [["accept", "*/*"]]],
  [
    "pseudo-header fields",
    ":method: GET\n:path: /a:b\nX: y\n",
    [
      [":method", "GET"],
      [":path", "/a:b"],
      ["X", "y"],
    ],
  ],
  [
    "a request of HTTP/1.1, as curl prints it",
    "> GET / HTTP/1.1\r\n> Host: example.com\r\n> Accept: */*\r\n>\r\n",
    [
      ["host", "example.com"],
      ["accept", "*/*"],
    ],
  ],
  ["a response", "HTTP/2 200 OK\nDate: Mon, 21 Oct 2013 20:13:21 GMT", [["date", "Mon, 21 Oct 2013 20:13:21 GMT"]]],
  ["a field without a value", "x-empty:", [["x-empty", ""]]],
  ["a word", "gzip", null],
  ["an address", "https://www.example.com/", null],
  ["a sentence with a colon", "as it was: nothing", null],
  ["nothing", " \n ", null],
  ["a line that is no field among them", "a: b\nc", null],
])("%s", (_, text, expected) => {
  const fields = expected?.map(([name, value]) => ({ name, value })) ?? null;
  expect(parseFieldLines(text)).toEqual(fields);
});
