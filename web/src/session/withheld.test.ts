import { expect, test } from "vitest";
import { compositionOf, insertFields, NOTHING } from "../encode/composition";
import { printComposition } from "../encode/composition-json";
import { optionsWithoutSecrets, withoutSecrets } from "./withheld";

test("values of fields with secrets are left out of what was built, wherever they stand", () => {
  const prior = [
    { name: "cookie", value: "id=prior-secret" },
    { name: "accept", value: "*/*" },
  ];
  const built = insertFields({ ...NOTHING, prior }, { block: 0, row: 0 }, [
    { name: ":method", value: "GET" },
    { name: "authorization", value: "\ufffd", valueHex: "5ec2e7ff" },
    { name: "x-note", value: "Bearer row-secret" },
  ]);
  const { composition, left } = withoutSecrets(compositionOf(built));
  const text = printComposition(composition);
  for (const secret of ["prior-secret", "5ec2e7ff", "row-secret"]) expect(text).not.toContain(secret);
  for (const kept of ["*/*", "GET", "cookie", "authorization", "x-note"]) expect(text).toContain(kept);
  expect([...left]).toEqual([
    ["cookie", 1],
    ["authorization", 1],
    ["x-note", 1],
  ]);
});

test("what holds none stays the same object", () => {
  const composition = compositionOf(NOTHING);
  expect(withoutSecrets(composition).composition).toBe(composition);
});

test("typed entries are left out together", () => {
  const options = optionsWithoutSecrets({
    start: "unknown" as const,
    prior: [
      ["a", "b"],
      ["cookie", "c"],
    ],
  });
  expect(options.options).toEqual({ start: "unknown", prior: [] });
  expect([...options.left.keys()]).toEqual(["cookie"]);
});
