import { type MouseEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { useText } from '../text.tsx';
import { Icon } from './Icon.tsx';

export interface SheetProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Full height, for long lists, because the keyboard covers half of the screen. */
  full?: boolean;
  /** The element to focus first. Default: the browser's choice. */
  first?: RefObject<HTMLElement | null>;
}

/**
 * A modal sheet based on the native `<dialog>`. It traps the focus and restores it on close. Escape, a tap outside and, where the
 * browser supports close requests, the back gesture close it. It is open while mounted.
 */
export function Sheet({ title, onClose, children, full = false, first }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const texts = useText();

  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    first?.current?.focus();
    return () => {
      element?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, [first]);

  // A text selection that ends outside the sheet counts as a click on the backdrop, although it did not begin there.
  const beganBeside = useRef(false);
  const closeBeside = (event: MouseEvent) => {
    if (event.target === dialog.current && beganBeside.current) onClose();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape closes it too
    <dialog
      ref={dialog}
      className={full ? 'sheet sheet-full' : 'sheet'}
      aria-labelledby={titleId}
      onPointerDown={({ target }) => void (beganBeside.current = target === dialog.current)}
      onClick={closeBeside}
      onCancel={(event) => {
        // A file input inside fires its own cancel event, which bubbles.
        if (event.target !== dialog.current) return;
        event.preventDefault();
        onClose();
      }}
    >
      <div className="sheet-head">
        <h2 id={titleId}>{title}</h2>
        <button type="button" className="icon-button" aria-label={texts.t('common.close')} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <div className="sheet-body">{children}</div>
    </dialog>
  );
}
