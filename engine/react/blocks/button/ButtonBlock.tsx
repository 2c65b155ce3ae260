import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import type { BlockValue } from '../../../config/screen.ts';
import { Button } from '../../parts/Button.tsx';
import { useAction, useScope } from '../../screen/scope.tsx';
import type { ButtonOptions } from './definition.ts';

export const ButtonBlock = observer(function ButtonBlock({ block }: { block: BlockValue & ButtonOptions }) {
  const { text, langOf, holds } = useScope();
  const { text: words, do: action, tone = 'primary', enabled, reason } = block;
  const why = useId();
  const off = !holds(enabled);
  const label = text(words);
  const { busy, run } = useAction(action, label);
  const button = (
    <Button tone={tone} busy={busy} off={off} wide lang={langOf(words)} aria-describedby={off && reason ? why : undefined} onClick={run}>
      {label}
    </Button>
  );
  if (!reason) return button;
  return (
    <>
      {button}
      {off && (
        <p className="paragraph paragraph-muted" id={why} lang={langOf(reason)}>
          {text(reason)}
        </p>
      )}
    </>
  );
});
