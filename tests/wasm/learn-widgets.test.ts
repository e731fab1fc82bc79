/** What the widgets of Learn compute, by the real core. */
import { explainInteger, guess } from "@wasm/hpack_inspector_wasm";
import { expect, test } from "vitest";
import { nextGuesses, probe, type Scheme, standsOut } from "../../web/src/learn/widgets/attack";
import { integerBytes } from "../../web/src/learn/wire";
import "./opening";

test("bytes of integers are what the core reads as the number, around each number that takes another byte", () => {
  for (const prefix of [1, 2, 3, 4, 5, 6, 7, 8]) {
    for (const [more, least] of [0, 128, 128 ** 2, 128 ** 3, 128 ** 4].entries()) {
      for (const [value, bytes] of [
        [2 ** prefix - 2 + least, more + 1],
        [2 ** prefix - 1 + least, more + 2],
      ] as const) {
        const written = integerBytes(value, prefix);
        expect(written).toHaveLength(bytes);
        const answer = JSON.parse(explainInteger(Uint8Array.from(written), prefix));
        expect(answer).toMatchObject({ status: "ok", integer: { value, end: bytes, superfluous: 0 } });
      }
    }
  }
});

// Over secrets of every first digit.
test.each<[Scheme, boolean, boolean]>([
  ["deflate", true, true],
  ["hpack", false, true],
  ["never", false, false],
])("%s: a digit is told %s, the whole %s", async (scheme, digit, whole) => {
  const core = { guess: async (given: object) => JSON.parse(guess(JSON.stringify(given))) };
  for (const secret of ["0361", "1902", "2745", "3410", "9806"]) {
    const found = standsOut(await probe(core, scheme, secret, nextGuesses("")));
    expect(found?.guess).toBe(digit ? secret[0] : undefined);
    expect(standsOut(await probe(core, scheme, secret, [secret]))?.guess).toBe(whole ? secret : undefined);
  }
});
