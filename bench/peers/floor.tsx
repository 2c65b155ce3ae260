// React by hand, without libraries: each field keeps its value and notifies only its dependents.
import { memo, useState, useSyncExternalStore, type ReactNode, type SubmitEvent } from 'react';
import { createRoot } from 'react-dom/client';
import type { Field } from '../forms/fields.ts';
import { checkText, Labelled } from './controls.tsx';

type Value = string | boolean | undefined;
const values = new Map<string, Value>();
const listeners = new Map<string, Set<() => void>>();
const attempts = { count: 0, listeners: new Set<() => void>() };

function subscribeTo(name: string, listener: () => void): () => void {
  const own = listeners.get(name) ?? new Set();
  listeners.set(name, own.add(listener));
  return () => own.delete(listener);
}

function subscribeToAttempts(listener: () => void): () => void {
  attempts.listeners.add(listener);
  return () => attempts.listeners.delete(listener);
}

const applies = ({ when }: Field) => !when || values.get(when.field) === when.equals;

function Row({ field }: { field: Field }): ReactNode {
  const [value, setValue] = useState<Value>(values.get(field.name));
  const [left, setLeft] = useState(false);
  const attempted = useSyncExternalStore(subscribeToAttempts, () => attempts.count > 0);
  const error = left || attempted ? checkText(field, value) : undefined;
  const change = (next: Value) => {
    values.set(field.name, next);
    setValue(next);
    for (const listener of listeners.get(field.name) ?? []) listener();
  };
  const shared = { onBlur: () => setLeft(true) };
  const props =
    field.kind === 'boolean'
      ? { ...shared, checked: value === true, onChange: (event: { target: { checked: boolean } }) => change(event.target.checked) }
      : { ...shared, value: String(value ?? ''), onChange: (event: { target: { value: string } }) => change(event.target.value) };
  return <Labelled field={field} error={error} props={props as object} onDate={change} />;
}

const none = () => () => undefined;

const Conditional = memo(function Conditional({ field }: { field: Field }): ReactNode {
  const driver = field.when?.field;
  const shown = useSyncExternalStore(driver ? (listener) => subscribeTo(driver, listener) : none, () => applies(field));
  return shown ? <Row field={field} /> : null;
});

function submit(event: SubmitEvent): void {
  event.preventDefault();
  attempts.count += 1;
  for (const listener of attempts.listeners) listener();
  const wrong = BENCH_FIELDS.find((field) => applies(field) && checkText(field, values.get(field.name)));
  if (wrong) document.getElementById(wrong.name)?.focus();
}

function Form(): ReactNode {
  return (
    <form noValidate onSubmit={submit}>
      {BENCH_FIELDS.map((field) => (
        <Conditional key={field.name} field={field} />
      ))}
      <button type="submit">Submit</button>
    </form>
  );
}

createRoot(document.getElementById('root') as HTMLElement).render(<Form />);
