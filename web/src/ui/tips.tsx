/**
 * Shows the tooltip of the element under the pointer, of the focused one, or of
 * the touched one. For elements that can't be focused, such as a tag in a row,
 * a command shows the tooltips around the focus.
 */
import { useEffect, useState } from "react";
import { Tooltip, TooltipTriggerStateContext } from "react-aria-components";
import { useCommandHandler } from "./command-handlers";
import styles from "./tips.module.css";

/** Delay of a tooltip on hover, and on touch, milliseconds. */
const HOVER_MS = 600;
const TOUCH_MS = 400;

/** `data-cut`: the element's text may be cut off; its tooltip then shows all of it. */
const TIPPED = "[data-tip], [data-cut]";

/** Lines of a tooltip that explains several elements. */
const LINES = 8;

/** A tooltip without one of the library's triggers must be given its state. */
const OPEN = { isOpen: true, shouldSkipAnimation: true, open: () => {}, close: () => {} };

type Shown = { place: { current: HTMLElement }; text: string };

function visibleText(element: Element): string {
  const copy = element.cloneNode(true) as Element;
  for (const unseen of copy.querySelectorAll(".sr-only")) unseen.remove();
  return copy.textContent.trim();
}

function textOf(element: HTMLElement): string {
  const { tip } = element.dataset;
  if (tip !== undefined) return tip;
  return element.scrollWidth > element.clientWidth + 1 ? visibleText(element) : "";
}

function tipped(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(TIPPED) : null;
}

/** The tooltips in an element, or else in the nearest one around it, with what they explain. */
function explain(from: Element | null): Shown | null {
  for (let around = from; around instanceof HTMLElement; around = around.parentElement) {
    const tips = [around, ...around.querySelectorAll<HTMLElement>(TIPPED)].filter((element) => element.matches(TIPPED));
    const lines = tips.map((element) => {
      const [what, text] = [visibleText(element), textOf(element)];
      // A tooltip with the visible words says nothing more; a cut-off text shows as a whole.
      if (element.dataset.tip === what) return "";
      return what === "" || what === text || text === "" ? text : `${what}: ${text}`;
    });
    const told = [...new Set(lines)].filter((line) => line !== "");
    if (told.length > 0) return { place: { current: around }, text: told.slice(0, LINES).join("\n") };
  }
  return null;
}

export function Tips() {
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => {
    let timer = 0;
    let wanted: HTMLElement | null = null;

    /** Shows the tooltip of an element after a delay; without an element, hides the tooltip at once. */
    function show(element: HTMLElement | null, after: number) {
      if (element === wanted && element !== null) return;
      wanted = element;
      clearTimeout(timer);
      if (element === null) setShown(null);
      else timer = window.setTimeout(() => setShown({ place: { current: element }, text: textOf(element) }), after);
    }

    const hide = () => show(null, 0);
    const listeners: { [name: string]: (event: Event) => void } = {
      pointerover: (event) => {
        if (event instanceof PointerEvent && event.pointerType === "mouse") show(tipped(event.target), HOVER_MS);
      },
      pointerdown: (event) => {
        hide();
        if (event instanceof PointerEvent && event.pointerType === "touch") show(tipped(event.target), TOUCH_MS);
      },
      focusin: (event) => {
        const element = tipped(event.target);
        show(element?.matches(":focus-visible") ? element : null, 0);
      },
      focusout: hide,
      keydown: hide,
      scroll: hide,
    };
    for (const [name, listener] of Object.entries(listeners)) document.addEventListener(name, listener, true);
    return () => {
      clearTimeout(timer);
      for (const [name, listener] of Object.entries(listeners)) document.removeEventListener(name, listener, true);
    };
  }, []);
  useCommandHandler("explain", (target) => {
    const active = target?.getAttribute("aria-activedescendant");
    const explained = explain(active == null ? target : document.getElementById(active));
    setShown(explained);
    return explained !== null;
  });
  if (shown === null || !shown.place.current.isConnected || shown.text === "") return null;
  return (
    <TooltipTriggerStateContext value={OPEN}>
      <Tooltip key={shown.text} className={styles.tooltip ?? ""} isOpen triggerRef={shown.place} offset={6}>
        {shown.text}
      </Tooltip>
    </TooltipTriggerStateContext>
  );
}
