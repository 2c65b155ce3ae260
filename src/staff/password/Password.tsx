import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { FieldHandle } from '../../../engine/react/form/types.ts';
import { asText, controlAttributes } from '../../../engine/react/widgets/attributes.ts';

export const Password = observer(function Password({ field }: { field: FieldHandle }) {
  const [isShown, setShown] = useState(false);
  return (
    <div className="control control-group">
      <input
        {...controlAttributes(field)}
        type={isShown ? 'text' : 'password'}
        autoCapitalize="off"
        spellCheck={false}
        value={asText(field.value)}
        onChange={({ target }) => field.set(target.value === '' ? undefined : target.value)}
      />
      <button
        type="button"
        className="button button-quiet"
        aria-pressed={isShown}
        aria-controls={field.id}
        onClick={() => setShown(!isShown)}
      >
        {field.word(isShown ? 'password.hide' : 'password.show')}
      </button>
    </div>
  );
});
