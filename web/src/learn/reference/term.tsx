/** A chapter's first mention of a term; the build puts it in. */
import type { ReactNode } from "react";
import { tip } from "../../ui/tip";
import { addressOf } from "../place";
import { slugOf, TERMS } from "./records";
import styles from "./reference.module.css";

export function Term({ name, children }: { name: string; children: ReactNode }) {
  const definition = TERMS.find((term) => term.name === name)?.definition.replaceAll("`", "") ?? "";
  return (
    <a className={styles.term} href={addressOf({ chapter: "glossary", row: slugOf(name) })} {...tip(definition)}>
      {children}
    </a>
  );
}
