/** The built blocks, opened in a session of their own, for Inspect's panes; one field is selected in both. */
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Reader } from "../../engine/reader";
import { useMeasuringAtRest } from "../../panes/use-measuring-at-rest";
import { Inspector, InspectorContext, useReader, useSession } from "../../session/inspector";
import { useOwnInspector } from "../../session/own-inspector";
import { type Answer, useComposed, useComposer } from "../composer";
import { isEmpty } from "../export/blocks";
import { placeIn, placeOf, selectionOf } from "../shown";

/** Follows links without the browser's history, which has the page's own session. */
class BuiltInspector extends Inspector {
  override async follow(row: number, byte: number | null = null): Promise<void> {
    await this.selectRow(row, byte);
  }
}

export function BuiltSession({ children }: { children: ReactNode }) {
  const composer = useComposer();
  const inspector = useOwnInspector(composer.client, BuiltInspector);
  return (
    <InspectorContext value={inspector}>
      <Opening inspector={inspector} />
      {children}
    </InspectorContext>
  );
}

/** Opens what was encoded, and keeps the selections of the composition and the session the same. */
function Opening({ inspector }: { inspector: Inspector }) {
  const composer = useComposer();
  const building = useComposed((state) => state.building);
  const answer = useComposed((state) => state.answer);
  const reader = useReader();
  const selection = useSession((session) => session.selection);
  const [opened, setOpened] = useState<{ answer: Answer; reader: Reader } | null>(null);
  /** The row of the field that is selected in the composition. */
  const asked = useRef<number | null>(null);
  useMeasuringAtRest();

  useEffect(() => {
    if (answer === null || isEmpty(answer.composed)) return;
    const signal = inspector.begin();
    async function open(answer: Answer) {
      if (inspector.store.get().engines.length === 0) await inspector.loadEngines();
      const text = await composer.write("text", answer.of);
      const place = placeIn(answer.of, composer.store.get().building);
      const row = place && selectionOf(answer.composed, place).row;
      if (await inspector.open({ kind: "text", text }, null, {}, row, signal))
        setOpened({ answer, reader: inspector.store.get().reader });
    }
    open(answer).catch((reason) => composer.fail(reason));
  }, [composer, inspector, answer]);

  useEffect(() => {
    const place = opened && placeIn(opened.answer.of, building);
    if (opened === null || place === null) return;
    const next = selectionOf(opened.answer.composed, place);
    const { block, row } = inspector.store.get().selection;
    asked.current = next.row;
    if (block !== next.block || row !== next.row) inspector.select(next);
  }, [inspector, opened, building]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the session's selection may be newer than the drawn one
  useEffect(() => {
    const { row } = inspector.store.get().selection;
    if (opened?.reader !== reader || row === asked.current) return;
    const place = placeOf(opened.answer.composed, row);
    if (place !== null) composer.select(place);
  }, [composer, inspector, opened, reader, selection]);
  return null;
}
