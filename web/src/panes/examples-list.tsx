import type { RefObject } from "react";
import { MenuSection } from "react-aria-components";
import { EXAMPLE_GROUPS } from "../examples/examples";
import { useInspector, useSession } from "../inspector/inspector";
import { openExample } from "../inspector/open-example";
import { useNavigate } from "../session/navigate";
import { Menu, MenuHead, MenuItem, Popover } from "../ui/menu";

export function ExamplesList(props: {
  button: RefObject<HTMLElement | null>;
  /** Opened by keyboard: the first example then gets the focus. */
  byKey: boolean;
  onClose: () => void;
}) {
  const inspector = useInspector();
  const navigate = useNavigate();
  const open = useSession((session) => session.example);
  return (
    <Popover
      placement="bottom start"
      aria-label="Examples"
      triggerRef={props.button}
      isOpen
      onOpenChange={props.onClose}
    >
      <Menu
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
            <MenuHead>{group.title}</MenuHead>
            {number === 0 && (
              <MenuItem id="integers" textValue="C.1 Integers">
                <strong>C.1</strong>
                <span>Integers with a prefix, in a view of their own</span>
              </MenuItem>
            )}
            {group.examples.map((example) => (
              <MenuItem
                key={example.id}
                id={example.id}
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
