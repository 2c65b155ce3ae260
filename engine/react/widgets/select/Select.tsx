import { observer } from 'mobx-react-lite';
import { useEngine } from '../../engine-context.tsx';
import type { FieldHandle } from '../../form/types.ts';
import { Icon } from '../../parts/Icon.tsx';
import { useFlowId } from '../../screen/scope.tsx';
import { asText, controlAttributes } from '../attributes.ts';
import { OptionField } from '../ChoiceField.tsx';
import { type Option, optionsOf } from '../options.ts';

/** The most options that are usable in a phone's native list without a search. */
const nativeUpTo = 12;

interface SelectOptions {
  searchable?: 'auto' | boolean;
  page?: string;
  pages?: Readonly<Record<string, string>>;
}

/** Native for a short list. A long list opens a searchable sheet or its own screen. */
export const Select = observer(function Select({ field }: { field: FieldHandle<SelectOptions> }) {
  const { searchable = 'auto', page, pages = {} } = field.options;
  const flow = useFlowId();
  const choices = page ?? (flow !== undefined && Object.hasOwn(pages, flow) ? pages[flow] : undefined);
  if (choices !== undefined) return <PageLink field={field} options={optionsOf(field)} page={choices} />;
  const long = searchable === 'auto' ? (field.schema.enum?.length ?? 0) > nativeUpTo : searchable;
  if (!long) return <NativeSelect field={field} />;
  const options = optionsOf(field);
  const chosen = options.find(({ code }) => code === field.value);
  return <OptionField field={field} shown={chosen?.label} chosen={chosen?.id} options={options} onPick={({ code }) => field.set(code)} />;
});

interface ListProps {
  field: FieldHandle;
  options: readonly Option[];
}

const NativeSelect = observer(function NativeSelect({ field }: { field: FieldHandle }) {
  return (
    <select
      className="control"
      {...controlAttributes(field)}
      value={asText(field.value)}
      onChange={({ target }) => field.set(field.schema.enum?.find((code) => String(code) === target.value))}
    >
      <NativeOptions field={field} />
    </select>
  );
});

/** Separate from the select, so that an answer or a problem does not render the options again. */
const NativeOptions = observer(function NativeOptions({ field }: { field: FieldHandle }) {
  return (
    <>
      <option value="">{field.placeholder ?? field.word('select.choose')}</option>
      {optionsOf(field).map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </>
  );
});

const PageLink = observer(function PageLink({ field, options, page }: ListProps & { page: string }) {
  const { navigate } = useEngine();
  const chosen = options.find(({ code }) => code === field.value);
  const {
    autoComplete: _autoComplete,
    name: _name,
    disabled,
    'aria-invalid': _invalid,
    'aria-required': _required,
    'data-control': _control,
    ...attributes
  } = controlAttributes(field);
  return (
    <button
      type="button"
      className="control control-choice"
      {...attributes}
      disabled={disabled}
      data-invalid={field.problem !== undefined || undefined}
      aria-labelledby={`${field.id}-label ${field.id}`}
      onClick={() => navigate(page)}
    >
      <span className={chosen ? undefined : 'control-choice-empty'}>
        {chosen?.label ?? field.placeholder ?? field.word('select.choose')}
      </span>
      <Icon name="chevron" />
    </button>
  );
});
