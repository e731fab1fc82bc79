import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { open } from "../open";
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
  await expect.element(screen.getByText("2 bytes as plain text, 2 bytes coded.")).toBeVisible();
});

test("branches lead where the reader likes, also from an earlier node, and back to the text", async () => {
  const screen = await open(<CodeTree text="no" />);
  const status = screen.getByRole("status");
  const branches = screen.getByRole("group", { name: "Branches from the root" }).getByRole("button");
  await expect.element(status).toHaveTextContent("At the root");
  for (const [depth, bit] of Array.from("00011").entries())
    await userEvent.click(branches.nth(2 * depth + Number(bit)));
  await expect.element(status).toHaveTextContent("00011 is a");
  await userEvent.click(screen.getByRole("button", { name: "Back one bit" }));
  await expect.element(status).toHaveTextContent("0001: 2 symbols left");
  await userEvent.click(branches.nth(3));
  await expect.element(status).toHaveTextContent("01: ");
  await userEvent.click(screen.getByRole("button", { name: "Back to the text" }));
  await userEvent.click(screen.getByRole("button", { name: "Next bit" }));
  await expect.element(status).toHaveTextContent("1: 235 symbols left");
  for (let depth = 1; depth < 30; depth += 1) await userEvent.click(branches.nth(2 * depth + 1));
  await expect.element(status).toHaveTextContent("EOS: thirty ones");
});

test.each([
  ["As encoded: ones", "is decoded as www", "www and 3 bits of padding."],
  ["Padding of zeros", "huffman-padding-not-ones", "byte 2, bit 5"],
  ["Eight more ones", "huffman-padding-too-long", "11 bits are left"],
  ["EOS after the first code", "huffman-eos", "byte 4, bit 4"],
  ["EOS at the end", "huffman-eos", "byte 6, bit 2"],
])("an ending: %s", async (name, what, where) => {
  const screen = await open(<StringEnds />);
  await userEvent.click(screen.getByRole("button", { name }));
  await expect.element(screen.getByRole("status")).toHaveTextContent(what);
  await expect.element(screen.getByRole("status")).toHaveTextContent(where);
});
