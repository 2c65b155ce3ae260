import type { ComponentProps } from 'react';
import type { FieldHandle } from '../../form/types.ts';
import { Icon } from '../../parts/Icon.tsx';
import { type Option, optionsOf } from '../options.ts';

interface CardOptions {
  columns?: number;
  icons?: Readonly<Record<string, string>>;
}

/** Every choice of a field as a card with a radio button or a checkbox. Call it from an observer. */
export function Cards({ field, input }: { field: FieldHandle<CardOptions>; input: (option: Option) => ComponentProps<'input'> }) {
  const { columns = 1, icons = {} } = field.options;
  return (
    <div className="cards" data-columns={columns}>
      {optionsOf(field).map((option) => (
        <label key={option.id} className="card-option">
          <input value={option.id} disabled={field.locked} {...input(option)} />
          {icons[option.id] !== undefined && <Icon name={icons[option.id] ?? ''} />}
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  );
}
