/** The page as one file that needs no script: the article, and the style rules that match something in it. */
import { download } from "../ui/download";

/** Even if a value contains markup, nothing is loaded and no script runs. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/** What only works where scripts run. */
const UNSAVED = "button, form, input, [role=status], [data-unsaved]";

export async function savePage(article: HTMLElement, title: string): Promise<void> {
  download(`${slugOf(title)}.html`, "text/html", await pageOf(article, title));
}

/** “rfc-7541-c-6-3-block-3”. */
function slugOf(title: string): string {
  return (
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
      .replaceAll(/^-|-$/g, "") || "block"
  );
}

async function pageOf(article: HTMLElement, title: string): Promise<string> {
  const page = document.implementation.createHTMLDocument(`${title} · HPACK, byte by byte`);
  const copy = page.importNode(article, true);
  page.body.append(copy);
  for (const link of copy.querySelectorAll<HTMLElement>("a[href^='#'], button[data-row]")) linkWithin(copy, link);
  for (const element of copy.querySelectorAll(UNSAVED)) element.remove();
  for (const element of copy.querySelectorAll("[data-tip]")) {
    element.removeAttribute("data-tip");
    element.removeAttribute("aria-description");
  }
  const css = (await sheets()).join("\n").replaceAll(/\/\*[\s\S]*?\*\//g, "");
  const style = matching(css, (selector) => isIn(page, selector));
  // As text: this page's own policy would not let even an unseen document have a style of its own.
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${page.querySelector("title")?.outerHTML}
<style>
${style}
</style>
</head>
${page.body.outerHTML}
</html>
`;
}

/** Links to a step of the page lead there; what leads elsewhere stays as words. */
function linkWithin(copy: Element, link: HTMLElement): void {
  const words = new URLSearchParams(link.getAttribute("href")?.slice(1) ?? "");
  const step = link.dataset.row === undefined ? words.get("step") : String(Number(link.dataset.row) + 1);
  const id = step === null ? "error" : `step-${step}`;
  const isHere = copy.querySelector(`#${CSS.escape(id)}`) !== null;
  const made = copy.ownerDocument.createElement(isHere ? "a" : "span");
  made.className = isHere ? link.className : "mono";
  if (isHere) made.setAttribute("href", `#${id}`);
  for (const name of ["data-kind", "aria-label"]) {
    if (isHere && link.hasAttribute(name)) made.setAttribute(name, link.getAttribute(name) ?? "");
  }
  made.append(...link.childNodes);
  link.replaceWith(made);
}

/**
 * The page's style sheets as they were written: what the browser makes of their rules leaves out a shorthand with a
 * variable if a further declaration changes a part of it.
 */
function sheets(): Promise<string[]> {
  const read = async ({ href, ownerNode }: CSSStyleSheet) =>
    href === null ? (ownerNode?.textContent ?? "") : (await fetch(href)).text();
  return Promise.all([...document.styleSheets].map(read));
}

type Rule = { head: string; body: string | null };

/** The rules of a sheet, or within one of them; a statement has no body. */
function rulesOf(css: string): Rule[] {
  const rules: Rule[] = [];
  for (let from = 0; ; ) {
    const length = css.slice(from).search(/[{;]/);
    if (length < 0) return rules;
    const begin = from + length;
    const head = css.slice(from, begin).trim();
    let end = begin + 1;
    for (let depth = css[begin] === "{" ? 1 : 0; depth > 0 && end < css.length; end += 1) {
      if (css[end] === "{") depth += 1;
      if (css[end] === "}") depth -= 1;
    }
    rules.push({ head, body: css[begin] === "{" ? css.slice(begin + 1, end - 1) : null });
    from = end;
  }
}

/** Those, within their layers and queries, that match an element of the page in one of its states. */
export function matching(css: string, matches: (selector: string) => boolean): string {
  return rulesOf(css)
    .map(({ head, body }) => {
      if (body === null) return head.startsWith("@layer") ? `${head};` : "";
      if (head.startsWith("@page")) return `${head}{${body}}`;
      if (!head.startsWith("@")) return matches(head) ? `${head}{${body}}` : "";
      const inner = /^@(media|layer|container|supports)\b/.test(head) ? matching(body, matches) : "";
      return inner === "" ? "" : `${head}{${inner}}`;
    })
    .join("");
}

const STATES = /::?(before|after|marker|hover|focus|focus-visible|focus-within|active|target)\b/g;

function isIn(page: Document, selector: string): boolean {
  try {
    return page.querySelector(selector.replaceAll(STATES, "") || "*") !== null;
  } catch {
    return false;
  }
}
