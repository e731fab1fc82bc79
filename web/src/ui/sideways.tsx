import { clsx } from "clsx";
import type { HTMLAttributes } from "react";

/** A box in which wide content scrolls, also by keys. */
export function Sideways({ label, className, ...rest }: HTMLAttributes<HTMLDivElement> & { label: string }) {
  return (
    <div
      className={clsx("scroll", className)}
      data-sideways=""
      role="group"
      aria-label={label}
      tabIndex={0}
      {...rest}
    />
  );
}
