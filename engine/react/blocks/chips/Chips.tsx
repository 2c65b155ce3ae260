import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import type { BlockValue } from '../../../config/screen.ts';
import { useOfferedAction, useScope } from '../../screen/scope.tsx';
import { useText } from '../../text.tsx';
import { Bulk } from '../table/Selection.tsx';
import type { ChipsOptions } from './definition.ts';

export const Chips = observer(function Chips({ block }: { block: BlockValue & ChipsOptions }) {
  const { cel, text } = useScope();
  const texts = useText();
  const id = useId();
  const { title, items, empty, remove, add } = block;
  const found = cel(items);
  const codes = Array.isArray(found) ? found.map(String) : [];
  const labelOf = (code: string) => texts.t(`enums.${block.enum}.${code}`);
  return (
    <section className="chips" aria-labelledby={id}>
      <h2 id={id} className="facts-title">
        {text(title)}
      </h2>
      {codes.length === 0 ? (
        <p className="paragraph paragraph-muted">{text(empty)}</p>
      ) : (
        <ul className="chips-list">
          {codes.map((code) => (
            <li key={code} className="chip">
              {labelOf(code)}
              {remove && <Remove remove={remove} code={code} label={labelOf(code)} />}
            </li>
          ))}
        </ul>
      )}
      {add && <Bulk action={{ ...add, enum: block.enum }} selected={codes} needsRows={false} />}
    </section>
  );
});

interface RemoveProps {
  remove: NonNullable<ChipsOptions['remove']>;
  code: string;
  label: string;
}

const Remove = observer(function Remove({ remove, code, label }: RemoveProps) {
  const { text } = useScope();
  const name = `${text(remove.text)} ${label}`;
  const { busy, runWith } = useOfferedAction(remove.do, name);
  return (
    <button
      type="button"
      className="chip-remove"
      aria-label={name}
      title={name}
      aria-disabled={busy}
      onClick={() => runWith({ choice: code })}
    >
      <span aria-hidden="true">×</span>
    </button>
  );
});
