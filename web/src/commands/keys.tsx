/** The keys of a command, as they are labeled on the keyboard. */
import { Fragment } from "react";
import { Row } from "../ui/layout";
import { keyNames } from "./table";

export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <Row as="span" gap="tight">
      {keys.map((shortcut) => (
        <Fragment key={shortcut}>
          {keyNames(shortcut).map((name) => (
            <kbd key={name}>{name}</kbd>
          ))}
        </Fragment>
      ))}
    </Row>
  );
}
