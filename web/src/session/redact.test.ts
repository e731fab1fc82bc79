import { expect, test } from "vitest";
import { compositionOf, insertFields, NOTHING } from "../encode/composition";
import { printComposition } from "../encode/composition-json";
import type { FieldText } from "../engine/types";
import { withoutSecrets } from "./redact";

const mask = async (fields: FieldText[]) =>
  fields.map((field) => (/cookie|authorization|x-note/.test(field.name) ? { name: field.name, value: "a" } : field));

test("values of fields with secrets are left out of what was built, wherever they stand", async () => {
  const prior = [
    { name: "cookie", value: "id=prior-secret" },
    { name: "accept", value: "*/*" },
  ];
  const built = insertFields({ ...NOTHING, prior }, { block: 0, row: 0 }, [
    { name: ":method", value: "GET" },
    { name: "authorization", value: "\ufffd", valueHex: "5ec2e7ff" },
    { name: "x-note", value: "Bearer row-secret" },
  ]);
  const { composition, left } = await withoutSecrets(compositionOf(built), mask);
  const text = printComposition(composition);
  for (const secret of ["prior-secret", "5ec2e7ff", "row-secret"]) expect(text).not.toContain(secret);
  for (const kept of ["*/*", "GET", "cookie", "authorization", "x-note"]) expect(text).toContain(kept);
  expect([...left]).toEqual([
    ["cookie", 1],
    ["authorization", 1],
    ["x-note", 1],
  ]);
});

test("what holds none stays the same object", async () => {
  const composition = compositionOf(NOTHING);
  expect((await withoutSecrets(composition, mask)).composition).toBe(composition);
});
