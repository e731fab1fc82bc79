import { Dialog, DialogTrigger, Heading } from "react-aria-components";
import { Facts } from "../ui/layout";
import { MenuButton, Popover } from "../ui/menu";
import styles from "./find-field.module.css";

const GRAMMAR: [search: string, what: string][] = [
  ["text", "Text in names and values"],
  ["name: value", "A field; “name:” for any value"],
  ["82 86 or 0x8286", "Bytes"],
  ["index=62", "Fields that refer to an index"],
  ["is=never", "A representation: indexed, incremental, without, never or size-update"],
  ["error=any", "Errors; error=index-out-of-range for one kind"],
  ["a | b", "Any of these"],
  ['"text"', "Exactly this"],
];

export function FindHelp() {
  return (
    <DialogTrigger>
      <MenuButton data-look="icon" aria-label="Search syntax">
        ?
      </MenuButton>
      <Popover placement="bottom start">
        <Dialog className={styles.grammar}>
          <Heading slot="title">Search syntax</Heading>
          <Facts
            look="terms"
            of={GRAMMAR.map(([search, what]) => [
              <span key={search} className="mono">
                {search}
              </span>,
              what,
            ])}
          />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
