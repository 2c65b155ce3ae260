import type { ComponentProps, ReactNode } from 'react';
import type { Field } from '../forms/fields.ts';

type ControlProps = ComponentProps<'input'> & ComponentProps<'select'> & ComponentProps<'textarea'>;

const inputTypes: Record<Exclude<Field['kind'], 'select'>, string> = {
  text: 'text',
  number: 'number',
  boolean: 'checkbox',
  date: 'date',
};

/** Label, native control and error of one field, written by hand. `props` come from the library. */
export function Labelled({ field, error, props }: { field: Field; error: string | undefined; props: ControlProps }): ReactNode {
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
