import type { FieldHandle } from '../../form/types.ts';
import { Button } from '../../parts/Button.tsx';
import { asText } from '../attributes.ts';
import { nationalNumber } from '../../../form/nationalNumber.ts';
import { pickContact } from './contactPicker.ts';

interface Options {
  nameField?: string;
  phoneField?: string;
}

/** Fills an item of a list from the address book. */
export function PickContact({ field, index }: { field: FieldHandle<Options>; index: number }) {
  const { nameField = 'name', phoneField = 'phone' } = field.options;
  const pick = async () => {
    const picked = await pickContact().catch(() => undefined);
    if (!picked) return;
    const phone = field.part(phoneField, index);
    const countryCode = 'countryCode' in phone.options ? asText(phone.options.countryCode) : '';
    if (picked.name) set(field.part(nameField, index), picked.name);
    if (picked.phone) set(phone, nationalNumber(picked.phone, countryCode));
  };
  return (
    <Button tone="quiet" icon="contacts" onClick={() => void pick()}>
      {field.word('contactList.pick')}
    </Button>
  );
}

function set(part: FieldHandle, text: string): void {
  part.set(part.typed(text));
  part.leave();
}
