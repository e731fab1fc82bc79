import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { Button } from "./button";
import styles from "./dialog.module.css";
import { Row, Stack } from "./layout";

type Props = { title: string; wide?: boolean; onClose: () => void; children: ReactNode };

export function PageDialog({ title, wide = false, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // The dialog, not its first button: a screen reader then reads its name.
    element?.focus();
    // Returns the focus to the element that opened it.
    return () => element?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the Escape key does the same
    <dialog
      ref={dialog}
      className={styles.modal}
      data-wide={wide || undefined}
      aria-labelledby={heading}
      tabIndex={-1}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <Stack gap="wide" className={styles.dialog}>
        <Row className={styles.head}>
          <h2 id={heading}>{title}</h2>
          <Button look="icon" aria-label="Close" onClick={onClose}>
            ✕
          </Button>
        </Row>
        {children}
      </Stack>
    </dialog>
  );
}
