import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { openPage, openText } from "../app/open-page";

/** RFC 7541 C.4.1 and C.4.2. */
const TWO = "828684418cf1e3c2e5f23a6ba0ab90f4ff\n\n828684be5886a8eb10649cbf";
/** The same fields, the first block's host not Huffman-coded; and one more. */
const OTHER = "82868441 0f7777772e6578616d706c652e636f6d\n\n828684be5886a8eb10649cbf\n\n8287";

type Screen = Awaited<ReturnType<typeof openPage>>;

async function compareBlock(screen: Screen) {
  await userEvent.click(screen.getByRole("button", { name: "More about this block" }));
  const more = screen.getByRole("dialog", { name: "More about this block" });
  await userEvent.click(more.getByRole("button", { name: "Compare…" }));
  return compared(screen);
}

function compared(screen: Screen) {
  const dialog = screen.getByRole("dialog", { name: "Compare" });
  const heads = dialog.getByRole("table", { name: "Fields side by side" }).getByRole("rowheader");
  return {
    dialog,
    pairs: dialog.getByRole("listbox", { name: "Pairs of blocks" }),
    /** The first words of each line: what the two sides have in common. */
    whats: () => heads.elements().map(({ textContent }) => textContent.replace(/^\W/, "")),
    other: () => userEvent.click(dialog.getByRole("radio", { name: "Another text or file" })),
  };
}

test("two blocks: what is the same, sums, and the tables", async () => {
  const screen = await openText(TWO);
  await userEvent.click(screen.getByRole("option", { name: "Block 2" }));
  const { dialog, whats } = await compareBlock(screen);
  await expect.poll(whats).toEqual(["same", "same", "same", "other bytes", "only on the left"]);
  await expect
    .element(dialog.getByRole("row", { name: "Bytes on the wire" }))
    .toHaveTextContent("Bytes on the wire1217");
  const after = dialog.getByRole("region", { name: "Table after" });
  await expect.element(after).toHaveTextContent("1 entry in both, 1 only on the left, 0 only on the right.");
  await expect.element(after.getByRole("listitem")).toHaveTextContent("only on the left cache-control: no-cache");
  await userEvent.fill(dialog.getByRole("spinbutton", { name: "Right block" }), "2");
  await expect.element(dialog.getByText("The blocks are the same")).toBeVisible();
  await expect.poll(whats).toEqual(Array(5).fill("same"));
});

test("two texts: their pairs, of which one is opened; what can't be read says so", async () => {
  const { dialog, pairs, whats, other } = await compareBlock(await openText(TWO));
  await other();
  await userEvent.fill(dialog.getByRole("textbox"), OTHER);
  await expect.element(dialog.getByText("The sessions differ.")).toBeVisible();
  await expect
    .poll(() =>
      pairs
        .getByRole("option")
        .elements()
        .map(({ textContent }) => /^.[a-z ]+/.exec(textContent)?.[0].trim()),
    )
    .toEqual(["≈other bytes", "=same", "▸only on the right"]);
  await userEvent.click(pairs.getByRole("option").first());
  await expect.poll(whats).toEqual(["same", "same", "same", "other bytes"]);
  await userEvent.click(dialog.getByRole("button", { name: "All pairs of blocks" }));
  await expect.element(pairs).toBeVisible();
  await userEvent.fill(dialog.getByRole("textbox"), "nothing of that kind");
  await expect.element(pairs).not.toBeInTheDocument();
});

test("the error is the row after the fields that both have", async () => {
  const { dialog, whats } = await compareBlock(await openText("828684\n\n828684ff"));
  await expect.element(dialog.getByText("Same 3 fields; the left block then fails.")).toBeVisible();
  await expect.poll(whats).toEqual([...Array(3).fill("same"), "error"]);
  await expect
    .element(dialog.getByRole("row", { name: /^error/ }))
    .toHaveTextContent("the block ends at byte 4, inside an integer–nothing");
});

test("a capture is compared with a text that the page has", async () => {
  const screen = await openPage("example=file-push");
  await userEvent.click(screen.getByRole("button", { name: "Compare…" }));
  const { dialog, pairs, other } = compared(screen);
  await other();
  await userEvent.fill(dialog.getByRole("textbox"), "> 828684");
  await expect.element(pairs.getByRole("option").first()).toHaveTextContent("GET /");
  await userEvent.click(pairs.getByRole("option").first());
  const lines = dialog.getByRole("table", { name: "Fields side by side" });
  await expect.element(lines).toHaveTextContent(":method: GET");
});

test("the only block is compared with another text", async () => {
  const { dialog } = await compareBlock(await openPage("example=broken-index-zero"));
  await expect.element(dialog.getByRole("radio", { name: "Another block of this session" })).toBeDisabled();
  await userEvent.fill(dialog.getByRole("textbox"), "8286");
  await expect.element(dialog.getByText("Fields differ; the left block then fails.")).toBeVisible();
});
