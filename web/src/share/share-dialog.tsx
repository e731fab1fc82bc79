/** Links to the open view, each with its values that may be sensitive. */

import type { EncodeTab, View } from "../address/link";
import { useComposer } from "../encode/composer";
import { usePageInspector } from "../session/inspector";
import { wordsOfSecrets } from "../session/secrets";
import { hasBlocks } from "../session/session";
import { Field, Input } from "../ui/control";
import { CopyButton } from "../ui/copy";
import { PageDialog } from "../ui/dialog";
import { count } from "../ui/figures";
import { ExportForm } from "./export-form";
import { useLongAnswer, WaitingFor } from "./long-answer";
import styles from "./share-dialog.module.css";
import { linksOf, type SharedLink } from "./shared-links";

/** Longer links are truncated by some programs that they are sent through, characters. */
const LONG_LINK = 8000;

export function ShareDialog({ view, tab, onClose }: { view: View; tab: EncodeTab; onClose: () => void }) {
  const inspector = usePageInspector();
  const composer = useComposer();
  const session = inspector.store.get();
  const [links, waiting] = useLongAnswer(
    (asked) => linksOf(view, tab, inspector, composer, asked),
    [view, tab, inspector, session, composer],
  );
  const { input, example } = session;
  const isOfSession = view === "inspect" || view === "explain";
  const hasParts = isOfSession && hasBlocks(session);
  return (
    <PageDialog title="Share" onClose={onClose}>
      <p>Everything in a link comes after its “#”, which a browser never sends to a server.</p>
      {hasParts && <ExportForm />}
      {isOfSession && example === null && input.kind === "file" && (
        <p className="dim">The input is a file, which a link can't carry as a whole.</p>
      )}
      {links === null ? (
        <WaitingFor waiting={waiting}>Looking for values that may be sensitive…</WaitingFor>
      ) : (
        links.map((link) => <LinkRow key={link.label} {...link} look={hasParts ? undefined : "primary"} />)
      )}
    </PageDialog>
  );
}

function LinkRow({ label, link, note, secrets, hasText, look }: SharedLink & { look: "primary" | undefined }) {
  const isLong = link.length > LONG_LINK;
  return (
    <div className={styles.shareRow}>
      <Field>
        {label}
        <Input readOnly value={link} onFocus={(event) => event.target.select()} />
      </Field>
      <CopyButton look={look} text={link} label={`Copy: ${label}`}>
        Copy
      </CopyButton>
      {secrets.size > 0 && (
        <p className={styles.shareSecrets}>
          <strong>Contains values that may be sensitive:</strong> {wordsOfSecrets(secrets)}. Anyone with this link can
          read them.
        </p>
      )}
      {hasText && <p className="dim">Contains the whole pasted text, with all labels and comments.</p>}
      {(note !== null || isLong) && (
        <p className="dim">
          {note} {isLong && `${count(link.length)} characters: some programs will cut it off.`}
        </p>
      )}
    </div>
  );
}
