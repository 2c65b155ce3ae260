import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import type { BlockValue } from '../../../config/screen.ts';
import { Button } from '../../parts/Button.tsx';
import { useKept } from '../../screen/kept.ts';
import { useOfferedAction, useScope } from '../../screen/scope.tsx';
import { keyOf } from '../list/keyOf.ts';
import type { ChoicesOptions } from './definition.ts';

interface Chosen {
  choice: string;
  note: string;
}

interface Choice {
  id: string;
  label: string;
}

const nothing: Chosen = { choice: '', note: '' };

export const Choices = observer(function Choices({ block }: { block: BlockValue & ChoicesOptions }) {
  const { screen, cel, text, run } = useScope();
  const [chosen, setChosen] = useKept<Readonly<Record<string | number, Chosen>>>(block, {});
  const { items: source, row, entry, text: label, do: action } = block;
  const { busy, runWith } = useOfferedAction(action, label && text(label));
  const found = cel(source);
  const items: readonly unknown[] = Array.isArray(found) ? found : [];

  const entriesOf = (by: typeof chosen) =>
    items.flatMap((item, index) => {
      const { choice, note } = by[keyOf(item, index)] ?? nothing;
      if (choice === '') return [];
      return [screen.input(entry, { item, choice, note: note.trim() === '' ? undefined : note.trim() })];
    });
  const change = (key: string | number, value: Chosen) => {
    const next = { ...chosen, [key]: value };
    setChosen(next);
    if (!label) void run(action, { extra: { chosen: entriesOf(next) } });
  };
  const entries = entriesOf(chosen);
  return (
    <div className="choices">
      {items.map((item, index) => {
        const key = keyOf(item, index);
        return (
          <Row
            key={key}
            block={block}
            name={screen.text(row.text, { item })}
            choices={(screen.evaluate(row.choices, { item }) ?? []) as Choice[]}
            value={chosen[key] ?? nothing}
            onChange={(value) => change(key, value)}
          />
        );
      })}
      {label && (
        <Button wide busy={busy} off={entries.length === 0} onClick={() => runWith({ chosen: entries })}>
          {text(label)}
        </Button>
      )}
    </div>
  );
});

interface RowProps {
  block: ChoicesOptions;
  name: string;
  choices: readonly Choice[];
  value: Chosen;
  onChange: (value: Chosen) => void;
}

const Row = observer(function Row({ block, name, choices, value, onChange }: RowProps) {
  const { text } = useScope();
  const id = useId();
  return (
    <div className="choices-row">
      <label htmlFor={id}>{name}</label>
      <select id={id} className="control" value={value.choice} onChange={({ target }) => onChange({ ...value, choice: target.value })}>
        <option value="">{text(block.none)}</option>
        {choices.map((each) => (
          <option key={each.id} value={each.id}>
            {each.label}
          </option>
        ))}
      </select>
      {block.note && value.choice !== '' && (
        <input
          className="control choices-note"
          type="text"
          maxLength={500}
          aria-label={`${text(block.note)}: ${name}`}
          placeholder={text(block.note)}
          value={value.note}
          onChange={({ target }) => onChange({ ...value, note: target.value })}
        />
      )}
    </div>
  );
});
