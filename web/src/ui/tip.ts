/** Tooltips that say more than what is visible: on hover, on focus and on touch (tips.tsx draws them). */

/** Attributes of the element that has the tooltip; assistive technology reads the text as its description. */
export function tip(text: string | null | undefined) {
  return text == null || text === "" ? {} : { "data-tip": text, "aria-description": text };
}
