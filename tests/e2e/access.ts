/**
 * What a page owes those who use it without a mouse, without sight or with few colors, as far as it can be computed
 * and axe-core does not: one first heading and a title, targets that can be hit, edges of fields and bits that can be
 * seen, separators that say whole numbers, announcements that hold no controls, and marks and selections that outlast
 * the loss of the page's colors.
 */
import type { Page } from "playwright/test";

/** The faults of the page as it stands, as “rule: where”; the same one in many rows is told once. */
export async function accessFaults(page: Page): Promise<string[]> {
  const title = await page.title();
  const look = await page.evaluateHandle(lookFromInside);
  const faults = await look.evaluate((look) => look.faults());
  return /^\S.* · HPACK Inspector$/.test(title) ? faults : [`title: ${title}`, ...faults];
}

/** What can be seen with the page's own colors, and is lost when the system forces its few. */
export async function lostWithForcedColors(page: Page): Promise<string[]> {
  const before = page.viewportSize();
  const look = await page.evaluateHandle(lookFromInside);
  // All of a text that is longer than the window.
  const more = await look.evaluate((look) => look.below());
  if (before !== null && more > 0) await page.setViewportSize({ ...before, height: before.height + more });
  const marks = await look.evaluateHandle((look) => look.marks());
  await page.emulateMedia({ forcedColors: "active" });
  const lostMarks = async () => {
    const places = await look.evaluate((look, marks) => look.places(marks), marks);
    const picture = (await page.screenshot()).toString("base64");
    return look.evaluate((look, { marks, places, picture }) => look.lostMarks(marks, places, picture), {
      marks,
      places,
      picture,
    });
  };
  const lost = await lostMarks();
  // What changes while the picture is taken may not be in it; what is lost for good is not in the next one either.
  const again = lost.length > 0 ? await lostMarks() : [];
  const others = await look.evaluate((look) => [...look.lostDistinctions(), ...look.faults()]);
  await page.emulateMedia({ forcedColors: "none" });
  if (before !== null && more > 0) await page.setViewportSize(before);
  return [...lost.filter((mark) => again.includes(mark)), ...others];
}

/** Runs in the page, and so stands by itself. */
function lookFromInside() {
  type Box = { left: number; top: number; width: number; height: number };
  type Mark = { element: Element; pseudo: string | null };
  const TARGET = 24;
  /** Of what is no text, WCAG 1.4.11. */
  const EDGE = 3;
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });

  function nameOf(element: Element): string {
    const classes = (element.getAttribute("class") ?? "")
      .split(/\s+/)
      .filter((name) => name !== "" && !name.startsWith("react-aria"));
    const parent = element.parentElement?.closest("[class], [id]");
    const parentName = parent === null || parent === undefined ? "" : `${parent.id || parent.getAttribute("class")} > `;
    return `${parentName}${element.tagName.toLowerCase()}.${classes.join(".")}`;
  }

  function isSeen(element: Element): boolean {
    const { width, height } = element.getBoundingClientRect();
    for (let at: Element | null = element; at !== null; at = at.parentElement) {
      // Said to a screen reader alone.
      if (getComputedStyle(at).clipPath === "inset(50%)") return false;
    }
    return element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && width > 1 && height > 1;
  }

  /** Red, green and blue over what lies below. */
  function painted(color: string, below: number[]): number[] {
    if (canvas === null) return below;
    canvas.fillStyle = `rgb(${below.join(" ")})`;
    canvas.fillRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  }

  function groundOf(element: Element | null): number[] {
    if (element === null) return [255, 255, 255];
    return painted(getComputedStyle(element).backgroundColor, groundOf(element.parentElement));
  }

  function luminance(color: number[]): number {
    const [red = 0, green = 0, blue = 0] = color.map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }

  function contrast(one: number[], other: number[]): number {
    const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return (high + 0.05) / (low + 0.05);
  }

  /** A link in a sentence is as high as its line (WCAG 2.5.8). */
  function isInSentence(element: Element): boolean {
    if (!/^inline(-block)?$/.test(getComputedStyle(element).display)) return false;
    if (!element.matches("a, [data-look=link]") || element.matches("td > *, [role=cell] > *")) return false;
    const line = element.closest("p, li, dd, td, th, summary, figcaption, h2, h3");
    return (line?.textContent ?? "").trim() !== (element.textContent ?? "").trim();
  }

  /** What takes the click: a control and its label are one target. */
  function targetOf(element: Element): Element {
    return (element.matches("input, select") && element.closest("label")) || element;
  }

  function faults(): string[] {
    const found = new Set<string>();
    const headings = [...document.querySelectorAll("h1")].map((heading) => heading.textContent);
    if (headings.length !== 1) found.add(`first headings: ${headings.join(", ")}`);

    const CONTROLS = "a[href], button, input, select, textarea, summary, [role=tab], [role=option], [role=menuitem]";
    for (const element of document.querySelectorAll(CONTROLS)) {
      if (!isSeen(element) || element.matches(":disabled")) continue;
      const { width, height } = targetOf(element).getBoundingClientRect();
      const isSmall = Math.min(width, height) < TARGET - 0.5;
      if (isSmall && !isInSentence(element))
        found.add(`target of ${Math.round(width)} × ${Math.round(height)}: ${nameOf(element)}`);
    }

    const FIELDS = "input:not([type=checkbox], [type=radio], [type=range], [type=file]), select, textarea";
    for (const element of document.querySelectorAll(FIELDS)) {
      // What can't be used need not stand out (WCAG 1.4.11).
      if (!isSeen(element) || element.matches(":disabled")) continue;
      // A field without an edge of its own wears that of its label, or of the box that it fills.
      const isBare = Number.parseFloat(getComputedStyle(element).borderBottomWidth) === 0;
      const edged = (isBare && (element.closest("label") ?? element.parentElement)) || element;
      const style = getComputedStyle(edged);
      const below = groundOf(edged.parentElement);
      const ground = painted(style.backgroundColor, below);
      const edge = Number.parseFloat(style.borderBottomWidth) > 0 ? painted(style.borderBottomColor, below) : ground;
      if (Math.max(contrast(edge, below), contrast(ground, below)) < EDGE) found.add(`edge: ${nameOf(element)}`);
    }

    for (const element of document.querySelectorAll("[role=separator]")) {
      const values = ["aria-valuenow", "aria-valuemin", "aria-valuemax"].map((name) => element.getAttribute(name));
      const isWhole = values.every((value) => value !== null && /^\d+$/.test(value));
      if (!isWhole || !element.getAttribute("aria-label")) found.add(`separator: ${values.join(" ")}`);
    }

    for (const element of document.querySelectorAll(
      ":is([role=status], [role=alert], [aria-live]:not([aria-live=off])) :is(a[href], button, input, select, textarea)",
    )) {
      found.add(`control in an announcement: ${nameOf(element)}`);
    }

    // The bits that say what follows are told apart by their edges, too.
    for (const bit of document.querySelectorAll("[data-as=pattern], [data-as=flag]")) {
      if (!isSeen(bit)) continue;
      const below = groundOf(bit.parentElement);
      const edge = painted(getComputedStyle(bit).borderTopColor, below);
      if (contrast(edge, below) < EDGE) found.add(`edge of ${contrast(edge, below).toFixed(1)}: ${nameOf(bit)}`);
    }
    return [...found];
  }

  /** Where it is drawn; a pseudo-element has a place only where it is taken out of the flow. */
  function boxOf({ element, pseudo }: Mark): Box {
    const { left, top, width, height } = element.getBoundingClientRect();
    if (element instanceof SVGElement) {
      // A shape's box leaves out half of its line.
      const isEmpty = width === 0 && height === 0;
      const half = isEmpty ? 0 : (Number.parseFloat(getComputedStyle(element).strokeWidth) || 0) / 2;
      return { left: left - half, top: top - half, width: width + 2 * half, height: height + 2 * half };
    }
    if (pseudo === null) return { left, top, width, height };
    const style = getComputedStyle(element, pseudo);
    const [x = 0, y = 0, wide = 0, high = 0] = [style.left, style.top, style.width, style.height].map(
      Number.parseFloat,
    );
    return { left: left + element.clientLeft + x, top: top + element.clientTop + y, width: wide, height: high };
  }

  /** Whether what is painted, apart from text, stands out from what lies below. */
  function standsOut({ element, pseudo }: Mark): boolean {
    const style = getComputedStyle(element, pseudo);
    const below = groundOf(pseudo === null ? element.parentElement : element);
    const colors = [style.backgroundColor];
    if (style.backgroundImage.includes("gradient")) colors.push(style.color);
    for (const side of ["top", "right", "bottom", "left"]) {
      const isDrawn = Number.parseFloat(style.getPropertyValue(`border-${side}-width`)) > 0;
      if (isDrawn) colors.push(style.getPropertyValue(`border-${side}-color`));
    }
    if (element instanceof SVGElement) colors.push(...[style.fill, style.stroke].filter((color) => color !== "none"));
    return colors.some((color) => contrast(painted(color, below), below) >= 2);
  }

  /** Whether its middle is in view, and under nothing. */
  function isInView(mark: Mark): boolean {
    const { left, top, width, height } = boxOf(mark);
    if (width === 0 && height === 0) return false;
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return hit !== null && (mark.element.contains(hit) || hit === mark.element.parentElement);
  }

  /** Pixels of a text that scrolls, out of view; lists draw their rows as they come into view, and are left out. */
  function below(): number {
    const texts = [...document.querySelectorAll("[data-document]")];
    return Math.max(0, ...texts.map((text) => text.scrollHeight - text.clientHeight));
  }

  /** What speaks without words: bars, lines, patterns, marks of kinds, separators. */
  function marks(): Mark[] {
    const found: Mark[] = [];
    const SHAPES = "rect, circle, path, line, polyline, polygon";
    for (const element of document.body.querySelectorAll("*")) {
      const isShape = element instanceof SVGElement;
      if (isShape ? !element.matches(SHAPES) : !isSeen(element) && !element.matches("[role=separator]")) continue;
      const own: Mark = { element, pseudo: null };
      const isLeaf = element.childNodes.length === 0 && !element.matches("input, select, textarea, progress");
      if (isLeaf && (standsOut(own) || element.matches("[role=separator]")) && isInView(own)) found.push(own);
      for (const pseudo of isShape ? [] : ["::before", "::after"]) {
        const style = getComputedStyle(element, pseudo);
        const drawn: Mark = { element, pseudo };
        if (style.content === '""' && style.position === "absolute" && standsOut(drawn) && isInView(drawn))
          found.push(drawn);
      }
    }
    return found;
  }

  /** Where the marks are drawn, of those that are in view now. */
  function places(marks: Mark[]): (Box | null)[] {
    return marks.map((mark) => (isInView(mark) ? boxOf(mark) : null));
  }

  /** Those of the marks that the picture of the page does not show. */
  async function lostMarks(marks: Mark[], places: (Box | null)[], picture: string): Promise<string[]> {
    const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const paper = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d", { willReadFrequently: true });
    paper?.drawImage(bitmap, 0, 0);
    const found = new Set<string>();
    for (const [number, mark] of marks.entries()) {
      const { element, pseudo } = mark;
      const { left, top, width, height } = boxOf(mark);
      // What is computed meanwhile moves others: they were in another place when the picture was taken, or out of view.
      const place = places[number];
      if (!element.isConnected || !isInView(mark)) continue;
      if (place?.left !== left || place.top !== top || place.width !== width || place.height !== height) continue;
      const from = [Math.floor(left), Math.floor(top)] as const;
      const size = [
        Math.max(Math.ceil(left + width) - from[0], 1),
        Math.max(Math.ceil(top + height) - from[1], 1),
      ] as const;
      const below = groundOf(pseudo === null ? element.parentElement : element);
      const pixels = paper?.getImageData(...from, ...size).data ?? [];
      let most = 1;
      for (let at = 0; at < pixels.length && most < EDGE; at += 4)
        most = Math.max(most, contrast([...pixels.slice(at, at + 3)], below));
      if (most < EDGE) found.add(`not seen: ${nameOf(element)}${pseudo ?? ""}`);
    }
    return [...found];
  }

  /** What is selected, current or faulty, and looks like what is not. */
  function lostDistinctions(): string[] {
    const LOOKS = [
      ...["backgroundColor", "color", "fontWeight", "outlineStyle", "textDecorationLine"],
      ...[
        "borderBottomColor",
        "borderBottomStyle",
        "borderLeftColor",
        "borderLeftStyle",
        "borderLeftWidth",
        "strokeWidth",
      ],
    ] as (keyof CSSStyleDeclaration)[];
    const DISTINCT = [
      ...["[aria-selected=true]", "[aria-current]:not([aria-current=false])", "[aria-pressed=true]", "[data-selected]"],
      ...["[data-here]", "[data-current]", "[data-chosen]", "[data-state=taken]", "[data-taken]", "[data-reached]"],
      ...["[data-best]", "[data-new]", "[data-inserted]", "[data-referred]", "[data-error]", "[data-broken]"],
    ].join();
    const looksOf = (element: Element) => {
      const style = getComputedStyle(element);
      return [...LOOKS.map((look) => style[look]), getComputedStyle(element, "::before").backgroundColor].join(" ");
    };
    const firstClass = (element: Element) => element.classList[0];
    const found = new Set<string>();
    for (const element of document.querySelectorAll(DISTINCT)) {
      if (!element.checkVisibility()) continue;
      const role = element.getAttribute("role");
      const others = [...(element.parentElement?.parentElement?.querySelectorAll(element.tagName) ?? [])];
      const like = others.filter(
        (other) =>
          !other.matches(DISTINCT) && other.getAttribute("role") === role && firstClass(other) === firstClass(element),
      );
      if (like.some((other) => looksOf(other) === looksOf(element)))
        found.add(`not told apart: ${nameOf(element)}: ${element.textContent?.slice(0, 30)}`);
    }
    return [...found];
  }

  return { faults, below, marks, places, lostMarks, lostDistinctions };
}
