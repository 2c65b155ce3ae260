import { observer } from 'mobx-react-lite';
import { type HTMLAttributes, useState } from 'react';
import type { FieldHandle } from '../../form/types.ts';
import { asText, controlAttributes } from '../attributes.ts';
import { useTypedText } from '../useTypedText.ts';

type Options = Pick<HTMLAttributes<HTMLInputElement>, 'inputMode'>;

/** Refuses pasting and explains why: a copied mistake would confirm itself. A rule of the form compares the answers. */
export const ConfirmEntry = observer(function ConfirmEntry({ field }: { field: FieldHandle<Options> }) {
  const [refused, setRefused] = useState(false);
  const { inputMode } = field.options;
  const typed = useTypedText({ read: () => asText(field.value), parse: field.typed, store: field.set });
  const { 'aria-describedby': describedBy, ...attributes } = controlAttributes(field);
  const why = `${field.id}-why`;
  return (
    <>
      <input
        className="control"
        type="text"
        inputMode={inputMode}
        enterKeyHint="next"
        placeholder={field.placeholder}
        {...attributes}
        autoComplete="off"
        aria-describedby={[describedBy, refused ? why : ''].filter(Boolean).join(' ') || undefined}
        {...typed}
        onPaste={(event) => {
          event.preventDefault();
          setRefused(true);
        }}
        onDrop={(event) => event.preventDefault()}
      />
      <output id={why} className="field-hint">
        {refused ? field.word('confirmEntry.typeIt') : ''}
      </output>
    </>
  );
});
