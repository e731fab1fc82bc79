/** A chapter's or a page's box, which scrolls, with the contents above the text where they are not next to it. */
import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { Contents } from "./contents";
import styles from "./learn.module.css";

type Props = ComponentProps<"div"> & {
  /** Id of what is open. */
  open: string;
  /** Where the reader is, if the contents are above the text. */
  place: string | null;
};

export function Document({ open, place, children, ...rest }: Props) {
  return (
    <div className={clsx("scroll", styles.chapter)} data-document="" data-prints="" tabIndex={-1} {...rest}>
      {place !== null && (
        <details className={styles.contentsFold} data-only="screen">
          <summary>{place}</summary>
          <Contents open={open} />
        </details>
      )}
      {children}
    </div>
  );
}
