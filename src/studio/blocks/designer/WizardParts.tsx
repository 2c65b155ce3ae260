import { observer } from 'mobx-react-lite';
import { type ReactNode, useId } from 'react';
import { useWorkbench } from './model.ts';
import type { Restructured, Slot } from './structure.ts';

export type Wording = Readonly<Record<string, string>>;

export interface FieldsProps {
  to: Slot;
  make: (made: () => Restructured | undefined) => void;
  actions: ReactNode;
}

/** Inputs for a text in every language. */
export const Texts = observer(function Texts({
  label,
  value,
  onChange,
}: {
  label: string;
  value: Wording;
  onChange: (value: Wording) => void;
}) {
  const { design } = useWorkbench();
  return (
    <fieldset className="designer-words">
      <legend>{label}</legend>
      <div className="designer-languages">
        {design.languages.map(({ code, name }) => (
          <label key={code}>
            <span>{name}</span>
            <input
              lang={code}
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
