/** A dialog over the page. */
import { type ReactNode, useId, useLayoutEffect, useRef } from "react";

export function PageDialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // The dialog, not its first button: a screen reader then reads its name.
    element?.focus();
    // Gives the focus back to what opened it.
    return () => element?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the Escape key does the same
    <dialog
      ref={dialog}
      className="dialog-modal"
      aria-labelledby={heading}
      tabIndex={-1}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className="dialog">
        <div className="dialog-head">
          <h2 id={heading}>{title}</h2>
          <button type="button" className="button icon-button" aria-label="Close" onClick={onClose}>
            ✕
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
