/** The page: its head, the open view, and what may be dropped or pasted anywhere on it. */
import { useEffect, useState } from "react";
import { exampleById, FIRST_EXAMPLE } from "./examples/examples";
import { HelpDialog } from "./help/help-dialog";
import { openExample } from "./inspect/examples-menu";
import { InspectView } from "./inspect/inspect-view";
import { Inspector, InspectorContext } from "./inspect/inspector";
import { IntegersView } from "./inspect/integers-view";
import { NavigateContext } from "./navigate";
import { type Link, NO_LINK, parseFragment, type View } from "./session/fragment";
import { ShareDialog } from "./share/share-dialog";
import { ThemeButton } from "./ui/theme";
import { useBringing } from "./use-bringing";
import { useShortcuts } from "./use-shortcuts";
import "./app.css";

const VIEWS: { view: View; title: string }[] = [
  { view: "inspect", title: "Inspect" },
  { view: "integers", title: "Integers" },
];

/** Opens what a link names; a link that names nothing leaves what is open. */
async function follow(inspector: Inspector, link: Link): Promise<void> {
  if (link.text !== null) {
    await inspector.open({ kind: "text", text: link.text }, null, link.options, link.row);
  } else if (link.example !== null && exampleById(link.example) !== null) {
    await openExample(inspector, link.example, link.row);
    if (Object.keys(link.options).length > 0) await inspector.reopen(link.options);
  } else if (Object.keys(link.options).length > 0) {
    await inspector.reopen(link.options);
  }
}

export function App() {
  const [inspector] = useState(() => new Inspector());
  const [link, setLink] = useState<Link>(NO_LINK);
  const [dialog, setDialog] = useState<"help" | "share" | null>(null);
  const dropping = useBringing(inspector, () => navigate("inspect"));
  useShortcuts(inspector, link.view, setDialog);

  useEffect(() => {
    async function begin() {
      await inspector.loadEngines();
      const link = await parseFragment(location.hash);
      setLink(link);
      if (link.text === null && link.example === null) await openExample(inspector, FIRST_EXAMPLE);
      await follow(inspector, link);
    }
    async function again() {
      const link = await parseFragment(location.hash);
      setLink(link);
      await follow(inspector, link);
    }
    begin();
    window.addEventListener("hashchange", again);
    return () => {
      window.removeEventListener("hashchange", again);
      inspector.client.end();
    };
  }, [inspector]);

  function navigate(view: View) {
    if (view === link.view) return;
    // A view of its own in the history, so that «back» leads back.
    history.pushState(null, "", view === "inspect" ? "#" : `#view=${view}`);
    setLink({ ...NO_LINK, view });
  }

  return (
    <InspectorContext value={inspector}>
      <NavigateContext value={navigate}>
        <div className="page">
          <header className="head">
            <h1 aria-label="HPACK Inspector">
              HPACK<span className="head-dot">·</span>
              <span className="head-long">Inspector</span>
            </h1>
            <nav aria-label="Views">
              {VIEWS.map(({ view, title }) => (
                <a
                  key={view}
                  href={view === "inspect" ? "#" : `#view=${view}`}
                  aria-current={view === link.view ? "page" : undefined}
                  onClick={(event) => {
                    event.preventDefault();
                    navigate(view);
                  }}
                >
                  {title}
                </a>
              ))}
            </nav>
            <span className="head-promise">Nothing leaves this page</span>
            <button type="button" className="button" onClick={() => setDialog("share")}>
              Share
            </button>
            <ThemeButton />
            <button
              type="button"
              className="button icon-button"
              aria-label="Help and keys"
              title="Help and keys (?)"
              onClick={() => setDialog("help")}
            >
              ?
            </button>
          </header>
          <main className="view">
            {link.view === "integers" ? <IntegersView octets={link.octets} prefix={link.prefix} /> : <InspectView />}
          </main>
          {dropping && <div className="dropping">Drop to decode</div>}
        </div>
        {dialog === "help" && <HelpDialog onClose={() => setDialog(null)} />}
        {dialog === "share" && <ShareDialog onClose={() => setDialog(null)} />}
      </NavigateContext>
    </InspectorContext>
  );
}
