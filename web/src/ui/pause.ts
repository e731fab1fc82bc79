import { useEffect, useState } from "react";

/** Acts once nothing has come for a while, such as another letter. */
export class Pause {
  private timer = 0;
  private act: (() => void) | null = null;

  after(milliseconds: number, act: () => void): void {
    this.cancel();
    this.act = act;
    this.timer = window.setTimeout(() => this.end(), milliseconds);
  }

  /** Acts now, if it was going to. */
  end(): void {
    const { act } = this;
    this.cancel();
    act?.();
  }

  cancel(): void {
    clearTimeout(this.timer);
    this.act = null;
  }
}

export function usePause(): Pause {
  return useState(() => new Pause())[0];
}

/** True once `what` has been the same for a while. */
export function useRested(milliseconds: number, what: unknown): boolean {
  const [rested, setRested] = useState<{ what: unknown } | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setRested({ what }), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds, what]);
  return rested !== null && rested.what === what;
}
