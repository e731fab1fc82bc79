/** The browser's storage, if it can be used: where site data is blocked, even accessing it throws. */
import { isInFrame } from "./framed";

export type SafeStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Kept on this machine. */
export const safeLocalStorage = safeStorage(() => localStorage);
/** Kept until this tab is closed. */
export const safeSessionStorage = safeStorage(() => sessionStorage);

/** Key of the tab's snapshot, for a reload. */
export const SNAPSHOT_KEY = "open";

/** Without storage, nothing is kept beyond the page. */
export function safeStorage(storage: () => Storage): SafeStorage {
  return {
    getItem: (key) => attempt(() => storage().getItem(key)) ?? null,
    setItem: (key, value) => attempt(() => storage().setItem(key, value)),
    removeItem: (key) => attempt(() => storage().removeItem(key)),
  };
}

function attempt<Answer>(use: () => Answer): Answer | undefined {
  try {
    return isInFrame() ? undefined : use();
  } catch {
    return undefined;
  }
}
