import { observer } from 'mobx-react-lite';
import type { FieldHandle } from '../../form/types.ts';
import { asText, controlAttributes } from '../attributes.ts';
import { useTypedText } from '../useTypedText.ts';
import { inNumberGroups, nationalNumber } from '../../../form/nationalNumber.ts';

export const Phone = observer(function Phone({ field }: { field: FieldHandle<{ countryCode?: string }> }) {
  const { countryCode = '' } = field.options;
  const typed = useTypedText({
    read: () => asText(field.value),
    parse: (text) => nationalNumber(field.typed(text), countryCode),
    format: inNumberGroups,
    store: field.set,
  });
  return (
    <div className="control control-group">
      {countryCode !== '' && (
        <span className="control-affix" aria-hidden="true">
          {countryCode}
        </span>
      )}
      <input
        type="tel"
        inputMode="tel"
        enterKeyHint="next"
        placeholder={field.placeholder}
        {...controlAttributes(field)}
        autoComplete={field.autoComplete ?? 'off'}
        {...typed}
      />
    </div>
  );
});
