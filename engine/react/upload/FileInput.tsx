import { observer } from 'mobx-react-lite';
import type { ChangeEvent, RefObject } from 'react';
import type { FieldHandle } from '../form/types.ts';

interface FileInputProps {
  inner: RefObject<HTMLInputElement | null>;
  field: FieldHandle;
  accept: string;
  onChoose: (file: File) => void;
  capture?: 'user' | 'environment';
}

/** The styled buttons open this input, which is hidden from view and keyboard. */
export const FileInput = observer(function FileInput({ inner, field, accept, onChoose, capture }: FileInputProps) {
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = target.files ?? [];
    // Resets the input, so that the same file can be chosen again.
    target.value = '';
    if (chosen) onChoose(chosen);
  };
  return (
    <input
      ref={inner}
      className="visually-hidden"
      type="file"
      accept={accept}
      capture={capture}
      tabIndex={-1}
      aria-hidden="true"
      aria-label={field.label}
      disabled={field.locked}
      onChange={choose}
    />
  );
});
