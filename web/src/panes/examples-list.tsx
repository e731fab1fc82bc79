import { type RefObject, useState } from "react";
import { Autocomplete, MenuSection, useFilter } from "react-aria-components";
import { useNavigate } from "../address/navigate";
import { EXAMPLE_GROUPS, type Example, FEATURED } from "../examples/examples";
import { useInspector, useSession } from "../session/inspector";
import { openExample } from "../session/open-example";
import { Button } from "../ui/button";
import { Menu, MenuHead, MenuItem, MenuSearch, Popover } from "../ui/menu";

/** Those of Appendix C.1 are integers, in a view of their own. */
const INTEGERS = { id: "integers", title: "C.1", about: "Integers with a prefix, in a view of their own" };

const ALL = EXAMPLE_GROUPS.map(({ title, examples }, number) => ({
  title,
  examples: number === 0 ? [INTEGERS, ...examples] : examples,
}));
const COUNT = ALL.reduce((sum, { examples }) => sum + examples.length, 0);

/** A few examples; all of them once they are asked for, or searched. */
export function ExamplesList(props: { button: RefObject<HTMLElement | null>; onClose: () => void }) {
  const inspector = useInspector();
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const [isWhole, setWhole] = useState(false);
  const { contains } = useFilter({ sensitivity: "base" });
  return (
    <Popover
      placement="bottom start"
      aria-label="Examples"
      triggerRef={props.button}
      isOpen
      onOpenChange={props.onClose}
    >
      <Autocomplete filter={contains} inputValue={text} onInputChange={setText}>
        <MenuSearch label="Find an example" autoFocus />
        <Menu
          aria-label="Examples"
          onClose={props.onClose}
          onAction={(key) => {
            if (key === INTEGERS.id) navigate("integers");
            else openExample(inspector, String(key));
          }}
          renderEmptyState={() => <p className="dim">No such example</p>}
        >
          {isWhole || text !== ""
            ? ALL.map(({ title, examples }) => (
                <MenuSection key={title}>
                  <MenuHead>{title}</MenuHead>
                  {examples.map((example) => (
                    <ExampleItem key={example.id} {...example} />
                  ))}
                </MenuSection>
              ))
            : FEATURED.map((example) => <ExampleItem key={example.id} {...example} />)}
        </Menu>
      </Autocomplete>
      {!isWhole && text === "" && <Button onClick={() => setWhole(true)}>All {COUNT} examples…</Button>}
    </Popover>
  );
}

function ExampleItem({ id, title, about }: Pick<Example, "id" | "title" | "about">) {
  const isOpen = useSession((session) => session.example === id);
  return (
    <MenuItem id={id} data-shown={isOpen || undefined} textValue={`${title} ${about}`}>
      <strong>{title}</strong>
      <span>{about}</span>
    </MenuItem>
  );
}
