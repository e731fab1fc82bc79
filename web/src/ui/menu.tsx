/** A menu, and popovers. */
import { clsx } from "clsx";
import {
  Button as AriaButton,
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  Popover as AriaPopover,
  type ButtonProps,
  Header,
  Input,
  type MenuItemProps,
  type MenuProps,
  type PopoverProps,
  SearchField,
} from "react-aria-components";
import buttonStyles from "./button.module.css";
import styles from "./menu.module.css";

/** Opens a menu; both are inside a `MenuTrigger`. */
export function MenuButton(props: Omit<ButtonProps, "className">) {
  return <AriaButton className={buttonStyles.button} {...props} />;
}

export function Popover(props: Omit<PopoverProps, "className">) {
  return <AriaPopover className={styles.popover} {...props} />;
}

/** `narrow`: its items are only names. */
export function Menu<Item extends object>({ narrow = false, ...props }: MenuProps<Item> & { narrow?: boolean }) {
  return <AriaMenu className={styles.menu} data-narrow={narrow || undefined} {...props} />;
}

/** Filters the menu after it; both are inside an `Autocomplete`. */
export function MenuSearch({ label, autoFocus = false }: { label: string; autoFocus?: boolean }) {
  return (
    <SearchField aria-label={label} autoFocus={autoFocus} className={styles.search}>
      <Input placeholder={label} />
    </SearchField>
  );
}

export function MenuHead({ children }: { children: string }) {
  return <Header className={clsx("heading", styles.head)}>{children}</Header>;
}

export function MenuItem(props: MenuItemProps) {
  return <AriaMenuItem className={styles.item} {...props} />;
}
