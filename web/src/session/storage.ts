/** The browser's storages, as far as they can be used: where site data is blocked, even asking for one throws. */

export type Kept = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Of this machine, until it is taken away. */
export const safeLocalStorage = safely(() => localStorage);
/** Of this tab, until it is closed. */
export const tabKept = safely(() => sessionStorage);

/** Key in the tab's storage of what is open, for a reload. */
export const KEPT = "open";

/** What can't be kept is forgotten with the page. */
export function safely(storage: () => Storage): Kept {
  return {
    getItem: (key) => tried(() => storage().getItem(key)) ?? null,
    setItem: (key, value) => tried(() => storage().setItem(key, value)),
    removeItem: (key) => tried(() => storage().removeItem(key)),
  };
}

function tried<Answer>(use: () => Answer): Answer | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
