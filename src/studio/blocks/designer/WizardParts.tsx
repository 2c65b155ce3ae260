import { observer } from 'mobx-react-lite';
import { createContext, type ReactNode, use, useId } from 'react';
import { useWorkbench } from './model.ts';
import type { Restructured, Slot } from './structure.ts';

export type Wording = Readonly<Record<string, string>>;

export interface FieldsProps {
  to: Slot;
  make: (made: () => Restructured | undefined) => void;
  actions: ReactNode;
}

/** DOM id of the message of a failed attempt, once there was one. Its empty fields are then marked. */
export const FaultContext = createContext<string | undefined>(undefined);

/** Marks a field if an attempt has failed and the field is empty. */
export function useMark(): (isEmpty: boolean) => { 'aria-invalid'?: true; 'aria-describedby'?: string } {
  const fault = use(FaultContext);
  return (isEmpty) => (fault !== undefined && isEmpty ? { 'aria-invalid': true, 'aria-describedby': fault } : {});
}

interface TextsProps {
  label: string;
  value: Wording;
  /** Whether it may stay empty. */
  isOptional?: boolean;
  onChange: (value: Wording) => void;
}

/** Inputs for a text in every language. */
export const Texts = observer(function Texts({ label, value, isOptional = false, onChange }: TextsProps) {
  const { design } = useWorkbench();
  const mark = useMark();
  return (
    <fieldset className="designer-words">
      <legend>{label}</legend>
      <div className="designer-languages">
        {design.languages.map(({ code, name }) => (
          <label key={code}>
            <span>{name}</span>
            <input
              lang={code}
              {...mark(!isOptional && code === design.main && !isWorded(value, code))}
              aria-label={`${label}, ${name}`}
              value={value[code] ?? ''}
              onChange={({ target }) => onChange({ ...value, [code]: target.value })}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
});

export function Field({ label, hint, children }: { label: string; hint?: string | undefined; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="designer-property">
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {hint && <p className="designer-hint">{hint}</p>}
    </div>
  );
}

export const isWorded = (wording: Wording, main: string): boolean => Boolean(wording[main]?.trim());
