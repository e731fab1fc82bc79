import { type RefObject, useLayoutEffect } from "react";

let hadFocus = false;

/** Hands the focus on between the text fields for the input, of which one is shown at a time. */
export function useKeptFocus(field: RefObject<HTMLTextAreaElement | null>): void {
  useLayoutEffect(() => {
    const own = field.current;
    if (own !== null && hadFocus && document.activeElement === document.body) {
      own.focus();
      own.setSelectionRange(own.value.length, own.value.length);
    }
    hadFocus = false;
    return () => {
      hadFocus = own !== null && own === document.activeElement;
      // The field that takes its place is there at once, or none does.
      queueMicrotask(() => {
        hadFocus = false;
      });
    };
  }, [field]);
}
