/** Components whose scripts are loaded when they are first drawn, or when there is time before that. */
import { type ComponentType, lazy, type ReactNode, Suspense } from "react";

type Load<Props> = () => Promise<ComponentType<Props>>;

/** Stands, unseen, where nothing else says that a part is being loaded. */
const LOADING = <span hidden data-loading="" />;

const loadingSoon: (() => Promise<unknown>)[] = [];

/**
 * A component in a file of its own, with `waiting` in its place until it is there. After a failure the next attempt
 * loads it again. `soon`: it belongs to what is in view at first, and is loaded once that has been drawn.
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

/** Loads what will be wanted soon; what fails is tried again when it is drawn. */
export function loadSoon(): void {
  for (const load of loadingSoon.splice(0)) load().catch(() => {});
}
