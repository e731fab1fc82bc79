/**
 * Parses fields from text: `name: value` lines, the output of `curl -v`, and
 * text copied from browsers' tools, with names and values on alternating lines.
 */
import type { FieldText } from "../engine/types";

/** Each list becomes a block; a note says what was left out. */
export type FieldLists = { lists: FieldText[][]; note: string | null };

/** Larger texts are not header lists, bytes. */
export const TEXT_MAX = 1 << 20;

/**
 * The fields of a text of one or more lines; null if it is something else, to
 * be pasted as it is. A pseudo-header field's name begins with a colon. Names
 * are lowercased if no line begins with a colon: HTTP/1.1 allows any case, and
 * HTTP/2 only lowercase (RFC 9113 §8.2.1).
 */
export function parseFieldLines(text: string): FieldLists | null {
  const lines = text.split(/\r\n|\r|\n/);
  return curlLists(lines) ?? asLists(inTurn(lines) ?? plainFields(lines));
}

function asLists(fields: FieldText[] | null): FieldLists | null {
  return fields === null || fields.length === 0 ? null : { lists: [fields], note: null };
}

/** A request line, or a status line. */
const REQUEST_LINE = /^([A-Z]+) (\S+) (HTTP\/[\d.]+)$|^([A-Z]+) (\/\S*)$/;
const STATUS_LINE = /^(HTTP\/[\d.]+) (\d{3})(?: .*)?$/;

/** Pseudo-header fields of a start line; empty for HTTP/1.1, which has none, and null if it is not a start line. */
function startFields(line: string): FieldText[] | null {
  const [, named, at, version, method = named, path = at] = REQUEST_LINE.exec(line) ?? [];
  if (method !== undefined && path !== undefined) {
    if (version?.startsWith("HTTP/1")) return [];
    return [
      { name: ":method", value: method },
      { name: ":path", value: path },
    ];
  }
  const [, ofStatus, status] = STATUS_LINE.exec(line) ?? [];
  if (status === undefined) return null;
  return ofStatus?.startsWith("HTTP/1") ? [] : [{ name: ":status", value: status }];
}

/** `name: value`, a line each, perhaps after a start line. */
function plainFields(lines: string[]): FieldText[] | null {
  const fields: FieldText[] = [];
  let is2 = false;
  for (const line of lines) {
    if (line.trim() === "") continue;
    const start = startFields(line.trim());
    if (start !== null) {
      is2 ||= start.length > 0;
      fields.push(...start);
      continue;
    }
    const field = fieldIn(line);
    if (field === null) return null;
    fields.push(field);
  }
  const has2 = fields.some(({ name }) => name.startsWith(":"));
  if (!has2) return fields.map(({ name, value }) => ({ name: name.toLowerCase(), value }));
  return is2 ? as2(fields) : fields;
}

/** Fields of HTTP/2 that were printed in the style of HTTP/1.1: RFC 9113 §8.2.1 and §8.3.1. */
function as2(fields: FieldText[]): FieldText[] {
  const low = fields.map(({ name, value }) => ({ name: name.toLowerCase(), value }));
  const isRequest = low.some(({ name }) => name === ":method");
  const host = isRequest && !low.some(({ name }) => name === ":authority") ? "host" : null;
  const named = low.map(({ name, value }) => ({ name: name === host ? ":authority" : name, value }));
  return [...named.filter(({ name }) => name.startsWith(":")), ...named.filter(({ name }) => !name.startsWith(":"))];
}

function fieldIn(line: string): FieldText | null {
  const colon = line.indexOf(":", 1);
  const name = line.slice(0, colon).trim();
  // A URL has a colon too, before “//”.
  if (colon < 0 || name === "" || /\s/.test(name) || line.startsWith("//", colon + 1)) return null;
  return { name, value: line.slice(colon + 1).trim() };
}

/**
 * A pseudo-header field of a request, in the versions of `curl -v`: `[HTTP/2]
 * [1] [:method: GET]`, `h2h3 [:method: GET]`.
 */
const CURL_FIELD = /^\* (?:\[HTTP\/[23]\] \[\d+\]|h2h3|h2) \[(:?[^:\]\s]+): (.*)\]$/;
/** Prefixes of `curl -v`: sent, received, information; and the size of data. */
const CURL_MARK = /^(?:([<>*])(?: (.*))?|[{}] \[.*\])$/;

/** The header lists in the output of `curl -v`; null for other text. */
function curlLists(lines: string[]): FieldLists | null {
  const sent: string[][] = [];
  const received: string[][] = [];
  const spelled: FieldText[][] = [];
  let last = "";
  for (const line of lines) {
    const match = CURL_MARK.exec(line.trimEnd());
    // The response's body and the progress meter can be between its lines.
    if (match === null) continue;
    const [, mark = "", rest = ""] = match;
    const [, name, value] = CURL_FIELD.exec(line.trimEnd()) ?? [];
    if (name !== undefined && value !== undefined) {
      const list = name === ":method" || spelled.length === 0 || last !== "[" ? [] : spelled.pop();
      spelled.push([...(list ?? []), { name, value }]);
      last = "[";
      continue;
    }
    const lists = mark === ">" ? sent : mark === "<" ? received : null;
    if (lists !== null && rest !== "") {
      const isFirst = last !== mark || startFields(rest) !== null;
      if (isFirst) lists.push([rest]);
      else lists.at(-1)?.push(rest);
    }
    last = rest === "" ? "" : mark;
  }
  const isCurl = spelled.length > 0 || [...sent, ...received].some(([first = ""]) => startFields(first) !== null);
  const isMarked =
    sent.length + received.length > 0 && lines.every((line) => line.trim() === "" || CURL_MARK.test(line.trimEnd()));
  if (!isCurl && !isMarked) return null;
  // Fields as they were sent are preferred to those printed in the style of HTTP/1.1.
  const requests = spelled.length > 0 ? spelled : sent.map(plainFields);
  const responses = received.map(plainFields);
  const whole = (lists: (FieldText[] | null)[]) =>
    lists.filter((list) => list !== null && list.length > 0) as FieldText[][];
  const [own, others] = whole(requests).length > 0 ? [whole(requests), whole(responses)] : [whole(responses), []];
  if (own.length === 0) return null;
  const note =
    others.length === 0
      ? null
      : "Only the requests were taken: responses use a table of their own. Paste the “<” lines alone to build them.";
  return { lists: own, note };
}

/** A line that is a name, with or without a colon after it. */
const NAME = /^(:?[!#$%&'*+.^_`|~0-9A-Za-z-]+):?$/;
/** Lines that browsers list above the fields, and that are not fields. */
const GENERAL =
  /^(?:request url|request method|status code|remote address|referrer policy|status|version|transferred|address|scheme|host|filename|request priority|dns resolution):?$/i;
/** Every header list has some of these. */
const USUAL =
  /^(?::(?:method|path|authority|scheme|status)|accept(?:-.+)?|cache-control|content-.+|cookie|date|host|server|user-agent|referer|etag|age|vary|set-cookie|location|sec-.+|x-.+|access-control-.+|strict-transport-security|if-.+|origin|connection|upgrade-insecure-requests):?$/i;

/** Names and values on alternating lines, as the network tools of Chrome and Firefox copy them. */
function inTurn(lines: string[]): FieldText[] | null {
  const filled = lines.map((line) => line.trim()).filter((line) => line !== "");
  // Headings, and the tools' summary of the request.
  let from = 0;
  while (/^(?:general|(?:request|response) headers.*)$/i.test(filled[from] ?? "")) from += 1;
  const fields: FieldText[] = [];
  for (let at = from; at < filled.length; at += 2) {
    const [name, value] = [filled[at] ?? "", filled[at + 1]];
    if (value === undefined) return null;
    if (/^(?:general|(?:request|response) headers.*)$/i.test(name)) {
      at -= 1;
      continue;
    }
    const isGeneral =
      GENERAL.test(name) && fields.length === 0 && /\s|^(?:scheme|filename|address|version|transferred)/i.test(name);
    if (isGeneral) continue;
    const [, found] = NAME.exec(name) ?? [];
    if (found === undefined) return null;
    fields.push({ name: found, value });
  }
  const usual = fields.filter(({ name }) => USUAL.test(name)).length;
  if (usual === 0 || 3 * usual < fields.length) return null;
  // Lines `name:` alone are fields without a value.
  if (fields.every(({ value }) => NAME.test(value) && value.endsWith(":"))) return null;
  const is2 = fields.some(({ name }) => name.startsWith(":"));
  return is2 ? fields : fields.map(({ name, value }) => ({ name: name.toLowerCase(), value }));
}
