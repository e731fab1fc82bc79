/** Links to what is open, each with the sensitive fields that it holds. */

import { useContext } from "react";
import { ComposerContext } from "../encode/composer";
import { useInspector } from "../inspect/inspector";
import type { EncodeTab, View } from "../session/fragment";
import { wordsOfSecrets } from "../session/secrets";
import { isOpen } from "../session/session";
import { CopyButton } from "../ui/copy";
import { PageDialog } from "../ui/dialog";
import { count } from "../ui/figures";
import { useAnswer } from "../ui/use-answer";
import { HandOn } from "./hand-on";
import styles from "./share-dialog.module.css";
import { linksOf, type SharedLink } from "./shared-links";

/** Longer links are cut by some programs that they are sent through, characters. */
const LONG_LINK = 8000;

export function ShareDialog({ view, tab, onClose }: { view: View; tab: EncodeTab; onClose: () => void }) {
  const inspector = useInspector();
  const composer = useContext(ComposerContext);
  const links = useAnswer(() => linksOf(view, tab, inspector, composer), [view, tab, inspector, composer]);
  const { input, example } = inspector.store.get();
  return (
    <PageDialog title="Share" onClose={onClose}>
      <div className={styles.share}>
        <p>Everything in a link comes after its “#”, which a browser never sends to a server.</p>
        {view === "inspect" && example === null && input.kind === "file" && (
          <p className="dim">The input is a file, which a link can't carry as a whole.</p>
        )}
        {links === null ? (
          <p role="status">Looking for sensitive fields…</p>
        ) : (
          links.map((link) => <LinkRow key={link.label} {...link} />)
        )}
        {view === "inspect" && isOpen(inspector.store.get()) && <HandOn />}
      </div>
    </PageDialog>
  );
}

function LinkRow({ label, link, note, secrets, isPart }: SharedLink) {
  const isLong = link.length > LONG_LINK;
  return (
    <div className={styles.shareRow}>
      <label>
        <span>{label}</span>
        <input className="control mono" readOnly value={link} onFocus={(event) => event.target.select()} />
      </label>
      <CopyButton text={link} label={`Copy: ${label}`} className="button button-primary">
        Copy
      </CopyButton>
      {secrets.size > 0 ? (
        <p className={styles.shareSecrets}>
          <strong>Holds sensitive fields:</strong> {wordsOfSecrets(secrets)}. Anyone with this link can read the bytes,
          including cookies and tokens.
        </p>
      ) : (
        <p className="dim">No sensitive fields were found in this link.</p>
      )}
      {isPart && <p className="dim">Not all of the input could be decoded, so it may hold more.</p>}
      {(note !== null || isLong) && (
        <p className="dim">
          {note} {isLong && `${count(link.length)} characters: some programs will cut it off.`}
        </p>
      )}
    </div>
  );
}
