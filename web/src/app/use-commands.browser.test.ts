import { expect, test } from "vitest";
import { isOwnKey } from "./use-commands";

test.each([
  ['<input type="range">', "ArrowRight", true],
  ['<input type="range">', "PageDown", true],
  ['<input type="range">', "!", false],
  ['<input type="range">', "]", false],
  ['<input type="range">', "4", false],
  ["<input>", "4", true],
  ["<textarea></textarea>", "!", true],
  ["<select></select>", "e", true],
  ['<div role="tablist"></div>', "ArrowLeft", true],
  ['<div role="tablist"></div>', "?", false],
  ["<button></button>", "ArrowLeft", false],
])("%s keeps %s to itself: %s", (html, key, own) => {
  const holder = document.createElement("div");
  holder.innerHTML = html;
  expect(isOwnKey(holder.firstElementChild, key)).toBe(own);
});
