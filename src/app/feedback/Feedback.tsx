import { observer } from 'mobx-react-lite';
import { useEffect, useId, useRef } from 'react';
import { Button } from '../../../engine/react/parts/Button.tsx';
import { Icon } from '../../../engine/react/parts/Icon.tsx';
import { useText } from '../../../engine/react/text.tsx';
import type { Dialog, FeedbackStore } from './feedbackStore.ts';

/** Toasts in a permanent live region, and the open dialog. */
export const Feedback = observer(function Feedback({ store }: { store: FeedbackStore }) {
  const texts = useText();
  return (
    <>
      <output className="toasts">
        {store.toasts.map(({ id, text, offer }) => (
          <span key={id} className="toast">
            <span>{text}</span>
            {offer && (
              <button
                type="button"
                className="toast-offer"
                onClick={() => {
                  store.dismiss(id);
                  offer.do();
                }}
              >
                {offer.label}
              </button>
            )}
            <button type="button" className="icon-button" aria-label={texts.t('common.close')} onClick={() => store.dismiss(id)}>
              <Icon name="close" />
            </button>
          </span>
        ))}
      </output>
      {store.dialog && <Question key={store.dialog.text} dialog={store.dialog} />}
    </>
  );
});

/** Uses the native `<dialog>`: it traps the focus, focuses the harmless answer first, and Escape means no. */
function Question({ dialog: { text, isQuestion, label, answer } }: { dialog: Dialog }) {
  const texts = useText();
  const element = useRef<HTMLDialogElement>(null);
  const safe = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => {
    const opener = document.activeElement;
    const shown = element.current;
    shown?.showModal();
    safe.current?.focus();
    return () => {
      shown?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      className="sheet question"
      role="alertdialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        answer(false);
      }}
    >
      <div className="question-body">
        <p id={id}>{text}</p>
        <div className="question-actions">
          <Button onClick={() => answer(true)}>{isQuestion ? (label ?? texts.t('common.yes')) : texts.t('common.done')}</Button>
          {isQuestion && (
            <Button tone="secondary" ref={safe} onClick={() => answer(false)}>
              {texts.t('common.notNow')}
            </Button>
          )}
        </div>
      </div>
    </dialog>
  );
}
