import { type MouseEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { useText } from '../text.tsx';
import { Icon } from './Icon.tsx';

export interface SheetProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** As high as the screen: for long lists, where the keyboard takes half of it. */
  full?: boolean;
  /** What gets the focus first; else what the browser finds. */
  first?: RefObject<HTMLElement | null>;
}

/**
 * A modal sheet on the native `<dialog>`: it holds the focus, closes by Escape, by the back gesture where the browser has
 * close requests, and by a tap beside it; the focus returns to where it was. Shown while mounted.
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

  const closeBeside = (event: MouseEvent) => {
    if (event.target === dialog.current) onClose();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape closes it too
    <dialog
      ref={dialog}
      className={full ? 'sheet sheet-full' : 'sheet'}
      aria-labelledby={titleId}
      onClick={closeBeside}
      onCancel={(event) => {
        // A file input inside sends its own cancel, which bubbles.
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
