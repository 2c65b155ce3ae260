import { observer } from 'mobx-react-lite';
import { useId, useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { useOfferedAction, useScope } from '../../screen/scope.tsx';
import { useText } from '../../text.tsx';
import type { TableOptions } from './definition.ts';

type Select = NonNullable<TableOptions['select']>;

/** The actions on the selected rows. */
export function Selection({ actions, selected }: { actions: Select['actions']; selected: readonly string[] }) {
  return (
    <div className="table-selection">
      {actions.map((action) => (
        <Bulk key={action.text.key} action={action} selected={selected} />
      ))}
    </div>
  );
}

interface BulkProps {
  action: Select['actions'][number];
  selected: readonly string[];
  /** The action needs no selected row. */
  needsRows?: boolean;
}

const isEntry = (value: unknown): value is { id: string; label: string } => typeof value === 'object' && value !== null && 'label' in value;

/** A button for an action, with a choice before it if it needs one. */
export const Bulk = observer(function Bulk({ action, selected, needsRows = true }: BulkProps) {
  const { cel, text } = useScope();
  const texts = useText();
  const id = useId();
  const [choice, setChoice] = useState('');
  const { busy, runWith } = useOfferedAction(action.do, text(action.text));
  const options = action.options === undefined ? undefined : cel(action.options);
  const offered: readonly unknown[] = Array.isArray(options) ? options : [];
  const labelOf = (code: string) => (action.enum === undefined ? code : texts.t(`enums.${action.enum}.${code}`));
  return (
    <div className="filter">
      {action.options !== undefined && (
        <select id={id} aria-label={text(action.text)} value={choice} onChange={(event) => setChoice(event.target.value)}>
          <option value="">{text(action.text)}</option>
          {offered.map((each) => {
            const { id: code, label } = isEntry(each) ? each : { id: String(each), label: labelOf(String(each)) };
            return (
              <option key={code} value={code}>
                {label}
              </option>
            );
          })}
        </select>
      )}
      <Button
        tone="secondary"
        busy={busy}
        off={(needsRows && selected.length === 0) || (action.options !== undefined && choice === '')}
        onClick={() => runWith({ selected, choice })}
      >
        {text(action.text)}
      </Button>
    </div>
  );
});
