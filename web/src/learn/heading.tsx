/** A chapter's heading with its address, which scrolls to it. */
import { type ReactNode, useContext, useEffect, useRef } from "react";
import styles from "./learn.module.css";
import { ChapterContext } from "./live/facts";
import { addressOf, PlaceContext } from "./place";
import { slugOf } from "./reference/records";
import { scrollTo } from "./scroll";

export function Heading({ children }: { children?: ReactNode }) {
  const { heading } = useContext(PlaceContext);
  const chapter = useContext(ChapterContext)?.id ?? "";
  const element = useRef<HTMLHeadingElement>(null);
  const slug = slugOf(String(children));
  useEffect(() => {
    if (heading === slug && element.current !== null) scrollTo(element.current);
  }, [heading, slug]);
  return (
    <h2 ref={element} id={slug} className={styles.heading}>
      {children}{" "}
      <a data-only="screen" href={addressOf({ chapter, heading: slug })} aria-label={`Link to “${children}”`}>
        #
      </a>
    </h2>
  );
}
