/** Links: with the input in them, or without. */
import { useEffect, useState } from "react";
import { useInspector } from "../inspect/inspector";
import { NO_LINK, printFragment, type View } from "../session/fragment";
import { CopyButton } from "../ui/copy";
import { PageDialog } from "../ui/dialog";
import { count } from "../ui/figures";
import "./share-dialog.css";

/** Longer links are cut by some programs that they are sent through, characters. */
const LONG_LINK = 8000;

export function ShareDialog({ view, onClose }: { view: View; onClose: () => void }) {
  const { store } = useInspector();
  const [links, setLinks] = useState<{ whole: string | null; bare: string } | null>(null);
  const { input, example, options, selection } = store.get();

  useEffect(() => {
    let live = true;
    async function make() {
      const base = location.href.replace(/#.*/, "");
      const common = { ...NO_LINK, options, row: selection.row };
      const bare = await printFragment({ ...NO_LINK, options });
      const whole =
        example !== null
          ? await printFragment({ ...common, example })
          : input.kind === "text"
            ? await printFragment({ ...common, text: input.text })
            : null;
      if (live) setLinks({ whole: whole === null ? null : `${base}#${whole}`, bare: `${base}#${bare}` });
    }
    make();
    return () => {
      live = false;
    };
  }, [input, example, options, selection.row]);

  return (
    <PageDialog title="Share" onClose={onClose}>
      <div className="share">
        <p>What a link says stands after its «#», which a browser never sends to a server.</p>
        {view !== "inspect" && (
          <LinkRow label="Link to this place" link={location.href} note="What stands in the address." />
        )}
        {links !== null && view === "inspect" && (
          <>
            {links.whole === null ? (
              <p className="dim">The input is a file; a link can't carry it.</p>
            ) : (
              <LinkRow
                label={example === null ? "Link with the input in it" : "Link to this example and step"}
                link={links.whole}
                note={
                  example === null
                    ? `Whoever has the link has the bytes: headers hold cookies and tokens. ${count(links.whole.length)} characters${links.whole.length > LONG_LINK ? ": some programs will cut it" : ""}.`
                    : null
                }
              />
            )}
            <LinkRow label="Link without the input" link={links.bare} note="The page and how it decodes, not what." />
          </>
        )}
      </div>
    </PageDialog>
  );
}

function LinkRow({ label, link, note }: { label: string; link: string; note: string | null }) {
  return (
    <div className="share-row">
      <label>
        <span>{label}</span>
        <input className="control mono" readOnly value={link} onFocus={(event) => event.target.select()} />
      </label>
      <CopyButton text={link} label={`Copy: ${label}`} className="button button-primary">
        Copy
      </CopyButton>
      {note !== null && <p className="dim">{note}</p>}
    </div>
  );
}
