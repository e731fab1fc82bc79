/** A receiver's possible objections to a field that decodes (RFC 9113 §8): not HPACK errors. */

import type { Warning } from "../engine/types";
import { KindMark } from "../ui/kind";
import { Stack } from "../ui/layout";
import { Section, sentence } from "../ui/section";
import { tip } from "../ui/tip";
import styles from "./warnings.module.css";

export function WarningList({ warnings }: { warnings: Warning[] }) {
  if (warnings.length === 0) return null;
  return (
    <Stack as="ul" gap="small" aria-label="Warnings">
      {warnings.map((warning) => (
        <li key={warning.code + warning.message} className={styles.warning}>
          <KindMark kind="warning" />
          <span>
            <span className="dim">Warning, not an HPACK error: </span>
            <strong className="mono">{warning.code}</strong> {sentence(warning.message)}{" "}
            <Section section={warning.section} />
          </span>
        </li>
      ))}
    </Stack>
  );
}

/** In a row of the Fields grid, under its cells. */
export function RowWarning({ warning }: { warning: Warning }) {
  return (
    <span className={styles.rowWarning} {...tip(sentence(warning.message))}>
      <KindMark kind="warning" />
      <span className="sr-only">Warning: </span>
      <strong className="mono">{warning.code}</strong> <span>{warning.section.replace("RFC 9113 ", "")}</span>
    </span>
  );
}
