/** Whether the page is shown inside another page: then it keeps nothing and takes nothing that is dropped. */
let framed = false;

export function isInFrame(): boolean {
  return framed;
}

/** Called before the page is drawn. A test of components runs in a frame itself. */
export function setFramed(now: boolean): void {
  framed = now;
}

/** The page around this one, or the one that opened it. */
export function hostOf(): Window | null {
  return framed ? globalThis.parent : ((globalThis.opener as Window | null | undefined) ?? null);
}
