import { expect, test } from "vitest";
import { isSecret, secretsIn, wordsOfSecrets } from "./secrets";

const JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U";

test.each([
  // By name.
  ["cookie", "a=b"],
  ["Cookie", "a=b"],
  ["set-cookie", "id=1"],
  ["authorization", "x"],
  ["proxy-authorization", "x"],
  ["authentication-info", "x"],
  ["x-api-key", "1"],
  ["api-key", "1"],
  ["apikey", "1"],
  ["x-goog-api-key", "1"],
  ["x-auth-token", "1"],
  ["x-csrf-token", "1"],
  ["x-xsrf-token", "1"],
  ["x-amz-security-token", "1"],
  ["x-access-token", "1"],
  ["private-token", "1"],
  ["x-session-id", "1"],
  ["x-client-secret", "1"],
  ["x-hub-signature", "1"],
  ["x-password", "1"],
  ["x-auth", "1"],
  // By shape.
  ["x-anything", JWT],
  ["x-anything", `token=${JWT}; other`],
  ["x-anything", "Bearer abcdefgh"],
  ["x-anything", "basic dXNlcjpwYXNz"],
  ["x-anything", "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524"],
  ["x-anything", "ghp_16C7e42F292c6912E7710c838347Ae178B4a"],
  ["x-anything", "sk_live_4eC39HqLyjWDarjtT1zdp7dc"],
  ["x-anything", "glpat-a1B2c3D4e5F6g7H8i9J0"],
  ["x-anything", "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"],
  ["x-anything", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"],
  ["x-anything", "Zm9vYmFyQmF6MTIzNDU2Nzg5MGFiY2RlZg=="],
  [":path", "/login?access_token=abc123def"],
  [":path", "/download?file=1&X-Amz-Signature=aabbccddeeff"],
  ["location", "https://user:pass@example.com/"],
  ["referer", "https://example.com/cb?code=4/0AY0e-g7"],
])("%s: %s holds a secret", (name, value) => {
  expect(isSecret(name, value)).toBe(true);
});

test.each([
  [":method", "GET"],
  [":authority", "www.example.com"],
  [":path", "/articles/2026/11/how-we-made-the-decoder-twice-as-fast"],
  [":path", "/assets/index-DkX81aB2.js"],
  ["accept", "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"],
  [
    "user-agent",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
  ],
  ["sec-ch-ua", '"Chromium";v="140", "Not=A?Brand";v="24", "Google Chrome";v="140"'],
  ["etag", '"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"'],
  ["if-none-match", '"9f86d081884c7d659a2feaa0c55ad015"'],
  ["www-authenticate", 'Basic realm="x"'],
  ["access-control-allow-credentials", "true"],
  ["access-control-allow-headers", "authorization, x-api-key"],
  ["sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="],
  ["date", "Mon, 21 Oct 2013 20:13:21 GMT"],
  ["strict-transport-security", "max-age=31536000; includeSubDomains"],
  ["content-type", "application/x-www-form-urlencoded"],
  ["custom-key", "custom-value"],
  ["x-request-path", "/a/very/long/path/of/many/words/indeed"],
  ["server", "nginx"],
  ["author", "someone"],
])("%s: %s holds none", (name, value) => {
  expect(isSecret(name, value)).toBe(false);
});

test("fields with secrets are named, each name once", () => {
  const secrets = secretsIn([
    { name: "Cookie", value: "a=b" },
    { name: "accept", value: "*/*" },
    { name: "cookie", value: "c=d" },
    { name: "authorization", value: "x" },
    { name: "set-cookie", value: "" },
  ]);
  expect(wordsOfSecrets(secrets)).toBe("cookie (2) and authorization");
  expect(wordsOfSecrets(new Map())).toBe("");
  expect(wordsOfSecrets(new Map(Array.from("abcdefghij", (name) => [name, 1])))).toBe(
    "a, b, c, d, e, f, g, h and 2 more",
  );
});
