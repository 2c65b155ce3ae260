import { observer } from 'mobx-react-lite';
import type { FieldHandle } from '../../form/types.ts';
import { Icon } from '../../parts/Icon.tsx';
import { optionsOf } from '../options.ts';

interface Options {
  columns?: number;
  icons?: Record<string, string>;
}

export const RadioCards = observer(function RadioCards({ field }: { field: FieldHandle }) {
  const { columns = 1, icons = {} } = field.options as Options;
  return (
    <div className="cards" data-columns={columns}>
      {optionsOf(field).map(({ id, code, label }) => (
        <label key={id} className="card-option">
          <input
            type="radio"
            name={field.id}
            value={id}
            checked={field.value === code}
            disabled={field.locked}
            onChange={() => field.set(code)}
          />
          {icons[id] !== undefined && <Icon name={icons[id]} />}
          <span>{label}</span>
        </label>
      ))}
    </div>
  );
});
