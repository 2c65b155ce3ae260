import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import type { BlockValue } from '../../../config/screen.ts';
import { Button } from '../../parts/Button.tsx';
import { useAction, useScope } from '../../screen/scope.tsx';
import type { ButtonOptions } from './definition.ts';

export const ButtonBlock = observer(function ButtonBlock({ block }: { block: BlockValue & ButtonOptions }) {
  const { text, langOf, holds } = useScope();
  const { text: words, do: action, tone = 'primary', enabled } = block;
  const off = !holds(enabled);
  const reason = off && block.reason;
  const why = useId();
  const label = text(words);
  const { busy, run } = useAction(action, label);
  return (
    <>
      <Button tone={tone} busy={busy} off={off} wide lang={langOf(words)} aria-describedby={reason ? why : undefined} onClick={run}>
        {label}
      </Button>
      {reason && (
        <p id={why} className="paragraph paragraph-muted" lang={langOf(reason)}>
          {text(reason)}
        </p>
      )}
    </>
  );
});
