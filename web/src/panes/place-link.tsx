/** A link to a byte of another field. */

import { useInspector } from "../session/inspector";
import { placeName } from "../session/place-name";
import { Button } from "../ui/button";

export function PlaceLink(props: {
  to: { block: number; byte: number; row: number };
  label?: string;
  onFollow?: (() => void) | undefined;
}) {
  const inspector = useInspector();
  const name = placeName(props.to);
  return (
    <Button
      look="link"
      className="mono"
      data-row={props.to.row}
      aria-label={props.label === undefined ? undefined : `${name}, ${props.label}`}
      onClick={(event) => {
        event.stopPropagation();
        props.onFollow?.();
        inspector.follow(props.to.row, props.to.byte);
      }}
    >
      {name}
    </Button>
  );
}
