import { observer } from 'mobx-react-lite';
import type { FieldHandle } from '../../form/types.ts';
import { controlAttributes } from '../attributes.ts';
import { optionsOf } from '../options.ts';
import { Cards } from '../radioCards/Cards.tsx';

/** Several choices of one enum. The answer lists the codes in the enum's order, whatever the order of the taps. */
export const Checkboxes = observer(function Checkboxes({ field }: { field: FieldHandle }) {
  const chosen = Array.isArray(field.value) ? (field.value as unknown[]) : [];
  const choose = (code: unknown, isOn: boolean) =>
    field.set(optionsOf(field).flatMap((option) => ((option.code === code ? isOn : chosen.includes(option.code)) ? [option.code] : [])));
  const { 'aria-required': _required, ...attributes } = controlAttributes(field);
  return (
    <Cards
      field={field}
      input={({ id, code }) => ({
        type: 'checkbox',
        ...attributes,
        id: `${field.id}-${id}`,
        checked: chosen.includes(code),
        onChange: ({ target }) => choose(code, target.checked),
      })}
    />
  );
});
