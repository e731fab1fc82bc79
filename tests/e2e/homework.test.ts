import { textOfPdf } from "./pdf";
import { expect, test } from "./support";

test("homework for three: one link is opened and solved, and its code is recognized", async ({ page }) => {
  await page.goto("#view=learn&chapter=teacher");
  const homework = page.getByRole("region", { name: "Homework" });
  for (const title of ["Read some bits", "Write an integer"])
    await homework.getByRole("checkbox", { name: title }).check();
  const key = homework.getByRole("table", { name: "Key" });
  await expect(key.locator("tbody tr")).toHaveCount(3);
  const second = key.locator("tbody tr").nth(1);
  const link = second.getByRole("link").first();
  const [answer, address] = [(await link.textContent()) ?? "", (await link.getAttribute("href")) ?? ""];
  await homework.getByRole("button", { name: /links/ }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(address);
  expect(copied.match(/Student \d+\n(?:\S+\n?){2}/g)).toHaveLength(3);

  await page.goto(address);
  const exercise = page.getByRole("region", { name: "Read some bits" });
  await exercise.getByRole("textbox").fill(answer);
  await exercise.getByRole("button", { name: "Check" }).click();
  const code = (await exercise.getByText("Result code").locator("code").textContent()) ?? "";
  expect(code).toMatch(/^read-bits-2-/);

  await page.goto("#view=learn&chapter=teacher");
  for (const title of ["Read some bits", "Write an integer"])
    await homework.getByRole("checkbox", { name: title }).check();
  await homework
    .getByRole("textbox", { name: /Result codes/ })
    .fill(`Ann: ${code}; Bob: ${code.replace("-2-", "-3-")}`);
  await expect(second.getByRole("cell").first()).toContainText("✓ solved");
  await expect(key.getByText("✓ solved")).toHaveCount(1);
  await expect(homework.getByText("Not codes:")).toContainText("read-bits-3-");
});

test("on paper, students get a sheet each without the key, and the teacher gets the key alone", async ({ page }) => {
  await page.goto("#view=learn&chapter=teacher");
  const homework = page.getByRole("region", { name: "Homework" });
  for (const title of ["Decode a string", "Find the error in a string"])
    await homework.getByRole("checkbox", { name: title }).check();
  const key = homework.getByRole("table", { name: "Key" });
  const answers = await key.getByRole("link").evaluateAll((links) => links.map((link) => link.textContent ?? ""));
  expect(answers).toHaveLength(6);
  for (const format of ["A4", "Letter"]) {
    const pdf = await page.pdf({ format, margin: { top: "10mm", right: "10mm", bottom: "10mm", left: "10mm" } });
    expect(pdf.toString("latin1").match(/\/Type \/Page\b/g), format).toHaveLength(3);
    const sheets = textOfPdf(pdf);
    expect(sheets.match(/HPACK homework, student \d/g)).toHaveLength(3);
    for (const answer of answers) expect(sheets, answer).not.toContain(answer);
  }
  await homework.getByRole("button", { name: "Key", exact: true }).click();
  const printed = textOfPdf(await page.pdf({ format: "A4" }));
  for (const answer of answers) expect(printed).toContain(answer);
  expect(printed).not.toContain("A lesson of");
});
