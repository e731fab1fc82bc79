/** A connection encoded in another way, compared with what was sent. */
import { clsx } from "clsx";
import { useMemo } from "react";
import { curvesOf, directionOf } from "../../address/what-if-choice";
import type { Opened, SessionTotals, WhatIfMenu, WhatIfQuestion } from "../../engine/types";
import { ExamplesMenu } from "../../panes/examples-menu";
import { inputName } from "../../session/input-name";
import { useSession } from "../../session/inspector";
import { WHO } from "../../session/place-name";
import { isOpening } from "../../session/session";
import { counted } from "../../ui/figures";
import { Empty } from "../../ui/pane";
import { BlockPlot } from "./block-plot";
import { ChoiceForm } from "./choice-form";
import { EntriesTable } from "./entries-table";
import { FiguresTable } from "./figures-table";
import { SweepPlot } from "./sweep-plot";
import { useWhatIf, useWhatIfMenu, type WhatIfResult } from "./use-what-if";
import styles from "./what-if.module.css";
import { useWhatIfChoice } from "./what-if-context";

type OpenedSession = Opened & { status: "ok" };

export function WhatIf() {
  const opened = useSession((session) => (session.opened?.status === "ok" ? session.opened : null));
  const busy = useSession(isOpening);
  const menu = useWhatIfMenu();
  if (opened === null || opened.blocks === 0) return busy ? null : <NothingOpen />;
  if (menu === null) return null;
  return <Trying opened={opened} menu={menu} />;
}

function NothingOpen() {
  return (
    <Empty>
      <p>
        No header block is open. Open a session or a capture in Inspect, drop one here, or choose an example: its blocks
        are then encoded again in other ways and compared with what was sent.
      </p>
      <ExamplesMenu />
    </Empty>
  );
}

function Trying({ opened, menu }: { opened: OpenedSession; menu: WhatIfMenu }) {
  const [choice] = useWhatIfChoice();
  const direction = directionOf(choice.side, opened.directions);
  const question: WhatIfQuestion = useMemo(
    () => ({
      direction,
      choices: menu.choices.some(({ id }) => id === choice.choices) ? choice.choices : "always",
      huffman: choice.huffman,
      maximum: choice.maximum,
      curves: curvesOf(choice),
    }),
    [choice, direction, menu],
  );
  const { answer, tried } = useWhatIf(question);
  const isNew = tried !== null && samePlan(tried.question, question);
  return (
    <div className={clsx("scroll column small", styles.whatIf)} data-document="">
      <WhichInput tried={tried} />
      <ChoiceForm opened={opened} menu={menu} direction={direction} sent={answer?.maximums ?? null} />
      <LeftOut opened={opened} direction={direction} answer={answer} />
      {tried === null ? (
        <p className="dim" role="status">
          {answer === null ? "Encoding…" : `Encoding: ${Math.round(100 * answer.triedPart)}% done.`}
        </p>
      ) : (
        <div className={styles.body} aria-busy={!isNew}>
          <FiguresTable tried={tried} menu={menu} isNew={isNew} />
          <SweepPlot answer={answer ?? tried.answer} menu={menu} isNew={isNew} />
          <BlockPlot tried={tried} />
          <EntriesTable tried={tried} />
        </div>
      )}
    </div>
  );
}

/** What is encoded again, and a way to something else. */
function WhichInput({ tried }: { tried: WhatIfResult | null }) {
  const name = useSession(inputName);
  return (
    <div>
      <span className="dim">Encoded again:</span> <strong>{name}</strong>{" "}
      {tried !== null && (
        <span className="dim">
          {counted(tried.answer.blocks, "block")}, {counted(tried.answer.sent.fields, "field")}
        </span>
      )}{" "}
      <ExamplesMenu />
    </div>
  );
}

/** True if two questions differ in nothing but the curves. */
function samePlan(one: WhatIfQuestion, other: WhatIfQuestion): boolean {
  return JSON.stringify({ ...one, curves: [] }) === JSON.stringify({ ...other, curves: [] });
}

/** Sentences about what can't be encoded again. */
function LeftOut({
  opened,
  direction,
  answer,
}: {
  opened: SessionTotals;
  direction: number;
  answer: ReturnType<typeof useWhatIf>["answer"];
}) {
  if (answer === null) return null;
  const { unknown, undecodableBlocks: errors, tooLarge, losses, bytes } = answer.leftOut;
  const who = WHO[opened.directions[direction]?.sender ?? "unknown"];
  const parts = [
    unknown > 0 && `${counted(unknown, "field")} whose name or value is unknown`,
    errors > 0 && `what follows the error in ${counted(errors, "block")}`,
    tooLarge > 0 && `${counted(tooLarge, "block")} with more than 16 MiB of names and values`,
  ].filter((part) => part !== false);
  if (parts.length === 0 && losses === 0) return null;
  return (
    <p className={styles.leftOut}>
      {parts.length > 0 &&
        `Left out on both sides of the comparison: ${parts.join(", ")}; ${counted(bytes, "byte")} that the ${who} sent. `}
      {losses > 0 && `Blocks are missing in ${counted(losses, "place")}; they are not part of the comparison either.`}
    </p>
  );
}
