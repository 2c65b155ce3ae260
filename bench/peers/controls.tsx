import { useState, type ComponentProps, type ReactNode } from 'react';
import type { Field } from '../forms/fields.ts';

type ControlProps = ComponentProps<'input'> & ComponentProps<'select'> & ComponentProps<'textarea'>;

const inputTypes: Record<Exclude<Field['kind'], 'select' | 'date'>, string> = {
  text: 'text',
  number: 'number',
  boolean: 'checkbox',
};

const months = Array.from({ length: 12 }, (_, index) => new Intl.DateTimeFormat('en', { month: 'long' }).format(new Date(2026, index, 1)));
const twoDigits = (text: string) => text.padStart(2, '0');

interface DateProps {
  onDate: (value: string) => void;
  onBlur: () => void;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

/** Day, month and year as three controls. An incomplete date is no answer. */
export function DateParts({ name, onDate, onBlur, ...described }: DateProps & { name: string }): ReactNode {
  const [parts, setParts] = useState({ day: '', month: '', year: '' });
  const change = (part: Partial<typeof parts>) => {
    const next = { ...parts, ...part };
    setParts(next);
    onDate(next.day && next.month && next.year ? `${next.year}-${twoDigits(next.month)}-${twoDigits(next.day)}` : '');
  };
  const shared = { ...described, onBlur };
  return (
    <span className="date">
      <label>
        Day <input id={name} inputMode="numeric" {...shared} value={parts.day} onChange={(event) => change({ day: event.target.value })} />
      </label>
      <label>
        Month
        <select {...shared} value={parts.month} onChange={(event) => change({ month: event.target.value })}>
          <option value="">Choose</option>
          {months.map((month, index) => (
            <option key={month} value={index + 1}>
              {month}
            </option>
          ))}
        </select>
      </label>
      <label>
        Year <input inputMode="numeric" {...shared} value={parts.year} onChange={(event) => change({ year: event.target.value })} />
      </label>
    </span>
  );
}

interface LabelledProps {
  field: Field;
  error: string | undefined;
  props: ControlProps;
  /** Takes a date, which has no single control. */
  onDate: (value: string) => void;
}

/** Label, native control and error of one field, written by hand. `props` come from the library. */
export function Labelled({ field, error, props, onDate }: LabelledProps): ReactNode {
  const errorId = `${field.name}-error`;
  const shared = { id: field.name, 'aria-invalid': Boolean(error), 'aria-describedby': error ? errorId : undefined, ...props };
  return (
    <div className="field">
      <label htmlFor={field.name}>{field.label}</label>
      {field.kind === 'select' ? (
        <select {...shared}>
          <option value="">Choose</option>
          {field.options?.map(({ code, label }) => (
            <option key={code} value={code}>
              {label}
            </option>
          ))}
        </select>
      ) : field.kind === 'date' ? (
        <DateParts
          name={field.name}
          onDate={onDate}
          onBlur={() => props.onBlur?.({} as never)}
          aria-invalid={Boolean(error)}
          aria-describedby={error ? errorId : undefined}
        />
      ) : (
        <input type={inputTypes[field.kind]} {...shared} />
      )}
      {error && (
        <p id={errorId} className="error">
          {error}
        </p>
      )}
    </div>
  );
}

/** Error message for an answer as typed; undefined if it is valid. */
export function checkText(field: Field, value: string | boolean | undefined): string | undefined {
  if (value === undefined || value === '') return field.required ? 'Please fill this in.' : undefined;
  if (field.pattern && !new RegExp(field.pattern).test(String(value))) return 'Please use letters and spaces only.';
  if (field.minimum !== undefined && Number(value) < field.minimum) return `At least ${field.minimum}.`;
  if (field.maximum !== undefined && Number(value) > field.maximum) return `At most ${field.maximum}.`;
  return undefined;
}
