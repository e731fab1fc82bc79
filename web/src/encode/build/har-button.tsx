/** Header lists out of a HAR archive: each becomes a block. */
import { useRef, useState } from "react";
import { useInspector } from "../../inspect/inspector";
import { PageDialog } from "../../ui/dialog";
import { counted } from "../../ui/figures";
import { useComposer } from "../composer";
import { appendBlocks } from "../composition";

type Lists = [name: string, value: string][][];

export function HarButton() {
  const composer = useComposer();
  const { client } = useInspector();
  const file = useRef<HTMLInputElement>(null);
  const [lists, setLists] = useState<Lists | null>(null);

  async function read(archive: File) {
    setLists(JSON.parse(await client.core.harLists(archive)) as Lists);
  }

  function take(lists: Lists) {
    composer.update((building) =>
      appendBlocks(
        building,
        lists.map((list) => list.map(([name, value]) => ({ name, value }))),
      ),
    );
    setLists(null);
  }

  return (
    <>
      <button type="button" className="button button-plain" onClick={() => file.current?.click()}>
        HAR…
      </button>
      <input
        ref={file}
        type="file"
        accept=".har,application/json"
        className="sr-only"
        aria-label="HAR archive"
        tabIndex={-1}
        onChange={(event) => {
          const [archive] = event.target.files ?? [];
          if (archive !== undefined) read(archive);
          event.target.value = "";
        }}
      />
      {lists !== null && (
        <PageDialog title="Header lists of the archive" onClose={() => setLists(null)}>
          {lists.length === 0 ? (
            <p>There are no header lists in this file: save an archive (HAR) from a browser's network tools.</p>
          ) : (
            <>
              <p className="dim">
                Each becomes a block behind the others. Requests and responses have tables of their own.
              </p>
              <ul className="har-lists">
                {lists.slice(0, SHOWN).map((list, number) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the lists of a file that stays as it is
                  <li key={number}>
                    <button type="button" className="link" onClick={() => take([list])}>
                      {titleOf(list)}
                    </button>{" "}
                    <span className="dim">{counted(list.length, "field")}</span>
                  </li>
                ))}
              </ul>
              <div className="har-all">
                <button type="button" className="button" onClick={() => take(lists.filter(isRequest))}>
                  All requests
                </button>
                <button type="button" className="button" onClick={() => take(lists.filter((list) => !isRequest(list)))}>
                  All responses
                </button>
              </div>
            </>
          )}
        </PageDialog>
      )}
    </>
  );
}

/** Lists that are offered one by one at most. */
const SHOWN = 200;

function isRequest(list: Lists[number]): boolean {
  return list.some(([name]) => name === ":method");
}

function titleOf(list: Lists[number]): string {
  const value = (name: string) => list.find(([held]) => held === name)?.[1];
  const status = value(":status");
  if (status !== undefined) return `${status} ${value("content-type") ?? ""}`;
  return `${value(":method") ?? ""} ${value(":authority") ?? ""}${value(":path") ?? ""}`;
}
