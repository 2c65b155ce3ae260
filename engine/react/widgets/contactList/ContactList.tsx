import { observer } from 'mobx-react-lite';
import { PartField } from '../../form/BoundField.tsx';
import type { FieldHandle } from '../../form/types.ts';
import { Button } from '../../parts/Button.tsx';
import { asText } from '../attributes.ts';
import { nationalNumber } from '../phone/nationalNumber.ts';
import { canPickContact, pickContact } from './contactPicker.ts';

interface Options {
  count: number;
  nameField?: string;
  phoneField?: string;
}

/** One card for each requested person. Each input is a field with the widget from the layout. */
export const ContactList = observer(function ContactList({ field }: { field: FieldHandle<Options> }) {
  const { count } = field.options;
  return (
    <div className="parts">
      {canPickContact() && !field.locked && <p className="field-hint">{field.word('contactList.pickWhy')}</p>}
      {Array.from({ length: count }, (_, index) => (
        <Person key={index} field={field} index={index} />
      ))}
    </div>
  );
});

const Person = observer(function Person({ field, index }: { field: FieldHandle<Options>; index: number }) {
  const { nameField = 'name', phoneField = 'phone' } = field.options;
  const caption = field.word('contactList.person', { num: index + 1 });

  const pick = async () => {
    const picked = await pickContact().catch(() => undefined);
    if (!picked) return;
    const phone = field.part(phoneField, index);
    const countryCode = 'countryCode' in phone.options ? asText(phone.options.countryCode) : '';
    if (picked.name) set(field.part(nameField, index), picked.name);
    if (picked.phone) set(phone, nationalNumber(picked.phone, countryCode));
  };

  return (
    <fieldset className="person">
      <legend className="visually-hidden">{caption}</legend>
      <div className="person-head">
        <strong aria-hidden="true">{caption}</strong>
        {canPickContact() && !field.locked && (
          <Button tone="quiet" icon="contacts" onClick={() => void pick()}>
            {field.word('contactList.pick')}
          </Button>
        )}
      </div>
      {Object.keys(field.schema.items?.properties ?? {}).map((property) => (
        <PartField key={property} field={field.part(property, index)} />
      ))}
    </fieldset>
  );
});

function set(part: FieldHandle, text: string): void {
  part.set(part.typed(text));
  part.leave();
}
