import { observer } from 'mobx-react-lite';
import type { FieldHandle } from '../../form/types.ts';
import { Cards } from './Cards.tsx';

export const RadioCards = observer(function RadioCards({ field }: { field: FieldHandle }) {
  const { id: name, value } = field;
  return <Cards field={field} input={({ code }) => ({ type: 'radio', name, checked: value === code, onChange: () => field.set(code) })} />;
});
