/** Links to where the selected field's name and value were sent, and back. */

import type { Origin, StepContent } from "../engine/types";
import { useSession } from "../session/inspector";
import { useWayBack } from "../session/trail";
import { IMPOSSIBLE, type UnknownWords } from "../session/unknown";
import { Button } from "../ui/button";
import { Facts } from "../ui/layout";
import { Unknown } from "../ui/tag";
import { tip } from "../ui/tip";
import { PinForm } from "./lazy-panes";
import { PlaceLink } from "./place-link";

export function WayBack() {
  const opening = useSession((session) => session.opening);
  if (!useWayBack(opening)) return null;
  return (
    <Button {...tip("Alt+Left")} onClick={() => history.back()}>
      <span aria-hidden="true">←</span> Back
    </Button>
  );
}

export function ProvenanceOf({ step, words }: { step: StepContent; words: UnknownWords }) {
  const { explanation, provenance } = step;
  if (explanation === null || provenance === null) return null;
  const { row } = explanation;
  const { name, value } = provenance;
  const isHere = (origin: Origin) => origin.at === "literal" && origin.row === row;
  if (isHere(name) && isHere(value)) return null;
  const positions = new Set([name, value].flatMap((origin) => (origin.at === "unknown" ? [origin.position] : [])));
  return (
    <>
      <Facts
        label="Where it comes from"
        of={[
          ["Name", <OriginText key="name" origin={name} of="name" row={row} words={words} />],
          ["Value", <OriginText key="value" origin={value} of="value" row={row} words={words} />],
        ]}
      />
      {[...positions].map((position) => (
        <PinForm key={position} block={explanation.block} position={position} />
      ))}
    </>
  );
}

function OriginText(props: { origin: Origin; of: "name" | "value"; row: number | null; words: UnknownWords }) {
  const { origin, of, row } = props;
  switch (origin.at) {
    case "static":
      return <>static table, index {origin.index}</>;
    case "literal":
      if (origin.row === row) return <>in this field, byte {origin.byte}</>;
      return (
        <>
          sent at <PlaceLink to={origin} label={`go to where the ${of} was sent`} />
        </>
      );
    case "given":
      return <>given as an entry at the start</>;
    case "unknown":
      return <Unknown>{props.words.unknown}</Unknown>;
    case "impossible":
      return <Unknown data-how="impossible">{IMPOSSIBLE}</Unknown>;
  }
}
