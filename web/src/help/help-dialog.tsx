/** What the page is, how it is read, and the keys. */
import { useState } from "react";
import { KINDS } from "../engine/types";
import { setShortcutsOn, shortcutsOn } from "../session/preferences";
import { PageDialog } from "../ui/dialog";
import { KIND_NAMES, KindMark } from "../ui/kind";
import "./help-dialog.css";

const KEYS: [keys: string[], what: string][] = [
  [["←", "→"], "one step back or forward, over block edges"],
  [["[", "]"], "the block before or after"],
  [["!"], "the next fault"],
  [["1", "…", "7"], "to the input, blocks or frames, bytes, fields, step, table, timing"],
  [["8", "/"], "in a capture: to its connections, to finding a text"],
  [["e"], "the examples"],
  [["s"], "share"],
  [["?"], "this help"],
];

const IN_PANES: [keys: string[], what: string][] = [
  [["↑", "↓"], "in blocks and fields: the one above or below"],
  [["←", "→", "↑", "↓"], "in the bytes: the octet beside, above or below"],
  [["Alt", "←"], "back to where a link to another field was followed"],
  [["Home", "End"], "the first or last of a list; of the line, in the bytes"],
  [["Enter"], "in Encode: from the name to the value, and to the next field"],
  [["Alt", "↑", "↓"], "in Encode: moves the field"],
];

export function HelpDialog({ onClose }: { onClose: () => void }) {
  const [on, setOn] = useState(shortcutsOn);
  return (
    <PageDialog title="Help and keys" onClose={onClose}>
      <div className="help">
        <p>
          Paste the bytes of HTTP/2 header blocks: every octet, field, table entry and step is one thing seen from
          several sides. Choose it in any pane and it shows in all. Nothing is sent anywhere: everything is decoded on
          this machine.
        </p>
        <ul className="help-kinds" aria-label="Representations">
          {KINDS.map((kind) => (
            <li key={kind}>
              <KindMark kind={kind} /> {KIND_NAMES[kind]}
            </li>
          ))}
        </ul>
        <p className="dim">
          In the bytes, prefixes and lengths stand bold and strings light. Blocks and steps are counted from 1, octets
          from 0: «3:27» is octet 27 of block 3.
        </p>
        <p>
          Drop a capture (pcap, pcapng, a browser's NetLog, also inside gzip) to see its connections and frames; for TLS
          drop the key log that <code>SSLKEYLOGFILE</code> names with it, before it or after it.
        </p>
        <h3>Several blocks, and more than bytes</h3>
        <ul className="help-list">
          <li>A blank line parts two blocks; «a block a line» works too.</li>
          <li>
            <code>&gt;</code> before a block: sent by the client; <code>&lt;</code>: by the server. Each has its own
            table.
          </li>
          <li>
            <code># SETTINGS_HEADER_TABLE_SIZE 512</code> on a line: acknowledged before the next block.
          </li>
          <li>
            <code># initial table size 256</code> before the first block: the limit from the start.
          </li>
        </ul>
        <h3>Keys</h3>
        <Keys rows={KEYS} />
        <h3>In a pane</h3>
        <Keys rows={IN_PANES} />
        <label className="help-switch">
          <input
            type="checkbox"
            checked={on}
            onChange={(event) => {
              setShortcutsOn(event.target.checked);
              setOn(event.target.checked);
            }}
          />
          Single-key shortcuts
        </label>
      </div>
    </PageDialog>
  );
}

function Keys({ rows }: { rows: [keys: string[], what: string][] }) {
  return (
    <dl className="help-keys">
      {rows.map(([keys, what]) => (
        <div key={what}>
          <dt>{keys.map((key) => (key === "…" ? <span key={key}>…</span> : <kbd key={key}>{key}</kbd>))}</dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  );
}
