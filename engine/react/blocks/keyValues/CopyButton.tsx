import { useState } from 'react';
import { useText } from '../../text.tsx';

/** Copies a value in a format for other apps. Shows the result and announces it. */
export function CopyButton({ label, value }: { label: string; value: string }) {
  const { t } = useText();
  const [outcome, setOutcome] = useState<'copied' | 'notCopied'>();
  const copy = () =>
    // `clipboard` is absent without HTTPS.
    (navigator.clipboard?.writeText(value) ?? Promise.reject(new Error('no clipboard'))).then(
      () => setOutcome('copied'),
      () => setOutcome('notCopied'),
    );
  return (
    <>
      <button type="button" onClick={() => void copy()}>
        {label}
      </button>
      <output className="facts-copied">{outcome && t(`common.blocks.keyValues.${outcome}`)}</output>
    </>
  );
}
