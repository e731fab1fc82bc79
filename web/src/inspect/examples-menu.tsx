/** The examples, in a menu. */
import { Button, Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from "react-aria-components";
import { EXAMPLE_GROUPS, exampleById, exampleFile, exampleText } from "../examples/examples";
import { useNavigate } from "../navigate";
import { DEFAULT_OPTIONS } from "../session/options";
import type { Input } from "../session/session";
import { type Inspector, useInspector, useSession } from "./inspector";

/** Opens an example in its own way: what was set for another input no longer holds. */
export async function openExample(
  inspector: Inspector,
  id: string,
  row: number | null = null,
  signal: AbortSignal = inspector.begin(),
): Promise<boolean> {
  const example = exampleById(id);
  const name = example?.file ?? null;
  const input: Input =
    name === null ? { kind: "text", text: exampleText(id) } : { kind: "file", name, file: await exampleFile(name) };
  const { engine } = inspector.store.get().options;
  const options = { ...DEFAULT_OPTIONS, engine, start: example?.start ?? "fresh" };
  return inspector.open(input, id, options, row ?? example?.row ?? null, signal);
}

export function ExamplesMenu() {
  const inspector = useInspector();
  const navigate = useNavigate();
  const open = useSession((session) => session.example);
  return (
    <MenuTrigger>
      <Button className="button" id="examples">
        Examples <span aria-hidden="true">▾</span>
      </Button>
      <Popover className="popover" placement="bottom start">
        <Menu
          className="menu"
          aria-label="Examples"
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
    </MenuTrigger>
  );
}
