import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { open } from "../open";
import { bitsOf, bytesOfBits, canonical, walk } from "./code";
import { CodeTree } from "./code-tree";
import { StringEnds } from "./string-ends";

test("the text's bits lead to its characters, and to its padding", async () => {
  const screen = await open(<CodeTree text="no" />);
  const status = screen.getByRole("status");
  await expect.element(status).toHaveTextContent("At the root");
  const next = screen.getByRole("button", { name: "Next bit" });
  for (const text of ["1: ", "10: ", "101: ", "1010: ", "10101: 2 symbols left", "101010 is n"]) {
    await userEvent.click(next);
    await expect.element(status).toHaveTextContent(text);
  }
  await userEvent.click(screen.getByRole("button", { name: "Next code" }));
  await expect.element(status).toHaveTextContent("00111 is o");
  await userEvent.click(screen.getByRole("button", { name: "Next code" }));
  await expect.element(status).toHaveTextContent("Padding: 11111, 5 ones");
  expect(next).toBeDisabled();
});

test("the keys walk where the reader likes, back again, and along the text", async () => {
  const screen = await open(<CodeTree text="no" />);
  const status = screen.getByRole("status");
  const tree = screen.getByRole("group", { name: "Walk" });
  await expect.element(tree).toBeVisible();
  (tree.element() as HTMLElement).focus();
  await userEvent.keyboard("00011");
  await expect.element(status).toHaveTextContent("00011 is a");
  await userEvent.keyboard("{ArrowLeft}");
  await expect.element(status).toHaveTextContent("0001: 2 symbols left");
  await userEvent.keyboard("{Home}{ArrowRight}");
  await expect.element(status).toHaveTextContent("1: 235 symbols left");
  await userEvent.keyboard("1".repeat(29));
  await expect.element(status).toHaveTextContent("EOS: thirty ones");
  expect(screen.getByRole("button", { name: "Take 0" })).toBeDisabled();
});

test("a text is weighed against its plain bytes", async () => {
  const screen = await open(<CodeTree text="no-cache" />);
  const widget = screen.getByRole("region", { name: "The code tree" });
  await expect.element(widget).toHaveTextContent("8 bytes as plain text, 6 bytes coded");
});

test.each([
  ["As encoded: ones", "Decoded: www", "and 3 bits of padding."],
  ["Padding of zeros", "huffman-padding-not-ones", "byte 2, bit 5"],
  ["Eight more ones", "huffman-padding-too-long", "11 bits are left"],
  ["EOS after the first code", "huffman-eos", "byte 4, bit 4"],
  ["EOS at the end", "huffman-eos", "byte 6, bit 2"],
])("an ending: %s", async (name, what, where) => {
  const screen = await open(<StringEnds text="www" />);
  await userEvent.click(screen.getByRole("button", { name }));
  await expect.element(screen.getByRole("status")).toHaveTextContent(what);
  await expect.element(screen.getByRole("status")).toHaveTextContent(where);
});

test("a bit is flipped, and the decoder reads on", async () => {
  const screen = await open(<StringEnds text="www" />);
  // “w” is 1111000; with its last bit 1 it is “x”, 1111001.
  await userEvent.click(screen.getByRole("button", { name: "byte 0, bit 6, w" }));
  await expect.element(screen.getByRole("status")).toHaveTextContent("Decoded: xww");
  await userEvent.keyboard(" ");
  await expect.element(screen.getByRole("status")).toHaveTextContent("Decoded: www");
});

test("walking is the other way round of coding", () => {
  const rows = canonical([
    { symbol: 0, shown: "b", code: "10" },
    { symbol: 1, shown: "a", code: "0" },
    { symbol: 256, shown: "EOS", code: "11" },
  ]);
  const spelled = (bits: string) => {
    const { steps, open, eos } = walk(rows, bits);
    return `${steps.map(({ row }) => row.shown).join("")}/${open}${eos ? "!" : ""}`;
  };
  expect(["", "0", "1", "10010", "0111"].map(spelled)).toEqual(["/", "a/", "/1", "bab/", "aEOS/!"]);
  expect(bitsOf(bytesOfBits("000111"))).toBe("00011111");
});
