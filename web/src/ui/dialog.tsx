/** A dialog over the page. */
import type { ReactNode } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";

export function PageDialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  return (
    <ModalOverlay className="dialog-back" isOpen isDismissable onOpenChange={(open) => !open && onClose()}>
      <Modal className="dialog-modal">
        <Dialog className="dialog">
          <div className="dialog-head">
            <Heading slot="title">{title}</Heading>
            <button type="button" className="button icon-button" aria-label="Close" onClick={onClose}>
              ✕
            </button>
          </div>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
