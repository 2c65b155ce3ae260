import { observer } from 'mobx-react-lite';
import type { BlockValue } from '../../../config/screen.ts';
import { useScope } from '../../screen/scope.tsx';
import { useText } from '../../text.tsx';
import { isShown, writeValue, type Showing } from '../writeValue.ts';
import { CopyButton } from './CopyButton.tsx';
import type { KeyValuesOptions } from './definition.ts';

/** Formats a value for other apps: an amount without currency sign and separators. */
const copied = (value: unknown, { as }: Showing): string =>
  as === 'money' || as === 'moneyExact' ? (Number(value) / 100).toFixed(2) : String(value);

export const KeyValues = observer(function KeyValues({ block }: { block: BlockValue & KeyValuesOptions }) {
  const { text, cel, holds } = useScope();
  const texts = useText();
  const { title, items } = block;
  const rows = items
    .filter(({ when }) => holds(when))
    .map((row) => ({ row, value: cel(row.value) }))
    .filter(({ value }) => isShown(value));
  if (rows.length === 0) return null;
  return (
    <section className="facts">
      {title && <h2 className="facts-title">{text(title)}</h2>}
      <dl>
        {rows.map(({ row, value }) => (
          <div key={row.text.key} className={row.strong ? 'facts-row facts-row-strong' : 'facts-row'}>
            <dt>{text(row.text)}</dt>
            <dd>{writeValue(texts, value, row)}</dd>
            {row.copy && (
              <dd className="facts-copy">
                <CopyButton label={text(row.copy)} value={copied(value, row)} />
              </dd>
            )}
          </div>
        ))}
      </dl>
    </section>
  );
});
