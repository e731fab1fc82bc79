import { useState } from "react";
import { PageDialog } from "../ui/dialog";
import { KindLegend } from "../ui/kind";
import { Check, Facts, Stack } from "../ui/layout";
import { setShortcutsOn, shortcutsOn } from "../ui/preferences";
import styles from "./help-dialog.module.css";
import { Keys } from "./keys";
import { COMMANDS, WIDGET_KEYS } from "./table";

/** Commands without keys are only in the palette. */
const WITH_KEYS = COMMANDS.filter(({ keys }) => keys.length > 0);

const NOTICES = "third-party-notices.txt";

export function HelpDialog({ onClose }: { onClose: () => void }) {
  const [on, setOn] = useState(shortcutsOn);
  return (
    <PageDialog title="Help and keys" onClose={onClose}>
      <p>
        Paste the bytes of HTTP/2 header blocks. Bytes, fields, table entries and steps are linked: select one in any
        pane and every pane shows it. Everything is decoded on this machine; nothing is sent anywhere.
      </p>
      <KindLegend />
      <p className="dim">
        In the bytes, prefixes and lengths are bold and strings are light. Blocks and steps are numbered from 1, bytes
        from 0: “3:27” is byte 27 of block 3.
      </p>
      <p>
        Drop a capture (pcap, pcapng or a browser's NetLog, gzipped or not) or choose it with “Open…” to see its
        connections and frames. For TLS, add the key log that <code>SSLKEYLOGFILE</code> names: with the capture, before
        it or after it.
      </p>
      <h3>Several blocks, directions and settings</h3>
      <Stack as="ul" gap="tight" className={styles.helpList}>
        <li>Separate blocks with a blank line, or write one block per line.</li>
        <li>
          <code>&gt;</code> before a block marks it as sent by the client, <code>&lt;</code> by the server. Each side
          has its own table.
        </li>
        <li>
          <code># SETTINGS_HEADER_TABLE_SIZE 512</code> on a line of its own changes the limit before the next block.
        </li>
        <li>
          <code># initial table size 256</code> before the first block sets the limit from the start.
        </li>
      </Stack>
      <h3>Keys</h3>
      <KeyList of={WITH_KEYS} />
      <h3>Keys in a pane</h3>
      <KeyList of={WIDGET_KEYS} />
      <Check
        checked={on}
        onChange={(checked) => {
          setShortcutsOn(checked);
          setOn(checked);
        }}
      >
        Single-key shortcuts
      </Check>
      <p>
        This page contains parts of other projects, under{" "}
        <a href={globalThis.fileAddresses?.[NOTICES] ?? `${import.meta.env.BASE_URL}${NOTICES}`} download={NOTICES}>
          their licences
        </a>
        .
      </p>
    </PageDialog>
  );
}

function KeyList({ of }: { of: readonly { title: string; keys: readonly string[] }[] }) {
  return <Facts look="terms" of={of.map(({ title, keys }) => [<Keys key={title} keys={keys} />, title])} />;
}
