import { observer } from 'mobx-react-lite';
import type { HTMLAttributes } from 'react';
import type { FieldHandle } from '../../form/types.ts';
import { asText, controlAttributes } from '../attributes.ts';
import { useTypedText } from '../useTypedText.ts';
import { applyMask, withoutMask } from '../../../form/typingMask.ts';

interface Options {
  rows?: number;
  prefix?: string;
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode'];
  mask?: string;
}

export const Text = observer(function Text({ field }: { field: FieldHandle<Options> }) {
  const { rows = 1, prefix, inputMode } = field.options;
  // Reads the options on each call, because they can depend on another answer.
  const mask = () => field.options.mask ?? '';
  const typed = useTypedText({
    read: () => asText(field.value),
    parse: (text) => withoutMask(field.typed(text), mask()),
    format: (text) => (mask() === '' ? text : applyMask(text, mask())),
    store: field.set,
  });
  const attributes = { ...controlAttributes(field), placeholder: field.placeholder, inputMode, ...typed };

  if (rows > 1) return <textarea className="control" rows={rows} {...attributes} />;
  const input = <input className={prefix === undefined ? 'control' : undefined} type="text" enterKeyHint="next" {...attributes} />;
  if (prefix === undefined) return input;
  return (
    <div className="control control-group">
      <span className="control-affix" aria-hidden="true">
        {prefix}
      </span>
      {input}
    </div>
  );
});
