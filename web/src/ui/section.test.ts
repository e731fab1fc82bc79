import { expect, test } from "vitest";
import { sectionAddress, sentence } from "./section";

test.each([
  ["RFC 7541 §5.1", "https://www.rfc-editor.org/rfc/rfc7541#section-5.1"],
  ["RFC 9113 §10.5.1", "https://www.rfc-editor.org/rfc/rfc9113#section-10.5.1"],
  ["RFC 7541 §A", "https://www.rfc-editor.org/rfc/rfc7541#appendix-A"],
  ["no section", null],
])("%s", (section, address) => {
  expect(sectionAddress(section)).toBe(address);
});

test.each([
  ["the block ends", "The block ends."],
  ["It ends.", "It ends."],
  ["", ""],
])("sentence %j", (text, whole) => {
  expect(sentence(text)).toBe(whole);
});
