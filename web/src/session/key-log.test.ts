import { expect, test } from "vitest";
import { isKeyLog } from "./key-log";

const RANDOM = "0a".repeat(32);
const SECRET = "1b".repeat(48);

test.each([
  ["TLS 1.2", `CLIENT_RANDOM ${RANDOM} ${SECRET}\n`, true],
  ["TLS 1.3", `SERVER_TRAFFIC_SECRET_0 ${RANDOM} ${SECRET}\nEXPORTER_SECRET ${RANDOM} ${SECRET}\n`, true],
  ["comments, CRLF, a broken line", `# SSL/TLS secrets\r\n\r\nCLIENT_RANDOM ${RANDOM} ${SECRET}\r\nCLIENT_R`, true],
  ["upper case digits", `CLIENT_RANDOM ${RANDOM.toUpperCase()} ${SECRET.toUpperCase()}`, true],
  ["long", `CLIENT_RANDOM ${RANDOM} ${SECRET}\n`.repeat(2000), true],
  ["hex", `${RANDOM}\n${SECRET}\n`, false],
  ["words about it", `The file has lines such as\nCLIENT_RANDOM <random> <secret>\n`, false],
  ["one among many others", `82 84\n87 be\n86 c0\nCLIENT_RANDOM ${RANDOM} ${SECRET}\n`, false],
  ["nothing", "", false],
])("%s", (_, text, is) => {
  expect(isKeyLog(text)).toBe(is);
});
