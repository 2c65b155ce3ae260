import { useState } from 'react';
import { useText } from '../../text.tsx';

/** Copies a value as another application wants it typed; what came of it is shown, and read aloud. */
export function CopyButton({ label, value }: { label: string; value: string }) {
  const { t } = useText();
  const [outcome, setOutcome] = useState<'copied' | 'notCopied'>();
  const copy = () =>
    // Absent where the page is not served securely.
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
