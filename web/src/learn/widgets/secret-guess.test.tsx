import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { open } from "./open";
import { SecretGuess } from "./secret-guess";

test("DEFLATE gives the secret away digit by digit", async () => {
  const screen = await open(<SecretGuess secret="4815" />);
  const status = screen.getByRole("status");
  const tryAll = screen.getByRole("button", { name: "Try all ten next digits" });
  for (const known of ["session=4???", "session=48??", "session=481?", "session=4815"]) {
    await userEvent.click(tryAll);
    await expect.element(status).toHaveTextContent(known);
  }
  await expect.element(status).toHaveTextContent("after 320 requests. That is the secret.");
  await expect.element(tryAll).toBeDisabled();
});

test.each([
  [
    "indexed",
    "Nothing stands out. HPACK compares whole values",
    "session=4815 after 10,010 requests. That is the secret.",
  ],
  ["never indexed", "Nothing stands out: what is not in a table", "although the right guess is among them"],
])("HPACK, cookies %s: what a part gives away, and the whole", async (choice, part, whole) => {
  const screen = await open(<SecretGuess secret="4815" />);
  const status = screen.getByRole("status");
  const press = (name: string) => userEvent.click(screen.getByRole("button", { name, exact: true }));
  await press(`HPACK, cookies ${choice}`);
  await press("Try all ten next digits");
  await expect.element(status).toHaveTextContent(part);
  await press("Try all 10,000");
  await expect.element(status).toHaveTextContent(whole);
});
