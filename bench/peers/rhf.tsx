// react-hook-form by hand, as its documentation recommends for speed: uncontrolled inputs, a subscription to its error per field, and
// useWatch only for conditions.
import { memo, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { type Control, type RegisterOptions, type UseFormRegister, useController, useForm, useFormState, useWatch } from 'react-hook-form';
import type { Field } from '../forms/fields.ts';
import { Labelled } from './controls.tsx';

type Values = Record<string, string | boolean>;
interface RowProps {
  field: Field;
  control: Control<Values>;
  register: UseFormRegister<Values>;
}

function rulesOf(field: Field): RegisterOptions<Values> {
  return {
    shouldUnregister: true,
    ...(field.required ? { required: 'Please fill this in.' } : {}),
    ...(field.pattern ? { pattern: { value: new RegExp(field.pattern), message: 'Please use letters and spaces only.' } } : {}),
    ...(field.minimum === undefined ? {} : { min: { value: field.minimum, message: `At least ${field.minimum}.` } }),
    ...(field.maximum === undefined ? {} : { max: { value: field.maximum, message: `At most ${field.maximum}.` } }),
  };
}

/** A date has three inputs, for which react-hook-form's documentation recommends a controller. */
function DateRow({ field, control }: RowProps): ReactNode {
  const { field: bound, fieldState } = useController({ control, name: field.name, rules: rulesOf(field) });
  return <Labelled field={field} error={fieldState.error?.message} props={{ onBlur: bound.onBlur }} onDate={bound.onChange} />;
}

const noDate = () => undefined;

function Row(props: RowProps): ReactNode {
  return props.field.kind === 'date' ? <DateRow {...props} /> : <InputRow {...props} />;
}

function InputRow({ field, control, register }: RowProps): ReactNode {
  const { errors } = useFormState({ control, name: field.name });
  return <Labelled field={field} error={errors[field.name]?.message} props={register(field.name, rulesOf(field))} onDate={noDate} />;
}

function Dependent({ when, ...props }: RowProps & { when: NonNullable<Field['when']> }): ReactNode {
  const value = useWatch({ control: props.control, name: when.field });
  return value === when.equals ? <Row {...props} /> : null;
}

const Entry = memo(function Entry(props: RowProps): ReactNode {
  return props.field.when ? <Dependent {...props} when={props.field.when} /> : <Row {...props} />;
});

function Form(): ReactNode {
  const { control, register, handleSubmit } = useForm<Values>({ mode: 'onBlur' });
  return (
    <form noValidate onSubmit={handleSubmit(() => undefined)}>
      {BENCH_FIELDS.map((field) => (
        <Entry key={field.name} field={field} control={control} register={register} />
      ))}
      <button type="submit">Submit</button>
    </form>
  );
}

createRoot(document.getElementById('root') as HTMLElement).render(<Form />);
