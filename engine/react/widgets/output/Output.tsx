import { observer } from 'mobx-react-lite';
import { shownValue } from '../../../form/shownValue.ts';
import { isEmpty } from '../../../form/empty.ts';
import type { FieldHandle } from '../../form/types.ts';
import { useText } from '../../text.tsx';

/** A derived answer. `output` announces a new result to screen readers. */
export const Output = observer(function Output({ field }: { field: FieldHandle }) {
  const texts = useText();
  const { id, form, name, schema, ui, value } = field;
  const lines = isEmpty(value) ? ['–'] : shownValue({ texts, keyPrefix: `forms.${form}.${name}`, schema, ui, answers: {} }, value);
  return (
    <output className="field-output" id={id} aria-describedby={field.describedBy}>
      {lines.join(' · ')}
    </output>
  );
});
