/**
 * What does not fit: text that is cut off, text over other text, and what sticks out of its box or of the window.
 * Read off the laid-out page, so that it holds of every view without knowing any.
 */
import type { Page } from "playwright/test";

export type GeometryFault = {
  /** What is wrong with which element, without figures. */
  what: string;
  /** The text that it is about, or figures. */
  words: string;
};

/** The faults of the page as it stands; the same one in many rows is told once. */
export async function faultsOf(page: Page): Promise<GeometryFault[]> {
  await settled(page);
  return page.evaluate(findFaults);
}

/** Waits until all parts are loaded, the panes have taken their sizes and the lists their rows. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    let before = -1;
    for (let frames = 0; frames < 40; frames += 1) {
      do {
        await frame();
        await frame();
      } while (document.querySelector("[data-loading]") !== null);
      const elements = document.getElementsByTagName("*").length;
      if (elements === before) return;
      before = elements;
    }
  });
}

/** Runs in the page, and so stands by itself. */
function findFaults(): GeometryFault[] {
  /** Half pixels, and the empty side of a letter. */
  const SLACK = 1.5;
  /** What is cut with an ellipsis shows at least this much, about five letters. */
  const LEAST = 40;
  /** Made to be moved sideways: a row of bars, of cells, of bits, and wide tables of figures. */
  const SIDEWAYS = "[data-sideways], pre";
  type Edges = { left: number; right: number; top: number; bottom: number };
  type Context = {
    /** What cuts off for good: nothing brings it into view. */
    cut: Edges;
    /** What is seen now, where a scroller shows a part. */
    seen: Edges;
    /** The element that ends its line with an ellipsis, where the text is in its own line. */
    ellipsis: Element | null;
    /** The element that ends its last line so. */
    clamp: Element | null;
    /** The nearest box with an edge or a ground of its own. */
    painted: Element | null;
    /** The nearest element that lies over others. */
    layer: Element | null;
    titled: boolean;
  };
  type Text = Edges & { words: string; element: Element; layer: Element | null };
  const found = new Map<string, string>();
  const texts: Text[] = [];
  const NONE: Edges = {
    left: Number.NEGATIVE_INFINITY,
    right: Number.POSITIVE_INFINITY,
    top: Number.NEGATIVE_INFINITY,
    bottom: Number.POSITIVE_INFINITY,
  };
  const canvas = document.createElement("canvas").getContext("2d");

  function nameOf(element: Element): string {
    const names = [];
    for (let at: Element | null = element; at !== null && names.length < 3; at = at.parentElement) {
      const classes = [...at.classList].filter((name) => !/^react-aria/.test(name)).slice(0, 2);
      const id = at.id !== "" && !/\d|react|:/.test(at.id) ? `#${at.id}` : "";
      if (id === "" && classes.length === 0 && names.length > 0) continue;
      names.unshift(`${at.tagName.toLowerCase()}${id}${classes.map((name) => `.${name}`).join("")}`);
      if (id !== "") break;
    }
    return names.join(" ");
  }

  function report(what: string, element: Element, words: string): void {
    const key = `${what}: ${nameOf(element)}`;
    const shown = words.trim().replaceAll(/\s+/g, " ").slice(0, 60);
    if (!found.has(key)) found.set(key, shown);
  }

  function within(one: Edges, other: Edges): Edges {
    return {
      left: Math.max(one.left, other.left),
      right: Math.min(one.right, other.right),
      top: Math.max(one.top, other.top),
      bottom: Math.min(one.bottom, other.bottom),
    };
  }

  function isCut(box: Edges, by: Edges, slack = SLACK): boolean {
    return (
      box.left < by.left - slack ||
      box.right > by.right + slack ||
      box.top < by.top - slack - 1 ||
      box.bottom > by.bottom + slack + 1
    );
  }

  /** What stands in a control and does not fit: it has no way to say that there is more. */
  function checkControl(element: Element, style: CSSStyleDeclaration): void {
    if (canvas === null) return;
    canvas.font = style.font;
    const box = element.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
    if (element instanceof HTMLSelectElement) {
      const words = element.selectedOptions[0]?.textContent?.trim() ?? "";
      // It may end with an ellipsis: opened, it says all. Besides the text there is the arrow.
      if (style.textOverflow !== "ellipsis" && canvas.measureText(words).width > box - 14)
        report("choice cut off", element, words);
    } else if (element instanceof HTMLInputElement) {
      if (["checkbox", "radio", "range", "file"].includes(element.type)) return;
      const room = element.type === "search" ? box - 2 : box;
      const words = element.value === "" ? element.placeholder : element.inputMode === "numeric" ? element.value : "";
      if (canvas.measureText(words).width > room + SLACK) report("input cut off", element, words);
    }
  }

  function checkText(node: Text_, element: Element, context: Context): void {
    const words = node.data;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      if (rect.width < 1 || rect.height < 1) continue;
      const { cut, painted, layer } = context;
      // A browser cuts with an ellipsis what is wider by a fraction of a pixel.
      const slack = context.ellipsis === null ? SLACK : 0.5;
      const isWide = rect.left < cut.left - slack || rect.right > cut.right + slack;
      const ellipsis = isWide ? context.ellipsis : rect.bottom > cut.bottom + SLACK ? context.clamp : null;
      if (ellipsis !== null) {
        const line = ellipsis.textContent ?? "";
        if (ellipsis.clientWidth < LEAST) report("cut to a letter or two", element, line);
        const isWhole = ellipsis.hasAttribute("data-cut") || ellipsis.getAttribute("data-tip") === line;
        // A value that is all digits is a text, and its tooltip shows the whole.
        if (!isWhole && /^[\d\s.,:·…–+−-]*\s?(B|kB|MB|GB|ns|µs|ms|s|%)?$/.test(line))
          report("digits cut off", element, line);
        else if (!context.titled && ellipsis.querySelector("[data-tip], [data-cut]") === null)
          report("cut with an ellipsis, and nothing says the whole", element, line);
      } else if (isCut(rect, cut)) {
        report(isWide ? "text cut off" : "line cut off", element, words);
      } else if (painted !== null && isCut(rect, painted.getBoundingClientRect(), SLACK + 0.5)) {
        report(`text sticks out of ${nameOf(painted)}`, element, words);
      }
      const seen = within(rect, context.seen);
      if (seen.right - seen.left > 2 && seen.bottom - seen.top > 2) texts.push({ ...seen, words, element, layer });
    }
  }

  type Text_ = globalThis.Text;
  const GRAPHICS = new Set(["svg", "progress", "meter", "canvas", "img", "input", "select", "textarea", "button"]);

  function visit(element: Element, flow: Context, positioned: Context): void {
    const style = getComputedStyle(element);
    if (style.display !== "contents" && !element.checkVisibility({ opacityProperty: true })) return;
    const box = element.getBoundingClientRect();
    // Said to a screen reader alone.
    if (style.clipPath === "inset(50%)") return;
    const base =
      style.position === "fixed"
        ? { ...root, painted: null, layer: element }
        : style.position === "absolute"
          ? { ...positioned, ellipsis: null }
          : flow;
    const context: Context = { ...base, titled: base.titled || element.matches("[data-tip], [data-cut]") };
    const tag = element.tagName.toLowerCase();
    const isInline = style.display === "inline" || style.display === "contents";
    if (!isInline) context.ellipsis = null;
    if (!isInline) context.clamp = null;
    if (style.position !== "static" && (style.position === "sticky" || style.zIndex !== "auto"))
      context.layer = element;
    if (GRAPHICS.has(tag) && box.width > 0 && !(element instanceof SVGElement && element.ownerSVGElement !== null)) {
      if (isCut(box, base.cut, 2))
        report("cut off", element, element.getAttribute("aria-label") ?? element.textContent ?? "");
    }
    // Text without a color, and the letters under a field, are there for highlights alone; they scroll along with it.
    const isHidden =
      style.visibility !== "visible" || style.color === "rgba(0, 0, 0, 0)" || element.matches("[data-mirror]");
    if (!isHidden) checkControl(element, style);
    if (tag === "select" || tag === "textarea" || tag === "input") return;
    if (!isInline && !(element instanceof SVGElement)) {
      const isPainted =
        !/^(transparent|rgba\(.*, 0\))$/.test(style.backgroundColor) ||
        ["Left", "Right"].some(
          (side) => Number.parseFloat(style.getPropertyValue(`border-${side.toLowerCase()}-width`)) > 0,
        );
      if (isPainted) context.painted = element;
      clip(element, style, context, box);
    } else if (tag === "svg" && style.overflowX === "hidden") {
      context.cut = within(context.cut, box);
    }
    const inner =
      style.position === "static" && style.transform === "none" && style.containerType === "normal"
        ? positioned
        : context;
    for (const child of element.childNodes) {
      if (child instanceof Element) visit(child, context, inner);
      else if (!isHidden && child instanceof Text && child.data.trim() !== "") checkText(child, element, context);
    }
  }

  /** How the element's overflow changes what of its content can be seen. */
  function clip(element: Element, style: CSSStyleDeclaration, context: Context, box: DOMRect): void {
    const { overflowX, overflowY } = style;
    if (overflowX === "visible" && overflowY === "visible") return;
    const left = box.left + element.clientLeft;
    const top = box.top + element.clientTop;
    const inside: Edges = { left, right: left + element.clientWidth, top, bottom: top + element.clientHeight };
    const clipX = overflowX === "hidden" || overflowX === "clip";
    const clipY = overflowY === "hidden" || overflowY === "clip";
    const scrolls = !clipX || !clipY;
    if (scrolls && element.clientWidth > 0 && isCut(box, context.cut, 2))
      report("cut off", element, "a part that scrolls");
    const isWide = !clipX && overflowX !== "visible" && element.scrollWidth > element.clientWidth + SLACK;
    if (isWide && !element.matches(SIDEWAYS))
      report("scrolls sideways", element, `${element.scrollWidth} px in ${element.clientWidth} px`);
    context.cut = {
      left: clipX ? Math.max(context.cut.left, inside.left) : NONE.left,
      right: clipX ? Math.min(context.cut.right, inside.right) : NONE.right,
      top: clipY ? Math.max(context.cut.top, inside.top) : NONE.top,
      bottom: clipY ? Math.min(context.cut.bottom, inside.bottom) : NONE.bottom,
    };
    context.seen = within(context.seen, inside);
    if (clipX && style.textOverflow === "ellipsis") context.ellipsis = element;
    context.clamp = clipY && style.webkitLineClamp !== "none" ? element : null;
    if (scrolls) context.painted = null;
  }

  /** Two texts in one place, neither of which lies over the other on purpose. */
  function checkOverlaps(): void {
    texts.sort((one, other) => one.top - other.top);
    for (const [at, one] of texts.entries()) {
      for (let next = at + 1; next < texts.length; next += 1) {
        const other = texts[next];
        if (other === undefined || other.top > one.bottom - 2) break;
        // Of a line that ends with an ellipsis the browser tells both what is shown and the whole.
        if (other.layer !== one.layer || other.element === one.element) continue;
        const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
        const least = Math.min(one.bottom - one.top, other.bottom - other.top);
        if (wide > 2 && high > 0.4 * least)
          report(`text over “${other.words.trim().slice(0, 30)}”`, one.element, one.words);
      }
    }
  }

  const view: Edges = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const cut: Edges = { ...NONE, left: 0, right: innerWidth };
  const root: Context = { cut, seen: view, ellipsis: null, clamp: null, painted: null, layer: null, titled: false };
  const page = document.documentElement;
  if (page.scrollWidth > innerWidth) report("the page is wider than the window", page, `${page.scrollWidth} px`);
  if (page.scrollHeight > innerHeight) report("the page is higher than the window", page, `${page.scrollHeight} px`);
  visit(document.body, root, root);
  checkOverlaps();
  return Array.from(found, ([what, words]) => ({ what, words }));
}
