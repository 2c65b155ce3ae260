import { observer } from 'mobx-react-lite';
import type { LookupEntry } from '../../../config/lookup.ts';
import type { FieldHandle } from '../../form/types.ts';
import { ChoiceField } from '../ChoiceField.tsx';
import { LookupSheet } from './LookupSheet.tsx';

/** Looks like a select, and opens a sheet that searches a list on the server. */
export const Lookup = observer(function Lookup({ field }: { field: FieldHandle }) {
  const chosen = field.value as LookupEntry | undefined;
  return (
    <ChoiceField field={field} shown={chosen?.name}>
      {(close) => (
        <LookupSheet
          field={field}
          list={field.schema['x-lookup'] ?? ''}
          onClose={close}
          onPick={(entry) => {
            field.set(entry);
            close();
          }}
        />
      )}
    </ChoiceField>
  );
});
