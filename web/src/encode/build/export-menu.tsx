/** Copies the composition in one of many formats. */
import { MenuSection, MenuTrigger } from "react-aria-components";
import { COULD_NOT_COPY, useTransient } from "../../ui/copy";
import { Menu, MenuButton, MenuHead, MenuItem, Popover } from "../../ui/menu";
import { useComposed, useComposer } from "../composer";
import { exportOf, isEmpty } from "../export/blocks";
import { FORMAT_GROUPS } from "../export/formats";

export function ExportMenu() {
  const composer = useComposer();
  const answer = useComposed((state) => state.answer);
  const [said, setSaid] = useTransient<string | null>(null);

  async function copy(id: string) {
    const format = FORMAT_GROUPS.flatMap(({ formats }) => formats).find((format) => format.id === id);
    if (format === undefined || answer === null) return;
    try {
      const text = format.write?.(exportOf(answer.of, answer.composed)) ?? (await composer.write(format.id));
      await navigator.clipboard.writeText(text);
      setSaid("Copied ✓");
    } catch {
      setSaid(COULD_NOT_COPY);
    }
  }

  return (
    <>
      <MenuTrigger>
        <MenuButton isDisabled={answer === null || isEmpty(answer.composed)}>
          {said ?? "Copy as"} <span aria-hidden="true">▾</span>
        </MenuButton>
        <Popover placement="bottom end">
          <Menu narrow aria-label="Formats" onAction={(id) => copy(String(id))}>
            {FORMAT_GROUPS.map(({ title, formats }) => (
              <MenuSection key={title}>
                <MenuHead>{title}</MenuHead>
                {formats.map((format) => (
                  <MenuItem key={format.id} id={format.id} textValue={format.title}>
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
