import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import type { BlockValue } from '../../../config/screen.ts';
import { useScope } from '../../screen/scope.tsx';
import { useText } from '../../text.tsx';
import { pageName, pathWith } from '../setQuery.ts';
import type { FiltersOptions } from './definition.ts';

type Field = FiltersOptions['fields'][number];

export const Filters = observer(function Filters({ block: { label, fields } }: { block: BlockValue & FiltersOptions }) {
  const { text } = useScope();
  return (
    <fieldset className="filters" aria-label={text(label)}>
      {fields.map((field) => (field.look === 'tabs' ? <Tabs key={field.name} field={field} /> : <List key={field.name} field={field} />))}
    </fieldset>
  );
});

/** The codes of a field with their labels, the chosen one, and how to choose. */
function useChoices({ name, options, enum: id, initial, counts }: Field) {
  const { screen, cel } = useScope();
  const texts = useText();
  const codes = cel(options);
  const numbers = counts === undefined ? undefined : cel(counts);
  const choices = (Array.isArray(codes) ? (codes as unknown[]) : []).map((code, index) => ({
    code: String(code),
    label: texts.t(`enums.${id}.${String(code)}`),
    count: Array.isArray(numbers) && typeof numbers[index] === 'number' ? texts.formats.number(numbers[index]) : undefined,
  }));
  const chosen = screen.place.query[name] ?? (initial === undefined ? undefined : cel(initial)) ?? '';
  /** Adds a step to the history, so that Back returns to the previous choice. */
  const pathTo = (code: string) => pathWith(screen, { [name]: code, [pageName]: undefined });
  const choose = (code: string) => screen.engine.navigate(pathTo(code));
  return { choices, chosen: typeof chosen === 'string' ? chosen : '', choose, pathTo };
}

const List = observer(function List({ field }: { field: Field }) {
  const { text } = useScope();
  const { choices, chosen, choose } = useChoices(field);
  const id = useId();
  return (
    <div className="filter">
      <label htmlFor={id}>{text(field.text)}</label>
      <select id={id} value={chosen} onChange={(event) => choose(event.target.value)}>
        {field.all && <option value="">{text(field.all)}</option>}
        {choices.map(({ code, label }) => (
          <option key={code} value={code}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
});

const Tabs = observer(function Tabs({ field }: { field: Field }) {
  const { screen, text } = useScope();
  const { choices, chosen, choose, pathTo } = useChoices(field);
  return (
    <nav className="segments" aria-label={text(field.text)}>
      {choices.map(({ code, label, count }) => (
        <a
          key={code}
          className="segment"
          href={`${screen.engine.base ?? ''}${pathTo(code)}`}
          aria-current={code === chosen ? 'page' : undefined}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            choose(code);
          }}
        >
          {label}
          {count !== undefined && <span className="segment-count">{count}</span>}
        </a>
      ))}
    </nav>
  );
});
