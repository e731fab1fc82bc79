/** The examples, listed below their button. */
import type { RefObject } from "react";
import { Header, Menu, MenuItem, MenuSection, Popover } from "react-aria-components";
import { useNavigate } from "../app/app-context";
import { EXAMPLE_GROUPS } from "../examples/examples";
import { useInspector, useSession } from "./inspector";
import { openExample } from "./open-example";

export function ExamplesList(props: {
  button: RefObject<HTMLElement | null>;
  /** Whether the keyboard opened it: the first example then has the focus. */
  byKey: boolean;
  onClose: () => void;
}) {
  const inspector = useInspector();
  const navigate = useNavigate();
  const open = useSession((session) => session.example);
  return (
    <Popover
      className="popover"
      placement="bottom start"
      aria-label="Examples"
      triggerRef={props.button}
      isOpen
      onOpenChange={props.onClose}
    >
      <Menu
        className="menu"
        aria-label="Examples"
        autoFocus={props.byKey ? "first" : true}
        onClose={props.onClose}
        onAction={(key) => {
          if (key === "integers") navigate("integers");
          else openExample(inspector, String(key));
        }}
      >
        {EXAMPLE_GROUPS.map((group, number) => (
          <MenuSection key={group.title}>
            <Header className="menu-head">{group.title}</Header>
            {number === 0 && (
              <MenuItem id="integers" className="menu-item" textValue="C.1 Integers">
                <strong>C.1</strong>
                <span>Integers with a prefix, in a view of their own</span>
              </MenuItem>
            )}
            {group.examples.map((example) => (
              <MenuItem
                key={example.id}
                id={example.id}
                className="menu-item"
                data-shown={example.id === open || undefined}
                textValue={example.title}
              >
                <strong>{example.title}</strong>
                <span>{example.about}</span>
              </MenuItem>
            ))}
          </MenuSection>
        ))}
      </Menu>
    </Popover>
  );
}
