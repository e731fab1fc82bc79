/** Components whose scripts are loaded when they are first rendered, or earlier when idle. */
import { type ComponentType, lazy, type ReactNode, Suspense } from "react";

type Load<Props> = () => Promise<ComponentType<Props>>;

/** Marks, invisibly, that a part is being loaded. */
const LOADING = <span hidden data-loading="" />;

const loadingSoon: (() => Promise<unknown>)[] = [];

/**
 * A component in its own file, with `waiting` in its place until it is loaded.
 * After a failure the next attempt loads it again. `soon`: part of the initial
 * view, loaded once that has been drawn.
 */
export function lazyComponent<Props extends object>(
  load: Load<Props>,
  { soon = false, waiting = LOADING }: { soon?: boolean; waiting?: ReactNode } = {},
): ComponentType<Props> {
  const begin = () =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch (reason) {
        Part = begin();
        throw reason;
      }
    });
  let Part = begin();
  if (soon) loadingSoon.push(load);
  return (props: Props) => (
    <Suspense fallback={waiting}>
      <Part {...props} />
    </Suspense>
  );
}

/** Loads the components needed soon; a failed one is loaded again when it is rendered. */
export function loadSoon(): void {
  for (const load of loadingSoon.splice(0)) load().catch(() => {});
}
