import { useState } from 'react';
import { useText } from '../../text.tsx';

interface CopyButtonProps {
  label: string;
  value: string;
  className?: string;
  /** The block whose words `copied` and `notCopied` announce the result. */
  block?: string;
}

/** Copies a value in a format for other apps. Shows the result and announces it. */
export function CopyButton({ label, value, className, block = 'keyValues' }: CopyButtonProps) {
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
      <button type="button" className={className} onClick={() => void copy()}>
        {label}
      </button>
      <output className="facts-copied">{outcome && t(`common.blocks.${block}.${outcome}`)}</output>
    </>
  );
}
