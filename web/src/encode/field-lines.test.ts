import { expect, test } from "vitest";
import { parseFieldLines } from "./field-lines";

type List = [name: string, value: string][];

const CURL = `* Trying 127.0.0.1:8443...
* Connected to localhost (127.0.0.1) port 8443 (#0)
* ALPN: curl offers h2,http/1.1
* [HTTP/2] [1] OPENED stream for https://localhost:8443/x
* [HTTP/2] [1] [:method: GET]
* [HTTP/2] [1] [:scheme: https]
* [HTTP/2] [1] [:authority: localhost:8443]
* [HTTP/2] [1] [:path: /x]
* [HTTP/2] [1] [user-agent: curl/8.23.0]
* [HTTP/2] [1] [x-empty: ]
> GET /x HTTP/2
> Host: localhost:8443
> User-Agent: curl/8.23.0
>
* Request completely sent off
< HTTP/2 200
< date: Mon, 21 Oct 2013 20:13:21 GMT
< content-length: 5
<
{ [5 bytes data]
hello
* Connection #0 to host localhost left intact
`;

const CURL_FIELDS: List = [
  [":method", "GET"],
  [":scheme", "https"],
  [":authority", "localhost:8443"],
  [":path", "/x"],
  ["user-agent", "curl/8.23.0"],
  ["x-empty", ""],
];

test.each<[string, string, List[] | null]>([
  ["one field", "accept: */*", [[["accept", "*/*"]]]],
  [
    "pseudo-header fields",
    ":method: GET\n:path: /a:b\nX: y\n",
    [
      [
        [":method", "GET"],
        [":path", "/a:b"],
        ["X", "y"],
      ],
    ],
  ],
  [
    "a request of HTTP/1.1, as curl prints it",
    "> GET / HTTP/1.1\r\n> Host: example.com\r\n> Accept: */*\r\n>\r\n",
    [
      [
        ["host", "example.com"],
        ["accept", "*/*"],
      ],
    ],
  ],
  [
    "fields alone, as curl marks them",
    "> Host: example.com\n> Accept: */*",
    [
      [
        ["host", "example.com"],
        ["accept", "*/*"],
      ],
    ],
  ],
  ["a response of HTTP/1.1", "HTTP/1.1 200 OK\nDate: today", [[["date", "today"]]]],
  [
    "a response of HTTP/2",
    "HTTP/2 200 \nDate: Mon, 21 Oct 2013 20:13:21 GMT",
    [
      [
        [":status", "200"],
        ["date", "Mon, 21 Oct 2013 20:13:21 GMT"],
      ],
    ],
  ],
  ["all that curl -v prints: the request as it was sent", CURL, [CURL_FIELDS]],
  [
    "what curl -v prints of the response",
    "< HTTP/2 404\n< server: nginx\n<\n",
    [
      [
        [":status", "404"],
        ["server", "nginx"],
      ],
    ],
  ],
  [
    "a request of HTTP/2 without its fields as sent",
    "> GET /x HTTP/2\n> Host: example.com\n> user-agent: curl/7.88.1\n>",
    [
      [
        [":method", "GET"],
        [":path", "/x"],
        [":authority", "example.com"],
        ["user-agent", "curl/7.88.1"],
      ],
    ],
  ],
  [
    "older versions of curl",
    "* h2h3 [:method: GET]\n* h2h3 [:path: /]\n* h2 [accept: */*]",
    [
      [
        [":method", "GET"],
        [":path", "/"],
        ["accept", "*/*"],
      ],
    ],
  ],
  [
    "two requests over one connection",
    "* [HTTP/2] [1] [:method: GET]\n* [HTTP/2] [1] [:path: /]\n< HTTP/2 302\n<\n* [HTTP/2] [3] [:method: GET]\n* [HTTP/2] [3] [:path: /b]",
    [
      [
        [":method", "GET"],
        [":path", "/"],
      ],
      [
        [":method", "GET"],
        [":path", "/b"],
      ],
    ],
  ],
  [
    "Chrome: names with a colon, values on lines of their own",
    ":authority:\nexample.com:8443\n:method:\nGET\n:path:\n/\naccept:\n*/*\ndate:\nMon, 21 Oct 2013 20:13:21 GMT\n",
    [
      [
        [":authority", "example.com:8443"],
        [":method", "GET"],
        [":path", "/"],
        ["accept", "*/*"],
        ["date", "Mon, 21 Oct 2013 20:13:21 GMT"],
      ],
    ],
  ],
  [
    "Chrome: names without a colon, with what it lists above them",
    "General\nRequest URL\nhttps://example.com/\nRequest Method\nGET\nStatus Code\n200 OK\nResponse Headers\ncontent-type\ntext/html\nserver\nnginx\n",
    [
      [
        ["content-type", "text/html"],
        ["server", "nginx"],
      ],
    ],
  ],
  [
    "Firefox: values indented",
    "Accept\n\t*/*\nHost\n\texample.com\nUser-Agent\n\tMozilla/5.0 (X11; rv:140.0)\n",
    [
      [
        ["accept", "*/*"],
        ["host", "example.com"],
        ["user-agent", "Mozilla/5.0 (X11; rv:140.0)"],
      ],
    ],
  ],
  [
    "Firefox: the header list as raw text",
    "GET /a HTTP/2\nHost: example.com\nUser-Agent: Mozilla/5.0\n",
    [
      [
        [":method", "GET"],
        [":path", "/a"],
        [":authority", "example.com"],
        ["user-agent", "Mozilla/5.0"],
      ],
    ],
  ],
  [
    "a request line without a version",
    "GET / \nhost: example.com\n",
    [
      [
        [":method", "GET"],
        [":path", "/"],
        [":authority", "example.com"],
      ],
    ],
  ],
  ["a field without a value", "x-empty:", [[["x-empty", ""]]]],
  [
    "fields without values",
    "x-a:\nx-b:\n",
    [
      [
        ["x-a", ""],
        ["x-b", ""],
      ],
    ],
  ],
  ["a word", "gzip", null],
  ["hex on two lines", "82868441\n8cf1e3c2", null],
  ["base64 on two lines", "goaEQYzx48Ll8jpr\noKuQ9P+ChA==", null],
  ["an address", "https://www.example.com/", null],
  ["a sentence with a colon", "as it was: nothing", null],
  ["header blocks with directions", "> 828684418cf1e3c2\n\n< 88", null],
  ["nothing", " \n ", null],
  ["a line that is no field among them", "a: b\nc", null],
])("%s", (_, text, expected) => {
  const lists = expected?.map((list) => list.map(([name, value]) => ({ name, value }))) ?? null;
  expect(parseFieldLines(text)?.lists ?? null).toEqual(lists);
});

test("what is left out is said", () => {
  expect(parseFieldLines(CURL)?.note).toContain("Only the requests");
  expect(parseFieldLines("accept: */*")?.note).toBeNull();
});
