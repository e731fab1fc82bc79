/** Copies what was built in one of many formats. */
import { clsx } from "clsx";
import { Button, Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from "react-aria-components";
import { COULD_NOT_COPY, useTransient } from "../../ui/copy";
import { useComposed, useComposer } from "../composer";
import { exportOf, isEmpty } from "../export/blocks";
import { FORMAT_GROUPS } from "../export/formats";
import styles from "./build.module.css";

export function ExportMenu() {
  const composer = useComposer();
  const answer = useComposed((state) => state.answer);
  const [said, setSaid] = useTransient<string | null>(null);

  async function copy(id: string) {
    const format = FORMAT_GROUPS.flatMap(({ formats }) => formats).find((format) => format.id === id);
    if (format === undefined || answer === null) return;
    try {
      const text = format.write?.(exportOf(answer.of, answer.composed)) ?? (await composer.written(format.id));
      await navigator.clipboard.writeText(text);
      setSaid("Copied ✓");
    } catch {
      setSaid(COULD_NOT_COPY);
    }
  }

  return (
    <>
      <MenuTrigger>
        <Button className="button" isDisabled={answer === null || isEmpty(answer.composed)}>
          {said ?? "Copy as"} <span aria-hidden="true">▾</span>
        </Button>
        <Popover className="popover" placement="bottom end">
          <Menu className={clsx("menu", styles.exportMenu)} aria-label="Formats" onAction={(id) => copy(String(id))}>
            {FORMAT_GROUPS.map(({ title, formats }) => (
              <MenuSection key={title}>
                <Header className="menu-head">{title}</Header>
                {formats.map((format) => (
                  <MenuItem key={format.id} id={format.id} className="menu-item" textValue={format.title}>
                    {format.title}
                  </MenuItem>
                ))}
              </MenuSection>
            ))}
          </Menu>
        </Popover>
      </MenuTrigger>
      <span className="sr-only" role="status">
        {said ?? ""}
      </span>
    </>
  );
}
