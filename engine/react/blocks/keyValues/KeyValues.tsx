import { observer } from 'mobx-react-lite';
import type { BlockValue } from '../../../config/screen.ts';
import { useScope } from '../../screen/scope.tsx';
import { type Texts, useText } from '../../text.tsx';
import type { KeyValuesOptions } from './definition.ts';

type Row = KeyValuesOptions['items'][number];

export const KeyValues = observer(function KeyValues({ block }: { block: BlockValue }) {
  const { text, cel, holds } = useScope();
  const texts = useText();
  const { title, items } = block as BlockValue & KeyValuesOptions;
  const rows = items
    .filter(({ when }) => holds(when))
    .map((row) => ({ row, value: cel(row.value) }))
    .filter(({ value }) => value !== undefined && value !== null && value !== '');
  if (rows.length === 0) return null;
  return (
    <section className="facts">
      {title && <h2 className="facts-title">{text(title)}</h2>}
      <dl>
        {rows.map(({ row, value }) => (
          <div key={row.text.key} className="facts-row">
            <dt>{text(row.text)}</dt>
            <dd>{shown(texts, row, value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
});

const writers: Readonly<Record<NonNullable<Row['as']>, (texts: Texts, value: unknown, row: Row) => string>> = {
  text: (_, value) => String(value),
  money: ({ formats }, value) => formats.money(Number(value)),
  number: ({ formats }, value) => formats.number(Number(value)),
  date: ({ formats }, value) => formats.date(String(value)),
  enum: (texts, value, row) => texts.t(`enums.${row.enum}.${String(value)}`),
};

function shown(texts: Texts, row: Row, value: unknown): string {
  return writers[row.as ?? 'text'](texts, value, row);
}
