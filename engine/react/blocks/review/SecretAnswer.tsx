import { useEffect, useState } from 'react';
import { useEngine } from '../../engine-context.tsx';
import { Button } from '../../parts/Button.tsx';
import { useScope } from '../../screen/scope.tsx';
import { useText } from '../../text.tsx';

interface SecretAnswerProps {
  flow: string;
  form: string;
  field: string;
  label: string;
  masked: string;
  /** The answer if it was typed here and not sent yet. */
  typed: unknown;
  /** Formats the answer as its field does. */
  draw: (text: string) => string;
}

/** How long an unsent answer stays visible. */
const typedSeconds = 60;

/** A masked secret that shows on request. It hides again after a while or when the person leaves the page. */
export function SecretAnswer({ flow, form, field, label, masked, typed, draw }: SecretAnswerProps) {
  const texts = useText();
  const { reveal } = useEngine();
  const { host } = useScope().screen;
  const [shown, setShown] = useState<{ value: unknown; seconds: number }>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (!shown) return undefined;
    const hide = () => setShown(undefined);
    const timer = setTimeout(hide, shown.seconds * 1000);
    document.addEventListener('visibilitychange', hide);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', hide);
    };
  }, [shown]);

  const show = async () => {
    setBusy(true);
    try {
      setShown(typed === undefined ? await reveal?.(flow, form, field) : { value: typed, seconds: typedSeconds });
    } catch (error) {
      host.react(error, { retry: () => void show() });
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="review-secret">
      <output>
        {shown ? (
          draw(String(shown.value))
        ) : (
          <>
            <span aria-hidden="true">{masked}</span>
            <span className="visually-hidden">{texts.t('common.blocks.review.hidden')}</span>
          </>
        )}
      </output>
      <Button tone="quiet" busy={busy} onClick={() => (shown ? setShown(undefined) : void show())}>
        {texts.t(`common.blocks.review.${shown ? 'hide' : 'show'}`)}
        <span className="visually-hidden"> {label}</span>
      </Button>
    </div>
  );
}
